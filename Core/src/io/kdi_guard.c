/* The lexical guard. libxml2 takes 50 s for an element with 100,000 attributes, and DTDs are a door to other files and
 * to texts that grow without end: none of these reach it. */
#include "io/kdi_guard.h"

#include "io/xml_scan.h"
#include "text/findings.h"
#include "text/utf8.h"

#include <string.h>

enum { GUARD_NAMESPACES = 16 }; /* in a file: looking one up is a walk over all */

static int guard_is_continuation(char c)
{
    return ((unsigned char)c & 0xC0u) == 0x80u;
}

static kd_result guard_encoding_bytes(const char *text, size_t size, kd_findings *findings)
{
    static const kdi_place start = {1, 1, NULL};
    if (size >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0))
        return KDI_ERROR(findings, KD_ENCODING, &start, "the file is UTF-16; save it as UTF-8");
    if (size >= 2 && (text[0] == '\0' || text[1] == '\0'))
        return KDI_ERROR(findings, KD_ENCODING, &start, "the file is not UTF-8 text; save it as UTF-8");
    size_t valid = kdi_utf8_valid_length(text, size);
    if (valid == size)
        return KD_OK;
    kdi_place place = {1, 1, NULL};
    for (size_t i = 0; i < valid; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + 1;
        place.line += text[i] == '\n';
    }
    size_t tail = size - valid;
    int cut = tail < 4 && (unsigned char)text[valid] >= 0xC2u; /* a character that the end of the file divides */
    for (size_t i = 1; i < tail; i++)
        cut &= guard_is_continuation(text[valid + i]);
    if (cut)
        return KDI_ERROR(findings, KD_TRUNCATED, &place, "the file ends inside a character");
    return KDI_ERROR(findings, KD_ENCODING, &place, "byte 0x%02X is not UTF-8 here; save the file as UTF-8",
                     (unsigned)(unsigned char)text[valid]);
}

/* The value of encoding="…" in the XML declaration must be UTF-8, in any case. */
static kd_result guard_declared_encoding(const kdi_xml_token *token, kd_findings *findings)
{
    static const char wanted[] = "utf-8";
    const char *end = token->begin + token->size, *at = token->begin;
    while (at < end && (end - at < 8 || memcmp(at, "encoding", 8) != 0))
        at++;
    while (at < end && *at != '"' && *at != '\'')
        at++;
    if (at >= end)
        return KD_OK;
    const char *value = at + 1;
    const char *after = (const char *)memchr(value, *at, (size_t)(end - value));
    size_t length = after ? (size_t)(after - value) : 0;
    int same = length == sizeof wanted - 1;
    for (size_t i = 0; same && i < length; i++)
        same = (value[i] >= 'A' && value[i] <= 'Z' ? value[i] - 'A' + 'a' : value[i]) == wanted[i];
    if (same)
        return KD_OK;
    kdi_place place = {token->line, token->column, NULL};
    return KDI_ERROR(findings, KD_ENCODING, &place,
                     "the file declares an encoding that is not UTF-8; save it as UTF-8");
}

static kd_result guard_tag(const kdi_xml_token *token, const kd_limits *limits, const kdi_place *place,
                           kd_findings *findings)
{
    if (token->longest_name > limits->name_bytes)
        return KDI_ERROR(findings, KD_LIMIT, place, "a name in this tag has %zu bytes, the limit is %zu",
                         token->longest_name, limits->name_bytes);
    if (token->attribute_count > limits->xml_attributes)
        return KDI_ERROR(findings, KD_LIMIT, place, "this element has %d attributes, the limit is %d",
                         token->attribute_count, limits->xml_attributes);
    return KD_OK;
}

static kd_result guard_token(const kdi_xml_token *token, const kd_limits *limits, kd_findings *findings)
{
    kdi_place place = {token->line, token->column, NULL};
    switch (token->kind) {
    case KDI_XML_CUT:
        return KDI_ERROR(findings, KD_TRUNCATED, &place, "the file ends inside the tag or comment that begins here");
    case KDI_XML_DECLARATION:
        return KDI_ERROR(findings, KD_UNSUPPORTED, &place,
                         "a DOCTYPE or other declaration is not allowed in a KDI file; remove it");
    default:
        break;
    }
    if (token->size > (size_t)limits->xml_text_bytes)
        return KDI_ERROR(findings, KD_LIMIT, &place, "a %s has %zu bytes, the limit is %d",
                         token->kind == KDI_XML_COMMENT ? "comment"
                         : token->kind == KDI_XML_TEXT  ? "text"
                                                        : "tag",
                         token->size, limits->xml_text_bytes);
    if (token->kind == KDI_XML_START || token->kind == KDI_XML_EMPTY || token->kind == KDI_XML_END)
        return guard_tag(token, limits, &place, findings);
    if (token->kind == KDI_XML_INSTRUCTION && token->size > 5 && memcmp(token->begin, "<?xml", 5) == 0)
        return guard_declared_encoding(token, findings);
    return KD_OK;
}

static kd_result guard_tokens(const char *text, size_t size, const kd_limits *limits, kdi_guard_counts *counts,
                              kd_findings *findings)
{
    kdi_xml_scan scan = kdi_xml_scan_make(text, size);
    kdi_xml_token token;
    int depth = 0, namespaces = 0;
    while (kdi_xml_next(&scan, &token) != KDI_XML_FINISH) {
        kd_result result = guard_token(&token, limits, findings);
        if (result != KD_OK)
            return result;
        kdi_place place = {token.line, token.column, NULL};
        counts->elements += token.kind == KDI_XML_START || token.kind == KDI_XML_EMPTY;
        counts->comments += token.kind == KDI_XML_COMMENT;
        depth += (token.kind == KDI_XML_START) - (token.kind == KDI_XML_END);
        namespaces += token.namespace_count;
        if (depth > limits->depth)
            return KDI_ERROR(findings, KD_LIMIT, &place, "elements are nested deeper than %d", limits->depth);
        if (namespaces > GUARD_NAMESPACES)
            return KDI_ERROR(findings, KD_LIMIT, &place, "more than %d namespaces are declared", GUARD_NAMESPACES);
    }
    return KD_OK;
}

/* What is no XML at all is told so, in words of ours. */
static kd_result guard_first_byte(const char *text, size_t size, kd_findings *findings)
{
    kdi_xml_scan scan = kdi_xml_scan_make(text, size);
    kdi_xml_token token;
    if (kdi_xml_next(&scan, &token) != KDI_XML_TEXT || kdi_xml_is_blank(token.begin, token.size))
        return KD_OK;
    kdi_place place = {token.line, token.column, NULL};
    return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, &place,
                     "this is no KDI file: that is XML and begins with <KineDriver>");
}

kd_result kdi_guard_check(const char *text, size_t size, const kd_limits *limits, kdi_guard_counts *counts,
                          kd_findings *findings)
{
    static const kdi_place start = {1, 1, NULL};
    memset(counts, 0, sizeof *counts);
    if (size > (size_t)limits->rig_file_bytes)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the file has %zu bytes, the limit for a KDI file is %d", size,
                         limits->rig_file_bytes);
    if (kdi_xml_is_blank(text, size))
        return KDI_ERROR(findings, KD_TRUNCATED, &start, "the file is empty; a KDI file begins with <KineDriver>");
    kd_result result = guard_encoding_bytes(text, size, findings);
    if (result == KD_OK)
        result = guard_first_byte(text, size, findings);
    return result == KD_OK ? guard_tokens(text, size, limits, counts, findings) : result;
}
