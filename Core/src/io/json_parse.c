/* A reader of JSON by recursive descent. Each function takes what it stands at and leaves the place behind it; after a
 * fault it returns NULL or false and everything above it does the same. */
#include "io/json_parse.h"

#include "io/json_emit.h"
#include "kinedriver/buffer.h"
#include "text/number.h"

#include <stdbool.h>
#include <string.h>

typedef struct json_reader {
    const char *start;
    const char *at;
    const char *end;
    int depth; /* that is still allowed */
    int values;
    int objects;
    kd_buffer scratch; /* a text without its escapes */
    kdi_json_fault *fault;
} json_reader;

static json_t *json_take_value(json_reader *reader);

/* Reports at the place where the reader stands; where that is the end, the text is too short. */
static bool json_fault(json_reader *reader, kd_result code, const char *text)
{
    kdi_json_fault *fault = reader->fault;
    if (fault->code != KD_OK)
        return false;
    fault->code = code == KD_SYNTAX && reader->at == reader->end ? KD_TRUNCATED : code;
    fault->text = text;
    fault->line = 1;
    fault->column = 1;
    for (const char *p = reader->start; p < reader->at; p++) {
        fault->column = *p == '\n' ? 1 : fault->column + 1;
        fault->line += *p == '\n';
    }
    return false;
}

static bool json_no_memory(json_reader *reader)
{
    return json_fault(reader, KD_OUT_OF_MEMORY, "no memory for the JSON text");
}

static char json_peek(const json_reader *reader)
{
    return reader->at < reader->end ? *reader->at : '\0';
}

static void json_skip_space(json_reader *reader)
{
    while (reader->at < reader->end &&
           (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r'))
        reader->at++;
}

static bool json_take_char(json_reader *reader, char c)
{
    if (json_peek(reader) != c || reader->at == reader->end)
        return false;
    reader->at++;
    return true;
}

static bool json_append(json_reader *reader, const void *bytes, size_t size)
{
    return kd_buffer_append(&reader->scratch, bytes, size) == KD_OK || json_no_memory(reader);
}

/* Four hexadecimal digits. */
static bool json_take_hex(json_reader *reader, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        char c = json_peek(reader);
        char lower = (char)(c | 0x20);
        unsigned digit = c >= '0' && c <= '9'           ? (unsigned)(c - '0')
                         : lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10u
                                                        : 16u;
        if (digit == 16u)
            return json_fault(reader, KD_SYNTAX, "expected four hexadecimal digits");
        *code = *code * 16u + digit;
        reader->at++;
    }
    return true;
}

/* What follows "\u": a character, or the two halves of one. */
static bool json_take_unicode(json_reader *reader)
{
    unsigned code = 0;
    unsigned low = 0xDC00;
    if (!json_take_hex(reader, &code))
        return false;
    bool is_pair = code >= 0xD800 && code < 0xDC00;
    if (is_pair) {
        if (!json_take_char(reader, '\\') || !json_take_char(reader, 'u'))
            return json_fault(reader, KD_SYNTAX, "expected the second half of a character");
        if (!json_take_hex(reader, &low))
            return false;
    }
    if (code == 0 || (code >= 0xDC00 && code < 0xE000) || low < 0xDC00 || low >= 0xE000)
        return json_fault(reader, KD_ENCODING, "this escape is no character that a text can hold");
    if (is_pair)
        code = 0x10000u + ((code - 0xD800u) << 10) + (low - 0xDC00u);
    unsigned char bytes[4] = {(unsigned char)code, 0, 0, 0};
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; size > 1 && i > 0; i--) {
        bytes[i - 1] = (unsigned char)(i > 1 ? 0x80u | (code & 0x3Fu) : (0xF00u >> size & 0xFFu) | code);
        code >>= 6;
    }
    return json_append(reader, bytes, size);
}

static bool json_take_escape(json_reader *reader)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    char c = json_peek(reader);
    const char *found = c ? strchr(from, c) : NULL;
    if (c == 'u') {
        reader->at++;
        return json_take_unicode(reader);
    }
    if (!found)
        return json_fault(reader, KD_SYNTAX, "this escape is not one of JSON's");
    reader->at++;
    return json_append(reader, &to[found - from], 1);
}

/* Bytes up to the next quote or escape, checked. */
static bool json_take_plain(json_reader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\\') {
        if ((unsigned char)*reader->at < 0x20)
            return json_fault(reader, KD_SYNTAX, "a control character in a text must be written as an escape");
        size_t length = kdi_json_sequence((const unsigned char *)reader->at, (const unsigned char *)reader->end);
        if (length == 0)
            return json_fault(reader, KD_ENCODING, "the text is not UTF-8");
        reader->at += length;
    }
    return json_append(reader, start, (size_t)(reader->at - start));
}

/* Leaves the text in scratch. */
static bool json_take_text(json_reader *reader)
{
    reader->scratch.size = 0;
    if (!json_take_char(reader, '"'))
        return json_fault(reader, KD_SYNTAX, "expected a text in quotes");
    for (;;) {
        if (!json_take_plain(reader))
            return false;
        if (json_take_char(reader, '"'))
            return true;
        if (!json_take_char(reader, '\\'))
            return json_fault(reader, KD_SYNTAX, "a text is not closed");
        if (!json_take_escape(reader))
            return false;
    }
}

static json_t *json_take_string(json_reader *reader)
{
    if (!json_take_text(reader))
        return NULL;
    const char *bytes = reader->scratch.size > 0 ? (const char *)reader->scratch.data : "";
    json_t *string = json_stringn_nocheck(bytes, reader->scratch.size);
    if (!string)
        json_no_memory(reader);
    return string;
}

static bool json_take_digits(json_reader *reader)
{
    const char *start = reader->at;
    while (json_peek(reader) >= '0' && json_peek(reader) <= '9')
        reader->at++;
    return reader->at > start || json_fault(reader, KD_SYNTAX, "expected a digit");
}

static json_t *json_take_number(json_reader *reader)
{
    const char *start = reader->at;
    double value = 0.0;
    json_take_char(reader, '-');
    if (!json_take_char(reader, '0') && !json_take_digits(reader))
        return NULL;
    if (json_take_char(reader, '.') && !json_take_digits(reader))
        return NULL;
    if (json_take_char(reader, 'e') || json_take_char(reader, 'E')) {
        if (!json_take_char(reader, '+'))
            json_take_char(reader, '-');
        if (!json_take_digits(reader))
            return NULL;
    }
    if (kdi_number_parse(start, reader->at, &value) != reader->at) {
        json_fault(reader, KD_NUMBER, "the number is too large");
        return NULL;
    }
    json_t *number = json_real(value);
    if (!number)
        json_no_memory(reader);
    return number;
}

static json_t *json_take_word(json_reader *reader)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(reader->end - reader->at) >= length && memcmp(reader->at, words[i], length) == 0) {
            reader->at += length;
            return i == 0 ? json_true() : i == 1 ? json_false() : json_null();
        }
    }
    json_fault(reader, KD_SYNTAX, "expected a value");
    return NULL;
}

static bool json_take_items(json_reader *reader, json_t *array)
{
    json_skip_space(reader);
    if (json_take_char(reader, ']'))
        return true;
    for (;;) {
        json_t *item = json_take_value(reader);
        if (!item)
            return false;
        if (json_array_append_new(array, item) != 0)
            return json_no_memory(reader);
        json_skip_space(reader);
        if (json_take_char(reader, ']'))
            return true;
        if (!json_take_char(reader, ','))
            return json_fault(reader, KD_SYNTAX, "expected ',' or ']' in an array");
    }
}

static bool json_take_member(json_reader *reader, json_t *object)
{
    json_skip_space(reader);
    json_t *key = json_take_string(reader); /* the value uses scratch again */
    if (!key)
        return false;
    json_skip_space(reader);
    json_t *value = NULL;
    if (json_take_char(reader, ':'))
        value = json_take_value(reader);
    else
        json_fault(reader, KD_SYNTAX, "expected ':' after a name");
    bool good =
        value && (json_object_set_new_nocheck(object, json_string_value(key), value) == 0 || json_no_memory(reader));
    json_decref(key);
    return good;
}

static bool json_take_members(json_reader *reader, json_t *object)
{
    json_skip_space(reader);
    if (json_take_char(reader, '}'))
        return true;
    for (;;) {
        if (!json_take_member(reader, object))
            return false;
        json_skip_space(reader);
        if (json_take_char(reader, '}'))
            return true;
        if (!json_take_char(reader, ','))
            return json_fault(reader, KD_SYNTAX, "expected ',' or '}' in an object");
    }
}

static json_t *json_take_container(json_reader *reader, bool is_object)
{
    if (reader->depth == 0 || (is_object && ++reader->objects > KDI_JSON_MAX_OBJECTS)) {
        json_fault(reader, KD_LIMIT, "the JSON text is nested too deeply or has too many objects");
        return NULL;
    }
    json_t *container = is_object ? json_object() : json_array();
    if (!container) {
        json_no_memory(reader);
        return NULL;
    }
    reader->at++;
    reader->depth--;
    bool good = is_object ? json_take_members(reader, container) : json_take_items(reader, container);
    reader->depth++;
    if (good)
        return container;
    json_decref(container);
    return NULL;
}

static json_t *json_take_value(json_reader *reader)
{
    json_skip_space(reader);
    if (++reader->values > KDI_JSON_MAX_VALUES) {
        json_fault(reader, KD_LIMIT, "the JSON text has too many values");
        return NULL;
    }
    char c = json_peek(reader);
    if (c == '{' || c == '[')
        return json_take_container(reader, c == '{');
    if (c == '"')
        return json_take_string(reader);
    return c == '-' || (c >= '0' && c <= '9') ? json_take_number(reader) : json_take_word(reader);
}

json_t *kdi_json_parse(const char *text, size_t size, int depth, const kd_allocator *allocator, kdi_json_fault *fault)
{
    json_reader reader = {text, text, text + size, depth > 0 ? depth : 0, 0, 0, kd_buffer_make(allocator), fault};
    memset(fault, 0, sizeof *fault);
    json_t *value = json_take_value(&reader);
    json_skip_space(&reader);
    if (value && reader.at != reader.end) {
        json_fault(&reader, KD_SYNTAX, "there is something behind the end of the JSON text");
        json_decref(value);
        value = NULL;
    }
    kd_buffer_free(&reader.scratch);
    return value;
}
