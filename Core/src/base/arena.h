/* Memory of one document: many small pieces that live and die together. A document (rig, scene) owns one arena, so that
 * freeing it cannot forget anything and a reader that stops half-way leaks nothing. */
#ifndef KDI_BASE_ARENA_H
#define KDI_BASE_ARENA_H

#include "kinedriver/allocator.h"

typedef struct kdi_arena_block kdi_arena_block;

typedef struct kdi_arena {
    kd_allocator allocator;
    kdi_arena_block *newest;
    size_t used_bytes;  /* handed out */
    size_t limit_bytes; /* a push beyond this fails like a lack of memory; 0: no limit */
    int limit_hit;      /* a push failed for this reason */
} kdi_arena;

void kdi_arena_init(kdi_arena *arena, const kd_allocator *allocator, size_t limit_bytes);
void kdi_arena_free(kdi_arena *arena);

/* An arena whose record lies in its own memory, for documents that own theirs; NULL if it fails. allocator NULL: the
 * default one. kdi_arena_close frees it and all that lies in it; it may be NULL. */
kdi_arena *kdi_arena_open(const kd_allocator *allocator, size_t limit_bytes);
void kdi_arena_close(kdi_arena *arena);

/* An allocator that takes from the arena, which must not move; what is given back stays in the arena. */
kd_allocator kdi_arena_allocator(kdi_arena *arena);

/* Zeroed memory for count items, aligned for any C type; NULL if it fails. A count of 0 gives a valid pointer that must
 * not be read. */
void *kdi_arena_push(kdi_arena *arena, size_t count, size_t size);

/* A terminated copy of length bytes of text; NULL if it fails. */
char *kdi_arena_text(kdi_arena *arena, const char *text, size_t length);

/* A list in the arena that grows by one: returns the items, moved if needed, with room for count + 1, or NULL if it
 * fails. The outgrown copy stays in the arena; since lists double, that is at most as much again. Only for lists that
 * began as NULL here. */
void *kdi_arena_grow(kdi_arena *arena, void *items, size_t count, size_t size);

#define KDI_ARENA_PUSH(arena, type, count) ((type *)kdi_arena_push((arena), (count), sizeof(type)))

#endif
