/* kinedriver help: the help of a command, for people or as JSON for programs (editors, documentation, tests). */
#include "call.h"
#include "help.h"
#include "lookup.h"

#include <stdio.h>

static const cli_param arguments[] = {
    {.kind = CLI_COMMAND,
     .placeholder = "COMMAND",
     .optional = true,
     .repeats = true,
     .help = "the command to explain"},
};

static const cli_example examples[] = {
    {"kinedriver help convert", "Explains one command with its options and examples."},
    {"kinedriver help completion bash", "Explains a command of a group."},
    {"kinedriver help --json", "Lists all commands with their options and examples for a program to read."},
};

static const char *help_kind_text(cli_kind kind)
{
    static const char *const texts[] = {"flag", "number", "text", "choice", "path", "command"};
    return texts[kind];
}

static json_t *help_param_json(const cli_param *param)
{
    json_t *object = json_object();
    json_t *values = json_array();
    const char *part = NULL;
    int length;
    while (cli_values_next(cli_param_values(param), &part, &length))
        json_array_append_new(values, json_stringn(part, (size_t)length));
    char letter[2] = {param->letter, 0};
    if (param->name) {
        json_object_set_new(object, "name", json_string(param->name));
        json_object_set_new(object, "letter", param->letter ? json_string(letter) : json_null());
    } else {
        json_object_set_new(object, "optional", json_boolean(param->optional));
    }
    json_object_set_new(object, "kind", json_string(help_kind_text(param->kind)));
    json_object_set_new(object, "placeholder", param->placeholder ? json_string(param->placeholder) : json_null());
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "default", param->fallback ? json_string(param->fallback) : json_null());
    json_object_set_new(object, "repeats", json_boolean(param->repeats));
    json_object_set_new(object, "help", json_string(param->help));
    return object;
}

static json_t *help_examples_json(const cli_command *command)
{
    json_t *list = json_array();
    for (int i = 0; i < command->example_count; i++) {
        json_t *example = json_object();
        json_object_set_new(example, "line", json_string(command->examples[i].line));
        json_object_set_new(example, "help", json_string(command->examples[i].help));
        json_array_append_new(list, example);
    }
    return list;
}

static void help_add_json(const cli_command *command, void *user)
{
    json_t *list = (json_t *)user;
    json_t *object = json_object();
    json_t *argument_list = json_array();
    json_t *option_list = json_array();
    for (int i = 0; i < command->argument_count; i++)
        json_array_append_new(argument_list, help_param_json(&command->arguments[i]));
    const cli_param *option;
    for (int i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        json_array_append_new(option_list, help_param_json(option));
    json_object_set_new(object, "name", json_string(command->name));
    json_object_set_new(object, "summary", json_string(command->summary));
    json_object_set_new(object, "description", json_string(command->description));
    json_object_set_new(object, "arguments", argument_list);
    json_object_set_new(object, "options", option_list);
    json_object_set_new(object, "examples", help_examples_json(command));
    json_array_append_new(list, object);
}

static cli_exit help_run(cli_call *call)
{
    const cli_command *command;
    cli_exit problem = cli_command_of_arguments(call, &command);
    if (problem)
        return problem;
    if (!call->json) {
        cli_help_print(stdout, command);
        return CLI_GOOD;
    }
    json_t *list = json_array();
    if (command->run)
        help_add_json(command, list);
    else
        cli_command_each(command, help_add_json, list);
    json_object_set_new(call->result, "commands", list);
    return CLI_GOOD;
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "explain a command",
    .description = "Prints the help of a command: what it does, its arguments and options, its exit codes and "
                   "examples. Without a command "
                   "it lists all commands.",
    CLI_ARGUMENTS(arguments),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = help_run,
};
