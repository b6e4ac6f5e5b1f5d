/* Writing of JSON text. */
#include "io/json_emit.h"

#include "text/number.h"

#include <stdio.h>
#include <string.h>

kdi_emit kdi_emit_make(const kd_allocator *allocator)
{
    kdi_emit emit = {kd_buffer_make(allocator), false, false};
    return emit;
}

void kdi_emit_free(kdi_emit *emit)
{
    kd_buffer_free(&emit->text);
}

static void emit_bytes(kdi_emit *emit, const char *text, size_t length)
{
    if (!emit->failed && kd_buffer_append(&emit->text, text, length) != KD_OK)
        emit->failed = true;
}

size_t kdi_json_sequence(const unsigned char *p, const unsigned char *end)
{
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] >= 0xF0 && p[0] < 0xF8   ? 4
                    : p[0] >= 0xE0 && p[0] < 0xF0 ? 3
                    : p[0] >= 0xC0 && p[0] < 0xE0 ? 2
                                                  : 0;
    if (length == 0 || length > (size_t)(end - p))
        return 0;
    unsigned code = p[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3Fu);
    }
    return code < smallest[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

static void emit_quoted(kdi_emit *emit, const char *text)
{
    const unsigned char *end = (const unsigned char *)text + strlen(text);
    emit_bytes(emit, "\"", 1);
    for (const unsigned char *p = (const unsigned char *)text; p < end;) {
        char escaped[8];
        size_t length = kdi_json_sequence(p, end);
        if (length == 0) {
            emit_bytes(emit, "\xEF\xBF\xBD", 3);
            p++;
        } else if (*p < 0x20 || *p == '"' || *p == '\\' || *p == 0x7F) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*p);
            emit_bytes(emit, escaped, 6);
            p++;
        } else {
            emit_bytes(emit, (const char *)p, length);
            p += length;
        }
    }
    emit_bytes(emit, "\"", 1);
}

static void emit_begin(kdi_emit *emit, const char *key)
{
    if (emit->has_items)
        emit_bytes(emit, ",", 1);
    emit->has_items = true;
    if (key) {
        emit_quoted(emit, key);
        emit_bytes(emit, ":", 1);
    }
}

void kdi_emit_open(kdi_emit *emit, const char *key, char bracket)
{
    emit_begin(emit, key);
    if (!key && bracket == '{' && emit->text.size > 0)
        emit_bytes(emit, "\n", 1);
    emit_bytes(emit, &bracket, 1);
    emit->has_items = false;
}

void kdi_emit_close(kdi_emit *emit, char bracket)
{
    emit_bytes(emit, &bracket, 1);
    emit->has_items = true;
}

void kdi_emit_text(kdi_emit *emit, const char *key, const char *value)
{
    emit_begin(emit, key);
    emit_quoted(emit, value);
}

void kdi_emit_int(kdi_emit *emit, const char *key, int64_t value)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)value);
    emit_begin(emit, key);
    emit_bytes(emit, text, (size_t)length);
}

void kdi_emit_float(kdi_emit *emit, const char *key, float value)
{
    char text[KDI_NUMBER_SIZE];
    int length = kdi_number_format_float(value, text);
    emit_begin(emit, key);
    emit_bytes(emit, text, (size_t)length);
}

void kdi_emit_double(kdi_emit *emit, const char *key, double value)
{
    char text[KDI_NUMBER_SIZE];
    int length = kdi_number_format(value, text);
    emit_begin(emit, key);
    emit_bytes(emit, text, (size_t)length);
}

void kdi_emit_true(kdi_emit *emit, const char *key)
{
    emit_begin(emit, key);
    emit_bytes(emit, "true", 4);
}

void kdi_emit_bool(kdi_emit *emit, const char *key, bool value)
{
    emit_begin(emit, key);
    emit_bytes(emit, value ? "true" : "false", value ? 4 : 5);
}

void kdi_emit_doubles(kdi_emit *emit, const char *key, const double *values, int count)
{
    kdi_emit_open(emit, key, '[');
    for (int i = 0; i < count; i++)
        kdi_emit_double(emit, NULL, values[i]);
    kdi_emit_close(emit, ']');
}

void kdi_emit_floats(kdi_emit *emit, const char *key, const float *values, int count)
{
    kdi_emit_open(emit, key, '[');
    for (int i = 0; i < count; i++)
        kdi_emit_float(emit, NULL, values[i]);
    kdi_emit_close(emit, ']');
}

void kdi_emit_list(kdi_emit *emit, const char *key, const kdi_emit *items)
{
    emit->failed = emit->failed || items->failed;
    if (items->text.size == 0)
        return;
    kdi_emit_open(emit, key, '[');
    emit_bytes(emit, "\n", 1);
    emit_bytes(emit, (const char *)items->text.data, items->text.size);
    kdi_emit_close(emit, ']');
}
