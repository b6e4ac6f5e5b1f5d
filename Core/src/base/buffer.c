/* Bytes that grow. */
#include "kinedriver/buffer.h"

#include "base/allocator.h"

#include <string.h>

kd_buffer kd_buffer_make(const kd_allocator *allocator)
{
    kd_buffer buffer;
    buffer.data = NULL;
    buffer.size = 0;
    buffer.capacity = 0;
    buffer.allocator = allocator ? *allocator : kd_allocator_default();
    return buffer;
}

void kd_buffer_free(kd_buffer *buffer)
{
    kdi_free(&buffer->allocator, buffer->data, buffer->capacity);
    buffer->data = NULL;
    buffer->size = 0;
    buffer->capacity = 0;
}

void *kd_buffer_extend(kd_buffer *buffer, size_t size)
{
    if (size >= SIZE_MAX - buffer->size)
        return NULL;
    void *data = buffer->data;
    if (!kdi_reserve(&buffer->allocator, &data, &buffer->capacity, buffer->size + size + 1, 1))
        return NULL;
    buffer->data = (unsigned char *)data;
    unsigned char *added = buffer->data + buffer->size;
    buffer->size += size;
    buffer->data[buffer->size] = 0;
    return added;
}

kd_result kd_buffer_append(kd_buffer *buffer, const void *data, size_t size)
{
    void *added = kd_buffer_extend(buffer, size);
    if (!added)
        return KD_OUT_OF_MEMORY;
    if (size > 0)
        memcpy(added, data, size);
    return KD_OK;
}
