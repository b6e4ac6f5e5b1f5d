/* Vectors, quaternions, transforms. */
#include "kinedriver/math.h"

#include <math.h>

kd_vec3 kd_vec3_make(float x, float y, float z)
{
    kd_vec3 v = {x, y, z};
    return v;
}

kd_vec3 kd_vec3_add(kd_vec3 a, kd_vec3 b)
{
    return kd_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

kd_vec3 kd_vec3_sub(kd_vec3 a, kd_vec3 b)
{
    return kd_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

kd_vec3 kd_vec3_scale(kd_vec3 v, float factor)
{
    return kd_vec3_make(v.x * factor, v.y * factor, v.z * factor);
}

kd_vec3 kd_vec3_mul(kd_vec3 a, kd_vec3 b)
{
    return kd_vec3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}

float kd_vec3_dot(kd_vec3 a, kd_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

kd_vec3 kd_vec3_cross(kd_vec3 a, kd_vec3 b)
{
    return kd_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

float kd_vec3_length(kd_vec3 v)
{
    return sqrtf(kd_vec3_dot(v, v));
}

kd_quat kd_quat_identity(void)
{
    return kd_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
}

kd_quat kd_quat_make(float x, float y, float z, float w)
{
    kd_quat q = {x, y, z, w};
    return q;
}

kd_quat kd_quat_mul(kd_quat a, kd_quat b)
{
    return kd_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

kd_quat kd_quat_conjugate(kd_quat q)
{
    return kd_quat_make(-q.x, -q.y, -q.z, q.w);
}

float kd_quat_dot(kd_quat a, kd_quat b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

kd_quat kd_quat_normalize(kd_quat q)
{
    float square = kd_quat_dot(q, q);
    if (!(square > 1e-30f && square < 1e30f))
        return kd_quat_identity();
    float factor = 1.0f / sqrtf(square);
    return kd_quat_make(q.x * factor, q.y * factor, q.z * factor, q.w * factor);
}

kd_vec3 kd_quat_rotate(kd_quat q, kd_vec3 v)
{
    kd_vec3 u = kd_vec3_make(q.x, q.y, q.z);
    kd_vec3 t = kd_vec3_scale(kd_vec3_cross(u, v), 2.0f);
    return kd_vec3_add(kd_vec3_add(v, kd_vec3_scale(t, q.w)), kd_vec3_cross(u, t));
}

kd_transform kd_transform_identity(void)
{
    kd_transform t = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    return t;
}

kd_transform kd_transform_mul(kd_transform a, kd_transform b)
{
    kd_transform t;
    t.rotate = kd_quat_mul(a.rotate, b.rotate);
    t.translate = kd_transform_point(a, b.translate);
    t.scale = kd_vec3_mul(a.scale, b.scale);
    return t;
}

kd_vec3 kd_transform_point(kd_transform t, kd_vec3 point)
{
    return kd_vec3_add(kd_quat_rotate(t.rotate, kd_vec3_mul(t.scale, point)), t.translate);
}

kd_mat34 kd_mat34_from_transform(kd_transform t)
{
    kd_vec3 x = kd_quat_rotate(t.rotate, kd_vec3_make(t.scale.x, 0.0f, 0.0f));
    kd_vec3 y = kd_quat_rotate(t.rotate, kd_vec3_make(0.0f, t.scale.y, 0.0f));
    kd_vec3 z = kd_quat_rotate(t.rotate, kd_vec3_make(0.0f, 0.0f, t.scale.z));
    kd_mat34 m = {{{x.x, y.x, z.x, t.translate.x}, {x.y, y.y, z.y, t.translate.y}, {x.z, y.z, z.z, t.translate.z}}};
    return m;
}

kd_mat34 kd_mat34_mul(kd_mat34 a, kd_mat34 b)
{
    kd_mat34 m;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            m.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                               a.m[row][2] * b.m[2][column] + (column == 3 ? a.m[row][3] : 0.0f);
    return m;
}

kd_vec3 kd_mat34_point(kd_mat34 m, kd_vec3 p)
{
    return kd_vec3_make(m.m[0][0] * p.x + m.m[0][1] * p.y + m.m[0][2] * p.z + m.m[0][3],
                        m.m[1][0] * p.x + m.m[1][1] * p.y + m.m[1][2] * p.z + m.m[1][3],
                        m.m[2][0] * p.x + m.m[2][1] * p.y + m.m[2][2] * p.z + m.m[2][3]);
}
