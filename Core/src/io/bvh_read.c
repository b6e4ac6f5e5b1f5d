/* Reading of BVH: text to joints, joints to a skeleton, frames to a clip. Position channels replace the offset along
 * their axis, rotations multiply from left to right in the order of the channels, whatever that order is. */
#include "kinedriver/bvh.h"

#include "io/bvh_motion.h"
#include "kinedriver/math.h"

static kd_result read_make_skeleton(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, kd_scene *scene)
{
    kd_joint *joints = KDI_ARENA_PUSH(scene->arena, kd_joint, hierarchy->joint_count);
    if (!joints)
        return KDI_ERROR(text->findings, KD_OUT_OF_MEMORY, NULL, "no memory for the skeleton");
    for (size_t i = 0; i < hierarchy->joint_count; i++) {
        const kdi_bvh_joint *joint = &hierarchy->joints[i];
        joints[i].name = joint->name;
        joints[i].parent = joint->parent;
        joints[i].is_tip = joint->is_tip;
        joints[i].rest = kd_transform_identity();
        joints[i].rest.translate = kd_vec3_make(joint->offset[0], joint->offset[1], joint->offset[2]);
    }
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = (int32_t)hierarchy->joint_count;
    return KD_OK;
}

static kd_result read_into_scene(kdi_bvh_text *text, kd_scene *scene)
{
    kdi_bvh_hierarchy hierarchy;
    kdi_bvh_hierarchy_init(&hierarchy, &text->desc->allocator, scene->arena);
    kd_result result = kdi_bvh_read_hierarchy(text, &hierarchy);
    if (result == KD_OK)
        result = kdi_bvh_name_joints(text, &hierarchy);
    if (result == KD_OK)
        result = read_make_skeleton(text, &hierarchy, scene);
    if (result == KD_OK)
        result = kdi_bvh_read_motion(text, &hierarchy, scene);
    kdi_bvh_hierarchy_free(&hierarchy);
    return result;
}

kd_result kd_bvh_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    kdi_bvh_text text;
    kd_result result = kdi_bvh_text_init(&text, data, size, desc, findings);
    if (result != KD_OK)
        return result;
    kd_scene *scene = kd_scene_make(&desc->allocator, &desc->limits);
    if (!scene)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for a scene");
    result = read_into_scene(&text, scene);
    if (result == KD_OK)
        *out = scene;
    else
        kd_scene_free(scene);
    return result;
}
