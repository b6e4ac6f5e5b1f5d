/* Powers of e and of two, and the hyperbolic functions made of them. The whole part of the exponent goes into the
 * number's exponent, a polynomial over half a unit to each side gives the rest. */
#include "kinedriver/scalar.h"

#include "math/exponentials.h"

float kd_exp(float x)
{
    return kdi_exp(kdi_float_clean(x));
}

float kd_exp2(float x)
{
    x = kdi_float_clean(x);
    x = x > 130.0f ? 130.0f : x < -152.0f ? -152.0f : x;
    return kdi_float_from_double(kdi_exp2_core((double)x));
}

/* e^x - 1 for 0 <= x <= 200. */
static double exponential_minus_one(double x)
{
    int32_t n = kdi_double_nearest(x * 1.4426950408889634);
    double power = kdi_double_power_of_two(n);
    return power * kdi_expm1_core(x - (double)n * 0.69314718055994529) + (power - 1.0);
}

float kd_sinh(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    double m = exponential_minus_one((double)(size < 100.0f ? size : 100.0f));
    float y = kdi_float_from_double(0.5 * (m + m / (m + 1.0)));
    return kdi_float_flip(y, kdi_float_sign(x));
}

float kd_cosh(float x)
{
    float size = kdi_float_abs(kdi_float_clean(x));
    double e = kdi_exp_core((double)(size < 100.0f ? size : 100.0f));
    return kdi_float_from_double(0.5 * (e + 1.0 / e));
}

float kd_tanh(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    double m = exponential_minus_one(2.0 * (double)(size < 20.0f ? size : 20.0f));
    return kdi_float_flip((float)(m / (m + 2.0)), kdi_float_sign(x));
}
