/* Vectors, quaternions and transforms. Every function is defined, finite for finite input, and gives the same bits on every machine. */
#ifndef KINEDRIVER_MATH_H
#define KINEDRIVER_MATH_H

#include "kinedriver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

kd_vec3 kd_vec3_make(float x, float y, float z);
kd_vec3 kd_vec3_add(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_sub(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_scale(kd_vec3 v, float factor);
kd_vec3 kd_vec3_mul(kd_vec3 a, kd_vec3 b); /* component by component */
float kd_vec3_dot(kd_vec3 a, kd_vec3 b);
kd_vec3 kd_vec3_cross(kd_vec3 a, kd_vec3 b);
float kd_vec3_length(kd_vec3 v);

kd_quat kd_quat_identity(void);
kd_quat kd_quat_make(float x, float y, float z, float w);
kd_quat kd_quat_mul(kd_quat a, kd_quat b); /* first b, then a */
kd_quat kd_quat_conjugate(kd_quat q);
float kd_quat_dot(kd_quat a, kd_quat b);
kd_quat kd_quat_normalize(kd_quat q); /* identity where there is no direction: zero, not finite */
kd_vec3 kd_quat_rotate(kd_quat q, kd_vec3 v);

kd_transform kd_transform_identity(void);
kd_transform kd_transform_mul(kd_transform a, kd_transform b); /* first b, then a; no shear, see types.h */
kd_vec3 kd_transform_point(kd_transform t, kd_vec3 point);
kd_mat34 kd_mat34_from_transform(kd_transform t);
kd_mat34 kd_mat34_mul(kd_mat34 a, kd_mat34 b);
kd_vec3 kd_mat34_point(kd_mat34 m, kd_vec3 point);

#ifdef __cplusplus
}
#endif
#endif
