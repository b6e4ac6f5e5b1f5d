/* The inlined short way of kdi_number_parse, for files that are mostly numbers: a sign, at most 15 digits, a point.
 * Such a number is an exact integer over an exact power of ten, so that one division rounds correctly; everything else,
 * errors included, is left to kdi_number_parse. Both give the same bits. */
#ifndef KDI_TEXT_NUMBER_FAST_H
#define KDI_TEXT_NUMBER_FAST_H

#include "text/number.h"

#include <stdint.h>

enum { KDI_NUMBER_FAST_DIGITS = 15 };

/* Same contract as kdi_number_parse. */
static inline const char *kdi_number_scan(const char *text, const char *end, double *value)
{
    const char *p = text;
    int negative = p < end && *p == '-';
    p += negative;
    const char *first = p;
    const char *limit = end - p > KDI_NUMBER_FAST_DIGITS ? p + KDI_NUMBER_FAST_DIGITS : end;
    uint64_t mantissa = 0;
    unsigned digit;
    for (; p < limit && (digit = (unsigned)(unsigned char)*p - '0') <= 9; p++)
        mantissa = mantissa * 10 + digit;
    if (p >= limit || p == first)
        return kdi_number_parse(text, end, value);
    double magnitude;
    if (*p == '.') {
        const char *fraction = ++p;
        for (; p < limit && (digit = (unsigned)(unsigned char)*p - '0') <= 9; p++)
            mantissa = mantissa * 10 + digit;
        if (p >= limit)
            return kdi_number_parse(text, end, value);
        magnitude = (double)(int64_t)mantissa / kdi_number_powers[p - fraction];
    } else {
        magnitude = (double)(int64_t)mantissa;
    }
    if (*p == 'e' || *p == 'E')
        return kdi_number_parse(text, end, value);
    *value = negative ? -magnitude : magnitude;
    return p;
}

#endif
