/* Commands that the user names. */
#ifndef CLI_LOOKUP_H
#define CLI_LOOKUP_H

#include "call.h"

/* Says that a group has no such command, with the nearest one; the usage shown is that of `asking`. Returns
 * CLI_WRONG_USE. */
cli_exit cli_unknown_command(const cli_command *asking, const cli_command *group, const char *word);

/* The command that a call's arguments name, word by word; the program if there is none. */
cli_exit cli_command_of_arguments(const cli_call *call, const cli_command **command);

#endif
