/* Reduction of an angle to a quarter turn and the sine and cosine of what is left, inline for loops over many values;
 * kd_sin, kd_cos, kd_sincos and kd_tan are the same steps. */
#ifndef KDI_MATH_CIRCULAR_H
#define KDI_MATH_CIRCULAR_H

#include "math/float.h"

/* x = quarter * (pi / 2) + angle, |angle| <= pi / 4 and a little, quarter modulo 4, for a finite x >= 0. */
typedef struct kdi_quarter {
    kdi_pair angle;
    uint32_t quarter;
} kdi_quarter;

/* The form for large x: the fraction of x * 2 / pi in integers of any length. */
kdi_quarter kdi_quarter_from_large(float x);

/* Below this the number of quarter turns has 12 bits, so that its products with the parts of pi / 2 are exact. */
#define KDI_CIRCULAR_NEAR 6000.0f

static inline kdi_quarter kdi_quarter_from_near(float x)
{
    int32_t count = kdi_float_nearest(x * 0.636619747f);
    float n = (float)count;
    /* pi / 2 in parts of 12, 12, 12 and 24 bits; the first two differences are exact. */
    float rest = (x - n * 1.5703125f) - n * 0.000483751297f;
    kdi_quarter result;
    kdi_pair sum = kdi_pair_sum(rest, -(n * 7.54953362e-08f));
    result.angle = kdi_pair_fast_sum(sum.hi, sum.lo - n * 2.56334407e-12f);
    result.quarter = (uint32_t)count;
    return result;
}

static inline kdi_quarter kdi_quarter_from_angle(float x)
{
    return x <= KDI_CIRCULAR_NEAR ? kdi_quarter_from_near(x) : kdi_quarter_from_large(x);
}

static inline float kdi_sin_core(kdi_pair r)
{
    float z = r.hi * r.hi;
    float p = -0.166666672f + z * (0.00833337847f + z * (-0.000198524649f + z * 2.82435008e-06f));
    return r.hi + (r.hi * z * p + r.lo);
}

static inline float kdi_cos_core(kdi_pair r)
{
    float z = r.hi * r.hi;
    float p = 0.0416666679f + z * (-0.00138889754f + z * (2.48199376e-05f + z * -2.86578484e-07f));
    kdi_pair main = kdi_pair_fast_sum(1.0f, -0.5f * z);
    return main.hi + (main.lo + (z * z * p - r.hi * r.lo));
}

/* kd_sincos for a finite x. */
static inline void kdi_sincos(float x, float *sine, float *cosine)
{
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(x));
    float s = kdi_sin_core(r.angle), c = kdi_cos_core(r.angle);
    uint32_t odd = r.quarter & 1u;
    *sine = kdi_float_flip(odd ? c : s, kdi_float_sign(x) ^ ((r.quarter & 2u) << 30));
    *cosine = kdi_float_flip(odd ? s : c, ((r.quarter + 1u) & 2u) << 30);
}

#endif
