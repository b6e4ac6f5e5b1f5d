/* Functions of vectors of floats: the steps of math/circular.h, arcs.h, exponentials.h and logarithms.h one by one, so
 * that every lane has the bits of kd_sin, kd_cos, kd_atan2, kd_exp, kd_log. A test compares them. */
#ifndef KDI_EVAL_EXPR_WIDE_MATH_H
#define KDI_EVAL_EXPR_WIDE_MATH_H

#include "eval/expr_wide.h"
#include "math/arcs.h"
#include "math/circular.h"

#include <float.h>

#if KDI_WIDE
typedef struct kdi_wide_pair {
    kdi_wide hi, lo;
} kdi_wide_pair;

static inline kdi_wide kdi_wide_clean(kdi_wide x)
{
    x = kdi_wide_and(KDI_WIDE_ORDERED(x), x);
    return kdi_wide_max(kdi_wide_min(x, kdi_wide_set(FLT_MAX)), kdi_wide_set(-FLT_MAX));
}

static inline kdi_wide_pair kdi_wide_fast_sum(kdi_wide a, kdi_wide b)
{
    kdi_wide_pair sum;
    sum.hi = kdi_wide_add(a, b);
    sum.lo = kdi_wide_add(kdi_wide_sub(a, sum.hi), b);
    return sum;
}

static inline kdi_wide_pair kdi_wide_sum(kdi_wide a, kdi_wide b)
{
    kdi_wide_pair sum;
    sum.hi = kdi_wide_add(a, b);
    kdi_wide b_part = kdi_wide_sub(sum.hi, a);
    sum.lo = kdi_wide_add(kdi_wide_sub(a, kdi_wide_sub(sum.hi, b_part)), kdi_wide_sub(b, b_part));
    return sum;
}

static inline kdi_wide kdi_wide_head(kdi_wide x)
{
    return kdi_wide_and(x, KDI_WIDE_FLOAT_BITS(kdi_wide_int_set(UINT32_C(0xFFFFF000))));
}

static inline kdi_wide_pair kdi_wide_product(kdi_wide a, kdi_wide b)
{
    kdi_wide a_head = kdi_wide_head(a), b_head = kdi_wide_head(b);
    kdi_wide a_tail = kdi_wide_sub(a, a_head), b_tail = kdi_wide_sub(b, b_head);
    kdi_wide_pair product;
    product.hi = kdi_wide_mul(a, b);
    kdi_wide error = kdi_wide_sub(kdi_wide_mul(a_head, b_head), product.hi);
    error = kdi_wide_add(kdi_wide_add(error, kdi_wide_mul(a_head, b_tail)), kdi_wide_mul(a_tail, b_head));
    product.lo = kdi_wide_add(error, kdi_wide_mul(a_tail, b_tail));
    return product;
}

/* The nearest whole number, halves away from zero. */
static inline kdi_wide_int kdi_wide_nearest(kdi_wide x)
{
    kdi_wide half = KDI_WIDE_PS(or)(kdi_wide_sign(x), kdi_wide_set(0.5f));
    return KDI_WIDE_INT_CUT(kdi_wide_add(x, half));
}

/* Sine for turn 0, cosine for turn 1; of finite angles up to KDI_CIRCULAR_NEAR. */
static inline kdi_wide kdi_wide_circular(kdi_wide x, uint32_t turn)
{
    kdi_wide size = kdi_wide_abs(x);
    kdi_wide_int count = kdi_wide_nearest(kdi_wide_times(size, 0.636619747f));
    kdi_wide n = KDI_WIDE_FLOAT_INT(count);
    kdi_wide rest = kdi_wide_sub(size, kdi_wide_times(n, 1.5703125f));
    rest = kdi_wide_sub(rest, kdi_wide_times(n, 0.000483751297f));
    kdi_wide_pair sum = kdi_wide_sum(rest, kdi_wide_neg(kdi_wide_times(n, 7.54953362e-08f)));
    kdi_wide_pair r = kdi_wide_fast_sum(sum.hi, kdi_wide_sub(sum.lo, kdi_wide_times(n, 2.56334407e-12f)));
    kdi_wide z = kdi_wide_mul(r.hi, r.hi);
    kdi_wide p = kdi_wide_step(kdi_wide_set(2.82435008e-06f), z, -0.000198524649f);
    p = kdi_wide_step(kdi_wide_step(p, z, 0.00833337847f), z, -0.166666672f);
    kdi_wide sine = kdi_wide_add(r.hi, kdi_wide_add(kdi_wide_mul(kdi_wide_mul(r.hi, z), p), r.lo));
    kdi_wide q = kdi_wide_step(kdi_wide_set(-2.86578484e-07f), z, 2.48199376e-05f);
    q = kdi_wide_step(kdi_wide_step(q, z, -0.00138889754f), z, 0.0416666679f);
    kdi_wide_pair main = kdi_wide_fast_sum(kdi_wide_set(1.0f), kdi_wide_times(z, -0.5f));
    kdi_wide tail = kdi_wide_sub(kdi_wide_mul(kdi_wide_mul(z, z), q), kdi_wide_mul(r.hi, r.lo));
    kdi_wide cosine = kdi_wide_add(main.hi, kdi_wide_add(main.lo, tail));
    kdi_wide_int quarter = KDI_WIDE_I32(add)(count, kdi_wide_int_set(turn));
    kdi_wide odd =
        KDI_WIDE_FLOAT_BITS(KDI_WIDE_I32(sub)(kdi_wide_int_set(0), KDI_WIDE_INT_AND(quarter, kdi_wide_int_set(1))));
    kdi_wide sign = KDI_WIDE_FLOAT_BITS(KDI_WIDE_I32(slli)(KDI_WIDE_INT_AND(quarter, kdi_wide_int_set(2)), 30));
    if (turn == 0)
        sign = kdi_wide_xor(sign, kdi_wide_sign(x));
    return kdi_wide_xor(kdi_wide_choose(odd, cosine, sine), sign);
}

/* What kdi_ratio_rest gives. */
static inline kdi_wide kdi_wide_ratio_rest(kdi_wide q, kdi_wide small, kdi_wide large)
{
    kdi_wide_pair back = kdi_wide_product(q, large);
    kdi_wide rest = kdi_wide_div(kdi_wide_sub(kdi_wide_sub(small, back.hi), back.lo), large);
    return kdi_wide_and(kdi_wide_less(kdi_wide_set(9.53674316e-07f), q), rest);
}

/* q + the correction beyond it of an arc tangent, without q. */
static inline kdi_wide kdi_wide_arc_bend(kdi_wide q, kdi_wide q_rest)
{
    kdi_wide z = kdi_wide_mul(q, q);
    kdi_wide p = kdi_wide_step(kdi_wide_set(-0.000603057386f), z, 0.00440678792f);
    p = kdi_wide_step(kdi_wide_step(p, z, -0.0150723867f), z, 0.0328405388f);
    p = kdi_wide_step(kdi_wide_step(p, z, -0.0531652868f), z, 0.0718796924f);
    p = kdi_wide_step(kdi_wide_step(p, z, -0.0896124765f), z, 0.110894293f);
    p = kdi_wide_step(kdi_wide_step(p, z, -0.142835528f), z, 0.1999989f);
    p = kdi_wide_step(p, z, -0.333333313f);
    kdi_wide slope = kdi_wide_div(q_rest, kdi_wide_add(kdi_wide_set(1.0f), z));
    return kdi_wide_add(kdi_wide_mul(kdi_wide_mul(q, z), p), slope);
}

/* kd_atan2 of finite numbers. */
static inline kdi_wide kdi_wide_atan2(kdi_wide y_signed, kdi_wide x_signed)
{
    const kdi_wide zero = kdi_wide_set(0.0f), one = kdi_wide_set(1.0f);
    kdi_wide y = kdi_wide_abs(y_signed), x = kdi_wide_abs(x_signed);
    kdi_wide left = kdi_wide_less(x_signed, zero), steep = kdi_wide_less(x, y);
    kdi_wide small = kdi_wide_min(x, y), large = kdi_wide_max(x, y);
    kdi_wide power = kdi_wide_choose(kdi_wide_less(kdi_wide_set(1e37f), large), kdi_wide_set(0.25f), one);
    power = kdi_wide_choose(kdi_wide_less(large, kdi_wide_set(1e-18f)), kdi_wide_set(1.20892582e+24f), power);
    large = kdi_wide_choose(kdi_wide_less(zero, large), kdi_wide_mul(large, power), one);
    small = kdi_wide_mul(small, power);
    kdi_wide q = kdi_wide_div(small, large);
    kdi_wide bend = kdi_wide_arc_bend(q, kdi_wide_ratio_rest(q, small, large));
    kdi_wide base = kdi_wide_and(left, kdi_wide_set(2.0f * KDI_HALF_PI));
    kdi_wide tail = kdi_wide_and(left, kdi_wide_set(2.0f * KDI_HALF_PI_TAIL));
    base = kdi_wide_choose(steep, kdi_wide_set(KDI_HALF_PI), base);
    tail = kdi_wide_choose(steep, kdi_wide_set(KDI_HALF_PI_TAIL), tail);
    kdi_wide back = kdi_wide_sign(kdi_wide_xor(steep, left));
    kdi_wide_pair sum = kdi_wide_fast_sum(base, kdi_wide_xor(q, back));
    kdi_wide angle = kdi_wide_add(sum.hi, kdi_wide_add(sum.lo, kdi_wide_add(tail, kdi_wide_xor(bend, back))));
    return kdi_wide_xor(angle, kdi_wide_sign(y_signed));
}

/* 2^n for -126 <= n <= 127. */
static inline kdi_wide kdi_wide_power_of_two(kdi_wide_int n)
{
    return KDI_WIDE_FLOAT_BITS(KDI_WIDE_I32(slli)(KDI_WIDE_I32(add)(n, kdi_wide_int_set(127)), 23));
}

/* kd_exp of finite numbers. */
static inline kdi_wide kdi_wide_exp(kdi_wide x)
{
    const kdi_wide largest = kdi_wide_set(88.7228317f);
    kdi_wide over = kdi_wide_less(largest, x);
    x = kdi_wide_max(kdi_wide_min(x, largest), kdi_wide_set(-105.0f));
    kdi_wide_int n = kdi_wide_nearest(kdi_wide_times(x, 1.44269502f));
    kdi_wide count = KDI_WIDE_FLOAT_INT(n);
    kdi_wide main = kdi_wide_sub(x, kdi_wide_times(count, 0.693145752f));
    kdi_wide_pair r = kdi_wide_sum(main, kdi_wide_neg(kdi_wide_times(count, 1.42860677e-06f)));
    kdi_wide z = kdi_wide_mul(r.hi, r.hi);
    kdi_wide p = kdi_wide_step(kdi_wide_set(0.000197426358f), r.hi, 0.00139359315f);
    p = kdi_wide_step(kdi_wide_step(p, r.hi, 0.00833356939f), r.hi, 0.0416664556f);
    p = kdi_wide_step(kdi_wide_step(p, r.hi, 0.166666657f), r.hi, 0.5f);
    kdi_wide_pair y = kdi_wide_fast_sum(kdi_wide_set(1.0f), r.hi);
    kdi_wide e = kdi_wide_add(y.hi, kdi_wide_add(y.lo, kdi_wide_add(kdi_wide_mul(z, p), r.lo)));
    kdi_wide_int half = KDI_WIDE_I32(srli)(KDI_WIDE_I32(add)(n, kdi_wide_int_set(512)), 1);
    half = KDI_WIDE_I32(sub)(half, kdi_wide_int_set(256));
    e = kdi_wide_mul(e, kdi_wide_power_of_two(half));
    e = kdi_wide_mul(e, kdi_wide_power_of_two(KDI_WIDE_I32(sub)(n, half)));
    return kdi_wide_choose(over, kdi_wide_set(FLT_MAX), e);
}

/* kd_log of finite numbers. */
static inline kdi_wide kdi_wide_log(kdi_wide x)
{
    kdi_wide inside = kdi_wide_less(kdi_wide_set(0.0f), x);
    x = kdi_wide_choose(inside, x, kdi_wide_set(1.0f));
    kdi_wide tiny = kdi_wide_less(x, kdi_wide_set(FLT_MIN));
    kdi_wide_int bits = KDI_WIDE_INT_BITS(kdi_wide_choose(tiny, kdi_wide_times(x, 8388608.0f), x));
    kdi_wide_int root = kdi_wide_int_set(UINT32_C(0x3F3504F3));
    kdi_wide_int moved = KDI_WIDE_I32(add)(bits, kdi_wide_int_set(UINT32_C(0x3F800000) - UINT32_C(0x3F3504F3)));
    kdi_wide_int lift = KDI_WIDE_INT_AND(KDI_WIDE_INT_BITS(tiny), kdi_wide_int_set(23));
    kdi_wide_int power = KDI_WIDE_I32(sub)(KDI_WIDE_I32(srli)(moved, 23), kdi_wide_int_set(127));
    kdi_wide e = KDI_WIDE_FLOAT_INT(KDI_WIDE_I32(sub)(power, lift));
    kdi_wide_int part = KDI_WIDE_I32(add)(KDI_WIDE_INT_AND(moved, kdi_wide_int_set(UINT32_C(0x7FFFFF))), root);
    kdi_wide f = kdi_wide_sub(KDI_WIDE_FLOAT_BITS(part), kdi_wide_set(1.0f));
    kdi_wide z = kdi_wide_mul(f, f), bend = kdi_wide_times(z, 0.5f);
    kdi_wide p = kdi_wide_step(kdi_wide_set(-0.0589151867f), f, 0.105590083f);
    p = kdi_wide_step(kdi_wide_step(p, f, -0.108260497f), f, 0.110543892f);
    p = kdi_wide_step(kdi_wide_step(p, f, -0.124258474f), f, 0.142834663f);
    p = kdi_wide_step(kdi_wide_step(p, f, -0.166692331f), f, 0.200001568f);
    p = kdi_wide_step(kdi_wide_step(p, f, -0.249999717f), f, 0.333333313f);
    kdi_wide rest = kdi_wide_mul(kdi_wide_mul(f, z), p);
    kdi_wide_pair main = kdi_wide_fast_sum(kdi_wide_times(e, 0.693145752f), f);
    kdi_wide_pair next = kdi_wide_fast_sum(main.hi, kdi_wide_neg(bend));
    kdi_wide low = kdi_wide_add(main.lo, kdi_wide_add(rest, kdi_wide_times(e, 1.42860677e-06f)));
    kdi_wide y = kdi_wide_add(next.hi, kdi_wide_add(next.lo, low));
    return kdi_wide_choose(inside, y, kdi_wide_set(-FLT_MAX));
}
#endif

#endif
