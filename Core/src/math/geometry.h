/* The short steps of vectors, quaternions, transforms and affine maps, inline for the loops of the runtime; the public
 * functions of the same names are these. Plain float arithmetic in the written order, no branch. */
#ifndef KDI_MATH_GEOMETRY_H
#define KDI_MATH_GEOMETRY_H

#include "kinedriver/types.h"
#include "math/float.h"

static inline kd_vec3 kdi_vec3_make(float x, float y, float z)
{
    kd_vec3 v = {x, y, z};
    return v;
}

static inline kd_vec3 kdi_vec3_finite(kd_vec3 v)
{
    return kdi_vec3_make(kdi_float_clean(v.x), kdi_float_clean(v.y), kdi_float_clean(v.z));
}

static inline kd_vec3 kdi_vec3_add(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline kd_vec3 kdi_vec3_sub(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline kd_vec3 kdi_vec3_scale(kd_vec3 v, float factor)
{
    return kdi_vec3_make(v.x * factor, v.y * factor, v.z * factor);
}

static inline kd_vec3 kdi_vec3_mul(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline kd_vec3 kdi_vec3_lerp(kd_vec3 a, kd_vec3 b, float t)
{
    /* Both ends are met exactly. */
    return kdi_vec3_add(kdi_vec3_scale(a, 1.0f - t), kdi_vec3_scale(b, t));
}

static inline float kdi_vec3_dot(kd_vec3 a, kd_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline kd_vec3 kdi_vec3_cross(kd_vec3 a, kd_vec3 b)
{
    return kdi_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline kd_quat kdi_quat_make(float x, float y, float z, float w)
{
    kd_quat q = {x, y, z, w};
    return q;
}

static inline kd_quat kdi_quat_identity(void)
{
    return kdi_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
}

static inline kd_quat kdi_quat_mul(kd_quat a, kd_quat b)
{
    return kdi_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

static inline kd_quat kdi_quat_conjugate(kd_quat q)
{
    return kdi_quat_make(-q.x, -q.y, -q.z, q.w);
}

static inline kd_quat kdi_quat_negate(kd_quat q)
{
    return kdi_quat_make(-q.x, -q.y, -q.z, -q.w);
}

static inline float kdi_quat_dot(kd_quat a, kd_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline kd_vec3 kdi_quat_rotate(kd_quat q, kd_vec3 v)
{
    kd_vec3 u = kdi_vec3_make(q.x, q.y, q.z);
    kd_vec3 t = kdi_vec3_scale(kdi_vec3_cross(u, v), 2.0f);
    return kdi_vec3_add(kdi_vec3_add(v, kdi_vec3_scale(t, q.w)), kdi_vec3_cross(u, t));
}

/* A unit quaternion that may have drifted, or a product of two: its square is far from both ends of the range. */
static inline kd_quat kdi_quat_renormalize(kd_quat q)
{
    float factor = 1.0f / KDI_SQRT(kdi_quat_dot(q, q));
    return kdi_quat_make(q.x * factor, q.y * factor, q.z * factor, q.w * factor);
}

static inline kd_vec3 kdi_transform_vector(kd_transform t, kd_vec3 vector)
{
    return kdi_quat_rotate(t.rotate, kdi_vec3_mul(t.scale, vector));
}

static inline kd_vec3 kdi_transform_point(kd_transform t, kd_vec3 point)
{
    return kdi_vec3_add(kdi_quat_rotate(t.rotate, kdi_vec3_mul(t.scale, point)), t.translate);
}

static inline kd_transform kdi_transform_mul(kd_transform a, kd_transform b)
{
    kd_transform t;
    t.rotate = kdi_quat_mul(a.rotate, b.rotate);
    t.translate = kdi_transform_point(a, b.translate);
    t.scale = kdi_vec3_mul(a.scale, b.scale);
    return t;
}

static inline kd_mat34 kdi_mat34_mul(kd_mat34 a, kd_mat34 b)
{
    kd_mat34 m;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            m.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                               a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0f);
    return m;
}

static inline kd_vec3 kdi_mat34_point(kd_mat34 m, kd_vec3 p)
{
    return kdi_vec3_make(m.m[0][0] * p.x + m.m[0][1] * p.y + m.m[0][2] * p.z + m.m[0][3],
                         m.m[1][0] * p.x + m.m[1][1] * p.y + m.m[1][2] * p.z + m.m[1][3],
                         m.m[2][0] * p.x + m.m[2][1] * p.y + m.m[2][2] * p.z + m.m[2][3]);
}

static inline kd_vec3 kdi_mat34_vector(kd_mat34 m, kd_vec3 v)
{
    return kdi_vec3_make(m.m[0][0] * v.x + m.m[0][1] * v.y + m.m[0][2] * v.z,
                         m.m[1][0] * v.x + m.m[1][1] * v.y + m.m[1][2] * v.z,
                         m.m[2][0] * v.x + m.m[2][1] * v.y + m.m[2][2] * v.z);
}

#endif
