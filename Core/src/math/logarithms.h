/* A number above zero taken apart for its logarithm, and the natural one, inline for loops over many values; kd_log is
 * the same steps. */
#ifndef KDI_MATH_LOGARITHMS_H
#define KDI_MATH_LOGARITHMS_H

#include "math/float.h"

#include <stdbool.h>

/* x = 2^exponent * (1 + f), sqrt(1/2) <= 1 + f < sqrt(2); f is exact. */
typedef struct kdi_log_parts {
    float exponent;
    float f;
} kdi_log_parts;

static inline kdi_log_parts kdi_log_split(float x)
{
    bool tiny = x < FLT_MIN;
    uint32_t bits = kdi_float_bits(tiny ? x * 8388608.0f : x);
    /* Bits of one minus bits of the root of one half: moves the border between two exponents from 1 to sqrt(1/2). */
    uint32_t moved = bits + (UINT32_C(0x3F800000) - UINT32_C(0x3F3504F3));
    kdi_log_parts parts;
    parts.exponent = (float)((int32_t)(moved >> 23) - 127 - (tiny ? 23 : 0));
    parts.f = kdi_float_from_bits((moved & UINT32_C(0x7FFFFF)) + UINT32_C(0x3F3504F3)) - 1.0f;
    return parts;
}

/* (ln(1 + f) - f + f^2 / 2) / f^3 */
static inline float kdi_log_rest(float f)
{
    return 0.333333313f +
           f * (-0.249999717f +
                f * (0.200001568f +
                     f * (-0.166692331f +
                          f * (0.142834663f +
                               f * (-0.124258474f +
                                    f * (0.110543892f +
                                         f * (-0.108260497f + f * (0.105590083f + f * -0.0589151867f))))))));
}

/* kd_log for a finite x. */
static inline float kdi_log(float x)
{
    bool inside = x > 0.0f;
    kdi_log_parts parts = kdi_log_split(inside ? x : 1.0f);
    float f = parts.f, e = parts.exponent;
    float z = f * f;
    float bend = 0.5f * z;
    float rest = f * z * kdi_log_rest(f);
    /* ln 2 in parts of 15 and 24 bits: the first product is exact. */
    kdi_pair main = kdi_pair_fast_sum(e * 0.693145752f, f);
    kdi_pair next = kdi_pair_fast_sum(main.hi, -bend);
    float y = next.hi + (next.lo + (main.lo + (rest + e * 1.42860677e-06f)));
    return inside ? y : -FLT_MAX;
}

#endif
