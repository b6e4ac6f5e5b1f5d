/* kd_rbf_solve: checks the node, solves, stores the weights, tells the rigger what was done. */
#include "base/allocator.h"
#include "compile/rbf_node.h"
#include "compile/rbf_report.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

const char *kd_rbf_method_text(kd_rbf_method method)
{
    static const char *const texts[KD_RBF_METHOD_COUNT] = {"none", "Cholesky", "symmetric", "LU", "QR", "SVD"};
    return method >= 0 && method < KD_RBF_METHOD_COUNT ? texts[method] : "none";
}

/* Keys at one place, by name. */
static void solve_tell_places(const kdi_rbf_system *system, kd_findings *findings)
{
    double one[KD_RBF_COMPONENT_MAX], other[KD_RBF_COMPONENT_MAX];
    char name[KDI_RBF_NAME_SIZE], other_name[KDI_RBF_NAME_SIZE];
    const kd_rbf_interp *rbf = system->rbf;
    for (int32_t k = 0; k < system->key_count; k++) {
        int32_t first = system->firsts[system->places[k]];
        double difference = 0;
        if (first == k)
            continue;
        kdi_rbf_targets(rbf, &rbf->keys[system->keys[first]], one);
        kdi_rbf_targets(rbf, &rbf->keys[system->keys[k]], other);
        for (int32_t o = 0; o < system->sizes.sums; o++)
            difference = fmax(difference, fabs(one[o] - other[o]));
        kdi_rbf_key_name(rbf, system->keys[first], other_name);
        kdi_rbf_key_name(rbf, system->keys[k], name);
        const kdi_place place = {rbf->keys[system->keys[k]].item.line, rbf->keys[system->keys[k]].item.column, NULL};
        if (difference > 0)
            KDI_WARNING(findings, KD_KEY, &place,
                        "keys %s and %s are at the same place but want outputs that differ by up to %.3g; their mean "
                        "is used: mute or move one",
                        other_name, name, difference);
        else
            KDI_WARNING(findings, KD_KEY, &place, "keys %s and %s are the same; one of them can be removed", other_name,
                        name);
    }
}

static void solve_tell_method(const kdi_rbf_system *system, const kdi_rbf_solution *solution, kd_findings *findings)
{
    if (system->key_count == 0)
        KDI_WARNING(findings, KD_EMPTY, NULL, "no key is active: the outputs keep their base");
    if (solution->used == KD_RBF_METHOD_SVD)
        KDI_WARNING(findings, KD_KEY, NULL,
                    "the system is singular to working precision (condition %.1e), so that the shortest least-squares "
                    "solution is used; keys may be missed: try another width, the linear term, or weight decay",
                    solution->condition);
    else if (solution->used != solution->wanted)
        KDI_NOTE(findings, KD_KEY, NULL, "the %s method failed; the %s method was used instead",
                 kd_rbf_method_text(solution->wanted), kd_rbf_method_text(solution->used));
    if (solution->linear_rank < solution->linear_count && system->place_count > 1)
        KDI_NOTE(findings, KD_KEY, NULL,
                 "the keys determine %d of the %d coefficients of the linear term: it stays level where no key says "
                 "otherwise",
                 (int)solution->linear_rank, (int)solution->linear_count);
}

static kd_result solve_system(kd_rig *rig, kd_node *node, kdi_rbf_system *system, kd_rbf_report *report,
                              kd_findings *findings)
{
    kdi_rbf_solution solution;
    kd_rbf_interp *rbf = &node->as.rbf;
    kd_result result = kdi_rbf_system_build(system, rbf, NULL, 0, &rig->arena->allocator);
    if (result == KD_OK)
        result = kdi_rbf_system_solve(system, report != NULL, &solution);
    if (result == KD_OK)
        result = kdi_rbf_store(rig, rbf, system, &solution);
    if (result == KD_OK && report)
        result = kdi_rbf_report_fill(report, system, &solution);
    if (result != KD_OK)
        return KDI_ERROR(findings, result, NULL, "no memory to solve an RBF with %d keys", (int)rbf->key_count);
    solve_tell_places(system, findings);
    solve_tell_method(system, &solution, findings);
    if (report && report->float_error > 1e-3)
        KDI_WARNING(findings, KD_KEY, NULL,
                    "the weights are so large that float evaluation may miss the keys by %.1g of the range of the "
                    "outputs: use a larger width, fewer keys close to each other, or weight decay",
                    report->float_error);
    return KD_OK;
}

kd_result kd_rbf_solve(kd_rig *rig, kd_node *node, kd_rbf_report *report, kd_findings *findings)
{
    if (node->type != KD_NODE_RBF_INTERP)
        return KDI_ERROR(findings, KD_VALUE, NULL, "only RBFInterp nodes can be solved");
    kd_result result = kdi_rbf_check(&node->as.rbf, findings);
    if (result != KD_OK)
        return result;
    kdi_rbf_system system;
    result = solve_system(rig, node, &system, report, findings);
    kdi_rbf_system_free(&system);
    return result;
}
