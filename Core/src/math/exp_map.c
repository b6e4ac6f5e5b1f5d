/* The exponential map: a rotation as a vector along its axis, as long as its angle. */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/arcs.h"
#include "math/circular.h"
#include "math/geometry.h"

kd_vec3 kd_quat_log(kd_quat q)
{
    q = kd_quat_canonical(q);
    kd_vec3 v = kdi_vec3_make(q.x, q.y, q.z);
    float sine = KDI_SQRT(kdi_vec3_dot(v, v)); /* below 1e-18 the squares vanish, and the angle is twice the vector */
    /* The arc tangent keeps small angles exact, where the arc cosine of w would lose them. */
    float factor = sine > 1e-18f ? 2.0f * kdi_atan2(sine, q.w) / sine : 2.0f;
    return kdi_vec3_scale(v, factor);
}

kd_vec3 kd_quat_log_near(kd_quat q, kd_vec3 previous)
{
    kd_vec3 v = kd_quat_log(q);
    /* Beyond this float has no digits left for a fraction of a turn. */
    const float most = 1e6f;
    previous.x = kd_clamp(previous.x, -most, most);
    previous.y = kd_clamp(previous.y, -most, most);
    previous.z = kd_clamp(previous.z, -most, most);
    float angle = kd_vec3_length(v);
    float along = angle > 1e-18f ? kd_vec3_dot(kd_vec3_scale(v, 1.0f / angle), previous) : 0.0f;
    /* The same rotation has every length angle + 2 pi k along its axis; the nearest to the projection is taken. */
    float turns = angle > 1e-18f ? kd_round((along - angle) / (2.0f * KD_PI)) : 0.0f;
    return turns == 0.0f ? v : kd_vec3_scale(v, (angle + turns * (2.0f * KD_PI)) / angle);
}

kd_quat kd_quat_exp(kd_vec3 v)
{
    v = kd_vec3_finite(v);
    float angle = kd_vec3_length(v);
    float sine, cosine;
    kdi_sincos(0.5f * angle, &sine, &cosine);
    float factor = angle > 1e-18f ? sine / angle : 0.5f;
    kd_quat q = kdi_quat_make(v.x * factor, v.y * factor, v.z * factor, cosine);
    /* A vector longer than FLT_MAX has its length cut, and q is then not near unit length. */
    return angle < 1e18f ? kdi_quat_renormalize(q) : kd_quat_normalize(q);
}
