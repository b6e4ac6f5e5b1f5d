/* Short forms for the calls of a kd_allocator. */
#ifndef KDI_BASE_ALLOCATOR_H
#define KDI_BASE_ALLOCATOR_H

#include "kinedriver/allocator.h"

#include <stdint.h>

/* Uninitialised memory for count items of size bytes; NULL if it fails, overflows or is 0 bytes. */
void *kdi_allocate(const kd_allocator *allocator, size_t count, size_t size);

/* size is the size in bytes given at the allocation. block may be NULL. */
void kdi_free(const kd_allocator *allocator, void *block, size_t size);

/* Makes room for at least `needed` items, growing geometrically. *items and *capacity change on success only. */
int kdi_reserve(const kd_allocator *allocator, void **items, size_t *capacity, size_t needed, size_t item_size);

#endif
