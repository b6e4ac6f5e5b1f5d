/* Evaluation of expression code for many characters: a register is a row of lanes, an instruction works on the whole
 * row. Included once for each instruction set; LANES_RUN is the name of that copy. */
#include "eval/expr_table.h"
#include "eval/expr_wide.h"
#include "program/expr_code.h"
#include "program/expr_ops.h"

typedef const uint16_t *(*lanes_handler)(const uint16_t *at, float *r, size_t lanes);

static const lanes_handler LANES_TABLE[KDI_EXPR_OP_COUNT];

/* A row is written only at the lane that has just been read: no lane depends on another. */
#if defined(__clang__)
#define LANES_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANES_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(_MSC_VER)
#define LANES_INDEPENDENT __pragma(loop(ivdep))
#else
#define LANES_INDEPENDENT
#endif

#define EXPR_HANDLER(NAME) static const uint16_t *lanes_##NAME(const uint16_t *at, float *r, size_t lanes)
#define EXPR_LANES         lanes
#define EXPR_EACH          LANES_INDEPENDENT for (size_t l = 0; l < lanes; l++)
#define EXPR_STOP \
    (void)at;     \
    (void)r;      \
    (void)lanes;  \
    return NULL
#if defined(KDI_EXPR_JUMP)
#define EXPR_NEXT(units) KDI_EXPR_JUMP(LANES_TABLE[at[units]](at + (units), r, lanes))
#else
#define EXPR_NEXT(units) return at + (units)
#endif

#include "eval/expr_handlers.h"

static inline void lanes_take_roots(float *row, size_t lanes)
{
    for (size_t l = 0; l < lanes; l += KDI_WIDE_LANES)
        KDI_WIDE_STORE(row + l, KDI_WIDE_SQRT(KDI_WIDE_LOAD(row + l)));
}

EXPR_HANDLER(SQRT)
{
    EXPR_EACH
    {
        EXPR_PUT_FLOAT(expr_radicand(EXPR_FLOAT(2)));
    }
    lanes_take_roots(EXPR_AT(1), lanes);
    EXPR_NEXT(3);
}

EXPR_HANDLER(NORM2)
{
    EXPR_EACH
    {
        EXPR_PUT_FLOAT(expr_radicand(EXPR_FLOAT(2) * EXPR_FLOAT(3) + EXPR_FLOAT(4) * EXPR_FLOAT(5)));
    }
    lanes_take_roots(EXPR_AT(1), lanes);
    EXPR_NEXT(6);
}

EXPR_HANDLER(NORM3)
{
    EXPR_EACH
    {
        float sum = EXPR_FLOAT(2) * EXPR_FLOAT(3) + EXPR_FLOAT(4) * EXPR_FLOAT(5) + EXPR_FLOAT(6) * EXPR_FLOAT(7);
        EXPR_PUT_FLOAT(expr_radicand(sum));
    }
    lanes_take_roots(EXPR_AT(1), lanes);
    EXPR_NEXT(8);
}

/* Sine where turn is 0, cosine where it is 1, of the near angles; the far ones are left to a second look. */
static inline float lanes_circular(float x, uint32_t turn)
{
    float size = kdi_float_abs(x);
    kdi_quarter q = kdi_quarter_from_near(size < KDI_CIRCULAR_NEAR ? size : KDI_CIRCULAR_NEAR);
    uint32_t quarter = q.quarter + turn;
    float sine = kdi_sin_core(q.angle), cosine = kdi_cos_core(q.angle);
    uint32_t sign = turn == 0 ? kdi_float_sign(x) : 0u;
    return kdi_float_flip(quarter & 1u ? cosine : sine, sign ^ ((quarter & 2u) << 30));
}

enum { LANES_BLOCK = 64 };

static inline void lanes_circular_block(float *to, const float *from, size_t count, uint32_t turn)
{
    float angle[LANES_BLOCK];
    float largest = 0.0f;
    LANES_INDEPENDENT for (size_t l = 0; l < count; l++)
    {
        angle[l] = kdi_float_clean(from[l]);
        to[l] = lanes_circular(angle[l], turn);
    }
    for (size_t l = 0; l < count; l++)
        largest = kdi_float_abs(angle[l]) > largest ? kdi_float_abs(angle[l]) : largest;
    if (largest <= KDI_CIRCULAR_NEAR)
        return;
    for (size_t l = 0; l < count; l++)
        if (kdi_float_abs(angle[l]) > KDI_CIRCULAR_NEAR)
            to[l] = turn == 0 ? kd_sin(angle[l]) : kd_cos(angle[l]);
}

static inline void lanes_circular_row(float *to, const float *from, size_t lanes, uint32_t turn)
{
    for (size_t l = 0; l < lanes; l += LANES_BLOCK)
        lanes_circular_block(to + l, from + l, lanes - l < LANES_BLOCK ? lanes - l : LANES_BLOCK, turn);
}

EXPR_HANDLER(SIN)
{
    lanes_circular_row(EXPR_AT(1), EXPR_AT(2), lanes, 0);
    EXPR_NEXT(3);
}

EXPR_HANDLER(COS)
{
    lanes_circular_row(EXPR_AT(1), EXPR_AT(2), lanes, 1);
    EXPR_NEXT(3);
}

EXPR_HANDLER(POLY)
{
    const uint16_t *next = at + 3 + at[2];
    const float *x_row = EXPR_AT(3), *first = EXPR_AT(4);
    float *to = EXPR_AT(1);
    for (size_t l = 0; l < lanes; l += KDI_WIDE_LANES) {
        kdi_wide x = KDI_WIDE_LOAD(x_row + l), y = KDI_WIDE_LOAD(first + l);
        for (const uint16_t *c = at + 5; c < next; c++)
            y = KDI_WIDE_MUL_ADD(y, x, KDI_WIDE_LOAD(r + *c * lanes + l));
        KDI_WIDE_STORE(to + l, y);
    }
    at = next;
    EXPR_NEXT(0);
}

static const lanes_handler LANES_TABLE[KDI_EXPR_OP_COUNT] = {
#define LANES_ROW(name, text, shape) lanes_##name,
    KDI_EXPR_OP_LIST(LANES_ROW)
#undef LANES_ROW
};

void LANES_RUN(const kd_expr_code *code, float *registers, size_t lanes)
{
    const uint16_t *at = kdi_expr_units(code);
    do
        at = LANES_TABLE[*at](at, registers, lanes);
    while (at);
}
