/* A rotation taken apart into a turn about a given axis (twist) and the shortest rotation that moves that axis (swing).
 */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/float.h"

/* Where the axis turns by half a turn, every twist is as good as another. Below this length of the twist part (float
 * rounding of a unit quaternion) none is taken. */
#define SWING_OPPOSITE 1e-7f

static kd_quat swing_find_twist(kd_quat q, kd_vec3 axis)
{
    float along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
    if (along * along + q.w * q.w < SWING_OPPOSITE * SWING_OPPOSITE)
        return kd_quat_identity();
    return kd_quat_canonical(kd_quat_make(axis.x * along, axis.y * along, axis.z * along, q.w));
}

kd_swing_twist kd_swing_twist_from_quat(kd_quat q, kd_vec3 axis, kd_swing_order order)
{
    q = kd_quat_normalize(q);
    axis = kd_vec3_normalize(axis, kd_vec3_make(1.0f, 0.0f, 0.0f));
    kd_swing_twist parts;
    parts.twist = swing_find_twist(q, axis);
    kd_quat back = kd_quat_conjugate(parts.twist);
    parts.swing = kd_quat_canonical(order == KD_SWING_ORDER_TWIST_FIRST ? kd_quat_mul(q, back) : kd_quat_mul(back, q));
    return parts;
}

kd_quat kd_quat_from_swing_twist(kd_swing_twist parts, kd_swing_order order)
{
    kd_quat swing = kd_quat_normalize(parts.swing), twist = kd_quat_normalize(parts.twist);
    return kd_quat_normalize(order == KD_SWING_ORDER_TWIST_FIRST ? kd_quat_mul(swing, twist)
                                                                 : kd_quat_mul(twist, swing));
}

float kd_quat_twist_angle(kd_quat q, kd_vec3 axis)
{
    axis = kd_vec3_normalize(axis, kd_vec3_make(1.0f, 0.0f, 0.0f));
    kd_quat twist = swing_find_twist(kd_quat_normalize(q), axis);
    float along = twist.x * axis.x + twist.y * axis.y + twist.z * axis.z;
    /* Half a turn is +pi from either side of the sphere. */
    return 2.0f * kd_atan2(twist.w == 0.0f ? kd_abs(along) : along, twist.w);
}
