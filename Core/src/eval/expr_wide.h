/* The machine's vectors of floats, for the steps that compilers do not vectorise by themselves. The includer may define
 * KDI_WIDE_AVX2; elsewhere than on x86 there are none (KDI_WIDE is 0), and plain loops do the same. */
#ifndef KDI_EVAL_EXPR_WIDE_H
#define KDI_EVAL_EXPR_WIDE_H

#include <float.h>
#include <stddef.h>

#if defined(KDI_WIDE_AVX2)
#include <immintrin.h>
#define KDI_WIDE 8
typedef __m256 kdi_wide;
#define KDI_WIDE_PS(name)   _mm256_##name##_ps
#define KDI_WIDE_ORDERED(x) _mm256_cmp_ps(x, x, _CMP_ORD_Q)
#elif defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
#define KDI_WIDE            4
typedef __m128 kdi_wide;
#define KDI_WIDE_PS(name)   _mm_##name##_ps
#define KDI_WIDE_ORDERED(x) _mm_cmpord_ps(x, x)
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

static inline kdi_wide kdi_wide_add(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(add)(a, b);
}

static inline kdi_wide kdi_wide_mul(kdi_wide a, kdi_wide b)
{
    return KDI_WIDE_PS(mul)(a, b);
}

/* kd_finite. */
static inline kdi_wide kdi_wide_clean(kdi_wide x)
{
    x = KDI_WIDE_PS(and)(KDI_WIDE_ORDERED(x), x);
    return KDI_WIDE_PS(max)(KDI_WIDE_PS(min)(x, KDI_WIDE_PS(set1)(FLT_MAX)), KDI_WIDE_PS(set1)(-FLT_MAX));
}

/* kd_sqrt; the order of the operands makes not a number zero. */
static inline kdi_wide kdi_wide_root(kdi_wide x)
{
    x = KDI_WIDE_PS(max)(x, KDI_WIDE_PS(set1)(0.0f));
    return KDI_WIDE_PS(sqrt)(KDI_WIDE_PS(min)(x, KDI_WIDE_PS(set1)(FLT_MAX)));
}
#endif

#endif
