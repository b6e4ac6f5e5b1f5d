/* Bend and roll: the swing of a bone as two angles by stereographic projection, the twist as a third. In the bone's
 * frame the swing is a quaternion (0, y, z, w), and the projection of the bone's direction from the opposite pole is (z
 * / w, -y / w). Hence the angles 2 atan(z / w) and 2 atan(y / w): the same map as -2 atan(vz.v / (vx.v + 1)) and 2
 * atan(vy.v / (vx.v + 1)) with the bone's direction v, but without the cancellation in vx.v + 1 near half a turn. */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/float.h"

/* The pole: a bend closer to half a turn than this (0.0017 degrees, 2^-16 as cosine of half the angle) is read as if it
 * were this far away, so that the two angles still tell the direction of the bend. */
#define BEND_POLE 1.52587891e-05f

static kd_vec3 bend_axis_vector(kd_axis axis)
{
    float sign = axis >= KD_AXIS_MINUS_X ? -1.0f : 1.0f;
    int index = (int)axis % 3;
    return kd_vec3_make(index == 0 ? sign : 0.0f, index == 1 ? sign : 0.0f, index == 2 ? sign : 0.0f);
}

kd_quat kd_bone_frame_from_axes(kd_axis bone, kd_axis vertical)
{
    if ((int)bone % 3 == (int)vertical % 3)
        vertical = (kd_axis)(((int)bone + 1) % 3);
    kd_vec3 x = bend_axis_vector(bone), y = bend_axis_vector(vertical);
    return kd_quat_from_axes(x, y, kd_vec3_cross(x, y));
}

kd_bend_roll kd_bend_roll_from_quat(kd_quat q, kd_quat frame, kd_swing_order order)
{
    frame = kd_quat_normalize(frame);
    kd_quat in_frame = kd_quat_mul(kd_quat_mul(kd_quat_conjugate(frame), kd_quat_canonical(q)), frame);
    kd_vec3 bone = kd_vec3_make(1.0f, 0.0f, 0.0f);
    kd_swing_twist parts = kd_swing_twist_from_quat(in_frame, bone, order);
    float w = kd_max(parts.swing.w, BEND_POLE);
    kd_bend_roll result;
    result.horizontal = 2.0f * kd_atan2(parts.swing.y, w);
    result.vertical = 2.0f * kd_atan2(parts.swing.z, w);
    result.roll = 2.0f * kd_atan2(parts.twist.x, parts.twist.w);
    return result;
}

kd_quat kd_quat_from_bend_roll(kd_bend_roll angles, kd_quat frame, kd_swing_order order)
{
    frame = kd_quat_normalize(frame);
    float sine_h, cosine_h, sine_v, cosine_v, sine_r, cosine_r;
    kd_sincos(0.5f * kd_finite(angles.horizontal), &sine_h, &cosine_h);
    kd_sincos(0.5f * kd_finite(angles.vertical), &sine_v, &cosine_v);
    kd_sincos(0.5f * kd_finite(angles.roll), &sine_r, &cosine_r);
    /* (0, tan(h/2), tan(v/2), 1) up to a factor, without the infinite tangents. */
    kd_swing_twist parts;
    parts.swing = kd_quat_normalize(kd_quat_make(0.0f, sine_h * cosine_v, cosine_h * sine_v, cosine_h * cosine_v));
    parts.twist = kd_quat_make(sine_r, 0.0f, 0.0f, cosine_r);
    kd_quat in_frame = kd_quat_from_swing_twist(parts, order);
    return kd_quat_normalize(kd_quat_mul(kd_quat_mul(frame, in_frame), kd_quat_conjugate(frame)));
}
