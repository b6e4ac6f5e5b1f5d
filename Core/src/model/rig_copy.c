/* Copies of nodes inside a rig, by the format table. */
#include "model/mirror.h"
#include "model/rig.h"

#include <string.h>

/* Every item begins with its kd_item. */
static void copy_clear_item(void *item)
{
    memset(item, 0, sizeof(kd_item));
}

/* Text is never changed in place, so that it may be shared; numbers may be. */
static bool copy_numbers(kd_rig *rig, const kdi_element *element, void *item)
{
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(element, i)) != NULL; i++) {
        if (attribute->kind != KDI_KIND_NUMBERS)
            continue;
        kd_number_list *list = (kd_number_list *)(void *)((char *)item + attribute->offset);
        kd_number_list copy = {NULL, 0};
        while (copy.count < list->count) {
            double *number = (double *)kd_rig_list_add(rig, &copy.items, &copy.count, sizeof *number);
            if (!number)
                return false;
            *number = list->items[copy.count - 1];
        }
        *list = copy;
    }
    return true;
}

static bool copy_list(kd_rig *rig, const kdi_child *child, void *owner)
{
    int32_t count, copied = 0;
    const char *items = (const char *)kdi_child_items(child, owner, &count);
    void *copies = NULL;
    size_t size = child->element->size;
    while (copied < count) {
        char *item = (char *)kd_rig_list_add(rig, &copies, &copied, size);
        if (!item)
            return false;
        memcpy(item, items + (size_t)(copied - 1) * size, size);
        copy_clear_item(item);
        if (!copy_numbers(rig, child->element, item))
            return false;
    }
    memcpy((char *)owner + child->offset, &copies, sizeof copies);
    return true;
}

kd_node *kdi_node_copy(kd_rig *rig, const kd_node *node)
{
    const kdi_element *element = &kdi_node_formats[node->type].element;
    kd_node *copy = KDI_ARENA_PUSH(rig->arena, kd_node, 1);
    if (!copy)
        return NULL;
    *copy = *node;
    copy_clear_item(copy);
    if (!copy_numbers(rig, element, copy))
        return NULL;
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        if (child->kind == KDI_CHILD_LIST && !copy_list(rig, child, copy))
            return NULL;
        if (child->kind == KDI_CHILD_TEXT) {
            kd_text *text = (kd_text *)(void *)((char *)copy + child->offset);
            copy_clear_item(text);
            text->places = NULL;
            text->place_count = 0;
        }
    }
    return copy;
}
