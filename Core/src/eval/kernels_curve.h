/* The driven key: a curve of pieces in the data section. */
#ifndef KDI_EVAL_KERNELS_CURVE_H
#define KDI_EVAL_KERNELS_CURVE_H

#include "eval/kernels.h"
#include "eval/lane_math.h"
#include "kinedriver/scalar.h"

/* Where cycles repeat. */
static inline float curve_wrap(const kdi_curve *curve, float x)
{
    float length = curve->end - curve->start;
    uint32_t wraps = ((x < curve->start) & curve->cycle_before) | ((x > curve->end) & curve->cycle_after);
    float turns = kd_floor((x - curve->start) / length);
    float wrapped = lane_clamp(x - turns * length, curve->start, curve->end);
    return wraps ? wrapped : x;
}

/* The piece that x lies in: the last one that starts at or before x; the first serves everything before the keys. */
static inline const kdi_curve_piece *curve_find(const kdi_curve *curve, float x)
{
    const kdi_curve_piece *pieces = (const kdi_curve_piece *)(const void *)(curve + 1);
    uint32_t low = 0, high = curve->piece_count + 2;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        low = x >= pieces[middle].start ? middle : low;
        high = low == middle ? high : middle;
    }
    return &pieces[low];
}

/* u with x = u + 3 u (1-u)^2 bend1 + 3 u^2 (1-u) bend2, which rises from 0 to 1: Newton steps kept inside a shrinking
 * bracket, whose ends count as inside: there the steps end. */
static inline float curve_parameter(float x, float bend1, float bend2)
{
    float low = 0.0f, high = 1.0f, u = x;
    for (int step = 0; step < 12; step++) {
        float v = 1.0f - u;
        float error = u + 3.0f * u * v * (v * bend1 + u * bend2) - x;
        float slope = 1.0f + 3.0f * (v * (1.0f - 3.0f * u) * bend1 + u * (2.0f - 3.0f * u) * bend2);
        high = error > 0.0f ? u : high;
        low = error > 0.0f ? low : u;
        float next = u - error / (slope > 1e-3f ? slope : 1.0f);
        u = ((next >= low) & (next <= high) & (slope > 1e-3f)) ? next : 0.5f * (low + high);
    }
    return u;
}

KERNEL(CURVE)
{
    const kdi_curve *curve = (const kdi_curve *)(const void *)(data + kdi_float_bits(p[0][l]));
    float x = curve_wrap(curve, in[0][l]);
    const kdi_curve_piece *piece = curve_find(curve, x);
    float u = (x - piece->start) * piece->reciprocal_length;
    uint32_t bent = (piece->bend1 != 0.0f) | (piece->bend2 != 0.0f);
    u = bent ? curve_parameter(lane_clamp(u, 0.0f, 1.0f), piece->bend1, piece->bend2) : u;
    float y = piece->c[0] + u * (piece->c[1] + u * (piece->c[2] + u * piece->c[3]));
    out[0][l] = lane_bound(lane_bound(y) * in[1][l]);
}

#endif
