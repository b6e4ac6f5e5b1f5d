/* The inverse circular functions. Arc tangent of a ratio of at most one is a polynomial; arc sine and arc cosine take
 * the half angle where they are steep, so that no digits are lost near one. */
#include "kinedriver/scalar.h"

#include "math/arcs.h"

float kd_atan2(float y, float x)
{
    return kdi_atan2(kdi_float_clean(y), kdi_float_clean(x));
}

float kd_atan(float x)
{
    return kdi_atan2(kdi_float_clean(x), 1.0f);
}

/* asin(s) - s for 0 <= s <= 1/2, z = s * s. */
static float arcs_sine_rest(float s, float z)
{
    float p = 0.166666597f +
              z * (0.0750051886f + z * (0.0445144586f + z * (0.0318264626f + z * (0.0143739861f + z * 0.0376001112f))));
    return s * z * p;
}

/* The sine of half the angle from the pole: exact square, root with its rounding error. */
static kdi_pair arcs_half_sine(float size, float *square)
{
    *square = 0.5f * (1.0f - size);
    float s = KDI_SQRT(*square);
    kdi_pair back = kdi_pair_product(s, s);
    float error = ((*square - back.hi) - back.lo) / (s > 0.0f ? 2.0f * s : 1.0f);
    return kdi_pair_make(s, error);
}

float kd_asin(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    size = size > 1.0f ? 1.0f : size;
    float z;
    kdi_pair s = arcs_half_sine(size, &z);
    kdi_pair steep = kdi_pair_fast_sum(KDI_HALF_PI, -2.0f * s.hi);
    float near_one = steep.hi + (steep.lo + (KDI_HALF_PI_TAIL - 2.0f * (arcs_sine_rest(s.hi, z) + s.lo)));
    float near_zero = size + arcs_sine_rest(size, size * size);
    return kdi_float_flip(size > 0.5f ? near_one : near_zero, kdi_float_sign(x));
}

float kd_acos(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    size = size > 1.0f ? 1.0f : size;
    float z;
    kdi_pair s = arcs_half_sine(size, &z);
    float rest = arcs_sine_rest(s.hi, z) + s.lo;
    float near_one = 2.0f * (s.hi + rest);
    kdi_pair steep = kdi_pair_fast_sum(2.0f * KDI_HALF_PI, -2.0f * s.hi);
    float near_minus_one = steep.hi + (steep.lo + 2.0f * (KDI_HALF_PI_TAIL - rest));
    float bend = kdi_float_flip(arcs_sine_rest(size, size * size), kdi_float_sign(x));
    kdi_pair flat = kdi_pair_fast_sum(KDI_HALF_PI, -kdi_float_flip(size, kdi_float_sign(x)));
    float near_zero = flat.hi + (flat.lo + (KDI_HALF_PI_TAIL - bend));
    float steep_part = x < 0.0f ? near_minus_one : near_one;
    return size > 0.5f ? steep_part : near_zero;
}
