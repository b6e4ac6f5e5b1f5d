/* Vectors, quaternions, transforms, affine maps: the same bits on every machine. The plain ones are float arithmetic
 * and finite as long as no square overflows (parts below 1e18). Those that say so accept anything and return finite
 * values. Conventions: Core/docs/conventions.md; behaviour at edges: Core/docs/math.md. Safe from any thread. */
#ifndef KINEDRIVER_MATH_H
#define KINEDRIVER_MATH_H

#include "kinedriver/types.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A scale closer to zero than this counts as flat: it cannot be undone. */
#define KD_SCALE_MIN 1e-6f

kd_vec3 kd_vec3_make(float x, float y, float z);
kd_vec3 kd_vec3_add(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_sub(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_scale(kd_vec3 v, float factor);
kd_vec3 kd_vec3_mul(kd_vec3 a, kd_vec3 b); /* component by component */
kd_vec3 kd_vec3_lerp(kd_vec3 a, kd_vec3 b, float t);
float kd_vec3_dot(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_cross(kd_vec3 a, kd_vec3 b);
float kd_vec3_length(kd_vec3 v);                        /* anything in */
kd_vec3 kd_vec3_normalize(kd_vec3 v, kd_vec3 fallback); /* fallback for zero or not finite */
kd_vec3 kd_vec3_perpendicular(kd_vec3 v);               /* a unit vector square to v; anything in */
kd_vec3 kd_vec3_finite(kd_vec3 v);                      /* kd_finite of each part */

kd_quat kd_quat_identity(void);
kd_quat kd_quat_make(float x, float y, float z, float w);
kd_quat kd_quat_mul(kd_quat a, kd_quat b); /* first b, then a */
kd_quat kd_quat_conjugate(kd_quat q);
kd_quat kd_quat_negate(kd_quat q); /* the same rotation */
float kd_quat_dot(kd_quat a, kd_quat b);
kd_vec3 kd_quat_rotate(kd_quat q, kd_vec3 v);

/* From here to kd_quat_slerp: anything in, unit length out. */
kd_quat kd_quat_normalize(kd_quat q); /* identity where there is no direction: zero, not finite */
kd_quat kd_quat_canonical(kd_quat q); /* normalised; of q and -q the one whose first non-zero of w x y z is positive */
kd_quat kd_quat_from_axis_angle(kd_vec3 axis, float angle_rad); /* identity without an axis */
/* The shortest rotation from one direction to the other; about kd_vec3_perpendicular(from) where they are opposite,
 * identity where one has no direction. */
kd_quat kd_quat_from_directions(kd_vec3 from, kd_vec3 to);
kd_quat kd_quat_from_axes(kd_vec3 x, kd_vec3 y, kd_vec3 z); /* where the axes go: orthonormal, right-handed */
kd_quat kd_quat_from_mat34(kd_mat34 m);                     /* the rotation of kd_transform_from_mat34 */
kd_quat kd_quat_nlerp(kd_quat a, kd_quat b, float t);       /* along the shorter arc */
kd_quat kd_quat_slerp(kd_quat a, kd_quat b, float t);       /* likewise, at constant speed; t may leave 0 .. 1 */

kd_transform kd_transform_identity(void);
kd_transform kd_transform_make_rigid(kd_quat rotate, kd_vec3 translate);
kd_transform kd_transform_mul(kd_transform a, kd_transform b); /* first b, then a; no shear, see types.h */
kd_vec3 kd_transform_point(kd_transform t, kd_vec3 point);
kd_vec3 kd_transform_vector(kd_transform t, kd_vec3 vector); /* without the translation */
kd_vec3 kd_transform_inverse_point(kd_transform t, kd_vec3 point);

/* The local transform with parent * local = child. A part of the parent's scale below KD_SCALE_MIN gives zero. */
kd_transform kd_transform_relative(kd_transform parent, kd_transform child);
kd_transform kd_transform_inverse(kd_transform t);                       /* t * inverse = identity */
kd_transform kd_transform_lerp(kd_transform a, kd_transform b, float t); /* rotation by kd_quat_slerp */
kd_transform kd_transform_finite(kd_transform t);                        /* unit rotation, finite parts; anything in */

/* Scale as a logarithm, so that 1/2 and 2 are equally far from 1. The sign of the scale is not kept; below KD_SCALE_MIN
 * the scale counts as that, not a number as 1. */
float kd_log_from_scale(float scale);
float kd_scale_from_log(float log_scale);

kd_mat34 kd_mat34_identity(void);
kd_mat34 kd_mat34_from_transform(kd_transform t);
kd_mat34 kd_mat34_from_quat(kd_quat q);
kd_mat34 kd_mat34_mul(kd_mat34 a, kd_mat34 b); /* first b, then a */
kd_vec3 kd_mat34_point(kd_mat34 m, kd_vec3 point);
kd_vec3 kd_mat34_vector(kd_mat34 m, kd_vec3 vector); /* without the translation */

/* False, and a map of everything to zero, where m is flat or not finite enough to be undone. */
bool kd_mat34_inverse(kd_mat34 m, kd_mat34 *inverse);

/* Lengths of the columns as scale, the x column's direction and the y column made square to it as rotation. A mirrored
 * map gets a negative x scale. Shear is dropped. Flat maps get a rotation from what is left; anything in. */
kd_transform kd_transform_from_mat34(kd_mat34 m);

#ifdef __cplusplus
}
#endif
#endif
