/* Vectors. The simple ones are plain float arithmetic; lengths and directions do not overflow or vanish on the way. */
#include "kinedriver/math.h"

#include "kinedriver/scalar.h"
#include "math/geometry.h"

kd_vec3 kd_vec3_make(float x, float y, float z)
{
    return kdi_vec3_make(x, y, z);
}

kd_vec3 kd_vec3_finite(kd_vec3 v)
{
    return kdi_vec3_finite(v);
}

kd_vec3 kd_vec3_add(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_add(a, b);
}

kd_vec3 kd_vec3_sub(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_sub(a, b);
}

kd_vec3 kd_vec3_scale(kd_vec3 v, float factor)
{
    return kdi_vec3_scale(v, factor);
}

kd_vec3 kd_vec3_mul(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_mul(a, b);
}

kd_vec3 kd_vec3_lerp(kd_vec3 a, kd_vec3 b, float t)
{
    return kdi_vec3_lerp(a, b, t);
}

float kd_vec3_dot(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_dot(a, b);
}

kd_vec3 kd_vec3_cross(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_cross(a, b);
}

/* A power of two that brings the largest part of v near one; zero for the zero vector. */
static float vector_unit_power(kd_vec3 v)
{
    float x = kdi_float_abs(v.x), y = kdi_float_abs(v.y), z = kdi_float_abs(v.z);
    float large = x > y ? x : y;
    large = z > large ? z : large;
    if (large == 0.0f)
        return 0.0f;
    int32_t exponent = (int32_t)(kdi_float_bits(large) >> 23) - 127;
    exponent = exponent > 126 ? 126 : exponent < -126 ? -126 : exponent;
    return kdi_float_power_of_two(-exponent);
}

float kd_vec3_length(kd_vec3 v)
{
    float plain = kdi_vec3_dot(v, v);
    if (plain > 1e-24f && plain < 1e30f)
        return KDI_SQRT(plain);
    v = kdi_vec3_finite(v);
    float power = vector_unit_power(v);
    kd_vec3 u = kd_vec3_scale(v, power);
    return power == 0.0f ? 0.0f : kdi_float_clean(KDI_SQRT(kd_vec3_dot(u, u)) / power);
}

kd_vec3 kd_vec3_normalize(kd_vec3 v, kd_vec3 fallback)
{
    float plain = kdi_vec3_dot(v, v);
    if (plain > 1e-24f && plain < 1e30f)
        return kdi_vec3_scale(v, 1.0f / KDI_SQRT(plain));
    if (!(kd_is_finite(v.x) && kd_is_finite(v.y) && kd_is_finite(v.z)))
        return fallback;
    kd_vec3 u = kd_vec3_scale(v, vector_unit_power(v));
    /* A denormal vector is still far below one after the first scaling. */
    u = kd_vec3_scale(u, vector_unit_power(u));
    float square = kd_vec3_dot(u, u);
    return square > 0.0f ? kd_vec3_scale(u, 1.0f / KDI_SQRT(square)) : fallback;
}

kd_vec3 kd_vec3_perpendicular(kd_vec3 v)
{
    float x = kdi_float_abs(v.x), y = kdi_float_abs(v.y), z = kdi_float_abs(v.z);
    kd_vec3 axis = x <= y && x <= z ? kd_vec3_make(1.0f, 0.0f, 0.0f)
                   : y <= z         ? kd_vec3_make(0.0f, 1.0f, 0.0f)
                                    : kd_vec3_make(0.0f, 0.0f, 1.0f);
    v = kd_vec3_normalize(v, kd_vec3_make(0.0f, 0.0f, 1.0f));
    return kd_vec3_normalize(kd_vec3_cross(v, axis), kd_vec3_make(1.0f, 0.0f, 0.0f));
}
