/* kinedriver man: the manual page in roff, from the same tables as the help. */
#include "call.h"
#include "help.h"
#include "lookup.h"

#include <kinedriver/version.h>

#include <stdio.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_COMMAND,
     .placeholder = "COMMAND",
     .optional = true,
     .repeats = true,
     .help = "the command to describe; without it the page describes all of them"},
};

static const cli_example examples[] = {
    {"kinedriver man > kinedriver.1", "Writes the page that the installation puts into share/man/man1."},
    {"kinedriver man convert | man -l -", "Shows the page of one command in a terminal."},
};

/* Text of a line, with all that roff would take as its own made plain. */
static void man_text(const char *text)
{
    bool line_begins = true;
    for (; *text; text++) {
        if (line_begins && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        line_begins = *text == '\n';
    }
}

static void man_paragraphs(const char *text)
{
    const char *gap;
    while ((gap = strstr(text, "\n\n")) != NULL) {
        char part[2048];
        snprintf(part, sizeof part, "%.*s", (int)(gap - text), text);
        man_text(part);
        puts("\n.PP");
        text = gap + 2;
    }
    man_text(text);
    putchar('\n');
}

static void man_usage(const cli_command *command)
{
    fputs("\\fBkinedriver", stdout);
    if (*command->name) {
        putchar(' ');
        man_text(command->name);
    }
    fputs("\\fR", stdout);
    fputs(command->run ? " [\\fIoptions\\fR]" : " \\fICOMMAND\\fR [\\fIoptions\\fR]", stdout);
    for (int i = 0; i < command->argument_count; i++) {
        const cli_param *argument = &command->arguments[i];
        printf(" %s\\fI", argument->optional ? "[" : "");
        man_text(argument->placeholder);
        printf("\\fR%s%s", argument->repeats ? "\\&..." : "", argument->optional ? "]" : "");
    }
    putchar('\n');
}

static void man_param(const cli_param *param)
{
    char text[512];
    cli_help_text(param, text, sizeof text);
    puts(".TP");
    if (param->letter)
        printf("\\fB\\-%c\\fR, ", param->letter);
    if (param->name) {
        fputs("\\fB\\-\\-", stdout);
        man_text(param->name);
        fputs("\\fR", stdout);
    }
    if (param->placeholder) {
        fputs(param->name ? " \\fI" : "\\fI", stdout);
        man_text(param->placeholder);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    man_text(text);
    putchar('\n');
}

static void man_examples(const cli_command *command)
{
    for (int i = 0; i < command->example_count; i++) {
        fputs(".TP\n\\fB", stdout);
        man_text(command->examples[i].line);
        puts("\\fR");
        man_text(command->examples[i].help);
        putchar('\n');
    }
}

/* A command as one section of the whole program's page. */
static void man_section(const cli_command *command, void *user)
{
    (void)user;
    fputs(".SS ", stdout);
    man_text(command->name);
    putchar('\n');
    man_usage(command);
    puts(".PP");
    man_paragraphs(command->description);
    for (int i = 0; i < command->argument_count; i++)
        man_param(&command->arguments[i]);
    for (int i = 0; i < command->option_count; i++)
        man_param(&command->options[i]);
    if (command->has_json)
        man_param(&cli_common_options[CLI_OPTION_JSON]);
    if (command->example_count > 0)
        puts(".PP\nExamples:");
    man_examples(command);
}

static void man_head(const cli_command *command)
{
    char title[64] = "KINEDRIVER";
    for (const char *c = command->name; *c && strlen(title) + 2 < sizeof title; c++) {
        if (c == command->name)
            strcat(title, "\\-");
        size_t length = strlen(title);
        title[length] = *c == ' ' ? '-' : *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
        title[length + 1] = 0;
    }
    puts(".\\\" Made by `kinedriver man` from the program's own help.");
    printf(".TH %s 1 \"\" \"KineDriver %s\" \"KineDriver\"\n", title, KD_VERSION_TEXT);
    printf(".SH NAME\nkinedriver%s", *command->name ? "\\-" : "");
    for (const char *c = command->name; *c; c++)
        putchar(*c == ' ' ? '-' : *c);
    fputs(" \\- ", stdout);
    man_text(command->summary);
    puts("\n.SH SYNOPSIS");
    man_usage(command);
    puts(".SH DESCRIPTION");
    man_paragraphs(command->description);
}

static void man_tail(void)
{
    puts(".SH OUTPUT");
    man_text("Findings are printed on the standard error as \"file:line:column: error KD11: text\"; line and column "
             "are left out where "
             "they make no sense. With --json the standard output gets one JSON document instead, with the members "
             "command, good, "
             "counts, findings and result.\n");
    puts(".SH EXIT STATUS");
#define MAN_EXIT(code, text) puts(".TP\n" #code "\n" text);
    CLI_EXIT_LIST(MAN_EXIT)
#undef MAN_EXIT
    puts(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, messages on a terminal have no colour.");
}

static void man_page_of_program(void)
{
    man_head(&cli_program);
    puts(".SH OPTIONS\nEvery command takes these:");
    for (int i = 0; i < CLI_OPTION_JSON; i++)
        man_param(&cli_common_options[i]);
    puts(".PP\nThe program itself takes\n.BR \\-\\-help \" and\"\n.BR \\-\\-version .");
    puts(".SH COMMANDS");
    cli_command_each(&cli_program, man_section, NULL);
    man_tail();
}

static void man_page_of_command(const cli_command *command)
{
    man_head(command);
    puts(".SH OPTIONS");
    for (int i = 0; i < command->argument_count; i++)
        man_param(&command->arguments[i]);
    const cli_param *option;
    for (int i = 0; (option = cli_option_at(command, i)) != NULL; i++)
        man_param(option);
    if (!command->run)
        puts(".SH COMMANDS");
    cli_command_each(command, man_section, NULL);
    man_tail();
    if (command->example_count > 0)
        puts(".SH EXAMPLES");
    man_examples(command);
    puts(".SH SEE ALSO\n.BR kinedriver (1)");
}

static cli_exit man_run(cli_call *call)
{
    const cli_command *command;
    cli_exit problem = cli_command_of_arguments(call, &command);
    if (problem)
        return problem;
    if (command == &cli_program)
        man_page_of_program();
    else
        man_page_of_command(command);
    return CLI_GOOD;
}

const cli_command cli_command_man = {
    .name = "man",
    .summary = "print the manual page",
    .description = "Prints the manual page of the program, or of one command, in roff on the standard output. It says "
                   "the same as the "
                   "help, since both are made from the same tables.",
    CLI_ARGUMENTS(arguments),
    CLI_EXAMPLES(examples),
    .run = man_run,
};
