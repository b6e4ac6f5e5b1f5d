/* Compiling a rig: what the parts of the compiler share. Every node is lowered to instructions in file order; what a
 * node's ports hold is kept as places, so that connections cost nothing where no factor is involved. Numbers at ports
 * are in the author's units (degrees, the rig's distance); operators convert. */
#ifndef KDI_COMPILE_RIG_COMPILE_H
#define KDI_COMPILE_RIG_COMPILE_H

#include "compile/program_build.h"
#include "kinedriver/compile.h"
#include "kinedriver/math.h"
#include "model/rig_names.h"
#include "model/rig_port.h"

typedef struct compile_joint {
    const char *name;
    int32_t parent; /* in this list; KDI_NOTHING: a root */
    kd_transform rest, rest_model;
    bool segment_scale; /* compensates its parent's scale */
    bool is_used;       /* the program reads or writes it */
    uint32_t writes;    /* set of kd_joint_part */
    kdi_place_id model; /* its transform in model space as things stand; KDI_PLACE_NONE: to be computed */
    kdi_place_id kept;  /* what its scale was multiplied with to keep its size while its parent was scaled;
                           KDI_PLACE_NONE: nothing */
} compile_joint;

/* A connection seen from the port it feeds. */
typedef struct compile_feed {
    int32_t from_node, from_port, to_port;
    float factor;
    int32_t next; /* feed of the same node; KDI_NOTHING: the last */
} compile_feed;

typedef struct compile_node {
    bool is_off; /* lacks a joint, itself or through others */
    uint32_t lod;
    int32_t first_feed;
    int32_t port_count;
    kdi_place_id *ports; /* what each output port holds */
    uint32_t *joints;    /* set of joints it cannot do without */
    kdi_place_id influence;
} compile_node;

typedef struct rig_compile {
    const kd_rig *rig;
    kd_findings *findings;
    kdi_program_build build;
    kdi_rig_names names;
    kdi_name_table joint_names;
    compile_joint *joints;
    int32_t joint_count;
    compile_node *nodes; /* then groups: only their feeds and influence */
    compile_feed *feeds;
    void *rbfs;       /* codes of RBFs so far: lower_rbf.c */
    kd_rig *scratch;  /* memory for what is solved on the way; NULL: nothing yet */
    int32_t at;       /* index of the node at hand */
    float angle_unit; /* ports' angles in radians: 1, or of a degree */
    bool probes;
    bool is_out_of_memory;
    kd_result text_error; /* the first error that a node has found in its own text */
} rig_compile;

/* Joints */
kd_result kdi_compile_joints(rig_compile *compile, const kd_skeleton *skeleton);
int32_t kdi_compile_find_joint(const rig_compile *compile, const char *name); /* KDI_NOTHING: none */

/* Ten registers: the joint's local transform, its model transform (parents included as they stand), that of its parent
 * (identity for a root), and the space a node works in. The node at hand is noted to need the joints. */
kdi_place_id kdi_compile_local(rig_compile *compile, int32_t joint);
kdi_place_id kdi_compile_model(rig_compile *compile, int32_t joint);
kdi_place_id kdi_compile_parent_model(rig_compile *compile, int32_t joint);
kdi_place_id kdi_compile_space_model(rig_compile *compile, int32_t joint, int32_t space, const char *space_joint);

/* The same at rest. */
kd_transform kdi_compile_space_rest(const rig_compile *compile, int32_t joint, int32_t space, const char *space_joint);

/* To be called when instructions have written to parts of a joint: model transforms below are computed anew when next
 * asked for.
 */
void kdi_compile_joint_written(rig_compile *compile, int32_t joint, uint32_t parts);

/* Before the first node, for each node after it is lowered, and after the last. */
void kdi_compile_begin(rig_compile *compile);
void kdi_compile_probes(rig_compile *compile);
kd_result kdi_compile_finish(rig_compile *compile);

/* Ports */

/* What a port of the node at hand is fed with: one, three or four registers. Unconnected: `fallback`. */
kdi_place_id kdi_compile_input(rig_compile *compile, const char *port, kdi_place_id fallback);
kdi_place_id kdi_compile_list_input(rig_compile *compile, const char *prefix, int32_t item, kdi_place_id fallback);
/* The same for a float whose user multiplies anyway: the value before the connection's factor, and the factor. */
kdi_place_id kdi_compile_input_factor(rig_compile *compile, const char *port, float *factor);
bool kdi_compile_is_fed(const rig_compile *compile, const char *port);
int32_t kdi_compile_fed_unit(const rig_compile *compile, const char *port,
                             float *factor); /* kd_unit of what feeds it */
void kdi_compile_output(rig_compile *compile, const char *port, kdi_place_id place);

/* The influence of the node at hand, 0 to 1, with everything that drives it. */
kdi_place_id kdi_compile_influence(rig_compile *compile);

/* A float, vector or rotation times an influence: towards zero or no rotation. */
kdi_place_id kdi_compile_fade(rig_compile *compile, kdi_place_id value, int32_t type);

/* Shares of a list of joints: each weight by the sum of all. *share is the influence, less where all weights are zero.
 * weights: one place for each item. */
void kdi_compile_weights(rig_compile *compile, const kd_joint_list *list, kdi_place_id *weights,
                         kdi_place_id *influence);

/* One function for the nodes of a kind. */
void kdi_compile_source(rig_compile *compile, const kd_node *node);
void kdi_compile_target(rig_compile *compile, const kd_node *node);
void kdi_compile_twist(rig_compile *compile, const kd_node *node);
void kdi_compile_constraint(rig_compile *compile, const kd_node *node);
void kdi_compile_effector(rig_compile *compile, const kd_node *node);
void kdi_compile_external(rig_compile *compile, const kd_node *node);
void kdi_compile_curve(rig_compile *compile, const kd_node *node);
void kdi_compile_expression(rig_compile *compile, const kd_node *node);
struct kd_expression *kdi_compile_expression_text(rig_compile *compile, const kd_node *node); /* NULL: not good */
void kdi_compile_rbf(rig_compile *compile, const kd_node *node);

/* Rotations and their numbers; shared by sources, targets and twist chains. places: bendH, bendV, roll or the rotation
 * vector. */
void kdi_compile_numbers_from_quat(rig_compile *compile, const kd_joint_channel *channel, kdi_place_id quat,
                                   kdi_place_id influence, kdi_place_id places[3]);
kdi_place_id kdi_compile_quat_from_numbers(rig_compile *compile, const kd_joint_channel *channel,
                                           const kdi_place_id places[3]);

/* Memory for the compiler's own lists; NULL, and remembered, if there is none. */
void *kdi_compile_memory(rig_compile *compile, size_t count, size_t size);

#endif
