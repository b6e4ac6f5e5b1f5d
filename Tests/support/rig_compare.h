/* A rig evaluated twice, by the product and by the reference, and compared node by node and joint by joint.
 *
 * A case is one node in one frame. It counts where it is well-conditioned: not at a documented edge (half turns, jumps
 * of curves, open signs of blends), and moved by less than ten times as much when rest, pose and inputs are shaken by
 * 2e-7, which is what a float may be off after a few steps. Then product and reference must agree to 1e-5 of the size
 * of the numbers involved. */
#ifndef KT_RIG_COMPARE_H
#define KT_RIG_COMPARE_H

#include "support/rig_reference.h"
#include "support/rig_run.h"

typedef struct kt_tally {
    int64_t cases[KD_NODE_TYPE_COUNT], left_out[KD_NODE_TYPE_COUNT];
    int64_t channel_cases[KD_NODE_TYPE_COUNT][3]; /* of SourceOp and TargetOp by kd_channel */
    double worst;                                 /* largest error found, as part of the size */
} kt_tally;

typedef struct kt_comparison {
    const kd_rig *rig;
    const kd_skeleton *skeleton;
    kt_run_state run;
    ref_rig *reference, *shaken;
    kt_random random;
    kt_tally *tally;
    const kd_node_type *only; /* ports of nodes of this type are compared; NULL: of all */
} kt_comparison;

/* missing: joints that the host lacks; NULL: none. */
kt_comparison kt_comparison_make(const kd_rig *rig, const kd_skeleton *skeleton, const bool *missing, kt_tally *tally);
void kt_comparison_free(kt_comparison *comparison);

/* One frame on both sides; fails the test where they differ. Inputs by the rig's ExternalInput nodes. pose: before; the
 * product's result after. */
typedef struct kt_frame {
    kd_transform *pose;
    const float *inputs;
    float seconds;
    int32_t lod;
} kt_frame;
void kt_compare_frame(kt_comparison *comparison, const kt_frame *frame);

/* Runs rigs of random nodes of these types over random poses until each type has so many cases. */
typedef struct kt_compare_desc {
    const kd_node_type *types;
    int type_count;
    int nodes, frames;
    int64_t cases; /* of each type listed but ExternalInput and, if it is not the first, SourceOp; of operators for each
                      channel */
    uint64_t seed;
} kt_compare_desc;
void kt_compare_random(const kt_compare_desc *desc);

/* The same for the first type alone: the others only feed its nodes, and have tests of their own. */
void kt_compare_random_first(const kt_compare_desc *desc);

/* A random rig with numbers as authors use them: angles within a turn, distances of a body, soft slopes. types NULL:
 * all. */
kd_rig *kt_random_sane_rig(uint64_t seed, int node_count, const kd_node_type *types, int type_count);

#endif
