/* kinedriver completion bash: a script that completes commands, options, choices and file names by extension. It is
 * written out from the commands' tables: completing starts no program. */
#include "call.h"

#include <stdio.h>

/* Two functions around the tables. Bash splits "--axis=x" into three words, "=" being one of them. */
static const char completion_files[] = "_kinedriver_files()\n"
                                       "{\n"
                                       "    local IFS=$'\\n' extension\n"
                                       "    compopt -o filenames 2>/dev/null\n"
                                       "    if [[ -z $1 ]]; then\n"
                                       "        COMPREPLY+=($(compgen -f -- \"$current\"))\n"
                                       "        return\n"
                                       "    fi\n"
                                       "    COMPREPLY+=($(compgen -d -- \"$current\"))\n"
                                       "    for extension in ${1//|/$'\\n'}; do\n"
                                       "        COMPREPLY+=($(compgen -f -X \"!*.$extension\" -- \"$current\"))\n"
                                       "    done\n"
                                       "}\n\n";

static const char completion_begin[] =
    "_kinedriver()\n"
    "{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} option='' command='' place=0 words='' i word\n"
    "    COMPREPLY=()\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if [[ $word == '=' ]]; then\n"
    "            continue\n"
    "        elif [[ -n $option ]]; then\n"
    "            option=''\n"
    "        elif [[ $word == -?* ]]; then\n"
    "            case \"$command $word\" in\n";

static const char completion_groups[] = "            esac\n"
                                        "        else\n"
                                        "            case \"$command\" in\n";

static const char completion_values[] = "                *) ((place++)) ;;\n"
                                        "            esac\n"
                                        "        fi\n"
                                        "    done\n"
                                        "    [[ $current == '=' ]] && current=''\n"
                                        "    if [[ -n $option ]]; then\n"
                                        "        case \"$command $option\" in\n";

static const char completion_commands[] = "        esac\n"
                                          "    elif [[ $current == -* ]]; then\n"
                                          "        case \"$command\" in\n";

static const char completion_arguments[] = "        esac\n"
                                           "    else\n"
                                           "        case \"$command $place\" in\n";

static const char completion_end[] = "        esac\n"
                                     "    fi\n"
                                     "    COMPREPLY+=($(compgen -W \"$words\" -- \"$current\"))\n"
                                     "}\n\n"
                                     "complete -F _kinedriver kinedriver\n";

static void completion_words_of_group(const cli_command *group)
{
    for (int i = 0; i < group->command_count; i++)
        printf("%s%s", i > 0 ? " " : "", cli_command_word(group->commands[i]));
}

/* What completes one value: the body of a case. */
static void completion_value(const cli_param *param)
{
    const char *part = NULL, *blank = "";
    int length;
    if (param->kind == CLI_PATH) {
        const char *extensions = cli_param_values(param);
        printf("_kinedriver_files '%s' ;;\n", extensions ? extensions : "");
        return;
    }
    fputs("words='", stdout);
    if (param->kind == CLI_COMMAND)
        completion_words_of_group(&cli_program);
    while (param->kind == CLI_CHOICE && cli_values_next(cli_param_values(param), &part, &length)) {
        printf("%s%.*s", blank, length, part);
        blank = " ";
    }
    puts("' ;;");
}

/* Which words are options that take a value. */
static void completion_option_names(const cli_command *command, void *user)
{
    (void)user;
    for (int i = 0; i < command->option_count; i++) {
        const cli_param *option = &command->options[i];
        if (option->kind == CLI_FLAG)
            continue;
        printf("                '%s --%s'", command->name, option->name);
        if (option->letter)
            printf(" | '%s -%c'", command->name, option->letter);
        printf(") option=--%s ;;\n", option->name);
    }
}

static void completion_option_values(const cli_command *command, void *user)
{
    (void)user;
    for (int i = 0; i < command->option_count; i++) {
        if (command->options[i].kind == CLI_FLAG)
            continue;
        printf("            '%s --%s') ", command->name, command->options[i].name);
        completion_value(&command->options[i]);
    }
}

static void completion_options(const cli_command *command, void *user)
{
    (void)user;
    printf("            '%s') words='", command->name);
    const cli_param *option;
    for (int i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        printf("%s--%s", i > 0 ? " " : "", option->name);
    puts("' ;;");
}

static void completion_places(const cli_command *command, void *user)
{
    (void)user;
    for (int i = 0; i < command->argument_count; i++) {
        /* the words behind a command's name are not commands of the program again */
        if (command->arguments[i].repeats && command->arguments[i].kind != CLI_COMMAND)
            printf("            '%s '*) ", command->name);
        else
            printf("            '%s %d') ", command->name, i);
        completion_value(&command->arguments[i]);
    }
}

static void completion_group_names(const cli_command *group)
{
    const char *blank = *group->name ? " " : "";
    printf("                '%s') command='%s%s'$word ;;\n", group->name, group->name, blank);
    for (int i = 0; i < group->command_count; i++)
        if (!group->commands[i]->run)
            completion_group_names(group->commands[i]);
}

static void completion_group_options(const cli_command *group)
{
    printf("            '%s') words='--help%s' ;;\n", group->name, *group->name ? "" : " --version");
    for (int i = 0; i < group->command_count; i++)
        if (!group->commands[i]->run)
            completion_group_options(group->commands[i]);
}

static void completion_group_words(const cli_command *group)
{
    printf("            '%s 0') words='", group->name);
    completion_words_of_group(group);
    puts("' ;;");
    for (int i = 0; i < group->command_count; i++)
        if (!group->commands[i]->run)
            completion_group_words(group->commands[i]);
}

static cli_exit completion_bash_run(cli_call *call)
{
    (void)call;
    puts("# bash completion for kinedriver, made by `kinedriver completion bash`\n# shellcheck disable=SC2207\n");
    fputs(completion_files, stdout);
    fputs(completion_begin, stdout);
    cli_command_each(&cli_program, completion_option_names, NULL);
    fputs(completion_groups, stdout);
    completion_group_names(&cli_program);
    fputs(completion_values, stdout);
    cli_command_each(&cli_program, completion_option_values, NULL);
    fputs(completion_commands, stdout);
    completion_group_options(&cli_program);
    cli_command_each(&cli_program, completion_options, NULL);
    fputs(completion_arguments, stdout);
    completion_group_words(&cli_program);
    cli_command_each(&cli_program, completion_places, NULL);
    fputs(completion_end, stdout);
    return CLI_GOOD;
}

static const cli_example bash_examples[] = {
    {"source <(kinedriver completion bash)", "Turns completion on in the shell at hand."},
    {"kinedriver completion bash > kinedriver.bash",
     "Writes the script to be read by ~/.bashrc or put into share/bash-completion/completions."},
};

static const cli_command completion_bash = {
    .name = "completion bash",
    .summary = "print the completion script for bash",
    .description =
        "Prints a script that makes bash complete the commands, options, choices and file names of this program.",
    CLI_EXAMPLES(bash_examples),
    .run = completion_bash_run,
};

static const cli_command *const completion_shells[] = {&completion_bash};

const cli_command cli_command_completion = {
    .name = "completion",
    .summary = "print a completion script for the shell",
    .description = "Prints a script that makes a shell complete the words of this program's command line.",
    CLI_GROUP(completion_shells),
};
