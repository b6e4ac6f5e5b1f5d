/* Sine, cosine, tangent over the whole float range. An angle is reduced to within an eighth of a turn, where two short
 * polynomials (fitted for the smallest relative error) give sine and cosine. */
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
    double y = r.quarter & 1u ? kdi_cos_core(r.angle) : kdi_sin_core(r.angle);
    return kdi_float_flip((float)y, kdi_float_sign(x) ^ ((r.quarter & 2u) << 30));
}

float kd_cos(float x)
{
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(kdi_float_clean(x)));
    double y = r.quarter & 1u ? kdi_sin_core(r.angle) : kdi_cos_core(r.angle);
    return kdi_float_flip((float)y, ((r.quarter + 1u) & 2u) << 30);
}

float kd_tan(float x)
{
    x = kdi_float_clean(x);
    kdi_quarter r = kdi_quarter_from_angle(kdi_float_abs(x));
    double s = kdi_sin_core(r.angle), c = kdi_cos_core(r.angle);
    uint32_t odd = r.quarter & 1u;
    /* No float is a whole number of quarter turns, so that no divisor is zero. */
    double y = odd ? c / s : s / c;
    return kdi_float_flip((float)y, kdi_float_sign(x) ^ (odd << 31));
}
