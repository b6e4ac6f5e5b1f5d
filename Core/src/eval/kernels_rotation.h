/* Kernels on rotations: products, blends, directions, and the numbers an author works with. */
#ifndef KDI_EVAL_KERNELS_ROTATION_H
#define KDI_EVAL_KERNELS_ROTATION_H

#include "eval/kernels.h"

KERNEL(MUL_Q)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, lane_unit(lane_mul(LANE_Q(in, 0), LANE_Q(in, 4)), lane_identity()));
}

KERNEL(BACK_MUL_Q)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, lane_unit(lane_mul(lane_conjugate(LANE_Q(in, 0)), LANE_Q(in, 4)), lane_identity()));
}

KERNEL(MUL_BACK_Q)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, lane_unit(lane_mul(LANE_Q(in, 0), lane_conjugate(LANE_Q(in, 4))), lane_identity()));
}

KERNEL(FROM_REST_Q)
{
    KERNEL_NO_DATA;
    LANE_SET_Q(0, lane_unit(lane_mul(lane_conjugate(P_Q(0)), LANE_Q(in, 0)), lane_identity()));
}

KERNEL(OFFSET_Q)
{
    KERNEL_NO_DATA;
    LANE_SET_Q(0, lane_unit(lane_mul(LANE_Q(in, 0), P_Q(0)), lane_identity()));
}

/* q on the side of the reference: its sign turned where the two lie more than half a turn apart as they are written.
 * Where it is half a turn either would do; the choice must not hang on how they are written. */
LANE_INLINE kd_quat lane_align(kd_quat q, kd_quat reference)
{
    float d = lane_dot(q, reference);
    uint32_t open = lane_side(q) ^ lane_side(reference);
    uint32_t sign = d != 0.0f ? kdi_float_sign(d) : open;
    return lane_quat(kdi_float_flip(q.x, sign), kdi_float_flip(q.y, sign), kdi_float_flip(q.z, sign),
                     kdi_float_flip(q.w, sign));
}

/* Straight from a to b, then back to unit length: the path of a slerp, a little faster at its middle. The ends are
 * exact. */
LANE_INLINE kd_quat lane_mix_quat(kd_quat a, kd_quat whole, float share)
{
    kd_quat b = lane_align(whole, a);
    kd_quat q = lane_quat(lane_mix(a.x, b.x, share), lane_mix(a.y, b.y, share), lane_mix(a.z, b.z, share),
                          lane_mix(a.w, b.w, share));
    q = lane_unit(q, a);
    uint32_t none = share <= 0.0f, all = share >= 1.0f;
    return lane_quat(all    ? whole.x
                     : none ? a.x
                            : q.x,
                     all    ? whole.y
                     : none ? a.y
                            : q.y,
                     all    ? whole.z
                     : none ? a.z
                            : q.z,
                     all    ? whole.w
                     : none ? a.w
                            : q.w);
}

/* What KERNEL_MIXED does at its end: from the rotation of `in` to that of `out` by a share. Most influences are one all
 * the time; then nothing is left to do, to the bit. */
static inline void kernel_mix(const float *const *in, const float *shares, kdi_lanes *out)
{
    int is_whole = 1;
    for (int l = 0; l < KDI_LANES; l++)
        is_whole &= shares[l] >= 1.0f;
    if (is_whole)
        return;
    for (int l = 0; l < KDI_LANES; l++)
        LANE_SET_Q(0, lane_mix_quat(LANE_Q(in, 0), LANE_Q(out, 0), shares[l]));
}

KERNEL_MIXED(MIX_Q, 0, 8)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, LANE_Q(in, 4));
}

KERNEL(GATHER_Q)
{
    KERNEL_NO_NUMBERS;
    kd_quat sum = LANE_Q(in, 0), b = lane_align(LANE_Q(in, 4), LANE_Q(in, 8));
    float weight = in[12][l];
    LANE_SET_Q(0, lane_quat(lane_bound(sum.x + weight * b.x), lane_bound(sum.y + weight * b.y),
                            lane_bound(sum.z + weight * b.z), lane_bound(sum.w + weight * b.w)));
}

KERNEL(UNIT_Q)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, lane_unit(LANE_Q(in, 0), LANE_Q(in, 4)));
}

/* The direction from b to c; the fallback where they coincide. */
LANE_INLINE kd_vec3 lane_direction(kd_vec3 from, kd_vec3 to, kd_vec3 fallback)
{
    kd_vec3 d = lane_vec(to.x - from.x, to.y - from.y, to.z - from.z);
    float n = lane_dot3(d, d);
    float f = 1.0f / LANE_SQRT(n);
    uint32_t good = n > 1e-24f;
    return lane_vec(good ? d.x * f : fallback.x, good ? d.y * f : fallback.y, good ? d.z * f : fallback.z);
}

/* The shortest rotation from one unit vector to another; half a turn about `square` (which is square to a) where they
 * are opposite. */
LANE_INLINE kd_quat lane_shortest(kd_vec3 a, kd_vec3 b, kd_vec3 square)
{
    kd_vec3 axis = lane_cross(a, b);
    return lane_unit(lane_quat(axis.x, axis.y, axis.z, 1.0f + lane_dot3(a, b)),
                     lane_quat(square.x, square.y, square.z, 0.0f));
}

/* q turned the shortest way so that an axis of its space points at the target. Near half a turn the first turn misses
 * it by the digits that opposite vectors lose; the second, a tiny one, does not. */
LANE_INLINE kd_quat lane_aim(kd_quat q, kd_vec3 axis, kd_vec3 square, kd_vec3 target)
{
    kd_quat turn = lane_shortest(lane_rotate(q, axis), target, lane_rotate(q, square));
    q = lane_unit(lane_mul(turn, q), lane_identity());
    turn = lane_shortest(lane_rotate(q, axis), target, lane_rotate(q, square));
    return lane_unit(lane_mul(turn, q), lane_identity());
}

/* p: the axis in the joint's space, then another square to it. */
KERNEL(AIM_Q)
{
    KERNEL_NO_DATA;
    kd_quat q = LANE_Q(in, 0);
    kd_vec3 target = lane_direction(LANE_V(in, 4), LANE_V(in, 7), lane_rotate(q, P_V(0)));
    LANE_SET_Q(0, lane_aim(q, P_V(0), P_V(3), target));
}

/* p: the axis, another square to it, the axis that is to point up. After the shortest turn only one about the axis is
 * left: from where the up axis is to where up lies, both seen along the axis. */
KERNEL(AIM_UP_Q)
{
    KERNEL_NO_DATA;
    kd_quat q = LANE_Q(in, 0);
    kd_vec3 target = lane_direction(LANE_V(in, 4), LANE_V(in, 7), lane_rotate(q, P_V(0)));
    q = lane_aim(q, P_V(0), P_V(3), target);
    kd_vec3 now = lane_rotate(q, P_V(6)), up = LANE_V(in, 10);
    up = lane_direction(lane_vec(0.0f, 0.0f, 0.0f), up, now);
    kd_vec3 now_side = lane_cross(target, now), up_side = lane_cross(target, up);
    float cosine = lane_dot3(now_side, up_side);
    float sine = lane_dot3(target, lane_cross(now_side, up_side));
    float size = LANE_SQRT(cosine * cosine + sine * sine);
    /* Half the angle lies along (sine, size + cosine) and along (size - cosine, sine): of these the one that adds. */
    uint32_t behind = cosine < 0.0f;
    float w = behind ? sine : size + cosine;
    sine = behind ? size - cosine : sine;
    kd_quat turn = lane_quat(target.x * sine, target.y * sine, target.z * sine, w);
    uint32_t known = size > 1e-6f;
    turn =
        lane_unit(lane_quat(known ? turn.x : 0.0f, known ? turn.y : 0.0f, known ? turn.z : 0.0f, known ? turn.w : 1.0f),
                  lane_identity());
    LANE_SET_Q(0, lane_unit(lane_mul(turn, q), lane_identity()));
}

/* p: sine and cosine of half the largest angle. */
KERNEL(LIMIT_Q)
{
    KERNEL_NO_DATA;
    kd_quat a = LANE_Q(in, 0), b = LANE_Q(in, 4);
    kd_quat d = lane_canonical(lane_mul(lane_conjugate(a), b));
    float sine = LANE_SQRT(d.x * d.x + d.y * d.y + d.z * d.z);
    uint32_t beyond = d.w < P(1) && sine > 1e-12f;
    float f = P(0) / (sine > 1e-12f ? sine : 1.0f);
    kd_quat held = lane_unit(lane_mul(a, lane_quat(d.x * f, d.y * f, d.z * f, P(1))), b);
    LANE_SET_Q(0,
               lane_quat(beyond ? held.x : b.x, beyond ? held.y : b.y, beyond ? held.z : b.z, beyond ? held.w : b.w));
}

/* Nearer to half a turn than this (as cosine of half the angle) a bend is read as if it were this far away. */
#define LANE_BEND_POLE 1.52587891e-05f

typedef struct lane_angles {
    float horizontal, vertical, roll;
} lane_angles;

/* q = swing * twist (side +1: roll before bend) or twist * swing (side -1), the bone along x; q may have any length.
 * The twist lies along (x, w); q times its inverse is the swing, times a factor that the angles do not see. At a bend
 * of half a turn the twist is none. */
LANE_INLINE lane_angles lane_angles_from_quat(kd_quat q, float side)
{
    q = lane_canonical(q);
    float n = q.x * q.x + q.w * q.w;
    uint32_t good = n > 1e-14f;
    float x = good ? q.x : 0.0f, w = good ? q.w : 1.0f;
    float y = q.y * w - side * (q.z * x), z = q.z * w + side * (q.y * x);
    float pole = LANE_BEND_POLE * LANE_SQRT(n);
    float across = good ? lane_max(n, pole) : LANE_BEND_POLE;
    lane_angles angles;
    angles.horizontal = 2.0f * kdi_quick_atan2(y, across);
    angles.vertical = 2.0f * kdi_quick_atan2(z, across);
    angles.roll = 2.0f * kdi_quick_atan2(x, w);
    return angles;
}

/* From half the angles, times a factor between 0 and 1. */
LANE_INLINE kd_quat lane_quat_from_half_angles(lane_angles half, float side)
{
    float sine_h, cosine_h, sine_v, cosine_v, sine_r, cosine_r;
    uint32_t sign = lane_half_turns(half.horizontal, &sine_h, &cosine_h);
    sign ^= lane_half_turns(half.vertical, &sine_v, &cosine_v);
    sign ^= lane_half_turns(half.roll, &sine_r, &cosine_r);
    /* The swing is (0, tan h, tan v, 1). Where both are quarter turns the least cosine leaves the direction between the
     * two, which is as good as any. */
    cosine_h = lane_max(cosine_h, 1e-9f);
    cosine_v = lane_max(cosine_v, 1e-9f);
    sine_r = kdi_float_flip(sine_r, sign);
    cosine_r = kdi_float_flip(cosine_r, sign);
    float y = sine_h * cosine_v, z = cosine_h * sine_v, w = cosine_h * cosine_v;
    return lane_quat(w * sine_r, y * cosine_r + side * (z * sine_r), z * cosine_r - side * (y * sine_r), w * cosine_r);
}

#define LANE_SET_ANGLES(angles, units, influence)                     \
    do {                                                              \
        out[0][l] = (angles).horizontal * P(units) * (influence);     \
        out[1][l] = (angles).vertical * P((units) + 1) * (influence); \
        out[2][l] = (angles).roll * P((units) + 2) * (influence);     \
    } while (0)

/* x y z w in the bone's frame; p: the signs of x y z there. */
#define LANE_IN_FRAME(first, signs)                                                                              \
    lane_quat(in[first][l] * P(signs), in[(first) + 1][l] * P((signs) + 1), in[(first) + 2][l] * P((signs) + 2), \
              in[(first) + 3][l])

/* p: signs, then units of the results. */
#define LANE_BEND_ROLL(side)                                               \
    KERNEL_NO_DATA;                                                        \
    lane_angles angles = lane_angles_from_quat(LANE_IN_FRAME(0, 0), side); \
    LANE_SET_ANGLES(angles, 3, in[4][l])

KERNEL(BEND_ROLL)
{
    LANE_BEND_ROLL(-1.0f);
}

KERNEL(ROLL_BEND)
{
    LANE_BEND_ROLL(1.0f);
}

/* A quaternion times a matrix of parameters, row by row. */
#define LANE_ROW(q, first) \
    (((q).x * P(first) + (q).y * P((first) + 1)) + ((q).z * P((first) + 2) + (q).w * P((first) + 3)))
#define LANE_TIMES(q, first) \
    lane_quat(LANE_ROW(q, first), LANE_ROW(q, (first) + 4), LANE_ROW(q, (first) + 8), LANE_ROW(q, (first) + 12))

/* p: units of the results, the matrix from the rotation to that from rest in the bone's frame. */
#define LANE_READ_BEND_ROLL(side)                                       \
    KERNEL_NO_DATA;                                                     \
    kd_quat q = LANE_Q(in, 0);                                          \
    lane_angles angles = lane_angles_from_quat(LANE_TIMES(q, 3), side); \
    LANE_SET_ANGLES(angles, 0, in[4][l])

KERNEL(READ_BEND_ROLL)
{
    LANE_READ_BEND_ROLL(-1.0f);
}

KERNEL(READ_ROLL_BEND)
{
    LANE_READ_BEND_ROLL(1.0f);
}

/* p: half the units of the angles. */
#define LANE_HALF_ANGLES(angles)         \
    lane_angles angles;                  \
    angles.horizontal = in[0][l] * P(0); \
    angles.vertical = in[1][l] * P(1);   \
    angles.roll = in[2][l] * P(2)

/* p: half the units, then signs. */
#define LANE_SET_IN_FRAME(q) \
    out[0][l] = (q).x * P(3), out[1][l] = (q).y * P(4), out[2][l] = (q).z * P(5), out[3][l] = (q).w

#define LANE_FROM_BEND_ROLL(side)                                                   \
    KERNEL_NO_DATA;                                                                 \
    LANE_HALF_ANGLES(half);                                                         \
    kd_quat q = lane_unit(lane_quat_from_half_angles(half, side), lane_identity()); \
    LANE_SET_IN_FRAME(q)

KERNEL(FROM_BEND_ROLL)
{
    LANE_FROM_BEND_ROLL(-1.0f);
}

KERNEL(FROM_ROLL_BEND)
{
    LANE_FROM_BEND_ROLL(1.0f);
}

/* in: angles, the rotation as it is, influence; p: half the units, the matrix from the bone's frame to the rotation. */
#define LANE_TURN_BEND_ROLL(side)                          \
    KERNEL_NO_DATA;                                        \
    LANE_HALF_ANGLES(half);                                \
    kd_quat turn = lane_quat_from_half_angles(half, side); \
    kd_quat q = LANE_TIMES(turn, 3);                       \
    float f = lane_unit_factor(lane_dot(q, q));            \
    LANE_SET_Q(0, lane_quat(q.x *f, q.y *f, q.z *f, q.w *f))

KERNEL_MIXED(TURN_BEND_ROLL, 3, 7)
{
    LANE_TURN_BEND_ROLL(-1.0f);
}

KERNEL_MIXED(TURN_ROLL_BEND, 3, 7)
{
    LANE_TURN_BEND_ROLL(1.0f);
}

KERNEL(LOG_Q)
{
    KERNEL_NO_DATA;
    kd_vec3 v = lane_log(LANE_Q(in, 0));
    float influence = in[4][l];
    LANE_SET_V(0, lane_vec(v.x * P(0) * influence, v.y * P(1) * influence, v.z * P(2) * influence));
}

KERNEL(EXP_Q)
{
    KERNEL_NO_DATA;
    LANE_SET_Q(0, lane_exp(lane_vec(in[0][l] * P(0), in[1][l] * P(1), in[2][l] * P(2))));
}

#endif
