/* The text of a BVH file: words, names, numbers, places. */
#include "io/bvh_text.h"

#include "text/number_fast.h"

#include <float.h>
#include <math.h>
#include <string.h>

kd_result kdi_bvh_text_init(kdi_bvh_text *text, const void *data, size_t size, const kd_read_desc *desc,
                            kd_findings *findings)
{
    memset(text, 0, sizeof *text);
    text->begin = size > 0 ? (const char *)data : "";
    text->at = text->begin;
    text->end = text->begin + size;
    text->desc = desc;
    text->findings = findings;
    text->counted = text->counted_line = text->begin;
    text->counted_lines = 1;
    if (size > desc->limits.file_bytes)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the file has %zu bytes; the limit is %zu", size,
                         desc->limits.file_bytes);
    if (size >= 3 && memcmp(text->begin, "\xEF\xBB\xBF", 3) == 0)
        text->at += 3;
    else if (size >= 2 && (memcmp(text->begin, "\xFF\xFE", 2) == 0 || memcmp(text->begin, "\xFE\xFF", 2) == 0))
        return KDI_BVH_ERROR(text, KD_ENCODING, text->begin, "the file is UTF-16; save it as UTF-8 or ASCII");
    return KD_OK;
}

static bool bvh_text_ends_word(char c)
{
    return kdi_bvh_is_blank(c) || c == '{' || c == '}' || c == ':';
}

kdi_bvh_word kdi_bvh_peek(kdi_bvh_text *text)
{
    text->at = kdi_bvh_skip_blanks(text->at, text->end);
    const char *p = text->at;
    while (p < text->end && !bvh_text_ends_word(*p))
        p++;
    if (p == text->at && p < text->end)
        p++;
    kdi_bvh_word word = {text->at, (size_t)(p - text->at)};
    return word;
}

kdi_bvh_word kdi_bvh_next(kdi_bvh_text *text)
{
    kdi_bvh_word word = kdi_bvh_peek(text);
    text->at = word.text + word.length;
    return word;
}

static char bvh_text_capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool bvh_text_begins_with(const char *at, const char *end, const char *keyword)
{
    for (; *keyword; keyword++, at++)
        if (at >= end || bvh_text_capital(*at) != *keyword)
            return false;
    return true;
}

bool kdi_bvh_word_is(kdi_bvh_word word, const char *keyword)
{
    return word.length == strlen(keyword) && bvh_text_begins_with(word.text, word.text + word.length, keyword);
}

/* A brace inside a name ("Toe{1}") is told from the one that opens the block by what stands around it. */
static bool bvh_text_opens_block(const char *brace, const char *first, const char *end)
{
    static const char *const keywords[] = {"OFFSET", "CHANNELS", "JOINT", "END", "}"};
    if (brace == first || kdi_bvh_is_blank(brace[-1]) || brace + 1 == end || kdi_bvh_is_blank(brace[1]))
        return true;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (bvh_text_begins_with(brace + 1, end, keywords[i]))
            return true;
    return false;
}

kdi_bvh_word kdi_bvh_rest_of_line(kdi_bvh_text *text)
{
    const char *first = text->at;
    while (first < text->end && kdi_bvh_is_blank(*first) && *first != '\n' && *first != '\r')
        first++;
    const char *p = first;
    while (p < text->end && *p != '\n' && *p != '\r' && !(*p == '{' && bvh_text_opens_block(p, first, text->end)))
        p++;
    text->at = p;
    while (p > first && kdi_bvh_is_blank(p[-1]))
        p--;
    kdi_bvh_word word = {first, (size_t)(p - first)};
    return word;
}

kd_result kdi_bvh_number_error(kdi_bvh_text *text, const char *at, const char *what)
{
    kdi_bvh_quote found = kdi_bvh_quote_at(text, at);
    if (at >= text->end)
        return KDI_BVH_ERROR(text, KD_TRUNCATED, at, "%s is missing: the file ends here", what);
    if (strchr(found.text, ','))
        return KDI_BVH_ERROR(text, KD_NUMBER, at,
                             "%s is '%s'; write a decimal point, not a comma, and blanks between numbers", what,
                             found.text);
    return KDI_BVH_ERROR(text, KD_NUMBER, at, "%s must be a finite decimal number, not '%s'", what, found.text);
}

kd_result kdi_bvh_number(kdi_bvh_text *text, const char *what, double *value)
{
    text->at = kdi_bvh_skip_blanks(text->at, text->end);
    const char *after = kdi_number_scan(text->at, text->end, value);
    if (!after || (after < text->end && !bvh_text_ends_word(*after)))
        return kdi_bvh_number_error(text, text->at, what);
    text->at = after;
    return KD_OK;
}

bool kdi_bvh_fits_float(double *value)
{
    const double too_large = 3.4028235677973366e38; /* from here on a number is nearer to the next power of two */
    if (!(fabs(*value) < too_large))
        return false;
    if (fabs(*value) > FLT_MAX)
        *value = copysign(FLT_MAX, *value);
    return true;
}

kdi_bvh_quote kdi_bvh_quote_at(const kdi_bvh_text *text, const char *at)
{
    kdi_bvh_quote quote = {"the end of the file"};
    if (at >= text->end)
        return quote;
    size_t length = 0;
    do
        quote.text[length++] = *at > 0x20 && *at < 0x7F ? *at : '?';
    while (++at < text->end && !kdi_bvh_is_blank(*at) && length < KDI_BVH_QUOTE_SIZE - 4);
    if (at < text->end && !kdi_bvh_is_blank(*at)) {
        memcpy(quote.text + length, "...", 3);
        length += 3;
    }
    quote.text[length] = '\0';
    return quote;
}

/* CR LF, LF and a lone CR each end a line. */
static void bvh_text_count_to(kdi_bvh_text *text, const char *at)
{
    if (at < text->counted) {
        text->counted = text->counted_line = text->begin;
        text->counted_lines = 1;
    }
    for (const char *p = text->counted; p < at; p++) {
        if (*p == '\n' || (*p == '\r' && !(p + 1 < text->end && p[1] == '\n'))) {
            text->counted_lines++;
            text->counted_line = p + 1;
        }
    }
    text->counted = at;
}

const kdi_place *kdi_bvh_place(kdi_bvh_text *text, const char *at)
{
    bvh_text_count_to(text, at);
    text->place.line = text->counted_lines;
    text->place.column = at - text->counted_line < 1000000000 ? (int)(at - text->counted_line) + 1 : 0;
    text->place.path = text->path;
    return &text->place;
}

int kdi_bvh_line(kdi_bvh_text *text, const char *at)
{
    return kdi_bvh_place(text, at)->line;
}
