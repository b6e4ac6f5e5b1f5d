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
    float *features;  /* [lane][feature_stride] */
    float *sums;      /* [lane][sum_stride] */
    size_t feature_stride, sum_stride;
} rbf_work;

/* Numbers between low and high; beyond, a curve that leaves with slope one and never passes the margin. */
static inline kdi_w8 rbf_soft_clamp(kdi_w8 x, const kdi_rbf_tables *t, uint32_t i)
{
    const kdi_w8 zero = kdi_w8_set(0.0f), tiny = kdi_w8_set(1e-30f), margin = kdi_w8_load(t->margins + i);
    kdi_w8 low = kdi_w8_load(t->lows + i), high = kdi_w8_load(t->highs + i);
    kdi_w8 over = kdi_w8_max(kdi_w8_sub(x, high), zero), under = kdi_w8_max(kdi_w8_sub(low, x), zero);
    kdi_w8 above = kdi_w8_div(margin, kdi_w8_add(kdi_w8_add(margin, over), tiny));
    kdi_w8 below = kdi_w8_div(margin, kdi_w8_add(kdi_w8_add(margin, under), tiny));
    x = kdi_w8_add(kdi_w8_clamp(x, low, high), kdi_w8_mul(over, above));
    return kdi_w8_sub(x, kdi_w8_mul(under, below));
}

/* Numbers of one lane, eight at once; features behind the last are overwritten by rotations or never read. */
static inline void rbf_read_numbers(const rbf_work *w, size_t lane)
{
    const kdi_rbf_tables *t = w->tables;
    const float *from = w->registers + lane;
    float *to = w->features + lane * w->feature_stride;
    for (uint32_t i = 0; i < w->code->number_count; i++)
        to[i] = from[t->number_registers[i] * w->stride];
    for (uint32_t i = 0; i < w->code->number_count; i += 8) {
        kdi_w8 x = kdi_w8_bound(kdi_w8_load(to + i), KDI_BOUND);
        if (t->lows)
            x = rbf_soft_clamp(x, t, i);
        x = kdi_w8_mul(kdi_w8_sub(x, kdi_w8_load(t->centres + i)), kdi_w8_load(t->scales + i));
        kdi_w8_store(to + i, kdi_w8_bound(x, w->code->limit));
    }
}

static inline kd_quat rbf_read_quat(const rbf_work *w, const kdi_rbf_turn *in, int l)
{
    const uint32_t *r = in->registers;
    float *from = w->registers + l;
    kd_quat q = lane_quat(lane_bound(from[r[0] * w->stride]), lane_bound(from[r[1] * w->stride]),
                          lane_bound(from[r[2] * w->stride]), lane_bound(from[r[3] * w->stride]));
    return lane_unit(q, lane_identity());
}

/* The matrix of a rotation, row by row, times the scale. */
static inline void rbf_read_full(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to += w->feature_stride) {
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
static inline void rbf_read_swing(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    kd_vec3 axis = lane_vec(in->axis == 0 ? 1.0f : 0.0f, in->axis == 1 ? 1.0f : 0.0f, in->axis == 2 ? 1.0f : 0.0f);
    for (int l = 0; l < width; l++, to += w->feature_stride) {
        kd_vec3 v = lane_rotate(rbf_read_quat(w, in, l), axis);
        to[0] = in->scale * v.x, to[1] = in->scale * v.y, to[2] = in->scale * v.z;
    }
}

/* Sine and cosine of the angle about the axis, times the scale; no turn where the axis is swung by half a turn. */
static inline void rbf_read_twist(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to += w->feature_stride) {
        kd_quat q = rbf_read_quat(w, in, l);
        float a = in->axis == 0 ? q.x : in->axis == 1 ? q.y : q.z;
        float n = a * a + q.w * q.w;
        float f = lane_reciprocal(n);
        to[0] = in->scale * (2.0f * (a * q.w) * f);
        to[1] = in->scale * (f > 0.0f ? (q.w * q.w - a * a) * f : 1.0f);
    }
}

static inline void rbf_read_turns(const rbf_work *w, int width)
{
    float *to = w->features + w->code->number_count;
    for (uint32_t i = 0; i < w->code->turn_count; i++) {
        const kdi_rbf_turn *turn = &w->tables->turns[i];
        switch (turn->kind) {
        case KDI_RBF_TURN_FULL:
            rbf_read_full(w, turn, width, to);
            break;
        case KDI_RBF_TURN_SWING:
            rbf_read_swing(w, turn, width, to);
            break;
        default:
            rbf_read_twist(w, turn, width, to);
            break;
        }
        to += kdi_rbf_turn_features(turn->kind);
    }
}

static inline void rbf_normalize(const kdi_rbf_group *group, float *sums)
{
    float sum = 0.0f;
    for (uint32_t i = group->first; i < group->first + group->count; i++) {
        sums[i] = group->non_negative ? lane_max(sums[i], 0.0f) : sums[i];
        sum += sums[i];
    }
    if (group->normalize == 0 || !(sum > (group->normalize == 1 ? 1.0f : 1e-6f)))
        return;
    float factor = 1.0f / sum;
    for (uint32_t i = group->first; i < group->first + group->count; i++)
        sums[i] = lane_bound(sums[i] * factor);
}

/* The sums of one lane into their registers. */
static inline void rbf_write_sums(const rbf_work *w, size_t lane)
{
    float *sums = w->sums + lane * w->sum_stride;
    float *to = w->registers + lane;
    for (uint32_t i = 0; i < w->code->sum_count; i += 8)
        kdi_w8_store(sums + i, kdi_w8_bound(kdi_w8_load(sums + i), KDI_BOUND));
    for (uint32_t i = 0; i < w->code->group_count; i++)
        rbf_normalize(&w->tables->groups[i], sums);
    for (uint32_t i = 0; i < w->code->sum_count; i++)
        to[w->tables->sum_registers[i] * w->stride] = sums[i];
}

static inline void rbf_write_rotation(const rbf_work *w, const kdi_rbf_made *out, int width)
{
    kd_quat base = lane_quat(out->base[0], out->base[1], out->base[2], out->base[3]);
    const float *sum = w->sums + out->sum;
    float *to = w->registers;
    for (int l = 0; l < width; l++, to++, sum += w->sum_stride) {
        kd_quat q = lane_exp(lane_vec(sum[0], sum[1], sum[2]));
        q = lane_unit(lane_mul(base, q), lane_identity());
        to[out->registers[0] * w->stride] = q.x;
        to[out->registers[1] * w->stride] = q.y;
        to[out->registers[2] * w->stride] = q.z;
        to[out->registers[3] * w->stride] = q.w;
    }
}

static inline void rbf_write_made(const rbf_work *w, int width)
{
    for (uint32_t i = 0; i < w->code->made_count; i++) {
        const kdi_rbf_made *out = &w->tables->made[i];
        if (out->kind == KDI_RBF_MADE_ROTATION) {
            rbf_write_rotation(w, out, width);
            continue;
        }
        float *to = w->registers + out->registers[0] * w->stride;
        for (int l = 0; l < width; l++)
            to[l] = kdi_exp(lane_clamp(w->sums[(size_t)l * w->sum_stride + out->sum], -34.5f, 34.5f));
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
    w.feature_stride = kdi_rbf_round_up(code->feature_count, 8) + 8;
    w.features = registers + (size_t)code->temporary * lanes;
    float *phi = w.features + w.feature_stride * (size_t)width;
    w.sums = phi + KDI_RBF_BLOCK * (size_t)code->block_count;
    for (size_t l = 0; l < (size_t)width; l++)
        rbf_read_numbers(&w, l);
    rbf_read_turns(&w, width);
    for (size_t l = 0; l < (size_t)width; l++)
        rbf_sums(code, t, w.features + l * w.feature_stride, phi, w.sums + l * w.sum_stride);
    for (size_t l = 0; l < (size_t)width; l++)
        rbf_write_sums(&w, l);
    rbf_write_made(&w, width);
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
