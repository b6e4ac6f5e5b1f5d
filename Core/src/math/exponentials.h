/* Powers of e and of two, inline for loops over many values; kd_exp, kd_exp2 and kd_pow are the same steps. */
#ifndef KDI_MATH_EXPONENTIALS_H
#define KDI_MATH_EXPONENTIALS_H

#include "math/float.h"

#include <stdbool.h>

/* 2^extra * e^x for -105 <= x <= 90. */
static inline float kdi_exp_core(float x, int32_t extra)
{
    int32_t n = kdi_float_nearest(x * 1.44269502f);
    float count = (float)n;
    /* ln 2 in parts of 15 and 24 bits: the first difference is exact. */
    float main = x - count * 0.693145752f;
    float tail = count * 1.42860677e-06f;
    kdi_pair r = kdi_pair_sum(main, -tail);
    float z = r.hi * r.hi;
    float p =
        0.5f +
        r.hi * (0.166666657f +
                r.hi * (0.0416664556f + r.hi * (0.00833356939f + r.hi * (0.00139359315f + r.hi * 0.000197426358f))));
    kdi_pair y = kdi_pair_fast_sum(1.0f, r.hi);
    return kdi_float_scale(y.hi + (y.lo + (z * p + r.lo)), n + extra);
}

/* 2^(hi + lo) for -152 <= hi < 128, |lo| at most half a unit in the last place of hi. */
static inline float kdi_exp2_pair(kdi_pair x)
{
    int32_t n = kdi_float_nearest(x.hi);
    float r = (x.hi - (float)n) + x.lo;
    float p =
        0.240226507f +
        r * (0.0555040538f + r * (0.00961808488f + r * (0.00133375078f + r * (0.000154532827f + r * 1.44508831e-05f))));
    /* ln 2 * r with the part of ln 2 that a float cannot hold; the sum with one is kept exact. */
    kdi_pair y = kdi_pair_fast_sum(1.0f, r * 0.693147182f);
    return kdi_float_scale(y.hi + (y.lo + (r * r * p - r * 1.90465421e-09f)), n);
}

/* kd_exp for a finite x. */
static inline float kdi_exp(float x)
{
    bool over = x > 88.7228317f;
    float inside = over ? 88.7228317f : x < -105.0f ? -105.0f : x;
    float y = kdi_exp_core(inside, 0);
    return over ? FLT_MAX : y;
}

#endif
