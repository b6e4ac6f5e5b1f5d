/* Arc tangent of a ratio, inline for loops over many values; kd_atan and kd_atan2 are the same steps. */
#ifndef KDI_MATH_ARCS_H
#define KDI_MATH_ARCS_H

#include "math/float.h"

#include <stdbool.h>

#define KDI_PI 3.1415926535897932

/* kd_atan2 for finite arguments. */
static inline float kdi_atan2(float y, float x)
{
    double up = (double)kdi_float_abs(y), across = (double)kdi_float_abs(x);
    bool steep = up > across;
    double small = steep ? across : up, large = steep ? up : across;
    /* Above an eighth of half a turn the angle is counted from a quarter of it: the tangent of the rest stays below
     * 0.415, where the polynomial is short. */
    bool middle = small > 0.41421356237309503 * large;
    double above = middle ? small - large : small, below = middle ? small + large : large;
    double q = above / (below > 0.0 ? below : 1.0);
    double z = q * q, zz = z * z;
    double p = (-0.33333333296411871 + z * 0.19999994403441512) +
               zz * ((-0.142854265096205 + z * 0.11104053596493076) +
                     zz * ((-0.08997272988813497 + z * 0.06993070729044662) + zz * -0.037955336262059478));
    double angle = (q + q * z * p) + (middle ? 0.25 * KDI_PI : 0.0);
    angle = steep ? 0.5 * KDI_PI - angle : angle;
    angle = x < 0.0f ? KDI_PI - angle : angle;
    return kdi_float_flip((float)angle, kdi_float_sign(y));
}

#endif
