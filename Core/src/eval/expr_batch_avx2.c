/* Evaluation of expression code for many characters on machines with AVX2. Fused multiply-add stays off: the bits are
 * those of every other copy. */
#include "eval/expr_batch.h"

#if KDI_EXPR_HAS_AVX2
/* What the system declares must not get the instruction set of this file. */
#include "math/float.h"
#include "program/expr_code.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define KDI_WIDE_AVX2
#define LANES_RUN kdi_expr_run_lanes_avx2
#include "eval/expr_lanes.h"

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#else
typedef int kdi_expr_no_avx2; /* a file must not be empty */
#endif
