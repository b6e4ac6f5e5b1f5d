/* Names of a rig: each given once, each that is used also there. Tables instead of searches, so that the cost is linear
 * in the size of the rig and the skeleton. */
#include "base/allocator.h"
#include "base/arena.h"
#include "model/rig.h"
#include "model/rig_check.h"

#include <string.h>

static void check_no_memory(kdi_rig_check *check)
{
    KDI_RIG_ERROR(check, KD_OUT_OF_MEMORY, "no memory for a table of names");
}

static void check_unique_nodes(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    char shown[KDI_NAME_SHOW_SIZE];
    for (int32_t i = 0; i < rig->node_count + rig->group_count; i++) {
        const kd_node *node = i < rig->node_count ? rig->nodes[i] : NULL;
        const kd_group *group = node ? NULL : &rig->groups[i - rig->node_count];
        const char *name = node ? node->name : group->name;
        int32_t first = kdi_rig_names_find(&check->names, name);
        if (first == i || name[0] == '\0')
            continue;
        if (node)
            kdi_rig_check_enter_node(check, node);
        else
            kdi_rig_check_enter_section(check, "Group", group, i - rig->node_count);
        const kd_item *other =
            first < rig->node_count ? &rig->nodes[first]->item : &rig->groups[first - rig->node_count].item;
        KDI_RIG_ERROR_AT(
            check, "name", KD_NAME_DUPLICATE, "the name '%s' is already that of a %s (line %d); give it another one",
            kdi_name_show(name, shown, sizeof shown), first < rig->node_count ? "node" : "group", (int)other->line);
    }
}

static bool check_fill_rig_joints(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    for (int32_t i = 0; i < rig->joint_count; i++) {
        const kd_rig_joint *joint = &rig->joints[i];
        int32_t present;
        if (kdi_name_table_add(&check->rig_joints, joint->name, strlen(joint->name), i, &present) != KD_OK)
            return false;
        if (present == KDI_NO_NAME)
            continue;
        kdi_rig_check_enter_section(check, "Joint", joint, i);
        KDI_RIG_ERROR_AT(check, "name", KD_JOINT_DUPLICATE,
                         "this joint is already stated in line %d; remove one of the two",
                         (int)rig->joints[present].item.line);
    }
    return true;
}

static bool check_fill_skeleton_joints(kdi_rig_check *check)
{
    for (int32_t i = 0; check->skeleton && i < check->skeleton->joint_count; i++) {
        const char *name = check->skeleton->joints[i].name;
        int32_t present;
        if (kdi_name_table_add(&check->skeleton_joints, name, strlen(name), i, &present) != KD_OK)
            return false;
    }
    return true;
}

/* The rest pose of a joint is told from its parent: from another one it means something else. */
static void check_joint_parents(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    for (int32_t i = 0; check->skeleton && i < rig->joint_count; i++) {
        const kd_rig_joint *joint = &rig->joints[i];
        int32_t index = kdi_name_table_find(&check->skeleton_joints, joint->name, strlen(joint->name));
        char problem[KD_ERROR_TEXT_SIZE];
        if (index == KDI_NO_NAME || kdi_rig_joint_fits(joint, check->skeleton, index, problem))
            continue;
        kdi_rig_check_enter_section(check, "Joint", joint, i);
        KDI_RIG_WARNING_AT(check, "parent", KD_HIERARCHY, "%s", problem);
    }
}

static bool check_skeleton_has(const kdi_rig_check *check, const char *joint)
{
    return kdi_name_table_find(&check->skeleton_joints, joint, strlen(joint)) != KDI_NO_NAME;
}

static void check_joint_name(kdi_rig_check *check, const kdi_visit *visit, const char *attribute, const char *joint)
{
    char shown[KDI_NAME_SHOW_SIZE], hint[KD_SUGGESTION_TEXT_SIZE];
    if (joint[0] == '\0' || !check->skeleton || check_skeleton_has(check, joint))
        return;
    kdi_name_show(joint, shown, sizeof shown);
    if (strcmp(visit->element->name, "Joint") == 0)
        KDI_RIG_WARNING_AT(check, attribute, KD_JOINT_UNKNOWN,
                           "the skeleton has no joint '%s' (%s): its rest pose has no effect%s", shown, attribute,
                           kdi_rig_check_suggest_joint(check, joint, hint));
    else
        KDI_RIG_ERROR_AT(check, attribute, KD_JOINT_UNKNOWN, "the skeleton has no joint '%s' (%s)%s", shown, attribute,
                         kdi_rig_check_suggest_joint(check, joint, hint));
}

static void check_group_name(kdi_rig_check *check, const char *group)
{
    char shown[KDI_NAME_SHOW_SIZE], hint[KD_SUGGESTION_TEXT_SIZE];
    if (group[0] == '\0')
        return;
    int32_t index = kdi_rig_names_find(&check->names, group);
    if (index == KDI_NO_INDEX)
        KDI_RIG_ERROR_AT(check, "group", KD_GROUP_UNKNOWN, "there is no group '%s'%s",
                         kdi_name_show(group, shown, sizeof shown), kdi_rig_check_suggest_group(check, group, hint));
    else if (index < check->rig->node_count)
        KDI_RIG_ERROR_AT(check, "group", KD_GROUP_UNKNOWN, "'%s' is a node, not a group",
                         kdi_name_show(group, shown, sizeof shown));
}

static void check_item_references(void *user, const kdi_visit *visit)
{
    kdi_rig_check *check = (kdi_rig_check *)user;
    const kdi_attribute *attribute;
    kdi_rig_check_enter(check, visit);
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++) {
        if (attribute->kind == KDI_KIND_JOINT)
            check_joint_name(check, visit, attribute->name, *kdi_value_text(attribute, visit->item));
        else if (attribute->kind == KDI_KIND_GROUP)
            check_group_name(check, *kdi_value_text(attribute, visit->item));
    }
}

static int32_t check_parent_of(const kdi_rig_check *check, int32_t joint)
{
    const char *parent = check->rig->joints[joint].parent;
    return kdi_name_table_find(&check->rig_joints, parent, strlen(parent));
}

/* Follows parents until a joint that an earlier walk has seen: every joint is passed once. */
static bool check_joint_tree(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    const kd_allocator *allocator = &rig->arena->allocator;
    size_t bytes = (size_t)rig->joint_count * sizeof(int32_t);
    if (bytes == 0)
        return true;
    int32_t *walk = (int32_t *)kdi_allocate(allocator, 1, bytes); /* the walk, from 1, that came by */
    if (!walk)
        return false;
    memset(walk, 0, bytes);
    for (int32_t i = 0; i < rig->joint_count; i++) {
        int32_t at = i;
        while (at != KDI_NO_NAME && walk[at] == 0) {
            walk[at] = i + 1;
            at = check_parent_of(check, at);
        }
        if (at == KDI_NO_NAME || walk[at] != i + 1)
            continue;
        kdi_rig_check_enter_section(check, "Joint", &rig->joints[at], at);
        KDI_RIG_ERROR_AT(check, "parent", KD_HIERARCHY,
                         "the joint is its own ancestor; follow its parents and correct one");
    }
    kdi_free(allocator, walk, bytes);
    return true;
}

void kdi_rig_check_names(kdi_rig_check *check)
{
    check_unique_nodes(check);
    if (!check_fill_rig_joints(check) || !check_fill_skeleton_joints(check) || !check_joint_tree(check)) {
        check_no_memory(check);
        return;
    }
    check_joint_parents(check);
    kdi_rig_walk(check->rig, check_item_references, check);
}
