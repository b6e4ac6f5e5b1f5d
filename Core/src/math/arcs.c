/* The inverse circular functions. Arc tangent is a polynomial in a ratio; arc sine and arc cosine take the half angle
 * where they are steep, so that no digits are lost near one. */
#include "kinedriver/scalar.h"

#include "math/arcs.h"

float kd_atan2(float y, float x)
{
    return kdi_atan2(kdi_float_clean(y), kdi_float_clean(x));
}

float kd_atan(float x)
{
    return kdi_atan2(kdi_float_clean(x), 1.0f);
}

/* asin(s) for 0 <= s <= 1/2, z = s * s. */
static double arcs_sine(double s, double z)
{
    double zz = z * z;
    double p =
        ((0.16666666626724766 + z * 0.075000050420532746) + zz * (0.044640687717554084 + z * 0.030426842488275121)) +
        (zz * zz) * ((0.021863003667342378 + z * 0.020659059163935026) +
                     zz * (0.0019484079375096642 + z * 0.032941796999156558));
    return s + s * z * p;
}

/* The angle from the pole for 1/2 <= size <= 1, as twice the arc sine of the half angle's sine. */
static double arcs_from_pole(float size)
{
    float square = 0.5f * (1.0f - size); /* exact */
    double z = (double)square, s = (double)KDI_SQRT(square);
    /* One step of Newton makes a double root of a float root. */
    s = s > 0.0 ? 0.5 * (s + z / s) : 0.0;
    return 2.0 * arcs_sine(s, z);
}

float kd_asin(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    size = size > 1.0f ? 1.0f : size;
    double s = (double)size;
    double angle = size > 0.5f ? 0.5 * KDI_PI - arcs_from_pole(size) : arcs_sine(s, s * s);
    return kdi_float_flip((float)angle, kdi_float_sign(x));
}

float kd_acos(float x)
{
    x = kdi_float_clean(x);
    float size = kdi_float_abs(x);
    size = size > 1.0f ? 1.0f : size;
    double s = (double)size;
    double angle = size > 0.5f ? arcs_from_pole(size) : 0.5 * KDI_PI - arcs_sine(s, s * s);
    return (float)(x < 0.0f ? KDI_PI - angle : angle);
}
