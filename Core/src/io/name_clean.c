/* Names from files that promise no encoding. */
#include "io/name_clean.h"

#include "text/utf8.h"

char *kdi_name_clean(kdi_arena *arena, const char *name, size_t length, size_t limit, bool *changed)
{
    *changed = length > limit;
    char *copy = kdi_arena_text(arena, name, length > limit ? limit : length);
    if (!copy)
        return NULL;
    size_t size = length > limit ? limit : length;
    if (length > limit)
        while (size > 0 && ((unsigned char)name[size] & 0xC0u) == 0x80u)
            size--; /* the first byte left out continues a character: leave out its beginning too */
    copy[size] = '\0';
    for (size_t at = 0;;) {
        at += kdi_utf8_valid_length(copy + at, size - at);
        if (at >= size)
            break;
        copy[at++] = '_';
        *changed = true;
    }
    for (size_t i = 0; i < size; i++)
        if (copy[i] == '\0') {
            copy[i] = '_';
            *changed = true;
        }
    return copy;
}
