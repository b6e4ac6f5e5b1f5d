/* The parts of an evaluation: which kernels, and the instructions that are no kernels. */
#ifndef KDI_EVAL_RUN_H
#define KDI_EVAL_RUN_H

#include "eval/instance.h"
#include "eval/kernels.h"

/* The best set there is where the one asked for is not available. */
kdi_kernel_set kdi_backend_kernels(kd_backend backend);

/* Expressions and RBFs of a step, for one character or KDI_LANES of them. */
void kdi_run_calls(const kd_program *program, const kdi_step *step, int32_t lanes, float *registers);

/* Once for a new register file: the constants of expressions. */
void kdi_load_calls(const kd_program *program, int32_t lanes, float *registers);

#endif
