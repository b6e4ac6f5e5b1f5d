/* The command line: finds the command, parses its words, runs it, reports. Exit codes: 0 good, 1 the input is wrong, 2
 * wrong use. */
#include "call.h"
#include "help.h"
#include "lookup.h"
#include "report.h"

#include <kinedriver/build_info.h>

#include <stdio.h>
#include <string.h>

static void main_print_version(void)
{
    kd_build_info info = kd_build_info_get();
    printf("kinedriver %s\n", info.kinedriver);
    printf("libxml2 %s\n", info.libxml2);
    printf("jansson %s\n", info.jansson);
    printf("OpenBLAS %s\n", info.openblas);
}

static cli_exit main_run(const cli_command *command, int word_count, char **words)
{
    cli_call call;
    cli_exit code = cli_call_parse(&call, command, word_count, words);
    if (code == CLI_GOOD && call.help) {
        cli_help_print(stdout, command);
    } else if (code == CLI_GOOD) {
        code = cli_report_begin(&call);
        if (code == CLI_GOOD)
            code = cli_report_end(&call, command->run(&call));
    }
    cli_call_free(&call);
    return code;
}

/* Walks down the groups to the command that the first words name. */
static cli_exit main_dispatch(int word_count, char **words)
{
    const cli_command *command = &cli_program;
    int next = 0;
    while (!command->run) {
        const char *word = next < word_count ? words[next] : NULL;
        if (!word && command != &cli_program)
            return cli_wrong_use(command, "'%s' needs one of its commands", command->name);
        if (!word || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            cli_help_print(stdout, command);
            return CLI_GOOD;
        }
        if (command == &cli_program && (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)) {
            main_print_version();
            return CLI_GOOD;
        }
        const cli_command *found = cli_command_find(command, word);
        if (!found)
            return cli_unknown_command(command, command, word);
        command = found;
        next++;
    }
    return main_run(command, word_count - next, words + next);
}

int main(int argc, char **argv)
{
    cli_exit code = main_dispatch(argc > 0 ? argc - 1 : 0, argv + 1);
    cli_exit problem = cli_flush_output();
    return (int)(code ? code : problem);
}
