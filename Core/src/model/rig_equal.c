/* Comparison of two rigs: everything that a file would hold. */
#include "model/rig.h"

#include <string.h>

static bool equal_elements(const kdi_element *element, const void *a, const void *b);

static bool equal_comments(const kd_comment *a, const kd_comment *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (strcmp(a->text, b->text) != 0)
            return false;
    return !a && !b;
}

/* Every item begins with its kd_item. */
static bool equal_items(const void *a, const void *b)
{
    const kd_item *item_a = (const kd_item *)a, *item_b = (const kd_item *)b;
    return equal_comments(item_a->before, item_b->before) && equal_comments(item_a->inside, item_b->inside);
}

static bool equal_lists(const kdi_child *child, const void *a, const void *b)
{
    int32_t count_a, count_b;
    const char *items_a = (const char *)kdi_child_items(child, a, &count_a);
    const char *items_b = (const char *)kdi_child_items(child, b, &count_b);
    if (count_a != count_b)
        return false;
    for (int32_t i = 0; i < count_a; i++) {
        size_t offset = (size_t)i * child->element->size;
        if (!equal_elements(child->element, items_a + offset, items_b + offset))
            return false;
    }
    return true;
}

static bool equal_nodes(const kd_rig *a, const kd_rig *b)
{
    if (a->node_count != b->node_count)
        return false;
    for (int32_t i = 0; i < a->node_count; i++)
        if (a->nodes[i]->type != b->nodes[i]->type ||
            !equal_elements(&kdi_node_formats[a->nodes[i]->type].element, a->nodes[i], b->nodes[i]))
            return false;
    return true;
}

static bool equal_texts(const kd_text *a, const kd_text *b)
{
    if (!a->text || !b->text)
        return a->text == b->text;
    return strcmp(a->text, b->text) == 0 && equal_items(a, b);
}

static bool equal_children(const kdi_element *element, const void *a, const void *b)
{
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        const void *field_a = (const char *)a + child->offset, *field_b = (const char *)b + child->offset;
        bool same = true;
        switch (child->kind) {
        case KDI_CHILD_LIST:
            same = equal_lists(child, a, b);
            break;
        case KDI_CHILD_NODES:
            same = equal_nodes((const kd_rig *)a, (const kd_rig *)b);
            break;
        case KDI_CHILD_SINGLE:
            same = equal_elements(child->element, field_a, field_b);
            break;
        case KDI_CHILD_SECTION:
            same = equal_items(field_a, field_b) && equal_children(child->element, a, b);
            break;
        case KDI_CHILD_TEXT:
            same = equal_texts((const kd_text *)field_a, (const kd_text *)field_b);
            break;
        }
        if (!same)
            return false;
    }
    return true;
}

static bool equal_elements(const kdi_element *element, const void *a, const void *b)
{
    const kdi_attribute *attribute;
    if (!equal_items(a, b))
        return false;
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++)
        if (!kdi_value_equal(attribute, a, b))
            return false;
    return equal_children(element, a, b);
}

bool kd_rig_equal(const kd_rig *a, const kd_rig *b)
{
    return equal_elements(&kdi_element_root, a, b) && equal_comments(a->epilogue, b->epilogue);
}
