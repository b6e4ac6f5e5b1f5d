/* The life of a rig document: made empty, filled item by item, freed as a whole. Every item begins with the defaults of
 * the format table. Nothing is checked here; kd_rig_validate does that. */
#include "model/rig.h"

#include <string.h>

kd_rig *kd_rig_make(const kd_allocator *allocator, const kd_limits *limits)
{
    kdi_arena *arena = kdi_arena_open(allocator, limits ? limits->memory_bytes : 0);
    kd_rig *rig = arena ? KDI_ARENA_PUSH(arena, kd_rig, 1) : NULL;
    if (!rig) {
        kdi_arena_close(arena);
        return NULL;
    }
    rig->arena = arena;
    const kdi_child *units = &kdi_element_root.children[0];
    if (kdi_item_init(rig, &kdi_element_root, rig) != KD_OK ||
        kdi_item_init(rig, units->element, (char *)rig + units->offset) != KD_OK) {
        kd_rig_free(rig);
        return NULL;
    }
    rig->version = KDI_FORMAT_VERSION;
    return rig;
}

void kd_rig_free(kd_rig *rig)
{
    if (rig)
        kdi_arena_close(rig->arena);
}

const char *kd_rig_text(kd_rig *rig, const char *text)
{
    return kdi_arena_text(rig->arena, text, strlen(text));
}

void *kd_rig_list_add(kd_rig *rig, void *list, int32_t *count, size_t item_size)
{
    void *items;
    memcpy(&items, list, sizeof items); /* the list may be of any type of pointer */
    if (*count == INT32_MAX)
        return NULL;
    items = kdi_arena_grow(rig->arena, items, (size_t)*count, item_size);
    if (!items)
        return NULL;
    memcpy(list, &items, sizeof items);
    char *item = (char *)items + (size_t)*count * item_size;
    memset(item, 0, item_size); /* a list that was shortened leaves old items behind */
    (*count)++;
    return item;
}

kd_result kdi_item_init(kd_rig *rig, const kdi_element *element, void *item)
{
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++) {
        const char *text = attribute->initial;
        if (text) {
            kd_result result = kdi_value_parse(rig, attribute, text, strlen(text), item, NULL);
            if (result != KD_OK)
                return result;
            if (attribute->kind == KDI_KIND_NUMBER)
                *(double *)(void *)((char *)item + attribute->offset) *= kdi_attribute_factor(attribute, rig);
        } else if (kdi_value_text(attribute, item)) {
            *kdi_value_text(attribute, item) = "";
        } else if (attribute->kind == KDI_KIND_PORT) {
            kd_port_ref *ref = (kd_port_ref *)(void *)((char *)item + attribute->offset);
            ref->node = ref->port = "";
        }
    }
    return KD_OK;
}

void *kdi_child_items(const kdi_child *child, const void *owner, int32_t *count)
{
    void *items;
    memcpy(&items, (const char *)owner + child->offset, sizeof items);
    memcpy(count, (const char *)owner + child->count_offset, sizeof *count);
    return items;
}

void *kdi_child_add(kd_rig *rig, const kdi_child *child, void *owner)
{
    int32_t *count = (int32_t *)(void *)((char *)owner + child->count_offset);
    void *item = kd_rig_list_add(rig, (char *)owner + child->offset, count, child->element->size);
    if (item && kdi_item_init(rig, child->element, item) != KD_OK) {
        (*count)--;
        return NULL;
    }
    return item;
}

const kdi_child *kdi_section_child(const char *element)
{
    for (int i = 0; i < kdi_element_root.child_count; i++) {
        const kdi_child *section = &kdi_element_root.children[i];
        if (section->kind != KDI_CHILD_SECTION)
            continue;
        const kdi_child *child = &section->element->children[0];
        if (child->kind == KDI_CHILD_LIST && strcmp(child->element->name, element) == 0)
            return child;
    }
    return NULL;
}

static void *rig_add_to_section(kd_rig *rig, const char *element)
{
    return kdi_child_add(rig, kdi_section_child(element), rig);
}

kd_node *kd_rig_add_node(kd_rig *rig, kd_node_type type, const char *name)
{
    kd_node *node = KDI_ARENA_PUSH(rig->arena, kd_node, 1);
    if (!node)
        return NULL;
    node->type = type;
    if (kdi_item_init(rig, &kdi_node_formats[type].element, node) != KD_OK)
        return NULL;
    node->name = kd_rig_text(rig, name);
    if (!node->name)
        return NULL;
    void *slot = kd_rig_list_add(rig, &rig->nodes, &rig->node_count, sizeof node);
    if (!slot)
        return NULL;
    memcpy(slot, &node, sizeof node);
    return node;
}

kd_group *kd_rig_add_group(kd_rig *rig, const char *name)
{
    const char *copy = kd_rig_text(rig, name);
    kd_group *group = copy ? (kd_group *)rig_add_to_section(rig, "Group") : NULL;
    if (group)
        group->name = copy;
    return group;
}

kd_rig_joint *kd_rig_add_joint(kd_rig *rig, const char *name, const char *parent)
{
    const char *names[2] = {kd_rig_text(rig, name), kd_rig_text(rig, parent)};
    kd_rig_joint *joint = names[0] && names[1] ? (kd_rig_joint *)rig_add_to_section(rig, "Joint") : NULL;
    if (joint) {
        joint->name = names[0];
        joint->parent = names[1];
    }
    return joint;
}

kd_connection *kd_rig_connect(kd_rig *rig, const char *from_node, const char *from_port, const char *to_node,
                              const char *to_port)
{
    kd_port_ref from = {kd_rig_text(rig, from_node), kd_rig_text(rig, from_port)};
    kd_port_ref to = {kd_rig_text(rig, to_node), kd_rig_text(rig, to_port)};
    if (!from.node || !from.port || !to.node || !to.port)
        return NULL;
    kd_connection *connection = (kd_connection *)rig_add_to_section(rig, "Connection");
    if (connection) {
        connection->from = from;
        connection->to = to;
    }
    return connection;
}

void *kd_rig_add_child(kd_rig *rig, kd_node *node, const char *element)
{
    const kdi_element *format = &kdi_node_formats[node->type].element;
    for (int i = 0; i < format->child_count; i++) {
        const kdi_child *child = &format->children[i];
        if (strcmp(child->element->name, element) != 0)
            continue;
        if (child->kind == KDI_CHILD_LIST)
            return kdi_child_add(rig, child, node);
        kd_text *text = (kd_text *)(void *)((char *)node + child->offset);
        if (!text->text)
            text->text = "";
        return text;
    }
    return NULL;
}

kd_node *kd_rig_find_node(const kd_rig *rig, const char *name)
{
    for (int32_t i = 0; i < rig->node_count; i++)
        if (strcmp(rig->nodes[i]->name, name) == 0)
            return rig->nodes[i];
    return NULL;
}

const char *kd_node_type_text(kd_node_type type)
{
    return (unsigned)type < KD_NODE_TYPE_COUNT ? kdi_node_formats[type].element.name : "";
}
