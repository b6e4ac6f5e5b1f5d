/* kd_rig_mirror: checks what is asked, then swaps the sides in place or hands over to symmetrise. */
#include "base/arena.h"
#include "model/mirror.h"
#include "model/rig.h"
#include "text/findings.h"

#include <string.h>

kd_mirror_desc kd_mirror_desc_default(void)
{
    kd_mirror_desc desc = {KD_MIRROR_SWAP, KD_MIRROR_FRAMES_ORIENTATION, KD_UP_X, KD_UP_X, NULL, NULL};
    return desc;
}

/* The most that a mirrored name is longer than the name: by the longer text of an own rule, or Right for Left. */
static size_t mirror_extra_bytes(const kd_mirror_desc *desc)
{
    return desc->from && desc->to ? strlen(desc->from) + strlen(desc->to) : 8;
}

const char *kdi_mirror_text(kdi_mirroring *mirroring, const char *name)
{
    if (!kdi_mirror_has_side(mirroring, name))
        return name;
    size_t capacity = strlen(name) + mirror_extra_bytes(&mirroring->desc) + 1;
    char *mirrored = (char *)kdi_arena_push(mirroring->rig->arena, capacity, 1);
    if (mirrored)
        kd_mirror_name(name, &mirroring->desc, mirrored, capacity);
    return mirrored;
}

bool kdi_mirror_has_side(kdi_mirroring *mirroring, const char *name)
{
    enum { SIDE_STACK_BYTES = 2048 };
    char small[SIDE_STACK_BYTES];
    size_t capacity = strlen(name) + mirror_extra_bytes(&mirroring->desc) + 1;
    if (capacity <= sizeof small)
        return kd_mirror_name(name, &mirroring->desc, small, sizeof small);
    char *large = (char *)kdi_arena_push(mirroring->rig->arena, capacity, 1);
    if (!large) {
        mirroring->result = KD_OUT_OF_MEMORY;
        return false;
    }
    return kd_mirror_name(name, &mirroring->desc, large, capacity);
}

static void mirror_name_field(kdi_mirroring *mirroring, const char **name)
{
    const char *mirrored = kdi_mirror_text(mirroring, *name);
    if (!mirrored)
        mirroring->result = KD_OUT_OF_MEMORY;
    else if (mirrored != *name) {
        mirroring->sided_count++;
        *name = mirrored;
    }
}

void kdi_mirror_names(void *user, const kdi_visit *visit)
{
    kdi_mirroring *mirroring = (kdi_mirroring *)user;
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++) {
        if (attribute->kind == KDI_KIND_NAME || attribute->kind == KDI_KIND_GROUP || attribute->kind == KDI_KIND_JOINT)
            mirror_name_field(mirroring, kdi_value_text(attribute, visit->item));
        else if (attribute->kind == KDI_KIND_PORT)
            mirror_name_field(mirroring, &((kd_port_ref *)(void *)((char *)visit->item + attribute->offset))->node);
    }
}

static bool mirror_is_axis(int32_t axis)
{
    return axis >= KD_UP_X && axis <= KD_UP_Z;
}

static kd_result mirror_check_desc(const kd_mirror_desc *desc, kd_findings *findings)
{
    if (!kdi_mirror_rule_is_valid(desc))
        return KDI_ERROR(findings, KD_VALUE, NULL, "an own rule for names needs two texts that differ, one a side");
    if (!mirror_is_axis(desc->axis) || !mirror_is_axis(desc->centre_axis))
        return KDI_ERROR(findings, KD_RANGE, NULL, "the axes of mirroring must be x, y or z");
    return KD_OK;
}

static kd_result mirror_fill_joints(kdi_mirroring *mirroring)
{
    const kd_rig *rig = mirroring->rig;
    for (int32_t i = 0; i < rig->joint_count; i++) {
        int32_t present;
        const char *name = rig->joints[i].name;
        if (kdi_name_table_add(&mirroring->joints, name, strlen(name), i, &present) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

static kd_result mirror_swap(kdi_mirroring *mirroring)
{
    kdi_rig_walk(mirroring->rig, kdi_mirror_values, mirroring);
    kdi_rig_walk(mirroring->rig, kdi_mirror_names, mirroring);
    return mirroring->result;
}

kd_result kd_rig_mirror(kd_rig *rig, const kd_mirror_desc *desc, kd_findings *findings)
{
    kdi_mirroring mirroring;
    memset(&mirroring, 0, sizeof mirroring);
    mirroring.rig = rig;
    mirroring.desc = desc ? *desc : kd_mirror_desc_default();
    mirroring.findings = findings;
    kd_result result = mirror_check_desc(&mirroring.desc, findings);
    if (result != KD_OK)
        return result;
    kdi_name_table_init(&mirroring.joints, &rig->arena->allocator);
    result = mirror_fill_joints(&mirroring);
    if (result == KD_OK)
        result = mirroring.desc.mode == KD_MIRROR_SYMMETRISE ? kdi_rig_symmetrise(&mirroring) : mirror_swap(&mirroring);
    kdi_name_table_free(&mirroring.joints);
    if (result == KD_OUT_OF_MEMORY)
        KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to mirror the rig");
    else if (result == KD_OK && mirroring.sided_count == 0)
        KDI_WARNING(findings, KD_UNUSED, NULL, "%s",
                    mirroring.desc.from ? "no name has a side by this rule; is it spelt as in the rig?"
                                        : "no name has a side (arm_l, Bone.L, L_arm, LeftArm); state an own rule for "
                                          "names");
    return result;
}
