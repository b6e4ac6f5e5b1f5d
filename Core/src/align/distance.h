/* The whole distance matrix of two motions, in tiles that stay in the cache: sums of products for a tile, summed along
 * diagonals where frames have a window, then turned into distances. Tiles are single precision; the few cells where
 * that would lose too many digits are made again in double. */
#ifndef KDI_ALIGN_DISTANCE_H
#define KDI_ALIGN_DISTANCE_H

#include "align/cloud.h"

enum { KDI_PANEL = 8, KDI_TILE_ROWS = 32, KDI_TILE_COLUMNS = 128 };

/* Points of one motion by frame, [frame][point][a b h], and of the other in panels of 8 frames,
 * [panel][point][a b h][8]. Sums for rows x panels go to three planes: re, im, up. */
typedef struct kdi_products {
    const float *left;  /* first row of the tile */
    const float *right; /* first panel of the tile */
    int32_t point_count;
    int32_t rows;
    int32_t panels;
    float *sums; /* [3][rows][stride] */
    size_t stride;
    size_t plane;
} kdi_products;

/* Turns sums into distances. */
typedef struct kdi_combine {
    const float *sums; /* of the points: a tile with a margin of the window below and to the right */
    const float *ways; /* of the windows' ways, without margin; NULL: none */
    size_t stride, plane, way_stride, way_plane;
    const float *taper;
    int32_t span; /* 2 * window + 1 */
    const float *row_totals;
    const float *column_totals;
    int32_t rows, columns;
    float scale; /* 1 / weight */
    float *out;
    size_t out_stride;
} kdi_combine;

typedef struct kdi_distance_kernels {
    void (*products)(const kdi_products *job);
    void (*combine)(const kdi_combine *job);
} kdi_distance_kernels;

extern const kdi_distance_kernels kdi_distance_portable;
#if defined(KDI_HAVE_AVX2)
extern const kdi_distance_kernels kdi_distance_avx2;
#endif

/* Below this part of |p|^2 + |q|^2 a squared distance in single precision has lost too many digits. */
#define KDI_DISTANCE_REFINE 4e-3f

typedef struct kdi_distance_options {
    const kd_path_desc *reach; /* cells that no path keeping to this can pass may be left unset; NULL: all are made */
    bool portable;             /* without the instructions of this machine, for tests */
} kdi_distance_options;

/* values[row * columns + column] of the clouds. */
kd_result kdi_distance_points(kdi_arena *arena, const kdi_cloud *a, const kdi_cloud *b,
                              const kdi_distance_options *options, float *values, kd_findings *findings);

/* The same by angles, [row][column] for both motions sampled at the first one's rate. */
kd_result kdi_distance_angles(kdi_arena *arena, const kdi_source *a, const kdi_source *b, const kd_distance_desc *desc,
                              float *values, kd_findings *findings);

#endif
