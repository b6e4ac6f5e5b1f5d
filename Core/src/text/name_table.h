/* From names to indices: what readers and checks ask instead of searching a list for every name. */
#ifndef KDI_TEXT_NAME_TABLE_H
#define KDI_TEXT_NAME_TABLE_H

#include "base/arena.h"
#include "kinedriver/result.h"

#include <stdint.h>

typedef struct kdi_name_slot kdi_name_slot;

/* The names themselves stay where they are: they must live as long as the table and not move. */
typedef struct kdi_name_table {
    kd_allocator allocator;
    kdi_name_slot *slots;
    size_t capacity; /* of slots: 0 or a power of two */
    size_t count;
    uint64_t seed; /* not known to those who write files */
} kdi_name_table;

enum { KDI_NO_NAME = -1 };

void kdi_name_table_init(kdi_name_table *table, const kd_allocator *allocator);
void kdi_name_table_free(kdi_name_table *table);

/* The index that the name was added with, or KDI_NO_NAME. The name need not be terminated. */
int32_t kdi_name_table_find(const kdi_name_table *table, const char *name, size_t length);

/* Adds a name. If it is there already, the table stays as it is and *present is the index it has; otherwise *present is
 * KDI_NO_NAME. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_name_table_add(kdi_name_table *table, const char *name, size_t length, int32_t index, int32_t *present);

/* Adds a terminated name with the index 0; if it is taken, a longer one from the arena with "_<number>" or a later
 * number behind it. Returns the name added, which is another pointer then; NULL without memory. */
const char *kdi_name_table_add_unique(kdi_name_table *table, kdi_arena *arena, const char *name, int32_t number);

#endif
