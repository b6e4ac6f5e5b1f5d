/* Evaluation of expression code for many characters: a register is a row of lanes, an instruction works on the whole
 * row. Included once for each instruction set; LANES_RUN is the name of that copy. */
#include "eval/expr_table.h"
#include "eval/expr_wide.h"
#include "program/expr_code.h"
#include "program/expr_ops.h"

typedef const uint16_t *(*lanes_handler)(const uint16_t *at, float *r, size_t steps);

static const lanes_handler LANES_TABLE[KDI_EXPR_OP_COUNT];

/* A row is written only at the lane that has just been read: no lane depends on another. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop that calls functions stays one, and that is fine */
#define LANES_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANES_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(_MSC_VER)
#define LANES_INDEPENDENT __pragma(loop(ivdep))
#else
#define LANES_INDEPENDENT
#endif

#define EXPR_HANDLER(NAME) static const uint16_t *lanes_##NAME(const uint16_t *at, float *r, size_t steps)
/* Rows are whole steps, and counting in steps lets the compiler know: no loop for a remainder. */
#define EXPR_LANES (steps * KD_EXPR_LANE_STEP)
#define EXPR_EACH  LANES_INDEPENDENT for (size_t l = 0; l != EXPR_LANES; l++)
#define EXPR_STOP \
    (void)at;     \
    (void)r;      \
    (void)steps;  \
    return NULL
#if defined(KDI_EXPR_JUMP)
#define EXPR_NEXT(units) KDI_EXPR_JUMP(LANES_TABLE[at[units]](at + (units), r, steps))
#else
#define EXPR_NEXT(units) return at + (units)
#endif

#include "eval/expr_handlers.h"

/* Makes rows finite. */
static inline void lanes_clean(float *to, const float *from, size_t count)
{
#if KDI_WIDE
    for (size_t l = 0; l != count; l += KDI_WIDE)
        kdi_wide_store(to + l, kdi_wide_clean(kdi_wide_load(from + l)));
#else
    for (size_t l = 0; l != count; l++)
        to[l] = kdi_float_clean(from[l]);
#endif
}

/* Whether all numbers of a row are at most of this size. The bits of sizes are ordered as the sizes are, infinity and
 * not a number behind all others. */
static inline bool lanes_within(const float *row, float size, size_t steps)
{
    uint32_t largest = 0;
    for (size_t l = 0; l != EXPR_LANES; l++) {
        uint32_t bits = kdi_float_bits(row[l]) & ~KDI_SIGN_BIT;
        largest = bits > largest ? bits : largest;
    }
    return largest <= kdi_float_bits(size);
}

/* Functions that care for rare arguments: a row without them goes the short way, which compilers make vectors of. */
#define LANES_RARE(NAME, units, usual, short_way, long_way) \
    EXPR_HANDLER(NAME)                                      \
    {                                                       \
        if (usual)                                          \
            EXPR_EACH EXPR_PUT_FLOAT(short_way);            \
        else                                                \
            EXPR_EACH EXPR_PUT_FLOAT(long_way);             \
        EXPR_NEXT(units);                                   \
    }
#define LANES_A            EXPR_FLOAT(2)
#define LANES_B            EXPR_FLOAT(3)
#define LANES_FIT(k, size) lanes_within(EXPR_AT(k), size, steps)

LANES_RARE(SIN, 3, LANES_FIT(2, KDI_QUICK_ANGLE), kdi_quick_sin(LANES_A), expr_sin(LANES_A))
LANES_RARE(COS, 3, LANES_FIT(2, KDI_QUICK_ANGLE), kdi_quick_cos(LANES_A), expr_cos(LANES_A))
LANES_RARE(ATAN, 3, LANES_FIT(2, FLT_MAX), kdi_quick_atan2(LANES_A, 1.0f), expr_atan2(LANES_A, 1.0f))
LANES_RARE(ATAN2, 4, LANES_FIT(2, FLT_MAX) && LANES_FIT(3, FLT_MAX), kdi_quick_atan2(LANES_A, LANES_B),
           expr_atan2(LANES_A, LANES_B))
LANES_RARE(EXP, 3, LANES_FIT(2, FLT_MAX), kdi_quick_exp(LANES_A), expr_exp(LANES_A))

EXPR_HANDLER(END_FLOAT)
{
    lanes_clean(EXPR_AT(1), EXPR_AT(2), EXPR_LANES);
    EXPR_STOP;
}

EXPR_HANDLER(END_VEC3)
{
    lanes_clean(EXPR_AT(1), EXPR_AT(2), 3 * EXPR_LANES);
    EXPR_STOP;
}

#if KDI_WIDE
/* The product of the rows in two units. */
#define LANES_PRODUCT(k) kdi_wide_mul(kdi_wide_load(EXPR_AT(k) + l), kdi_wide_load(EXPR_AT((k) + 1) + l))

EXPR_HANDLER(SQRT)
{
    for (size_t l = 0; l != EXPR_LANES; l += KDI_WIDE)
        kdi_wide_store(EXPR_AT(1) + l, kdi_wide_root(kdi_wide_load(EXPR_AT(2) + l)));
    EXPR_NEXT(3);
}

EXPR_HANDLER(NORM2)
{
    for (size_t l = 0; l != EXPR_LANES; l += KDI_WIDE)
        kdi_wide_store(EXPR_AT(1) + l, kdi_wide_root(kdi_wide_add(LANES_PRODUCT(2), LANES_PRODUCT(4))));
    EXPR_NEXT(6);
}

EXPR_HANDLER(NORM3)
{
    for (size_t l = 0; l != EXPR_LANES; l += KDI_WIDE) {
        kdi_wide sum = kdi_wide_add(kdi_wide_add(LANES_PRODUCT(2), LANES_PRODUCT(4)), LANES_PRODUCT(6));
        kdi_wide_store(EXPR_AT(1) + l, kdi_wide_root(sum));
    }
    EXPR_NEXT(8);
}

/* One step of a polynomial for `count` vectors side by side: the steps of one hide behind those of the others. */
static inline void lanes_poly(float *to, const float *r, const uint16_t *at, size_t steps, size_t l, int count)
{
    kdi_wide x[4], y[4];
    const uint16_t *next = at + 3 + at[2];
    for (int i = 0; i < count; i++) {
        x[i] = kdi_wide_load(EXPR_AT(3) + l + (size_t)i * KDI_WIDE);
        y[i] = kdi_wide_load(EXPR_AT(4) + l + (size_t)i * KDI_WIDE);
    }
    for (const uint16_t *c = at + 5; c < next; c++)
        for (int i = 0; i < count; i++)
            y[i] =
                kdi_wide_add(kdi_wide_mul(y[i], x[i]), kdi_wide_load(r + *c * EXPR_LANES + l + (size_t)i * KDI_WIDE));
    for (int i = 0; i < count; i++)
        kdi_wide_store(to + l + (size_t)i * KDI_WIDE, y[i]);
}

EXPR_HANDLER(POLY)
{
    size_t l = 0;
    for (; l + 4 * KDI_WIDE <= EXPR_LANES; l += 4 * KDI_WIDE)
        lanes_poly(EXPR_AT(1), r, at, steps, l, 4);
    for (; l != EXPR_LANES; l += KDI_WIDE)
        lanes_poly(EXPR_AT(1), r, at, steps, l, 1);
    at += 3 + at[2];
    EXPR_NEXT(0);
}
#else
EXPR_F1(SQRT, KDI_SQRT(expr_radicand(a)))
EXPR_F4(NORM2, KDI_SQRT(expr_radicand(a *b + c * d)))
EXPR_OP6(NORM3, KDI_SQRT(expr_radicand(a *b + c * d + e * f)))

EXPR_HANDLER(POLY)
{
    const uint16_t *next = at + 3 + at[2];
    for (size_t l = 0; l != EXPR_LANES; l++) {
        float x = EXPR_FLOAT(3), y = EXPR_FLOAT(4);
        for (const uint16_t *c = at + 5; c < next; c++)
            y = y * x + r[*c * EXPR_LANES + l];
        EXPR_PUT_FLOAT(y);
    }
    at = next;
    EXPR_NEXT(0);
}
#endif

static const lanes_handler LANES_TABLE[KDI_EXPR_OP_COUNT] = {
#define LANES_ROW(name, text, shape) lanes_##name,
    KDI_EXPR_OP_LIST(LANES_ROW)
#undef LANES_ROW
};

void LANES_RUN(const kd_expr_code *code, float *registers, size_t steps)
{
    const uint16_t *at = kdi_expr_units(code);
    do
        at = LANES_TABLE[*at](at, registers, steps);
    while (at);
}
