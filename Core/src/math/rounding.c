/* Steps and limits: minimum, maximum, rounding to whole numbers, remainder. All exact. */
#include "kinedriver/scalar.h"

#include "math/float.h"

/* From here on every float is a whole number. */
#define ROUNDING_WHOLE 8388608.0f

bool kd_is_finite(float x)
{
    return (kdi_float_bits(x) & UINT32_C(0x7F800000)) != UINT32_C(0x7F800000);
}

float kd_finite(float x)
{
    return kdi_float_clean(x);
}

float kd_abs(float x)
{
    return kdi_float_abs(kdi_float_clean(x));
}

float kd_min(float a, float b)
{
    a = kdi_float_clean(a);
    b = kdi_float_clean(b);
    return b < a ? b : a;
}

float kd_max(float a, float b)
{
    a = kdi_float_clean(a);
    b = kdi_float_clean(b);
    return b > a ? b : a;
}

float kd_clamp(float x, float low, float high)
{
    return kd_max(kd_min(x, high), low);
}

/* x without its fraction, for a clean x; zero keeps the sign of x. */
static float rounding_cut(float x)
{
    bool whole = !(kdi_float_abs(x) < ROUNDING_WHOLE);
    float cut = (float)(int32_t)(whole ? 0.0f : x);
    cut = kdi_float_from_bits(kdi_float_bits(cut) | kdi_float_sign(x));
    return whole ? x : cut;
}

float kd_trunc(float x)
{
    return rounding_cut(kdi_float_clean(x));
}

float kd_floor(float x)
{
    x = kdi_float_clean(x);
    float cut = rounding_cut(x);
    return cut > x ? cut - 1.0f : cut;
}

float kd_ceil(float x)
{
    x = kdi_float_clean(x);
    float cut = rounding_cut(x);
    float up = cut < x ? cut + 1.0f : cut;
    return kdi_float_from_bits(kdi_float_bits(up) | kdi_float_sign(x));
}

float kd_round(float x)
{
    x = kdi_float_clean(x);
    float cut = rounding_cut(x);
    float one = kdi_float_flip(1.0f, kdi_float_sign(x));
    return kdi_float_abs(x - cut) >= 0.5f ? cut + one : cut;
}

/* A float above zero as significand * 2^(exponent - 150), the significand below 2^24; exponent >= 1. */
static uint32_t rounding_split(float x, int32_t *exponent)
{
    uint32_t bits = kdi_float_bits(x) & ~KDI_SIGN_BIT;
    *exponent = (int32_t)(bits >> 23);
    if (*exponent == 0) {
        *exponent = 1;
        return bits;
    }
    return (bits & UINT32_C(0x7FFFFF)) | UINT32_C(0x800000);
}

float kd_fmod(float x, float y)
{
    x = kdi_float_clean(x);
    y = kdi_float_abs(kdi_float_clean(y));
    uint32_t sign = kdi_float_sign(x);
    float size = kdi_float_abs(x);
    if (y == 0.0f)
        return 0.0f;
    if (size < y)
        return x;
    int32_t x_exponent, y_exponent;
    uint64_t remainder = rounding_split(size, &x_exponent);
    uint64_t divisor = rounding_split(y, &y_exponent);
    /* Long division, 40 binary digits a step: the remainder is always below 2^24. */
    int32_t digits = x_exponent - y_exponent;
    remainder %= divisor;
    while (digits > 0) {
        int32_t step = digits < 40 ? digits : 40;
        remainder = (remainder << step) % divisor;
        digits -= step;
    }
    return kdi_float_flip(kdi_float_scale((float)(uint32_t)remainder, y_exponent - 150), sign);
}
