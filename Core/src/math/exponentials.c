/* Powers of e and of two, and the hyperbolic functions made of them. The whole part of the exponent goes into the
 * float's exponent, a polynomial over half a unit to each side gives the rest. */
#include "kinedriver/scalar.h"

#include "math/exponentials.h"

float kd_exp(float x)
{
    return kdi_exp(kdi_float_clean(x));
}

float kd_exp2(float x)
{
    x = kdi_float_clean(x);
    bool over = x >= 128.0f;
    float inside = over ? 127.0f : x < -151.0f ? -151.0f : x;
    float y = kdi_exp2_pair(kdi_pair_make(inside, 0.0f));
    return over ? FLT_MAX : y;
}

float kd_sinh(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    bool over = size > 89.4159851f;
    float half = kdi_exp_core(over ? 89.0f : size, -1);
    float far = half - 0.25f / half;
    float z = size * size;
    float p = 0.166666672f + z * (0.00833331142f + z * (0.000198426351f + z * 2.78392554e-06f));
    float near = size + size * z * p;
    float y = size < 1.0f ? near : over ? FLT_MAX : far;
    return kdi_float_flip(y, kdi_float_sign(x));
}

float kd_cosh(float x)
{
    float size = kdi_float_abs(kdi_float_clean(x));
    bool over = size > 89.4159851f;
    float half = kdi_exp_core(over ? 89.0f : size, -1);
    return over ? FLT_MAX : half + 0.25f / half;
}

float kd_tanh(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    float bound = size < 20.0f ? size : 20.0f;
    float far = 1.0f - 2.0f / (kdi_exp_core(2.0f * bound, 0) + 1.0f);
    float z = bound * bound;
    float p =
        -0.333333313f +
        z * (0.133332297f + z * (-0.0539500751f + z * (0.0217205472f + z * (-0.00823070481f + z * 0.00219574408f))));
    float near = bound + bound * z * p;
    return kdi_float_flip(bound < 0.6f ? near : far, kdi_float_sign(x));
}
