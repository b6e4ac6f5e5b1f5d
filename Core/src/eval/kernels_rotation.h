/* Kernels on rotations: products, blends, directions, and the numbers an author works with. */
#ifndef KDI_EVAL_KERNELS_ROTATION_H
#define KDI_EVAL_KERNELS_ROTATION_H

#include "eval/kernels.h"
#include "eval/lane_math.h"

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
    LANE_SET_Q(0, lane_unit(lane_mul(lane_conjugate(LANE_Q(p, 0)), LANE_Q(in, 0)), lane_identity()));
}

KERNEL(OFFSET_Q)
{
    KERNEL_NO_DATA;
    LANE_SET_Q(0, lane_unit(lane_mul(LANE_Q(in, 0), LANE_Q(p, 0)), lane_identity()));
}

/* q on the side of the reference: its sign turned where the two lie more than half a turn apart as they are written. */
static inline kd_quat lane_align(kd_quat q, kd_quat reference)
{
    float d = lane_dot(q, reference);
    uint32_t sign = d < 0.0f ? KDI_SIGN_BIT : 0u;
    return lane_quat(kdi_float_flip(q.x, sign), kdi_float_flip(q.y, sign), kdi_float_flip(q.z, sign),
                     kdi_float_flip(q.w, sign));
}

/* Straight from a to b, then back to unit length: the path of a slerp, a little faster at its middle. The ends are
 * exact. */
static inline kd_quat lane_mix_quat(kd_quat a, kd_quat whole, float share)
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

KERNEL(MIX_Q)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_Q(0, lane_mix_quat(LANE_Q(in, 0), LANE_Q(in, 4), in[8][l]));
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
static inline kd_vec3 lane_direction(kd_vec3 from, kd_vec3 to, kd_vec3 fallback)
{
    kd_vec3 d = lane_vec(to.x - from.x, to.y - from.y, to.z - from.z);
    float n = lane_dot3(d, d);
    float f = 1.0f / LANE_SQRT(n);
    uint32_t good = n > 1e-24f;
    return lane_vec(good ? d.x * f : fallback.x, good ? d.y * f : fallback.y, good ? d.z * f : fallback.z);
}

/* The shortest rotation from one unit vector to another; half a turn about `square` (which is square to a) where they
 * are opposite. */
static inline kd_quat lane_shortest(kd_vec3 a, kd_vec3 b, kd_vec3 square)
{
    kd_vec3 axis = lane_cross(a, b);
    return lane_unit(lane_quat(axis.x, axis.y, axis.z, 1.0f + lane_dot3(a, b)),
                     lane_quat(square.x, square.y, square.z, 0.0f));
}

/* q turned the shortest way so that an axis of its space points at the target. Near half a turn the first turn misses
 * it by the digits that opposite vectors lose; the second, a tiny one, does not. */
static inline kd_quat lane_aim(kd_quat q, kd_vec3 axis, kd_vec3 square, kd_vec3 target)
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
    kd_vec3 target = lane_direction(LANE_V(in, 4), LANE_V(in, 7), lane_rotate(q, LANE_V(p, 0)));
    LANE_SET_Q(0, lane_aim(q, LANE_V(p, 0), LANE_V(p, 3), target));
}

/* p: the axis, another square to it, the axis that is to point up. After the shortest turn only one about the axis is
 * left: from where the up axis is to where up lies, both seen along the axis. */
KERNEL(AIM_UP_Q)
{
    KERNEL_NO_DATA;
    kd_quat q = LANE_Q(in, 0);
    kd_vec3 target = lane_direction(LANE_V(in, 4), LANE_V(in, 7), lane_rotate(q, LANE_V(p, 0)));
    q = lane_aim(q, LANE_V(p, 0), LANE_V(p, 3), target);
    kd_vec3 now = lane_rotate(q, LANE_V(p, 6)), up = LANE_V(in, 10);
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
    uint32_t beyond = d.w < p[1][l] && sine > 1e-12f;
    float f = p[0][l] / (sine > 1e-12f ? sine : 1.0f);
    kd_quat held = lane_unit(lane_mul(a, lane_quat(d.x * f, d.y * f, d.z * f, p[1][l])), b);
    LANE_SET_Q(0,
               lane_quat(beyond ? held.x : b.x, beyond ? held.y : b.y, beyond ? held.z : b.z, beyond ? held.w : b.w));
}

/* Nearer to half a turn than this (as cosine of half the angle) a bend is read as if it were this far away. */
#define LANE_BEND_POLE 1.52587891e-05f

typedef struct lane_swing {
    float y, z, w; /* the swing (0, y, z, w), w >= 0 */
    float twist_x, twist_w;
} lane_swing;

/* q = swing * twist (side +1) or twist * swing (side -1), the bone along x. At a bend of half a turn the twist is none.
 */
static inline lane_swing lane_swing_twist(kd_quat q, float side)
{
    q = lane_canonical(q);
    float n = q.x * q.x + q.w * q.w;
    float f = 1.0f / LANE_SQRT(n);
    uint32_t good = n > 1e-14f;
    lane_swing s;
    s.twist_x = good ? q.x * f : 0.0f;
    s.twist_w = good ? q.w * f : 1.0f;
    /* q times the inverse of the twist, on the side the order asks for; its x vanishes. */
    s.y = q.y * s.twist_w - side * (q.z * s.twist_x);
    s.z = q.z * s.twist_w + side * (q.y * s.twist_x);
    s.w = lane_max(q.w * s.twist_w + q.x * s.twist_x, LANE_BEND_POLE);
    return s;
}

typedef struct lane_angles {
    float horizontal, vertical, roll;
} lane_angles;

/* side: -1 bend before roll, +1 roll before bend. */
static inline lane_angles lane_angles_from_quat(kd_quat q, float side)
{
    lane_swing s = lane_swing_twist(q, side);
    lane_angles angles;
    angles.horizontal = 2.0f * kdi_quick_atan2(s.y, s.w);
    angles.vertical = 2.0f * kdi_quick_atan2(s.z, s.w);
    angles.roll = 2.0f * kdi_quick_atan2(s.twist_x, s.twist_w);
    return angles;
}

/* From half the angles. */
static inline kd_quat lane_quat_from_half_angles(lane_angles half, float side)
{
    float sine_h, cosine_h, sine_v, cosine_v, sine_r, cosine_r;
    lane_sincos(half.horizontal, &sine_h, &cosine_h);
    lane_sincos(half.vertical, &sine_v, &cosine_v);
    lane_sincos(half.roll, &sine_r, &cosine_r);
    /* (0, tan h, tan v, 1) up to a factor; where both are quarter turns the direction between the two is as good as
     * any. */
    kd_quat swing = lane_unit(lane_quat(0.0f, sine_h * cosine_v, cosine_h * sine_v, cosine_h * cosine_v),
                              lane_quat(0.0f, 0.707106769f * sine_h, 0.707106769f * sine_v, 0.0f));
    float y = swing.y * cosine_r + side * (swing.z * sine_r);
    float z = swing.z * cosine_r - side * (swing.y * sine_r);
    return lane_unit(lane_quat(swing.w * sine_r, y, z, swing.w * cosine_r), lane_identity());
}

#define LANE_SET_ANGLES(angles, units, influence)                        \
    do {                                                                 \
        out[0][l] = (angles).horizontal * p[(units)][l] * (influence);   \
        out[1][l] = (angles).vertical * p[(units) + 1][l] * (influence); \
        out[2][l] = (angles).roll * p[(units) + 2][l] * (influence);     \
    } while (0)

/* x y z w in the bone's frame; p: the signs of x y z there. */
#define LANE_IN_FRAME(first, signs)                                               \
    lane_quat(in[first][l] * p[signs][l], in[(first) + 1][l] * p[(signs) + 1][l], \
              in[(first) + 2][l] * p[(signs) + 2][l], in[(first) + 3][l])

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

/* p: signs, units of the results, the rest rotation in the bone's frame. */
#define LANE_READ_BEND_ROLL(side)                                                            \
    KERNEL_NO_DATA;                                                                          \
    kd_quat from_rest = lane_mul(lane_conjugate(LANE_Q(p, 6)), LANE_IN_FRAME(0, 0));         \
    lane_angles angles = lane_angles_from_quat(lane_unit(from_rest, lane_identity()), side); \
    LANE_SET_ANGLES(angles, 3, in[4][l])

KERNEL(READ_BEND_ROLL)
{
    LANE_READ_BEND_ROLL(-1.0f);
}

KERNEL(READ_ROLL_BEND)
{
    LANE_READ_BEND_ROLL(1.0f);
}

/* p: half the units of the angles. */
#define LANE_HALF_ANGLES(angles)            \
    lane_angles angles;                     \
    angles.horizontal = in[0][l] * p[0][l]; \
    angles.vertical = in[1][l] * p[1][l];   \
    angles.roll = in[2][l] * p[2][l]

/* p: half the units, then signs. */
#define LANE_SET_IN_FRAME(q) \
    out[0][l] = (q).x * p[3][l], out[1][l] = (q).y * p[4][l], out[2][l] = (q).z * p[5][l], out[3][l] = (q).w

#define LANE_FROM_BEND_ROLL(side)                       \
    KERNEL_NO_DATA;                                     \
    LANE_HALF_ANGLES(half);                             \
    kd_quat q = lane_quat_from_half_angles(half, side); \
    LANE_SET_IN_FRAME(q)

KERNEL(FROM_BEND_ROLL)
{
    LANE_FROM_BEND_ROLL(-1.0f);
}

KERNEL(FROM_ROLL_BEND)
{
    LANE_FROM_BEND_ROLL(1.0f);
}

/* in: angles, x y z w as they are, influence; p: half the units, signs, the rest rotation in the bone's frame. */
#define LANE_TURN_BEND_ROLL(side)                                                                 \
    KERNEL_NO_DATA;                                                                               \
    LANE_HALF_ANGLES(half);                                                                       \
    kd_quat wanted = lane_mul(LANE_Q(p, 6), lane_quat_from_half_angles(half, side));              \
    kd_quat q = lane_mix_quat(LANE_IN_FRAME(3, 3), lane_unit(wanted, lane_identity()), in[7][l]); \
    LANE_SET_IN_FRAME(q)

KERNEL(TURN_BEND_ROLL)
{
    LANE_TURN_BEND_ROLL(-1.0f);
}

KERNEL(TURN_ROLL_BEND)
{
    LANE_TURN_BEND_ROLL(1.0f);
}

KERNEL(LOG_Q)
{
    KERNEL_NO_DATA;
    kd_vec3 v = lane_log(LANE_Q(in, 0));
    float influence = in[4][l];
    LANE_SET_V(0, lane_vec(v.x * p[0][l] * influence, v.y * p[1][l] * influence, v.z * p[2][l] * influence));
}

KERNEL(EXP_Q)
{
    KERNEL_NO_DATA;
    LANE_SET_Q(0, lane_exp(lane_vec(in[0][l] * p[0][l], in[1][l] * p[1][l], in[2][l] * p[2][l])));
}

#endif
