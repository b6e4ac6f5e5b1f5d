/* What lane bodies are made of: bounded numbers, safe division, quaternions as plain values. No branches, no calls that
 * are not inline. */
#ifndef KDI_EVAL_LANE_MATH_H
#define KDI_EVAL_LANE_MATH_H

#include "kinedriver/types.h"
#include "math/exponentials.h"
#include "math/logarithms.h"
#include "math/quick.h"
#include "program/layout.h"

/* A call left in a kernel's loop would keep it from becoming vectors. */
#if defined(_MSC_VER)
#define LANE_INLINE static __forceinline
#elif defined(__GNUC__)
#define LANE_INLINE static inline __attribute__((always_inline))
#else
#define LANE_INLINE static inline
#endif

LANE_INLINE float lane_min(float a, float b)
{
    return a < b ? a : b;
}

LANE_INLINE float lane_max(float a, float b)
{
    return a > b ? a : b;
}

LANE_INLINE float lane_clamp(float x, float low, float high)
{
    return lane_min(lane_max(x, low), high);
}

/* Within +-KDI_BOUND; not a number counts as zero. */
LANE_INLINE float lane_bound(float x)
{
    x = x == x ? x : 0.0f;
    return lane_clamp(x, -KDI_BOUND, KDI_BOUND);
}

/* 1 / x, 0 where x is nearly 0. */
LANE_INLINE float lane_reciprocal(float x)
{
    float y = 1.0f / x;
    return kdi_float_abs(x) > 1e-12f ? y : 0.0f;
}

/* Exactly a at 0 and b at 1. */
LANE_INLINE float lane_mix(float a, float b, float share)
{
    float y = a + (b - a) * share;
    return share >= 1.0f ? b : y;
}

/* The square root in the form that compilers put into vectors. */
#if defined(__NO_MATH_ERRNO__)
#define LANE_SQRT(x) __builtin_sqrtf(x)
#else
#define LANE_SQRT(x) KDI_SQRT(x)
#endif

/* The sine and cosine of any angle, those beyond a thousand turns held there. */
LANE_INLINE void lane_sincos(float x, float *sine, float *cosine)
{
    kdi_quick_sincos(lane_clamp(x, -KDI_QUICK_ANGLE, KDI_QUICK_ANGLE), sine, cosine);
}

/* Both but for a shared sign, which is returned. */
LANE_INLINE uint32_t lane_half_turns(float x, float *sine, float *cosine)
{
    return kdi_quick_half_turns(lane_clamp(x, -KDI_QUICK_ANGLE, KDI_QUICK_ANGLE), sine, cosine);
}

LANE_INLINE kd_quat lane_quat(float x, float y, float z, float w)
{
    kd_quat q;
    q.x = x, q.y = y, q.z = z, q.w = w;
    return q;
}

LANE_INLINE kd_quat lane_conjugate(kd_quat q)
{
    return lane_quat(-q.x, -q.y, -q.z, q.w);
}

LANE_INLINE kd_quat lane_mul(kd_quat a, kd_quat b)
{
    return lane_quat(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

LANE_INLINE float lane_dot(kd_quat a, kd_quat b)
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

/* Whether the square of a length is one within rounding. */
LANE_INLINE uint32_t lane_is_unit(float n)
{
    float off = n - 1.0f;
    return kdi_float_abs(off) < 5e-7f;
}

/* What makes a square of a length one. A length that is one within rounding is left alone, bits and all. */
LANE_INLINE float lane_unit_factor(float n)
{
    float f = 1.0f / LANE_SQRT(n);
    return lane_is_unit(n) ? 1.0f : f;
}

/* Of unit length; the fallback where q has none. */
LANE_INLINE kd_quat lane_unit(kd_quat q, kd_quat fallback)
{
    float n = lane_dot(q, q);
    float f = lane_unit_factor(n);
    uint32_t good = n > 1e-24f;
    return lane_quat(good ? q.x * f : fallback.x, good ? q.y * f : fallback.y, good ? q.z * f : fallback.z,
                     good ? q.w * f : fallback.w);
}

LANE_INLINE kd_quat lane_identity(void)
{
    return lane_quat(0.0f, 0.0f, 0.0f, 1.0f);
}

/* The sign of the first part of w x y z that is not zero: of q and -q one has it. */
LANE_INLINE uint32_t lane_side(kd_quat q)
{
    float first = q.y != 0.0f ? q.y : q.z;
    first = q.x != 0.0f ? q.x : first;
    first = q.w != 0.0f ? q.w : first;
    return kdi_float_sign(first);
}

/* Of q and -q the one on the positive side. */
LANE_INLINE kd_quat lane_canonical(kd_quat q)
{
    uint32_t sign = lane_side(q);
    return lane_quat(kdi_float_flip(q.x, sign), kdi_float_flip(q.y, sign), kdi_float_flip(q.z, sign),
                     kdi_float_flip(q.w, sign));
}

LANE_INLINE kd_vec3 lane_vec(float x, float y, float z)
{
    kd_vec3 v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

LANE_INLINE kd_vec3 lane_cross(kd_vec3 a, kd_vec3 b)
{
    return lane_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

LANE_INLINE float lane_dot3(kd_vec3 a, kd_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* q v q*, for unit q: v + 2 w (u x v) + 2 u x (u x v). */
LANE_INLINE kd_vec3 lane_rotate(kd_quat q, kd_vec3 v)
{
    kd_vec3 u = lane_vec(q.x, q.y, q.z);
    kd_vec3 t = lane_cross(u, v);
    t = lane_vec(2.0f * t.x, 2.0f * t.y, 2.0f * t.z);
    kd_vec3 s = lane_cross(u, t);
    return lane_vec(v.x + q.w * t.x + s.x, v.y + q.w * t.y + s.y, v.z + q.w * t.z + s.z);
}

/* The rotation vector of a unit quaternion. */
LANE_INLINE kd_vec3 lane_log(kd_quat q)
{
    q = lane_canonical(q);
    float sine = LANE_SQRT(q.x * q.x + q.y * q.y + q.z * q.z);
    float ratio = 2.0f * kdi_quick_atan2(sine, q.w) / sine;
    float f = sine > 1e-18f ? ratio : 2.0f;
    return lane_vec(q.x * f, q.y * f, q.z * f);
}

/* The unit quaternion of a rotation vector. */
LANE_INLINE kd_quat lane_exp(kd_vec3 v)
{
    const float most = KDI_QUICK_ANGLE;
    v = lane_vec(lane_clamp(v.x, -most, most), lane_clamp(v.y, -most, most), lane_clamp(v.z, -most, most));
    float angle = LANE_SQRT(v.x * v.x + v.y * v.y + v.z * v.z);
    float sine, cosine;
    lane_sincos(0.5f * angle, &sine, &cosine);
    float ratio = sine / angle;
    float f = angle > 1e-18f ? ratio : 0.5f;
    return lane_unit(lane_quat(v.x * f, v.y * f, v.z * f, cosine), lane_identity());
}

#endif
