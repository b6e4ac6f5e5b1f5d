/* The machine's vectors of floats, for the steps that compilers do not vectorise by themselves. The includer may define
 * KDI_WIDE_AVX2; elsewhere than on x86 there are none (KDI_WIDE is 0), and plain loops do the same. A comparison gives
 * all bits or none in each lane. */
#ifndef KDI_EVAL_EXPR_WIDE_H
#define KDI_EVAL_EXPR_WIDE_H

#include <stddef.h>
#include <stdint.h>

#if defined(KDI_WIDE_AVX2)
#include <immintrin.h>
#define KDI_WIDE 8
typedef __m256 kdi_wide;
typedef __m256i kdi_wide_int;
#define KDI_WIDE_PS(name)        _mm256_##name##_ps
#define KDI_WIDE_I32(name)       _mm256_##name##_epi32
#define KDI_WIDE_INT_AND         _mm256_and_si256
#define KDI_WIDE_INT_BITS        _mm256_castps_si256
#define KDI_WIDE_FLOAT_BITS      _mm256_castsi256_ps
#define KDI_WIDE_INT_CUT         _mm256_cvttps_epi32
#define KDI_WIDE_FLOAT_INT       _mm256_cvtepi32_ps
#define KDI_WIDE_LESS(a, b)      _mm256_cmp_ps(a, b, _CMP_LT_OQ)
#define KDI_WIDE_ORDERED(a)      _mm256_cmp_ps(a, a, _CMP_ORD_Q)
#define KDI_WIDE_CHOOSE(m, a, b) _mm256_blendv_ps(b, a, m)
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define KDI_WIDE                 4
typedef __m128 kdi_wide;
typedef __m128i kdi_wide_int;
#define KDI_WIDE_PS(name)        _mm_##name##_ps
#define KDI_WIDE_I32(name)       _mm_##name##_epi32
#define KDI_WIDE_INT_AND         _mm_and_si128
#define KDI_WIDE_INT_BITS        _mm_castps_si128
#define KDI_WIDE_FLOAT_BITS      _mm_castsi128_ps
#define KDI_WIDE_INT_CUT         _mm_cvttps_epi32
#define KDI_WIDE_FLOAT_INT       _mm_cvtepi32_ps
#define KDI_WIDE_LESS(a, b)      _mm_cmplt_ps(a, b)
#define KDI_WIDE_ORDERED(a)      _mm_cmpord_ps(a, a)
#define KDI_WIDE_CHOOSE(m, a, b) _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
#else
#define KDI_WIDE 0
#endif

#if KDI_WIDE
static inline kdi_wide kdi_wide_load(const float *from)
{
    return KDI_WIDE_PS(loadu)(from);
}

static inline void kdi_wide_store(float *to, kdi_wide x)
{
    KDI_WIDE_PS(storeu)(to, x);
}

static inline kdi_wide kdi_wide_set(float x)
{
    return KDI_WIDE_PS(set1)(x);
}

static inline kdi_wide_int kdi_wide_int_set(uint32_t x)
{
    return KDI_WIDE_I32(set1)((int)x);
}

static inline kdi_wide kdi_wide_add(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(add)(a, b);
}

static inline kdi_wide kdi_wide_sub(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(sub)(a, b);
}

static inline kdi_wide kdi_wide_mul(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(mul)(a, b);
}

static inline kdi_wide kdi_wide_times(kdi_wide a, float b)
{
    return KDI_WIDE_PS(mul)(a, KDI_WIDE_PS(set1)(b));
}

static inline kdi_wide kdi_wide_div(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(div)(a, b);
}

static inline kdi_wide kdi_wide_sqrt(kdi_wide a)
{
    return KDI_WIDE_PS(sqrt)(a);
}

/* c + z * p, one step of a polynomial in z. */
static inline kdi_wide kdi_wide_step(kdi_wide p, kdi_wide z, float c)
{
    return KDI_WIDE_PS(add)(KDI_WIDE_PS(set1)(c), KDI_WIDE_PS(mul)(z, p));
}

static inline kdi_wide kdi_wide_and(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(and)(a, b);
}

static inline kdi_wide kdi_wide_xor(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(xor)(a, b);
}

static inline kdi_wide kdi_wide_less(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_LESS(a, b);
}

static inline kdi_wide kdi_wide_choose(kdi_wide mask, kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_CHOOSE(mask, a, b);
}

static inline kdi_wide kdi_wide_sign(kdi_wide x)
{
    return kdi_wide_and(x, kdi_wide_set(-0.0f));
}

static inline kdi_wide kdi_wide_abs(kdi_wide x)
{
    return KDI_WIDE_PS(andnot)(kdi_wide_set(-0.0f), x);
}

static inline kdi_wide kdi_wide_neg(kdi_wide x)
{
    return kdi_wide_xor(x, kdi_wide_set(-0.0f));
}

static inline kdi_wide kdi_wide_min(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(min)(a, b);
}

static inline kdi_wide kdi_wide_max(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(max)(a, b);
}

static inline int kdi_wide_any(kdi_wide mask)
{
    return KDI_WIDE_PS(movemask)(mask) != 0;
}
#endif

#endif
