/* Path data. A number needs a blank before it only if it could be taken for the rest of the last one: not after a
 * letter, not before a minus, not before a point if the last number had one already. */
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
    path->has_point = false;
}

static void path_number(kdi_svg_path *path, int32_t tenths)
{
    char text[16];
    size_t at = sizeof text;
    uint32_t left = tenths < 0 ? 0u - (uint32_t)tenths : (uint32_t)tenths;
    bool has_point = left % 10 != 0;
    if (has_point) {
        text[--at] = (char)('0' + left % 10);
        text[--at] = '.';
    }
    left /= 10;
    bool starts_with_point = has_point && left == 0;
    if (!starts_with_point) {
        do {
            text[--at] = (char)('0' + left % 10);
            left /= 10;
        } while (left > 0);
    }
    if (tenths < 0)
        text[--at] = '-';
    else if (!path->tight && !(starts_with_point && path->has_point))
        text[--at] = ' ';
    path_put(path, text + at, sizeof text - at);
    path->tight = false;
    path->has_point = has_point;
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
