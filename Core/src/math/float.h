/* What the functions of this folder are built from: the bits of a float, the exact square root of the machine. A
 * function of a float goes through double, whose 29 spare bits leave little more than the last rounding as error.
 * Everything is + - * / sqrt, a conversion, a comparison or an integer operation, each with one defined result, so that
 * the same program gives the same bits on every compiler, optimisation level and machine, and so that a version in
 * vector lanes can repeat it step by step. Needs the default float environment: round to nearest, denormals kept. */
#ifndef KDI_MATH_FLOAT_H
#define KDI_MATH_FLOAT_H

#include <float.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "KineDriver needs exact float arithmetic: compile without -ffast-math"
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "KineDriver needs float arithmetic in float precision: compile for SSE2 (-msse2 -mfpmath=sse)"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FMA__)
/* The block vectoriser of gcc 12 makes vfmaddsub of a product and an alternating sum even with -ffp-contract=off. */
#pragma GCC optimize("no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#pragma float_control(precise, on)
#endif

#if defined(KDI_SQRT_PORTABLE)
#define KDI_SQRT(x) kdi_sqrt_portable(x)
#elif defined(__SSE__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 1)
#include <xmmintrin.h>
#define KDI_SQRT(x) _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)))
#elif defined(__aarch64__) || defined(_M_ARM64)
#include <arm_neon.h>
#define KDI_SQRT(x) vget_lane_f32(vsqrt_f32(vdup_n_f32(x)), 0)
#elif defined(__wasm__)
#define KDI_SQRT(x) __builtin_sqrtf(x) /* one instruction: this target has no errno to set */
#else
#define KDI_SQRT(x) kdi_sqrt_portable(x)
#endif

#define KDI_SIGN_BIT UINT32_C(0x80000000)

/* The correctly rounded root in integer steps, for machines without the instruction. x is finite and not below zero. */
float kdi_sqrt_portable(float x);

static inline uint32_t kdi_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float kdi_float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Not a number counts as zero, an infinity as the largest finite number. */
static inline float kdi_float_clean(float x)
{
    x = x == x ? x : 0.0f;
    x = x > FLT_MAX ? FLT_MAX : x;
    return x < -FLT_MAX ? -FLT_MAX : x;
}

static inline uint32_t kdi_float_sign(float x)
{
    return kdi_float_bits(x) & KDI_SIGN_BIT;
}

static inline float kdi_float_abs(float x)
{
    return kdi_float_from_bits(kdi_float_bits(x) & ~KDI_SIGN_BIT);
}

/* x with its sign turned where `sign` has the sign bit. */
static inline float kdi_float_flip(float x, uint32_t sign)
{
    return kdi_float_from_bits(kdi_float_bits(x) ^ sign);
}

/* The upper 12 bits of the significand: the product of two such numbers is exact, and so is x minus its head. */
static inline float kdi_float_head(float x)
{
    return kdi_float_from_bits(kdi_float_bits(x) & UINT32_C(0xFFFFF000));
}

/* 2^n for -126 <= n <= 127. */
static inline float kdi_float_power_of_two(int32_t n)
{
    return kdi_float_from_bits((uint32_t)(n + 127) << 23);
}

/* x * 2^n for -250 <= n <= 250, rounded once. */
static inline float kdi_float_scale(float x, int32_t n)
{
    int32_t half = (n + 512) / 2 - 256;
    return x * kdi_float_power_of_two(half) * kdi_float_power_of_two(n - half);
}

/* The nearest integer, halves to the even one, for |x| < 2^30: at this size a double has no room for a fraction. */
static inline int32_t kdi_double_nearest(double x)
{
    double shifted = x + 6755399441055744.0; /* 1.5 * 2^52 */
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return (int32_t)(uint32_t)bits;
}

/* 2^n for -1022 <= n <= 1023. */
static inline double kdi_double_power_of_two(int32_t n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The nearest float, FLT_MAX with the sign of x beyond the range. */
static inline float kdi_float_from_double(double x)
{
    x = x > (double)FLT_MAX ? (double)FLT_MAX : x;
    return (float)(x < -(double)FLT_MAX ? -(double)FLT_MAX : x);
}

#endif
