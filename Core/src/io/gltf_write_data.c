/* Arrays of numbers: each becomes one accessor on one bufferView of its own, little endian, aligned to 4 bytes. */
#include "io/gltf_write.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char *data_type(int components)
{
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    return components == 16 ? "MAT4" : names[components - 1];
}

static void data_put_little_endian(unsigned char *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

/* Room in the buffer, with the bufferView that covers it; NULL after an error. */
static unsigned char *data_begin(kdi_gltf_writer *writer, const kdi_gltf_array *array, size_t component_size)
{
    size_t size = array->count * (size_t)array->components * component_size;
    size_t padded = (size + 3) & ~(size_t)3;
    size_t offset = writer->data.size;
    unsigned char *to = padded > UINT32_MAX ? NULL : (unsigned char *)kd_buffer_extend(&writer->data, padded);
    if (!to) {
        kdi_gltf_write_no_memory(writer);
        return NULL;
    }
    memset(to + size, 0, padded - size);
    kdi_emit *emit = &writer->views;
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_int(emit, "buffer", 0);
    kdi_emit_int(emit, "byteOffset", (int64_t)offset);
    kdi_emit_int(emit, "byteLength", (int64_t)size);
    if (array->target != KDI_GLTF_NO_TARGET)
        kdi_emit_int(emit, "target", array->target);
    kdi_emit_close(emit, '}');
    return to;
}

/* The accessor has the same number as its view. */
static int32_t data_end(kdi_gltf_writer *writer, const kdi_gltf_array *array, int component_type, const float *low,
                        const float *high)
{
    kdi_emit *emit = &writer->accessors;
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_int(emit, "bufferView", writer->view_count);
    kdi_emit_int(emit, "componentType", component_type);
    kdi_emit_int(emit, "count", (int64_t)array->count);
    kdi_emit_text(emit, "type", data_type(array->components));
    if (array->has_bounds) {
        kdi_emit_floats(emit, "min", low, array->components);
        kdi_emit_floats(emit, "max", high, array->components);
    }
    kdi_emit_close(emit, '}');
    return writer->view_count++;
}

int32_t kdi_gltf_put_floats(kdi_gltf_writer *writer, const kdi_gltf_array *array, const float *values)
{
    float low[16], high[16];
    unsigned char *to = data_begin(writer, array, sizeof(float));
    if (!to)
        return -1;
    for (int c = 0; c < array->components; c++) {
        low[c] = FLT_MAX;
        high[c] = -FLT_MAX;
    }
    size_t total = array->count * (size_t)array->components;
    for (size_t i = 0; i < total; i++) {
        double exact = (double)values[i] * array->factor;
        if (!(fabs(exact) <= FLT_MAX)) {
            kdi_gltf_fail(writer, KD_NUMBER, array->path,
                          "a number is not finite, or too large when written in metres");
            return -1;
        }
        float value = (float)exact;
        uint32_t bits;
        int c = (int)(i % (size_t)array->components);
        memcpy(&bits, &value, sizeof bits);
        data_put_little_endian(to + i * sizeof bits, bits, 4);
        low[c] = value < low[c] ? value : low[c];
        high[c] = value > high[c] ? value : high[c];
    }
    return data_end(writer, array, KDI_GLTF_F32, low, high);
}

int32_t kdi_gltf_put_uints(kdi_gltf_writer *writer, const kdi_gltf_array *array, int component_type,
                           const uint32_t *values)
{
    int bytes = component_type == KDI_GLTF_U8 ? 1 : component_type == KDI_GLTF_U16 ? 2 : 4;
    unsigned char *to = data_begin(writer, array, (size_t)bytes);
    if (!to)
        return -1;
    size_t total = array->count * (size_t)array->components;
    for (size_t i = 0; i < total; i++)
        data_put_little_endian(to + i * (size_t)bytes, values[i], bytes);
    return data_end(writer, array, component_type, NULL, NULL);
}
