/* The mathematics of the reference: long double throughout, rotations as matrices, every formula as the documents state
 * it (Core/docs/nodes, conventions.md) and none of the product's code. Slow and plain. */
#ifndef KT_REFERENCE_MATH_H
#define KT_REFERENCE_MATH_H

#include "kinedriver/types.h"

#include <stdbool.h>

typedef struct ref_vec {
    long double x[3];
} ref_vec;

typedef struct ref_mat {
    long double m[3][3]; /* row, column; column vectors */
} ref_mat;

typedef struct ref_quat {
    long double x[4]; /* x y z w */
} ref_quat;

/* Scale, then rotate, then translate; composed part by part. */
typedef struct ref_frame {
    ref_mat rotate;
    ref_vec translate, scale;
} ref_frame;

/* A bone's axes in its joint's space: along it, vertical, horizontal = bone x vertical. */
typedef struct ref_bone {
    ref_vec bone, vertical, horizontal;
    bool bend_first;
} ref_bone;

extern const long double REF_PI;

ref_vec ref_vec_make(long double x, long double y, long double z);
ref_vec ref_add(ref_vec a, ref_vec b);
ref_vec ref_sub(ref_vec a, ref_vec b);
ref_vec ref_times(ref_vec a, long double f);
ref_vec ref_cross(ref_vec a, ref_vec b);
long double ref_dot(ref_vec a, ref_vec b);
long double ref_length(ref_vec a);
ref_vec ref_unit(ref_vec a); /* zero stays zero */

ref_mat ref_identity(void);
ref_mat ref_mul(ref_mat a, ref_mat b);
ref_mat ref_transposed(ref_mat a);
ref_vec ref_turn(ref_mat a, ref_vec v);
ref_mat ref_columns(ref_vec a, ref_vec b, ref_vec c);
ref_mat ref_about(ref_vec unit_axis, long double angle_rad);
ref_mat ref_mat_from_quat(ref_quat q);
ref_quat ref_quat_from_mat(ref_mat m);

/* The shortest rotation from one unit vector to another. *doubt is set within a degree of half a turn. */
ref_mat ref_between(ref_vec a, ref_vec b, bool *doubt);

/* Rotation vectors. *doubt is set within a degree of half a turn, where the vector jumps to its opposite. */
ref_vec ref_log(ref_mat m, bool *doubt);
ref_mat ref_exp(ref_vec v);

/* Bends and roll in radians: horizontal, vertical, roll. *doubt within a degree of a bend or roll of half a turn. */
ref_vec ref_bend_roll(ref_mat m, const ref_bone *bone, bool *doubt);
ref_mat ref_from_bend_roll(ref_vec angles, const ref_bone *bone, bool *doubt);

/* Unit quaternion of the weighted sum, signs on the side of the first. *doubt where a sign is nearly open, or the sum
 * is short. */
ref_mat ref_blend(const ref_mat *rotations, const long double *weights, int count, bool *doubt);

ref_frame ref_frame_identity(void);
ref_frame ref_frame_from(kd_transform t);
ref_frame ref_below(ref_frame parent, ref_frame local);
ref_frame ref_seen_from(ref_frame space, ref_frame frame);
ref_vec ref_point_out(ref_frame frame, ref_vec point);
ref_vec ref_point_into(ref_frame frame, ref_vec point);

#endif
