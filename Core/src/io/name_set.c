/* A set of names with open addressing. */
#include "io/name_set.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

bool kdi_name_set_init(kdi_name_set *set, kdi_arena *arena, size_t names)
{
    set->slot_count = 8;
    while (set->slot_count / 2 < names)
        set->slot_count *= 2;
    set->slots = KDI_ARENA_PUSH(arena, const char *, set->slot_count);
    return set->slots != NULL;
}

/* The name's slot, or the free one where it would go. */
static const char **name_set_slot(const kdi_name_set *set, const char *name)
{
    size_t slot = (size_t)kdi_hash(KDI_HASH_START, name, strlen(name));
    for (;; slot++) {
        const char **at = &set->slots[slot & (set->slot_count - 1)];
        if (!*at || strcmp(*at, name) == 0)
            return at;
    }
}

bool kdi_name_set_has(const kdi_name_set *set, const char *name)
{
    return *name_set_slot(set, name) != NULL;
}

bool kdi_name_set_add(kdi_name_set *set, const char *name)
{
    const char **slot = name_set_slot(set, name);
    if (*slot)
        return false;
    *slot = name;
    return true;
}

const char *kdi_name_set_add_unique(kdi_name_set *set, kdi_arena *arena, const char *name, int32_t number,
                                    bool *changed)
{
    *changed = false;
    if (kdi_name_set_add(set, name))
        return name;
    *changed = true;
    size_t length = strlen(name);
    char *longer = (char *)kdi_arena_push(arena, length + 16, 1);
    if (!longer)
        return NULL;
    memcpy(longer, name, length);
    do
        snprintf(longer + length, 16, "_%d", (int)number++);
    while (!kdi_name_set_add(set, longer));
    return longer;
}
