/* Affine maps as files hold them: taken apart into translation, rotation and scale, inverted, compared. In double
 * precision, since the result becomes the rest pose that everything else is measured from. */
#include "model/affine.h"

#include "kinedriver/math.h"

#include <float.h>
#include <math.h>

typedef struct affine_vec {
    double x, y, z;
} affine_vec;

static double affine_dot(affine_vec a, affine_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static affine_vec affine_cross(affine_vec a, affine_vec b)
{
    affine_vec v = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return v;
}

static affine_vec affine_less(affine_vec a, affine_vec b, double factor)
{
    affine_vec v = {a.x - b.x * factor, a.y - b.y * factor, a.z - b.z * factor};
    return v;
}

/* Makes v of unit length; takes `other` where it has none. */
static affine_vec affine_direction(affine_vec v, affine_vec other)
{
    double length = sqrt(affine_dot(v, v));
    if (!(length > 1e-30))
        return other;
    affine_vec unit = {v.x / length, v.y / length, v.z / length};
    return unit;
}

/* Some direction at a right angle to a unit vector; to x it is y. */
static affine_vec affine_perpendicular(affine_vec v)
{
    affine_vec axis = {fabs(v.z) >= 0.6, 0.0, fabs(v.z) < 0.6};
    affine_vec any = {0.0, 1.0, 0.0};
    return affine_direction(affine_cross(axis, v), any);
}

/* For a map that squeezes x to nothing: a direction at right angles to what it makes of y and z. */
static affine_vec affine_missing_x(affine_vec b, affine_vec c)
{
    affine_vec none = {0.0, 0.0, 0.0};
    affine_vec axis_x = {1.0, 0.0, 0.0};
    affine_vec left = affine_direction(b, affine_direction(c, none));
    affine_vec other = affine_dot(left, left) > 0.0 ? affine_perpendicular(left) : axis_x;
    return affine_direction(affine_cross(affine_direction(b, none), affine_direction(c, none)), other);
}

/* Rotation with these columns; the largest of the four numbers is computed first, so that the division is well behaved.
 */
static kd_quat affine_quat(affine_vec a, affine_vec b, affine_vec c)
{
    double trace = a.x + b.y + c.z;
    double x, y, z, w;
    if (trace >= 0.0) {
        w = 1.0 + trace, x = b.z - c.y, y = c.x - a.z, z = a.y - b.x;
    } else if (a.x >= b.y && a.x >= c.z) {
        w = b.z - c.y, x = 1.0 + a.x - b.y - c.z, y = a.y + b.x, z = c.x + a.z;
    } else if (b.y >= c.z) {
        w = c.x - a.z, x = a.y + b.x, y = 1.0 - a.x + b.y - c.z, z = b.z + c.y;
    } else {
        w = a.y - b.x, x = c.x + a.z, y = b.z + c.y, z = 1.0 - a.x - b.y + c.z;
    }
    double length = sqrt(x * x + y * y + z * z + w * w);
    return kd_quat_make((float)(x / length), (float)(y / length), (float)(z / length), (float)(w / length));
}

kd_transform kdi_affine_decompose(const kd_mat34 *m, bool *sheared)
{
    affine_vec a = {m->m[0][0], m->m[1][0], m->m[2][0]};
    affine_vec b = {m->m[0][1], m->m[1][1], m->m[2][1]};
    affine_vec c = {m->m[0][2], m->m[1][2], m->m[2][2]};
    double scale_a = sqrt(affine_dot(a, a));
    double scale_b = sqrt(affine_dot(b, b));
    double scale_c = sqrt(affine_dot(c, c));
    affine_vec x = affine_direction(a, affine_missing_x(b, c));
    affine_vec unit_b = affine_direction(b, affine_direction(affine_cross(c, x), affine_perpendicular(x)));
    affine_vec y = affine_direction(affine_less(unit_b, x, affine_dot(unit_b, x)), affine_perpendicular(x));
    affine_vec z = affine_cross(x, y);
    affine_vec unit_c = affine_direction(c, z);
    double mirrored = affine_dot(unit_c, z) < 0.0 ? -1.0 : 1.0;
    *sheared =
        fabs(affine_dot(unit_b, x)) > 1e-4 || fabs(affine_dot(unit_c, x)) > 1e-4 || fabs(affine_dot(unit_c, y)) > 1e-4;
    kd_transform t;
    t.rotate = affine_quat(x, y, z);
    t.translate = kd_vec3_make(m->m[0][3], m->m[1][3], m->m[2][3]);
    t.scale = kd_vec3_make((float)fmin(scale_a, FLT_MAX), (float)fmin(scale_b, FLT_MAX),
                           (float)(fmin(scale_c, FLT_MAX) * mirrored));
    return t;
}

bool kdi_affine_is_finite(const kd_mat34 *m)
{
    for (int i = 0; i < 12; i++)
        if (!isfinite(m->m[i / 4][i % 4]))
            return false;
    return true;
}

bool kdi_affine_invert(const kd_mat34 *m, kd_mat34 *inverse)
{
    affine_vec r[3];
    for (int i = 0; i < 3; i++) {
        affine_vec row = {m->m[i][0], m->m[i][1], m->m[i][2]};
        r[i] = row;
    }
    affine_vec t = {m->m[0][3], m->m[1][3], m->m[2][3]};
    affine_vec columns[3] = {affine_cross(r[1], r[2]), affine_cross(r[2], r[0]), affine_cross(r[0], r[1])};
    double determinant = affine_dot(r[0], columns[0]);
    if (!(fabs(determinant) > 1e-300))
        return false;
    const double *column[3] = {&columns[0].x, &columns[1].x, &columns[2].x};
    for (int row = 0; row < 3; row++) {
        affine_vec v = {column[0][row] / determinant, column[1][row] / determinant, column[2][row] / determinant};
        double move = -affine_dot(v, t);
        double entries[4] = {v.x, v.y, v.z, move};
        for (int i = 0; i < 4; i++) {
            if (!(fabs(entries[i]) <= FLT_MAX))
                return false;
            inverse->m[row][i] = (float)entries[i];
        }
    }
    return true;
}

double kdi_affine_distance(const kd_mat34 *a, const kd_mat34 *b)
{
    double largest = 0.0;
    for (int i = 0; i < 12; i++)
        largest = fmax(largest, fabs((double)a->m[i / 4][i % 4] - (double)b->m[i / 4][i % 4]));
    return largest;
}

bool kdi_affine_unit(kd_quat *q, double *off)
{
    double x = q->x, y = q->y, z = q->z, w = q->w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    *off = fabs(length - 1.0);
    if (!(length > 1e-12)) {
        *q = kd_quat_identity();
        return false;
    }
    if (*off > 1e-6)
        *q = kd_quat_make((float)(x / length), (float)(y / length), (float)(z / length), (float)(w / length));
    return true;
}
