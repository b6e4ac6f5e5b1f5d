/* The list of commands and the ways to walk through it. */
#include "commands.h"

#include <string.h>

#define CLI_ROW(name) &cli_command_##name,
static const cli_command *const program_commands[] = {CLI_COMMAND_LIST(CLI_ROW)};
#undef CLI_ROW

const cli_command cli_program = {
    .name = "",
    .summary = "helper bones for game characters: rigs, motions and meshes",
    .description =
        "KineDriver drives the helper bones of a character (twist, bulge, slide, corrective shapes) from its animated "
        "joints. This program checks, shows, converts, mirrors, compiles, runs, blends and edits the files that the "
        "runtime and the authoring tools use.\n\n"
        "Data goes to the standard output, messages go to the standard error. A file named \"-\" is the standard "
        "input or output.",
    CLI_GROUP(program_commands),
};

const cli_param cli_common_options[] = {
    [CLI_OPTION_HELP] = {.name = "help", .letter = 'h', .kind = CLI_FLAG, .help = "show this help and do nothing else"},
    [CLI_OPTION_QUIET] = {.name = "quiet",
                          .letter = 'q',
                          .kind = CLI_FLAG,
                          .help = "print errors only: no warnings, notes or summary"},
    [CLI_OPTION_JSON] = {.name = "json",
                         .kind = CLI_FLAG,
                         .help = "print one JSON document with all findings and the result"},
};

int cli_common_option_count(const cli_command *command)
{
    return command->has_json ? CLI_COMMON_OPTION_COUNT : CLI_OPTION_JSON;
}

const cli_param *cli_option_at(const cli_command *command, int index)
{
    if (index < command->option_count)
        return &command->options[index];
    index -= command->option_count;
    return index < cli_common_option_count(command) ? &cli_common_options[index] : NULL;
}

const char *cli_command_word(const cli_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

const cli_command *cli_command_find(const cli_command *group, const char *word)
{
    for (int i = 0; i < group->command_count; i++)
        if (strcmp(cli_command_word(group->commands[i]), word) == 0)
            return group->commands[i];
    return NULL;
}

void cli_command_each(const cli_command *group, void (*visit)(const cli_command *command, void *user), void *user)
{
    for (int i = 0; i < group->command_count; i++) {
        if (group->commands[i]->run)
            visit(group->commands[i], user);
        cli_command_each(group->commands[i], visit, user);
    }
}

const char *cli_param_values(const cli_param *param)
{
    return param->make_values ? param->make_values() : param->values;
}

bool cli_values_next(const char *values, const char **part, int *length)
{
    const char *begin = values;
    if (*part) {
        begin = *part + strcspn(*part, "|");
        if (*begin == 0)
            return false;
        begin++;
    }
    if (!begin)
        return false;
    *part = begin;
    *length = (int)strcspn(begin, "|");
    return true;
}
