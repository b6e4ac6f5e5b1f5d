/* The list of commands, in the order in which they are shown. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "command.h"

/* X(name): the file cmd_name.c defines cli_command_name. */
#define CLI_COMMAND_LIST(X) \
    X(check)                \
    X(info)                 \
    X(convert)              \
    X(mirror)               \
    X(compile)              \
    X(bake)                 \
    X(eval)                 \
    X(graph)                \
    X(disasm)               \
    X(attach)               \
    X(rbf)                  \
    X(picture)              \
    X(expr)                 \
    X(completion)           \
    X(man)                  \
    X(help)

#define CLI_DECLARE(name) extern const cli_command cli_command_##name;
CLI_COMMAND_LIST(CLI_DECLARE)
#undef CLI_DECLARE

/* The program as the group of all its commands; its name is empty. */
extern const cli_command cli_program;

/* Options that every command takes, --json last: only those that have it take that one too. */
extern const cli_param cli_common_options[];
enum { CLI_OPTION_HELP, CLI_OPTION_QUIET, CLI_OPTION_JSON, CLI_COMMON_OPTION_COUNT };

int cli_common_option_count(const cli_command *command);

/* All options of a command: its own, then the common ones. NULL behind the last. */
const cli_param *cli_option_at(const cli_command *command, int index);

/* The last word of the name: what is typed behind the group's name. */
const char *cli_command_word(const cli_command *command);

/* The command of a group with this last word, or NULL. */
const cli_command *cli_command_find(const cli_command *group, const char *word);

/* Calls visit for every command that can be run, groups' members included, in the order of the list. */
void cli_command_each(const cli_command *group, void (*visit)(const cli_command *command, void *user), void *user);

/* The choices or extensions of a parameter; NULL: any. */
const char *cli_param_values(const cli_param *param);

/* One of the parts of "x|y|z": its length and where it begins; returns false behind the last. Start with *part NULL. */
bool cli_values_next(const char *values, const char **part, int *length);

#endif
