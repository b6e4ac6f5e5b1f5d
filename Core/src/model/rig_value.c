/* One attribute of one item: text to value, access, comparison. All the rest of the document goes through these, by the
 * kind that the format table states. */
#include "model/rig.h"

#include "text/number.h"

#include <string.h>

static void *value_field(const kdi_attribute *attribute, const void *item)
{
    return (char *)(uintptr_t)item + attribute->offset;
}

double *kdi_value_numbers(const kdi_attribute *attribute, const void *item, int32_t *count)
{
    void *field = value_field(attribute, item);
    *count = 0;
    switch (attribute->kind) {
    case KDI_KIND_NUMBER:
        *count = 1;
        return (double *)field;
    case KDI_KIND_VEC3:
        *count = 3;
        return (double *)field;
    case KDI_KIND_QUAT:
        *count = 4;
        return (double *)field;
    case KDI_KIND_NUMBERS: {
        kd_number_list *list = (kd_number_list *)field;
        *count = list->count;
        return list->items;
    }
    default:
        return NULL;
    }
}

const char **kdi_value_text(const kdi_attribute *attribute, void *item)
{
    switch (attribute->kind) {
    case KDI_KIND_TEXT:
    case KDI_KIND_NAME:
    case KDI_KIND_PORT_NAME:
    case KDI_KIND_GROUP:
    case KDI_KIND_JOINT:
        return (const char **)value_field(attribute, item);
    default:
        return NULL;
    }
}

/* A text under the reader's finger. */
typedef struct value_text {
    const char *start, *at, *end;
} value_text;

static void value_skip_blanks(value_text *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t' || *text->at == '\n' || *text->at == '\r'))
        text->at++;
}

/* The next number; numbers are ended by a blank or the end. */
static kd_result value_next_number(value_text *text, double *value)
{
    value_skip_blanks(text);
    const char *after = kdi_number_parse(text->at, text->end, value);
    if (!after)
        return KD_NUMBER;
    if (after < text->end && !strchr(" \t\n\r", *after))
        return KD_NUMBER;
    text->at = after;
    return KD_OK;
}

static kd_result value_parse_fixed(value_text *text, double *values, int count)
{
    double read[4];
    for (int i = 0; i < count; i++) {
        value_skip_blanks(text);
        if (text->at == text->end)
            return i == 0 ? KD_NUMBER : KD_COUNT_MISMATCH;
        if (value_next_number(text, &read[i]) != KD_OK)
            return KD_NUMBER;
    }
    value_skip_blanks(text);
    if (text->at < text->end)
        return KD_COUNT_MISMATCH;
    memcpy(values, read, (size_t)count * sizeof *values);
    return KD_OK;
}

static kd_result value_parse_list(kd_rig *rig, value_text *text, kd_number_list *list)
{
    kd_number_list read = {NULL, 0};
    for (value_skip_blanks(text); text->at < text->end; value_skip_blanks(text)) {
        double value;
        if (value_next_number(text, &value) != KD_OK)
            return KD_NUMBER;
        double *item = (double *)kd_rig_list_add(rig, &read.items, &read.count, sizeof value);
        if (!item)
            return KD_OUT_OF_MEMORY;
        *item = value;
    }
    *list = read;
    return KD_OK;
}

static kd_result value_parse_int(value_text *text, int32_t *value)
{
    double number;
    kd_result result = value_parse_fixed(text, &number, 1);
    if (result != KD_OK)
        return result;
    if (!(number >= INT32_MIN && number <= INT32_MAX) || number != (double)(int32_t)number)
        return KD_VALUE;
    *value = (int32_t)number;
    return KD_OK;
}

/* The index of the word among those that a NULL ends, or -1. */
static int value_find_word(const value_text *text, const char *const *words)
{
    size_t length = (size_t)(text->end - text->at);
    for (int i = 0; words[i]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], text->at, length) == 0)
            return i;
    return -1;
}

static kd_result value_parse_axes(value_text *text, int32_t *axes)
{
    static const char *const none[] = {"none", NULL};
    int32_t set = 0;
    if (value_find_word(text, none) < 0) {
        if (text->at == text->end)
            return KD_VALUE;
        for (; text->at < text->end; text->at++) {
            int32_t axis = *text->at >= 'x' && *text->at <= 'z' ? 1 << (*text->at - 'x') : 0;
            if (axis == 0 || (set & axis))
                return KD_VALUE;
            set |= axis;
        }
    }
    *axes = set;
    return KD_OK;
}

/* Node names may contain dots (bones of some tools do), port names may not: the last dot divides. */
static kd_result value_parse_port(kd_rig *rig, value_text *text, kd_port_ref *ref)
{
    const char *dot = text->end;
    while (dot > text->at && dot[-1] != '.')
        dot--;
    if (dot - text->at < 2 || dot == text->end)
        return KD_VALUE;
    const char *node = kdi_arena_text(rig->arena, text->at, (size_t)(dot - 1 - text->at));
    const char *port = kdi_arena_text(rig->arena, dot, (size_t)(text->end - dot));
    if (!node || !port)
        return KD_OUT_OF_MEMORY;
    ref->node = node;
    ref->port = port;
    return KD_OK;
}

static kd_result value_parse_word(const value_text *text, const char *const *words, int32_t *value)
{
    int found = value_find_word(text, words);
    if (found < 0)
        return KD_VALUE;
    *value = found;
    return KD_OK;
}

static kd_result value_parse_bool(const value_text *text, bool *value)
{
    static const char *const words[] = {"false", "true", NULL};
    int32_t found = 0;
    kd_result result = value_parse_word(text, words, &found);
    if (result == KD_OK)
        *value = found == 1;
    return result;
}

static kd_result value_parse(kd_rig *rig, const kdi_attribute *attribute, value_text *text, void *item)
{
    void *field = value_field(attribute, item);
    int32_t count;
    switch (attribute->kind) {
    case KDI_KIND_BOOL:
        return value_parse_bool(text, (bool *)field);
    case KDI_KIND_INT:
        return value_parse_int(text, (int32_t *)field);
    case KDI_KIND_ENUM:
        return value_parse_word(text, attribute->names, (int32_t *)field);
    case KDI_KIND_AXES:
        return value_parse_axes(text, (int32_t *)field);
    case KDI_KIND_PORT:
        return value_parse_port(rig, text, (kd_port_ref *)field);
    case KDI_KIND_NUMBERS:
        return value_parse_list(rig, text, (kd_number_list *)field);
    case KDI_KIND_NUMBER:
    case KDI_KIND_VEC3:
    case KDI_KIND_QUAT:
        kdi_value_numbers(attribute, item, &count);
        return value_parse_fixed(text, (double *)field, count);
    default: {
        size_t length = (size_t)(text->end - text->at);
        const char *copy = length == 0 ? "" : kdi_arena_text(rig->arena, text->at, length);
        if (!copy)
            return KD_OUT_OF_MEMORY;
        *kdi_value_text(attribute, item) = copy;
        return KD_OK;
    }
    }
}

kd_result kdi_value_parse(kd_rig *rig, const kdi_attribute *attribute, const char *text, size_t length, void *item,
                          size_t *at)
{
    value_text reading = {text, text, text + length};
    kd_result result = value_parse(rig, attribute, &reading, item);
    if (at)
        *at = (size_t)(reading.at - reading.start);
    return result;
}

static bool value_same_numbers(const double *a, const double *b, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (a[i] != b[i] && !(a[i] != a[i] && b[i] != b[i])) /* a rig that is being repaired may hold NaN */
            return false;
    return true;
}

bool kdi_value_equal(const kdi_attribute *attribute, const void *a, const void *b)
{
    const void *field_a = value_field(attribute, a), *field_b = value_field(attribute, b);
    switch (attribute->kind) {
    case KDI_KIND_BOOL:
        return *(const bool *)field_a == *(const bool *)field_b;
    case KDI_KIND_INT:
    case KDI_KIND_ENUM:
    case KDI_KIND_AXES:
        return *(const int32_t *)field_a == *(const int32_t *)field_b;
    case KDI_KIND_PORT: {
        const kd_port_ref *ref_a = (const kd_port_ref *)field_a, *ref_b = (const kd_port_ref *)field_b;
        return strcmp(ref_a->node, ref_b->node) == 0 && strcmp(ref_a->port, ref_b->port) == 0;
    }
    case KDI_KIND_NUMBER:
    case KDI_KIND_VEC3:
    case KDI_KIND_QUAT:
    case KDI_KIND_NUMBERS: {
        int32_t count_a, count_b;
        const double *numbers_a = kdi_value_numbers(attribute, a, &count_a);
        const double *numbers_b = kdi_value_numbers(attribute, b, &count_b);
        return count_a == count_b && value_same_numbers(numbers_a, numbers_b, count_a);
    }
    default:
        return strcmp(*(const char *const *)field_a, *(const char *const *)field_b) == 0;
    }
}
