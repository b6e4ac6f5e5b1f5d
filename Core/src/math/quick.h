/* Sine, cosine, arc tangent and exponential in float alone, for loops in which the functions of scalar.h, which go
 * through double, would cost twice as much. Without branches, so that compilers make vectors of them; the same bits on
 * every machine, in lanes or alone. Arguments are finite. How exact they are is in Core/docs/math.md. */
#ifndef KDI_MATH_QUICK_H
#define KDI_MATH_QUICK_H

#include "math/float.h"

/* Angles up to this size, a thousand turns, are taken apart exactly. */
#define KDI_QUICK_ANGLE 6000.0f

/* At 1.5 * 2^23 a float has no room for a fraction: adding this rounds to the nearest integer, which then also stands
 * in the lower bits, and subtracting it again gives that integer as a float. */
#define KDI_QUICK_ROUND 12582912.0f

/* For |x| <= KDI_QUICK_ANGLE. */
static inline void kdi_quick_sincos(float x, float *sine, float *cosine)
{
    float shifted = x * 0.636619747f + KDI_QUICK_ROUND;
    uint32_t quarter = kdi_float_bits(shifted);
    float n = shifted - KDI_QUICK_ROUND;
    /* pi / 2 in three parts, the first two with few digits so that their products are exact. */
    float r = ((x - n * 1.5703125f) - n * 0.000483751297f) - n * 7.54953362e-08f;
    float z = r * r;
    float s = r + r * z * (-0.166666672f + z * (0.00833337847f + z * (-0.000198524649f + z * 2.82435008e-06f)));
    float c = (1.0f - 0.5f * z) +
              z * z * (0.0416666679f + z * (-0.00138889754f + z * (2.48199376e-05f + z * -2.86578484e-07f)));
    uint32_t odd = quarter & 1u;
    *sine = kdi_float_flip(odd ? c : s, (quarter & 2u) << 30);
    *cosine = kdi_float_flip(odd ? s : c, ((quarter + 1u) & 2u) << 30);
}

static inline float kdi_quick_sin(float x)
{
    float sine, cosine;
    kdi_quick_sincos(x, &sine, &cosine);
    return sine;
}

static inline float kdi_quick_cos(float x)
{
    float sine, cosine;
    kdi_quick_sincos(x, &sine, &cosine);
    return cosine;
}

/* The angle of the point (x, y); 0 for the origin, and towards 0 or the nearer axis where both are denormal. */
static inline float kdi_quick_atan2(float y, float x)
{
    float up = kdi_float_abs(y), across = kdi_float_abs(x);
    float small = up < across ? up : across, large = up > across ? up : across;
    float q = small / (large > FLT_MIN ? large : FLT_MIN);
    /* The polynomial of eleven terms in pairs of pairs: that many steps one after the other would take their time. */
    float z = q * q, zz = z * z;
    float high = (0.0328405388f + z * -0.0150723867f) + zz * (0.00440678792f + z * -0.000603057386f);
    float middle = (0.110894293f + z * -0.0896124765f) + zz * (0.0718796924f + z * -0.0531652868f);
    float low = (-0.333333313f + z * 0.1999989f) + zz * (-0.142835528f + z * (middle + zz * zz * high));
    float angle = q + q * z * low;
    float steep = 1.57079637f - angle;
    angle = up > across ? steep : angle;
    float left = 3.14159274f - angle;
    angle = x < 0.0f ? left : angle;
    return kdi_float_flip(angle, kdi_float_sign(y));
}

/* FLT_MAX where it overflows, 0 below FLT_MIN, where a float would have no room for all its digits. */
static inline float kdi_quick_exp(float x)
{
    const float least = -87.3365402f;                 /* ln FLT_MIN */
    float inside = x < 88.7228394f ? x : 88.7228394f; /* ln FLT_MAX */
    inside = inside > least ? inside : least;
    float shifted = inside * 1.44269502f + KDI_QUICK_ROUND;
    float n = shifted - KDI_QUICK_ROUND;
    /* ln 2 in two parts, the first with few digits. */
    float r = (inside - n * 0.693359375f) + n * 0.000212194442f;
    float p = 0.49999994f + r * (0.166665211f + r * (0.041668389f + r * (0.00836871564f + r * 0.00138146023f)));
    /* Times 2^n: the integer is in the lower bits of `shifted`, the exponent of the float begins at bit 23. */
    float y = kdi_float_from_bits(kdi_float_bits(1.0f + (r + r * r * p)) + (kdi_float_bits(shifted) << 23));
    y = y < FLT_MAX ? y : FLT_MAX;
    return x > least ? y : 0.0f;
}

#endif
