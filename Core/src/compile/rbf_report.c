/* What the rigger is told about a solved RBF: residual and left-out error of every key, condition, what floats lose. */
#include "compile/rbf_report.h"

#include "base/allocator.h"

#include <math.h>
#include <string.h>

/* Above this many places functions without one are not solved one by one. */
enum { REPORT_MOST_SOLVED = 256 };

kd_rbf_report kd_rbf_report_make(const kd_allocator *allocator)
{
    kd_rbf_report report;
    memset(&report, 0, sizeof report);
    report.allocator = allocator ? *allocator : kd_allocator_default();
    return report;
}

void kd_rbf_report_free(kd_rbf_report *report)
{
    kdi_free(&report->allocator, report->keys, (size_t)report->key_count * sizeof *report->keys);
    report->keys = NULL;
    report->key_count = 0;
}

/* Range of each sum over the keys and, of floats, what is lost: the last bit of every term. */
static void report_ranges(kd_rbf_report *report, const kdi_rbf_system *system, const kdi_rbf_solution *solution)
{
    size_t places = (size_t)system->place_count;
    double scale = system->shape.factor * system->shape.factor;
    for (size_t o = 0; o < (size_t)system->sizes.sums; o++) {
        const double *targets = system->targets + o * places, *weights = solution->weights + o * places;
        double low = 0, high = 0, most = 0;
        for (size_t p = 0; p < places; p++) {
            double terms = 0;
            low = p == 0 || targets[p] < low ? targets[p] : low;
            high = p == 0 || targets[p] > high ? targets[p] : high;
            for (size_t q = 0; q < places; q++)
                terms += fabs(weights[q] * kdi_rbf_phi(&system->shape,
                                                       system->squares[p * places + q] * scale * system->factors[q]));
            most = fmax(most, terms);
        }
        report->range = fmax(report->range, high - low);
        if (high - low > 0)
            report->float_error = fmax(report->float_error, most * ldexp(1, -23) / (high - low));
    }
}

/* The error at a place of the function solved without it; -1: not known. */
static kd_result report_solve_without(const kdi_rbf_system *system, int32_t place, double *error)
{
    kdi_rbf_system less;
    kdi_rbf_solution solution;
    double sums[KD_RBF_COMPONENT_MAX];
    uint8_t left_out[KD_RBF_KEY_MAX] = {0};
    *error = -1;
    if (system->place_count < 2 || system->place_count > REPORT_MOST_SOLVED)
        return KD_OK;
    for (int32_t k = 0; k < system->key_count; k++)
        left_out[system->keys[k]] = system->places[k] == place;
    kd_result result = kdi_rbf_system_build(&less, system->rbf, left_out, system->width, &system->arena.allocator);
    if (result == KD_OK)
        result = kdi_rbf_system_solve(&less, false, &solution);
    if (result == KD_OK) {
        *error = 0;
        kdi_rbf_solution_sums(&less, &solution, system->features + (size_t)place * (size_t)system->sizes.features,
                              system->linear + (size_t)place * (size_t)system->sizes.in, sums);
        for (int32_t o = 0; o < system->sizes.sums; o++)
            *error =
                fmax(*error, fabs(sums[o] - system->targets[(size_t)o * (size_t)system->place_count + (size_t)place]));
    }
    kdi_rbf_system_free(&less);
    return result;
}

static kd_result report_left_out(const kdi_rbf_system *system, const kdi_rbf_solution *solution, int32_t place,
                                 double *error)
{
    *error = 0;
    for (int32_t o = 0; o < system->sizes.sums; o++) {
        double one =
            solution->left_out ? solution->left_out[(size_t)o * (size_t)system->place_count + (size_t)place] : NAN;
        if (!(fabs(one) < 1e300))
            return report_solve_without(system, place, error);
        *error = fmax(*error, fabs(one));
    }
    return KD_OK;
}

static kd_result report_keys(kd_rbf_report *report, const kdi_rbf_system *system, const kdi_rbf_solution *solution)
{
    double sums[KD_RBF_COMPONENT_MAX], targets[KD_RBF_COMPONENT_MAX];
    for (int32_t k = 0; k < system->key_count; k++) {
        kd_rbf_key_report *key = &report->keys[k];
        int32_t place = system->places[k], first = system->firsts[place];
        key->key = system->keys[k];
        key->same_as = first == k ? -1 : system->keys[first];
        kdi_rbf_solution_sums(system, solution, system->features + (size_t)place * (size_t)system->sizes.features,
                              system->linear + (size_t)place * (size_t)system->sizes.in, sums);
        kdi_rbf_targets(system->rbf, &system->rbf->keys[key->key], targets);
        for (int32_t o = 0; o < system->sizes.sums; o++)
            key->residual = fmax(key->residual, fabs(sums[o] - targets[o]));
        if (first != k)
            key->left_out = report->keys[first].left_out;
        else if (report_left_out(system, solution, place, &key->left_out) != KD_OK)
            return KD_OUT_OF_MEMORY;
        report->residual = fmax(report->residual, key->residual);
        report->left_out = fmax(report->left_out, key->left_out);
    }
    return KD_OK;
}

kd_result kdi_rbf_report_fill(kd_rbf_report *report, const kdi_rbf_system *system, const kdi_rbf_solution *solution)
{
    kd_allocator allocator = report->allocator;
    kd_rbf_report_free(report);
    *report = kd_rbf_report_make(&allocator);
    report->wanted = solution->wanted;
    report->used = solution->used;
    report->condition = solution->condition;
    report->width = system->width;
    report->linear_count = solution->linear_count;
    report->linear_rank = solution->linear_rank;
    report_ranges(report, system, solution);
    if (system->key_count == 0)
        return KD_OK;
    report->keys = (kd_rbf_key_report *)kdi_allocate(&allocator, (size_t)system->key_count, sizeof *report->keys);
    if (!report->keys)
        return KD_OUT_OF_MEMORY;
    report->key_count = system->key_count;
    memset(report->keys, 0, (size_t)report->key_count * sizeof *report->keys);
    return report_keys(report, system, solution);
}
