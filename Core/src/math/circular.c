/* Sine, cosine, tangent over the whole float range. An angle is reduced to a pair of floats within an eighth of a turn,
 * where two short polynomials (fitted for the smallest relative error) give sine and cosine together. */
#include "kinedriver/scalar.h"

#include "math/circular.h"

void kd_sincos(float x, float *sine, float *cosine)
{
    kdi_sincos(kdi_float_clean(x), sine, cosine);
}

float kd_sin(float x)
{
    x = kdi_float_clean(x);
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(x));
    float y = r.quarter & 1u ? kdi_cos_core(r.angle) : kdi_sin_core(r.angle);
    return kdi_float_flip(y, kdi_float_sign(x) ^ ((r.quarter & 2u) << 30));
}

float kd_cos(float x)
{
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(kdi_float_clean(x)));
    float y = r.quarter & 1u ? kdi_sin_core(r.angle) : kdi_cos_core(r.angle);
    return kdi_float_flip(y, ((r.quarter + 1u) & 2u) << 30);
}

float kd_tan(float x)
{
    x = kdi_float_clean(x);
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(x));
    kdi_pair s = kdi_sin_pair(r.angle), c = kdi_cos_pair(r.angle);
    uint32_t odd = r.quarter & 1u;
    kdi_pair upper = odd ? c : s, lower = odd ? s : c;
    upper = kdi_pair_fast_sum(upper.hi, upper.lo);
    lower = kdi_pair_fast_sum(lower.hi, lower.lo);
    /* What the two sums lost is put back into the quotient. */
    float q = upper.hi / lower.hi;
    float y = q + (upper.lo - q * lower.lo) / lower.hi;
    return kdi_float_flip(y, kdi_float_sign(x) ^ (odd << 31));
}
