/* Quaternions as rotations: products, making them, mixing two of them. What mixes takes q and -q for the same, and
 * returns unit length whatever comes in. */
#include "kinedriver/math.h"

#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"
#include "math/geometry.h"

kd_quat kd_quat_identity(void)
{
    return kdi_quat_identity();
}

kd_quat kd_quat_make(float x, float y, float z, float w)
{
    return kdi_quat_make(x, y, z, w);
}

kd_quat kd_quat_mul(kd_quat a, kd_quat b)
{
    return kdi_quat_mul(a, b);
}

kd_quat kd_quat_conjugate(kd_quat q)
{
    return kdi_quat_conjugate(q);
}

kd_quat kd_quat_negate(kd_quat q)
{
    return kdi_quat_negate(q);
}

float kd_quat_dot(kd_quat a, kd_quat b)
{
    return kdi_quat_dot(a, b);
}

static kd_quat quaternion_scale(kd_quat q, float factor)
{
    return kd_quat_make(q.x * factor, q.y * factor, q.z * factor, q.w * factor);
}

/* Far from unit length: brings the squares into the range first, by 2^100 or 2^-80. */
static kd_quat quaternion_normalize_far(kd_quat q, float square)
{
    if (!(kd_is_finite(q.x) && kd_is_finite(q.y) && kd_is_finite(q.z) && kd_is_finite(q.w)))
        return kd_quat_identity();
    q = quaternion_scale(q, square < 1.0f ? 1.26765060e+30f : 8.27180613e-25f);
    square = kdi_quat_dot(q, q);
    return square > 0.0f ? kdi_quat_renormalize(q) : kd_quat_identity();
}

kd_quat kd_quat_normalize(kd_quat q)
{
    float square = kdi_quat_dot(q, q);
    if (square > 1e-24f && square < 1e30f)
        return kdi_quat_renormalize(q);
    return quaternion_normalize_far(q, square);
}

kd_quat kd_quat_canonical(kd_quat q)
{
    q = kd_quat_normalize(q);
    float first = q.w != 0.0f ? q.w : q.x != 0.0f ? q.x : q.y != 0.0f ? q.y : q.z;
    return first < 0.0f ? kd_quat_negate(q) : q;
}

kd_vec3 kd_quat_rotate(kd_quat q, kd_vec3 v)
{
    return kdi_quat_rotate(q, v);
}

kd_quat kd_quat_from_axis_angle(kd_vec3 axis, float angle_rad)
{
    kd_vec3 u = kd_vec3_normalize(axis, kd_vec3_make(0.0f, 0.0f, 0.0f));
    float sine, cosine;
    kd_sincos(0.5f * kd_finite(angle_rad), &sine, &cosine);
    bool none = u.x == 0.0f && u.y == 0.0f && u.z == 0.0f;
    return none ? kd_quat_identity() : kd_quat_normalize(kd_quat_make(u.x * sine, u.y * sine, u.z * sine, cosine));
}

/* Nearly opposite directions: half a turn less a small angle, about an axis made square to `from`, because the cross
 * product of two such vectors is mostly rounding. */
static kd_quat quaternion_between_opposite(kd_vec3 from, kd_vec3 to)
{
    kd_vec3 axis = kd_vec3_cross(from, to);
    if (kd_vec3_dot(axis, axis) < 1e-13f)
        axis = kd_vec3_perpendicular(from);
    axis = kd_vec3_normalize(axis, kd_vec3_perpendicular(from));
    axis = kd_vec3_sub(axis, kd_vec3_scale(from, kd_vec3_dot(axis, from)));
    axis = kd_vec3_normalize(axis, kd_vec3_perpendicular(from));
    float cosine = 0.5f * kd_vec3_length(kd_vec3_add(from, to));
    float sine = kd_sqrt(1.0f - cosine * cosine);
    return kd_quat_normalize(kd_quat_make(axis.x * sine, axis.y * sine, axis.z * sine, cosine));
}

kd_quat kd_quat_from_directions(kd_vec3 from, kd_vec3 to)
{
    kd_vec3 none = kd_vec3_make(0.0f, 0.0f, 0.0f);
    from = kd_vec3_normalize(from, none);
    to = kd_vec3_normalize(to, none);
    float cosine = kd_vec3_dot(from, to);
    if (cosine < -0.9f)
        return quaternion_between_opposite(from, to);
    kd_vec3 cross = kd_vec3_cross(from, to);
    return kd_quat_normalize(kd_quat_make(cross.x, cross.y, cross.z, 1.0f + cosine));
}

kd_quat kd_quat_from_axes(kd_vec3 x, kd_vec3 y, kd_vec3 z)
{
    /* The largest of the four is taken from the diagonal, the others follow from sums and differences: no cancellation.
     */
    float xx = x.x - y.y - z.z, yy = y.y - x.x - z.z, zz = z.z - x.x - y.y, ww = x.x + y.y + z.z;
    kd_quat q;
    if (ww >= xx && ww >= yy && ww >= zz)
        q = kd_quat_make(y.z - z.y, z.x - x.z, x.y - y.x, 1.0f + ww);
    else if (xx >= yy && xx >= zz)
        q = kd_quat_make(1.0f + xx, x.y + y.x, z.x + x.z, y.z - z.y);
    else if (yy >= zz)
        q = kd_quat_make(x.y + y.x, 1.0f + yy, y.z + z.y, z.x - x.z);
    else
        q = kd_quat_make(z.x + x.z, y.z + z.y, 1.0f + zz, x.y - y.x);
    return kd_quat_normalize(q);
}

kd_quat kd_quat_nlerp(kd_quat a, kd_quat b, float t)
{
    a = kd_quat_normalize(a);
    b = kd_quat_normalize(b);
    t = kd_finite(t);
    float s = kd_quat_dot(a, b) < 0.0f ? -t : t;
    float r = 1.0f - t;
    return kd_quat_normalize(kd_quat_make(r * a.x + s * b.x, r * a.y + s * b.y, r * a.z + s * b.z, r * a.w + s * b.w));
}

kd_quat kd_quat_slerp(kd_quat a, kd_quat b, float t)
{
    a = kd_quat_normalize(a);
    kd_quat turn = kd_quat_mul(kd_quat_conjugate(a), kd_quat_normalize(b));
    return kd_quat_normalize(kd_quat_mul(a, kd_quat_exp(kd_vec3_scale(kd_quat_log(turn), kd_finite(t)))));
}
