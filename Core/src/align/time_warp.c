/* The time-warp matrix of a path, as the paper on motion blending builds it from the runs of the path, with the cases
 * completed that its program leaves open: runs that meet in a corner, and runs at either end. */
#include "kinedriver/align.h"

#include "text/findings.h"

#include <string.h>

/* First and last row of the path in a column. */
typedef struct warp_column {
    int32_t low, high;
} warp_column;

static warp_column warp_column_at(const kd_path *path, int32_t column, int32_t *cell)
{
    while (path->cells[*cell].column < column)
        ++*cell;
    warp_column rows = {path->cells[*cell].row, path->cells[*cell].row};
    for (int32_t i = *cell; i < path->count && path->cells[i].column == column; i++)
        rows.high = path->cells[i].row;
    return rows;
}

/* A run down a column stands for its middle; the ends of the motion stay its ends. */
static double warp_middle(const kd_path *path, int32_t column, warp_column rows)
{
    if (column == 0)
        return (double)rows.low;
    if (column == path->cells[path->count - 1].column)
        return (double)rows.high;
    return 0.5 * (double)(rows.low + rows.high);
}

/* Columns first .. last - 1 lie on one row and go from `from` evenly towards `to`, which column `last` has. */
static void warp_ramp(double *warped, int32_t first, int32_t last, double from, double to)
{
    for (int32_t c = first; c < last; c++)
        warped[c] = from + (to - from) * (double)(c - first) / (double)(last - first);
}

static void warp_frames(const kd_path *path, double *warped)
{
    int32_t columns = path->cells[path->count - 1].column + 1, cell = 0;
    for (int32_t c = 0; c < columns;) {
        warp_column rows = warp_column_at(path, c, &cell);
        int32_t end = c + 1, next_cell = cell;
        warp_column next = rows;
        /* The columns that follow on the same row. */
        while (end < columns && (next = warp_column_at(path, end, &next_cell)).low == rows.high &&
               next.high == next.low)
            end++;
        warped[c] = warp_middle(path, c, rows);
        if (end < columns) {
            double row = (double)rows.high, to = warp_middle(path, end, next);
            to = to < row + 1.0 ? to : row + 1.0;
            if (rows.low == rows.high)
                warp_ramp(warped, c, end, warped[c], to);
            else
                warp_ramp(warped, c + 1, end, row + (to - row) / (double)(end - c), to);
        } else if (end - c > 1) {
            /* The run reaches the end: it climbs from the column before it, and only its last column is the end. */
            int32_t first = c > 0 && rows.low == rows.high ? c - 1 : c;
            warp_ramp(warped, first, columns - 1, warped[first], (double)rows.high);
            warped[columns - 1] = (double)rows.high;
        }
        c = end;
    }
}

static void warp_fill_column(const kd_path *path, int32_t column, int32_t *cell, int32_t columns, double frame,
                             float *matrix)
{
    warp_column rows = warp_column_at(path, column, cell);
    bool is_end = column == 0 || column == columns - 1;
    if (rows.high > rows.low && !is_end) {
        for (int32_t r = rows.low; r <= rows.high; r++)
            matrix[(size_t)r * (size_t)columns + (size_t)column] = 1.0f / (float)(rows.high - rows.low + 1);
        return;
    }
    size_t row = (size_t)frame;
    float part = (float)(frame - (double)row);
    matrix[row * (size_t)columns + (size_t)column] = 1.0f - part;
    if (part > 0.0f)
        matrix[(row + 1) * (size_t)columns + (size_t)column] = part;
}

kd_result kd_time_warp_matrix(const kd_path *path, float *matrix, double *warped, kd_findings *findings)
{
    const kd_path_cell *cells = path->cells;
    if (path->count < 2 || cells[0].row != 0 || cells[0].column != 0 || cells[path->count - 1].row < 1 ||
        cells[path->count - 1].column < 1)
        return KDI_ERROR(findings, KD_RANGE, NULL,
                         "a time-warp matrix needs a path from the first frames on and two frames of each motion");
    int32_t rows = cells[path->count - 1].row + 1, columns = cells[path->count - 1].column + 1, cell = 0;
    warp_frames(path, warped);
    if (!matrix)
        return KD_OK;
    memset(matrix, 0, (size_t)rows * (size_t)columns * sizeof *matrix);
    for (int32_t c = 0; c < columns; c++)
        warp_fill_column(path, c, &cell, columns, warped[c], matrix);
    return KD_OK;
}
