/* Transforms of rotation, translation and scale, composed part by part. With unequal scales under a rotation this is
 * not the product of the matrices (that would shear); it is what engines and authoring tools do with joints. */
#include "kinedriver/math.h"

#include "kinedriver/scalar.h"
#include "math/geometry.h"

kd_transform kd_transform_identity(void)
{
    kd_transform t = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    return t;
}

kd_transform kd_transform_make_rigid(kd_quat rotate, kd_vec3 translate)
{
    kd_transform t = kd_transform_identity();
    t.rotate = rotate;
    t.translate = translate;
    return t;
}

kd_transform kd_transform_mul(kd_transform a, kd_transform b)
{
    return kdi_transform_mul(a, b);
}

kd_vec3 kd_transform_point(kd_transform t, kd_vec3 point)
{
    return kdi_transform_point(t, point);
}

kd_vec3 kd_transform_vector(kd_transform t, kd_vec3 vector)
{
    return kdi_transform_vector(t, vector);
}

/* Zero where the scale is too small to be undone: what was flattened stays flat. */
static float transform_reciprocal(float scale)
{
    scale = kd_finite(scale);
    return kd_abs(scale) < KD_SCALE_MIN ? 0.0f : 1.0f / scale;
}

static kd_vec3 transform_unscale(kd_vec3 scale, kd_vec3 v)
{
    return kd_vec3_make(v.x * transform_reciprocal(scale.x), v.y * transform_reciprocal(scale.y),
                        v.z * transform_reciprocal(scale.z));
}

kd_vec3 kd_transform_inverse_point(kd_transform t, kd_vec3 point)
{
    kd_vec3 turned = kd_quat_rotate(kd_quat_conjugate(t.rotate), kd_vec3_sub(point, t.translate));
    return transform_unscale(t.scale, turned);
}

kd_transform kd_transform_relative(kd_transform parent, kd_transform child)
{
    kd_transform local;
    local.rotate = kd_quat_mul(kd_quat_conjugate(parent.rotate), child.rotate);
    local.translate = kd_transform_inverse_point(parent, child.translate);
    local.scale = transform_unscale(parent.scale, child.scale);
    return local;
}

kd_transform kd_transform_inverse(kd_transform t)
{
    return kd_transform_relative(t, kd_transform_identity());
}

kd_transform kd_transform_lerp(kd_transform a, kd_transform b, float t)
{
    kd_transform mix;
    t = kd_finite(t);
    mix.rotate = kd_quat_slerp(a.rotate, b.rotate, t);
    mix.translate = kd_vec3_lerp(a.translate, b.translate, t);
    mix.scale = kd_vec3_lerp(a.scale, b.scale, t);
    return mix;
}

kd_transform kd_transform_finite(kd_transform t)
{
    t.rotate = kd_quat_normalize(t.rotate);
    t.translate = kd_vec3_finite(t.translate);
    t.scale = kd_vec3_finite(t.scale);
    return t;
}

/* Without the dead band a scale of zero would have no logarithm. */
float kd_log_from_scale(float scale)
{
    if (scale != scale)
        return 0.0f;
    float size = kd_abs(scale);
    return kd_log(size < KD_SCALE_MIN ? KD_SCALE_MIN : size);
}

float kd_scale_from_log(float log_scale)
{
    return kd_exp(log_scale);
}
