/* Between Euler angles and quaternions.
 *
 * Reading: a half angle is k right angles plus a rest x of at most 45 degrees. k comes from the angle in degrees, where
 * the subtraction is exact, so that 90 or 180 degrees leave no residue. Turning by k right angles swaps sine and
 * cosine; as q and -q are the same rotation, only whether k is odd matters. All of it is plain arithmetic on arrays,
 * which compilers turn into vector code.
 *
 * Writing: R = Ri(a) Rj(b) Rk(c), s = +1 for axes in cyclic order, else -1. Row i of R is (cos b cos c, -s cos b sin c,
 * s sin b) in columns i, j, k. Once c is chosen, a follows from R Rk(-c) = Ri(a) Rj(b) without division, which holds at
 * any b. */
#include "io/bvh_rotation.h"

#include <math.h>
#include <string.h>

#define ROTATION_RADIANS_OF_HALF 0.00872664625997164788 /* pi / 360 */
#define ROTATION_DEGREES         57.2957795130823208768
#define ROTATION_ROUND           6755399441055744.0 /* 1.5 * 2^52: adding and subtracting it rounds to a whole number */
#define ROTATION_LOCKED          1e-6 /* cosine of the second angle below which the third is not visible */

double kdi_bvh_wrap_angle(double degrees)
{
    return fmod(degrees, 720.0);
}

void kdi_bvh_half_angles(const double *degrees, size_t count, double *sines, double *cosines)
{
    for (size_t i = 0; i < count; i++) {
        double turns = (degrees[i] * (1.0 / 180.0) + ROTATION_ROUND) - ROTATION_ROUND;
        double x = (degrees[i] - 180.0 * turns) * ROTATION_RADIANS_OF_HALF;
        double half_turns = (turns * 0.5 + ROTATION_ROUND) - ROTATION_ROUND;
        double odd = turns - 2.0 * half_turns; /* -1, 0 or 1 */
        double even = 1.0 - odd * odd;
        double y = x * x;
        double y2 = y * y;
        /* Taylor series to the 11th and 12th power: the next terms are below 7e-12 at 45 degrees. */
        double sine = x * ((1.0 + y * (-1.0 / 6.0)) + y2 * ((1.0 / 120.0 + y * (-1.0 / 5040.0)) +
                                                            y2 * (1.0 / 362880.0 + y * (-1.0 / 39916800.0))));
        double cosine =
            (1.0 + y * -0.5) + y2 * ((1.0 / 24.0 + y * (-1.0 / 720.0)) +
                                     y2 * ((1.0 / 40320.0 + y * (-1.0 / 3628800.0)) + y2 * (1.0 / 479001600.0)));
        sines[i] = sine * even + cosine * odd;
        cosines[i] = cosine * even - sine * odd;
    }
}

/* q times the rotation about one axis. */
static kdi_bvh_quat rotation_then_axis(kdi_bvh_quat q, unsigned axis, double sine, double cosine)
{
    unsigned j = axis == 2 ? 0 : axis + 1;
    unsigned k = axis == 0 ? 2 : axis - 1;
    kdi_bvh_quat r;
    r.v[axis] = q.v[axis] * cosine + q.v[3] * sine;
    r.v[j] = q.v[j] * cosine + q.v[k] * sine;
    r.v[k] = q.v[k] * cosine - q.v[j] * sine;
    r.v[3] = q.v[3] * cosine - q.v[axis] * sine;
    return r;
}

kdi_bvh_quat kdi_bvh_quat_from_axes(const unsigned char *axes, const double *sines, const double *cosines, size_t count)
{
    kdi_bvh_quat q = {{0.0, 0.0, 0.0, 1.0}};
    for (size_t i = 0; i < count; i++)
        q = rotation_then_axis(q, axes[i], sines[i], cosines[i]);
    return q;
}

static void rotation_matrix(kd_quat q, double m[3][3])
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double square = x * x + y * y + z * z + w * w;
    if (!(square > 0.0 && isfinite(square))) { /* no rotation at all: the identity */
        x = y = z = 0.0;
        square = 1.0;
    }
    double f = 2.0 / square;
    const double rows[3][3] = {{1.0 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)},
                               {f * (x * y + w * z), 1.0 - f * (x * x + z * z), f * (y * z - w * x)},
                               {f * (x * z - w * y), f * (y * z + w * x), 1.0 - f * (x * x + y * y)}};
    memcpy(m, rows, sizeof rows);
}

/* Adds the whole turns that bring an angle next to the one before; returns how far apart they remain. */
static double rotation_unwind(double *angle, double before)
{
    *angle += 360.0 * floor((before - *angle) / 360.0 + 0.5);
    return fabs(*angle - before);
}

void kdi_bvh_angles_from_quat(kd_quat q, const unsigned char axes[3], const double before[3], double angles[3])
{
    double m[3][3];
    rotation_matrix(q, m);
    unsigned i = axes[0], j = axes[1], k = axes[2];
    double s = j == (i + 1) % 3 ? 1.0 : -1.0;
    int locked = hypot(m[i][i], m[i][j]) < ROTATION_LOCKED;
    double c = locked ? before[2] / ROTATION_DEGREES : atan2(-s * m[i][j], m[i][i]);
    double sine = sin(c), cosine = cos(c);
    double a = atan2(s * (s * sine * m[k][i] + cosine * m[k][j]), s * sine * m[j][i] + cosine * m[j][j]);
    double b = atan2(s * m[i][k], cosine * m[i][i] - s * sine * m[i][j]);

    double one[3] = {a * ROTATION_DEGREES, b * ROTATION_DEGREES, c * ROTATION_DEGREES};
    double other[3] = {one[0] + 180.0, 180.0 - one[1], one[2] + 180.0}; /* the same rotation */
    double one_away = 0.0, other_away = 0.0;
    for (int n = 0; n < 3; n++) {
        one_away += rotation_unwind(&one[n], before[n]);
        other_away += rotation_unwind(&other[n], before[n]);
    }
    memcpy(angles, locked || one_away <= other_away ? one : other, sizeof one);
}
