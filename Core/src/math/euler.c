/* Three turns about three different axes, one after the other, in any of the six orders: the form of motion files and
 * rotation channels. The way back works on half angles: with the order's axes as x, y, z the sums x + z, w + y and the
 * differences x - z, w - y hold (first + third) / 2 and (first - third) / 2, and no digits are lost near the
 * singularity. */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/float.h"

typedef struct euler_axes {
    int first, second, third;
    float parity; /* -1 where the three axes in this order are left-handed */
} euler_axes;

static euler_axes euler_axes_of(kd_euler_order order)
{
    static const euler_axes table[6] = {{0, 1, 2, 1.0f},  {0, 2, 1, -1.0f}, {1, 2, 0, 1.0f},
                                        {1, 0, 2, -1.0f}, {2, 0, 1, 1.0f},  {2, 1, 0, -1.0f}};
    return table[(unsigned)order < 6u ? order : KD_EULER_ORDER_XYZ];
}

static kd_quat euler_turn(int axis, float angle_rad)
{
    float part[3] = {0.0f, 0.0f, 0.0f}, cosine;
    kd_sincos(0.5f * kd_finite(angle_rad), &part[axis], &cosine);
    return kd_quat_make(part[0], part[1], part[2], cosine);
}

kd_quat kd_quat_from_euler(kd_vec3 angles_rad, kd_euler_order order)
{
    euler_axes axes = euler_axes_of(order);
    kd_quat first = euler_turn(axes.first, angles_rad.x);
    kd_quat second = euler_turn(axes.second, angles_rad.y);
    kd_quat third = euler_turn(axes.third, angles_rad.z);
    return kd_quat_normalize(kd_quat_mul(kd_quat_mul(first, second), third));
}

static float euler_wrap(float angle_rad)
{
    if (angle_rad > KD_PI)
        return angle_rad - 2.0f * KD_PI;
    return angle_rad < -KD_PI ? angle_rad + 2.0f * KD_PI : angle_rad;
}

kd_vec3 kd_euler_from_quat(kd_quat q, kd_euler_order order)
{
    euler_axes axes = euler_axes_of(order);
    q = kd_quat_canonical(q);
    const float part[3] = {q.x, q.y, q.z};
    float x = part[axes.first], y = part[axes.second], z = axes.parity * part[axes.third], w = q.w;
    float plus = kd_hypot(x + z, w + y), minus = kd_hypot(x - z, w - y);
    float half_sum = kd_atan2(x + z, w + y), half_difference = kd_atan2(x - z, w - y);
    /* A quarter turn in the middle leaves only the sum or the difference: the third angle is then zero. */
    if (minus < 1e-6f)
        half_difference = half_sum;
    if (plus < 1e-6f)
        half_sum = half_difference;
    kd_vec3 angles;
    angles.x = euler_wrap(half_sum + half_difference);
    angles.y = kd_atan2(2.0f * (w * y + x * z), plus * minus);
    angles.z = axes.parity * euler_wrap(half_sum - half_difference);
    return angles;
}
