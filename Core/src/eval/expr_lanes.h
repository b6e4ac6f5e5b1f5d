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

/* The longer functions take their operands from a finite copy that overlaps nothing: then compilers vectorise them. */
enum { LANES_BLOCK = 8 }; /* steps */

typedef struct lanes_block {
    float a[LANES_BLOCK * KD_EXPR_LANE_STEP], b[LANES_BLOCK * KD_EXPR_LANE_STEP];
} lanes_block;

#define LANES_LOOP(name, formula)                                                                                    \
    static inline void lanes_each_##name(float *__restrict to, const float *__restrict a, const float *__restrict b, \
                                         size_t steps)                                                               \
    {                                                                                                                \
        (void)b;                                                                                                     \
        for (size_t l = 0; l != EXPR_LANES; l++)                                                                     \
            to[l] = formula;                                                                                         \
    }

/* A handler that goes block by block; `before` and `after` may do more with the finite operands. */
#define LANES_BLOCKS(NAME, operands, before, after)                                                                 \
    EXPR_HANDLER(NAME)                                                                                              \
    {                                                                                                               \
        lanes_block block;                                                                                          \
        for (size_t first = 0; first < steps; first += LANES_BLOCK) {                                               \
            size_t count = steps - first < LANES_BLOCK ? steps - first : LANES_BLOCK;                               \
            float *to = EXPR_AT(1) + first * KD_EXPR_LANE_STEP;                                                     \
            lanes_clean(block.a, EXPR_AT(2) + first * KD_EXPR_LANE_STEP, count * KD_EXPR_LANE_STEP);                \
            if (operands == 2)                                                                                      \
                lanes_clean(block.b, EXPR_AT(1 + operands) + first * KD_EXPR_LANE_STEP, count * KD_EXPR_LANE_STEP); \
            before;                                                                                                 \
            lanes_each_##NAME(to, block.a, block.b, count);                                                         \
            after;                                                                                                  \
        }                                                                                                           \
        EXPR_NEXT(2 + operands);                                                                                    \
    }

/* The sizes of angles, those that are far cut to what is near. */
static inline void lanes_near(float *__restrict to, const float *__restrict angles, size_t steps)
{
    for (size_t l = 0; l != EXPR_LANES; l++)
        to[l] = expr_min(kdi_float_abs(angles[l]), KDI_CIRCULAR_NEAR);
}

/* Sine for turn 0, cosine for turn 1, of the angle x with a near size, by the steps of kdi_quarter_from_angle. The
 * choice between the two polynomials is made on bits: a branch would keep the loop from becoming vectors. */
static inline float lanes_circular(float x, float size, uint32_t turn)
{
    int32_t count = (int32_t)((double)size * 0.63661977236758138 + 0.5);
    double angle = ((double)size - (double)count * 1.5707963267341256) - (double)count * 6.0771005065061922e-11;
    uint32_t quarter = (uint32_t)count + turn, odd = 0u - (quarter & 1u);
    uint32_t sine = kdi_float_bits((float)kdi_sin_core(angle));
    uint32_t cosine = kdi_float_bits((float)kdi_cos_core(angle));
    uint32_t sign = turn == 0 ? kdi_float_sign(x) : 0u;
    return kdi_float_from_bits(((cosine & odd) | (sine & ~odd)) ^ sign ^ ((quarter & 2u) << 30));
}

/* Angles of very many turns are rare: a second look finds them. The bits of sizes are ordered as the sizes are. */
static inline void lanes_fix_far(float *to, const float *angles, size_t steps, float (*function)(float x))
{
    uint32_t largest = 0, near = kdi_float_bits(KDI_CIRCULAR_NEAR);
    for (size_t l = 0; l != EXPR_LANES; l++) {
        uint32_t size = kdi_float_bits(angles[l]) & ~KDI_SIGN_BIT;
        largest = size > largest ? size : largest;
    }
    for (size_t l = 0; largest > near && l != EXPR_LANES; l++)
        if (kdi_float_abs(angles[l]) > KDI_CIRCULAR_NEAR)
            to[l] = function(angles[l]);
}

LANES_LOOP(SIN, lanes_circular(a[l], b[l], 0))
LANES_LOOP(COS, lanes_circular(a[l], b[l], 1))
LANES_LOOP(ATAN, kdi_atan2(a[l], 1.0f))
LANES_LOOP(ATAN2, kdi_atan2(a[l], b[l]))
LANES_LOOP(EXP, kdi_exp(a[l]))
LANES_LOOP(LOG, kdi_log(a[l]))

LANES_BLOCKS(SIN, 1, lanes_near(block.b, block.a, count), lanes_fix_far(to, block.a, count, kd_sin))
LANES_BLOCKS(COS, 1, lanes_near(block.b, block.a, count), lanes_fix_far(to, block.a, count, kd_cos))
LANES_BLOCKS(ATAN, 1, (void)0, (void)0)
LANES_BLOCKS(ATAN2, 2, (void)0, (void)0)
LANES_BLOCKS(EXP, 1, (void)0, (void)0)
LANES_BLOCKS(LOG, 1, (void)0, (void)0)

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
