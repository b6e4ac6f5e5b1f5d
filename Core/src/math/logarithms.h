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

/* ln of x = 2^exponent * (1 + f): 2 artanh(s) for the fraction, with s = f / (2 + f). */
static inline double kdi_log_core(kdi_log_parts parts)
{
    double f = (double)parts.f;
    double s = f / (2.0 + f), z = s * s;
    double p =
        (0.66666665644622791 + z * 0.40000335396711384) + (z * z) * (0.28537294486508352 + z * 0.23582435126869408);
    return (double)parts.exponent * 0.69314718055994529 + (2.0 * s + s * z * p);
}

/* kd_log for a finite x. */
static inline float kdi_log(float x)
{
    bool inside = x > 0.0f;
    double y = kdi_log_core(kdi_log_split(inside ? x : 1.0f));
    return inside ? (float)y : -FLT_MAX;
}

#endif
