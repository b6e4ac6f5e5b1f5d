/* The few steps that are written with the machine's vectors by hand, because a compiler does not find them: square root
 * and a chain of multiply-add. The includer may define KDI_WIDE_AVX2. Everywhere else than on x86 the vector is one
 * float. */
#ifndef KDI_EVAL_EXPR_WIDE_H
#define KDI_EVAL_EXPR_WIDE_H

#include "math/float.h"

#include <stddef.h>

#if defined(KDI_WIDE_AVX2)
#include <immintrin.h>
typedef __m256 kdi_wide;
enum { KDI_WIDE_LANES = 8 };
#define KDI_WIDE_LOAD(from)       _mm256_loadu_ps(from)
#define KDI_WIDE_STORE(to, x)     _mm256_storeu_ps(to, x)
#define KDI_WIDE_SQRT(x)          _mm256_sqrt_ps(x)
#define KDI_WIDE_MUL_ADD(a, b, c) _mm256_add_ps(_mm256_mul_ps(a, b), c)
#elif defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
typedef __m128 kdi_wide;
enum { KDI_WIDE_LANES = 4 };
#define KDI_WIDE_LOAD(from)       _mm_loadu_ps(from)
#define KDI_WIDE_STORE(to, x)     _mm_storeu_ps(to, x)
#define KDI_WIDE_SQRT(x)          _mm_sqrt_ps(x)
#define KDI_WIDE_MUL_ADD(a, b, c) _mm_add_ps(_mm_mul_ps(a, b), c)
#else
typedef float kdi_wide;
enum { KDI_WIDE_LANES = 1 };
#define KDI_WIDE_LOAD(from)       (*(from))
#define KDI_WIDE_STORE(to, x)     (*(to) = (x))
#define KDI_WIDE_SQRT(x)          KDI_SQRT(x)
#define KDI_WIDE_MUL_ADD(a, b, c) ((a) * (b) + (c))
#endif

#endif
