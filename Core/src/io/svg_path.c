/* Path data. A number needs a blank before it only if it could be taken for the rest of the last one: neither after a
 * letter nor before a minus. */
#include "io/svg_path.h"

static void path_put(kdi_svg_path *path, const char *text, size_t length)
{
    if (path->result == KD_OK)
        path->result = kd_buffer_append(path->out, text, length);
}

void kdi_svg_path_letter(kdi_svg_path *path, char letter)
{
    path_put(path, &letter, 1);
    path->tight = true;
}

static void path_number(kdi_svg_path *path, int32_t number)
{
    char text[16];
    size_t at = sizeof text;
    uint32_t left = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    do {
        text[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        text[--at] = '-';
    else if (!path->tight)
        text[--at] = ' ';
    path_put(path, text + at, sizeof text - at);
    path->tight = false;
}

void kdi_svg_path_move(kdi_svg_path *path, int32_t x, int32_t y)
{
    kdi_svg_path_letter(path, 'M');
    path_number(path, x);
    path_number(path, y);
    path->x = x;
    path->y = y;
}

void kdi_svg_path_line(kdi_svg_path *path, int32_t x, int32_t y)
{
    path_number(path, x - path->x);
    path_number(path, y - path->y);
    path->x = x;
    path->y = y;
}
