/* Evaluation of expression code for many characters: the copy for the machine that is compiled for, and the choice
 * between the copies. */
#include "eval/expr_batch.h"

#include "base/assert.h"
#include "base/cpu.h"

#if defined(__AVX2__)
#define KDI_WIDE_AVX2
#endif
#define LANES_RUN kdi_expr_run_lanes
#include "eval/expr_lanes.h"

void kd_expr_load_batch(const kd_expr_code *code, float *registers, int lanes)
{
    const float *constants = kdi_expr_constants(code);
    float *to = registers + (size_t)code->constant_register * (size_t)lanes;
    for (uint32_t i = 0; i < code->constant_count; i++)
        for (int l = 0; l < lanes; l++)
            *to++ = constants[i];
}

kdi_expr_lanes_runner *kdi_expr_find_lanes(kd_backend backend)
{
#if KDI_EXPR_HAS_AVX2
    if (backend != KD_BACKEND_PORTABLE && kdi_cpu_has_avx2())
        return kdi_expr_run_lanes_avx2;
#else
    (void)backend;
#endif
    return kdi_expr_run_lanes;
}

void kd_expr_run_batch(const kd_expr_code *code, float *registers, int lanes)
{
    KD_ASSERT(lanes > 0 && lanes % KD_EXPR_LANE_STEP == 0);
    kdi_expr_find_lanes(KD_BACKEND_BEST)(code, registers, (size_t)lanes / KD_EXPR_LANE_STEP);
}
