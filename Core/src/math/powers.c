/* x to the power y: 2^(y * log2 x). The exponent reaches 128, and its error grows into the result by the same factor,
 * so that the logarithm is carried to 50 bits. */
#include "kinedriver/scalar.h"

#include "math/exponentials.h"
#include "math/logarithms.h"

/* log2 of x > 0 to about 50 bits. */
static double power_log2(float x)
{
    kdi_log_parts parts = kdi_log_split(x);
    double f = (double)parts.f;
    double s = f / (2.0 + f), z = s * s, zz = z * z;
    double p = (0.6666666666666734 + z * 0.39999999999413965) +
               zz * ((0.28571428742561539 + z * 0.22222198553864084) +
                     zz * ((0.18183565402513979 + z * 0.15314021252931231) + zz * 0.14796259720858021));
    return (double)parts.exponent + (2.0 * s + s * z * p) * 1.4426950408889634;
}

/* x^y for x > 0. */
static float power_positive(float x, float y)
{
    double exponent = (double)y * power_log2(x);
    exponent = exponent > 200.0 ? 200.0 : exponent < -200.0 ? -200.0 : exponent;
    return kdi_float_from_double(kdi_exp2_core(exponent));
}

float kd_pow(float x, float y)
{
    x = kdi_float_clean(x);
    y = kdi_float_clean(y);
    if (x > 0.0f)
        return power_positive(x, y);
    if (y == 0.0f)
        return 1.0f;
    bool whole = kd_trunc(y) == y;
    float half = 0.5f * y;
    bool odd = whole && kd_trunc(half) != half;
    float power = y < 0.0f ? FLT_MAX : 0.0f;
    if (x < 0.0f)
        power = whole ? power_positive(-x, y) : 0.0f;
    return odd ? kdi_float_flip(power, kdi_float_sign(x)) : power;
}
