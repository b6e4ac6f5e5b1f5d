/* The path of least cost through a distance matrix (dynamic time warping).
 *
 * With a slope limit k, an optimal path never takes a step in one motion right before a step in the other: one diagonal
 * step instead costs less and shortens both runs. So a path is made of diagonal steps and of runs of up to k steps in
 * one motion, each run between diagonal steps. With
 *     E(m, n) = w d(m, n) + G(m-1, n-1)                   the best way that ends with a diagonal step
 *     H_j(m, n) = d(m, n) + H_{j-1}(m, n-1), H_0 = E      ... and then j steps to the right; V_j likewise downwards
 *     G(m, n) = min(E, H_1 .. H_k, V_1 .. V_k)
 * nothing in a row depends on its left neighbour's G: every row is computed in vectors. Where frames are counted w is
 * 2, and that runs stand between diagonal steps is a rule of its own. */
#include "align/path_row.h"
#include "base/allocator.h"
#include "base/arena.h"
#include "kinedriver/align.h"
#include "kinedriver/eval.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

enum { PATH_START = 255 };

typedef struct path_work {
    const kd_distance_matrix *matrix;
    const kd_path_desc *desc;
    int32_t slope;
    void (*limited_row)(const kdi_path_row *row);
    uint8_t *codes;          /* [row][column]: 0 diagonal, j a run to the right, slope + j a run down, PATH_START */
    double *best, *previous; /* G of this row and of the one before */
    double *diagonal;        /* E of this row */
    double *costs;
    double *down; /* [slope + 1][stride]: E and V_j of the row before, then of this one */
    size_t stride;
} path_work;

kd_path_desc kd_path_desc_default(void)
{
    kd_path_desc desc = {3, 0.0f, false, false, false};
    return desc;
}

static int32_t path_clamp(double column, int32_t columns)
{
    return column < 0.0 ? 0 : column > (double)(columns - 1) ? columns - 1 : (int32_t)column;
}

void kdi_path_reach(const kd_path_desc *desc, int32_t rows, int32_t columns, int32_t row, int32_t *first, int32_t *last)
{
    double low = 0.0, high = (double)(columns - 1), k = (double)desc->slope_limit;
    if (desc->band > 0.0f) {
        double centre = (double)(columns - 1) / (double)(rows > 1 ? rows - 1 : 1) * (double)row;
        double width = (double)desc->band * (double)columns + 1.0;
        low = ceil(centre - width);
        high = floor(centre + width);
    }
    if (desc->slope_limit > 0) {
        double after = (double)(rows - 1 - row), end = (double)(columns - 1);
        double reach_low = desc->open_begin ? 0.0 : floor(((double)row - k) / (k + 1.0));
        double reach_high = desc->open_begin ? end : (k + 1.0) * (double)row + k;
        double leave_low = desc->open_end ? 0.0 : end - ((k + 1.0) * after + k);
        double leave_high = desc->open_end ? end : end - floor((after - k) / (k + 1.0));
        low = fmax(low, fmax(reach_low, leave_low));
        high = fmin(high, fmin(reach_high, leave_high));
    }
    *first = path_clamp(low, columns);
    *last = path_clamp(high, columns);
}

static bool path_may_start(const path_work *work, int32_t row, int32_t column)
{
    return (row == 0 && column == 0) || (work->desc->open_begin && (row == 0 || column == 0));
}

/* How many cells of a row, from the first of its range on, may be the first of a path. */
static int32_t path_starts(const path_work *work, int32_t row, int32_t first, int32_t last)
{
    if (!path_may_start(work, row, first))
        return 0;
    return row == 0 && work->desc->open_begin ? last - first + 1 : 1;
}

static void path_begin_row(const kdi_path_row *row)
{
    for (int32_t c = row->first; c <= row->last; c++) {
        row->costs[c] = (double)row->values[c];
        row->diagonal[c] = row->diagonal_weight * row->costs[c] + row->previous[c - 1];
    }
    for (int32_t c = row->first; c < row->first + row->starts; c++)
        row->diagonal[c] = row->costs[c];
}

void kdi_path_row_portable(const kdi_path_row *row)
{
    path_begin_row(row);
    for (int32_t c = row->first; c <= row->last; c++) {
        double best = row->diagonal[c], cost = row->costs[c], sum = cost;
        int32_t code = 0;
        for (int32_t j = 1; j <= row->slope; j++) {
            double across = sum + row->diagonal[c - j];
            code = across < best ? j : code;
            best = across < best ? across : best;
            sum += row->costs[c - j];
        }
        double *down = row->down + c;
        double shorter = *down;
        *down = row->diagonal[c];
        for (int32_t j = 1; j <= row->slope; j++) {
            down += row->stride;
            double run = cost + shorter;
            shorter = *down;
            *down = run;
            code = run < best ? row->slope + j : code;
            best = run < best ? run : best;
        }
        row->best[c] = best;
        row->codes[c] = (uint8_t)code;
    }
}

/* Without a limit: the well-known recurrence. Code 1 a step to the right, 2 a step down. */
static void path_free_row(const kdi_path_row *row)
{
    path_begin_row(row);
    for (int32_t c = row->first; c <= row->last; c++) {
        double best = row->diagonal[c];
        double down = row->costs[c] + row->previous[c], across = row->costs[c] + row->best[c - 1];
        row->codes[c] = down < best ? 2 : 0;
        best = down < best ? down : best;
        row->codes[c] = across < best ? 1 : row->codes[c];
        row->best[c] = across < best ? across : best;
    }
}

/* What lies left of the range becomes infinite; right of it nothing has been written yet. */
static void path_row(path_work *work, int32_t row, int32_t first, int32_t last)
{
    for (int32_t i = 1; i <= work->slope + 1; i++)
        work->costs[first - i] = work->diagonal[first - i] = INFINITY;
    work->best[first - 1] = INFINITY;
    size_t begin = (size_t)row * (size_t)work->matrix->columns;
    kdi_path_row job = {first,
                        last,
                        path_starts(work, row, first, last),
                        work->slope,
                        work->desc->count_frames ? 2.0 : 1.0,
                        work->matrix->values + begin,
                        work->previous,
                        work->costs,
                        work->diagonal,
                        work->best,
                        work->down,
                        work->stride,
                        work->codes + begin};
    if (work->slope > 0)
        work->limited_row(&job);
    else
        path_free_row(&job);
    for (int32_t c = first; c < first + job.starts; c++)
        if (job.codes[c] == 0)
            job.codes[c] = PATH_START;
}

/* Where the path ends: the far corner, or the best place on the last row and column. */
static double path_forward(path_work *work, kd_path_cell *end)
{
    int32_t rows = work->matrix->rows, columns = work->matrix->columns;
    double least = INFINITY;
    for (int32_t r = 0; r < rows; r++) {
        int32_t first, end_column;
        kdi_path_reach(work->desc, rows, columns, r, &first, &end_column);
        path_row(work, r, first, end_column);
        bool last = r == rows - 1;
        for (int32_t c = last && work->desc->open_end ? first : columns - 1; c <= end_column; c++)
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

static double path_cost(const path_work *work, const kd_path_cell *cells, int32_t count)
{
    double cost = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bool is_diagonal = i > 0 && cells[i].row > cells[i - 1].row && cells[i].column > cells[i - 1].column;
        size_t at = (size_t)cells[i].row * (size_t)work->matrix->columns + (size_t)cells[i].column;
        cost += (is_diagonal && work->desc->count_frames ? 2.0 : 1.0) * (double)work->matrix->values[at];
    }
    return cost;
}

static bool path_work_make(kdi_arena *arena, path_work *work)
{
    size_t columns = (size_t)work->matrix->columns, lists = (size_t)work->slope + 5;
    work->stride = columns + 2 * KDI_PATH_MARGIN;
    double *rows = KDI_ARENA_PUSH(arena, double, work->stride *lists);
    if (!rows)
        return false;
    for (size_t i = 0; i < work->stride * lists; i++)
        rows[i] = INFINITY;
    rows += KDI_PATH_MARGIN;
    work->best = rows;
    work->previous = rows + work->stride;
    work->diagonal = rows + 2 * work->stride;
    work->costs = rows + 3 * work->stride;
    work->down = rows + 4 * work->stride;
    work->limited_row = kdi_path_row_portable;
#if defined(KDI_HAVE_AVX2)
    if (kd_backend_available(KD_BACKEND_AVX2))
        work->limited_row = kdi_path_row_avx2;
#endif
    return true;
}

static kd_result path_find(kdi_arena *arena, path_work *work, kd_path *out, kd_findings *findings)
{
    const kd_distance_matrix *matrix = work->matrix;
    out->capacity = (size_t)matrix->rows + (size_t)matrix->columns;
    out->cells = (kd_path_cell *)kdi_allocate(&out->allocator, out->capacity, sizeof *out->cells);
    if (!out->cells || !work->codes || !path_work_make(arena, work))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for a path through %d x %d distances",
                         (int)matrix->rows, (int)matrix->columns);
    kd_path_cell end = {0, 0};
    if (!(path_forward(work, &end) < INFINITY))
        return KDI_ERROR(
            findings, KD_RANGE, NULL,
            "no path through %d x %d frames keeps to a slope limit of %d and a band of %g; raise the limit",
            (int)matrix->rows, (int)matrix->columns, (int)work->slope, (double)work->desc->band);
    out->count = path_backward(work, end, out->cells);
    for (int32_t i = 0; i < out->count / 2; i++) {
        kd_path_cell swap = out->cells[i];
        out->cells[i] = out->cells[out->count - 1 - i];
        out->cells[out->count - 1 - i] = swap;
    }
    out->cost = path_cost(work, out->cells, out->count);
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
    if (desc->slope_limit < 0 || desc->slope_limit > KDI_PATH_MAX_SLOPE || !(desc->band >= 0.0f))
        return KDI_ERROR(findings, KD_RANGE, NULL, "a slope limit is 0 to %d and a band not below 0",
                         KDI_PATH_MAX_SLOPE);
    if (matrix->rows < 1 || matrix->columns < 1)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "there are no distances to find a path through");
    work.matrix = matrix;
    work.desc = desc;
    work.slope = desc->slope_limit;
    size_t cells = (size_t)matrix->rows * (size_t)matrix->columns;
    work.codes = (uint8_t *)kdi_allocate(&out->allocator, cells, 1);
    kdi_arena_init(&arena, &out->allocator, 0);
    kd_result result = path_find(&arena, &work, out, findings);
    kdi_free(&out->allocator, work.codes, cells);
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
