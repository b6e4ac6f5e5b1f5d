/* Memory for authoring calls. The evaluation never allocates: its callers own the memory. */
#ifndef KINEDRIVER_ALLOCATOR_H
#define KINEDRIVER_ALLOCATOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One function does all three: new_size 0 frees (and returns NULL), block NULL allocates, otherwise the block is moved.
 * old_size is the size given when the block was last allocated, 0 for NULL. Memory is aligned for any C type. On
 * failure it returns NULL and leaves the old block as it is. Must be callable from the thread that makes the authoring
 * call. */
typedef struct kd_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} kd_allocator;

/* The C library's realloc and free. */
kd_allocator kd_allocator_default(void);

#ifdef __cplusplus
}
#endif
#endif
