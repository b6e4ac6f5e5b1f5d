/* Bytes that grow: what files are read into and what writers write to. */
#ifndef KINEDRIVER_BUFFER_H
#define KINEDRIVER_BUFFER_H

#include "kinedriver/allocator.h"
#include "kinedriver/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_buffer {
    unsigned char *data; /* size bytes, followed by one zero byte that is not counted; NULL while empty */
    size_t size;
    size_t capacity;
    kd_allocator allocator;
} kd_buffer;

/* An empty buffer. allocator NULL: the default one. */
kd_buffer kd_buffer_make(const kd_allocator *allocator);
void kd_buffer_free(kd_buffer *buffer);

/* Appends; on KD_OUT_OF_MEMORY the buffer is as before. */
kd_result kd_buffer_append(kd_buffer *buffer, const void *data, size_t size);

/* Makes the buffer `size` bytes longer and returns where the new, unset bytes begin; NULL without memory. */
void *kd_buffer_extend(kd_buffer *buffer, size_t size);

#ifdef __cplusplus
}
#endif
#endif
