/* Logarithms to the bases e, 2 and 10: the exponent of the float, and a polynomial for what is between the roots of 1/2
 * and 2. */
#include "kinedriver/scalar.h"

#include "math/logarithms.h"

float kd_log(float x)
{
    return kdi_log(kdi_float_clean(x));
}

static float logarithm_to_base(float x, double unit)
{
    x = kdi_float_clean(x);
    bool inside = x > 0.0f;
    double y = kdi_log_core(kdi_log_split(inside ? x : 1.0f)) * unit;
    return inside ? (float)y : -FLT_MAX;
}

float kd_log2(float x)
{
    return logarithm_to_base(x, 1.4426950408889634);
}

float kd_log10(float x)
{
    return logarithm_to_base(x, 0.43429448190325182);
}
