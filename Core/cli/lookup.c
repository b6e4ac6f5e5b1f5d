/* Commands that the user names. */
#include "lookup.h"

#include "kinedriver/suggestion.h"

#include <string.h>

cli_exit cli_unknown_command(const cli_command *asking, const cli_command *group, const char *word)
{
    const char *blank = *group->name ? " " : "";
    if (word[0] == '-')
        return cli_wrong_use(asking, "unknown option '%s'", word);
    char hint[KD_SUGGESTION_TEXT_SIZE];
    kd_suggestion suggestion = kd_suggestion_make(word, strlen(word));
    for (int i = 0; i < group->command_count; i++)
        kd_suggestion_offer(&suggestion, cli_command_word(group->commands[i]));
    return cli_wrong_use(asking, "unknown command '%s%s%s'%s", group->name, blank, word,
                         kd_suggestion_text(&suggestion, hint));
}

cli_exit cli_command_of_arguments(const cli_call *call, const cli_command **command)
{
    const char *word;
    *command = &cli_program;
    for (int i = 0; (word = cli_argument(call, i)) != NULL; i++) {
        const cli_command *found = cli_command_find(*command, word);
        if (!found)
            return cli_unknown_command(call->command, *command, word);
        *command = found;
    }
    return CLI_GOOD;
}
