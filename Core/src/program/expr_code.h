/* Layout of expression code: this head, then one word for each input (type << 16 | register), the constants as floats,
 * the instructions as 16-bit units, zeros up to a multiple of 4 bytes. Native byte order, as the program that holds it.
 *
 * Invariant of verified code: it ends with its only end instruction, which writes the result; every operand lies inside
 * the registers and has been written before (input, constant, earlier instruction); no instruction writes an input or a
 * constant. */
#ifndef KDI_PROGRAM_EXPR_CODE_H
#define KDI_PROGRAM_EXPR_CODE_H

#include "kinedriver/expr_eval.h"

#include <stdint.h>

#define KDI_EXPR_MAGIC UINT32_C(0x3158444B) /* "KDX1" */

enum { KDI_EXPR_UNIT_MAX = 32768, KDI_EXPR_INPUT_MAX = 1024, KDI_EXPR_POLY_MAX = 64 };

struct kd_expr_code {
    uint32_t magic;
    uint32_t size; /* of the whole block, in bytes */
    uint32_t register_count;
    uint32_t input_count;
    uint32_t constant_count;
    uint32_t constant_register; /* the first; they are in a row */
    uint32_t unit_count;
    uint32_t result; /* type << 16 | register */
};

static inline const uint32_t *kdi_expr_inputs(const kd_expr_code *code)
{
    return (const uint32_t *)(code + 1);
}

static inline const float *kdi_expr_constants(const kd_expr_code *code)
{
    return (const float *)(const void *)(kdi_expr_inputs(code) + code->input_count);
}

static inline const uint16_t *kdi_expr_units(const kd_expr_code *code)
{
    return (const uint16_t *)(const void *)(kdi_expr_constants(code) + code->constant_count);
}

/* Size in bytes of a block with these counts. */
static inline uint32_t kdi_expr_block_size(uint32_t inputs, uint32_t constants, uint32_t units)
{
    return (uint32_t)sizeof(kd_expr_code) + 4 * inputs + 4 * constants + 4 * ((units + 1) / 2);
}

#endif
