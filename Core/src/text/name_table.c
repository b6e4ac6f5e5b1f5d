/* Open addressing with linear probing, at most half full. Slots keep the whole hash, so that growing reads no names and
 * a search compares bytes only where 64 bits agree. Hashes begin with a seed that differs from run to run, so that a
 * file cannot be made whose names all fall into one place; what is found does not depend on it. */
#include "text/name_table.h"

#include "base/allocator.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

enum { NAME_TABLE_FIRST_CAPACITY = 16 };

struct kdi_name_slot {
    const char *name; /* NULL: empty */
    size_t length;
    uint64_t hash;
    int32_t index;
};

void kdi_name_table_init(kdi_name_table *table, const kd_allocator *allocator)
{
    table->allocator = *allocator;
    table->slots = NULL;
    table->capacity = 0;
    table->count = 0;
    /* Where this run's stack, code and heap lie: no secret for a spy, but nothing that a file can foresee. */
    table->seed = (uint64_t)(uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)(uintptr_t)&kdi_name_table_init;
}

void kdi_name_table_free(kdi_name_table *table)
{
    kdi_free(&table->allocator, table->slots, table->capacity * sizeof *table->slots);
    table->slots = NULL;
    table->capacity = 0;
    table->count = 0;
}

static uint64_t name_table_hash(const kdi_name_table *table, const char *name, size_t length)
{
    uint64_t hash = kdi_hash(KDI_HASH_START ^ table->seed, name, length);
    hash = (hash ^ (hash >> 32)) * UINT64_C(0xd6e8feb86659fd93); /* the low bits choose the slot: let all take part */
    return hash ^ (hash >> 32);
}

/* The slot that holds the name, or the empty one where it belongs. The table has an empty slot. */
static kdi_name_slot *name_table_probe(const kdi_name_table *table, const char *name, size_t length, uint64_t hash)
{
    size_t at = (size_t)hash & (table->capacity - 1);
    for (;;) {
        kdi_name_slot *slot = &table->slots[at];
        if (!slot->name)
            return slot;
        if (slot->hash == hash && slot->length == length && memcmp(slot->name, name, length) == 0)
            return slot;
        at = (at + 1) & (table->capacity - 1);
    }
}

static int name_table_grow(kdi_name_table *table)
{
    kdi_name_table grown = *table;
    grown.capacity = table->capacity ? table->capacity * 2 : NAME_TABLE_FIRST_CAPACITY;
    grown.slots = (kdi_name_slot *)kdi_allocate(&table->allocator, grown.capacity, sizeof *grown.slots);
    if (!grown.slots)
        return 0;
    memset(grown.slots, 0, grown.capacity * sizeof *grown.slots);
    for (size_t i = 0; i < table->capacity; i++) {
        const kdi_name_slot *slot = &table->slots[i];
        if (slot->name)
            *name_table_probe(&grown, slot->name, slot->length, slot->hash) = *slot;
    }
    kdi_free(&table->allocator, table->slots, table->capacity * sizeof *table->slots);
    *table = grown;
    return 1;
}

int32_t kdi_name_table_find(const kdi_name_table *table, const char *name, size_t length)
{
    if (table->count == 0)
        return KDI_NO_NAME;
    const kdi_name_slot *slot = name_table_probe(table, name, length, name_table_hash(table, name, length));
    return slot->name ? slot->index : KDI_NO_NAME;
}

kd_result kdi_name_table_add(kdi_name_table *table, const char *name, size_t length, int32_t index, int32_t *present)
{
    *present = kdi_name_table_find(table, name, length);
    if (*present != KDI_NO_NAME)
        return KD_OK;
    if (table->count * 2 >= table->capacity && !name_table_grow(table))
        return KD_OUT_OF_MEMORY;
    kdi_name_slot *slot = name_table_probe(table, name, length, name_table_hash(table, name, length));
    slot->name = name;
    slot->length = length;
    slot->hash = name_table_hash(table, name, length);
    slot->index = index;
    table->count++;
    return KD_OK;
}

const char *kdi_name_table_add_unique(kdi_name_table *table, kdi_arena *arena, const char *name, int32_t number)
{
    enum { NUMBER_ROOM = 16 };
    size_t length = strlen(name);
    int32_t present;
    if (kdi_name_table_add(table, name, length, 0, &present) != KD_OK)
        return NULL;
    if (present == KDI_NO_NAME)
        return name;
    char *longer = KDI_ARENA_PUSH(arena, char, length + NUMBER_ROOM);
    if (!longer)
        return NULL;
    memcpy(longer, name, length);
    while (present != KDI_NO_NAME) {
        snprintf(longer + length, NUMBER_ROOM, "_%d", (int)number++);
        if (kdi_name_table_add(table, longer, strlen(longer), 0, &present) != KD_OK)
            return NULL;
    }
    return longer;
}
