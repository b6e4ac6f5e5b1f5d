/* x to the power y: 2^(y * log2 x). The exponent reaches 128, and its error grows into the result by the same factor,
 * so that the logarithm and the product are carried in two floats. */
#include "kinedriver/scalar.h"

#include "math/exponentials.h"
#include "math/logarithms.h"

/* log2 of x > 0 to about 36 bits: 2 artanh(s) / ln 2 with s = f / (2 + f), a series in s^2 <= 0.03. */
static kdi_pair power_log2(float x)
{
    kdi_log_parts parts = kdi_log_split(x);
    float f = parts.f;
    kdi_pair d = kdi_pair_fast_sum(2.0f, f);
    float s_main = f / d.hi;
    kdi_pair back = kdi_pair_product(s_main, d.hi);
    kdi_pair s = kdi_pair_make(s_main, (((f - back.hi) - back.lo) - s_main * d.lo) / d.hi);
    kdi_pair z = kdi_pair_mul(s, s);
    float rest = z.hi * (0.577077985f + z.hi * (0.412205935f + z.hi * (0.320011646f + z.hi * 0.2817204f)));
    /* (2 / 3) / ln 2 and 2 / ln 2 as pairs. */
    kdi_pair third = kdi_pair_fast_sum(0.961796701f, rest);
    third.lo += -7.02846181e-09f;
    kdi_pair bend = kdi_pair_mul(z, third);
    kdi_pair unit = kdi_pair_fast_sum(2.88539004f, bend.hi);
    unit.lo += bend.lo + 3.85192607e-08f;
    kdi_pair fraction = kdi_pair_mul(s, unit);
    kdi_pair sum = kdi_pair_fast_sum(parts.exponent, fraction.hi);
    return kdi_pair_fast_sum(sum.hi, sum.lo + fraction.lo);
}

/* x^y for x > 0. */
static float power_positive(float x, float y)
{
    kdi_pair log2 = power_log2(x);
    /* Any x but one saturates long before this exponent, and no product overflows. */
    y = y > 4294967296.0f ? 4294967296.0f : y < -4294967296.0f ? -4294967296.0f : y;
    kdi_pair exponent = kdi_pair_product(y, log2.hi);
    exponent = kdi_pair_fast_sum(exponent.hi, exponent.lo + y * log2.lo);
    bool over = exponent.hi >= 128.0f, under = exponent.hi < -151.0f;
    kdi_pair inside = over || under ? kdi_pair_make(0.0f, 0.0f) : exponent;
    float power = kdi_exp2_pair(inside);
    return over ? FLT_MAX : under ? 0.0f : power;
}

float kd_pow(float x, float y)
{
    x = kdi_float_clean(x);
    y = kdi_float_clean(y);
    float size = kdi_float_abs(x);
    bool zero = size == 0.0f;
    bool whole = kd_trunc(y) == y;
    float half = 0.5f * y;
    bool odd = whole && kd_trunc(half) != half;
    float power = power_positive(zero ? 1.0f : size, y);
    power = zero ? (y < 0.0f ? FLT_MAX : 0.0f) : power;
    power = x < 0.0f && !whole ? 0.0f : power;
    power = odd ? kdi_float_flip(power, kdi_float_sign(x)) : power;
    return y == 0.0f ? 1.0f : power;
}
