/* Bend and roll: the swing of a bone as two angles by stereographic projection, the twist as a third. In the bone's
 * frame the swing is a quaternion (0, y, z, w), and the projection of the bone's direction from the opposite pole is (z
 * / w, -y / w). Hence the angles 2 atan(z / w) and 2 atan(y / w): the same map as -2 atan(vz.v / (vx.v + 1)) and 2
 * atan(vy.v / (vx.v + 1)) with the bone's direction v, but without the cancellation in vx.v + 1 near half a turn. */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/arcs.h"
#include "math/circular.h"
#include "math/geometry.h"

/* The pole: a bend closer to half a turn than this (0.0017 degrees, 2^-16 as cosine of half the angle) is read as if it
 * were this far away, so that the two angles still tell the direction of the bend. */
#define BEND_POLE 1.52587891e-05f

/* A twist part shorter than this (float rounding of a unit quaternion) is none. */
#define BEND_OPPOSITE 1e-7f

static kd_vec3 bend_axis_vector(kd_axis axis)
{
    float sign = axis >= KD_AXIS_MINUS_X ? -1.0f : 1.0f;
    int index = (int)axis % 3;
    return kdi_vec3_make(index == 0 ? sign : 0.0f, index == 1 ? sign : 0.0f, index == 2 ? sign : 0.0f);
}

kd_quat kd_bone_frame_from_axes(kd_axis bone, kd_axis vertical)
{
    if ((int)bone % 3 == (int)vertical % 3)
        vertical = (kd_axis)(((int)bone + 1) % 3);
    kd_vec3 x = bend_axis_vector(bone), y = bend_axis_vector(vertical);
    return kd_quat_from_axes(x, y, kdi_vec3_cross(x, y));
}

kd_bend_roll kd_bend_roll_from_quat(kd_quat q, kd_quat frame, kd_swing_order order)
{
    q = kd_quat_canonical(q);
    frame = kd_quat_normalize(frame);
    /* q seen from the frame: its vector part turned back. */
    kd_vec3 v = kdi_quat_rotate(kdi_quat_conjugate(frame), kdi_vec3_make(q.x, q.y, q.z));
    /* twist = (v.x, 0, 0, w) / length; swing = q * conjugate(twist) or conjugate(twist) * q = (0, y, z, length). */
    float length = KDI_SQRT(v.x * v.x + q.w * q.w);
    bool opposite = length < BEND_OPPOSITE;
    float factor = 1.0f / (opposite ? 1.0f : length);
    float twist_x = opposite ? 0.0f : v.x * factor, twist_w = opposite ? 1.0f : q.w * factor;
    float turn = order == KD_SWING_ORDER_TWIST_FIRST ? twist_x : -twist_x;
    float y = v.y * twist_w - v.z * turn, z = v.z * twist_w + v.y * turn;
    float w = length > BEND_POLE ? length : BEND_POLE;
    kd_bend_roll result;
    result.horizontal = 2.0f * kdi_atan2(y, w);
    result.vertical = 2.0f * kdi_atan2(z, w);
    /* Half a turn is +pi from either side of the sphere. */
    result.roll = 2.0f * kdi_atan2(twist_w == 0.0f ? kdi_float_abs(twist_x) : twist_x, twist_w);
    return result;
}

kd_quat kd_quat_from_bend_roll(kd_bend_roll angles, kd_quat frame, kd_swing_order order)
{
    frame = kd_quat_normalize(frame);
    float sine_h, cosine_h, sine_v, cosine_v, sine_r, cosine_r;
    kdi_sincos(0.5f * kdi_float_clean(angles.horizontal), &sine_h, &cosine_h);
    kdi_sincos(0.5f * kdi_float_clean(angles.vertical), &sine_v, &cosine_v);
    kdi_sincos(0.5f * kdi_float_clean(angles.roll), &sine_r, &cosine_r);
    /* (0, tan(h/2), tan(v/2), 1) up to a factor, without the infinite tangents. */
    kd_quat swing = kd_quat_normalize(kdi_quat_make(0.0f, sine_h * cosine_v, cosine_h * sine_v, cosine_h * cosine_v));
    kd_quat twist = kdi_quat_make(sine_r, 0.0f, 0.0f, cosine_r);
    bool twist_first = order == KD_SWING_ORDER_TWIST_FIRST;
    kd_quat in_frame = twist_first ? kdi_quat_mul(swing, twist) : kdi_quat_mul(twist, swing);
    kd_vec3 v = kdi_quat_rotate(frame, kdi_vec3_make(in_frame.x, in_frame.y, in_frame.z));
    return kdi_quat_renormalize(kdi_quat_make(v.x, v.y, v.z, in_frame.w));
}
