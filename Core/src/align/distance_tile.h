/* The second half of a tile, the same source for every instruction set: the file that includes this is compiled for its
 * own, so that the loops come out in its vectors. */
#ifndef KDI_ALIGN_DISTANCE_TILE_H
#define KDI_ALIGN_DISTANCE_TILE_H

#include "align/distance.h"

#include <math.h>

/* One row of one plane: the sum along the diagonal, and the window's way. */
static inline void tile_gather(const kdi_combine *job, int plane, int32_t row, float *to)
{
    const float *sums = job->sums + (size_t)plane * job->plane + (size_t)row * job->stride;
    if (job->span == 1) {
        for (int32_t c = 0; c < job->columns; c++)
            to[c] = sums[c];
        return;
    }
    const float *way = job->ways + (size_t)plane * job->way_plane + (size_t)row * job->way_stride;
    for (int32_t c = 0; c < job->columns; c++)
        to[c] = way[c];
    for (int32_t k = 0; k < job->span; k++) {
        const float *from = sums + (size_t)k * (job->stride + 1);
        float factor = job->taper[k];
        for (int32_t c = 0; c < job->columns; c++)
            to[c] += factor * from[c];
    }
}

static inline void tile_combine(const kdi_combine *job)
{
    float re[KDI_TILE_COLUMNS], im[KDI_TILE_COLUMNS], up[KDI_TILE_COLUMNS];
    for (int32_t r = 0; r < job->rows; r++) {
        tile_gather(job, 0, r, re);
        tile_gather(job, 1, r, im);
        tile_gather(job, 2, r, up);
        float *out = job->out + (size_t)r * job->out_stride;
        float total = job->row_totals[r];
        for (int32_t c = 0; c < job->columns; c++) {
            float sum = total + job->column_totals[c];
            float square = sum - 2.0f * (sqrtf(re[c] * re[c] + im[c] * im[c]) + up[c]);
            /* A negative sign tells that the cell has to be made again. */
            float root = sqrtf((square > 0.0f ? square : 0.0f) * job->scale);
            out[c] = square < KDI_DISTANCE_REFINE * sum ? -1.0f : root;
        }
    }
}

#endif
