/* The time curve of two motions. The fit minimises the squared distance of the spline to the path plus a little
 * bending, under bounds on the slope at every knot: unbounded first, by banded normal equations; where a bound is
 * broken, by the alternating direction method of multipliers on the same equations. */
#include "align/curve.h"

#include "text/findings.h"

#include <math.h>
#include <string.h>

enum { CURVE_ROUNDS = 400 };

/* Relative weight of bending against the path; enough to decide where a stretch of the path has no cell. */
#define CURVE_BENDING 1e-3
/* The least part of the mean speed that either motion keeps. */
#define CURVE_SLOWEST 0.02

/* Symmetric, two bands beside the diagonal; rows are the inner control points 1 .. n. */
typedef struct curve_system {
    int32_t n;
    double *band[3]; /* band[k][i] = A(i, i + k) */
    double *right;
} curve_system;

static bool curve_system_make(kdi_arena *arena, int32_t n, curve_system *system)
{
    system->n = n;
    for (int k = 0; k < 3; k++)
        system->band[k] = KDI_ARENA_PUSH(arena, double, (size_t)n + 2);
    system->right = KDI_ARENA_PUSH(arena, double, (size_t)n + 2);
    return system->band[0] && system->band[1] && system->band[2] && system->right;
}

/* Adds weight * (row . c - target)^2 / 2, the row having `count` numbers from control point `first` on. The outermost
 * control points are the negatives of their neighbours: that makes f zero at both ends. */
static void curve_add(curve_system *system, int32_t first, const double *row, int count, double target, double weight)
{
    int32_t place[4];
    double part[4];
    for (int i = 0; i < count; i++) {
        int32_t at = first + i;
        place[i] = at == 0 ? 0 : at == system->n + 1 ? system->n - 1 : at - 1;
        part[i] = at == 0 || at == system->n + 1 ? -row[i] : row[i];
    }
    for (int i = 0; i < count; i++) {
        system->right[place[i]] += weight * part[i] * target;
        for (int k = 0; k < count; k++)
            if (place[k] >= place[i])
                system->band[place[k] - place[i]][place[i]] += weight * part[i] * part[k];
    }
}

/* In place: A = L D L^T. */
static void curve_factor(curve_system *system)
{
    double *d = system->band[0], *a = system->band[1], *b = system->band[2];
    for (int32_t i = 0; i < system->n; i++) {
        double l1 = a[i] / d[i], l2 = b[i] / d[i];
        if (i + 1 < system->n) {
            d[i + 1] -= l1 * a[i];
            a[i + 1] -= l1 * b[i];
        }
        if (i + 2 < system->n)
            d[i + 2] -= l2 * b[i];
        a[i] = l1;
        b[i] = l2;
    }
}

static void curve_solve(const curve_system *system, const double *right, double *x)
{
    const double *d = system->band[0], *l1 = system->band[1], *l2 = system->band[2];
    int32_t n = system->n;
    for (int32_t i = 0; i < n; i++)
        x[i] = right[i] - (i > 0 ? l1[i - 1] * x[i - 1] : 0.0) - (i > 1 ? l2[i - 2] * x[i - 2] : 0.0);
    for (int32_t i = n - 1; i >= 0; i--)
        x[i] = x[i] / d[i] - (i + 1 < n ? l1[i] * x[i + 1] : 0.0) - (i + 2 < n ? l2[i] * x[i + 2] : 0.0);
}

static double curve_control(const double *x, int32_t n, int32_t at)
{
    return at == 0 ? -x[0] : at == n + 1 ? -x[n - 1] : x[at - 1];
}

static void curve_bounds(const kdi_curve_desc *desc, double *low, double *high)
{
    double widest = 1.0 - CURVE_SLOWEST;
    *low = -widest;
    *high = widest;
    if (desc->steepest > 0.0) {
        double ratio = (double)(desc->columns - 1) / (double)(desc->rows - 1);
        double up = desc->steepest * ratio, down = desc->steepest / ratio;
        *high = fmin(widest, (up - 1.0) / (up + 1.0));
        *low = fmax(-widest, -(down - 1.0) / (down + 1.0));
    }
}

/* The slopes nearest to those given that keep the bounds and lead to the end: one shift for all. */
static void curve_meet_end(double *slope, int32_t n, double low, double high)
{
    double from = -2.0, to = 2.0;
    for (int round = 0; round < 100; round++) {
        double shift = 0.5 * (from + to), sum = 0.0;
        for (int32_t j = 0; j <= n; j++)
            sum += (j == 0 || j == n ? 0.5 : 1.0) * fmin(high, fmax(low, slope[j] + shift));
        if (sum > 0.0)
            to = shift;
        else
            from = shift;
    }
    for (int32_t j = 0; j <= n; j++)
        slope[j] = fmin(high, fmax(low, slope[j] + 0.5 * (from + to)));
}

static void curve_integrate(kdi_curve_fit *curve)
{
    double step = 1.0 / (double)curve->interval_count;
    curve->value[0] = 0.0;
    for (int32_t j = 1; j <= curve->interval_count; j++)
        curve->value[j] = curve->value[j - 1] + 0.5 * step * (curve->slope[j - 1] + curve->slope[j]);
    curve->value[curve->interval_count] = 0.0;
}

static bool curve_make(kdi_arena *arena, int32_t intervals, kdi_curve_fit *out)
{
    out->interval_count = intervals;
    out->slope = KDI_ARENA_PUSH(arena, double, (size_t)intervals + 1);
    out->value = KDI_ARENA_PUSH(arena, double, (size_t)intervals + 1);
    return out->slope && out->value;
}

/* Path cells and bending; the differences of control points with weight `tie`, which the multiplier method needs. */
static void curve_assemble(curve_system *system, const kd_path *path, const kdi_curve_desc *desc, double tie)
{
    int32_t n = system->n;
    double weight = (double)n / (double)path->count;
    for (int32_t i = 0; i < path->count; i++) {
        double p = (double)path->cells[i].row / (double)(desc->rows - 1);
        double q = (double)path->cells[i].column / (double)(desc->columns - 1);
        double at = 0.5 * (p + q) * (double)n;
        int32_t interval = at < (double)(n - 1) ? (int32_t)at : n - 1;
        double s = at - (double)interval;
        const double row[3] = {0.5 * (1.0 - s) * (1.0 - s), 0.5 + s - s * s, 0.5 * s * s};
        curve_add(system, interval, row, 3, 0.5 * (p - q), weight);
    }
    const double bend[3] = {1.0, -2.0, 1.0}, difference[2] = {-1.0, 1.0};
    for (int32_t j = 0; j < n; j++)
        curve_add(system, j, bend, 3, 0.0, CURVE_BENDING);
    for (int32_t j = 0; j <= n; j++)
        curve_add(system, j, difference, 2, 0.0, tie);
}

/* Slopes at the knots within the bounds; n + 1 numbers of room in each list. */
static void curve_bounded(const curve_system *system, double tie, double low, double high, double *lists[4],
                          double *slope)
{
    int32_t n = system->n;
    double *x = lists[0], *kept = lists[1], *dual = lists[2], *right = lists[3], step = 1.0 / (double)n;
    for (int round = 0; round < CURVE_ROUNDS; round++) {
        memcpy(right, system->right, (size_t)n * sizeof *right);
        for (int32_t j = 0; j <= n; j++) {
            double pull = tie * (kept[j] - dual[j]);
            int32_t to = j == n ? n - 1 : j, from = j == 0 ? 0 : j - 1;
            right[to] += j == n ? -pull : pull;
            right[from] += j == 0 ? pull : -pull;
        }
        curve_solve(system, right, x);
        for (int32_t j = 0; j <= n; j++) {
            double difference = curve_control(x, n, j + 1) - curve_control(x, n, j);
            kept[j] = fmin(high * step, fmax(low * step, difference + dual[j]));
            dual[j] += difference - kept[j];
        }
    }
    for (int32_t j = 0; j <= n; j++)
        slope[j] = kept[j] / step;
}

kd_result kdi_curve_fit_spline(kdi_arena *arena, const kd_path *path, const kdi_curve_desc *desc, kdi_curve_fit *out,
                               kd_findings *findings)
{
    curve_system plain, tied;
    int32_t n = desc->intervals;
    double *lists[4], low, high, tie = 1.0;
    bool good = curve_make(arena, n, out) && curve_system_make(arena, n, &plain) && curve_system_make(arena, n, &tied);
    for (int i = 0; i < 4; i++) {
        lists[i] = KDI_ARENA_PUSH(arena, double, (size_t)n + 2);
        good = good && lists[i];
    }
    if (!good)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the time curve");
    curve_bounds(desc, &low, &high);
    curve_assemble(&plain, path, desc, 0.0);
    curve_factor(&plain);
    curve_solve(&plain, plain.right, lists[0]);
    bool bounded = true;
    for (int32_t j = 0; j <= n; j++) {
        out->slope[j] = (curve_control(lists[0], n, j + 1) - curve_control(lists[0], n, j)) * (double)n;
        bounded = bounded && out->slope[j] >= low && out->slope[j] <= high;
    }
    if (!bounded) {
        curve_assemble(&tied, path, desc, tie);
        curve_factor(&tied);
        curve_bounded(&tied, tie, low, high, lists, out->slope);
    }
    curve_meet_end(out->slope, n, low, high);
    curve_integrate(out);
    return KD_OK;
}

/* Middles of the path's runs at even places between its ends, in parts of the lengths: f = (p - q) / 2 at u. */
static void curve_middles(const kd_path *path, const kdi_curve_desc *desc, int32_t n, double *f)
{
    int32_t cell = 0;
    for (int32_t j = 0; j <= n; j++) {
        double u = (double)j / (double)n, before = 0.0, after = 0.0, at_before = 0.0, at_after = 1.0;
        for (; cell < path->count; cell++) {
            double p = (double)path->cells[cell].row / (double)(desc->rows - 1);
            double q = (double)path->cells[cell].column / (double)(desc->columns - 1);
            at_after = 0.5 * (p + q);
            after = 0.5 * (p - q);
            if (at_after >= u)
                break;
        }
        if (cell > 0 && cell < path->count) {
            double p = (double)path->cells[cell - 1].row / (double)(desc->rows - 1);
            double q = (double)path->cells[cell - 1].column / (double)(desc->columns - 1);
            at_before = 0.5 * (p + q);
            before = 0.5 * (p - q);
        }
        double part = at_after > at_before ? (u - at_before) / (at_after - at_before) : 1.0;
        f[j] = before + part * (after - before);
    }
}

kd_result kdi_curve_fit_average(kdi_arena *arena, const kd_path *path, int32_t radius, const kdi_curve_desc *desc,
                                kdi_curve_fit *out, kd_findings *findings)
{
    int32_t n = (desc->rows > desc->columns ? desc->rows : desc->columns) - 1;
    double *f = KDI_ARENA_PUSH(arena, double, (size_t)n + 1), *mean = KDI_ARENA_PUSH(arena, double, (size_t)n + 1);
    if (!f || !mean || !curve_make(arena, n, out))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the time curve");
    curve_middles(path, desc, n, f);
    for (int32_t j = 0; j <= n; j++) {
        int32_t reach = j < n - j ? j : n - j;
        reach = reach < radius ? reach : radius;
        double sum = 0.0;
        for (int32_t k = j - reach; k <= j + reach; k++)
            sum += f[k];
        mean[j] = sum / (double)(2 * reach + 1);
    }
    double low, high;
    curve_bounds(desc, &low, &high);
    for (int32_t j = 0; j <= n; j++) {
        int32_t before = j > 0 ? j - 1 : 0, after = j < n ? j + 1 : n;
        out->slope[j] = (mean[after] - mean[before]) / (double)(after - before) * (double)n;
    }
    curve_meet_end(out->slope, n, low, high);
    curve_integrate(out);
    return KD_OK;
}

static double curve_f(const kdi_curve_fit *curve, double u)
{
    double at = u * (double)curve->interval_count, step = 1.0 / (double)curve->interval_count;
    int32_t j = at > 0.0 ? (int32_t)at : 0;
    j = j < curve->interval_count ? j : curve->interval_count - 1;
    double s = at - (double)j;
    return curve->value[j] + step * s * (curve->slope[j] + 0.5 * s * (curve->slope[j + 1] - curve->slope[j]));
}

double kdi_curve_p(const kdi_curve_fit *curve, double u)
{
    return u + curve_f(curve, u);
}

double kdi_curve_q(const kdi_curve_fit *curve, double u)
{
    return u - curve_f(curve, u);
}

double kdi_curve_u_of_p(const kdi_curve_fit *curve, double p)
{
    double from = 0.0, to = 1.0;
    for (int round = 0; round < 60; round++) {
        double u = 0.5 * (from + to);
        if (kdi_curve_p(curve, u) < p)
            from = u;
        else
            to = u;
    }
    return 0.5 * (from + to);
}
