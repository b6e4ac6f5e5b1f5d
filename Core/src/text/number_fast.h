/* The inlined short way of kdi_number_parse, for files that are mostly numbers: a sign, one to seven digits, a point,
 * up to eight digits more. Such a number is an exact integer over an exact power of ten, so that one division rounds
 * correctly; everything else, errors included, is left to kdi_number_parse. Both give the same bits. Where the number
 * ends is found from sixteen characters at once: a loop over digits would end at a place that no processor foresees. */
#ifndef KDI_TEXT_NUMBER_FAST_H
#define KDI_TEXT_NUMBER_FAST_H

#include "text/number.h"

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* The steps below take the first character from the lowest byte. */
#if defined(_WIN32) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define KDI_NUMBER_FAST 1
#else
#define KDI_NUMBER_FAST 0
#endif

enum {
    KDI_NUMBER_FAST_SPAN = 16,  /* characters looked at; the number ends within them */
    KDI_NUMBER_FAST_BYTES = 24, /* that must be there: a step of eight may begin at the last of them */
    KDI_NUMBER_FAST_WHOLE = 7,
    KDI_NUMBER_FAST_FRACTION = 8 /* fifteen digits with those before the point: below 2^53 */
};

static inline unsigned kdi_number_lowest_bit(unsigned mask)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
    _BitScanForward(&index, mask);
    return (unsigned)index;
#else
    return (unsigned)__builtin_ctz(mask);
#endif
}

/* Eight characters with every digit turned into its value. */
static inline uint64_t kdi_number_load(const char *text)
{
    uint64_t digits;
    memcpy(&digits, text, sizeof digits);
    return digits ^ UINT64_C(0x3030303030303030);
}

/* A bit for each of eight characters: set where it is no digit. */
static inline unsigned kdi_number_others(const char *text)
{
    uint64_t digits = kdi_number_load(text);
    uint64_t above = (digits & UINT64_C(0x7F7F7F7F7F7F7F7F)) + UINT64_C(0x7676767676767676); /* bit 7: above 9 */
    uint64_t others = ((above | digits) >> 7) & UINT64_C(0x0101010101010101);
    return (unsigned)((others * UINT64_C(0x0102040810204080)) >> 56); /* brings the eight bits side by side */
}

/* The value of the first one to eight of these digits. */
static inline uint32_t kdi_number_value(uint64_t digits, unsigned count)
{
    digits <<= 64 - 8 * count; /* leading zeros in place of what follows */
    /* Neighbours become pairs, pairs fours, fours the whole. */
    digits = (digits * 10 + (digits >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    digits = (digits * 100 + (digits >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (uint32_t)(digits * 10000 + (digits >> 32));
}

/* Digits, a point, digits: the whole as an integer. Up to eight characters are taken in one step. */
static inline double kdi_number_join(const char *text, unsigned whole, unsigned fraction)
{
    uint64_t digits = kdi_number_load(text);
    if (whole + fraction < 8) {
        uint64_t before_point = (UINT64_C(1) << (8 * whole)) - 1;
        digits = (digits & before_point) | ((digits >> 8) & ~before_point);
        return (double)kdi_number_value(digits, whole + fraction);
    }
    return (double)kdi_number_value(digits, whole) * kdi_number_powers[fraction] +
           (double)kdi_number_value(kdi_number_load(text + whole + 1), fraction);
}

/* Same contract as kdi_number_parse. */
static inline const char *kdi_number_scan(const char *text, const char *end, double *value)
{
    if (!KDI_NUMBER_FAST || end - text < KDI_NUMBER_FAST_BYTES)
        return kdi_number_parse(text, end, value);
    unsigned negative = *text == '-';
    unsigned others = (kdi_number_others(text) | kdi_number_others(text + 8) << 8) & ~negative;
    unsigned stop = others ? kdi_number_lowest_bit(others) : KDI_NUMBER_FAST_SPAN;
    unsigned whole = stop - negative;
    if (whole == 0 || whole > KDI_NUMBER_FAST_WHOLE)
        return kdi_number_parse(text, end, value);
    double magnitude;
    if (text[stop] == '.') {
        others &= others - 1;
        unsigned fraction = (others ? kdi_number_lowest_bit(others) : KDI_NUMBER_FAST_SPAN) - stop - 1;
        if (others == 0 || fraction == 0 || fraction > KDI_NUMBER_FAST_FRACTION)
            return kdi_number_parse(text, end, value);
        magnitude = kdi_number_join(text + negative, whole, fraction) / kdi_number_powers[fraction];
        stop += 1 + fraction;
    } else {
        magnitude = (double)kdi_number_value(kdi_number_load(text + negative), whole);
    }
    if (text[stop] == 'e' || text[stop] == 'E')
        return kdi_number_parse(text, end, value);
    *value = magnitude * (1.0 - 2.0 * (double)negative); /* no branch: signs are as good as random */
    return text + stop;
}

#endif
