/* The copies of the evaluator for lanes, one for each instruction set. They count lanes in steps of
 * KD_EXPR_LANE_STEP. */
#ifndef KDI_EVAL_EXPR_BATCH_H
#define KDI_EVAL_EXPR_BATCH_H

#include "kinedriver/eval.h"
#include "kinedriver/expr_eval.h"

/* A copy for AVX2 beside the one for the machine that is compiled for; where that has AVX2 itself there is no need. */
#if (defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX2__)) || defined(_M_X64)
#define KDI_EXPR_HAS_AVX2 1
#else
#define KDI_EXPR_HAS_AVX2 0
#endif

typedef void kdi_expr_lanes_runner(const kd_expr_code *code, float *registers, size_t steps);

kdi_expr_lanes_runner kdi_expr_run_lanes;
kdi_expr_lanes_runner kdi_expr_run_lanes_avx2;

kdi_expr_lanes_runner *kdi_expr_find_lanes(kd_backend backend);

#endif
