/* Help for people: what `--help` and `help` print. */
#include "help.h"

#include <string.h>

enum { HELP_WIDTH = 80, HELP_INDENT = 2, HELP_MAX_LABEL = 24 };

static void help_spaces(FILE *stream, int count)
{
    fprintf(stream, "%*s", count > 0 ? count : 0, "");
}

void cli_help_wrap(FILE *stream, const char *text, int indent, int column)
{
    bool line_begins = true;
    while (*text) {
        if (*text == '\n') {
            fputs(text[1] == '\n' ? "\n\n" : "\n", stream);
            text += strspn(text, "\n");
            help_spaces(stream, indent);
            column = indent;
            line_begins = true;
            continue;
        }
        int length = (int)strcspn(text, " \n");
        if (!line_begins && column + 1 + length > HELP_WIDTH) {
            fputc('\n', stream);
            help_spaces(stream, indent);
            column = indent;
            line_begins = true;
        }
        column += fprintf(stream, "%s%.*s", line_begins ? "" : " ", length, text);
        line_begins = false;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', stream);
}

static void help_paragraph(FILE *stream, const char *text, int indent)
{
    help_spaces(stream, indent);
    cli_help_wrap(stream, text, indent, indent);
}

void cli_help_label(const cli_param *param, char *text, size_t size)
{
    const char *blank = param->placeholder ? " " : "", *value = param->placeholder ? param->placeholder : "";
    if (!param->name)
        snprintf(text, size, "%s", param->placeholder);
    else if (param->letter)
        snprintf(text, size, "-%c, --%s%s%s", param->letter, param->name, blank, value);
    else
        snprintf(text, size, "    --%s%s%s", param->name, blank, value);
}

void cli_help_text(const cli_param *param, char *text, size_t size)
{
    int length = snprintf(text, size, "%s", param->help);
    if (param->kind == CLI_CHOICE && length >= 0 && (size_t)length < size) {
        const char *part = NULL;
        int part_length;
        const char *before = ": ";
        while (cli_values_next(cli_param_values(param), &part, &part_length) && (size_t)length < size) {
            length += snprintf(text + length, size - (size_t)length, "%s%.*s", before, part_length, part);
            before = ", ";
        }
    }
    if (param->repeats && param->name && (size_t)length < size)
        length += snprintf(text + length, size - (size_t)length, "; may be given several times");
    if (param->fallback && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, " (default: %s)", param->fallback);
}

static int help_label_width(const cli_command *command)
{
    char label[128];
    int widest = 0;
    const cli_param *param;
    for (int i = 0; i < command->argument_count + command->option_count + cli_common_option_count(command); i++) {
        param =
            i < command->argument_count ? &command->arguments[i] : cli_option_at(command, i - command->argument_count);
        cli_help_label(param, label, sizeof label);
        int width = (int)strlen(label);
        if (width > widest && width <= HELP_MAX_LABEL)
            widest = width;
    }
    return widest;
}

/* A label at the left and its text beside it, or below it where the label is too long. */
static void help_row(FILE *stream, const char *label, int label_width, const char *text)
{
    int indent = HELP_INDENT + label_width + 2;
    int length = (int)strlen(label);
    fprintf(stream, "%*s%s", HELP_INDENT, "", label);
    if (length > label_width) {
        fputc('\n', stream);
        help_spaces(stream, indent);
    } else {
        help_spaces(stream, indent - HELP_INDENT - length);
    }
    cli_help_wrap(stream, text, indent, indent);
}

static void help_param(FILE *stream, const cli_param *param, int label_width)
{
    char label[128], text[512];
    cli_help_label(param, label, sizeof label);
    cli_help_text(param, text, sizeof text);
    help_row(stream, label, label_width, text);
}

void cli_help_usage(FILE *stream, const cli_command *command)
{
    const char *blank = *command->name ? " " : "";
    fprintf(stream, "usage: kinedriver%s%s", blank, command->name);
    fputs(command->run ? " [options]" : " COMMAND [options]", stream);
    for (int i = 0; i < command->argument_count; i++) {
        const cli_param *argument = &command->arguments[i];
        fprintf(stream, " %s%s%s%s", argument->optional ? "[" : "", argument->placeholder,
                argument->repeats ? "..." : "", argument->optional ? "]" : "");
    }
    fputc('\n', stream);
}

static void help_print_group(FILE *stream, const cli_command *group)
{
    int width = 0;
    for (int i = 0; i < group->command_count; i++)
        if ((int)strlen(cli_command_word(group->commands[i])) > width)
            width = (int)strlen(cli_command_word(group->commands[i]));
    fputs("\nCommands:\n", stream);
    for (int i = 0; i < group->command_count; i++)
        help_row(stream, cli_command_word(group->commands[i]), width, group->commands[i]->summary);
    if (!*group->name) {
        fputs("\nOptions:\n", stream);
        help_row(stream, "-h, --help", 13, "show this help; behind a command: the help of that command");
        help_row(stream, "-V, --version", 13, "show the version and the libraries");
    }
    const char *blank = *group->name ? " " : "";
    fprintf(stream, "\n'kinedriver help%s%s COMMAND' shows a command's options and examples.\n", blank, group->name);
}

static void help_print_command(FILE *stream, const cli_command *command)
{
    int width = help_label_width(command);
    if (command->argument_count > 0)
        fputs("\nArguments:\n", stream);
    for (int i = 0; i < command->argument_count; i++)
        help_param(stream, &command->arguments[i], width);
    fputs("\nOptions:\n", stream);
    const cli_param *option;
    for (int i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        help_param(stream, option, width);
    fputs("\nExit codes:\n", stream);
#define HELP_EXIT(code, text) help_row(stream, #code, 1, text);
    CLI_EXIT_LIST(HELP_EXIT)
#undef HELP_EXIT
    if (command->example_count > 0)
        fputs("\nExamples:\n", stream);
    for (int i = 0; i < command->example_count; i++) {
        fprintf(stream, "%*s%s\n", HELP_INDENT, "", command->examples[i].line);
        help_paragraph(stream, command->examples[i].help, HELP_INDENT + 4);
    }
}

void cli_help_print(FILE *stream, const cli_command *command)
{
    const char *blank = *command->name ? " " : "";
    fprintf(stream, "kinedriver%s%s: %s\n\n", blank, command->name, command->summary);
    cli_help_usage(stream, command);
    fputc('\n', stream);
    help_paragraph(stream, command->description, 0);
    if (command->run)
        help_print_command(stream, command);
    else
        help_print_group(stream, command);
}
