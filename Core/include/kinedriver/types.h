/* The plain values that everything is made of. Conventions (spaces, units, orders) are in Core/docs/conventions.md:
 * right-handed, column vectors, quaternions x y z w, angles in radians, matrices in row-major storage. */
#ifndef KINEDRIVER_TYPES_H
#define KINEDRIVER_TYPES_H

typedef struct kd_vec3 {
    float x, y, z;
} kd_vec3;

/* A rotation where it is of unit length; q and -q are the same rotation. */
typedef struct kd_quat {
    float x, y, z, w;
} kd_quat;

/* Scale, then rotate, then translate. The scale is along the axes before the rotation; transforms that follow each
 * other are composed as game engines do it, component by component, so that no shear can arise. */
typedef struct kd_transform {
    kd_quat rotate;
    kd_vec3 translate;
    kd_vec3 scale;
} kd_transform;

/* An affine map: three rows of four; the fourth column is the translation. */
typedef struct kd_mat34 {
    float m[3][4];
} kd_mat34;

#endif
