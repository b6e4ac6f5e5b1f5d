/* The walk over the items of a rig, by the children that the format table states. */
#include "model/rig_walk.h"

#include "model/rig.h"

static void walk_children(const kdi_element *element, void *owner, kd_node *node, kdi_visitor visitor, void *user);

static void walk_list(const kdi_child *child, void *owner, kd_node *node, kdi_visitor visitor, void *user)
{
    int32_t count;
    char *items = (char *)kdi_child_items(child, owner, &count);
    for (int32_t i = 0; i < count; i++) {
        kdi_visit visit = {child->element, items + (size_t)i * child->element->size, i, node};
        visitor(user, &visit);
    }
}

void kdi_node_walk(kd_node *node, int32_t index, kdi_visitor visitor, void *user)
{
    const kdi_element *element = &kdi_node_formats[node->type].element;
    kdi_visit visit = {element, node, index, node};
    visitor(user, &visit);
    walk_children(element, node, node, visitor, user);
}

static void walk_children(const kdi_element *element, void *owner, kd_node *node, kdi_visitor visitor, void *user)
{
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        if (child->kind == KDI_CHILD_LIST) {
            walk_list(child, owner, node, visitor, user);
        } else if (child->kind == KDI_CHILD_SECTION) {
            walk_children(child->element, owner, node, visitor, user);
        } else if (child->kind == KDI_CHILD_SINGLE) {
            kdi_visit visit = {child->element, (char *)owner + child->offset, 0, node};
            visitor(user, &visit);
        } else if (child->kind == KDI_CHILD_NODES) {
            kd_rig *rig = (kd_rig *)owner;
            for (int32_t k = 0; k < rig->node_count; k++)
                kdi_node_walk(rig->nodes[k], k, visitor, user);
        }
    }
}

void kdi_rig_walk(const kd_rig *rig, kdi_visitor visitor, void *user)
{
    void *root = (void *)(uintptr_t)rig;
    kdi_visit visit = {&kdi_element_root, root, 0, NULL};
    visitor(user, &visit);
    walk_children(&kdi_element_root, root, NULL, visitor, user);
}
