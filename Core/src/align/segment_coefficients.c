/* Coefficients of end-point constraints in O(n): the problem has two equations, so that a 2 x 2 system replaces the
 * singular value decomposition, and its double sum is two running sums. */
#include "align/segment_coefficients.h"

#include <stdbool.h>
#include <stddef.h>

#define SEGMENT_REAL     double
#define SEGMENT_WEIGHTS  kdi_segment_weights
#define SEGMENT_RANK_ONE 1e-24
#include "align/segment_weights.inc.h"
#undef SEGMENT_REAL
#undef SEGMENT_WEIGHTS
#undef SEGMENT_RANK_ONE

#define SEGMENT_REAL     float
#define SEGMENT_WEIGHTS  kdi_segment_weights_float
#define SEGMENT_RANK_ONE 1e-12f
#include "align/segment_weights.inc.h"
#undef SEGMENT_REAL
#undef SEGMENT_WEIGHTS
#undef SEGMENT_RANK_ONE

/* (18): the accelerations r_j p_j summed twice, so that x_0 = x_1 = 0, x_2 = a_0; sums has n + 1 items. */
static void coefficients_integrate(const double *speeds, const double *p, int32_t n, double *sums)
{
    double velocity = 0, position = 0;
    for (int32_t i = 0; i <= n; i++) {
        sums[i] = position;
        position += velocity;
        if (i < n)
            velocity += speeds[i] * p[i];
    }
}

static void coefficients_position(const double *speeds, int32_t n, double end_speed, kdi_segment_coefficients *out)
{
    double total = 0, sum = 0;
    for (int32_t j = 0; j < n; j++)
        total += speeds[j];
    for (int32_t i = 0; i <= n; i++) {
        out->position[i] = i == n ? 1.0 : sum / total;
        sum += i < n ? speeds[i] : 0.0;
    }
    out->end_gain = end_speed / total;
}

static bool coefficients_any(const double *speeds, int32_t n)
{
    for (int32_t j = 0; j < n; j++)
        if (speeds[j] > 0)
            return true;
    return false;
}

/* Weights, and the speeds that they belong to: constant ones where the point moves too little. */
static const double *coefficients_weights(const double *speeds, int32_t n, double *alpha, double *beta, double *even)
{
    if (kdi_segment_weights(speeds, n, alpha, beta) == 2)
        return speeds;
    for (int32_t j = 0; j < n; j++)
        even[j] = 1;
    kdi_segment_weights(even, n, alpha, beta);
    return even;
}

/* scratch: 3 n. */
void kdi_segment_coefficients_make(const double *speeds, int32_t n, double end_speed, double *scratch,
                                   kdi_segment_coefficients *out)
{
    double *alpha = scratch, *beta = scratch + n, *even = scratch + 2 * (ptrdiff_t)n;
    const double *used;
    out->end_gain = 0;
    if (n < 1) {
        out->position[0] = out->direct[0] = out->velocity[0] = 0;
        return;
    }
    used = coefficients_weights(speeds, n, alpha, beta, even);
    coefficients_integrate(used, alpha, n, out->direct);
    coefficients_integrate(used, beta, n, out->velocity);
    out->velocity[n] = 0;
    out->direct[n] = 1;
    if (coefficients_any(speeds, n))
        coefficients_position(speeds, n, end_speed, out);
    else
        for (int32_t i = 0; i <= n; i++)
            out->position[i] = out->direct[i];
}

void kdi_segment_coefficients_stand(const double *speeds, int32_t n, int32_t window, double *scratch, double *velocity)
{
    double *alpha = scratch, *beta = scratch + window, *even = scratch + 2 * (ptrdiff_t)window;
    const double *used = coefficients_weights(speeds + (n - window), window, alpha, beta, even);
    for (int32_t i = 0; i < n - window; i++)
        velocity[i] = 0;
    coefficients_integrate(used, beta, window, velocity + (n - window));
    velocity[n] = 0;
}
