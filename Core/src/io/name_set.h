/* A set of names, for making names unique while a file is read. It keeps the pointers, not copies. */
#ifndef KDI_IO_NAME_SET_H
#define KDI_IO_NAME_SET_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct kdi_name_set {
    const char **slots; /* open addressing */
    size_t slot_count;  /* a power of two, at least twice the names */
} kdi_name_set;

/* Room for so many names; false without memory. */
bool kdi_name_set_init(kdi_name_set *set, kdi_arena *arena, size_t names);

bool kdi_name_set_has(const kdi_name_set *set, const char *name);

/* False if the name is there already. */
bool kdi_name_set_add(kdi_name_set *set, const char *name);

/* Adds the name, with "_<number>" or a later number behind it if it is taken; *changed tells. NULL without memory. */
const char *kdi_name_set_add_unique(kdi_name_set *set, kdi_arena *arena, const char *name, int32_t number,
                                    bool *changed);

#endif
