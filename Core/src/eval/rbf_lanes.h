/* One RBF from registers to registers: inputs become features, the kernels work, sums become outputs. `width`
 * characters (1 or 8) are done at once; what is computed for one does not depend on it. Number i of character l lies at
 * i * width + l. The includer names the function with RBF_RUNNER. */
#ifndef KDI_EVAL_RBF_LANES_H
#define KDI_EVAL_RBF_LANES_H

#include "eval/lane_math.h"
#include "eval/rbf_kernels.h"

/* What is known while characters [first, first + width) are worked on. */
typedef struct rbf_work {
    const kd_rbf_code *code;
    const kdi_rbf_tables *tables;
    float *registers; /* of the first */
    size_t stride;    /* between the registers of one */
    float *features;  /* [feature][width] */
    float *sums;      /* [sum][width] */
} rbf_work;

/* Numbers between low and high; beyond, a curve that leaves with slope one and never passes the margin. */
W8_INLINE kdi_w8 rbf_soft_clamp(kdi_w8 x, const kdi_rbf_tables *t, uint32_t i, int width)
{
    const kdi_w8 zero = kdi_w8_set(0.0f), tiny = kdi_w8_set(1e-30f), margin = rbf_known(t->margins, i, width);
    kdi_w8 low = rbf_known(t->lows, i, width), high = rbf_known(t->highs, i, width);
    kdi_w8 over = kdi_w8_max(kdi_w8_sub(x, high), zero), under = kdi_w8_max(kdi_w8_sub(low, x), zero);
    kdi_w8 above = kdi_w8_div(margin, kdi_w8_add(kdi_w8_add(margin, over), tiny));
    kdi_w8 below = kdi_w8_div(margin, kdi_w8_add(kdi_w8_add(margin, under), tiny));
    x = kdi_w8_add(kdi_w8_clamp(x, low, high), kdi_w8_mul(over, above));
    return kdi_w8_sub(x, kdi_w8_mul(under, below));
}

/* Eight numbers of one character from number i on; behind the last any number of the code's. */
static inline kdi_w8 rbf_eight_numbers(const rbf_work *w, uint32_t i)
{
    const uint32_t *registers = w->tables->number_registers, last = w->code->number_count - 1;
    if (w->code->has_number_row && registers[0] + i + 8 <= w->code->register_count)
        return kdi_w8_load(w->registers + registers[0] + i);
#define RBF_NUMBER(k) w->registers[registers[i + (k) < last ? i + (k) : last]]
    return kdi_w8_eight(RBF_NUMBER(0), RBF_NUMBER(1), RBF_NUMBER(2), RBF_NUMBER(3), RBF_NUMBER(4), RBF_NUMBER(5),
                        RBF_NUMBER(6), RBF_NUMBER(7));
#undef RBF_NUMBER
}

/* Numbers as features, of one character eight at a time; those behind the last are overwritten by rotations or never
 * read. */
W8_INLINE void rbf_read_numbers(const rbf_work *w, int width)
{
    const kdi_rbf_tables *t = w->tables;
    for (uint32_t i = 0; i < w->code->number_count; i += width == 1 ? 8 : 1) {
        kdi_w8 x =
            width == 1 ? rbf_eight_numbers(w, i) : kdi_w8_load(w->registers + t->number_registers[i] * w->stride);
        x = kdi_w8_bound(x, KDI_BOUND);
        if (w->code->has_clamp)
            x = rbf_soft_clamp(x, t, i, width);
        x = kdi_w8_mul(kdi_w8_sub(x, rbf_known(t->centres, i, width)), rbf_known(t->scales, i, width));
        kdi_w8_store(w->features + i * (size_t)width, kdi_w8_bound(x, w->code->limit));
    }
}

LANE_INLINE kd_quat rbf_read_quat(const rbf_work *w, const kdi_rbf_turn *in, int l)
{
    const uint32_t *r = in->registers;
    const float *from = w->registers + l;
    kd_quat q = lane_quat(lane_bound(from[r[0] * w->stride]), lane_bound(from[r[1] * w->stride]),
                          lane_bound(from[r[2] * w->stride]), lane_bound(from[r[3] * w->stride]));
    return lane_unit(q, lane_identity());
}

/* The matrix of a rotation, row by row, times the scale. */
W8_INLINE void rbf_read_full(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to++) {
        kd_quat q = rbf_read_quat(w, in, l);
        float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z, s = in->scale;
        float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
        float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2, wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
        to[0] = s * (1.0f - (yy + zz)), to[width] = s * (xy - wz), to[2 * width] = s * (xz + wy);
        to[3 * width] = s * (xy + wz), to[4 * width] = s * (1.0f - (xx + zz)), to[5 * width] = s * (yz - wx);
        to[6 * width] = s * (xz - wy), to[7 * width] = s * (yz + wx), to[8 * width] = s * (1.0f - (xx + yy));
    }
}

/* Where the rotation takes its axis, times the scale. */
W8_INLINE void rbf_read_swing(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    kd_vec3 axis = lane_vec(in->axis == 0 ? 1.0f : 0.0f, in->axis == 1 ? 1.0f : 0.0f, in->axis == 2 ? 1.0f : 0.0f);
    for (int l = 0; l < width; l++, to++) {
        kd_vec3 v = lane_rotate(rbf_read_quat(w, in, l), axis);
        to[0] = in->scale * v.x, to[width] = in->scale * v.y, to[2 * width] = in->scale * v.z;
    }
}

/* Sine and cosine of the angle about the axis, times the scale; no turn where the axis is swung by half a turn. */
W8_INLINE void rbf_read_twist(const rbf_work *w, const kdi_rbf_turn *in, int width, float *to)
{
    for (int l = 0; l < width; l++, to++) {
        kd_quat q = rbf_read_quat(w, in, l);
        float a = in->axis == 0 ? q.x : in->axis == 1 ? q.y : q.z;
        float n = a * a + q.w * q.w;
        float f = lane_reciprocal(n);
        to[0] = in->scale * (2.0f * (a * q.w) * f);
        to[width] = in->scale * (f > 0.0f ? (q.w * q.w - a * a) * f : 1.0f);
    }
}

W8_INLINE void rbf_read_turns(const rbf_work *w, int width)
{
    float *to = w->features + w->code->number_count * (size_t)width;
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
        to += kdi_rbf_turn_features(turn->kind) * (size_t)width;
    }
}

/* Of one character. */
static inline void rbf_normalize(const kdi_rbf_group *group, float *sums, size_t width)
{
    const size_t first = group->first * width, end = first + group->count * width;
    float sum = 0.0f;
    for (size_t i = first; i < end; i += width) {
        sums[i] = group->non_negative ? lane_max(sums[i], 0.0f) : sums[i];
        sum += sums[i];
    }
    if (group->normalize == 0 || !(sum > (group->normalize == 1 ? 1.0f : 1e-6f)))
        return;
    float factor = 1.0f / sum;
    for (size_t i = first; i < end; i += width)
        sums[i] = lane_bound(sums[i] * factor);
}

/* The sums into their registers. */
W8_INLINE void rbf_write_sums(const rbf_work *w, int width)
{
    const uint32_t *registers = w->tables->sum_registers;
    const size_t count = w->code->sum_count;
    for (uint32_t i = 0; i < w->code->group_count; i++)
        for (int l = 0; l < width; l++)
            rbf_normalize(&w->tables->groups[i], w->sums + l, (size_t)width);
    size_t i = 0;
    for (; width == 1 && i + 8 <= w->code->sum_row; i += 8)
        kdi_w8_store(w->registers + registers[0] + i, kdi_w8_load(w->sums + i));
    for (; i < count; i++)
        if (width == 1)
            w->registers[registers[i]] = w->sums[i];
        else
            kdi_w8_store(w->registers + registers[i] * w->stride, kdi_w8_load(w->sums + 8 * i));
}

W8_INLINE void rbf_write_rotation(const rbf_work *w, const kdi_rbf_made *out, int width)
{
    kd_quat base = lane_quat(out->base[0], out->base[1], out->base[2], out->base[3]);
    const float *sum = w->sums + out->sum * (size_t)width;
    float *to = w->registers;
    for (int l = 0; l < width; l++, to++, sum++) {
        kd_quat q = lane_exp(lane_vec(sum[0], sum[width], sum[2 * width]));
        q = lane_unit(lane_mul(base, q), lane_identity());
        to[out->registers[0] * w->stride] = q.x;
        to[out->registers[1] * w->stride] = q.y;
        to[out->registers[2] * w->stride] = q.z;
        to[out->registers[3] * w->stride] = q.w;
    }
}

W8_INLINE void rbf_write_made(const rbf_work *w, int width)
{
    for (uint32_t i = 0; i < w->code->made_count; i++) {
        const kdi_rbf_made *out = &w->tables->made[i];
        if (out->kind == KDI_RBF_MADE_ROTATION) {
            rbf_write_rotation(w, out, width);
            continue;
        }
        const float *sum = w->sums + out->sum * (size_t)width;
        float *to = w->registers + out->registers[0] * w->stride;
        for (int l = 0; l < width; l++)
            to[l] = kdi_exp(lane_clamp(sum[l], -34.5f, 34.5f));
    }
}

/* Characters [first, first + width) of a register file; the temporaries of all serve as one piece of memory. */
W8_INLINE void rbf_run_width(const kd_rbf_code *code, const kdi_rbf_tables *t, float *registers, size_t lanes,
                             size_t first, int width)
{
    rbf_work w;
    w.code = code;
    w.tables = t;
    w.registers = registers + first;
    w.stride = lanes;
    w.features = registers + (size_t)code->temporary * lanes;
    float *phi = w.features + (kdi_rbf_round_up(code->feature_count, 8) + 8) * (size_t)width;
    w.sums = phi + (size_t)(KDI_RBF_BLOCK * width) * code->block_count;
    rbf_read_numbers(&w, width);
    rbf_read_turns(&w, width);
    if (width == 1)
        rbf_sums_one(code, t, w.features, phi, w.sums);
    else
        rbf_sums_many(code, t, w.features, phi, w.sums);
    rbf_write_sums(&w, width);
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
