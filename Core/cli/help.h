/* Help for people, from the commands' tables. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "commands.h"

#include <stdio.h>

/* "usage: kinedriver convert [options] IN OUT". */
void cli_help_usage(FILE *stream, const cli_command *command);

/* The whole help of a command, of a group, or of the program. */
void cli_help_print(FILE *stream, const cli_command *command);

/* "-s, --scale S" or, for an argument, its placeholder. */
void cli_help_label(const cli_param *param, char *text, size_t size);

/* The help of a parameter with its choices and fallback. */
void cli_help_text(const cli_param *param, char *text, size_t size);

/* Prints text as paragraphs of at most 80 columns, all lines indented; the first one begins at `column`. */
void cli_help_wrap(FILE *stream, const char *text, int indent, int column);

/* The exit codes: X(code, text). */
#define CLI_EXIT_LIST(X)                                            \
    X(0, "all is good; warnings may have been printed")             \
    X(1, "the input is wrong, or a file cannot be read or written") \
    X(2, "the command line is wrong")

#endif
