/* UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef KDI_TEXT_UTF8_H
#define KDI_TEXT_UTF8_H

#include <stddef.h>

/* How many bytes at the start of text are whole valid characters: size where all of it is. A zero byte is a character
 * as any other. */
size_t kdi_utf8_valid_length(const char *text, size_t size);

#endif
