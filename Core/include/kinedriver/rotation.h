/* Rotations as numbers an author can work with: swing and twist, bend and roll, exponential map, Euler angles; and the
 * mean of many. All of them accept anything, treat q and -q alike, and return finite values and unit quaternions.
 * Angles in radians. What happens at half a turn and other edges: Core/docs/math.md. Safe from any thread. */
#ifndef KINEDRIVER_ROTATION_H
#define KINEDRIVER_ROTATION_H

#include "kinedriver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which part acts first on a vector. */
typedef enum kd_swing_order {
    KD_SWING_ORDER_TWIST_FIRST, /* q = swing * twist: roll, then bend */
    KD_SWING_ORDER_SWING_FIRST  /* q = twist * swing: bend, then roll about the bone's axis at rest */
} kd_swing_order;

typedef struct kd_swing_twist {
    kd_quat swing; /* about an axis square to the given one */
    kd_quat twist; /* about the given axis; the same in both orders */
} kd_swing_twist;

/* axis: any length; the x axis where it has none. Where the axis is turned by half a turn the twist is the identity. */
kd_swing_twist kd_swing_twist_from_quat(kd_quat q, kd_vec3 axis, kd_swing_order order);
kd_quat kd_quat_from_swing_twist(kd_swing_twist parts, kd_swing_order order);
float kd_quat_twist_angle(kd_quat q, kd_vec3 axis); /* -pi .. pi; half a turn is +pi */

typedef enum kd_axis { KD_AXIS_X, KD_AXIS_Y, KD_AXIS_Z, KD_AXIS_MINUS_X, KD_AXIS_MINUS_Y, KD_AXIS_MINUS_Z } kd_axis;

/* The rotation that takes x, y, z to the bone's direction, its vertical and its horizontal = bone x vertical. Where
 * both arguments name the same line, the next axis is the vertical. */
kd_quat kd_bone_frame_from_axes(kd_axis bone, kd_axis vertical);

/* Each from -pi to pi. Horizontal turns the bone about the vertical axis, vertical about the horizontal axis, roll
 * about the bone, each counter-clockwise seen from that axis's tip. */
typedef struct kd_bend_roll {
    float horizontal;
    float vertical;
    float roll;
} kd_bend_roll;

/* q relative to the bone at rest; frame as above. A bend of more than half a turn less 0.0017 degrees is read as that.
 */
kd_bend_roll kd_bend_roll_from_quat(kd_quat q, kd_quat frame, kd_swing_order order);
kd_quat kd_quat_from_bend_roll(kd_bend_roll angles, kd_quat frame, kd_swing_order order);

kd_vec3 kd_quat_log(kd_quat q); /* axis times angle, at most pi long */
kd_quat kd_quat_exp(kd_vec3 v); /* any length */

/* Of all vectors that stand for q along its axis the one nearest to `previous`: follows a rotation through half a turn
 * without a jump. Parts of `previous` count up to a million. */
kd_vec3 kd_quat_log_near(kd_quat q, kd_vec3 previous);

/* The mean by weight: independent of the order and of the signs, bit for bit. weights NULL: all the same; negative
 * counts as zero. Where two means are equally good, one that depends on the rotations alone; identity without any
 * weight. */
kd_quat kd_quat_average(const kd_quat *rotations, const float *weights, int count);

typedef enum kd_euler_order {
    KD_EULER_ORDER_XYZ,
    KD_EULER_ORDER_XZY,
    KD_EULER_ORDER_YZX,
    KD_EULER_ORDER_YXZ,
    KD_EULER_ORDER_ZXY,
    KD_EULER_ORDER_ZYX
} kd_euler_order;

/* The product first * second * third in the order named: XYZ is Rx * Ry * Rz, z acts first on a vector. The angles come
 * in that order too: angles.x belongs to the first axis named. */
kd_quat kd_quat_from_euler(kd_vec3 angles_rad, kd_euler_order order);

/* The second angle within +-pi / 2; where it is a quarter turn the third is zero. */
kd_vec3 kd_euler_from_quat(kd_quat q, kd_euler_order order);

#ifdef __cplusplus
}
#endif
#endif
