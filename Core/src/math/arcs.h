/* Arc tangent of a ratio, inline for loops over many values; kd_atan and kd_atan2 are the same steps. */
#ifndef KDI_MATH_ARCS_H
#define KDI_MATH_ARCS_H

#include "math/float.h"

#include <stdbool.h>

/* pi / 2 as a pair. */
#define KDI_HALF_PI      1.57079637f
#define KDI_HALF_PI_TAIL (-4.37113883e-08f)

/* What small / large lost by rounding to q. Below 2^-20 the angle is q itself and needs no more. */
static inline float kdi_ratio_rest(float q, float small, float large)
{
    kdi_pair back = kdi_pair_product(q, large);
    float rest = ((small - back.hi) - back.lo) / large;
    return q > 9.53674316e-07f ? rest : 0.0f;
}

/* The angle of the point (x, y), or (-x, y) where `left`, for finite x, y >= 0. */
static inline float kdi_atan_quadrant(float y, float x, bool left)
{
    bool steep = y > x;
    float small = steep ? x : y, large = steep ? y : x;
    /* Numbers so small that their products would lose digits are lifted by 2^80, the largest are halved twice. */
    float power = large < 1e-18f ? 1.20892582e+24f : large > 1e37f ? 0.25f : 1.0f;
    large = large > 0.0f ? large * power : 1.0f;
    small *= power;
    float q = small / large;
    float q_rest = kdi_ratio_rest(q, small, large);
    float z = q * q;
    float p = 0.0328405388f + z * (-0.0150723867f + z * (0.00440678792f + z * -0.000603057386f));
    p = 0.110894293f + z * (-0.0896124765f + z * (0.0718796924f + z * (-0.0531652868f + z * p)));
    p = -0.333333313f + z * (0.1999989f + z * (-0.142835528f + z * p));
    /* The slope of the arc tangent is 1 / (1 + z). */
    float bend = q * z * p + q_rest / (1.0f + z);
    /* angle = base +- (q + bend), the base being 0, pi / 2 or pi. */
    float base = steep ? KDI_HALF_PI : left ? 2.0f * KDI_HALF_PI : 0.0f;
    float tail = steep ? KDI_HALF_PI_TAIL : left ? 2.0f * KDI_HALF_PI_TAIL : 0.0f;
    uint32_t back = steep != left ? KDI_SIGN_BIT : 0u;
    kdi_pair sum = kdi_pair_fast_sum(base, kdi_float_flip(q, back));
    return sum.hi + (sum.lo + (tail + kdi_float_flip(bend, back)));
}

/* kd_atan2 for finite arguments. */
static inline float kdi_atan2(float y, float x)
{
    float angle = kdi_atan_quadrant(kdi_float_abs(y), kdi_float_abs(x), x < 0.0f);
    return kdi_float_flip(angle, kdi_float_sign(y));
}

#endif
