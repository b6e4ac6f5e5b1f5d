/* Evaluation of solved radial basis functions, for one character or for many at once. The code of a function is one
 * block without pointers, made by kd_rbf_lower (kinedriver/rbf.h), verified once when opened and then trusted; it works
 * on a file of float registers that the caller owns. Nothing here allocates or fails. Any number of threads may share
 * one code, each with its own registers. */
#ifndef KINEDRIVER_RBF_EVAL_H
#define KINEDRIVER_RBF_EVAL_H

#include "kinedriver/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KD_RBF_LANE_STEP = 8, /* a batch has a multiple of this many lanes */
    KD_RBF_KEY_MAX = 2048,
    KD_RBF_COMPONENT_MAX = 1024,  /* of all inputs together, and of all outputs together */
    KD_RBF_REGISTER_MAX = 1 << 20 /* of one code: the registers that its caller must provide */
};

typedef struct kd_rbf_code kd_rbf_code;

/* Checks size bytes at data (aligned to 4) and returns them as code; NULL and the reason in error (may be NULL) where
 * anything is wrong with them. The block stays the caller's and must outlive the code. */
const kd_rbf_code *kd_rbf_code_open(const void *data, size_t size, kd_error *error);

size_t kd_rbf_code_size(const kd_rbf_code *code); /* in bytes */
int kd_rbf_register_count(const kd_rbf_code *code);

/* The temporaries: registers that every run may overwrite and whose content means nothing between runs. */
int kd_rbf_temporary_first(const kd_rbf_code *code);
int kd_rbf_temporary_count(const kd_rbf_code *code);

/* One character: reads the input registers, writes the output registers. Outputs are finite and within +-1e15,
 * rotations of unit length, whatever the inputs: what is not a number counts as zero. */
void kd_rbf_run(const kd_rbf_code *code, float *registers);

/* Many characters, with the same bits for each as kd_rbf_run. Register k of lane i is registers[k * lanes + i]; lanes
 * is a multiple of KD_RBF_LANE_STEP. */
void kd_rbf_run_batch(const kd_rbf_code *code, float *registers, int lanes);

#ifdef __cplusplus
}
#endif
#endif
