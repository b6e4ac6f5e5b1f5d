/* Eight floats at once, whatever the machine: one register with AVX2, two with SSE2, a plain array elsewhere. Every
 * operation is one rounding in each lane, so that all three give the same bits. kdi_w8_number: 0 for what is none. */
#ifndef KDI_EVAL_RBF_WIDE_H
#define KDI_EVAL_RBF_WIDE_H

#include "math/float.h"

#if defined(__AVX2__)
#include <immintrin.h>
typedef __m256 kdi_w8;
#define W8_BINARY(name, avx, sse, c)                       \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, kdi_w8 b) \
    {                                                      \
        return _mm256_##avx##_ps(a, b);                    \
    }
#define W8_INTEGER(name, avx, sse, c)                                                                \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, uint32_t b)                                         \
    {                                                                                                \
        return _mm256_castsi256_ps(_mm256_##avx(_mm256_castps_si256(a), _mm256_set1_epi32((int)b))); \
    }
#define W8_SHIFT(name, avx, sse, c)                                                   \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a)                                      \
    {                                                                                 \
        return _mm256_castsi256_ps(_mm256_##avx##_epi32(_mm256_castps_si256(a), 23)); \
    }
static inline kdi_w8 kdi_w8_load(const float *from)
{
    return _mm256_loadu_ps(from);
}
static inline void kdi_w8_store(float *to, kdi_w8 a)
{
    _mm256_storeu_ps(to, a);
}
static inline kdi_w8 kdi_w8_set(float x)
{
    return _mm256_set1_ps(x);
}
static inline kdi_w8 kdi_w8_sqrt(kdi_w8 a)
{
    return _mm256_sqrt_ps(a);
}
static inline kdi_w8 kdi_w8_number(kdi_w8 a)
{
    return _mm256_and_ps(a, _mm256_cmp_ps(a, a, _CMP_ORD_Q));
}
/* ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)) of each, added to the four numbers at `to`. */
static inline void kdi_w8_add_sums(float *to, const kdi_w8 a[4])
{
    __m256 pairs = _mm256_hadd_ps(_mm256_hadd_ps(a[0], a[1]), _mm256_hadd_ps(a[2], a[3]));
    __m128 sums = _mm_add_ps(_mm256_castps256_ps128(pairs), _mm256_extractf128_ps(pairs, 1));
    _mm_storeu_ps(to, _mm_add_ps(_mm_loadu_ps(to), sums));
}
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
typedef struct kdi_w8 {
    __m128 low, high;
} kdi_w8;
static inline kdi_w8 kdi_w8_of(__m128 low, __m128 high)
{
    kdi_w8 w;
    w.low = low, w.high = high;
    return w;
}
#define W8_BINARY(name, avx, sse, c)                                                    \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, kdi_w8 b)                              \
    {                                                                                   \
        return kdi_w8_of(_mm_##avx##_ps(a.low, b.low), _mm_##avx##_ps(a.high, b.high)); \
    }
#define W8_INTEGER(name, avx, sse, c)                                                   \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, uint32_t b)                            \
    {                                                                                   \
        __m128i other = _mm_set1_epi32((int)b);                                         \
        return kdi_w8_of(_mm_castsi128_ps(_mm_##sse(_mm_castps_si128(a.low), other)),   \
                         _mm_castsi128_ps(_mm_##sse(_mm_castps_si128(a.high), other))); \
    }
#define W8_SHIFT(name, avx, sse, c)                                                          \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a)                                             \
    {                                                                                        \
        return kdi_w8_of(_mm_castsi128_ps(_mm_##avx##_epi32(_mm_castps_si128(a.low), 23)),   \
                         _mm_castsi128_ps(_mm_##avx##_epi32(_mm_castps_si128(a.high), 23))); \
    }
static inline kdi_w8 kdi_w8_load(const float *from)
{
    return kdi_w8_of(_mm_loadu_ps(from), _mm_loadu_ps(from + 4));
}
static inline void kdi_w8_store(float *to, kdi_w8 a)
{
    _mm_storeu_ps(to, a.low);
    _mm_storeu_ps(to + 4, a.high);
}
static inline kdi_w8 kdi_w8_set(float x)
{
    return kdi_w8_of(_mm_set1_ps(x), _mm_set1_ps(x));
}
static inline kdi_w8 kdi_w8_sqrt(kdi_w8 a)
{
    return kdi_w8_of(_mm_sqrt_ps(a.low), _mm_sqrt_ps(a.high));
}
static inline kdi_w8 kdi_w8_number(kdi_w8 a)
{
    return kdi_w8_of(_mm_and_ps(a.low, _mm_cmpord_ps(a.low, a.low)), _mm_and_ps(a.high, _mm_cmpord_ps(a.high, a.high)));
}
/* (0 + 1) + (2 + 3) of each of four. */
static inline __m128 kdi_w4_sums(__m128 a, __m128 b, __m128 c, __m128 d)
{
    _MM_TRANSPOSE4_PS(a, b, c, d);
    return _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d));
}
static inline void kdi_w8_add_sums(float *to, const kdi_w8 a[4])
{
    __m128 low = kdi_w4_sums(a[0].low, a[1].low, a[2].low, a[3].low);
    __m128 high = kdi_w4_sums(a[0].high, a[1].high, a[2].high, a[3].high);
    _mm_storeu_ps(to, _mm_add_ps(_mm_loadu_ps(to), _mm_add_ps(low, high)));
}
#else
typedef struct kdi_w8 {
    float v[8];
} kdi_w8;
static inline float kdi_w8_lane_min(float a, float b)
{
    return a < b ? a : b;
}
static inline float kdi_w8_lane_max(float a, float b)
{
    return a > b ? a : b;
}
#define W8_LANES(expression)        \
    do {                            \
        for (int l = 0; l < 8; l++) \
            w.v[l] = (expression);  \
        return w;                   \
    } while (0)
#define W8_BINARY(name, avx, sse, c)                       \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, kdi_w8 b) \
    {                                                      \
        kdi_w8 w;                                          \
        W8_LANES(c);                                       \
    }
#define W8_INTEGER(name, avx, sse, c)                              \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a, uint32_t b)       \
    {                                                              \
        kdi_w8 w;                                                  \
        W8_LANES(kdi_float_from_bits(kdi_float_bits(a.v[l]) c b)); \
    }
#define W8_SHIFT(name, avx, sse, c)                                 \
    static inline kdi_w8 kdi_w8_##name(kdi_w8 a)                    \
    {                                                               \
        kdi_w8 w;                                                   \
        W8_LANES(kdi_float_from_bits(kdi_float_bits(a.v[l]) c 23)); \
    }
static inline kdi_w8 kdi_w8_load(const float *from)
{
    kdi_w8 w;
    memcpy(w.v, from, sizeof w.v);
    return w;
}
static inline void kdi_w8_store(float *to, kdi_w8 a)
{
    memcpy(to, a.v, sizeof a.v);
}
static inline kdi_w8 kdi_w8_set(float x)
{
    kdi_w8 w;
    W8_LANES(x);
}
static inline kdi_w8 kdi_w8_sqrt(kdi_w8 a)
{
    kdi_w8 w;
    W8_LANES(KDI_SQRT(a.v[l]));
}
static inline kdi_w8 kdi_w8_number(kdi_w8 a)
{
    kdi_w8 w;
    W8_LANES(a.v[l] == a.v[l] ? a.v[l] : 0.0f);
}
static inline void kdi_w8_add_sums(float *to, const kdi_w8 a[4])
{
    for (int i = 0; i < 4; i++) {
        const float *v = a[i].v;
        to[i] += ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
    }
}
#endif

/* name, AVX and SSE of the same name for floats, the plain form */
W8_BINARY(add, add, add, a.v[l] + b.v[l])
W8_BINARY(sub, sub, sub, a.v[l] - b.v[l])
W8_BINARY(mul, mul, mul, a.v[l] * b.v[l])
W8_BINARY(div, div, div, a.v[l] / b.v[l])
W8_BINARY(min, min, min, kdi_w8_lane_min(a.v[l], b.v[l])) /* b where either is not a number */
W8_BINARY(max, max, max, kdi_w8_lane_max(a.v[l], b.v[l]))
/* Of the bits of a float. */
W8_INTEGER(int_add, add_epi32, add_epi32, +)
W8_INTEGER(int_and, and_si256, and_si128, &)
W8_INTEGER(int_or, or_si256, or_si128, |)
W8_SHIFT(int_shl23, slli, slli, <<)
W8_SHIFT(int_shr23, srli, srli, >>)

/* c + x * p, one step of a polynomial in x. */
static inline kdi_w8 kdi_w8_step(kdi_w8 p, kdi_w8 x, float c)
{
    return kdi_w8_add(kdi_w8_set(c), kdi_w8_mul(x, p));
}

static inline kdi_w8 kdi_w8_clamp(kdi_w8 x, kdi_w8 low, kdi_w8 high)
{
    return kdi_w8_min(kdi_w8_max(x, low), high);
}

/* Within +-limit; what is not a number counts as zero. */
static inline kdi_w8 kdi_w8_bound(kdi_w8 x, float limit)
{
    return kdi_w8_clamp(kdi_w8_number(x), kdi_w8_set(-limit), kdi_w8_set(limit));
}

/* The natural logarithm of numbers of at least 1e-37, within 2 ulp or 3e-8, whichever is more. */
static inline kdi_w8 kdi_w8_log(kdi_w8 x)
{
    /* Exponents begin at the root of one half, so that f is small on both sides of zero. */
    kdi_w8 moved = kdi_w8_int_add(x, UINT32_C(0x3F800000) - UINT32_C(0x3F3504F3));
    kdi_w8 part = kdi_w8_int_add(kdi_w8_int_and(moved, UINT32_C(0x7FFFFF)), UINT32_C(0x3F3504F3));
    kdi_w8 f = kdi_w8_sub(part, kdi_w8_set(1.0f));
    /* The exponent as a float: as the last bits of 2^23. */
    kdi_w8 e = kdi_w8_int_or(kdi_w8_int_shr23(moved), UINT32_C(0x4B000000));
    e = kdi_w8_sub(e, kdi_w8_set(8388608.0f + 127.0f));
    kdi_w8 z = kdi_w8_mul(f, f);
    kdi_w8 p = kdi_w8_step(kdi_w8_set(0.0867211893f), f, -0.143790036f);
    p = kdi_w8_step(kdi_w8_step(p, f, 0.149780124f), f, -0.165644258f);
    p = kdi_w8_step(kdi_w8_step(p, f, 0.199548736f), f, -0.250016987f);
    p = kdi_w8_step(p, f, 0.333341658f);
    kdi_w8 bend = kdi_w8_mul(z, kdi_w8_sub(kdi_w8_mul(f, p), kdi_w8_set(0.5f)));
    return kdi_w8_add(kdi_w8_mul(e, kdi_w8_set(0.693147182f)), kdi_w8_add(f, bend));
}

/* e^-x for x >= 0, within 2 ulp; beyond 87 as at 87. */
static inline kdi_w8 kdi_w8_exp_minus(kdi_w8 x)
{
    x = kdi_w8_min(x, kdi_w8_set(87.0f));
    kdi_w8 shifted = kdi_w8_sub(kdi_w8_set(12582912.0f), kdi_w8_mul(x, kdi_w8_set(1.44269502f)));
    kdi_w8 n = kdi_w8_sub(shifted, kdi_w8_set(12582912.0f));
    kdi_w8 r = kdi_w8_sub(kdi_w8_set(0.0f), kdi_w8_add(x, kdi_w8_mul(n, kdi_w8_set(0.693145752f))));
    r = kdi_w8_sub(r, kdi_w8_mul(n, kdi_w8_set(1.42860677e-06f)));
    kdi_w8 p = kdi_w8_step(kdi_w8_set(0.00138131424f), r, 0.00836941879f);
    p = kdi_w8_step(kdi_w8_step(p, r, 0.041668456f), r, 0.166665152f);
    p = kdi_w8_step(p, r, 0.49999994f);
    kdi_w8 e = kdi_w8_add(kdi_w8_set(1.0f), kdi_w8_add(r, kdi_w8_mul(kdi_w8_mul(r, r), p)));
    return kdi_w8_mul(e, kdi_w8_int_shl23(kdi_w8_int_add(shifted, 127)));
}

#endif
