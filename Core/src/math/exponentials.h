/* Powers of e and of two, inline for loops over many values; kd_exp, kd_exp2 and kd_pow are the same steps. */
#ifndef KDI_MATH_EXPONENTIALS_H
#define KDI_MATH_EXPONENTIALS_H

#include "math/float.h"

#include <stdbool.h>

/* e^r - 1 for |r| <= ln 2 / 2 and a little, with a small relative error also near zero. */
static inline double kdi_expm1_core(double r)
{
    double z = r * r;
    double p =
        (0.50000000464319461 + r * 0.16666666817608422) + z * ((0.04166635418114438 + r * 0.0083332728884437622) +
                                                               z * (0.0013941063346912328 + r * 0.0001991427457065567));
    return r + z * p;
}

/* e^x for |x| <= 200. */
static inline double kdi_exp_core(double x)
{
    int32_t n = kdi_double_nearest(x * 1.4426950408889634);
    double power = kdi_double_power_of_two(n);
    return power + power * kdi_expm1_core(x - (double)n * 0.69314718055994529);
}

/* 2^x for |x| <= 300. */
static inline double kdi_exp2_core(double x)
{
    int32_t n = kdi_double_nearest(x);
    double power = kdi_double_power_of_two(n);
    return power + power * kdi_expm1_core((x - (double)n) * 0.69314718055994529);
}

/* kd_exp for a finite x. */
static inline float kdi_exp(float x)
{
    x = x > 100.0f ? 100.0f : x < -110.0f ? -110.0f : x;
    return kdi_float_from_double(kdi_exp_core((double)x));
}

#endif
