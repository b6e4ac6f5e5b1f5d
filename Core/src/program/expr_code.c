/* Expression code: opened, that is verified, and asked about. After kd_expr_code_open nothing is checked again. */
#include "program/expr_code.h"

#include "base/assert.h"
#include "program/expr_ops.h"

#include <string.h>

const kdi_expr_op_info kdi_expr_op_table[KDI_EXPR_OP_COUNT] = {
#define EXPR_OP_ROW(name, text, shape) {text, shape},
    KDI_EXPR_OP_LIST(EXPR_OP_ROW)
#undef EXPR_OP_ROW
};

int kdi_expr_shape_width(char letter)
{
    return letter == 's' ? 1 : letter == 'v' ? 3 : letter == 'q' ? 4 : 0;
}

int kdi_expr_op_units(const uint16_t *at, uint32_t left)
{
    if (left == 0 || at[0] >= KDI_EXPR_OP_COUNT)
        return 0;
    const char *shape = kdi_expr_op_table[at[0]].shape;
    uint32_t units = 1 + (uint32_t)strlen(shape);
    if (units > left)
        return 0;
    if (shape[0] != 0 && shape[1] == '*') {
        if (at[2] < 3 || at[2] > KDI_EXPR_POLY_MAX || at[2] > left - units)
            return 0;
        units += at[2];
    }
    return (int)units;
}

/* Which registers hold something, one bit each. */
typedef struct code_check {
    const kd_expr_code *code;
    uint8_t written[KD_EXPR_REGISTER_MAX / 8];
    uint8_t fixed[KD_EXPR_REGISTER_MAX / 8]; /* inputs and constants: not to be written */
} code_check;

static int code_is_marked(const uint8_t *marks, uint32_t reg)
{
    return (marks[reg >> 3] >> (reg & 7)) & 1;
}

static void code_mark(uint8_t *marks, uint32_t reg, uint32_t width)
{
    for (uint32_t i = reg; i < reg + width; i++)
        marks[i >> 3] = (uint8_t)(marks[i >> 3] | 1u << (i & 7));
}

static int code_fits(const code_check *check, uint32_t reg, uint32_t width)
{
    return width <= check->code->register_count && reg <= check->code->register_count - width;
}

static int code_reads(const code_check *check, uint32_t reg, uint32_t width)
{
    if (!code_fits(check, reg, width))
        return 0;
    for (uint32_t i = 0; i < width; i++)
        if (!code_is_marked(check->written, reg + i))
            return 0;
    return 1;
}

static int code_writes(code_check *check, uint32_t reg, uint32_t width)
{
    if (!code_fits(check, reg, width))
        return 0;
    for (uint32_t i = 0; i < width; i++)
        if (code_is_marked(check->fixed, reg + i))
            return 0;
    code_mark(check->written, reg, width);
    return 1;
}

static int code_check_operands(code_check *check, const uint16_t *at, int units)
{
    const char *shape = kdi_expr_op_table[at[0]].shape;
    if (shape[0] == 0)
        return 1;
    if (shape[1] == '*') {
        for (int i = 3; i < units; i++)
            if (!code_reads(check, at[i], 1))
                return 0;
    } else {
        for (int i = 1; shape[i]; i++)
            if (!code_reads(check, at[i + 1], (uint32_t)kdi_expr_shape_width(shape[i])))
                return 0;
    }
    return code_writes(check, at[1], (uint32_t)kdi_expr_shape_width(shape[0]));
}

static const char *code_check_units(code_check *check)
{
    const uint16_t *at = kdi_expr_units(check->code);
    uint32_t left = check->code->unit_count;
    while (left > 0) {
        int units = kdi_expr_op_units(at, left);
        if (units == 0)
            return "the expression code has an instruction that is not known or not whole";
        if (!code_check_operands(check, at, units))
            return "an instruction of the expression code uses a register that it must not";
        uint32_t end = KDI_EXPR_END_FLOAT + (check->code->result >> 16);
        int is_last = left == (uint32_t)units;
        if ((at[0] <= KDI_EXPR_END_QUAT) != is_last || (is_last && at[0] != end))
            return "the expression code does not end with the end instruction of its type";
        if (is_last && at[1] != (check->code->result & 0xFFFF))
            return "the expression code never writes its result";
        at += units;
        left -= (uint32_t)units;
    }
    return NULL;
}

static const char *code_check_registers(code_check *check)
{
    const kd_expr_code *code = check->code;
    for (uint32_t i = 0; i < code->input_count; i++) {
        uint32_t input = kdi_expr_inputs(code)[i], type = input >> 16;
        if (type > KD_EXPR_QUAT || !code_fits(check, input & 0xFFFF, (uint32_t)kd_expr_type_width((kd_expr_type)type)))
            return "an input of the expression code lies outside its registers";
        code_mark(check->fixed, input & 0xFFFF, (uint32_t)kd_expr_type_width((kd_expr_type)type));
    }
    memcpy(check->written, check->fixed, sizeof check->written);
    if (!code_fits(check, code->constant_register, code->constant_count))
        return "the constants of the expression code lie outside its registers";
    for (uint32_t i = 0; i < code->constant_count; i++) {
        uint32_t bits;
        memcpy(&bits, kdi_expr_constants(code) + i, sizeof bits);
        if ((bits & UINT32_C(0x7F800000)) == UINT32_C(0x7F800000))
            return "a constant of the expression code is not a finite number";
        if (code_is_marked(check->fixed, code->constant_register + i))
            return "a constant of the expression code lies on an input";
    }
    code_mark(check->fixed, code->constant_register, code->constant_count);
    code_mark(check->written, code->constant_register, code->constant_count);
    return NULL;
}

static const char *code_check_head(const kd_expr_code *code, size_t size)
{
    if (size < sizeof *code || code->magic != KDI_EXPR_MAGIC)
        return "this is no expression code";
    if (code->register_count > KD_EXPR_REGISTER_MAX || code->input_count > KDI_EXPR_INPUT_MAX ||
        code->constant_count > KD_EXPR_REGISTER_MAX || code->unit_count > KDI_EXPR_UNIT_MAX || code->unit_count == 0 ||
        code->result >> 16 > KD_EXPR_QUAT)
        return "the expression code has a count or type outside its limits";
    if (code->size != size || size != kdi_expr_block_size(code->input_count, code->constant_count, code->unit_count))
        return "the expression code is longer or shorter than it says";
    return NULL;
}

const kd_expr_code *kd_expr_code_open(const void *data, size_t size, kd_error *error)
{
    code_check check;
    check.code = (const kd_expr_code *)data;
    if (!data || ((uintptr_t)data & 3) != 0) {
        kd_error_set(error, KD_VALUE, "expression code must be aligned to 4 bytes");
        return NULL;
    }
    const char *problem = code_check_head(check.code, size);
    if (!problem) {
        memset(check.fixed, 0, sizeof check.fixed);
        problem = code_check_registers(&check);
    }
    if (!problem)
        problem = code_check_units(&check);
    if (problem) {
        kd_error_set(error, KD_VALUE, problem);
        return NULL;
    }
    return check.code;
}

int kd_expr_type_width(kd_expr_type type)
{
    return type == KD_EXPR_FLOAT ? 1 : type == KD_EXPR_VEC3 ? 3 : 4;
}

size_t kd_expr_code_size(const kd_expr_code *code)
{
    return code->size;
}

int kd_expr_register_count(const kd_expr_code *code)
{
    return (int)code->register_count;
}

int kd_expr_input_count(const kd_expr_code *code)
{
    return (int)code->input_count;
}

kd_expr_type kd_expr_input_type(const kd_expr_code *code, int input)
{
    KD_ASSERT(input >= 0 && (uint32_t)input < code->input_count);
    return (kd_expr_type)(kdi_expr_inputs(code)[input] >> 16);
}

int kd_expr_input_register(const kd_expr_code *code, int input)
{
    KD_ASSERT(input >= 0 && (uint32_t)input < code->input_count);
    return (int)(kdi_expr_inputs(code)[input] & 0xFFFF);
}

kd_expr_type kd_expr_result_type(const kd_expr_code *code)
{
    return (kd_expr_type)(code->result >> 16);
}

int kd_expr_result_register(const kd_expr_code *code)
{
    return (int)(code->result & 0xFFFF);
}
