/* Text for a terminal: colours only where they are wanted, and no control characters from files or file names. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* A terminal that understands colours, and a user who has not set NO_COLOR. */
bool cli_terminal_has_color(FILE *stream);

/* A terminal on which a line can be taken back. */
bool cli_terminal_can_erase(FILE *stream);

/* Prints UTF-8 text; a byte that could steer the terminal or is no UTF-8 is shown as \x1b. Returns the columns used,
 * one for a character. */
int cli_terminal_print(FILE *stream, const char *text);

/* The columns that cli_terminal_print would use. */
int cli_terminal_width(const char *text);

/* The length of the UTF-8 character at text, 0 if there is no valid one. */
int cli_utf8_length(const char *text);

#endif
