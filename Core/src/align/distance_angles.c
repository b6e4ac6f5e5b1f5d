/* Distances by joint angles: the root mean square over the joints of the angle between their rotations. For unit
 * quaternions with |p - q|^2 = 2 t the half angle is acos(1 - t), and its square is a power series in t that converges
 * over the whole range: the matrix needs neither trigonometry nor a branch for each cell and joint, and the difference
 * keeps its digits where rotations are nearly the same. */
#include "align/distance.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>

/* acos(1 - t)^2 for 0 <= t <= 1; the sum of 2 (2 t)^n / (n^2 C(2n, n)), the last term made to meet the end; largest
 * relative error 5e-8. */
static inline float angle_square(float t)
{
    static const float c[] = {2.000000000e+00f, 3.333333333e-01f, 8.888888889e-02f, 2.857142857e-02f, 1.015873016e-02f,
                              3.848003848e-03f, 1.522287237e-03f, 6.216006216e-04f, 2.600159463e-04f, 1.108489034e-04f,
                              4.798653828e-05f, 2.103757656e-05f, 9.321264693e-06f, 4.167443738e-06f, 3.418496881e-06f};
    float sum = c[14];
    for (int i = 13; i >= 0; i--)
        sum = sum * t + c[i];
    return sum * t;
}

/* The rotation without its turn about the up axis: what is left of a root when its heading does not count. */
static kd_quat angle_without_heading(kd_quat q, int32_t up)
{
    double part = up == 0 ? (double)q.x : up == 1 ? (double)q.y : (double)q.z;
    double length = sqrt(part * part + (double)q.w * (double)q.w);
    if (length < 1e-9)
        return q;
    float s = (float)(-part / length), c = (float)((double)q.w / length);
    kd_quat turn = {up == 0 ? s : 0.0f, up == 1 ? s : 0.0f, up == 2 ? s : 0.0f, c};
    return kd_quat_mul(turn, q);
}

/* [joint][part][frame], in the hemisphere of the joint's first rotation in the first motion. */
static float *angle_rotations(kdi_arena *arena, const kdi_source *source, const kdi_source *first, int32_t samples,
                              int32_t up)
{
    size_t joints = (size_t)source->joint_count, frames = (size_t)samples;
    float *out = KDI_ARENA_PUSH(arena, float, joints * 4 * frames);
    kd_transform *pose = KDI_ARENA_PUSH(arena, kd_transform, joints);
    if (!out || !pose)
        return NULL;
    for (size_t f = 0; f < frames; f++) {
        kdi_source_pose(source, kdi_source_sample_frame(source, (int32_t)f, samples), pose);
        for (size_t j = 0; j < joints; j++) {
            kd_quat q = pose[j].rotate, reference = first->locals[j].rotate;
            if (source->skeleton->joints[j].parent == KD_NO_JOINT) {
                q = angle_without_heading(q, up);
                reference = angle_without_heading(reference, up);
            }
            if (kd_quat_dot(q, reference) < 0.0f)
                q = kd_quat_negate(q);
            const float parts[4] = {q.x, q.y, q.z, q.w};
            for (size_t i = 0; i < 4; i++)
                out[(j * 4 + i) * frames + f] = parts[i];
        }
    }
    return out;
}

/* Adds one joint's part to a row. */
static void angle_add_row(const float *left, size_t left_stride, const float *right, int32_t columns, float weight,
                          float *row)
{
    const float *x = right, *y = right + columns, *z = right + 2 * (size_t)columns, *w = right + 3 * (size_t)columns;
    float a = left[0], b = left[left_stride], c = left[2 * left_stride], d = left[3 * left_stride];
    for (int32_t i = 0; i < columns; i++) {
        float e = x[i] - a, f = y[i] - b, g = z[i] - c, h = w[i] - d;
        float apart = e * e + f * f + g * g + h * h;
        float other = 4.0f - apart; /* the distance to the negative quaternion */
        float t = 0.5f * (other < apart ? other : apart);
        row[i] += weight * angle_square(t > 0.0f ? t : 0.0f);
    }
}

kd_result kdi_distance_angles(kdi_arena *arena, const kdi_source *a, const kdi_source *b, const kd_distance_desc *desc,
                              float *values, kd_findings *findings)
{
    int32_t rows = kdi_source_samples(a, a->frame_time_s), columns = kdi_source_samples(b, a->frame_time_s);
    float *left = angle_rotations(arena, a, a, rows, desc->up_axis);
    float *right = angle_rotations(arena, b, a, columns, desc->up_axis);
    if (!left || !right)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the rotations of the motions");
    double weight = 0.0;
    for (int32_t j = 0; j < a->joint_count; j++)
        weight += desc->joint_weights ? (double)desc->joint_weights[j] : a->skeleton->joints[j].is_tip ? 0.0 : 1.0;
    for (int32_t r = 0; r < rows; r++) {
        float *row = values + (size_t)r * (size_t)columns;
        for (int32_t c = 0; c < columns; c++)
            row[c] = 0.0f;
        for (int32_t j = 0; j < a->joint_count; j++) {
            float own = desc->joint_weights ? desc->joint_weights[j] : a->skeleton->joints[j].is_tip ? 0.0f : 1.0f;
            if (own > 0.0f)
                angle_add_row(left + (size_t)j * 4 * (size_t)rows + (size_t)r, (size_t)rows,
                              right + (size_t)j * 4 * (size_t)columns, columns, own, row);
        }
        for (int32_t c = 0; c < columns; c++)
            row[c] = (float)(2.0 * sqrt((double)row[c] / weight));
    }
    return KD_OK;
}
