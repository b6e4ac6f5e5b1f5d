/* The time curve of two motions: smooth, strictly increasing in both, through both ends exactly. Times are parts of the
 * motions' lengths, 0 to 1; the parameter is the mean of the two, so that neither motion is preferred. */
#ifndef KDI_ALIGN_CURVE_H
#define KDI_ALIGN_CURVE_H

#include "base/arena.h"
#include "kinedriver/align.h"

/* p = u + f(u) and q = u - f(u). f' is linear between knots at j / interval_count, f is its integral: a quadratic
 * B-spline. */
typedef struct kdi_curve_fit {
    int32_t interval_count;
    double *slope; /* [interval_count + 1]: f' at the knots, within (-1, 1) */
    double *value; /* [interval_count + 1]: f at the knots, 0 at both ends */
} kdi_curve_fit;

typedef struct kdi_curve_desc {
    int32_t intervals;
    double steepest; /* dp/dq counted in frames stays within 1 / steepest .. steepest; 0: any slope above 0 */
    int32_t rows, columns;
} kdi_curve_desc;

/* The spline nearest to the cells of a path in the least-squares sense. */
kd_result kdi_curve_fit_spline(kdi_arena *arena, const kd_path *path, const kdi_curve_desc *desc, kdi_curve_fit *out,
                               kd_findings *findings);

/* The moving average of the path's middles over `radius` frames to each side, as the paper on motion blending smooths
 * it; the ends stay where they are. */
kd_result kdi_curve_fit_average(kdi_arena *arena, const kd_path *path, int32_t radius, const kdi_curve_desc *desc,
                                kdi_curve_fit *out, kd_findings *findings);

double kdi_curve_p(const kdi_curve_fit *curve, double u);
double kdi_curve_q(const kdi_curve_fit *curve, double u);
double kdi_curve_u_of_p(const kdi_curve_fit *curve, double p);

#endif
