/* Curves through samples: as few keys as a tolerance allows. */
#ifndef KDI_ALIGN_SEGMENT_CURVES_H
#define KDI_ALIGN_SEGMENT_CURVES_H

#include "kinedriver/buffer.h"

#include <stdint.h>

/* samples: `width` numbers each, `stride` apart. Appends the keys' frames (uint32_t) and for each key its values and
 * slopes per frame (float). Both ends are keys; no sample is farther from the curve than `tolerances` (per number). */
kd_result kdi_segment_curve_fit(const float *samples, int32_t count, int32_t stride, int32_t width,
                                const double *tolerances, kd_buffer *frames, kd_buffer *keys);

#endif
