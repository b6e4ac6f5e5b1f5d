/* Evaluation of compiled expressions, for one character or for many at once. The code of an expression is one block
 * without pointers, verified once when opened and then trusted; it works on a file of float registers that the caller
 * owns. Nothing here allocates or fails. Any number of threads may share one code, each with its own registers. */
#ifndef KINEDRIVER_EXPR_EVAL_H
#define KINEDRIVER_EXPR_EVAL_H

#include "kinedriver/error.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of a type is the same in files and in code; a vec3 takes 3 registers in a row, a quat 4 (x y z w). */
typedef enum kd_expr_type { KD_EXPR_FLOAT, KD_EXPR_VEC3, KD_EXPR_QUAT } kd_expr_type;

enum {
    KD_EXPR_LANE_STEP = 8,       /* a batch has a multiple of this many lanes */
    KD_EXPR_REGISTER_MAX = 65536 /* of one code: the registers that its caller must provide */
};

typedef struct kd_expr_code kd_expr_code;

/* Checks size bytes at data (aligned to 4) and returns them as code; NULL and the reason in error (may be NULL) where
 * anything is wrong with them. The block stays the caller's and must outlive the code. */
const kd_expr_code *kd_expr_code_open(const void *data, size_t size, kd_error *error);

size_t kd_expr_code_size(const kd_expr_code *code); /* in bytes */
int kd_expr_register_count(const kd_expr_code *code);
int kd_expr_input_count(const kd_expr_code *code);
kd_expr_type kd_expr_input_type(const kd_expr_code *code, int input);
int kd_expr_input_register(const kd_expr_code *code, int input); /* its first one */
kd_expr_type kd_expr_result_type(const kd_expr_code *code);
int kd_expr_result_register(const kd_expr_code *code);
int kd_expr_type_width(kd_expr_type type); /* registers: 1, 3, 4 */

/* One character. Once for a register file: kd_expr_load puts the constants in place. Then as often as wanted: write the
 * inputs into their registers, run, read the result from its registers. Inputs stay as they are. The result is finite,
 * a quaternion of unit length, whatever the inputs. */
void kd_expr_load(const kd_expr_code *code, float *registers);
void kd_expr_run(const kd_expr_code *code, float *registers);

/* Many characters, with the same bits for each as kd_expr_run. Register k of lane i is registers[k * lanes + i]; lanes
 * is a multiple of KD_EXPR_LANE_STEP. Best between 16 and 128. */
void kd_expr_load_batch(const kd_expr_code *code, float *registers, int lanes);
void kd_expr_run_batch(const kd_expr_code *code, float *registers, int lanes);

/* Load and run in one. inputs: all of them in a row, each with the width of its type. registers: room for
 * kd_expr_register_count floats. result: 4 floats, the first ones used. */
void kd_expr_eval(const kd_expr_code *code, const float *inputs, float *registers, float result[4]);

#ifdef __cplusplus
}
#endif
#endif
