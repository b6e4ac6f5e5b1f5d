/* The inlined short way of kdi_number_parse, for files that are mostly numbers: a sign and up to seven digits on each
 * side of the point. Such a number is an exact integer over an exact power of ten, so that one division rounds
 * correctly; everything else, errors included, is left to kdi_number_parse. Both give the same bits. Eight characters
 * are looked at in one step, since loops over digits cost most by ending at a place that the processor cannot foresee.
 */
#ifndef KDI_TEXT_NUMBER_FAST_H
#define KDI_TEXT_NUMBER_FAST_H

#include "text/number.h"

#include <stdint.h>
#include <string.h>

#if defined(_WIN32) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define KDI_NUMBER_FAST 1
#else
#define KDI_NUMBER_FAST 0 /* the steps below take the first character from the lowest byte */
#endif

enum { KDI_NUMBER_FAST_BYTES = 24 }; /* that must be there: sign, digits, point, and whole steps of eight */

/* The value of the digits at the start of these eight characters; *count of them, 8 also where more may follow. */
static inline uint32_t kdi_number_digits(const char *text, unsigned *count)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t digits;
    memcpy(&digits, text, sizeof digits);
    digits ^= ones * '0'; /* a digit's byte is now 0 to 9 */
    uint64_t others = (((digits & ones * 0x7F) + ones * 0x76) | digits) & ones * 0x80; /* marks the bytes above 9 */
    uint64_t before = (others - 1) & ~others; /* all bits below the first mark */
    *count = others ? (unsigned)((((before >> 7) & ones) * ones) >> 56) : 8;
    if (*count == 0)
        return 0;
    digits <<= 64 - 8 * *count; /* leading zeros in place of what follows */
    /* Neighbours become pairs, pairs fours, fours the whole. */
    digits = (digits * 10 + (digits >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    digits = (digits * 100 + (digits >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (uint32_t)(digits * 10000 + (digits >> 32));
}

/* Same contract as kdi_number_parse. */
static inline const char *kdi_number_scan(const char *text, const char *end, double *value)
{
    if (!KDI_NUMBER_FAST || end - text < KDI_NUMBER_FAST_BYTES)
        return kdi_number_parse(text, end, value);
    int negative = *text == '-';
    const char *p = text + negative;
    unsigned count;
    double magnitude = (double)kdi_number_digits(p, &count);
    if (count == 0 || count == 8)
        return kdi_number_parse(text, end, value);
    p += count;
    if (*p == '.') {
        double fraction = (double)kdi_number_digits(p + 1, &count);
        if (count == 8)
            return kdi_number_parse(text, end, value);
        magnitude = (magnitude * kdi_number_powers[count] + fraction) / kdi_number_powers[count];
        p += 1 + count;
    }
    if (*p == 'e' || *p == 'E')
        return kdi_number_parse(text, end, value);
    *value = negative ? -magnitude : magnitude;
    return p;
}

#endif
