/* Long double vectors, matrices and rotations for the reference evaluation of rigs. */
#include "support/reference_math.h"

#include <math.h>

const long double REF_PI = 3.141592653589793238462643383279502884L;

/* Cosine of half a turn less a degree, and of half of that. */
static const long double POLE_COSINE = -0.99984769515639123916L, POLE_HALF_COSINE = 0.00872653549837393496L;

ref_vec ref_vec_make(long double x, long double y, long double z)
{
    ref_vec v = {{x, y, z}};
    return v;
}

ref_vec ref_add(ref_vec a, ref_vec b)
{
    return ref_vec_make(a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]);
}

ref_vec ref_sub(ref_vec a, ref_vec b)
{
    return ref_vec_make(a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]);
}

ref_vec ref_times(ref_vec a, long double f)
{
    return ref_vec_make(a.x[0] * f, a.x[1] * f, a.x[2] * f);
}

ref_vec ref_cross(ref_vec a, ref_vec b)
{
    return ref_vec_make(a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                        a.x[0] * b.x[1] - a.x[1] * b.x[0]);
}

long double ref_dot(ref_vec a, ref_vec b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

long double ref_length(ref_vec a)
{
    return sqrtl(ref_dot(a, a));
}

ref_vec ref_unit(ref_vec a)
{
    long double length = ref_length(a);
    return length > 0 ? ref_times(a, 1 / length) : a;
}

ref_mat ref_columns(ref_vec a, ref_vec b, ref_vec c)
{
    ref_mat m;
    for (int i = 0; i < 3; i++)
        m.m[i][0] = a.x[i], m.m[i][1] = b.x[i], m.m[i][2] = c.x[i];
    return m;
}

ref_mat ref_identity(void)
{
    return ref_columns(ref_vec_make(1, 0, 0), ref_vec_make(0, 1, 0), ref_vec_make(0, 0, 1));
}

ref_mat ref_mul(ref_mat a, ref_mat b)
{
    ref_mat c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return c;
}

ref_mat ref_transposed(ref_mat a)
{
    ref_mat t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t.m[i][j] = a.m[j][i];
    return t;
}

ref_vec ref_turn(ref_mat a, ref_vec v)
{
    ref_vec r;
    for (int i = 0; i < 3; i++)
        r.x[i] = a.m[i][0] * v.x[0] + a.m[i][1] * v.x[1] + a.m[i][2] * v.x[2];
    return r;
}

/* identity + sine * K + (1 - cosine) * K * K, K the matrix of the cross product with the axis (Rodrigues). */
static ref_mat rotation_from(ref_vec axis, long double sine, long double one_less_cosine)
{
    ref_mat k = {{{0, -axis.x[2], axis.x[1]}, {axis.x[2], 0, -axis.x[0]}, {-axis.x[1], axis.x[0], 0}}};
    ref_mat square = ref_mul(k, k), r = ref_identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] += sine * k.m[i][j] + one_less_cosine * square.m[i][j];
    return r;
}

ref_mat ref_about(ref_vec unit_axis, long double angle_rad)
{
    long double half = sinl(angle_rad / 2);
    return rotation_from(unit_axis, sinl(angle_rad), 2 * half * half);
}

ref_mat ref_mat_from_quat(ref_quat q)
{
    long double x = q.x[0], y = q.x[1], z = q.x[2], w = q.x[3], n = x * x + y * y + z * z + w * w;
    if (!(n > 0))
        return ref_identity();
    ref_mat m = {{{1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
                  {2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n},
                  {2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n}}};
    return m;
}

/* The largest part from the diagonal, the others from sums and differences across it. */
ref_quat ref_quat_from_mat(ref_mat m)
{
    const long double diagonal[4] = {1 + m.m[0][0] - m.m[1][1] - m.m[2][2], 1 - m.m[0][0] + m.m[1][1] - m.m[2][2],
                                     1 - m.m[0][0] - m.m[1][1] + m.m[2][2], 1 + m.m[0][0] + m.m[1][1] + m.m[2][2]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = diagonal[i] > diagonal[k] ? i : k;
    const long double sums[4][4] = {{diagonal[0], m.m[0][1] + m.m[1][0], m.m[0][2] + m.m[2][0], m.m[2][1] - m.m[1][2]},
                                    {m.m[0][1] + m.m[1][0], diagonal[1], m.m[1][2] + m.m[2][1], m.m[0][2] - m.m[2][0]},
                                    {m.m[0][2] + m.m[2][0], m.m[1][2] + m.m[2][1], diagonal[2], m.m[1][0] - m.m[0][1]},
                                    {m.m[2][1] - m.m[1][2], m.m[0][2] - m.m[2][0], m.m[1][0] - m.m[0][1], diagonal[3]}};
    ref_quat q;
    long double n = 0;
    for (int i = 0; i < 4; i++)
        n += sums[k][i] * sums[k][i];
    for (int i = 0; i < 4; i++)
        q.x[i] = sums[k][i] / sqrtl(n);
    return q;
}

ref_mat ref_between(ref_vec a, ref_vec b, bool *doubt)
{
    long double cosine = ref_dot(a, b);
    ref_vec axis = ref_cross(a, b);
    if (cosine < POLE_COSINE)
        *doubt = true;
    if (cosine <= -1 + 1e-15L) {
        ref_vec other = fabsl(a.x[0]) < 0.5L ? ref_vec_make(1, 0, 0) : ref_vec_make(0, 1, 0);
        return ref_about(ref_unit(ref_cross(a, other)), REF_PI);
    }
    return rotation_from(axis, 1, 1 / (1 + cosine));
}

ref_vec ref_log(ref_mat m, bool *doubt)
{
    ref_vec sines = ref_vec_make((m.m[2][1] - m.m[1][2]) / 2, (m.m[0][2] - m.m[2][0]) / 2, (m.m[1][0] - m.m[0][1]) / 2);
    long double sine = ref_length(sines), cosine = (m.m[0][0] + m.m[1][1] + m.m[2][2] - 1) / 2;
    if (cosine < POLE_COSINE)
        *doubt = true;
    return sine > 1e-30L ? ref_times(sines, atan2l(sine, cosine) / sine) : sines;
}

ref_mat ref_exp(ref_vec v)
{
    return ref_about(ref_unit(v), ref_length(v));
}

/* Roll first, then bend: the bone's direction after the rotation is the bend's alone. */
static ref_vec roll_then_bend(ref_mat m, const ref_bone *bone, bool *doubt)
{
    ref_vec direction = ref_turn(m, bone->bone);
    long double along = ref_dot(direction, bone->bone) + 1;
    ref_mat roll = ref_mul(ref_transposed(ref_between(bone->bone, direction, doubt)), m);
    ref_vec vertical = ref_turn(roll, bone->vertical);
    long double angle = atan2l(ref_dot(vertical, bone->horizontal), ref_dot(vertical, bone->vertical));
    if (cosl(angle) < POLE_COSINE)
        *doubt = true;
    return ref_vec_make(-2 * atan2l(ref_dot(direction, bone->horizontal), along),
                        2 * atan2l(ref_dot(direction, bone->vertical), along), angle);
}

ref_vec ref_bend_roll(ref_mat m, const ref_bone *bone, bool *doubt)
{
    if (!bone->bend_first)
        return roll_then_bend(m, bone, doubt);
    /* The inverse of bend then roll is roll back, then bend back. */
    return ref_times(roll_then_bend(ref_transposed(m), bone, doubt), -1);
}

/* The direction of a bend by the projection: tan(v / 2) and tan(-h / 2) in the plane, multiplied through by the
 * cosines.
 */
ref_mat ref_from_bend_roll(ref_vec angles, const ref_bone *bone, bool *doubt)
{
    long double ch = cosl(angles.x[0] / 2), sh = sinl(-angles.x[0] / 2), cv = cosl(angles.x[1] / 2),
                sv = sinl(angles.x[1] / 2);
    long double one = ch * ch * cv * cv, up = sv * ch, side = sh * cv;
    long double sum = up * up + side * side + one, s = 2 / sum;
    if (fabsl(ch) < POLE_HALF_COSINE || fabsl(cv) < POLE_HALF_COSINE)
        *doubt = true;
    ref_vec direction =
        ref_add(ref_times(bone->bone, s * one - 1),
                ref_add(ref_times(bone->vertical, s * up * ch * cv), ref_times(bone->horizontal, s * side * ch * cv)));
    ref_mat bend = ref_between(bone->bone, ref_unit(direction), doubt), roll = ref_about(bone->bone, angles.x[2]);
    return bone->bend_first ? ref_mul(roll, bend) : ref_mul(bend, roll);
}

ref_mat ref_blend(const ref_mat *rotations, const long double *weights, int count, bool *doubt)
{
    ref_quat first = ref_quat_from_mat(rotations[0]), sum = {{0, 0, 0, 0}};
    long double size = 0, length = 0;
    for (int i = 0; i < count; i++) {
        ref_quat q = ref_quat_from_mat(rotations[i]);
        long double d = 0;
        for (int k = 0; k < 4; k++)
            d += q.x[k] * first.x[k];
        if (weights[i] != 0 && fabsl(d) < 0.01L)
            *doubt = true;
        size += fabsl(weights[i]);
        for (int k = 0; k < 4; k++)
            sum.x[k] += weights[i] * (d < 0 ? -q.x[k] : q.x[k]);
    }
    for (int k = 0; k < 4; k++)
        length += sum.x[k] * sum.x[k];
    if (sqrtl(length) < 0.1L * size)
        *doubt = true;
    return sqrtl(length) > 1e-9L ? ref_mat_from_quat(sum) : rotations[0];
}

ref_frame ref_frame_identity(void)
{
    ref_frame f = {ref_identity(), {{0, 0, 0}}, {{1, 1, 1}}};
    return f;
}

ref_frame ref_frame_from(kd_transform t)
{
    ref_quat q = {{t.rotate.x, t.rotate.y, t.rotate.z, t.rotate.w}};
    ref_frame f = {ref_mat_from_quat(q), ref_vec_make(t.translate.x, t.translate.y, t.translate.z),
                   ref_vec_make(t.scale.x, t.scale.y, t.scale.z)};
    return f;
}

ref_vec ref_point_out(ref_frame frame, ref_vec point)
{
    for (int i = 0; i < 3; i++)
        point.x[i] *= frame.scale.x[i];
    return ref_add(frame.translate, ref_turn(frame.rotate, point));
}

ref_vec ref_point_into(ref_frame frame, ref_vec point)
{
    point = ref_turn(ref_transposed(frame.rotate), ref_sub(point, frame.translate));
    for (int i = 0; i < 3; i++)
        point.x[i] = fabsl(frame.scale.x[i]) > 1e-12L ? point.x[i] / frame.scale.x[i] : 0;
    return point;
}

ref_frame ref_below(ref_frame parent, ref_frame local)
{
    ref_frame f = {ref_mul(parent.rotate, local.rotate), ref_point_out(parent, local.translate), parent.scale};
    for (int i = 0; i < 3; i++)
        f.scale.x[i] *= local.scale.x[i];
    return f;
}

ref_frame ref_seen_from(ref_frame space, ref_frame frame)
{
    ref_frame f = {ref_mul(ref_transposed(space.rotate), frame.rotate), ref_point_into(space, frame.translate),
                   frame.scale};
    for (int i = 0; i < 3; i++)
        f.scale.x[i] = fabsl(space.scale.x[i]) > 1e-12L ? f.scale.x[i] / space.scale.x[i] : 0;
    return f;
}
