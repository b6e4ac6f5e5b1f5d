/* Kernels: each computes one instruction in KDI_LANES lanes at once. A kernel is a plain loop over the lanes whose body
 * has no branch, so that a compiler turns it into vector instructions; the arithmetic of a lane is the same whatever
 * the vectors' width, and so are the bits. The same sources are compiled once for the baseline and once for each wider
 * instruction set. */
#ifndef KDI_EVAL_KERNELS_H
#define KDI_EVAL_KERNELS_H

#include "eval/lane_math.h"

typedef float kdi_lanes[KDI_LANES];

/* in: one row for each float of the operands read; p: one for each parameter; out: one for each float written,
 * out_count of them, which may be those that are read. data: the program's data section. */
typedef void kdi_kernel(const float *const *in, const kdi_lanes *p, float *const *out, int out_count,
                        const uint32_t *data);

static inline void kernel_copy_row(float *to, const float *from)
{
    for (int l = 0; l < KDI_LANES; l++)
        to[l] = from[l];
}

/* KERNEL(NAME) { body of one lane, l }. Where lanes are nodes each has parameters of its own, where they are characters
 * all have the same: the lane of the parameters is m. Results go to memory of the kernel's own first, which cannot be
 * what it reads. Kernels without parameters or data leave them unused. */
#define KERNEL_LOOP(name, way, parameter_lane, finish)                                                    \
    static void kernel_##way##_##name(const float *const *in, const kdi_lanes *p, float *const *out_rows, \
                                      int out_count, const uint32_t *data)                                \
    {                                                                                                     \
        kdi_lanes out[KDI_OP_MAX_OUT];                                                                    \
        for (int l = 0; l < KDI_LANES; l++)                                                               \
            kernel_body_##name(in, p, out, data, l, parameter_lane);                                      \
        finish;                                                                                           \
        for (int k = 0; k < out_count; k++)                                                               \
            kernel_copy_row(out_rows[k], out[k]);                                                         \
    }
#define KERNEL_WITH(name, finish)                                                                   \
    LANE_INLINE void kernel_body_##name(const float *const *in, const kdi_lanes *p, kdi_lanes *out, \
                                        const uint32_t *data, int l, int m);                        \
    KERNEL_LOOP(name, one, l, finish)                                                               \
    KERNEL_LOOP(name, many, 0, finish)                                                              \
    LANE_INLINE void kernel_body_##name(const float *const *in, const kdi_lanes *p, kdi_lanes *out, \
                                        const uint32_t *data, int l, int m)

#define KERNEL(name) KERNEL_WITH(name, (void)0)

/* The same for a rotation: at the end the one in row `quat` is mixed with it, by the share in row `share`. */
#define KERNEL_MIXED(name, quat, share) KERNEL_WITH(name, kernel_mix(in + (quat), in[share], out))

#define KERNEL_NO_DATA    (void)data
#define KERNEL_NO_NUMBERS (void)data, (void)p, (void)m

/* Parameters. */
#define P(k)       p[k][m]
#define P_V(first) lane_vec(P(first), P((first) + 1), P((first) + 2))
#define P_Q(first) lane_quat(P(first), P((first) + 1), P((first) + 2), P((first) + 3))

/* Rows of an operand. */
#define LANE_Q(rows, first) \
    lane_quat((rows)[first][l], (rows)[(first) + 1][l], (rows)[(first) + 2][l], (rows)[(first) + 3][l])
#define LANE_V(rows, first) lane_vec((rows)[first][l], (rows)[(first) + 1][l], (rows)[(first) + 2][l])
#define LANE_SET_Q(first, value)                                                               \
    do {                                                                                       \
        kd_quat set_q = (value);                                                               \
        out[first][l] = set_q.x, out[(first) + 1][l] = set_q.y, out[(first) + 2][l] = set_q.z; \
        out[(first) + 3][l] = set_q.w;                                                         \
    } while (0)
#define LANE_SET_V(first, value)                                                        \
    do {                                                                                \
        kd_vec3 set_v = (value);                                                        \
        out[first][l] = lane_bound(set_v.x), out[(first) + 1][l] = lane_bound(set_v.y); \
        out[(first) + 2][l] = lane_bound(set_v.z);                                      \
    } while (0)

#endif
