/* Evaluation of expression code for one character: a register is one float. */
#include "eval/expr_table.h"
#include "program/expr_code.h"
#include "program/expr_ops.h"

#include <string.h>

typedef const uint16_t *(*single_handler)(const uint16_t *at, float *r);

static const single_handler SINGLE_TABLE[KDI_EXPR_OP_COUNT];

#define EXPR_HANDLER(NAME) static const uint16_t *single_##NAME(const uint16_t *at, float *r)
#define EXPR_LANES         ((size_t)1)
#define EXPR_EACH          for (size_t l = 0; l < 1; l++)
#define EXPR_STOP \
    (void)at;     \
    (void)r;      \
    return NULL
#if defined(KDI_EXPR_JUMP)
#define EXPR_NEXT(units) KDI_EXPR_JUMP(SINGLE_TABLE[at[units]](at + (units), r))
#else
#define EXPR_NEXT(units) return at + (units)
#endif

#include "eval/expr_handlers.h"

EXPR_F1(SIN, expr_sin(a))
EXPR_F1(COS, expr_cos(a))
EXPR_F1(ATAN, expr_atan2(a, 1.0f))
EXPR_F2(ATAN2, expr_atan2(a, b))
EXPR_F1(EXP, expr_exp(a))
EXPR_F1(SQRT, KDI_SQRT(expr_radicand(a)))
EXPR_F4(NORM2, KDI_SQRT(expr_radicand(a *b + c * d)))
EXPR_OP6(NORM3, KDI_SQRT(expr_radicand(a *b + c * d + e * f)))

EXPR_HANDLER(POLY)
{
    const uint16_t *next = at + 3 + at[2];
    float x = r[at[3]], y = r[at[4]];
    for (const uint16_t *c = at + 5; c < next; c++)
        y = y * x + r[*c];
    r[at[1]] = y;
    at = next;
    EXPR_NEXT(0);
}

EXPR_HANDLER(END_FLOAT)
{
    EXPR_EACH
    {
        EXPR_PUT_FLOAT(kdi_float_clean(EXPR_FLOAT(2)));
    }
    EXPR_STOP;
}

EXPR_HANDLER(END_VEC3)
{
    EXPR_EACH
    {
        EXPR_PUT_VEC3(kdi_vec3_finite(EXPR_VEC3(2)));
    }
    EXPR_STOP;
}

static const single_handler SINGLE_TABLE[KDI_EXPR_OP_COUNT] = {
#define SINGLE_ROW(name, text, shape) single_##name,
    KDI_EXPR_OP_LIST(SINGLE_ROW)
#undef SINGLE_ROW
};

void kd_expr_load(const kd_expr_code *code, float *registers)
{
    memcpy(registers + code->constant_register, kdi_expr_constants(code), code->constant_count * sizeof(float));
}

void kd_expr_run(const kd_expr_code *code, float *registers)
{
    const uint16_t *at = kdi_expr_units(code);
    do
        at = SINGLE_TABLE[*at](at, registers);
    while (at);
}

void kd_expr_eval(const kd_expr_code *code, const float *inputs, float *registers, float result[4])
{
    for (uint32_t i = 0; i < code->input_count; i++) {
        uint32_t input = kdi_expr_inputs(code)[i];
        for (int k = kd_expr_type_width((kd_expr_type)(input >> 16)), at = (int)(input & 0xFFFF); k > 0; k--)
            registers[at++] = *inputs++;
    }
    kd_expr_load(code, registers);
    kd_expr_run(code, registers);
    size_t width = (size_t)kd_expr_type_width((kd_expr_type)(code->result >> 16));
    memcpy(result, registers + (code->result & 0xFFFF), width * sizeof(float));
}
