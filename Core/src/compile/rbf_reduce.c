/* Fewest keys within a tolerance. Greedy: from no key at all, the key that the function misses most is taken in until
 * none is missed by more than the tolerance; then every key taken in is tried once more whether it can go. */
#include "compile/rbf_node.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

typedef struct reduce_work {
    const kd_rbf_interp *rbf;
    kdi_rbf_system all; /* with every key */
    double *allowed;    /* [sum]: the tolerance times the range of its output */
    uint8_t *left_out;  /* [key of the node] */
    int32_t kept;
    kd_allocator allocator;
} reduce_work;

/* Largest miss over the places, as a part of what is allowed, and where it is. */
static kd_result reduce_miss(reduce_work *w, double *miss, int32_t *place)
{
    kdi_rbf_system some;
    kdi_rbf_solution solution;
    double sums[KD_RBF_COMPONENT_MAX];
    const kdi_rbf_system *all = &w->all;
    kd_result result = kdi_rbf_system_build(&some, w->rbf, w->left_out, 0, &w->allocator);
    if (result == KD_OK)
        result = kdi_rbf_system_solve(&some, false, &solution);
    *miss = 0;
    *place = -1;
    for (int32_t p = 0; p < all->place_count && result == KD_OK; p++) {
        kdi_rbf_solution_sums(&some, &solution, all->features + (size_t)p * (size_t)all->sizes.features,
                              all->linear + (size_t)p * (size_t)all->sizes.in, sums);
        for (int32_t o = 0; o < all->sizes.sums; o++) {
            double off = fabs(sums[o] - all->targets[(size_t)o * (size_t)all->place_count + (size_t)p]);
            off = w->allowed[o] > 0 ? off / w->allowed[o] : off > 1e-9 ? INFINITY : 0;
            if (off > *miss) {
                *miss = off;
                *place = p;
            }
        }
    }
    kdi_rbf_system_free(&some);
    return result;
}

/* The range of an output is that of its widest component: those of a rotation or a vector belong together. */
static void reduce_allow(reduce_work *w, double tolerance)
{
    const kdi_rbf_system *all = &w->all;
    int32_t outputs[KD_RBF_COMPONENT_MAX];
    double ranges[KD_RBF_COMPONENT_MAX] = {0};
    kdi_rbf_sum_outputs(w->rbf, outputs);
    for (int32_t o = 0; o < all->sizes.sums; o++) {
        double low = INFINITY, high = -INFINITY;
        for (int32_t p = 0; p < all->place_count; p++) {
            double value = all->targets[(size_t)o * (size_t)all->place_count + (size_t)p];
            low = fmin(low, value);
            high = fmax(high, value);
        }
        ranges[outputs[o]] = fmax(ranges[outputs[o]], high - low);
    }
    for (int32_t o = 0; o < all->sizes.sums; o++)
        w->allowed[o] = tolerance * ranges[outputs[o]];
}

/* Takes a place in or out. */
static void reduce_switch(reduce_work *w, int32_t place, bool out)
{
    w->left_out[w->all.keys[w->all.firsts[place]]] = out;
    w->kept += out ? -1 : 1;
}

static kd_result reduce_choose(reduce_work *w)
{
    double miss;
    int32_t place;
    kd_result result = reduce_miss(w, &miss, &place);
    while (result == KD_OK && miss > 1 && w->left_out[w->all.keys[w->all.firsts[place]]]) {
        reduce_switch(w, place, false);
        result = reduce_miss(w, &miss, &place);
    }
    /* A key that is in and still missed (decay, a singular system) ends the search; the others are of no help then. */
    bool reached = miss <= 1;
    for (int32_t p = 0; p < w->all.place_count && result == KD_OK && reached; p++) {
        if (w->left_out[w->all.keys[w->all.firsts[p]]] || w->kept < 2)
            continue;
        reduce_switch(w, p, true);
        result = reduce_miss(w, &miss, &place);
        if (result == KD_OK && miss > 1)
            reduce_switch(w, p, false);
    }
    return result;
}

/* Removes the keys that are out; at least one stays. */
static void reduce_remove(kd_rbf_interp *rbf, const uint8_t *left_out)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < rbf->key_count; i++)
        if (rbf->keys[i].mute || !left_out[i])
            rbf->keys[kept++] = rbf->keys[i];
    rbf->key_count = kept;
}

static kd_result reduce_run(reduce_work *w, double tolerance)
{
    kd_result result = kdi_rbf_system_build(&w->all, w->rbf, NULL, 0, &w->allocator);
    if (result != KD_OK)
        return result;
    w->allowed = KDI_ARENA_PUSH(&w->all.arena, double, (size_t)w->all.sizes.sums);
    w->left_out = KDI_ARENA_PUSH(&w->all.arena, uint8_t, (size_t)w->rbf->key_count);
    if (!w->allowed || !w->left_out)
        return KD_OUT_OF_MEMORY;
    memset(w->left_out, 1, (size_t)w->rbf->key_count);
    reduce_allow(w, tolerance);
    result = reduce_choose(w);
    if (result == KD_OK && w->kept == 0 && w->all.place_count > 0)
        reduce_switch(w, 0, false);
    return result;
}

kd_result kd_rbf_reduce(kd_rig *rig, kd_node *node, double tolerance, kd_findings *findings)
{
    if (node->type != KD_NODE_RBF_INTERP || !(tolerance > 0 && tolerance <= 1))
        return KDI_ERROR(
            findings, KD_RANGE, NULL,
            "keys can be reduced with a tolerance above 0 and up to 1, a part of the range of the outputs");
    kd_result result = kdi_rbf_check(&node->as.rbf, findings);
    if (result != KD_OK)
        return result;
    reduce_work w;
    memset(&w, 0, sizeof w);
    w.rbf = &node->as.rbf;
    w.allocator = rig->arena->allocator;
    int32_t before = node->as.rbf.key_count;
    result = reduce_run(&w, tolerance);
    if (result == KD_OK)
        reduce_remove(&node->as.rbf, w.left_out);
    kdi_rbf_system_free(&w.all);
    if (result != KD_OK)
        return KDI_ERROR(findings, result, NULL, "no memory to reduce the keys of an RBF");
    KDI_NOTE(findings, KD_KEY, NULL, "%d of %d keys are kept", (int)node->as.rbf.key_count, (int)before);
    return kd_rbf_solve(rig, node, NULL, findings);
}
