/* Names from files that promise no encoding. */
#ifndef KDI_IO_NAME_CLEAN_H
#define KDI_IO_NAME_CLEAN_H

#include "base/arena.h"

#include <stdbool.h>

/* A terminated copy in which every byte that is not part of valid UTF-8, and every zero byte, is '_'. *changed tells
 * whether there was one. Cut (at a character) to `limit` bytes. NULL without memory. */
char *kdi_name_clean(kdi_arena *arena, const char *name, size_t length, size_t limit, bool *changed);

#endif
