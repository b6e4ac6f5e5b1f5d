/* Evaluation of expression code for many characters: the copy for the machine that is compiled for, and the choice
 * between the copies. */
#include "eval/expr_batch.h"

#include "base/assert.h"

#if defined(__AVX2__)
#define KDI_WIDE_AVX2
#endif
#define LANES_RUN kdi_expr_run_lanes
#include "eval/expr_lanes.h"

#if KDI_EXPR_HAS_AVX2 && defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static int batch_has_avx2(void)
{
    int leaf[4];
    __cpuid(leaf, 0);
    if (leaf[0] < 7)
        return 0;
    __cpuidex(leaf, 1, 0);
    int saves_state = (leaf[2] & (1 << 27)) && (leaf[2] & (1 << 28)) && (_xgetbv(0) & 6) == 6;
    __cpuidex(leaf, 7, 0);
    return saves_state && (leaf[1] & (1 << 5));
}
#elif KDI_EXPR_HAS_AVX2
static int batch_has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}
#endif

void kd_expr_load_batch(const kd_expr_code *code, float *registers, int lanes)
{
    const float *constants = kdi_expr_constants(code);
    float *to = registers + (size_t)code->constant_register * (size_t)lanes;
    for (uint32_t i = 0; i < code->constant_count; i++)
        for (int l = 0; l < lanes; l++)
            *to++ = constants[i];
}

void kd_expr_run_batch(const kd_expr_code *code, float *registers, int lanes)
{
    KD_ASSERT(lanes > 0 && lanes % KD_EXPR_LANE_STEP == 0);
#if KDI_EXPR_HAS_AVX2
    if (batch_has_avx2()) {
        kdi_expr_run_lanes_avx2(code, registers, (size_t)lanes / KD_EXPR_LANE_STEP);
        return;
    }
#endif
    kdi_expr_run_lanes(code, registers, (size_t)lanes / KD_EXPR_LANE_STEP);
}
