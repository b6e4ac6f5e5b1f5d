/* One call of a command: its parsed options and arguments, what was found on the way, and the result for --json.
 * Commands read values by the index of the option in their own table. */
#ifndef CLI_CALL_H
#define CLI_CALL_H

#include "commands.h"

#include <jansson.h>
#include <kinedriver/findings.h>
#include <stddef.h>

#if defined(__GNUC__)
#define CLI_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define CLI_PRINTF(format_index, first_index)
#endif

/* A value as typed: of the option with this index, or of the argument with this position. */
typedef struct cli_given {
    const cli_param *param;
    const char *text;
} cli_given;

struct cli_call {
    const cli_command *command;
    bool help, quiet, json;
    cli_given *given; /* in the order typed */
    int given_count;
    size_t counts[3]; /* findings reported, by kd_severity */
    json_t *findings; /* for --json, else NULL */
    json_t *result;   /* for --json: an object that the command fills; else NULL */
};

/* Fills a call from the words behind the command's name, which must outlive it. On CLI_WRONG_USE the reason has been
 * printed. */
cli_exit cli_call_parse(cli_call *call, const cli_command *command, int word_count, char **words);
void cli_call_free(cli_call *call);

/* Whether the user gave the option. */
bool cli_is_given(const cli_call *call, int option);

/* The value given last, or the fallback; NULL and 0 if there is neither. */
const char *cli_text(const cli_call *call, int option);
double cli_number(const cli_call *call, int option);
int cli_choice(const cli_call *call, int option); /* its position among the choices; -1 if there is neither */

/* The nth value (from 0) of an option that repeats; NULL behind the last. */
const char *cli_text_at(const cli_call *call, int option, int nth);

/* The argument typed at this place (from 0); NULL behind the last. */
const char *cli_argument(const cli_call *call, int place);
double cli_argument_number(const cli_call *call, int place);

/* Reads a number that is the whole text: decimal and finite. */
bool cli_parse_number(const char *text, double *value);

/* Reads the position of text in "x|y|z"; -1 if it is none of them. */
int cli_parse_choice(const char *values, const char *text);

/* Says on the standard error what is wrong with the words typed, with the usage; returns CLI_WRONG_USE. */
cli_exit cli_wrong_use(const cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

#endif
