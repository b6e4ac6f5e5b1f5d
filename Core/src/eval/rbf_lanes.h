/* One RBF from registers to registers: inputs become features, the kernels work, sums become outputs. `width` lanes (1
 * or 8) are done at once; what a lane computes does not depend on it. The includer names the function with RBF_RUNNER.
 */
#ifndef KDI_EVAL_RBF_LANES_H
#define KDI_EVAL_RBF_LANES_H

#include "eval/lane_math.h"
#include "eval/rbf_kernels.h"

/* What is known while lanes [first, first + width) are worked on. Features and sums of a lane lie together. */
typedef struct rbf_work {
    const kd_rbf_code *code;
    const kdi_rbf_tables *tables;
    float *registers; /* of the first lane */
    size_t stride;    /* between the registers of a lane */
    float *features;  /* [lane][feature] */
    float *phi;
    float *sums; /* [lane][sum_stride] */
    size_t sum_stride;
} rbf_work;

/* x between low and high; beyond, a curve that leaves with slope one and never passes the margin. */
static inline float rbf_soft_clamp(float x, const kdi_rbf_in *in)
{
    float over = lane_max(x - in->high, 0.0f), under = lane_max(in->low - x, 0.0f);
    float inside = lane_clamp(x, in->low, in->high);
    float above = over * (in->margin / (in->margin + over + 1e-30f));
    float below = under * (in->margin / (in->margin + under + 1e-30f));
    return inside + above - below;
}

static inline void rbf_read_number(const rbf_work *w, const kdi_rbf_in *in, int width, float *to)
{
    const float *from = w->registers + in->registers[0] * w->stride;
    const float limit = w->code->limit;
    for (int l = 0; l < width; l++) {
        float x = rbf_soft_clamp(lane_bound(from[l]), in);
        to[(size_t)l * w->code->feature_count] = lane_clamp((x - in->centre) * in->scale, -limit, limit);
    }
}

static inline kd_quat rbf_read_quat(const rbf_work *w, const kdi_rbf_in *in, int l)
{
    const uint32_t *r = in->registers;
    float *from = w->registers + l;
    kd_quat q = lane_quat(lane_bound(from[r[0] * w->stride]), lane_bound(from[r[1] * w->stride]),
                          lane_bound(from[r[2] * w->stride]), lane_bound(from[r[3] * w->stride]));
    return lane_unit(q, lane_identity());
}

/* The matrix of a rotation, row by row, times the scale. */
static inline void rbf_read_full(const rbf_work *w, const kdi_rbf_in *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to += w->code->feature_count) {
        kd_quat q = rbf_read_quat(w, in, l);
        float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z, s = in->scale;
        float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
        float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2, wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
        to[0] = s * (1.0f - (yy + zz)), to[1] = s * (xy - wz), to[2] = s * (xz + wy);
        to[3] = s * (xy + wz), to[4] = s * (1.0f - (xx + zz)), to[5] = s * (yz - wx);
        to[6] = s * (xz - wy), to[7] = s * (yz + wx), to[8] = s * (1.0f - (xx + yy));
    }
}

/* Where the rotation takes its axis, times the scale. */
static inline void rbf_read_swing(const rbf_work *w, const kdi_rbf_in *in, int width, float *to)
{
    kd_vec3 axis = lane_vec(in->axis == 0 ? 1.0f : 0.0f, in->axis == 1 ? 1.0f : 0.0f, in->axis == 2 ? 1.0f : 0.0f);
    for (int l = 0; l < width; l++, to += w->code->feature_count) {
        kd_vec3 v = lane_rotate(rbf_read_quat(w, in, l), axis);
        to[0] = in->scale * v.x, to[1] = in->scale * v.y, to[2] = in->scale * v.z;
    }
}

/* Sine and cosine of the angle about the axis, times the scale; no turn where the axis is swung by half a turn. */
static inline void rbf_read_twist(const rbf_work *w, const kdi_rbf_in *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to += w->code->feature_count) {
        kd_quat q = rbf_read_quat(w, in, l);
        float a = in->axis == 0 ? q.x : in->axis == 1 ? q.y : q.z;
        float n = a * a + q.w * q.w;
        float f = lane_reciprocal(n);
        to[0] = in->scale * (2.0f * (a * q.w) * f);
        to[1] = in->scale * (f > 0.0f ? (q.w * q.w - a * a) * f : 1.0f);
    }
}

static inline void rbf_read_inputs(const rbf_work *w, int width)
{
    float *to = w->features;
    for (uint32_t i = 0; i < w->code->input_count; i++) {
        const kdi_rbf_in *in = &w->tables->inputs[i];
        switch (in->kind) {
        case KDI_RBF_IN_NUMBER:
            rbf_read_number(w, in, width, to);
            break;
        case KDI_RBF_IN_FULL:
            rbf_read_full(w, in, width, to);
            break;
        case KDI_RBF_IN_SWING:
            rbf_read_swing(w, in, width, to);
            break;
        default:
            rbf_read_twist(w, in, width, to);
            break;
        }
        to += kdi_rbf_in_features(in->kind);
    }
}

static inline void rbf_write_rotation(const rbf_work *w, const kdi_rbf_out *out, int width)
{
    kd_quat base = lane_quat(out->base[0], out->base[1], out->base[2], out->base[3]);
    for (int l = 0; l < width; l++) {
        const float *sum = w->sums + (size_t)l * w->sum_stride + out->sum;
        kd_quat q = lane_exp(lane_vec(lane_bound(sum[0]), lane_bound(sum[1]), lane_bound(sum[2])));
        q = lane_unit(lane_mul(base, q), lane_identity());
        w->registers[out->registers[0] * w->stride + (size_t)l] = q.x;
        w->registers[out->registers[1] * w->stride + (size_t)l] = q.y;
        w->registers[out->registers[2] * w->stride + (size_t)l] = q.z;
        w->registers[out->registers[3] * w->stride + (size_t)l] = q.w;
    }
}

static inline void rbf_write_number(const rbf_work *w, const kdi_rbf_out *out, const kdi_rbf_group *group,
                                    const float *factors, int width)
{
    float *to = w->registers + out->registers[0] * w->stride;
    for (int l = 0; l < width; l++) {
        float y = lane_bound(w->sums[(size_t)l * w->sum_stride + out->sum]);
        if (out->kind == KDI_RBF_OUT_LOG) {
            to[l] = kdi_exp(lane_clamp(y, -34.5f, 34.5f));
        } else {
            y = group->non_negative ? lane_max(y, 0.0f) : y;
            to[l] = lane_bound(y * factors[l]);
        }
    }
}

/* What the plain outputs of a group are multiplied by. */
static inline void rbf_normalize(const rbf_work *w, const kdi_rbf_group *group, float *factors, int width)
{
    for (int l = 0; l < width; l++) {
        float sum = 0.0f;
        factors[l] = 1.0f;
        if (!group->normalize)
            continue;
        for (uint32_t i = group->first; i < group->first + group->count; i++) {
            const kdi_rbf_out *out = &w->tables->outputs[i];
            float y = lane_bound(w->sums[(size_t)l * w->sum_stride + out->sum]);
            y = group->non_negative ? lane_max(y, 0.0f) : y;
            sum += out->kind == KDI_RBF_OUT_PLAIN ? y : 0.0f;
        }
        if (sum > (group->normalize == 1 ? 1.0f : 1e-6f))
            factors[l] = 1.0f / sum;
    }
}

static inline void rbf_write_outputs(const rbf_work *w, int width)
{
    for (uint32_t g = 0; g < w->code->group_count; g++) {
        const kdi_rbf_group *group = &w->tables->groups[g];
        float factors[8];
        rbf_normalize(w, group, factors, width);
        for (uint32_t i = group->first; i < group->first + group->count; i++) {
            const kdi_rbf_out *out = &w->tables->outputs[i];
            if (out->kind == KDI_RBF_OUT_ROTATION)
                rbf_write_rotation(w, out, width);
            else
                rbf_write_number(w, out, group, factors, width);
        }
    }
}

/* Lanes [first, first + width) of a register file; the temporaries of all its lanes serve as one piece of memory. */
static inline void rbf_run_width(const kd_rbf_code *code, const kdi_rbf_tables *t, float *registers, size_t lanes,
                                 size_t first, int width)
{
    rbf_work w;
    w.code = code;
    w.tables = t;
    w.registers = registers + first;
    w.stride = lanes;
    w.sum_stride = kdi_rbf_round_up(code->sum_count, 8);
    w.features = registers + (size_t)code->temporary * lanes;
    w.phi = w.features + (size_t)code->feature_count * (size_t)width;
    w.sums = w.phi + KDI_RBF_BLOCK * (size_t)code->block_count;
    rbf_read_inputs(&w, width);
    for (int l = 0; l < width; l++)
        rbf_sums(code, t, w.features + (size_t)l * code->feature_count, w.phi, w.sums + (size_t)l * w.sum_stride);
    rbf_write_outputs(&w, width);
}

void RBF_RUNNER(const kd_rbf_code *code, float *registers, size_t lanes)
{
    const kdi_rbf_tables t = kdi_rbf_tables_of(code);
    if (lanes == 1)
        rbf_run_width(code, &t, registers, 1, 0, 1);
    for (size_t first = 0; first + 8 <= lanes; first += 8)
        rbf_run_width(code, &t, registers, lanes, first, 8);
}

#endif
