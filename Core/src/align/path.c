/* The path of least cost through a distance matrix (dynamic time warping).
 *
 * With a slope limit k, an optimal path never takes a step in one motion right before a step in the other: one diagonal
 * step instead costs less and shortens both runs. So a path is made of diagonal steps and of runs of up to k steps in
 * one motion, each run between diagonal steps. With
 *     E(m, n) = d(m, n) + G(m-1, n-1)                     the best way that ends with a diagonal step
 *     H_j(m, n) = d(m, n) + H_{j-1}(m, n-1), H_0 = E      ... and then j steps to the right; V_j likewise downwards
 *     G(m, n) = min(E, H_1 .. H_k, V_1 .. V_k)
 * nothing in a row depends on its left neighbour's G: every row is computed in vectors. */
#include "kinedriver/align.h"

#include "base/allocator.h"
#include "base/arena.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

enum { PATH_MAX_SLOPE = 64, PATH_START = 255 };

typedef struct path_work {
    const kd_distance_matrix *matrix;
    const kd_path_desc *desc;
    int32_t slope;
    uint8_t *codes;           /* [row][column]: 0 diagonal, j a run to the right, slope + j a run down, PATH_START */
    double *best, *previous;  /* G of this row and of the one before */
    double *diagonal;         /* E of this row */
    double *across;           /* H_j of this row */
    double *down;             /* [slope][columns]: V_j of the row before, then of this one */
    double *shifted, *costs;
} path_work;

kd_path_desc kd_path_desc_default(void)
{
    kd_path_desc desc = {3, 0.0f, false, false};
    return desc;
}

/* First and last column of the band in a row; an empty range is possible only outside the matrix. */
static void path_band(const path_work *work, int32_t row, int32_t *first, int32_t *last)
{
    int32_t rows = work->matrix->rows, columns = work->matrix->columns;
    *first = 0;
    *last = columns - 1;
    if (!(work->desc->band > 0.0f))
        return;
    double ratio = (double)(columns - 1) / (double)(rows > 1 ? rows - 1 : 1);
    double width = (double)work->desc->band * (double)columns + 1.0, centre = ratio * (double)row;
    *first = centre - width > 0.0 ? (int32_t)ceil(centre - width) : 0;
    *last = centre + width < (double)*last ? (int32_t)floor(centre + width) : *last;
}

static void path_load_costs(path_work *work, int32_t row)
{
    const float *from = work->matrix->values + (size_t)row * (size_t)work->matrix->columns;
    int32_t first, last;
    path_band(work, row, &first, &last);
    for (int32_t c = 0; c < work->matrix->columns; c++)
        work->costs[c] = (double)from[c];
    for (int32_t c = 0; c < first; c++)
        work->costs[c] = INFINITY;
    for (int32_t c = last + 1; c < work->matrix->columns; c++)
        work->costs[c] = INFINITY;
}

static bool path_may_start(const path_work *work, int32_t row, int32_t column)
{
    return (row == 0 && column == 0) || (work->desc->open_begin && (row == 0 || column == 0));
}

/* E of a row, and the codes of its beginnings. */
static void path_diagonals(path_work *work, int32_t row, uint8_t *codes)
{
    int32_t columns = work->matrix->columns;
    double *e = work->diagonal;
    e[0] = INFINITY;
    for (int32_t c = 1; c < columns; c++)
        e[c] = work->costs[c] + work->previous[c - 1];
    memset(codes, 0, (size_t)columns);
    for (int32_t c = 0; c < (row == 0 ? columns : 1); c++)
        if (path_may_start(work, row, c)) {
            e[c] = work->costs[c];
            codes[c] = PATH_START;
        }
    memcpy(work->best, e, (size_t)columns * sizeof *e);
}

static void path_take(double *restrict best, uint8_t *restrict codes, const double *restrict from, int32_t count,
                      uint8_t code)
{
    for (int32_t c = 0; c < count; c++) {
        codes[c] = from[c] < best[c] ? code : codes[c];
        best[c] = from[c] < best[c] ? from[c] : best[c];
    }
}

static void path_limited_row(path_work *work, int32_t row)
{
    int32_t columns = work->matrix->columns, slope = work->slope;
    uint8_t *codes = work->codes + (size_t)row * (size_t)columns;
    path_load_costs(work, row);
    path_diagonals(work, row, codes);
    memcpy(work->across, work->diagonal, (size_t)columns * sizeof *work->across);
    for (int32_t j = 1; j <= slope; j++) {
        memcpy(work->shifted + 1, work->across, (size_t)(columns - 1) * sizeof *work->shifted);
        work->shifted[0] = INFINITY;
        for (int32_t c = 0; c < columns; c++)
            work->across[c] = work->costs[c] + work->shifted[c];
        path_take(work->best, codes, work->across, columns, (uint8_t)j);
    }
    /* Row 0 of `down` is E of the row before, row j is V_j: from the longest run on, each moves one up. */
    for (int32_t j = slope; j >= 1; j--) {
        double *run = work->down + (size_t)j * (size_t)columns;
        const double *shorter = run - columns;
        for (int32_t c = 0; c < columns; c++)
            run[c] = work->costs[c] + shorter[c];
    }
    for (int32_t j = 1; j <= slope; j++)
        path_take(work->best, codes, work->down + (size_t)j * (size_t)columns, columns, (uint8_t)(slope + j));
    memcpy(work->down, work->diagonal, (size_t)columns * sizeof *work->down);
}

/* Without a limit: the well-known recurrence. Code 1 a step to the right, 2 a step down. */
static void path_free_row(path_work *work, int32_t row)
{
    int32_t columns = work->matrix->columns;
    uint8_t *codes = work->codes + (size_t)row * (size_t)columns;
    path_load_costs(work, row);
    path_diagonals(work, row, codes);
    for (int32_t c = 0; c < columns; c++) {
        double down = work->costs[c] + work->previous[c];
        if (down < work->best[c]) {
            work->best[c] = down;
            codes[c] = 2;
        }
        double across = c > 0 ? work->costs[c] + work->best[c - 1] : INFINITY;
        if (across < work->best[c]) {
            work->best[c] = across;
            codes[c] = 1;
        }
    }
}

/* Where the path ends: the far corner, or the best place on the last row and column. */
static double path_forward(path_work *work, kd_path_cell *end)
{
    int32_t rows = work->matrix->rows, columns = work->matrix->columns;
    double least = INFINITY;
    for (size_t i = 0; i < (size_t)(work->slope + 1) * (size_t)columns; i++)
        work->down[i] = INFINITY;
    for (int32_t c = 0; c < columns; c++)
        work->previous[c] = INFINITY;
    for (int32_t r = 0; r < rows; r++) {
        if (work->slope > 0)
            path_limited_row(work, r);
        else
            path_free_row(work, r);
        bool last = r == rows - 1;
        for (int32_t c = last && work->desc->open_end ? 0 : columns - 1; c < columns; c++)
            if ((last || work->desc->open_end) && work->best[c] < least) {
                least = work->best[c];
                end->row = r;
                end->column = c;
            }
        double *swap = work->previous;
        work->previous = work->best;
        work->best = swap;
    }
    return least;
}

/* Follows the codes back; cells come in reverse. */
static int32_t path_backward(const path_work *work, kd_path_cell at, kd_path_cell *cells)
{
    int32_t count = 0, columns = work->matrix->columns;
    for (;;) {
        int32_t code = work->codes[(size_t)at.row * (size_t)columns + (size_t)at.column];
        cells[count++] = at;
        if (code == PATH_START)
            return count;
        if (work->slope == 0) {
            at.row -= code != 1;
            at.column -= code != 2;
            continue;
        }
        bool is_down = code > work->slope;
        for (int32_t run = is_down ? code - work->slope : code; run > 0; run--) {
            at.row -= is_down;
            at.column -= !is_down;
            cells[count++] = at;
        }
        /* The cell before a run was reached by a diagonal step, or is where the path begins. */
        if (path_may_start(work, at.row, at.column))
            return count;
        at.row--;
        at.column--;
    }
}

static bool path_work_make(kdi_arena *arena, path_work *work)
{
    size_t columns = (size_t)work->matrix->columns;
    work->codes = KDI_ARENA_PUSH(arena, uint8_t, (size_t)work->matrix->rows * columns);
    double *rows = KDI_ARENA_PUSH(arena, double, columns * (size_t)(work->slope + 7));
    if (!work->codes || !rows)
        return false;
    work->best = rows;
    work->previous = rows + columns;
    work->diagonal = rows + 2 * columns;
    work->across = rows + 3 * columns;
    work->shifted = rows + 4 * columns;
    work->costs = rows + 5 * columns;
    work->down = rows + 6 * columns;
    return true;
}

static kd_result path_find(kdi_arena *arena, path_work *work, kd_path *out, kd_findings *findings)
{
    const kd_distance_matrix *matrix = work->matrix;
    out->capacity = (size_t)matrix->rows + (size_t)matrix->columns;
    out->cells = (kd_path_cell *)kdi_allocate(&out->allocator, out->capacity, sizeof *out->cells);
    if (!out->cells || !path_work_make(arena, work))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for a path through %d x %d distances",
                         (int)matrix->rows, (int)matrix->columns);
    kd_path_cell end = {0, 0};
    if (!(path_forward(work, &end) < INFINITY))
        return KDI_ERROR(findings, KD_RANGE, NULL,
                         "no path through %d x %d frames keeps to a slope limit of %d and a band of %g; raise the limit",
                         (int)matrix->rows, (int)matrix->columns, (int)work->slope, (double)work->desc->band);
    out->count = path_backward(work, end, out->cells);
    for (int32_t i = 0; i < out->count / 2; i++) {
        kd_path_cell swap = out->cells[i];
        out->cells[i] = out->cells[out->count - 1 - i];
        out->cells[out->count - 1 - i] = swap;
    }
    for (int32_t i = 0; i < out->count; i++)
        out->cost += (double)matrix->values[(size_t)out->cells[i].row * (size_t)matrix->columns +
                                            (size_t)out->cells[i].column];
    return KD_OK;
}

kd_result kd_path_find(const kd_distance_matrix *matrix, const kd_path_desc *desc, const kd_allocator *allocator,
                       kd_path *out, kd_findings *findings)
{
    path_work work;
    kdi_arena arena;
    memset(out, 0, sizeof *out);
    memset(&work, 0, sizeof work);
    out->allocator = allocator ? *allocator : kd_allocator_default();
    if (desc->slope_limit < 0 || desc->slope_limit > PATH_MAX_SLOPE || !(desc->band >= 0.0f))
        return KDI_ERROR(findings, KD_RANGE, NULL, "a slope limit is 0 to %d and a band not below 0", PATH_MAX_SLOPE);
    if (matrix->rows < 1 || matrix->columns < 1)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "there are no distances to find a path through");
    work.matrix = matrix;
    work.desc = desc;
    work.slope = desc->slope_limit;
    kdi_arena_init(&arena, &out->allocator, 0);
    kd_result result = path_find(&arena, &work, out, findings);
    kdi_arena_free(&arena);
    if (result != KD_OK)
        kd_path_free(out);
    return result;
}

void kd_path_free(kd_path *path)
{
    kdi_free(&path->allocator, path->cells, path->capacity * sizeof *path->cells);
    path->cells = NULL;
    path->count = 0;
}
