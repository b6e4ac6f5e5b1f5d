/* What the parts of mirroring share. A joint's partner has the frame S R D: S reflects the model, R is the joint's
 * own frame, and D, which reverses one local axis or all three, makes the frame right-handed again. Everything follows
 * from the D of each space: a vector v becomes D v, a rotation q from space B to space A becomes D_A q D_B. */
#ifndef KDI_MODEL_MIRROR_H
#define KDI_MODEL_MIRROR_H

#include "kinedriver/rig_mirror.h"
#include "model/rig_walk.h"
#include "text/name_table.h"

/* D of a space: the axis that it reverses, or all. */
typedef enum kdi_reflection {
    KDI_REFLECT_X,
    KDI_REFLECT_Y,
    KDI_REFLECT_Z,
    KDI_REFLECT_ALL,
} kdi_reflection;

typedef struct kdi_mirroring {
    kd_rig *rig;
    kd_mirror_desc desc;
    kd_findings *findings;
    kdi_name_table joints; /* of rig->joints */
    int32_t sided_count;   /* names met that have a side */
    kd_result result;
} kdi_mirroring;

/* An own rule needs two texts that differ. */
bool kdi_mirror_rule_is_valid(const kd_mirror_desc *desc);

/* The name on the other side in the rig's memory, or the same pointer if it has none. NULL without memory. */
const char *kdi_mirror_text(kdi_mirroring *mirroring, const char *name);

/* True if the name has a side. */
bool kdi_mirror_has_side(kdi_mirroring *mirroring, const char *name);

/* Visitors: reflect the values of an item; put the names on the other side. Values first: they look at names. */
void kdi_mirror_values(void *user, const kdi_visit *visit);
void kdi_mirror_names(void *user, const kdi_visit *visit);

/* Whether a mirrored node would, with the same inputs, have other outputs; whether it writes a joint with a side. */
bool kdi_mirror_changes_outputs(kdi_mirroring *mirroring, const kd_node *node);
bool kdi_mirror_writes_side(kdi_mirroring *mirroring, const kd_node *node);

void kdi_reflect_vector(kdi_reflection d, double v[3]);
void kdi_reflect_rotation(kdi_reflection left, kdi_reflection right, double q[4]);

/* KD_MIRROR_SYMMETRISE. */
kd_result kdi_rig_symmetrise(kdi_mirroring *mirroring);

/* A deep copy of a node without comments and place, not in the rig's list; NULL without memory. */
kd_node *kdi_node_copy(kd_rig *rig, const kd_node *node);

#endif
