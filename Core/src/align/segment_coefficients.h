/* Coefficients of end-point constraints: how much of a change asked for at the end of a segment each of its frames
 * takes. They depend on the speeds of the point alone, so that they are made once and a frame costs a few
 * multiplications. n speeds r_0 .. r_n-1 belong to n + 1 positions x_0 .. x_n; equation numbers are those of the paper
 * on editing of motion segments with restricted spacetime constraints (Core/docs/segments.md). */
#ifndef KDI_ALIGN_SEGMENT_COEFFICIENTS_H
#define KDI_ALIGN_SEGMENT_COEFFICIENTS_H

#include <stdint.h>

/* The minimum-norm solution of (15): p_j = alpha_j dx + beta_j dv with n items each. It equals the singular value
 * decomposition (16) (17) at every rank, which is returned: 2; 1 where all speed is in one frame; 0 without any. */
int kdi_segment_weights(const double *speeds, int32_t n, double *alpha, double *beta);
int kdi_segment_weights_float(const float *speeds, int32_t n, float *alpha, float *beta);

/* What a frame takes: x'_i = x_i + position_i dx + velocity_i dv after (10) and (18) in two steps, or
 * x_i + direct_i dx + velocity_i dv at once (19). n + 1 items each. */
typedef struct kdi_segment_coefficients {
    double *position; /* delta: 0 at the start, 1 at the end */
    double *direct;   /* gamma: the same, and does not change the velocity at either end */
    double *velocity; /* epsilon: 0 at both ends */
    double end_gain;  /* the position rule changes the velocity at the end by this times dx */
} kdi_segment_coefficients;

/* Exact ends whatever the speeds: a point that does not move, or moves in one frame only, is treated as one of constant
 * speed, which gives the smoothest change. With n = 1 there is no frame between the ends and direct is position; with
 * n = 0 all are zero: a segment of one frame cannot change. end_speed is r_n. */
void kdi_segment_coefficients_make(const double *speeds, int32_t n, double end_speed, double *scratch,
                                   kdi_segment_coefficients *out);

/* The velocity coefficients of a point that stands for a while: only the last `window` frames (2 .. n) change, those
 * after it stood. Spread over all frames such a change would move the point all the time it stands. scratch: 3 n. */
void kdi_segment_coefficients_stand(const double *speeds, int32_t n, int32_t window, double *scratch, double *velocity);

#endif
