/* Bounded copy of UTF-8 text into a fixed buffer. */
#ifndef KDI_BASE_TEXT_COPY_H
#define KDI_BASE_TEXT_COPY_H

#include <stddef.h>

/* Copies as much of text as fits, never cutting a UTF-8 sequence in two; always terminates. capacity > 0. */
void kdi_text_copy(char *to, size_t capacity, const char *text);

#endif
