/* The linear term of an RBF system. Keys of an elbow lie on a line or in a plane: then the columns depend on each other
 * and the shortest solution is taken, which does not move where the keys say nothing. */
#include "compile/rbf_polynomial.h"

#include "compile/lapack.h"

#include <math.h>
#include <string.h>

/* Singular values below this part of the largest count as zero: noise in a direction that no key means. */
static const double POLYNOMIAL_RANK_LIMIT = 1e-6;

static bool polynomial_columns(kdi_rbf_system *system, kdi_rbf_polynomial *polynomial)
{
    int32_t components = system->sizes.in;
    size_t places = (size_t)system->place_count, columns = (size_t)components + 1;
    double *scales = KDI_ARENA_PUSH(&system->arena, double, (size_t)components);
    polynomial->components = KDI_ARENA_PUSH(&system->arena, int, columns);
    polynomial->means = KDI_ARENA_PUSH(&system->arena, double, columns);
    polynomial->scales = KDI_ARENA_PUSH(&system->arena, double, columns);
    polynomial->basis = KDI_ARENA_PUSH(&system->arena, double, columns *places);
    if (!scales || !polynomial->components || !polynomial->means || !polynomial->scales || !polynomial->basis)
        return false;
    kdi_rbf_linear_scales(system->rbf, scales);
    for (int32_t c = -1; c < components; c++) {
        if (c >= 0 && scales[c] == 0)
            continue;
        int column = polynomial->count++;
        double *to = polynomial->basis + (size_t)column * places, mean = 0;
        for (size_t p = 0; p < places && c >= 0; p++)
            mean += system->linear[p * (size_t)components + (size_t)c] / (double)places;
        polynomial->components[column] = c;
        polynomial->means[column] = mean;
        polynomial->scales[column] = c < 0 ? 1 : scales[c] / system->unit;
        for (size_t p = 0; p < places; p++)
            to[p] =
                c < 0 ? 1 : (system->linear[p * (size_t)components + (size_t)c] - mean) * polynomial->scales[column];
    }
    return true;
}

/* Whether all columns are independent: by a QR decomposition with pivots, which is quick. Needs memory for a copy. */
static bool polynomial_is_full(kdi_rbf_system *system, const kdi_rbf_polynomial *polynomial, bool *full)
{
    int places = system->place_count, columns = polynomial->count, info;
    int lwork = 2 * columns + (columns + 1) * 32;
    size_t size = (size_t)places * (size_t)columns;
    *full = false;
    if (places < columns)
        return true;
    double *copy = KDI_ARENA_PUSH(&system->arena, double, size);
    double *work = KDI_ARENA_PUSH(&system->arena, double, (size_t)lwork + (size_t)columns);
    int *pivots = KDI_ARENA_PUSH(&system->arena, int, (size_t)columns);
    if (!copy || !work || !pivots)
        return false;
    memcpy(copy, polynomial->basis, size * sizeof *copy);
    dgeqp3_(&places, &columns, copy, &places, pivots, work + lwork, work, &lwork, &info);
    double last = fabs(copy[(size_t)(columns - 1) * (size_t)places + (size_t)(columns - 1)]);
    /* The last pivot is no more than a few times the smallest singular value. */
    *full = info == 0 && last > 4 * POLYNOMIAL_RANK_LIMIT * fabs(copy[0]);
    return true;
}

/* Basis and complement by singular values. */
static bool polynomial_decompose(kdi_rbf_system *system, bool wants_complement, kdi_rbf_polynomial *polynomial)
{
    int m = system->place_count, n = polynomial->count, least = m < n ? m : n, info = 0, ask = -1;
    kdi_arena *arena = &system->arena;
    double *values = KDI_ARENA_PUSH(arena, double, (size_t)least);
    double *u = KDI_ARENA_PUSH(arena, double, (size_t)m *(size_t)(wants_complement ? m : least));
    double *vt = KDI_ARENA_PUSH(arena, double, (size_t)n *(size_t)n);
    int *iwork = KDI_ARENA_PUSH(arena, int, 8 * (size_t)least);
    polynomial->back = KDI_ARENA_PUSH(arena, double, (size_t)n *(size_t)least);
    if (!values || !u || !vt || !iwork || !polynomial->back)
        return false;
    const char *job = wants_complement ? "A" : "S";
    int ldvt = wants_complement ? n : least;
    double best;
    dgesdd_(job, &m, &n, polynomial->basis, &m, values, u, &m, vt, &ldvt, &best, &ask, iwork, &info, 1);
    int lwork = (int)best;
    double *work = KDI_ARENA_PUSH(arena, double, (size_t)lwork);
    if (!work)
        return false;
    dgesdd_(job, &m, &n, polynomial->basis, &m, values, u, &m, vt, &ldvt, work, &lwork, iwork, &info, 1);
    polynomial->rank = 0;
    while (info == 0 && polynomial->rank < least && values[polynomial->rank] > POLYNOMIAL_RANK_LIMIT * values[0])
        polynomial->rank++;
    for (int r = 0; r < polynomial->rank; r++)
        for (int c = 0; c < n; c++)
            polynomial->back[(size_t)r * (size_t)n + (size_t)c] = vt[(size_t)c * (size_t)ldvt + (size_t)r] / values[r];
    polynomial->basis = u;
    polynomial->complement = wants_complement ? u + (size_t)polynomial->rank * (size_t)m : NULL;
    return true;
}

kd_result kdi_rbf_polynomial_build(kdi_rbf_system *system, bool wants_complement, kdi_rbf_polynomial *polynomial)
{
    memset(polynomial, 0, sizeof *polynomial);
    if (!system->rbf->linear)
        return KD_OK;
    bool full = false;
    if (!polynomial_columns(system, polynomial))
        return KD_OUT_OF_MEMORY;
    if (!wants_complement && !polynomial_is_full(system, polynomial, &full))
        return KD_OUT_OF_MEMORY;
    polynomial->rank = polynomial->count;
    if (!full && !polynomial_decompose(system, wants_complement, polynomial))
        return KD_OUT_OF_MEMORY;
    return KD_OK;
}

void kdi_rbf_polynomial_row(const kdi_rbf_system *system, const kdi_rbf_polynomial *polynomial,
                            const double *coefficients, double *row)
{
    memset(row, 0, (size_t)(system->sizes.in + 1) * sizeof *row);
    for (int c = 0; c < polynomial->count; c++) {
        double value = polynomial->back ? 0 : coefficients[c];
        for (int r = 0; r < polynomial->rank && polynomial->back; r++)
            value += polynomial->back[(size_t)r * (size_t)polynomial->count + (size_t)c] * coefficients[r];
        value *= polynomial->scales[c];
        row[1 + polynomial->components[c]] += value;
        row[0] -= value * polynomial->means[c];
    }
}
