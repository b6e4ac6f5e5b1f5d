/* Evaluation of a solved RBF node in double: what float evaluation is measured by, and what pictures are made of. */
#include "compile/rbf_node.h"
#include "text/findings.h"

#include <string.h>

static void evaluate_at(const kdi_rbf_system *system, const kdi_rbf_solution *solution, const double *low,
                        const double *high, const double *in, double *out)
{
    double seen[KD_RBF_COMPONENT_MAX], linear[KD_RBF_COMPONENT_MAX], bases[KD_RBF_COMPONENT_MAX];
    double features[9 * KD_RBF_COMPONENT_MAX], sums[KD_RBF_COMPONENT_MAX];
    memcpy(seen, in, (size_t)system->sizes.in * sizeof *seen);
    kdi_rbf_clamp(system->rbf, low, high, seen);
    kdi_rbf_features(system->rbf, seen, features, linear);
    kdi_rbf_solution_sums(system, solution, features, linear, sums);
    kdi_rbf_bases(system->rbf, bases);
    for (int32_t o = 0; o < system->sizes.sums; o++)
        sums[o] += bases[o];
    kdi_rbf_outputs(system->rbf, sums, out);
}

kd_result kd_rbf_evaluate(const kd_rbf_interp *rbf, const double *in, int32_t count, double *out,
                          const kd_allocator *allocator, kd_findings *findings)
{
    kd_allocator memory = allocator ? *allocator : kd_allocator_default();
    double low[KD_RBF_COMPONENT_MAX], high[KD_RBF_COMPONENT_MAX];
    kdi_rbf_system system;
    kdi_rbf_solution solution;
    kd_result result = kdi_rbf_check(rbf, findings);
    if (result != KD_OK)
        return result;
    if (!kd_rbf_is_solved(rbf))
        return KDI_ERROR(findings, KD_KEY, NULL, "the RBF has no weights: solve it first");
    result = kdi_rbf_system_build(&system, rbf, NULL, 0, &memory);
    if (result == KD_OK)
        result = kdi_rbf_restore(rbf, &system, &solution);
    if (result != KD_OK)
        KDI_ERROR(findings, result, NULL, "no memory to evaluate an RBF with %d keys", (int)rbf->key_count);
    kdi_rbf_ranges(rbf, low, high);
    for (int32_t i = 0; i < count && result == KD_OK; i++)
        evaluate_at(&system, &solution, low, high, in + (size_t)i * (size_t)system.sizes.in,
                    out + (size_t)i * (size_t)system.sizes.out);
    kdi_rbf_system_free(&system);
    return result;
}
