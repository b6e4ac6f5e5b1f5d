/* Where the text of an element stands in the file, part by part. The parser delivers it with "&lt;" and the like
 * resolved; this goes once more over the bytes as they are written, and notes a place wherever the two no longer run
 * side by side. Errors in an expression are shown at these places. */
#include "io/kdi_read.h"

#include <string.h>

typedef struct places_walk {
    kdi_arena *arena;
    kd_text_place *items;
    int32_t count;
    int32_t offset; /* in the text as it reads */
    int line, column;
    bool good;
} places_walk;

static void places_note(places_walk *walk)
{
    kd_text_place *items =
        (kd_text_place *)kdi_arena_grow(walk->arena, walk->items, (size_t)walk->count, sizeof *walk->items);
    walk->good = items != NULL;
    if (!walk->good)
        return;
    walk->items = items;
    items[walk->count].offset = walk->offset;
    items[walk->count].line = walk->line;
    items[walk->count++].column = walk->column;
}

/* Bytes in UTF-8 of what "&...;" stands for. */
static int32_t places_reference_bytes(const char *reference)
{
    if (reference[1] != '#')
        return 1;
    bool hex = reference[2] == 'x';
    uint32_t code = 0;
    for (const char *at = reference + (hex ? 3 : 2); *at != ';'; at++) {
        uint32_t digit = (uint32_t)(*at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10);
        code = code < 0x110000 ? code * (hex ? 16 : 10) + digit : code;
    }
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* Over one byte, or one reference, as it is written; returns how many bytes that is. */
static size_t places_step(places_walk *walk, const char *at, size_t left, bool references)
{
    const char *end = references && *at == '&' ? (const char *)memchr(at, ';', left) : NULL;
    if (end) {
        walk->offset += places_reference_bytes(at);
        walk->column += (int)(end + 1 - at);
        places_note(walk);
        return (size_t)(end + 1 - at);
    }
    walk->column = *at == '\n' ? 1 : walk->column + 1;
    walk->line += *at == '\n';
    walk->offset += !(*at == '\r' && left > 1 && at[1] == '\n'); /* read as one line end */
    return 1;
}

static void places_walk_token(places_walk *walk, const kdi_xml_token *token)
{
    bool cdata = token->kind == KDI_XML_CDATA;
    size_t skipped = cdata ? sizeof "<![CDATA[" - 1 : 0;
    const char *at = token->begin + skipped, *end = token->begin + token->size - (cdata ? sizeof "]]>" - 1 : 0);
    walk->line = token->line;
    walk->column = token->column + (int)skipped;
    places_note(walk);
    while (at < end && walk->good)
        at += places_step(walk, at, (size_t)(end - at), !cdata);
}

void kdi_read_text_places(kdi_reader *reader, kd_text *text)
{
    places_walk walk = {reader->rig->arena, NULL, 0, 0, 0, 0, true};
    kdi_xml_scan scan = reader->text_begin;
    kdi_xml_token token;
    while (walk.good && scan.at < reader->tag.begin) {
        if (kdi_xml_next(&scan, &token) == KDI_XML_START)
            break; /* an element where none belongs: its text is not part of this one */
        if (token.kind == KDI_XML_TEXT || token.kind == KDI_XML_CDATA)
            places_walk_token(&walk, &token);
    }
    if (!walk.good) {
        kdi_read_memory_error(reader);
        return;
    }
    text->places = walk.items;
    text->place_count = walk.count;
}
