/* The parts of an evaluation: the steps for each instruction set, and the instructions that are no kernels. */
#ifndef KDI_EVAL_RUN_H
#define KDI_EVAL_RUN_H

#include "eval/instance.h"

/* What is compiled for each instruction set. `lanes` is 1 for one character, or KDI_LANES for as many; poses has one
 * item for each, NULL for a character at rest whose pose nobody wants. */
typedef struct kdi_backend {
    void (*read_poses)(const kd_binding *binding, int32_t lanes, kd_transform *const *poses, float *registers);
    void (*run_steps)(const kd_program *program, int32_t lod, int32_t lanes, float *registers);
    void (*write_poses)(const kd_binding *binding, int32_t lanes, const float *registers, kd_transform *const *poses);
} kdi_backend;

extern const kdi_backend KDI_BACKEND_PORTABLE;
#if defined(KDI_HAVE_AVX2)
extern const kdi_backend KDI_BACKEND_AVX2;
#endif

/* The best there is where the one asked for is not available. */
const kdi_backend *kdi_backend_find(kd_backend backend);

/* Expressions and RBFs of a step, for one character or KDI_LANES of them. */
void kdi_run_calls(const kd_program *program, const kdi_step *step, kd_backend backend, int32_t lanes,
                   float *registers);

/* Once for a new register file: the constants of expressions. */
void kdi_load_calls(const kd_program *program, int32_t lanes, float *registers);

#endif
