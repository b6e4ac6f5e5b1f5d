/* The default allocator and the checked forms that the rest of the core calls. */
#include "base/allocator.h"

#include <stdlib.h>

static void *allocator_resize_with_libc(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

kd_allocator kd_allocator_default(void)
{
    kd_allocator allocator;
    allocator.resize = allocator_resize_with_libc;
    allocator.user = NULL;
    return allocator;
}

void *kdi_allocate(const kd_allocator *allocator, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    return allocator->resize(allocator->user, NULL, 0, count * size);
}

void kdi_free(const kd_allocator *allocator, void *block, size_t size)
{
    if (block)
        allocator->resize(allocator->user, block, size, 0);
}

int kdi_reserve(const kd_allocator *allocator, void **items, size_t *capacity, size_t needed, size_t item_size)
{
    if (needed <= *capacity)
        return 1;
    size_t limit = SIZE_MAX / item_size;
    if (needed > limit)
        return 0;
    size_t grown = *capacity < 8 ? 8 : *capacity;
    while (grown < needed)
        grown = grown > limit / 2 ? limit : grown * 2;
    void *block = allocator->resize(allocator->user, *items, *capacity * item_size, grown * item_size);
    if (!block)
        return 0;
    *items = block;
    *capacity = grown;
    return 1;
}
