/* Accessors: typed arrays inside the buffers, with strides, normalised integers and sparse replacements. Opening one
 * checks that all of it lies inside its buffer, so that reading cannot go astray; every byte read is charged to the
 * memory limit. */
#include "io/gltf_read.h"

#include <math.h>
#include <string.h>

enum {
    ACCESSOR_BYTE = 5120,
    ACCESSOR_UBYTE,
    ACCESSOR_SHORT,
    ACCESSOR_USHORT,
    ACCESSOR_INT,
    ACCESSOR_UINT,
    ACCESSOR_FLOAT
};

static size_t accessor_component_size(int type)
{
    static const unsigned char sizes[] = {1, 1, 2, 2, 4, 4, 4};
    return sizes[type - ACCESSOR_BYTE];
}

static int accessor_components(const char *type)
{
    static const struct {
        const char *name;
        int components;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i].name) == 0)
            return types[i].components;
    return 0;
}

/* The bytes of a bufferView; *stride becomes the view's, or stays. */
static bool accessor_open_view(kdi_gltf *gltf, const kdi_json *reference, const unsigned char **data, size_t *size,
                               size_t *stride)
{
    kdi_json list = kdi_json_member(&gltf->top, "bufferViews");
    kdi_json view;
    if (!kdi_json_need_item(gltf, reference, &list, &view))
        return false;
    kdi_json buffer_at = kdi_json_member(&view, "buffer");
    kdi_json offset_at = kdi_json_member(&view, "byteOffset");
    kdi_json length_at = kdi_json_member(&view, "byteLength");
    kdi_json stride_at = kdi_json_member(&view, "byteStride");
    int32_t buffer = -1;
    int64_t offset = 0;
    int64_t length = -1;
    int64_t step = (int64_t)*stride;
    if (!kdi_json_get_index(gltf, &buffer_at, gltf->buffer_count, &buffer) ||
        !kdi_json_get_int(gltf, &offset_at, 0, INT64_C(1) << 48, &offset) ||
        !kdi_json_get_int(gltf, &length_at, 0, INT64_C(1) << 48, &length) ||
        !kdi_json_get_int(gltf, &stride_at, 4, 252, &step))
        return false;
    if (buffer < 0 || length < 0)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, &view, "a bufferView must have a buffer and a byteLength");
    uint64_t available = gltf->buffers[buffer].size;
    if ((uint64_t)offset > available || (uint64_t)length > available - (uint64_t)offset)
        return kdi_gltf_error(gltf, KD_TRUNCATED, &view, "the bufferView ends at byte %lld of a buffer of %llu",
                              (long long)(offset + length), (unsigned long long)available);
    *data = gltf->buffers[buffer].data + offset;
    *size = (size_t)length;
    *stride = (size_t)step;
    return true;
}

/* Finds `count` elements of `element` bytes at a bufferView and offset named in `json`. */
static bool accessor_find(kdi_gltf *gltf, const kdi_json *json, int32_t count, size_t element,
                          const unsigned char **data, size_t *stride)
{
    kdi_json view_at = kdi_json_member(json, "bufferView");
    kdi_json offset_at = kdi_json_member(json, "byteOffset");
    size_t size = 0;
    int64_t offset = 0;
    *stride = element;
    if (!accessor_open_view(gltf, &view_at, data, &size, stride) ||
        !kdi_json_get_int(gltf, &offset_at, 0, INT64_C(1) << 48, &offset))
        return false;
    if (*stride < element)
        return kdi_gltf_error(gltf, KD_RANGE, json,
                              "the byteStride %zu of its view is less than the element's %zu bytes", *stride, element);
    uint64_t needed = count > 0 ? (uint64_t)(count - 1) * *stride + element : 0;
    if ((uint64_t)offset > size || needed > size - (uint64_t)offset)
        return kdi_gltf_error(gltf, KD_TRUNCATED, json,
                              "%d elements need %llu bytes from %lld on, the bufferView has %zu", (int)count,
                              (unsigned long long)needed, (long long)offset, size);
    *data += offset;
    return true;
}

static bool accessor_open_sparse(kdi_gltf *gltf, const kdi_json *sparse, kdi_gltf_accessor *accessor)
{
    kdi_json count_at = kdi_json_member(sparse, "count");
    kdi_json indices = kdi_json_member(sparse, "indices");
    kdi_json values = kdi_json_member(sparse, "values");
    kdi_json type_at = kdi_json_member(&indices, "componentType");
    int64_t count = 0;
    int64_t type = 0;
    size_t stride = 0;
    if (!kdi_json_get_int(gltf, &count_at, 1, accessor->count, &count) ||
        !kdi_json_get_int(gltf, &type_at, ACCESSOR_BYTE, ACCESSOR_UINT, &type))
        return false;
    if (type != ACCESSOR_UBYTE && type != ACCESSOR_USHORT && type != ACCESSOR_UINT)
        return kdi_gltf_error(gltf, KD_VALUE, &type_at, "indices must be of componentType 5121, 5123 or 5125");
    size_t element = accessor_component_size(accessor->component_type) * (size_t)accessor->components;
    if (!accessor_find(gltf, &indices, (int32_t)count, accessor_component_size((int)type), &accessor->sparse_indices,
                       &stride))
        return false;
    if (stride != accessor_component_size((int)type))
        return kdi_gltf_error(gltf, KD_VALUE, &indices, "the bufferView of sparse indices must not have a byteStride");
    if (!accessor_find(gltf, &values, (int32_t)count, element, &accessor->sparse_values, &stride))
        return false;
    if (stride != element)
        return kdi_gltf_error(gltf, KD_VALUE, &values, "the bufferView of sparse values must not have a byteStride");
    accessor->sparse_count = (int32_t)count;
    accessor->sparse_index_type = (int)type;
    return true;
}

static bool accessor_read_head(kdi_gltf *gltf, const kdi_json *json, kdi_gltf_accessor *accessor)
{
    kdi_json type_at = kdi_json_member(json, "type");
    kdi_json component_at = kdi_json_member(json, "componentType");
    kdi_json count_at = kdi_json_member(json, "count");
    kdi_json normalized_at = kdi_json_member(json, "normalized");
    const char *type = NULL;
    int64_t component = 0;
    int64_t count = -1;
    if (!kdi_json_get_text(gltf, &type_at, &type) ||
        !kdi_json_get_int(gltf, &component_at, ACCESSOR_BYTE, ACCESSOR_FLOAT, &component) ||
        !kdi_json_get_int(gltf, &count_at, 0, INT32_MAX, &count))
        return false;
    if (!type || component == 0 || count < 0)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, json, "an accessor must have type, componentType and count");
    if (component == ACCESSOR_INT)
        return kdi_gltf_error(gltf, KD_VALUE, &component_at, "5124 is not a componentType of glTF 2.0");
    memset(accessor, 0, sizeof *accessor);
    accessor->components = accessor_components(type);
    if (accessor->components == 0)
        return kdi_gltf_error(gltf, KD_VALUE, &type_at, "type '%.40s' cannot be used here", type);
    accessor->component_type = (int)component;
    accessor->count = (int32_t)count;
    accessor->is_normalized = kdi_json_is_true(&normalized_at);
    return true;
}

bool kdi_gltf_open_accessor(kdi_gltf *gltf, const kdi_json *reference, kdi_gltf_accessor *accessor)
{
    kdi_json list = kdi_json_member(&gltf->top, "accessors");
    kdi_json json;
    if (!kdi_json_need_item(gltf, reference, &list, &json) || !accessor_read_head(gltf, &json, accessor))
        return false;
    kdi_json view_at = kdi_json_member(&json, "bufferView");
    kdi_json sparse = kdi_json_member(&json, "sparse");
    size_t element = accessor_component_size(accessor->component_type) * (size_t)accessor->components;
    if (view_at.value && !accessor_find(gltf, &json, accessor->count, element, &accessor->data, &accessor->stride))
        return false;
    return !sparse.value || accessor_open_sparse(gltf, &sparse, accessor);
}

static bool accessor_charge(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor)
{
    size_t bytes = (size_t)accessor->count * (size_t)accessor->components * 4;
    if (bytes > gltf->desc->limits.memory_bytes - gltf->decoded_bytes)
        return kdi_gltf_error(gltf, KD_LIMIT, reference, "the file describes more data than the limit of %zu bytes",
                              gltf->desc->limits.memory_bytes);
    gltf->decoded_bytes += bytes;
    return true;
}

/* A component as an integer; floats do not come here. */
static int64_t accessor_integer(const unsigned char *at, int type)
{
    switch (type) {
    case ACCESSOR_BYTE:
        return at[0] < 128 ? at[0] : (int64_t)at[0] - 256;
    case ACCESSOR_UBYTE:
        return at[0];
    case ACCESSOR_SHORT:
    case ACCESSOR_USHORT: {
        int64_t value = at[0] | at[1] << 8;
        return type == ACCESSOR_SHORT && value >= 32768 ? value - 65536 : value;
    }
    default:
        return (int64_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
    }
}

static float accessor_float(const unsigned char *at, const kdi_gltf_accessor *accessor)
{
    if (accessor->component_type == ACCESSOR_FLOAT) {
        uint32_t bits = (uint32_t)accessor_integer(at, ACCESSOR_UINT);
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    static const double largest[] = {127.0, 255.0, 32767.0, 65535.0, 2147483647.0, 4294967295.0};
    double value = (double)accessor_integer(at, accessor->component_type);
    if (accessor->is_normalized)
        value = fmax(value / largest[accessor->component_type - ACCESSOR_BYTE], -1.0);
    return (float)value;
}

static bool accessor_decode_floats(const unsigned char *at, const kdi_gltf_accessor *accessor, float *values)
{
    size_t size = accessor_component_size(accessor->component_type);
    bool finite = true;
    for (int c = 0; c < accessor->components; c++) {
        values[c] = accessor_float(at + (size_t)c * size, accessor);
        finite = finite && isfinite(values[c]);
    }
    return finite;
}

/* The element that sparse entry i replaces; reports an index out of range. */
static bool accessor_sparse_target(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor,
                                   int32_t i, size_t *target)
{
    size_t size = accessor_component_size(accessor->sparse_index_type);
    int64_t index = accessor_integer(accessor->sparse_indices + (size_t)i * size, accessor->sparse_index_type);
    if (index >= accessor->count)
        return kdi_gltf_error(gltf, KD_INDEX, reference, "sparse index %lld points outside the accessor's %d elements",
                              (long long)index, (int)accessor->count);
    *target = (size_t)index;
    return true;
}

bool kdi_gltf_read_floats(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor, float *values)
{
    if (!accessor_charge(gltf, reference, accessor))
        return false;
    size_t width = (size_t)accessor->components;
    size_t count = (size_t)accessor->count;
    size_t element = accessor_component_size(accessor->component_type) * width;
    bool finite = true;
    if (!accessor->data && count > 0)
        memset(values, 0, count * width * sizeof *values);
    for (size_t i = 0; accessor->data && i < count; i++)
        finite = accessor_decode_floats(accessor->data + i * accessor->stride, accessor, values + i * width) && finite;
    for (int32_t i = 0; i < accessor->sparse_count; i++) {
        size_t target = 0;
        if (!accessor_sparse_target(gltf, reference, accessor, i, &target))
            return false;
        finite =
            accessor_decode_floats(accessor->sparse_values + (size_t)i * element, accessor, values + target * width) &&
            finite;
    }
    return finite ? true : kdi_gltf_error(gltf, KD_NUMBER, reference, "the accessor holds a number that is not finite");
}

bool kdi_gltf_read_uints(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor, uint32_t *values)
{
    int type = accessor->component_type;
    if (type != ACCESSOR_UBYTE && type != ACCESSOR_USHORT && type != ACCESSOR_UINT)
        return kdi_gltf_error(gltf, KD_VALUE, reference,
                              "expected unsigned integers, componentType 5121, 5123 or 5125");
    if (!accessor_charge(gltf, reference, accessor))
        return false;
    size_t width = (size_t)accessor->components;
    size_t count = (size_t)accessor->count;
    size_t size = accessor_component_size(type);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < width; c++)
            values[i * width + c] =
                accessor->data ? (uint32_t)accessor_integer(accessor->data + i * accessor->stride + c * size, type) : 0;
    for (int32_t i = 0; i < accessor->sparse_count; i++) {
        size_t target = 0;
        if (!accessor_sparse_target(gltf, reference, accessor, i, &target))
            return false;
        for (size_t c = 0; c < width; c++)
            values[target * width + c] =
                (uint32_t)accessor_integer(accessor->sparse_values + ((size_t)i * width + c) * size, type);
    }
    return true;
}
