/* Attribute values: memory to text, and the words for what is expected. */
#include "model/kdi_value.h"

#include "model/rig.h"
#include "text/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUE_FIELD_CONST(type, item, row) ((const type *)(const void *)((const char *)(item) + (row)->offset))

static kd_result value_append_text(kd_buffer *out, const char *text)
{
    return kd_buffer_append(out, text, strlen(text));
}

static kd_result value_append_numbers(kd_buffer *out, const double *numbers, int32_t count)
{
    char text[KDI_NUMBER_SIZE + 1];
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i]))
            return KD_NUMBER;
        text[0] = ' ';
        int length = kdi_number_format(numbers[i], text + 1);
        kd_result result =
            i == 0 ? kd_buffer_append(out, text + 1, (size_t)length) : kd_buffer_append(out, text, (size_t)length + 1);
        if (result != KD_OK)
            return result;
    }
    return KD_OK;
}

static kd_result value_append_word(kd_buffer *out, const char *const *names, int32_t index)
{
    int32_t count = 0;
    while (names[count])
        count++;
    return index >= 0 && index < count ? value_append_text(out, names[index]) : KD_VALUE;
}

static kd_result value_append_axes(kd_buffer *out, int32_t axes)
{
    static const char *const names[] = {"none", "x", "y", "xy", "z", "xz", "yz", "xyz"};
    return axes >= 0 && axes <= KD_AXES_XYZ ? value_append_text(out, names[axes]) : KD_VALUE;
}

kd_result kdi_value_append(const kdi_attribute *row, const void *item, kd_buffer *out)
{
    char text[32];
    switch (row->kind) {
    case KDI_KIND_BOOL:
        return value_append_text(out, *VALUE_FIELD_CONST(bool, item, row) ? "true" : "false");
    case KDI_KIND_INT:
        snprintf(text, sizeof text, "%d", (int)*VALUE_FIELD_CONST(int32_t, item, row));
        return value_append_text(out, text);
    case KDI_KIND_NUMBER:
        return value_append_numbers(out, VALUE_FIELD_CONST(double, item, row), 1);
    case KDI_KIND_VEC3:
        return value_append_numbers(out, VALUE_FIELD_CONST(double, item, row), 3);
    case KDI_KIND_QUAT:
        return value_append_numbers(out, VALUE_FIELD_CONST(double, item, row), 4);
    case KDI_KIND_ENUM:
        return value_append_word(out, row->names, *VALUE_FIELD_CONST(int32_t, item, row));
    case KDI_KIND_AXES:
        return value_append_axes(out, *VALUE_FIELD_CONST(int32_t, item, row));
    case KDI_KIND_NUMBERS: {
        const kd_number_list *list = VALUE_FIELD_CONST(kd_number_list, item, row);
        return value_append_numbers(out, list->items, list->count);
    }
    case KDI_KIND_PORT: {
        const kd_port_ref *port = VALUE_FIELD_CONST(kd_port_ref, item, row);
        kd_result result = value_append_text(out, port->node);
        if (result == KD_OK)
            result = value_append_text(out, ".");
        return result == KD_OK ? value_append_text(out, port->port) : result;
    }
    default:
        return value_append_text(out, *VALUE_FIELD_CONST(char *, item, row));
    }
}

static const char *value_kind_text(kdi_kind kind)
{
    switch (kind) {
    case KDI_KIND_BOOL:
        return "true or false";
    case KDI_KIND_INT:
        return "a whole number";
    case KDI_KIND_NUMBER:
        return "a number";
    case KDI_KIND_AXES:
        return "a set of axes (xyz, xy, x … or none)";
    case KDI_KIND_TEXT:
        return "text";
    case KDI_KIND_GROUP:
        return "the name of a group";
    case KDI_KIND_JOINT:
        return "the name of a joint";
    case KDI_KIND_PORT:
        return "node.port";
    case KDI_KIND_VEC3:
        return "three numbers";
    case KDI_KIND_QUAT:
        return "four numbers x y z w of length 1";
    case KDI_KIND_NUMBERS:
        return "numbers separated by blanks";
    default:
        return "a name";
    }
}

static void value_describe_names(const char *const *names, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; names[i] && used < capacity; i++) {
        const char *between = i == 0 ? "" : names[i + 1] ? ", " : " or ";
        int added = snprintf(text + used, capacity - used, "%s%s", between, names[i]);
        used += added > 0 ? (size_t)added : 0;
    }
}

void kdi_value_describe(const kdi_attribute *row, char *text, size_t capacity)
{
    if (row->kind == KDI_KIND_ENUM) {
        value_describe_names(row->names, text, capacity);
        return;
    }
    int used = snprintf(text, capacity, "%s", value_kind_text(row->kind));
    if ((row->min == 0.0 && row->max == 0.0) || used < 0 || (size_t)used >= capacity)
        return;
    char low[KDI_NUMBER_SIZE], high[KDI_NUMBER_SIZE];
    kdi_number_format(row->min, low);
    kdi_number_format(row->max, high);
    snprintf(text + used, capacity - (size_t)used, " from %s to %s%s", low, high,
             row->unit == KD_UNIT_ANGLE ? " degrees" : "");
}

bool kdi_value_is_initial(const kdi_attribute *row, const kd_rig *rig, const void *item)
{
    if (!row->initial)
        return false;
    union { /* large enough for any field, which then lies at offset 0 */
        double numbers[4];
        kd_port_ref port;
        kd_number_list list;
        const char *text;
    } field;
    kdi_attribute moved = *row;
    moved.offset = 0;
    memset(&field, 0, sizeof field);
    /* Defaults of text and lists are empty, so that nothing is put into the memory of a rig. */
    if (kdi_value_parse(NULL, &moved, row->initial, strlen(row->initial), &field, NULL) != KD_OK)
        return false;
    if (row->kind == KDI_KIND_NUMBER)
        field.numbers[0] *= kdi_attribute_factor(row, rig);
    return kdi_value_equal(&moved, &field, (const char *)item + row->offset);
}
