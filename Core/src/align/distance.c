/* The distance matrix of two point clouds, and the public matrix of either kind. */
#include "align/distance.h"

#include "align/path_row.h"
#include "base/allocator.h"
#include "kinedriver/eval.h"
#include "text/findings.h"

#include <string.h>

/* One motion's points and ways in single precision, repeated at the ends by the window. */
typedef struct distance_side {
    float *points;
    float *ways; /* NULL: no window */
    float *totals;
    int32_t padded; /* frames with the margins */
} distance_side;

enum { DISTANCE_STRIDE = KDI_TILE_COLUMNS + 2 * KDI_CLOUD_MAX_WINDOW + 12 }; /* a multiple of the panel */

/* On a cache line of its own: loads that straddle two lines cost half as much again. */
static float *distance_push(kdi_arena *arena, size_t count)
{
    char *memory = (char *)kdi_arena_push(arena, count * sizeof(float) + 64, 1);
    return memory ? (float *)(void *)(memory + (64 - (uintptr_t)memory % 64) % 64) : NULL;
}

static bool distance_side_allocate(kdi_arena *arena, const kdi_cloud *cloud, distance_side *side)
{
    size_t span = 2 * (size_t)cloud->window + 1;
    size_t frames = (size_t)cloud->frame_count + 2 * (size_t)cloud->window;
    size_t room = (frames + 2 * KDI_PANEL) / KDI_PANEL * KDI_PANEL;
    side->padded = (int32_t)frames;
    side->points = distance_push(arena, room * (size_t)cloud->point_count * 3);
    side->totals = distance_push(arena, room);
    side->ways = cloud->window > 0 ? distance_push(arena, room * span * 3) : NULL;
    return side->points && side->totals && (cloud->window == 0 || side->ways);
}

/* Frame after frame for rows, in panels for columns. */
static void distance_store(float *to, int32_t frame, int32_t points, bool panels, const double *from)
{
    size_t numbers = (size_t)points * 3;
    for (size_t i = 0; i < numbers; i++) {
        size_t place = panels ? ((size_t)(frame / KDI_PANEL) * numbers + i) * KDI_PANEL + (size_t)(frame % KDI_PANEL)
                              : (size_t)frame * numbers + i;
        to[place] = (float)from[i];
    }
}

static bool distance_side_make(kdi_arena *arena, const kdi_cloud *cloud, bool panels, distance_side *side)
{
    if (!distance_side_allocate(arena, cloud, side))
        return false;
    int32_t span = 2 * cloud->window + 1;
    for (int32_t f = 0; f < side->padded; f++) {
        int32_t frame = f - cloud->window;
        frame = frame < 0 ? 0 : frame >= cloud->frame_count ? cloud->frame_count - 1 : frame;
        distance_store(side->points, f, cloud->point_count, panels,
                       cloud->points + (size_t)frame * (size_t)cloud->point_count * 3);
    }
    for (int32_t f = 0; f < cloud->frame_count; f++) {
        side->totals[f] = (float)cloud->total[f];
        if (side->ways)
            distance_store(side->ways, f, span, panels, cloud->way + (size_t)f * (size_t)span * 3);
    }
    return true;
}

typedef struct distance_work {
    const kdi_cloud *a, *b;
    distance_side left, right;
    const kdi_distance_kernels *kernels;
    float *sums, *ways;
    float taper[2 * KDI_CLOUD_MAX_WINDOW + 1];
    float *values;
} distance_work;

static void distance_products(const distance_work *work, bool ways, int32_t row, int32_t column, int32_t rows,
                              int32_t columns)
{
    int32_t points = ways ? 2 * work->a->window + 1 : work->a->point_count;
    size_t frame = (size_t)points * 3;
    kdi_products job;
    job.left = (ways ? work->left.ways : work->left.points) + (size_t)row * frame;
    job.right = (ways ? work->right.ways : work->right.points) + (size_t)column * frame;
    job.point_count = points;
    job.rows = rows;
    job.panels = (columns + KDI_PANEL - 1) / KDI_PANEL;
    job.sums = ways ? work->ways : work->sums;
    job.stride = DISTANCE_STRIDE;
    job.plane = (size_t)DISTANCE_STRIDE * (KDI_TILE_ROWS + 2 * KDI_CLOUD_MAX_WINDOW);
    work->kernels->products(&job);
}

static void distance_tile(const distance_work *work, int32_t row, int32_t column, int32_t rows, int32_t columns)
{
    int32_t margin = 2 * work->a->window;
    size_t plane = (size_t)DISTANCE_STRIDE * (KDI_TILE_ROWS + 2 * KDI_CLOUD_MAX_WINDOW);
    distance_products(work, false, row, column, rows + margin, columns + margin);
    if (margin > 0)
        distance_products(work, true, row, column, rows, columns);
    float *out = work->values + (size_t)row * (size_t)work->b->frame_count + (size_t)column;
    kdi_combine job = {work->sums,
                       margin > 0 ? work->ways : NULL,
                       DISTANCE_STRIDE,
                       plane,
                       DISTANCE_STRIDE,
                       plane,
                       work->taper,
                       margin + 1,
                       work->left.totals + row,
                       work->right.totals + column,
                       rows,
                       columns,
                       (float)(1.0 / work->a->weight),
                       out,
                       (size_t)work->b->frame_count};
    work->kernels->combine(&job);
    for (int32_t r = 0; r < rows; r++, out += work->b->frame_count)
        for (int32_t c = 0; c < columns; c++)
            if (out[c] < 0.0f)
                out[c] = (float)kdi_cloud_distance(work->a, row + r, work->b, column + c, NULL);
}

static void distance_tile_row(const distance_work *work, const kd_path_desc *reach, int32_t row)
{
    int32_t rows = work->a->frame_count - row, first = 0, last = work->b->frame_count - 1, unused;
    rows = rows < KDI_TILE_ROWS ? rows : KDI_TILE_ROWS;
    if (reach) {
        kdi_path_reach(reach, work->a->frame_count, work->b->frame_count, row, &first, &unused);
        kdi_path_reach(reach, work->a->frame_count, work->b->frame_count, row + rows - 1, &unused, &last);
    }
    for (int32_t column = first / KDI_PANEL * KDI_PANEL; column <= last; column += KDI_TILE_COLUMNS) {
        int32_t columns = last + 1 - column;
        distance_tile(work, row, column, rows, columns < KDI_TILE_COLUMNS ? columns : KDI_TILE_COLUMNS);
    }
}

static const kdi_distance_kernels *distance_best_kernels(void)
{
#if defined(KDI_HAVE_AVX2) && defined(_MSC_VER)
    if (kd_backend_available(KD_BACKEND_AVX2)) /* every processor with it has FMA too, one old line excepted */
        return &kdi_distance_avx2;
#elif defined(KDI_HAVE_AVX2)
    if (kd_backend_available(KD_BACKEND_AVX2) && __builtin_cpu_supports("fma"))
        return &kdi_distance_avx2;
#endif
    return &kdi_distance_portable;
}

kd_result kdi_distance_points(kdi_arena *arena, const kdi_cloud *a, const kdi_cloud *b,
                              const kdi_distance_options *options, float *values, kd_findings *findings)
{
    distance_work work = {a,   b,     {NULL, NULL, NULL, 0}, {NULL, NULL, NULL, 0}, &kdi_distance_portable, NULL, NULL,
                          {0}, values};
    size_t sums = 3 * (size_t)DISTANCE_STRIDE * (KDI_TILE_ROWS + 2 * KDI_CLOUD_MAX_WINDOW);
    work.sums = distance_push(arena, sums);
    work.ways = distance_push(arena, sums);
    if (!work.sums || !work.ways || !distance_side_make(arena, a, false, &work.left) ||
        !distance_side_make(arena, b, true, &work.right))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the points of the motions");
    if (!options->portable)
        work.kernels = distance_best_kernels();
    for (int k = 0; k < 2 * a->window + 1; k++)
        work.taper[k] = (float)a->taper[k];
    for (int32_t row = 0; row < a->frame_count; row += KDI_TILE_ROWS)
        distance_tile_row(&work, options->reach, row);
    return KD_OK;
}

kd_distance_desc kd_distance_desc_default(void)
{
    kd_distance_desc desc = {KD_DISTANCE_POINTS, 1, 0, false, NULL};
    return desc;
}

static kd_result distance_make(kdi_arena *arena, const kd_motion_source *motions, const kd_distance_desc *desc,
                               kd_distance_matrix *out, kd_findings *findings)
{
    kdi_source sources[2];
    kdi_cloud a, b;
    kd_result result = kdi_sources_make(arena, motions, 2, sources, findings);
    if (result == KD_OK)
        result = kdi_clouds_make(arena, &sources[0], &sources[1], desc, &a, &b, findings);
    if (result != KD_OK)
        return result;
    out->values = (float *)kdi_allocate(&out->allocator, (size_t)a.frame_count * (size_t)b.frame_count, sizeof(float));
    if (!out->values)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for %d x %d distances", (int)a.frame_count,
                         (int)b.frame_count);
    out->rows = a.frame_count;
    out->columns = b.frame_count;
    if (desc->kind == KD_DISTANCE_ANGLES)
        return kdi_distance_angles(arena, &sources[0], &sources[1], desc, out->values, findings);
    kdi_distance_options options = {NULL, false};
    return kdi_distance_points(arena, &a, &b, &options, out->values, findings);
}

kd_result kd_distance_matrix_make(const kd_motion_source *a, const kd_motion_source *b, const kd_distance_desc *desc,
                                  const kd_allocator *allocator, kd_distance_matrix *out, kd_findings *findings)
{
    kd_motion_source motions[2] = {*a, *b};
    kdi_arena arena;
    memset(out, 0, sizeof *out);
    out->allocator = allocator ? *allocator : kd_allocator_default();
    kdi_arena_init(&arena, &out->allocator, 0);
    kd_result result = distance_make(&arena, motions, desc, out, findings);
    kdi_arena_free(&arena);
    if (result != KD_OK)
        kd_distance_matrix_free(out);
    return result;
}

void kd_distance_matrix_free(kd_distance_matrix *matrix)
{
    kdi_free(&matrix->allocator, matrix->values, (size_t)matrix->rows * (size_t)matrix->columns * sizeof(float));
    matrix->values = NULL;
    matrix->rows = matrix->columns = 0;
}
