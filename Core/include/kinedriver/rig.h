/* The rig document: what a KDI file says, in memory, for editing. Nodes are in evaluation order. Names are kept as
 * text, numbers as double in the units of the document. The meaning of every field is in Core/docs/kdi.md.
 *
 * All of a rig lives in one piece of memory that kd_rig_free releases; text and lists given to a rig must come from
 * kd_rig_text and kd_rig_list_add, or outlive it. One thread at a time. */
#ifndef KINEDRIVER_RIG_H
#define KINEDRIVER_RIG_H

#include "kinedriver/allocator.h"
#include "kinedriver/findings.h"
#include "kinedriver/limits.h"
#include "kinedriver/rig_node.h"
#include "kinedriver/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_units {
    kd_item item;
    int32_t distance;   /* kd_distance_unit */
    int32_t angle;      /* kd_angle_unit */
    int32_t handedness; /* kd_handedness */
    int32_t up;         /* kd_up_axis */
} kd_units;

typedef struct kd_group {
    kd_item item;
    const char *name;
    double influence;
    int32_t lod;
} kd_group;

/* A joint whose rest pose the rig states itself; it takes the place of the skeleton's. */
typedef struct kd_rig_joint {
    kd_item item;
    const char *name;
    const char *parent; /* "": a root */
    double translate[3];
    double rotate[4];
    double scale[3];
    bool segment_scale;
} kd_rig_joint;

typedef struct kd_port_ref {
    const char *node; /* or a group */
    const char *port;
} kd_port_ref;

typedef struct kd_connection {
    kd_item item;
    kd_port_ref from;
    kd_port_ref to;
    double factor;
} kd_connection;

typedef struct kd_rig {
    kd_item item;
    int32_t version;
    const char *name;
    const char *generator;
    kd_comment *epilogue; /* comments after the root element */
    kd_units units;
    kd_item groups_item, joints_item, nodes_item, connections_item; /* place and comments of the sections */
    kd_group *groups;
    int32_t group_count;
    kd_rig_joint *joints;
    int32_t joint_count;
    kd_node **nodes; /* evaluation order */
    int32_t node_count;
    kd_connection *connections;
    int32_t connection_count;
    struct kdi_arena *arena; /* owns everything above */
} kd_rig;

/* An empty rig with the defaults of the format; NULL without memory. allocator NULL: the default one; limits NULL: no
 * limit. */
kd_rig *kd_rig_make(const kd_allocator *allocator, const kd_limits *limits);
void kd_rig_free(kd_rig *rig);

/* A copy in the rig's memory; NULL without memory. */
const char *kd_rig_text(kd_rig *rig, const char *text);

/* Appends a zeroed item to a list of the rig or of a node (&node->as.source.sources, &node->as.source.source_count) and
 * returns it, or NULL without memory. Items may move. For items of the format use kd_rig_add_child: it fills in
 * defaults. */
void *kd_rig_list_add(kd_rig *rig, void *list, int32_t *count, size_t item_size);

/* Each appends an item with the format's defaults and returns it, or NULL without memory. Names are copied, not
 * checked: kd_rig_validate does that. */
kd_node *kd_rig_add_node(kd_rig *rig, kd_node_type type, const char *name);
kd_group *kd_rig_add_group(kd_rig *rig, const char *name);
kd_rig_joint *kd_rig_add_joint(kd_rig *rig, const char *name, const char *parent);
kd_connection *kd_rig_connect(kd_rig *rig, const char *from_node, const char *from_port, const char *to_node,
                              const char *to_port);

/* Appends a child element ("Source", "Key", "Input" …) to a node; NULL without memory or if the node has no such
 * children. */
void *kd_rig_add_child(kd_rig *rig, kd_node *node, const char *element);

/* The first node of this name or NULL. Linear: for loops over names build a table. */
kd_node *kd_rig_find_node(const kd_rig *rig, const char *name);

/* The name of a node type as the format writes it ("SourceOp"). */
const char *kd_node_type_text(kd_node_type type);

/* A port of a node as it is set up now. */
typedef struct kd_port {
    char name[64]; /* cut if longer: port names made from lists */
    bool is_input;
    int32_t type; /* kd_value_type */
    int32_t unit; /* kd_unit */
} kd_port;

/* Finds a port; false if the node has none of this name. */
bool kd_node_find_port(const kd_node *node, const char *name, kd_port *port);

/* The ports one after the other: false when index is beyond the last. Port 0 is `influence`. */
bool kd_node_port(const kd_node *node, int32_t index, kd_port *port);

/* All that a rig must fulfil: names, references, types, keys, order. With a skeleton also its joints. KD_OK without
 * errors; warnings do not count. A wrong order is a warning: see kd_rig_sort. */
kd_result kd_rig_validate(const kd_rig *rig, const kd_skeleton *skeleton, kd_findings *findings);

/* Puts the nodes into a valid evaluation order that differs as little as possible from the present one, with one
 * KD_ORDER warning for each node moved. KD_CYCLE if there is none. */
kd_result kd_rig_sort(kd_rig *rig, kd_findings *findings);

/* Distances are from now on counted in a unit 1/factor times as large (0.01: centimetres become metres): multiplies
 * distance-typed constants and the factors of connections that end in, or divides those that begin in, a distance;
 * nothing else. The header's unit stays: a caller that means another unit sets units.distance. factor > 0 and finite,
 * otherwise KD_RANGE. On KD_OUT_OF_MEMORY nothing is changed. */
kd_result kd_rig_scale_distance(kd_rig *rig, double factor);

/* The length of a kd_distance_unit. */
double kd_distance_unit_metres(int32_t unit);

/* Scales the rig so that its distances count in units of this many metres: those of a scene that it will run on. The
 * header's unit stays, as above. 0, a scene that does not know its unit: nothing is changed. */
kd_result kd_rig_fit_unit(kd_rig *rig, double metres_per_unit);

/* True if both say the same: everything that is written to a file, comments included, source lines not. */
bool kd_rig_equal(const kd_rig *a, const kd_rig *b);

#ifdef __cplusplus
}
#endif
#endif
