/* Places in a JSON document, reports about them, typed access to values. */
#include "io/gltf_json.h"

#include "io/gltf_read.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

kdi_json kdi_json_member(const kdi_json *object, const char *key)
{
    kdi_json at = {json_object_get(object->value, key), object, key, 0};
    return at;
}

kdi_json kdi_json_item(const kdi_json *array, size_t index)
{
    kdi_json at = {json_array_get(array->value, index), array, NULL, index};
    return at;
}

static void json_write_path(const kdi_json *at, char path[KD_ERROR_PATH_SIZE])
{
    if (!at || !at->parent) {
        path[0] = '\0';
        return;
    }
    json_write_path(at->parent, path);
    size_t length = strlen(path);
    if (at->key)
        snprintf(path + length, KD_ERROR_PATH_SIZE - length, "%s%s", length ? "." : "", at->key);
    else
        snprintf(path + length, KD_ERROR_PATH_SIZE - length, "[%zu]", at->index);
}

static void json_report(kdi_gltf *gltf, kd_severity severity, kd_result code, const kdi_json *at, const char *format,
                        va_list arguments)
{
    char path[KD_ERROR_PATH_SIZE];
    json_write_path(at, path);
    kdi_place place = {0, 0, path};
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    kdi_report(gltf->findings, severity, code, &place, "%s", text);
    if (severity == KD_SEVERITY_ERROR && gltf->result == KD_OK)
        gltf->result = code;
}

bool kdi_gltf_error(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_report(gltf, KD_SEVERITY_ERROR, code, at, format, arguments);
    va_end(arguments);
    return false;
}

bool kdi_gltf_repair(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_report(gltf, gltf->desc->strict ? KD_SEVERITY_ERROR : KD_SEVERITY_WARNING, code, at, format, arguments);
    va_end(arguments);
    return !gltf->desc->strict;
}

void kdi_gltf_note(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_report(gltf, KD_SEVERITY_NOTE, code, at, format, arguments);
    va_end(arguments);
}

bool kdi_gltf_no_memory(kdi_gltf *gltf)
{
    return kdi_gltf_error(gltf, KD_OUT_OF_MEMORY, NULL,
                          "no memory, or more than the limit of %zu bytes, for what the file holds",
                          gltf->desc->limits.memory_bytes);
}

bool kdi_json_get_count(kdi_gltf *gltf, const kdi_json *array, int32_t *count)
{
    *count = 0;
    if (!array->value)
        return true;
    if (!json_is_array(array->value))
        return kdi_gltf_error(gltf, KD_VALUE, array, "expected an array");
    size_t size = json_array_size(array->value);
    if (size > INT32_MAX)
        return kdi_gltf_error(gltf, KD_LIMIT, array, "the array has more than %d items", INT32_MAX);
    *count = (int32_t)size;
    return true;
}

bool kdi_json_get_int(kdi_gltf *gltf, const kdi_json *at, int64_t low, int64_t high, int64_t *value)
{
    if (!at->value)
        return true;
    double number = json_number_value(at->value);
    if (!json_is_number(at->value) || number != floor(number))
        return kdi_gltf_error(gltf, KD_VALUE, at, "expected a whole number");
    if (number < (double)low || number > (double)high)
        return kdi_gltf_error(gltf, KD_RANGE, at, "%.17g is not between %lld and %lld", number, (long long)low,
                              (long long)high);
    *value = (int64_t)number;
    return true;
}

bool kdi_json_get_index(kdi_gltf *gltf, const kdi_json *at, int32_t count, int32_t *index)
{
    if (!at->value)
        return true;
    double number = json_number_value(at->value);
    if (!json_is_number(at->value) || number != floor(number))
        return kdi_gltf_error(gltf, KD_VALUE, at, "expected an index, a whole number");
    if (number < 0.0 || number >= (double)count)
        return kdi_gltf_error(gltf, KD_INDEX, at, "index %.17g points outside a list of %d", number, (int)count);
    *index = (int32_t)number;
    return true;
}

bool kdi_json_get_floats(kdi_gltf *gltf, const kdi_json *at, float *values, int32_t count)
{
    if (!at->value)
        return true;
    if (!json_is_array(at->value) || json_array_size(at->value) != (size_t)count)
        return kdi_gltf_error(gltf, KD_VALUE, at, "expected an array of %d numbers", (int)count);
    for (int32_t i = 0; i < count; i++) {
        kdi_json item = kdi_json_item(at, (size_t)i);
        if (!json_is_number(item.value))
            return kdi_gltf_error(gltf, KD_VALUE, &item, "expected a number");
        double number = json_number_value(item.value);
        if (!(fabs(number) <= FLT_MAX))
            return kdi_gltf_error(gltf, KD_NUMBER, &item, "%.17g is too large", number);
        values[i] = (float)number;
    }
    return true;
}

bool kdi_json_get_text(kdi_gltf *gltf, const kdi_json *at, const char **text)
{
    if (!at->value)
        return true;
    if (!json_is_string(at->value))
        return kdi_gltf_error(gltf, KD_VALUE, at, "expected a text");
    *text = json_string_value(at->value);
    return true;
}

bool kdi_json_is_true(const kdi_json *at)
{
    return json_is_true(at->value);
}

bool kdi_json_need_item(kdi_gltf *gltf, const kdi_json *reference, const kdi_json *list, kdi_json *item)
{
    int32_t count = 0;
    int32_t index = -1;
    if (!reference->value)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, reference, "an index is required here");
    if (!kdi_json_get_count(gltf, list, &count) || !kdi_json_get_index(gltf, reference, count, &index))
        return false;
    *item = kdi_json_item(list, (size_t)index);
    return true;
}
