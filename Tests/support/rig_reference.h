/* A second evaluation of rigs, independent of the product's: straight from the document (kd_rig) node by node, from the
 * formulas of Core/docs/nodes.md and its pages, in long double, with matrices. Only expressions are computed by the
 * product's own evaluator. For tests. */
#ifndef KT_RIG_REFERENCE_H
#define KT_RIG_REFERENCE_H

#include "kinedriver/expr.h"
#include "kinedriver/rig.h"
#include "support/reference_math.h"
#include "support/test.h"

enum { REF_NONE = -1 };

typedef struct ref_value {
    long double x[4];
    long double size; /* of the numbers it was computed from: errors are relative to this */
    bool doubt;       /* ill-conditioned, or made from something that is */
} ref_value;

typedef struct ref_port {
    kd_port port;
    int32_t width;
    int32_t from_node, from_port; /* what feeds it; REF_NONE: nothing */
    long double factor;
    ref_value value; /* of outputs */
} ref_port;

typedef struct ref_node {
    const kd_node *node;
    int32_t group;
    ref_port *ports;
    int32_t port_count;
    bool is_off;
    long double influence;
    kd_buffer code;         /* of expressions */
    struct ref_rbf *rbf;    /* of RBFInterp: solved */
    ref_value state, speed; /* of followers; the state of an ExternalOutput is its value */
    bool is_new;            /* a follower that has not run yet */
} ref_node;

typedef struct ref_joint {
    const char *name;
    int32_t parent;
    bool segment_scale;
    ref_frame rest, rest_model;
    ref_frame local;
    ref_vec kept;    /* what parents' targets have multiplied into its scale to keep its size */
    bool is_missing; /* in the host's skeleton */
    bool is_written, doubt;
} ref_joint;

typedef struct ref_rig {
    const kd_rig *rig;
    ref_joint *joints;
    int32_t joint_count;
    ref_node *nodes; /* then groups: one port, the influence */
    long double angle_unit;
    long double extent; /* the size of positions */
    const struct ref_job *job;
    int32_t at;
    bool doubt; /* about the node at hand */
} ref_rig;

typedef struct ref_job {
    const kd_transform *pose;                    /* by the skeleton's joints */
    const float *inputs;                         /* by the rig's ExternalInput nodes in order; NULL: their defaults */
    const long double *node_fades, *group_fades; /* NULL: all 1 */
    long double seconds;
    int32_t lod;
    bool reset;
} ref_job;

/* skeleton must outlive it. missing: bit i tells that joint i lacks in the host; NULL: none does. */
ref_rig *ref_rig_make(const kd_rig *rig, const kd_skeleton *skeleton, const bool *missing);
void ref_rig_free(ref_rig *ref);
/* Changes all rest poses a little. */
void ref_rig_shake_rest(ref_rig *ref, long double part, kt_random *random);
void ref_rig_run(ref_rig *ref, const ref_job *job);

/* The rest is shared by the files of the reference. */
int32_t ref_find_joint(const ref_rig *ref, const char *name);
ref_frame ref_model(ref_rig *ref, int32_t joint); /* as things stand; notes doubts about joints above */
ref_frame ref_parent_model(ref_rig *ref, int32_t joint);
ref_frame ref_space(ref_rig *ref, int32_t joint, int32_t space, const char *space_joint);
ref_frame ref_space_at_rest(const ref_rig *ref, int32_t joint, int32_t space, const char *space_joint);

/* Ports of the node at hand. */
bool ref_is_fed(const ref_rig *ref, const char *port);
ref_value ref_input(ref_rig *ref, const char *port); /* zeros (no rotation) where nothing feeds it */
void ref_output(ref_rig *ref, const char *port, ref_value value);
ref_value ref_number(long double x, long double size);
ref_value ref_vector(ref_vec v, long double size);
ref_value ref_rotation(ref_mat m);
ref_mat ref_mat_from_value(ref_value v);

/* Shares of the sources of the node at hand; false, and zeros, where all weights vanish. */
bool ref_shares(ref_rig *ref, const kd_joint_list *list, long double *shares);

/* Joints. */
ref_vec ref_axis(int32_t axis); /* kd_signed_axis */
ref_mat ref_mixed_turn(ref_rig *ref, ref_mat from, ref_mat to, long double influence);
ref_vec ref_mixed_vector(ref_vec from, ref_vec to, long double influence);
void ref_mark_written(ref_rig *ref, int32_t joint);

void ref_run_source(ref_rig *ref, const kd_node *node, long double influence);
void ref_run_target(ref_rig *ref, const kd_node *node, long double influence);
void ref_run_twist(ref_rig *ref, const kd_node *node, long double influence);
void ref_run_constraint(ref_rig *ref, const kd_node *node, long double influence);
void ref_run_effector(ref_rig *ref, ref_node *node, long double influence);

struct ref_rbf *ref_rbf_make(const kd_rbf_interp *rbf); /* free with free */
void ref_run_rbf(ref_rig *ref, const ref_node *node, long double influence);

#endif
