/* Solving the system of an RBF: the factorisation that fits, and singular values where it does not.
 *
 * Direct methods solve the kernel's matrix, bordered by the columns of the linear term. The other two work in the space
 * square to those columns, so that the weights keep the side conditions whatever the kernel's matrix is like: with Q
 * its orthonormal basis, min |Q' K Q v - Q' y|^2 + decay |v|^2, and weights Q v. Stacking the decay below the matrix
 * instead of forming normal equations keeps the condition number from being squared. */
#include "compile/lapack.h"
#include "compile/rbf_polynomial.h"

#include <math.h>
#include <string.h>

/* Beyond this condition the weights would be noise in floats: singular values below the cut are left out. */
static const double FACTOR_WORST_CONDITION = 1e12;
static const double FACTOR_CUT = 1e-11;
/* A rough estimate of the condition below this says enough: it is off by some tens, not by a million. */
static const double FACTOR_PLAINLY_GOOD = 1e6;

typedef struct factor_work {
    kdi_rbf_system *system;
    kdi_rbf_polynomial polynomial;
    int places, sums;
    int size;       /* of the bordered matrix */
    double *matrix; /* [size][size] */
    double *right;  /* [sum + 2][size]: targets, then the solution; two more for an estimate */
    double *work;
    int *pivots;
    int lwork;
} factor_work;

static bool factor_is_definite(const kd_rbf_interp *rbf)
{
    return rbf->kernel == KD_RBF_KERNEL_GAUSSIAN || rbf->kernel == KD_RBF_KERNEL_INVERSE_QUADRATIC ||
           rbf->kernel == KD_RBF_KERNEL_INVERSE_MULTIQUADRIC;
}

/* Values of the kernel: row i is the place, column j the key. Returns the largest size. */
static double factor_fill_kernel(const kdi_rbf_system *system, double *matrix, size_t stride)
{
    size_t places = (size_t)system->place_count;
    double scale = system->shape.factor * system->shape.factor, largest = 0;
    for (size_t j = 0; j < places; j++)
        for (size_t i = system->has_radii ? 0 : j; i < places; i++) {
            double phi = kdi_rbf_phi(&system->shape, system->squares[j * places + i] * scale * system->factors[j]);
            matrix[j * stride + i] = phi;
            if (!system->has_radii)
                matrix[i * stride + j] = phi;
            largest = fabs(phi) > largest ? fabs(phi) : largest;
        }
    return largest;
}

/* The matrix with its border, and the right side; returns what the border is multiplied by. */
static double factor_fill(factor_work *w)
{
    const kdi_rbf_system *system = w->system;
    size_t size = (size_t)w->size, places = (size_t)w->places;
    double largest = factor_fill_kernel(system, w->matrix, size);
    double weight = largest > 0 ? largest : 1; /* keeps the border's size that of the kernel */
    for (size_t r = 0; r < size - places; r++)
        for (size_t p = 0; p < places; p++) {
            double value = weight * w->polynomial.basis[r * places + p];
            w->matrix[(places + r) * size + p] = w->matrix[p * size + places + r] = value;
        }
    for (size_t r = places; r < size; r++)
        memset(w->matrix + r * size + places, 0, (size - places) * sizeof *w->matrix);
    for (size_t o = 0; o < (size_t)w->sums; o++) {
        memcpy(w->right + o * size, system->targets + o * places, places * sizeof *w->right);
        memset(w->right + o * size + places, 0, (size - places) * sizeof *w->right);
    }
    return weight;
}

/* The largest sum of a row. sums: one number a row; added side by side, which is several times as quick as each alone.
 */
static double factor_norm(const double *matrix, size_t size, double *sums)
{
    double largest = 0;
    memset(sums, 0, size * sizeof *sums);
    for (size_t j = 0; j < size; j++)
        for (size_t i = 0; i < size; i++)
            sums[i] += fabs(matrix[j * size + i]);
    for (size_t i = 0; i < size; i++)
        largest = sums[i] > largest ? sums[i] : largest;
    return largest;
}

static double factor_sum(const double *column, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(column[i]);
    return sum;
}

/* Bunch and Kaufman's factors. The norm of the inverse is Hager's and Higham's estimate as in dsycon, but its first
 * vectors are solved along with the right side, for which `right` has two columns more. Solving the other two, one
 * column at a time, would take a fifth of the time of all: that is left out where nobody asks and the first are far
 * from the limit. */
static double factor_symmetric(factor_work *w, double norm, bool exact)
{
    const int n = w->size, columns = w->sums + 2, one = 1;
    double *level = w->right + (size_t)n * (size_t)w->sums, *zigzag = level + n, *column = w->work;
    int info, top = 0;
    for (int i = 0; i < n; i++) {
        level[i] = 1.0 / n;
        zigzag[i] = (i % 2 ? -1 : 1) * (1 + (double)i / (n > 1 ? n - 1 : 1));
    }
    dsytrf_("L", &n, w->matrix, &n, w->pivots, w->work, &w->lwork, &info, 1);
    if (info == 0)
        dsytrs2_("L", &n, &columns, w->matrix, &n, w->pivots, w->right, &n, w->work, &info, 1);
    if (info != 0)
        return 0;
    double inverse = fmax(factor_sum(level, n), 2 * factor_sum(zigzag, n) / (3 * n));
    if (!exact && norm * inverse < FACTOR_PLAINLY_GOOD)
        return 1 / (norm * inverse);
    for (int i = 0; i < n; i++)
        column[i] = level[i] < 0 ? -1 : 1;
    dsytrs_("L", &n, &one, w->matrix, &n, w->pivots, column, &n, &info, 1);
    for (int i = 1; i < n; i++)
        top = fabs(column[i]) > fabs(column[top]) ? i : top;
    memset(column, 0, (size_t)n * sizeof *column);
    column[top] = 1;
    dsytrs_("L", &n, &one, w->matrix, &n, w->pivots, column, &n, &info, 1);
    return 1 / (norm * fmax(inverse, factor_sum(column, n)));
}

/* Factors the matrix, solves, and returns one over the condition; 0 where that fails. exact: as well as it can be
 * estimated. */
static double factor_solve_by(factor_work *w, kd_rbf_method method, bool exact)
{
    double norm = factor_norm(w->matrix, (size_t)w->size, w->work), rcond = 0;
    int n = w->size, info = 0, *iwork = w->pivots + n;
    if (method == KD_RBF_METHOD_CHOLESKY) {
        dpotrf_("L", &n, w->matrix, &n, &info, 1);
        if (info == 0)
            dpocon_("L", &n, w->matrix, &n, &norm, &rcond, w->work, iwork, &info, 1);
        if (info == 0 && rcond * FACTOR_WORST_CONDITION >= 1)
            dpotrs_("L", &n, &w->sums, w->matrix, &n, w->right, &n, &info, 1);
    } else if (method == KD_RBF_METHOD_SYMMETRIC) {
        rcond = factor_symmetric(w, norm, exact);
    } else {
        dgetrf_(&n, &n, w->matrix, &n, w->pivots, &info);
        if (info == 0)
            dgecon_("I", &n, w->matrix, &n, &norm, &rcond, w->work, iwork, &info, 1);
        if (info == 0 && rcond * FACTOR_WORST_CONDITION >= 1)
            dgetrs_("N", &n, &w->sums, w->matrix, &n, w->pivots, w->right, &n, &info, 1);
    }
    return info == 0 && rcond == rcond ? rcond : 0;
}

/* What a function without a key would miss there: its weight over the inverse's diagonal (Rippa). */
static void factor_left_out(factor_work *w, const kdi_rbf_solution *solution)
{
    int n = w->size, info = 0;
    size_t places = (size_t)w->places;
    if (solution->used == KD_RBF_METHOD_CHOLESKY)
        dpotri_("L", &n, w->matrix, &n, &info, 1);
    else if (solution->used == KD_RBF_METHOD_SYMMETRIC)
        dsytri_("L", &n, w->matrix, &n, w->pivots, w->work, &info, 1);
    else
        dgetri_(&n, w->matrix, &n, w->pivots, w->work, &w->lwork, &info);
    double largest = 0;
    for (size_t p = 0; p < places; p++)
        largest = fmax(largest, fabs(w->matrix[p * (size_t)n + p]));
    for (size_t p = 0; p < places; p++) {
        double diagonal = w->matrix[p * (size_t)n + p];
        bool known = info == 0 && fabs(diagonal) > 1e-9 * largest;
        for (size_t o = 0; o < (size_t)w->sums; o++)
            solution->left_out[o * places + p] = known ? solution->weights[o * places + p] / diagonal : NAN;
    }
}

static void factor_store_direct(factor_work *w, double border, kdi_rbf_solution *solution)
{
    size_t size = (size_t)w->size, places = (size_t)w->places;
    for (size_t o = 0; o < (size_t)w->sums; o++) {
        double *column = w->right + o * size;
        memcpy(solution->weights + o * places, column, places * sizeof *column);
        for (size_t r = places; r < size; r++)
            column[r] *= border;
        if (solution->linear)
            kdi_rbf_polynomial_row(w->system, &w->polynomial, column + places,
                                   solution->linear + o * (size_t)(w->system->sizes.in + 1));
    }
}

/* *done: it worked. */
static kd_result factor_direct(factor_work *w, bool wants_left_out, kdi_rbf_solution *solution, bool *done)
{
    kdi_arena *arena = &w->system->arena;
    kd_result result = kdi_rbf_polynomial_build(w->system, false, &w->polynomial);
    solution->linear_count = w->polynomial.count;
    solution->linear_rank = w->polynomial.rank;
    w->size = w->places + w->polynomial.rank;
    w->lwork = 64 * w->size;
    size_t size = (size_t)w->size;
    w->matrix = KDI_ARENA_PUSH(arena, double, size *size);
    w->right = KDI_ARENA_PUSH(arena, double, size *(size_t)(w->sums + 2));
    w->work = KDI_ARENA_PUSH(arena, double, (size_t)w->lwork + 4 * size);
    w->pivots = KDI_ARENA_PUSH(arena, int, 2 * size);
    if (result != KD_OK || !w->matrix || !w->right || !w->work || !w->pivots)
        return KD_OUT_OF_MEMORY;
    solution->used = solution->wanted;
    for (int attempt = 0; attempt < 2 && !*done; attempt++) {
        double border = factor_fill(w);
        double rcond = factor_solve_by(w, solution->used, wants_left_out);
        *done = rcond * FACTOR_WORST_CONDITION >= 1;
        solution->condition = rcond > 0 ? 1 / rcond : INFINITY;
        if (*done)
            factor_store_direct(w, border, solution);
        else if (solution->used == KD_RBF_METHOD_CHOLESKY && rcond == 0)
            solution->used = KD_RBF_METHOD_SYMMETRIC; /* rounding made it indefinite: try once more */
        else
            break;
    }
    if (*done && wants_left_out)
        factor_left_out(w, solution);
    return KD_OK;
}

/* Fills matrix and right side with the system square to the linear term; below it `rows` leaves room. */
static bool factor_projected(factor_work *w, int n, int rows)
{
    const kdi_rbf_system *system = w->system;
    kdi_arena *arena = &w->system->arena;
    size_t places = (size_t)w->places;
    const double one = 1, zero = 0, *q = w->polynomial.complement;
    double *kernel = KDI_ARENA_PUSH(arena, double, places *places);
    double *half = KDI_ARENA_PUSH(arena, double, places *(size_t)n);
    w->matrix = KDI_ARENA_PUSH(arena, double, (size_t)rows *(size_t)n);
    w->right = KDI_ARENA_PUSH(arena, double, (size_t)rows *(size_t)w->sums);
    if (!kernel || !half || !w->matrix || !w->right)
        return false;
    factor_fill_kernel(system, kernel, places);
    if (q) {
        dgemm_("N", "N", &w->places, &n, &w->places, &one, kernel, &w->places, q, &w->places, &zero, half, &w->places,
               1, 1);
        dgemm_("T", "N", &n, &n, &w->places, &one, q, &w->places, half, &w->places, &zero, w->matrix, &rows, 1, 1);
        dgemm_("T", "N", &n, &w->sums, &w->places, &one, q, &w->places, system->targets, &w->places, &zero, w->right,
               &rows, 1, 1);
        return true;
    }
    for (size_t j = 0; j < (size_t)n; j++)
        memcpy(w->matrix + j * (size_t)rows, kernel + j * places, places * sizeof *kernel);
    for (size_t o = 0; o < (size_t)w->sums; o++)
        memcpy(w->right + o * (size_t)rows, system->targets + o * places, places * sizeof *kernel);
    return true;
}

/* Least squares of the matrix and right side that are in place. */
static bool factor_least_squares(factor_work *w, int n, int rows, kdi_rbf_solution *solution)
{
    kdi_arena *arena = &w->system->arena;
    int info = 0, ask = -1, rank;
    double best = 1, rcond = FACTOR_CUT;
    double *values = KDI_ARENA_PUSH(arena, double, (size_t)n);
    int *iwork = KDI_ARENA_PUSH(arena, int, 64 * (size_t)n + 64);
    if (!values || !iwork)
        return false;
    bool qr = solution->used == KD_RBF_METHOD_QR;
    if (qr)
        dgels_("N", &rows, &n, &w->sums, w->matrix, &rows, w->right, &rows, &best, &ask, &info, 1);
    else
        dgelsd_(&rows, &n, &w->sums, w->matrix, &rows, w->right, &rows, values, &rcond, &rank, &best, &ask, iwork,
                &info);
    int lwork = (int)best;
    double *work = KDI_ARENA_PUSH(arena, double, (size_t)lwork);
    if (!work)
        return false;
    if (qr) {
        dgels_("N", &rows, &n, &w->sums, w->matrix, &rows, w->right, &rows, work, &lwork, &info, 1);
        double high = 0, low = INFINITY;
        for (int i = 0; i < n; i++) {
            double pivot = fabs(w->matrix[(size_t)i * (size_t)rows + (size_t)i]);
            high = fmax(high, pivot);
            low = fmin(low, pivot);
        }
        solution->condition = low > 0 ? high / low : INFINITY;
    } else {
        dgelsd_(&rows, &n, &w->sums, w->matrix, &rows, w->right, &rows, values, &rcond, &rank, work, &lwork, iwork,
                &info);
        solution->condition = values[n - 1] > 0 ? values[0] / values[n - 1] : INFINITY;
    }
    if (info != 0)
        memset(w->right, 0, (size_t)rows * (size_t)w->sums * sizeof *w->right);
    return true;
}

/* Weights from the projected solution, then the linear term from what they leave. */
static bool factor_store_projected(factor_work *w, int n, int rows, kdi_rbf_solution *solution)
{
    size_t places = (size_t)w->places;
    const double one = 1, zero = 0;
    for (size_t o = 0; o < (size_t)w->sums && !w->polynomial.complement; o++)
        memcpy(solution->weights + o * places, w->right + o * (size_t)rows, places * sizeof(double));
    if (!w->polynomial.complement)
        return true;
    double *kernel = KDI_ARENA_PUSH(&w->system->arena, double, places *places);
    double *rest = KDI_ARENA_PUSH(&w->system->arena, double, places *(size_t)w->sums);
    double *coefficients = KDI_ARENA_PUSH(&w->system->arena, double, places);
    if (!kernel || !rest || !coefficients)
        return false;
    if (n > 0)
        dgemm_("N", "N", &w->places, &w->sums, &n, &one, w->polynomial.complement, &w->places, w->right, &rows, &zero,
               solution->weights, &w->places, 1, 1);
    factor_fill_kernel(w->system, kernel, places);
    const double minus = -1;
    memcpy(rest, w->system->targets, places * (size_t)w->sums * sizeof *rest);
    dgemm_("N", "N", &w->places, &w->sums, &w->places, &minus, kernel, &w->places, solution->weights, &w->places, &one,
           rest, &w->places, 1, 1);
    for (size_t o = 0; o < (size_t)w->sums; o++) {
        for (int r = 0; r < w->polynomial.rank; r++) {
            coefficients[r] = 0;
            for (size_t p = 0; p < places; p++)
                coefficients[r] += w->polynomial.basis[(size_t)r * places + p] * rest[o * places + p];
        }
        kdi_rbf_polynomial_row(w->system, &w->polynomial, coefficients,
                               solution->linear + o * (size_t)(w->system->sizes.in + 1));
    }
    return true;
}

/* Decay by QR of the stacked system, or without decay by singular values. */
static kd_result factor_stacked(factor_work *w, kdi_rbf_solution *solution)
{
    if (kdi_rbf_polynomial_build(w->system, true, &w->polynomial) != KD_OK)
        return KD_OUT_OF_MEMORY;
    int n = w->places - w->polynomial.rank;
    int rows = solution->used == KD_RBF_METHOD_QR ? 2 * n : n;
    solution->linear_count = w->polynomial.count;
    solution->linear_rank = w->polynomial.rank;
    solution->condition = 1;
    if (rows < 1)
        rows = 1;
    if (n > 0 && !factor_projected(w, n, rows))
        return KD_OUT_OF_MEMORY;
    for (int i = 0; i < n && solution->used == KD_RBF_METHOD_QR; i++)
        w->matrix[(size_t)i * (size_t)rows + (size_t)(n + i)] = sqrt(w->system->rbf->decay);
    if (n > 0 && !factor_least_squares(w, n, rows, solution))
        return KD_OUT_OF_MEMORY;
    return factor_store_projected(w, n, rows, solution) ? KD_OK : KD_OUT_OF_MEMORY;
}

kd_result kdi_rbf_system_solve(kdi_rbf_system *system, bool wants_left_out, kdi_rbf_solution *solution)
{
    const kd_rbf_interp *rbf = system->rbf;
    size_t places = (size_t)system->place_count, sums = (size_t)system->sizes.sums;
    memset(solution, 0, sizeof *solution);
    solution->condition = 1;
    solution->weights = KDI_ARENA_PUSH(&system->arena, double, places *sums);
    solution->linear =
        rbf->linear ? KDI_ARENA_PUSH(&system->arena, double, sums *(size_t)(system->sizes.in + 1)) : NULL;
    solution->left_out = wants_left_out ? KDI_ARENA_PUSH(&system->arena, double, places *sums) : NULL;
    if (!solution->weights || (rbf->linear && !solution->linear) || (wants_left_out && !solution->left_out))
        return KD_OUT_OF_MEMORY;
    for (size_t i = 0; i < places * sums && wants_left_out; i++)
        solution->left_out[i] = NAN;
    if (places == 0)
        return KD_OK;
    factor_work w;
    memset(&w, 0, sizeof w);
    w.system = system;
    w.places = system->place_count;
    w.sums = system->sizes.sums;
    bool done = false;
    kd_result result = KD_OK;
    if (rbf->decay > 0) {
        solution->wanted = solution->used = KD_RBF_METHOD_QR;
        return factor_stacked(&w, solution);
    }
    solution->wanted = system->has_radii                         ? KD_RBF_METHOD_LU
                       : !rbf->linear && factor_is_definite(rbf) ? KD_RBF_METHOD_CHOLESKY
                                                                 : KD_RBF_METHOD_SYMMETRIC;
    result = factor_direct(&w, wants_left_out, solution, &done);
    if (result == KD_OK && !done) {
        solution->used = KD_RBF_METHOD_SVD;
        result = factor_stacked(&w, solution);
    }
    return result;
}
