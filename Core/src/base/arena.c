/* Memory of one document, in blocks that double in size. */
#include "base/arena.h"

#include "base/allocator.h"

#include <string.h>

enum { ARENA_ALIGNMENT = 16, ARENA_FIRST_BLOCK = 4096, ARENA_LARGEST_BLOCK = 1 << 20 };

struct kdi_arena_block {
    kdi_arena_block *older;
    size_t size; /* of the whole block, this head included */
    size_t used; /* this head included */
    size_t padding;
};

void kdi_arena_init(kdi_arena *arena, const kd_allocator *allocator, size_t limit_bytes)
{
    arena->allocator = *allocator;
    arena->newest = NULL;
    arena->used_bytes = 0;
    arena->limit_bytes = limit_bytes;
    arena->limit_hit = 0;
}

void kdi_arena_free(kdi_arena *arena)
{
    kdi_arena_block *block = arena->newest;
    while (block) {
        kdi_arena_block *older = block->older;
        kdi_free(&arena->allocator, block, block->size);
        block = older;
    }
    arena->newest = NULL;
    arena->used_bytes = 0;
}

static kdi_arena_block *arena_add_block(kdi_arena *arena, size_t bytes)
{
    size_t size = arena->newest ? arena->newest->size * 2 : ARENA_FIRST_BLOCK;
    if (size > ARENA_LARGEST_BLOCK)
        size = ARENA_LARGEST_BLOCK;
    if (size < bytes + sizeof(kdi_arena_block))
        size = bytes + sizeof(kdi_arena_block);
    kdi_arena_block *block = (kdi_arena_block *)kdi_allocate(&arena->allocator, 1, size);
    if (!block)
        return NULL;
    block->older = arena->newest;
    block->size = size;
    block->used = sizeof *block;
    block->padding = 0;
    arena->newest = block;
    return block;
}

void *kdi_arena_push(kdi_arena *arena, size_t count, size_t size)
{
    const size_t largest = SIZE_MAX / 2;
    if (size != 0 && count > largest / size)
        return NULL;
    size_t bytes = (count * size + (ARENA_ALIGNMENT - 1)) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if (arena->limit_bytes != 0 && bytes > arena->limit_bytes - arena->used_bytes) {
        arena->limit_hit = 1;
        return NULL;
    }
    kdi_arena_block *block = arena->newest;
    if (!block || block->size - block->used < bytes) {
        block = arena_add_block(arena, bytes);
        if (!block)
            return NULL;
    }
    void *memory = (char *)block + block->used;
    block->used += bytes;
    arena->used_bytes += bytes;
    memset(memory, 0, bytes);
    return memory;
}

char *kdi_arena_text(kdi_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = (char *)kdi_arena_push(arena, length + 1, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void *kdi_arena_grow(kdi_arena *arena, void *items, size_t count, size_t size)
{
    /* Capacity is the next power of two from 4 on, so that it follows from the count and need not be kept. */
    if (items && (count < 4 || (count & (count - 1)) != 0))
        return items;
    size_t capacity = count < 4 ? 4 : count * 2;
    void *grown = kdi_arena_push(arena, capacity, size);
    if (grown && items)
        memcpy(grown, items, count * size);
    return grown;
}

kdi_arena *kdi_arena_open(const kd_allocator *allocator, size_t limit_bytes)
{
    kd_allocator chosen = allocator ? *allocator : kd_allocator_default();
    kdi_arena arena;
    kdi_arena_init(&arena, &chosen, limit_bytes);
    kdi_arena *home = KDI_ARENA_PUSH(&arena, kdi_arena, 1);
    if (home)
        *home = arena;
    else
        kdi_arena_free(&arena);
    return home;
}

void kdi_arena_close(kdi_arena *arena)
{
    if (!arena)
        return;
    kdi_arena copy = *arena;
    kdi_arena_free(&copy);
}

static void *arena_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    void *moved = new_size > 0 ? kdi_arena_push((kdi_arena *)user, new_size, 1) : NULL;
    if (moved && block)
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
    return moved;
}

kd_allocator kdi_arena_allocator(kdi_arena *arena)
{
    kd_allocator allocator = {arena_resize, arena};
    return allocator;
}
