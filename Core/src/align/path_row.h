/* One row of the slope-limited search, so that it can be compiled for several instruction sets. */
#ifndef KDI_ALIGN_PATH_ROW_H
#define KDI_ALIGN_PATH_ROW_H

#include "kinedriver/align.h"

#include <stddef.h>
#include <stdint.h>

enum { KDI_PATH_MAX_SLOPE = 64, KDI_PATH_MARGIN = KDI_PATH_MAX_SLOPE + 8 };

/* Lists of double have KDI_PATH_MARGIN numbers before their first column and as many behind their last. */
typedef struct kdi_path_row {
    int32_t first, last;    /* columns to compute */
    int32_t starts;         /* so many of them, from the first on, are places where a path may begin */
    int32_t slope;          /* > 0 */
    double diagonal_weight; /* how often a cell counts that is reached by a step in both motions */
    const float *values;    /* distances of this row */
    const double *previous; /* G of the row before */
    double *costs;          /* the distances again, infinite left of `first` */
    double *diagonal;       /* E of this row, infinite left of `first` */
    double *best;           /* G of this row */
    double *down;           /* [slope + 1][stride]: on entry E and V_j of the row before, on return of this row */
    size_t stride;
    uint8_t *codes; /* 0 where the step is diagonal, j a run of j to the right, slope + j a run down */
} kdi_path_row;

/* The columns of a row that a path can pass: those of the band, and those that the slope limit lets it reach from the
 * first corner and leave to the last. Neither end ever goes back from row to row. */
void kdi_path_reach(const kd_path_desc *desc, int32_t rows, int32_t columns, int32_t row, int32_t *first,
                    int32_t *last);

void kdi_path_row_portable(const kdi_path_row *row);
#if defined(KDI_HAVE_AVX2)
void kdi_path_row_avx2(const kdi_path_row *row);
#endif

#endif
