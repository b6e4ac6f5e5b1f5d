/* The lexical skeleton of an XML file. One pass, constant memory; every token is at least one byte long. */
#include "io/xml_scan.h"

#include <string.h>

static int scan_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int kdi_xml_is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!scan_is_space(text[i]))
            return 0;
    return 1;
}

kdi_xml_scan kdi_xml_scan_make(const char *text, size_t size)
{
    size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    kdi_xml_scan scan = {text + mark, text + size, 1, 1};
    return scan;
}

/* Moves a place over size bytes of text. */
static void scan_move_place(const char *text, size_t size, int *line, int *column)
{
    const char *end = text + size, *newline;
    while ((newline = (const char *)memchr(text, '\n', (size_t)(end - text))) != NULL) {
        text = newline + 1;
        ++*line;
        *column = 1;
    }
    *column += (int)(end - text);
}

/* The end of what `mark` ends, or NULL. */
static const char *scan_find(const char *at, const char *end, const char *mark)
{
    size_t length = strlen(mark);
    while ((size_t)(end - at) >= length) {
        at = (const char *)memchr(at, mark[0], (size_t)(end - at) - (length - 1));
        if (!at)
            return NULL;
        if (memcmp(at, mark, length) == 0)
            return at + length;
        at++;
    }
    return NULL;
}

static int scan_starts(const char *at, const char *end, const char *mark)
{
    size_t length = strlen(mark);
    return (size_t)(end - at) >= length && memcmp(at, mark, length) == 0;
}

static int scan_ends_name(char c)
{
    return scan_is_space(c) || c == '=' || c == '>' || c == '/' || c == '"' || c == '\'';
}

static void scan_take_name(kdi_xml_token *token, const char *name, size_t length)
{
    if (length > token->longest_name)
        token->longest_name = length;
    if (length >= 5 && memcmp(name, "xmlns", 5) == 0)
        token->namespace_count++;
}

/* Names and quoted values up to the ">"; NULL if there is none. */
static const char *scan_tag(const char *at, const char *end, kdi_xml_token *token)
{
    while (at < end && *at != '>') {
        if (*at == '"' || *at == '\'') {
            at = (const char *)memchr(at + 1, *at, (size_t)(end - at) - 1);
            if (!at)
                return NULL;
            at++;
        } else if (scan_ends_name(*at)) {
            token->attribute_count += *at == '=';
            at++;
        } else {
            const char *name = at;
            while (at < end && !scan_ends_name(*at))
                at++;
            scan_take_name(token, name, (size_t)(at - name));
        }
    }
    return at < end ? at + 1 : NULL;
}

/* What begins with "<": sets the kind and returns where it ends, or NULL if it does not. */
static const char *scan_markup(const char *at, const char *end, kdi_xml_token *token)
{
    if (scan_starts(at, end, "<!--")) {
        token->kind = KDI_XML_COMMENT;
        return scan_find(at + 4, end, "-->");
    }
    if (scan_starts(at, end, "<![CDATA[")) {
        token->kind = KDI_XML_CDATA;
        return scan_find(at + 9, end, "]]>");
    }
    if (scan_starts(at, end, "<?")) {
        token->kind = KDI_XML_INSTRUCTION;
        return scan_find(at + 2, end, "?>");
    }
    if (scan_starts(at, end, "<!")) {
        token->kind = KDI_XML_DECLARATION;
        return end;
    }
    if (scan_starts(at, end, "</")) {
        token->kind = KDI_XML_END;
        return scan_tag(at + 2, end, token);
    }
    token->kind = KDI_XML_START;
    const char *after = scan_tag(at + 1, end, token);
    if (after && after - at >= 3 && after[-2] == '/')
        token->kind = KDI_XML_EMPTY;
    return after;
}

kdi_xml_kind kdi_xml_next(kdi_xml_scan *scan, kdi_xml_token *token)
{
    memset(token, 0, sizeof *token);
    token->begin = scan->at;
    token->line = scan->line;
    token->column = scan->column;
    if (scan->at == scan->end)
        return token->kind = KDI_XML_FINISH;
    const char *after;
    if (*scan->at == '<') {
        after = scan_markup(scan->at, scan->end, token);
        if (!after) {
            token->kind = KDI_XML_CUT;
            after = scan->end;
        }
    } else {
        token->kind = KDI_XML_TEXT;
        after = (const char *)memchr(scan->at, '<', (size_t)(scan->end - scan->at));
        after = after ? after : scan->end;
    }
    token->size = (size_t)(after - scan->at);
    scan_move_place(scan->at, token->size, &scan->line, &scan->column);
    scan->at = after;
    return token->kind;
}

const char *kdi_xml_name(const kdi_xml_token *token, size_t *length)
{
    const char *name = token->begin + (token->kind == KDI_XML_END ? 2 : 1);
    const char *end = token->begin + token->size, *at = name;
    while (at < end && !scan_ends_name(*at))
        at++;
    *length = (size_t)(at - name);
    return name;
}

void kdi_xml_attribute_place(const kdi_xml_token *token, const char *name, int *line, int *column)
{
    const char *end = token->begin + token->size;
    size_t length, wanted = strlen(name);
    const char *at = kdi_xml_name(token, &length) + length;
    *line = token->line;
    *column = token->column;
    while (at < end) {
        if (*at == '"' || *at == '\'') {
            at = (const char *)memchr(at + 1, *at, (size_t)(end - at) - 1);
            at = at ? at + 1 : end;
        } else if (scan_ends_name(*at)) {
            at++;
        } else {
            const char *word = at;
            while (at < end && !scan_ends_name(*at))
                at++;
            if ((size_t)(at - word) == wanted && memcmp(word, name, wanted) == 0) {
                scan_move_place(token->begin, (size_t)(word - token->begin), line, column);
                return;
            }
        }
    }
}
