/* kd_rig_attach: the skin at a place of a mesh becomes the sources of a position and an orientation constraint. */
#include "kinedriver/rig_attach.h"

#include "base/text_copy.h"
#include "model/rig_names.h"
#include "text/findings.h"

#include <stdio.h>
#include <string.h>

/* A name that no node or group has: with a number behind it where it is taken. */
static const char *attach_name(kd_rig *rig, const char *joint, const char *suffix)
{
    char name[512], shown[400];
    bool taken = true;
    kdi_text_copy(shown, sizeof shown, joint);
    for (int number = 1; taken; number++) {
        if (number == 1)
            snprintf(name, sizeof name, "%s_%s", shown, suffix);
        else
            snprintf(name, sizeof name, "%s_%s_%d", shown, suffix, number);
        taken = kd_rig_find_node(rig, name) != NULL;
        for (int32_t i = 0; i < rig->group_count; i++)
            taken = taken || strcmp(rig->groups[i].name, name) == 0;
    }
    return kd_rig_text(rig, name);
}

static bool attach_add(kd_rig *rig, const kd_scene *scene, const kd_attach_desc *desc, const kd_attach_place *place,
                       bool is_position)
{
    const char *name = attach_name(rig, desc->joint, is_position ? "attach_position" : "attach_orientation");
    kd_node *node =
        name ? kd_rig_add_node(rig, is_position ? KD_NODE_POSITION_CONSTRAINT : KD_NODE_ORIENTATION_CONSTRAINT, name)
             : NULL;
    if (!node)
        return false;
    /* To the rig's unit; a scene that does not know its own is taken to have it. */
    double factor =
        scene->metres_per_unit > 0.0 ? scene->metres_per_unit / kd_distance_unit_metres(rig->units.distance) : 1.0;
    kd_constraint *constraint = &node->as.constraint;
    constraint->joint = kd_rig_text(rig, desc->joint);
    constraint->attach_mesh = kd_rig_text(rig, scene->meshes[place->mesh].name);
    constraint->keep_offset = true;
    constraint->attach_point[0] = (double)place->position.x * factor;
    constraint->attach_point[1] = (double)place->position.y * factor;
    constraint->attach_point[2] = (double)place->position.z * factor;
    for (int32_t i = 0; i < place->joint_count; i++) {
        kd_joint_weight *source = (kd_joint_weight *)kd_rig_add_child(rig, node, "Source");
        if (!source)
            return false;
        source->joint = kd_rig_text(rig, scene->skeleton.joints[place->joints[i]].name);
        source->weight = (double)place->weights[i];
        if (!source->joint)
            return false;
    }
    return constraint->joint && constraint->attach_mesh;
}

/* The joint must not follow itself or what hangs on it. */
static kd_result attach_check(const kd_scene *scene, const kd_attach_desc *desc, const kd_attach_place *place,
                              kd_findings *findings)
{
    char joint[KDI_NAME_SHOW_SIZE], source[KDI_NAME_SHOW_SIZE];
    const kd_joint *joints = scene->skeleton.joints;
    int32_t own = kd_skeleton_find(&scene->skeleton, desc->joint);
    kdi_name_show(desc->joint, joint, sizeof joint);
    if (own == KD_NO_JOINT)
        KDI_WARNING(findings, KD_JOINT_UNKNOWN, NULL,
                    "the mesh's skeleton has no joint '%s': the constraints do nothing until it has one", joint);
    for (int32_t i = 0; i < place->joint_count && own != KD_NO_JOINT; i++)
        for (int32_t j = place->joints[i]; j >= own; j = joints[j].parent)
            if (j == own)
                return KDI_ERROR(
                    findings, KD_CYCLE, NULL,
                    "the skin there is moved by '%s' itself (through '%s'): choose a place that '%s' does not move",
                    joint, kdi_name_show(joints[place->joints[i]].name, source, sizeof source), joint);
    return KD_OK;
}

kd_result kd_rig_attach(kd_rig *rig, const kd_scene *scene, const kd_attach_desc *desc, kd_attach_place *place,
                        kd_findings *findings)
{
    kd_attach_place own;
    place = place ? place : &own;
    if (!desc->joint || !*desc->joint)
        return KDI_ERROR(findings, KD_NAME_INVALID, NULL, "no joint is named that is to be attached");
    kd_result result = kd_scene_skin_at(scene, desc, place, findings);
    if (result == KD_OK)
        result = attach_check(scene, desc, place, findings);
    if (result != KD_OK)
        return result;
    if (!attach_add(rig, scene, desc, place, true) || !attach_add(rig, scene, desc, place, false))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "not enough memory to attach the joint");
    return KD_OK;
}
