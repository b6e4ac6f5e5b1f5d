/* One function for each instruction of expression code, written once and included by every evaluator: for one character
 * and for lanes of many. The formulas are the same text, so the bits are the same; the lanes' loops are left to the
 * compiler's vectoriser.
 *
 * The includer defines
 *   EXPR_HANDLER(NAME)  head of the function for an instruction, with parameters at (its units) and r (the registers)
 *   EXPR_LANES          lanes in a register
 *   EXPR_EACH           loop head over the lanes l
 *   EXPR_NEXT(units)    goes on with the instruction that many units further; ends the function
 *   EXPR_STOP           ends function and run
 * and writes itself what differs: END_FLOAT, END_VEC3, SQRT, NORM2, NORM3, SIN, COS, ATAN, ATAN2, EXP,
 * POLY. */
#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"
#include "math/float.h"
#include "math/geometry.h"
#include "math/logarithms.h"
#include "math/quick.h"
#include "program/expr_ops.h"

#include <stdbool.h>
#include <stddef.h>

/* The first lane of the register in unit k. */
#define EXPR_AT(k) (r + (size_t)at[k] * EXPR_LANES)

static inline kd_vec3 expr_vec3(const float *from, size_t lanes)
{
    return kdi_vec3_make(from[0], from[lanes], from[2 * lanes]);
}

static inline kd_quat expr_quat(const float *from, size_t lanes)
{
    return kdi_quat_make(from[0], from[lanes], from[2 * lanes], from[3 * lanes]);
}

static inline void expr_put_vec3(float *to, size_t lanes, kd_vec3 v)
{
    to[0] = v.x;
    to[lanes] = v.y;
    to[2 * lanes] = v.z;
}

static inline void expr_put_quat(float *to, size_t lanes, kd_quat q)
{
    to[0] = q.x;
    to[lanes] = q.y;
    to[2 * lanes] = q.z;
    to[3 * lanes] = q.w;
}

#define EXPR_FLOAT(k)     EXPR_AT(k)[l]
#define EXPR_VEC3(k)      expr_vec3(EXPR_AT(k) + l, EXPR_LANES)
#define EXPR_QUAT(k)      expr_quat(EXPR_AT(k) + l, EXPR_LANES)
#define EXPR_PUT_FLOAT(f) EXPR_AT(1)[l] = (f)
#define EXPR_PUT_VEC3(v)  expr_put_vec3(EXPR_AT(1) + l, EXPR_LANES, (v))
#define EXPR_PUT_QUAT(q)  expr_put_quat(EXPR_AT(1) + l, EXPR_LANES, (q))

/* Small steps. Not a number is neither true nor false in a comparison; as a truth value it counts as zero. */
static inline float expr_bool(bool condition)
{
    return condition ? 1.0f : 0.0f;
}

static inline bool expr_true(float x)
{
    return x < 0.0f || x > 0.0f;
}

static inline float expr_min(float a, float b)
{
    return b < a ? b : a;
}

static inline float expr_max(float a, float b)
{
    return b > a ? b : a;
}

static inline float expr_clamp(float x, float low, float high)
{
    return expr_max(expr_min(x, high), low);
}

static inline float expr_div(float a, float b)
{
    return b != 0.0f ? a / b : 0.0f;
}

static inline float expr_sign(float x)
{
    return expr_bool(x > 0.0f) - expr_bool(x < 0.0f);
}

/* x without its fraction for a finite x: beyond 2^23 there is none. The sign of zero is that of x, said in bits because
 * compilers disagree about it in (float)(int). */
static inline float expr_cut(float x)
{
    bool small = kdi_float_abs(x) < 8388608.0f;
    float cut = (float)(int32_t)(small ? x : 0.0f);
    cut = kdi_float_from_bits(kdi_float_bits(cut) | kdi_float_sign(x));
    return small ? cut : x;
}

static inline float expr_floor(float x)
{
    x = kdi_float_clean(x);
    float cut = expr_cut(x);
    return cut > x ? cut - 1.0f : cut;
}

static inline float expr_ceil(float x)
{
    x = kdi_float_clean(x);
    float cut = expr_cut(x);
    float up = cut < x ? cut + 1.0f : cut;
    return kdi_float_from_bits(kdi_float_bits(up) | kdi_float_sign(x));
}

static inline float expr_round(float x)
{
    x = kdi_float_clean(x);
    float cut = expr_cut(x);
    float one = x < 0.0f ? -1.0f : 1.0f;
    return kdi_float_abs(x - cut) >= 0.5f ? cut + one : cut;
}

static inline float expr_fract(float x)
{
    x = kdi_float_clean(x);
    return expr_min(x - expr_floor(x), 0.99999994f); /* a tiny negative x would round to one */
}

static inline float expr_mod(float a, float b)
{
    float rest = kd_fmod(a, b);
    return rest != 0.0f && (rest < 0.0f) != (b < 0.0f) ? rest + b : rest;
}

/* What the root is taken of: finite and not below zero. */
static inline float expr_radicand(float x)
{
    x = x > 0.0f ? x : 0.0f;
    return x < FLT_MAX ? x : FLT_MAX;
}

/* Angles of very many turns are rare; they, and what is no number, take the longer way. */
static inline bool expr_is_near(float angle)
{
    return kdi_float_abs(angle) <= KDI_QUICK_ANGLE;
}

static inline float expr_sin(float x)
{
    return expr_is_near(x) ? kdi_quick_sin(x) : kd_sin(x);
}

static inline float expr_cos(float x)
{
    return expr_is_near(x) ? kdi_quick_cos(x) : kd_cos(x);
}

static inline float expr_atan2(float y, float x)
{
    return kdi_quick_atan2(kdi_float_clean(y), kdi_float_clean(x));
}

static inline float expr_exp(float x)
{
    return kdi_quick_exp(kdi_float_clean(x));
}

static inline float expr_lerp(float a, float b, float t)
{
    return a * (1.0f - t) + b * t;
}

static inline float expr_smoothstep(float low, float high, float x)
{
    float range = high - low;
    float t = range != 0.0f ? (x - low) / range : expr_bool(x >= low);
    t = expr_clamp(t, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

static inline float expr_remap(float x, float from_low, float from_high, float to_low, float to_high)
{
    return to_low + expr_div(x - from_low, from_high - from_low) * (to_high - to_low);
}

static inline kd_vec3 expr_vec3_div(kd_vec3 v, float s)
{
    return kdi_vec3_make(expr_div(v.x, s), expr_div(v.y, s), expr_div(v.z, s));
}

static inline kd_vec3 expr_bend(kd_quat q)
{
    kd_bend_roll angles = kd_bend_roll_from_quat(q, kdi_quat_identity(), KD_SWING_ORDER_TWIST_FIRST);
    return kdi_vec3_make(0.0f, angles.horizontal, angles.vertical);
}

static inline float expr_roll(kd_quat q)
{
    return kd_bend_roll_from_quat(q, kdi_quat_identity(), KD_SWING_ORDER_TWIST_FIRST).roll;
}

#define EXPR_OP1(NAME, get_a, put, formula)          \
    EXPR_HANDLER(NAME)                               \
    {                                                \
        EXPR_EACH                                    \
        {                                            \
            EXPR_##get_a##_TYPE a = EXPR_##get_a(2); \
            EXPR_PUT_##put(formula);                 \
        }                                            \
        EXPR_NEXT(3);                                \
    }
#define EXPR_OP2(NAME, get_a, get_b, put, formula)   \
    EXPR_HANDLER(NAME)                               \
    {                                                \
        EXPR_EACH                                    \
        {                                            \
            EXPR_##get_a##_TYPE a = EXPR_##get_a(2); \
            EXPR_##get_b##_TYPE b = EXPR_##get_b(3); \
            EXPR_PUT_##put(formula);                 \
        }                                            \
        EXPR_NEXT(4);                                \
    }
#define EXPR_OP3(NAME, get_a, get_b, get_c, put, formula) \
    EXPR_HANDLER(NAME)                                    \
    {                                                     \
        EXPR_EACH                                         \
        {                                                 \
            EXPR_##get_a##_TYPE a = EXPR_##get_a(2);      \
            EXPR_##get_b##_TYPE b = EXPR_##get_b(3);      \
            EXPR_##get_c##_TYPE c = EXPR_##get_c(4);      \
            EXPR_PUT_##put(formula);                      \
        }                                                 \
        EXPR_NEXT(5);                                     \
    }
#define EXPR_OP4(NAME, put, formula)                                                          \
    EXPR_HANDLER(NAME)                                                                        \
    {                                                                                         \
        EXPR_EACH                                                                             \
        {                                                                                     \
            float a = EXPR_FLOAT(2), b = EXPR_FLOAT(3), c = EXPR_FLOAT(4), d = EXPR_FLOAT(5); \
            EXPR_PUT_##put(formula);                                                          \
        }                                                                                     \
        EXPR_NEXT(6);                                                                         \
    }
#define EXPR_OP6(NAME, formula)                                            \
    EXPR_HANDLER(NAME)                                                     \
    {                                                                      \
        EXPR_EACH                                                          \
        {                                                                  \
            float a = EXPR_FLOAT(2), b = EXPR_FLOAT(3), c = EXPR_FLOAT(4); \
            float d = EXPR_FLOAT(5), e = EXPR_FLOAT(6), f = EXPR_FLOAT(7); \
            EXPR_PUT_FLOAT(formula);                                       \
        }                                                                  \
        EXPR_NEXT(8);                                                      \
    }
#define EXPR_FLOAT_TYPE float
#define EXPR_VEC3_TYPE  kd_vec3
#define EXPR_QUAT_TYPE  kd_quat

#define EXPR_F1(NAME, formula) EXPR_OP1(NAME, FLOAT, FLOAT, formula)
#define EXPR_F2(NAME, formula) EXPR_OP2(NAME, FLOAT, FLOAT, FLOAT, formula)
#define EXPR_F3(NAME, formula) EXPR_OP3(NAME, FLOAT, FLOAT, FLOAT, FLOAT, formula)
#define EXPR_F4(NAME, formula) EXPR_OP4(NAME, FLOAT, formula)

EXPR_F1(NEG, -a)
EXPR_F1(NOT, expr_bool(!expr_true(a)))
EXPR_F1(ABS, kdi_float_abs(a))
EXPR_F1(SIGN, expr_sign(a))
EXPR_F1(FLOOR, expr_floor(a))
EXPR_F1(CEIL, expr_ceil(a))
EXPR_F1(ROUND, expr_round(a))
EXPR_F1(FRACT, expr_fract(a))
EXPR_F1(CBRT, kd_cbrt(a))
EXPR_F1(TAN, kd_tan(a))
EXPR_F1(ASIN, kd_asin(a))
EXPR_F1(ACOS, kd_acos(a))
EXPR_F1(SINH, kd_sinh(a))
EXPR_F1(COSH, kd_cosh(a))
EXPR_F1(TANH, kd_tanh(a))
EXPR_F1(LOG, kdi_log(kdi_float_clean(a)))
EXPR_F1(LOG2, kd_log2(a))
EXPR_F1(LOG10, kd_log10(a))

EXPR_F2(ADD, a + b)
EXPR_F2(SUB, a - b)
EXPR_F2(MUL, a *b)
EXPR_F2(DIV, expr_div(a, b))
EXPR_F2(MOD, expr_mod(a, b))
EXPR_F2(POW, kd_pow(a, b))
EXPR_F2(MIN, expr_min(a, b))
EXPR_F2(MAX, expr_max(a, b))
EXPR_F2(HYPOT, kd_hypot(a, b))
EXPR_F2(STEP, expr_bool(!(b < a)))
EXPR_F2(LT, expr_bool(a < b))
EXPR_F2(LE, expr_bool(a <= b))
EXPR_F2(EQ, expr_bool(a == b))
EXPR_F2(NE, expr_bool(a != b))
EXPR_F2(AND, expr_bool(expr_true(a) && expr_true(b)))
EXPR_F2(OR, expr_bool(expr_true(a) || expr_true(b)))

EXPR_F3(CLAMP, expr_clamp(a, b, c))
EXPR_F3(LERP, expr_lerp(a, b, c))
EXPR_F3(SMOOTHSTEP, expr_smoothstep(a, b, c))
EXPR_F3(SELECT, expr_true(a) ? b : c)
EXPR_F3(MUL_ADD, a *b + c)
EXPR_F3(MUL_SUB, a *b - c)
EXPR_F3(SUB_MUL, c - a * b)
EXPR_F3(ADD_TIMES, (a + b) * c)
EXPR_F3(SUB_TIMES, (a - b) * c)
EXPR_F3(MAX_TIMES, expr_max(a, b) * c)
EXPR_F3(MIN_TIMES, expr_min(a, b) * c)
EXPR_F4(TIMES_CLAMP, expr_clamp(a *b, c, d))
EXPR_F4(SELECT_LT, a < b ? c : d)
EXPR_F4(SELECT_LE, a <= b ? c : d)
EXPR_F4(SELECT_EQ, a == b ? c : d)
EXPR_F4(SUM2, a *b + c * d)
EXPR_OP6(SUM3, a *b + c * d + e * f)

EXPR_HANDLER(REMAP)
{
    EXPR_EACH
    {
        EXPR_PUT_FLOAT(expr_remap(EXPR_FLOAT(2), EXPR_FLOAT(3), EXPR_FLOAT(4), EXPR_FLOAT(5), EXPR_FLOAT(6)));
    }
    EXPR_NEXT(7);
}

EXPR_OP3(GATHER3, FLOAT, FLOAT, FLOAT, VEC3, kdi_vec3_make(a, b, c))
EXPR_OP1(VNEG, VEC3, VEC3, kdi_vec3_make(-a.x, -a.y, -a.z))
EXPR_OP2(VADD, VEC3, VEC3, VEC3, kdi_vec3_add(a, b))
EXPR_OP2(VSUB, VEC3, VEC3, VEC3, kdi_vec3_sub(a, b))
EXPR_OP2(VMUL, VEC3, VEC3, VEC3, kdi_vec3_mul(a, b))
EXPR_OP2(VSCALE, VEC3, FLOAT, VEC3, kdi_vec3_scale(a, b))
EXPR_OP2(VDIV, VEC3, FLOAT, VEC3, expr_vec3_div(a, b))
EXPR_OP3(VLERP, VEC3, VEC3, FLOAT, VEC3, kdi_vec3_lerp(a, b, c))
EXPR_OP3(VSELECT, FLOAT, VEC3, VEC3, VEC3, expr_true(a) ? b : c)
EXPR_OP2(DOT, VEC3, VEC3, FLOAT, kdi_vec3_dot(a, b))
EXPR_OP2(CROSS, VEC3, VEC3, VEC3, kdi_vec3_cross(a, b))
EXPR_OP1(LENGTH, VEC3, FLOAT, kd_vec3_length(a))
EXPR_OP2(DISTANCE, VEC3, VEC3, FLOAT, kd_vec3_length(kdi_vec3_sub(a, b)))
EXPR_OP1(VNORMALIZE, VEC3, VEC3, kd_vec3_normalize(a, kdi_vec3_make(0.0f, 0.0f, 0.0f)))

EXPR_OP4(GATHER4, QUAT, kdi_quat_make(a, b, c, d))
EXPR_OP1(QNEG, QUAT, QUAT, kdi_quat_negate(a))
EXPR_OP3(QSELECT, FLOAT, QUAT, QUAT, QUAT, expr_true(a) ? b : c)
EXPR_OP1(QNORMALIZE, QUAT, QUAT, kd_quat_normalize(a))
EXPR_OP2(QMUL, QUAT, QUAT, QUAT, kdi_quat_mul(a, b))
EXPR_OP1(QINV, QUAT, QUAT, kdi_quat_conjugate(kd_quat_normalize(a)))
EXPR_OP2(QROT, QUAT, VEC3, VEC3, kdi_quat_rotate(a, b))
EXPR_OP2(AXISANGLE, VEC3, FLOAT, QUAT, kd_quat_from_axis_angle(a, b))
EXPR_OP3(SLERP, QUAT, QUAT, FLOAT, QUAT, kd_quat_slerp(a, b, c))
EXPR_OP1(QLOG, QUAT, VEC3, kd_quat_log(a))
EXPR_OP1(QEXP, VEC3, QUAT, kd_quat_exp(a))
EXPR_OP1(BEND, QUAT, VEC3, expr_bend(a))
EXPR_OP1(ROLL, QUAT, FLOAT, expr_roll(a))
EXPR_OP2(TWIST, QUAT, VEC3, FLOAT, kd_quat_twist_angle(a, b))

EXPR_HANDLER(END)
{
    EXPR_STOP;
}

EXPR_HANDLER(END_QUAT)
{
    EXPR_EACH
    {
        EXPR_PUT_QUAT(kd_quat_normalize(EXPR_QUAT(2)));
    }
    EXPR_STOP;
}
