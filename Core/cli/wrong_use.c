/* The message for a command line that makes no sense. */
#include "call.h"

#include "help.h"
#include "terminal.h"

#include <stdarg.h>
#include <stdio.h>

cli_exit cli_wrong_use(const cli_command *command, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("kinedriver: ", stderr);
    cli_terminal_print(stderr, text);
    fputc('\n', stderr);
    cli_help_usage(stderr, command);
    const char *blank = *command->name ? " " : "";
    fprintf(stderr, "'kinedriver%s%s --help' tells more.\n", blank, command->name);
    return CLI_WRONG_USE;
}
