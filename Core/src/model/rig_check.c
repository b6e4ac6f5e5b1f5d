/* Place, report and suggestions of the checks of a rig. */
#include "model/rig_check.h"

#include "model/rig.h"

#include <stdio.h>
#include <string.h>

enum { CHECK_MOST_CANDIDATES = 2000 };

void kdi_rig_check_keep(kdi_rig_check *check, kd_result code)
{
    if (check->result == KD_OK)
        check->result = code;
}

void kdi_rig_check_enter_item(kdi_rig_check *check, const kd_item *item, const char *kind, const char *name)
{
    char shown[KDI_NAME_SHOW_SIZE];
    snprintf(check->path, sizeof check->path, "%s %s", kind, kdi_name_show(name, shown, sizeof shown));
    check->place.line = item->line;
    check->place.column = item->column;
    check->place.path = check->path;
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

void kdi_rig_check_enter(kdi_rig_check *check, const kdi_visit *visit)
{
    char shown[KDI_NAME_SHOW_SIZE], owner[KDI_NAME_SHOW_SIZE];
    const kd_item *item = (const kd_item *)visit->item;
    const char *kind = visit->element->name, *name = check_item_name(visit);
    if (visit->node && (void *)visit->node != visit->item)
        snprintf(check->path, sizeof check->path, "%s %s/%s %d", kd_node_type_text(visit->node->type),
                 kdi_name_show(visit->node->name, owner, sizeof owner), kind, (int)visit->index + 1);
    else if (name && name[0])
        snprintf(check->path, sizeof check->path, "%s %s", kind, kdi_name_show(name, shown, sizeof shown));
    else
        snprintf(check->path, sizeof check->path, "%s %d", kind, (int)visit->index + 1);
    check->place.line = item->line;
    check->place.column = item->column;
    check->place.path = check->path;
}

const char *kdi_rig_check_suggest_node(kdi_rig_check *check, const char *name, char text[KDI_SUGGEST_TEXT_SIZE])
{
    const kd_rig *rig = check->rig;
    kdi_suggest suggest = kdi_suggest_make(name, strlen(name));
    if (check->suggestions_left > 0) {
        check->suggestions_left--;
        for (int32_t i = 0; i < rig->node_count && i < CHECK_MOST_CANDIDATES; i++)
            kdi_suggest_offer(&suggest, rig->nodes[i]->name);
        for (int32_t i = 0; i < rig->group_count && i < CHECK_MOST_CANDIDATES; i++)
            kdi_suggest_offer(&suggest, rig->groups[i].name);
    }
    return kdi_suggest_text(&suggest, text);
}

const char *kdi_rig_check_suggest_joint(kdi_rig_check *check, const char *name, char text[KDI_SUGGEST_TEXT_SIZE])
{
    kdi_suggest suggest = kdi_suggest_make(name, strlen(name));
    if (check->suggestions_left > 0 && check->skeleton) {
        check->suggestions_left--;
        for (int32_t i = 0; i < check->skeleton->joint_count && i < CHECK_MOST_CANDIDATES; i++)
            kdi_suggest_offer(&suggest, check->skeleton->joints[i].name);
    }
    return kdi_suggest_text(&suggest, text);
}
