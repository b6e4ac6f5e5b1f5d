/* The check of UTF-8 text. The first byte of a character fixes its length and the range of its second byte; all that
 * follow lie in 80..BF. That is the whole of the table in RFC 3629, section 4. */
#include "text/utf8.h"

/* The length of the valid character at text, 0 where there is none. */
static size_t utf8_character(const unsigned char *text, size_t size)
{
    unsigned char first = text[0];
    unsigned char low = 0x80, high = 0xBF;
    size_t length;
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        length = 2;
    else if ((first & 0xF0u) == 0xE0)
        length = 3;
    else if (first >= 0xF0 && first <= 0xF4)
        length = 4;
    else
        return 0;
    if (length > size)
        return 0;
    if (first == 0xE0)
        low = 0xA0; /* less would be overlong */
    else if (first == 0xED)
        high = 0x9F; /* more would be a surrogate */
    else if (first == 0xF0)
        low = 0x90;
    else if (first == 0xF4)
        high = 0x8F;
    if (text[1] < low || text[1] > high)
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((text[i] & 0xC0u) != 0x80)
            return 0;
    return length;
}

size_t kdi_utf8_valid_length(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        size_t length = utf8_character((const unsigned char *)text + at, size - at);
        if (length == 0)
            break;
        at += length;
    }
    return at;
}
