/* The parts of an evaluation: the steps for each instruction set, and the instructions that are no kernels. */
#ifndef KDI_EVAL_RUN_H
#define KDI_EVAL_RUN_H

#include "eval/instance.h"

/* Runs all steps on the registers of one character (lanes 1) or KDI_LANES of them. */
typedef void (*kdi_steps_function)(const kd_program *program, int32_t lod, int32_t lanes, float *registers);
void kdi_steps_portable(const kd_program *program, int32_t lod, int32_t lanes, float *registers);
#if defined(KDI_HAVE_AVX2)
void kdi_steps_avx2(const kd_program *program, int32_t lod, int32_t lanes, float *registers);
#endif

/* The best there is where the one asked for is not available. */
kdi_steps_function kdi_backend_steps(kd_backend backend);

/* Expressions and RBFs of a step, for one character or KDI_LANES of them. */
void kdi_run_calls(const kd_program *program, const kdi_step *step, int32_t lanes, float *registers);

/* Once for a new register file: the constants of expressions. */
void kdi_load_calls(const kd_program *program, int32_t lanes, float *registers);

#endif
