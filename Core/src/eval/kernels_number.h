/* Kernels on vectors, scales and single numbers: the effectors of a rig. */
#ifndef KDI_EVAL_KERNELS_NUMBER_H
#define KDI_EVAL_KERNELS_NUMBER_H

#include "eval/kernels.h"

/* p0-p2: rest; p3-p5: units. */
KERNEL(FROM_REST_V)
{
    KERNEL_NO_DATA;
    float influence = in[3][l];
    LANE_SET_V(0, lane_vec((in[0][l] - P(0)) * P(3) * influence, (in[1][l] - P(1)) * P(4) * influence,
                           (in[2][l] - P(2)) * P(5) * influence));
}

KERNEL(ADD_V)
{
    KERNEL_NO_DATA;
    LANE_SET_V(0, lane_vec(in[0][l] + in[3][l] * P(0), in[1][l] + in[4][l] * P(1), in[2][l] + in[5][l] * P(2)));
}

KERNEL(SUB_V)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_vec(in[0][l] - in[3][l], in[1][l] - in[4][l], in[2][l] - in[5][l]));
}

KERNEL(GATHER_V)
{
    KERNEL_NO_NUMBERS;
    float weight = in[6][l];
    LANE_SET_V(0, lane_vec(in[0][l] + weight * in[3][l], in[1][l] + weight * in[4][l], in[2][l] + weight * in[5][l]));
}

KERNEL(MIX_V)
{
    KERNEL_NO_NUMBERS;
    float share = in[6][l];
    LANE_SET_V(0, lane_vec(lane_mix(in[0][l], in[3][l], share), lane_mix(in[1][l], in[4][l], share),
                           lane_mix(in[2][l], in[5][l], share)));
}

/* A scale that has a logarithm: sizes from 1e-6 on, whatever the sign. */
#define LANE_LEAST_SCALE 1e-6f
#define LANE_MOST_LOG    30.0f

LANE_INLINE float lane_log_scale(float scale, float rest)
{
    float size = lane_max(kdi_float_abs(scale), LANE_LEAST_SCALE),
          rest_size = lane_max(kdi_float_abs(rest), LANE_LEAST_SCALE);
    return kdi_log(size / rest_size);
}

/* p0-p2: rest; p3-p5: units. */
KERNEL(LOG_SCALE)
{
    KERNEL_NO_DATA;
    float influence = in[3][l];
    LANE_SET_V(0, lane_vec(lane_log_scale(in[0][l], P(0)) * P(3) * influence,
                           lane_log_scale(in[1][l], P(1)) * P(4) * influence,
                           lane_log_scale(in[2][l], P(2)) * P(5) * influence));
}

LANE_INLINE float lane_exp_scale(float x)
{
    return kdi_exp(lane_clamp(x, -LANE_MOST_LOG, LANE_MOST_LOG));
}

KERNEL(EXP_SCALE)
{
    KERNEL_NO_DATA;
    LANE_SET_V(0, lane_vec(in[0][l] * lane_exp_scale(in[3][l] * P(0)), in[1][l] * lane_exp_scale(in[4][l] * P(1)),
                           in[2][l] * lane_exp_scale(in[5][l] * P(2))));
}

/* child * before / now; the child to the bit where nothing changed. */
LANE_INLINE float lane_segment(float child, float before, float now)
{
    float compensated = child * lane_bound(before * lane_reciprocal(now));
    return before == now ? child : compensated;
}

KERNEL(SEGMENT_SCALE)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_vec(lane_segment(in[0][l], in[3][l], in[6][l]), lane_segment(in[1][l], in[4][l], in[7][l]),
                           lane_segment(in[2][l], in[5][l], in[8][l])));
}

KERNEL(COPY)
{
    KERNEL_NO_NUMBERS;
    out[0][l] = in[0][l];
}

KERNEL(ADD_SCALED)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_bound(in[0][l] + P(0) * in[1][l]);
}

KERNEL(SCALED)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_bound(P(0) * in[0][l]);
}

KERNEL(PRODUCT)
{
    KERNEL_NO_NUMBERS;
    out[0][l] = lane_bound(in[0][l] * in[1][l]);
}

KERNEL(MUL)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_bound(lane_bound(in[0][l] * P(0)) * lane_bound(in[1][l] * P(1)));
}

KERNEL(MIN)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_bound(lane_min(in[0][l] * P(0), in[1][l] * P(1)));
}

KERNEL(MAX)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_bound(lane_max(in[0][l] * P(0), in[1][l] * P(1)));
}

KERNEL(MIX)
{
    KERNEL_NO_NUMBERS;
    out[0][l] = lane_bound(lane_mix(in[0][l], in[1][l], in[2][l]));
}

KERNEL(SHARE)
{
    KERNEL_NO_NUMBERS;
    out[0][l] = lane_clamp(lane_clamp(in[0][l], 0.0f, 1.0f) * in[1][l], 0.0f, 1.0f);
}

KERNEL(RECIPROCAL)
{
    KERNEL_NO_NUMBERS;
    out[0][l] = lane_reciprocal(in[0][l]);
}

KERNEL(CLAMP)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_clamp(in[0][l], P(0), P(1));
}

/* p: default, lowest, highest. */
KERNEL(OUTPUT)
{
    KERNEL_NO_DATA;
    out[0][l] = lane_clamp(lane_mix(P(0), lane_clamp(in[0][l], P(1), P(2)), in[1][l]), P(1), P(2));
}

/* p: start and reciprocal length of the input range, start and length of the output range, lowest and highest part. */
KERNEL(LINK)
{
    KERNEL_NO_DATA;
    float t = lane_clamp((in[0][l] - P(0)) * P(1), P(4), P(5));
    out[0][l] = lane_bound((P(2) + t * P(3)) * in[1][l]);
}

/* The same, and p6, p7: slopes at the ends. Between them the cubic with these slopes, outside a straight line with
 * them. */
KERNEL(LINK_EASE)
{
    KERNEL_NO_DATA;
    float t = lane_clamp((in[0][l] - P(0)) * P(1), P(4), P(5));
    float u = lane_clamp(t, 0.0f, 1.0f);
    float first = P(6), last = P(7);
    float y = u * (first + u * ((3.0f - 2.0f * first - last) + u * (first + last - 2.0f)));
    y = y + lane_min(t, 0.0f) * first + lane_max(t - 1.0f, 0.0f) * last;
    out[0][l] = lane_bound((P(2) + y * P(3)) * in[1][l]);
}

/* Clamped to at most 1, rounded by a parabola from 1 - soft to 1 + soft. */
LANE_INLINE float lane_soft_top(float t, float soft)
{
    float d = lane_max(1.0f + soft - t, 0.0f);
    float round = 1.0f - d * d * lane_reciprocal(4.0f * soft);
    return t <= 1.0f - soft ? t : lane_min(round, 1.0f);
}

/* p: start and reciprocal length of the input range, start and length of the output range, roundness at the start and
 * at the end. */
KERNEL(REMAP)
{
    KERNEL_NO_DATA;
    float t = lane_clamp((in[0][l] - P(0)) * P(1), -4.0f, 4.0f);
    t = lane_soft_top(t, P(5));
    t = 1.0f - lane_soft_top(1.0f - t, P(4));
    out[0][l] = lane_bound((P(2) + t * P(3)) * in[1][l]);
}

#endif
