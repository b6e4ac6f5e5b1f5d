/* Between Euler angles in degrees, as BVH has them, and quaternions, in double precision. */
#ifndef KDI_IO_BVH_ROTATION_H
#define KDI_IO_BVH_ROTATION_H

#include "kinedriver/types.h"

#include <stddef.h>

/* Angles beyond this are first brought into two turns: see kdi_bvh_wrap_angle. */
#define KDI_BVH_LARGE_ANGLE 1e9

typedef struct kdi_bvh_quat {
    double v[4]; /* x y z w */
} kdi_bvh_quat;

/* The same rotation from an angle of any finite size. */
double kdi_bvh_wrap_angle(double degrees);

/* Sine and cosine of half of each angle, up to a common sign of both, which makes q or -q of a quaternion. Right angles
 * come out exact. Angles are at most KDI_BVH_LARGE_ANGLE; the error is below 1e-11. */
void kdi_bvh_half_angles(const double *degrees, size_t count, double *sines, double *cosines);

/* Rotations about axes (0, 1, 2) multiplied from left to right. */
kdi_bvh_quat kdi_bvh_quat_from_axes(const unsigned char *axes, const double *sines, const double *cosines,
                                    size_t count);

/* The same for three different axes, in one step: the parts of the quaternion along the first, second and third of
 * them, then w. cyclic: +1 for axes in the order X Y Z X Y, else -1. */
static inline void kdi_bvh_quat_of_three(double cyclic, const double *sines, const double *cosines, double parts[4])
{
    double cc = cosines[0] * cosines[1], ss = sines[0] * sines[1];
    double sc = sines[0] * cosines[1], cs = cosines[0] * sines[1];
    double c = cosines[2], s = sines[2], signed_s = cyclic * sines[2];
    parts[0] = sc * c + cs * signed_s;
    parts[1] = cs * c - sc * signed_s;
    parts[2] = cc * s + cyclic * ss * c;
    parts[3] = cc * c - ss * signed_s;
}

/* The angles about three different axes whose rotations multiply, left to right, to that of q, which need not be of
 * unit length. Of the many that do, those nearest to `before`; where only a sum or difference of two angles is fixed
 * (second angle +-90 degrees), the third stays as it was. `angles` may be `before`. */
void kdi_bvh_angles_from_quat(kd_quat q, const unsigned char axes[3], const double before[3], double angles[3]);

#endif
