/* Place, report and suggestions of the checks of a rig. */
#include "model/rig_check.h"

#include "model/rig.h"
#include "model/rig_port.h"

#include <stdio.h>
#include <string.h>

void kdi_rig_check_keep(kdi_rig_check *check, kd_result code)
{
    if (check->result == KD_OK)
        check->result = code;
}

void kdi_rig_check_enter(kdi_rig_check *check, const kdi_visit *visit)
{
    const kd_item *item = (const kd_item *)visit->item;
    check->visit = *visit;
    check->place.line = item->line;
    check->place.column = item->column;
}

void kdi_rig_check_enter_node(kdi_rig_check *check, const kd_node *node)
{
    kd_node *item = (kd_node *)(uintptr_t)node;
    kdi_visit visit = {&kdi_node_formats[node->type].element, item, 0, item};
    kdi_rig_check_enter(check, &visit);
}

void kdi_rig_check_enter_section(kdi_rig_check *check, const char *element, const void *item, int32_t index)
{
    kdi_visit visit = {kdi_section_child(element)->element, (void *)(uintptr_t)item, index, NULL};
    kdi_rig_check_enter(check, &visit);
}

/* The name that the item itself has, or NULL. */
static const char *check_item_name(const kdi_visit *visit)
{
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++)
        if (strcmp(attribute->name, "name") == 0)
            return *kdi_value_text(attribute, visit->item);
    return NULL;
}

static void check_make_path(kdi_rig_check *check)
{
    const kdi_visit *visit = &check->visit;
    char shown[KDI_NAME_SHOW_SIZE];
    const char *kind = visit->element->name, *name = check_item_name(visit);
    if (visit->node && (void *)visit->node != visit->item)
        snprintf(check->path, sizeof check->path, "%s %s/%s %d", kd_node_type_text(visit->node->type),
                 kdi_name_show(visit->node->name, shown, sizeof shown), kind, (int)visit->index + 1);
    else if (name && name[0])
        snprintf(check->path, sizeof check->path, "%s %s", kind, kdi_name_show(name, shown, sizeof shown));
    else
        snprintf(check->path, sizeof check->path, "%s %d", kind, (int)visit->index + 1);
    size_t length = strlen(check->path);
    if (check->attribute)
        snprintf(check->path + length, sizeof check->path - length, "/@%s", check->attribute);
}

const kdi_place *kdi_rig_check_place(kdi_rig_check *check)
{
    check->place.path = NULL;
    if (check->visit.element && check->findings && check->findings->count < check->findings->limit) {
        check_make_path(check);
        check->place.path = check->path;
    }
    check->attribute = NULL;
    return &check->place;
}

static void check_offer(kdi_rig_check *check, kd_suggestion *suggestion, const char *known)
{
    if (check->offers_left <= 0)
        return;
    check->offers_left--;
    kd_suggestion_offer(suggestion, known);
}

const char *kdi_rig_check_suggest_node(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE])
{
    const kd_rig *rig = check->rig;
    kd_suggestion suggestion = kd_suggestion_make(name, strlen(name));
    for (int32_t i = 0; i < rig->node_count && check->offers_left > 0; i++)
        check_offer(check, &suggestion, rig->nodes[i]->name);
    for (int32_t i = 0; i < rig->group_count && check->offers_left > 0; i++)
        check_offer(check, &suggestion, rig->groups[i].name);
    return kd_suggestion_text(&suggestion, text);
}

const char *kdi_rig_check_suggest_group(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE])
{
    kd_suggestion suggestion = kd_suggestion_make(name, strlen(name));
    for (int32_t i = 0; i < check->rig->group_count && check->offers_left > 0; i++)
        check_offer(check, &suggestion, check->rig->groups[i].name);
    return kd_suggestion_text(&suggestion, text);
}

const char *kdi_rig_check_suggest_joint(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE])
{
    kd_suggestion suggestion = kd_suggestion_make(name, strlen(name));
    for (int32_t i = 0; i < check->skeleton->joint_count && check->offers_left > 0; i++)
        check_offer(check, &suggestion, check->skeleton->joints[i].name);
    return kd_suggestion_text(&suggestion, text);
}

const char *kdi_rig_check_suggest_port(kdi_rig_check *check, const kd_node *node, const char *name,
                                       char text[KD_SUGGESTION_TEXT_SIZE])
{
    kd_suggestion suggestion = kd_suggestion_make(name, strlen(name));
    kdi_port_view view;
    for (int32_t i = 0; check->offers_left > 0 && kdi_node_port_view(node, i, &view); i++)
        if (view.name)
            check_offer(check, &suggestion, view.name);
    return kd_suggestion_text(&suggestion, text);
}
