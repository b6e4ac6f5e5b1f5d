/* Bounded copy of UTF-8 text into a fixed buffer. */
#include "base/text_copy.h"

#include <string.h>

void kdi_text_copy(char *to, size_t capacity, const char *text)
{
    size_t length = strlen(text);
    if (length >= capacity) {
        length = capacity - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u)
            length--; /* the first byte left out continues a character: leave out its beginning too */
    }
    memmove(to, text, length);
    to[length] = '\0';
}
