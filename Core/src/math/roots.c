/* Square root, cube root, length of two legs. The square root is the correctly rounded one of IEEE 754. */
#include "kinedriver/scalar.h"

#include "math/float.h"

#include <stdbool.h>

float kdi_sqrt_portable(float x)
{
    uint32_t bits = kdi_float_bits(x);
    int32_t exponent = (int32_t)(bits >> 23);
    uint32_t significand = bits & UINT32_C(0x7FFFFF);
    if (bits == 0 || bits == KDI_SIGN_BIT)
        return x;
    if (exponent == 0) {
        exponent = 1;
        while (significand < UINT32_C(0x800000)) {
            significand <<= 1;
            exponent--;
        }
    } else {
        significand |= UINT32_C(0x800000);
    }
    /* x = s * 2^(e - 150). Make the power even and take the whole root of s * 2^24 or s * 2^23: 24 bits and a
     * remainder. */
    int32_t power = exponent - 150;
    uint64_t square = (uint64_t)significand << ((power & 1) ? 23 : 24);
    power = ((power & 1) ? power - 23 : power - 24) + 1024;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 25; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    /* root + 1/2 is never a root exactly: (root + 1/2)^2 is no whole number. */
    root += square - root * root > root ? 1 : 0;
    return kdi_float_scale((float)(uint32_t)root, power / 2 - 512);
}

float kd_sqrt(float x)
{
    x = kdi_float_clean(x);
    return KDI_SQRT(x > 0.0f ? x : 0.0f);
}

float kd_cbrt(float x)
{
    x = kdi_float_clean(x);
    uint32_t sign = kdi_float_sign(x);
    float size = kdi_float_abs(x);
    bool tiny = size < FLT_MIN;
    float normal = tiny ? size * 8388608.0f : size;
    uint32_t bits = kdi_float_bits(normal);
    /* size = m * 8^k with 1 <= m < 8; the bias makes the division work on what is above zero. */
    int32_t exponent = (int32_t)(bits >> 23) - 127 - (tiny ? 23 : 0) + 150;
    int32_t third = exponent / 3;
    float m = kdi_float_from_bits((bits & UINT32_C(0x7FFFFF)) | ((uint32_t)(exponent - 3 * third + 127) << 23));
    /* A cubic (error below 0.6 %), one step of Halley (below 2^-22), cut to 12 bits so that the powers are exact, one
     * more. */
    float t = 0.681689441f + m * (0.364518553f + m * (-0.0433065258f + m * 0.00231289398f));
    float cube = t * t * t;
    t = t * ((cube + 2.0f * m) / (2.0f * cube + m));
    t = kdi_float_head(t);
    float square = t * t;
    float square_head = kdi_float_head(square);
    float cube_head = square_head * t, cube_tail = (square - square_head) * t;
    float rest = (m - cube_head) - cube_tail;
    cube = cube_head + cube_tail;
    float root = t + t * (rest / (2.0f * cube + m));
    root = kdi_float_scale(root, third - 50);
    return size == 0.0f ? x : kdi_float_flip(root, sign);
}

float kd_hypot(float x, float y)
{
    x = kdi_float_abs(kdi_float_clean(x));
    y = kdi_float_abs(kdi_float_clean(y));
    float large = x > y ? x : y;
    /* Powers of two keep the squares inside the range. */
    float down = large > 1e18f ? 5.42101086e-20f : large < 1e-18f ? 1.26765060e+30f : 1.0f; /* 2^-64, 2^100 */
    float up = large > 1e18f ? 1.84467441e+19f : large < 1e-18f ? 7.88860905e-31f : 1.0f;   /* 2^64, 2^-100 */
    double across = (double)(x * down), along = (double)(y * down);
    double square = across * across + along * along;
    /* One step of Newton makes a double root of a float root. */
    double root = (double)KDI_SQRT((float)square);
    root = root > 0.0 ? 0.5 * (root + square / root) : 0.0;
    return kdi_float_from_double(root * (double)up);
}
