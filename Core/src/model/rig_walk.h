/* One way through a rig for everything that treats its values alike: every item, in file order. */
#ifndef KDI_MODEL_RIG_WALK_H
#define KDI_MODEL_RIG_WALK_H

#include "model/kdi_format.h"

typedef struct kdi_visit {
    const kdi_element *element;
    void *item;
    int32_t index; /* in its list */
    kd_node *node; /* that the item is or belongs to, or NULL */
} kdi_visit;

typedef void (*kdi_visitor)(void *user, const kdi_visit *visit);

/* Root, units, groups, joints, nodes each followed by the items of its lists, connections. Sections and texts have no
 * attributes and are left out. */
void kdi_rig_walk(const kd_rig *rig, kdi_visitor visitor, void *user);

/* A node and the items of its lists. */
void kdi_node_walk(kd_node *node, int32_t index, kdi_visitor visitor, void *user);

#endif
