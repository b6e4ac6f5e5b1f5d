/* Text for a terminal. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_terminal_can_erase(FILE *stream)
{
    const char *kind = getenv("TERM");
    return kind && strcmp(kind, "dumb") != 0 && isatty(fileno(stream));
}

bool cli_terminal_has_color(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return !(no_color && *no_color) && cli_terminal_can_erase(stream);
}

int cli_utf8_length(const char *text)
{
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] < 0x80)
        return byte[0] ? 1 : 0;
    int length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4)
        return 0;
    unsigned code = byte[0] & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < smallest[length] || is_surrogate || code > 0x10ffff ? 0 : length;
}

/* The next piece of the text as it is shown; returns the bytes taken. */
static int terminal_piece(const char *text, char shown[8], int *columns)
{
    const unsigned char *byte = (const unsigned char *)text;
    int length = cli_utf8_length(text);
    bool is_control = byte[0] < 0x20 || byte[0] == 0x7f || (length == 2 && byte[0] == 0xc2 && byte[1] < 0xa0);
    if (length == 0 || is_control) {
        *columns = snprintf(shown, 8, "\\x%02x", byte[0]);
        return 1;
    }
    memcpy(shown, text, (size_t)length);
    shown[length] = 0;
    *columns = 1;
    return length;
}

int cli_terminal_print(FILE *stream, const char *text)
{
    char shown[8];
    int columns, width = 0;
    while (*text) {
        text += terminal_piece(text, shown, &columns);
        fputs(shown, stream);
        width += columns;
    }
    return width;
}

int cli_terminal_width(const char *text)
{
    char shown[8];
    int columns, width = 0;
    while (*text) {
        text += terminal_piece(text, shown, &columns);
        width += columns;
    }
    return width;
}
