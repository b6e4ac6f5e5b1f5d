/* The words of an OBJ file. */
#include "io/obj_text.h"

#include "text/number.h"

#include <string.h>

static bool obj_is_newline(char c)
{
    return c == '\n' || c == '\r';
}

static bool obj_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* The length of the line end at text: 2 for CR LF. */
static size_t obj_newline_length(const char *text, const char *end)
{
    return text[0] == '\r' && end - text > 1 && text[1] == '\n' ? 2 : 1;
}

static bool obj_is_continuation(const char *text, const char *end)
{
    return end - text > 1 && text[0] == '\\' && obj_is_newline(text[1]);
}

static void obj_enter_line(kdi_obj_cursor *cursor, const char *start)
{
    cursor->at = start;
    cursor->line_start = start;
    cursor->line++;
}

kdi_obj_cursor kdi_obj_cursor_make(const void *data, size_t size)
{
    static const char *const nothing = "";
    kdi_obj_cursor cursor;
    cursor.at = size > 0 ? (const char *)data : nothing;
    cursor.end = cursor.at + size;
    if (size >= 3 && memcmp(cursor.at, "\xEF\xBB\xBF", 3) == 0)
        cursor.at += 3;
    cursor.line_start = cursor.at;
    cursor.line = 1;
    return cursor;
}

kdi_place kdi_obj_place(const kdi_obj_cursor *cursor)
{
    kdi_place place = {cursor->line, (int)(cursor->at - cursor->line_start) + 1, NULL};
    return place;
}

bool kdi_obj_skip_blanks(kdi_obj_cursor *cursor)
{
    while (cursor->at < cursor->end) {
        if (obj_is_blank(*cursor->at))
            cursor->at++;
        else if (obj_is_continuation(cursor->at, cursor->end))
            obj_enter_line(cursor, cursor->at + 1 + obj_newline_length(cursor->at + 1, cursor->end));
        else
            return !obj_is_newline(*cursor->at) && *cursor->at != '#';
    }
    return false;
}

static const char *obj_token_end(const kdi_obj_cursor *cursor)
{
    const char *p = cursor->at;
    while (p < cursor->end && !obj_is_blank(*p) && !obj_is_newline(*p) && !obj_is_continuation(p, cursor->end))
        p++;
    return p;
}

kdi_obj_token kdi_obj_take_token(kdi_obj_cursor *cursor)
{
    kdi_obj_token token = {cursor->at, 0};
    if (!kdi_obj_skip_blanks(cursor))
        return token;
    token.text = cursor->at;
    cursor->at = obj_token_end(cursor);
    token.length = (size_t)(cursor->at - token.text);
    return token;
}

kdi_obj_token kdi_obj_take_rest(kdi_obj_cursor *cursor)
{
    while (cursor->at < cursor->end && obj_is_blank(*cursor->at))
        cursor->at++;
    kdi_obj_token token = {cursor->at, 0};
    while (cursor->at < cursor->end && !obj_is_newline(*cursor->at))
        cursor->at++;
    token.length = (size_t)(cursor->at - token.text);
    while (token.length > 0 && obj_is_blank(token.text[token.length - 1]))
        token.length--;
    return token;
}

bool kdi_obj_take_number(kdi_obj_cursor *cursor, double *value)
{
    if (!kdi_obj_skip_blanks(cursor))
        return false;
    const char *end = obj_token_end(cursor);
    if (kdi_number_parse(cursor->at, end, value) != end)
        return false;
    cursor->at = end;
    return true;
}

void kdi_obj_next_line(kdi_obj_cursor *cursor)
{
    while (cursor->at < cursor->end && !obj_is_newline(*cursor->at))
        cursor->at++;
    if (cursor->at < cursor->end)
        obj_enter_line(cursor, cursor->at + obj_newline_length(cursor->at, cursor->end));
}

bool kdi_obj_token_is(kdi_obj_token token, const char *word)
{
    return strlen(word) == token.length && memcmp(token.text, word, token.length) == 0;
}
