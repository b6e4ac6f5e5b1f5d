/* Affine maps of three rows and four columns. */
#include "kinedriver/math.h"

#include "kinedriver/scalar.h"
#include "math/geometry.h"

kd_mat34 kd_mat34_identity(void)
{
    return kd_mat34_from_transform(kd_transform_identity());
}

kd_mat34 kd_mat34_from_transform(kd_transform t)
{
    kd_vec3 x = kd_quat_rotate(t.rotate, kd_vec3_make(t.scale.x, 0.0f, 0.0f));
    kd_vec3 y = kd_quat_rotate(t.rotate, kd_vec3_make(0.0f, t.scale.y, 0.0f));
    kd_vec3 z = kd_quat_rotate(t.rotate, kd_vec3_make(0.0f, 0.0f, t.scale.z));
    kd_mat34 m = {{{x.x, y.x, z.x, t.translate.x}, {x.y, y.y, z.y, t.translate.y}, {x.z, y.z, z.z, t.translate.z}}};
    return m;
}

kd_mat34 kd_mat34_from_quat(kd_quat q)
{
    return kd_mat34_from_transform(kd_transform_make_rigid(q, kd_vec3_make(0.0f, 0.0f, 0.0f)));
}

kd_mat34 kd_mat34_mul(kd_mat34 a, kd_mat34 b)
{
    return kdi_mat34_mul(a, b);
}

kd_vec3 kd_mat34_point(kd_mat34 m, kd_vec3 p)
{
    return kdi_mat34_point(m, p);
}

kd_vec3 kd_mat34_vector(kd_mat34 m, kd_vec3 v)
{
    return kdi_mat34_vector(m, v);
}

/* A double into a float without overflow. */
static float matrix_narrow(double x)
{
    return x > (double)FLT_MAX ? FLT_MAX : x < -(double)FLT_MAX ? -FLT_MAX : (float)x;
}

bool kd_mat34_inverse(kd_mat34 m, kd_mat34 *inverse)
{
    /* In double: products of three floats neither overflow nor vanish there. */
    double a[3][4], cofactor[3][3];
    double largest = 0.0;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            a[row][column] = (double)kdi_float_clean(m.m[row][column]);
            double size = column == 3 ? 0.0 : a[row][column] < 0.0 ? -a[row][column] : a[row][column];
            largest = size > largest ? size : largest;
        }
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            int r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3, c2 = (column + 2) % 3;
            cofactor[row][column] = a[r1][c1] * a[r2][c2] - a[r1][c2] * a[r2][c1];
        }
    double determinant = a[0][0] * cofactor[0][0] + a[0][1] * cofactor[0][1] + a[0][2] * cofactor[0][2];
    double size = determinant < 0.0 ? -determinant : determinant;
    bool regular = size > 1e-15 * largest * largest * largest;
    for (int row = 0; row < 3; row++) {
        double shift = 0.0;
        for (int column = 0; column < 3; column++) {
            double item = regular ? cofactor[column][row] / determinant : 0.0;
            inverse->m[row][column] = matrix_narrow(item);
            shift -= item * a[column][3];
        }
        inverse->m[row][3] = matrix_narrow(shift);
    }
    return regular;
}

static kd_vec3 matrix_column(kd_mat34 m, int column)
{
    return kd_vec3_finite(kd_vec3_make(m.m[0][column], m.m[1][column], m.m[2][column]));
}

/* A unit vector along v less its part along `axis`; the zero vector where nothing but rounding is left. */
static kd_vec3 matrix_direction(kd_vec3 v, kd_vec3 axis)
{
    kd_vec3 none = kd_vec3_make(0.0f, 0.0f, 0.0f);
    v = kd_vec3_normalize(v, none);
    kd_vec3 rest = kd_vec3_sub(v, kd_vec3_scale(axis, kd_vec3_dot(v, axis)));
    return kd_vec3_dot(rest, rest) < 1e-12f ? none : kd_vec3_normalize(rest, none);
}

static bool matrix_is_zero(kd_vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

kd_transform kd_transform_from_mat34(kd_mat34 m)
{
    kd_vec3 x = matrix_column(m, 0), y = matrix_column(m, 1), z = matrix_column(m, 2);
    kd_vec3 none = kd_vec3_make(0.0f, 0.0f, 0.0f);
    kd_transform t;
    t.translate = matrix_column(m, 3);
    t.scale = kd_vec3_make(kd_vec3_length(x), kd_vec3_length(y), kd_vec3_length(z));
    kd_vec3 unit_x = kd_vec3_normalize(x, none), unit_y = kd_vec3_normalize(y, none);
    kd_vec3 unit_z = kd_vec3_normalize(z, none);
    bool mirrored = kd_vec3_dot(kd_vec3_cross(unit_x, unit_y), unit_z) < 0.0f;
    if (mirrored) {
        t.scale.x = -t.scale.x;
        unit_x = kd_vec3_scale(unit_x, -1.0f);
    }
    /* x as it is, y made square to it; what is missing is taken from z, then from anywhere. */
    if (matrix_is_zero(unit_x)) {
        unit_x = kd_vec3_normalize(kd_vec3_cross(unit_y, unit_z), none);
        if (matrix_is_zero(unit_x))
            unit_x = matrix_is_zero(unit_y) && matrix_is_zero(unit_z)
                         ? kd_vec3_make(1.0f, 0.0f, 0.0f)
                         : kd_vec3_perpendicular(matrix_is_zero(unit_y) ? unit_z : unit_y);
    }
    kd_vec3 square_y = matrix_direction(unit_y, unit_x);
    if (matrix_is_zero(square_y))
        square_y = kd_vec3_cross(matrix_direction(unit_z, unit_x), unit_x);
    if (matrix_is_zero(square_y))
        square_y =
            kd_vec3_normalize(matrix_direction(kd_vec3_make(0.0f, 1.0f, 0.0f), unit_x), kd_vec3_perpendicular(unit_x));
    t.rotate = kd_quat_from_axes(unit_x, square_y, kd_vec3_cross(unit_x, square_y));
    return t;
}

kd_quat kd_quat_from_mat34(kd_mat34 m)
{
    return kd_transform_from_mat34(m).rotate;
}
