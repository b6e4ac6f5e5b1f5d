/* Reduction of an angle to a quarter turn and the sine and cosine of what is left, inline for loops over many values;
 * kd_sin, kd_cos, kd_sincos and kd_tan are the same steps. */
#ifndef KDI_MATH_CIRCULAR_H
#define KDI_MATH_CIRCULAR_H

#include "math/float.h"

/* x = quarter * (pi / 2) + angle, |angle| <= pi / 4 and a little, quarter modulo 4, for a finite x >= 0. */
typedef struct kdi_quarter {
    double angle;
    uint32_t quarter;
} kdi_quarter;

/* The form for large x: the fraction of x * 2 / pi in integers. */
kdi_quarter kdi_quarter_from_large(float x);

/* Below this the number of quarter turns has 20 bits, so that its product with 33 bits of pi / 2 is exact. */
#define KDI_CIRCULAR_NEAR 1e6f

static inline kdi_quarter kdi_quarter_from_angle(float x)
{
    if (x > KDI_CIRCULAR_NEAR)
        return kdi_quarter_from_large(x);
    int32_t count = (int32_t)((double)x * 0.63661977236758138 + 0.5);
    double n = (double)count;
    kdi_quarter result;
    result.angle = ((double)x - n * 1.5707963267341256) - n * 6.0771005065061922e-11;
    result.quarter = (uint32_t)count;
    return result;
}

static inline double kdi_sin_core(double r)
{
    double z = r * r;
    double p = (-0.16666666641607022 + z * 0.0083333293835843088) +
               (z * z) * (-0.00019839334083433615 + z * 2.7183042312017155e-06);
    return r + r * z * p;
}

static inline double kdi_cos_core(double r)
{
    double z = r * r;
    double p = -0.49999999999544675 + z * (0.041666666562000708 + z * -0.0013888881074390238) +
               (z * z) * (z * (2.4799040093102565e-05 + z * -2.718003044446855e-07));
    return 1.0 + z * p;
}

/* kd_sincos for a finite x. */
static inline void kdi_sincos(float x, float *sine, float *cosine)
{
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(x));
    float s = (float)kdi_sin_core(r.angle), c = (float)kdi_cos_core(r.angle);
    uint32_t odd = r.quarter & 1u;
    *sine = kdi_float_flip(odd ? c : s, kdi_float_sign(x) ^ ((r.quarter & 2u) << 30));
    *cosine = kdi_float_flip(odd ? s : c, ((r.quarter + 1u) & 2u) << 30);
}

#endif
