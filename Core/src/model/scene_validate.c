/* kd_scene_validate: every promise that scene.h, skeleton.h and clip.h make (mesh.h: mesh_validate.c), each with a
 * finding of its own that names the joint, clip or mesh. A violation does not stop the check, except of what depends on
 * it (contents behind a missing array). */
#include "model/scene.h"
#include "model/validate.h"
#include "text/name_table.h"

#include <math.h>
#include <string.h>

/* Rounding may leave two quaternions that are 180 degrees apart a little on the wrong side. */
static const double VALIDATE_HEMISPHERE_TOLERANCE = 1e-5;

static bool transform_is_finite(const kd_transform *t)
{
    const float parts[] = {t->rotate.x,    t->rotate.y,    t->rotate.z, t->rotate.w, t->translate.x,
                           t->translate.y, t->translate.z, t->scale.x,  t->scale.y,  t->scale.z};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!kdi_is_finite(parts[i]))
            return false;
    return true;
}

static bool quat_same_side(kd_quat a, kd_quat b)
{
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w >=
           -VALIDATE_HEMISPHERE_TOLERANCE;
}

static void validate_joint_name(kdi_check *check, kdi_name_table *names, const char *name, int32_t index)
{
    if (!kdi_check_name(check, name))
        return;
    if (name[0] == '\0') {
        kdi_check_fail(check, KD_NAME_INVALID, "the joint's name is empty; joints are found by name");
        return;
    }
    int32_t present;
    if (kdi_name_table_add(names, name, strlen(name), index, &present) != KD_OK)
        kdi_check_fail(check, KD_OUT_OF_MEMORY, "no memory for the table of joint names");
    else if (present != KDI_NO_NAME)
        kdi_check_fail(check, KD_JOINT_DUPLICATE, "an earlier joint has the same name");
}

static void validate_skeleton(kdi_check *check)
{
    const kd_skeleton *skeleton = &check->scene->skeleton;
    kdi_check_enter(check, "", "skeleton", NULL, 0);
    if (skeleton->joint_count < 0 || (skeleton->joint_count > 0 && !skeleton->joints)) {
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the joint count does not fit the joints");
        return;
    }
    kd_allocator allocator = check->scene->arena ? check->scene->arena->allocator : kd_allocator_default();
    kdi_name_table names;
    kdi_name_table_init(&names, &allocator);
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        const kd_joint *joint = &skeleton->joints[i];
        kdi_check_enter(check, "", "joint", joint->name, i);
        validate_joint_name(check, &names, joint->name, i);
        if (joint->parent < KD_NO_JOINT || joint->parent >= i)
            kdi_check_fail(check, KD_HIERARCHY, "the joint's parent is not an earlier joint");
        if (!transform_is_finite(&joint->rest))
            kdi_check_fail(check, KD_NUMBER, "the transform at rest is not finite");
        else if (!kdi_is_unit(joint->rest.rotate))
            kdi_check_fail(check, KD_RANGE, "the rotation at rest is not of unit length");
    }
    kdi_name_table_free(&names);
}

/* The three promises of a joint's transforms over time, one finding each. */
static void validate_clip_joint(kdi_check *check, const kd_clip *clip, int32_t joint)
{
    kdi_tally infinite = {0, 0}, unnormal = {0, 0}, flipped = {0, 0};
    for (int32_t frame = 0; frame < clip->frame_count; frame++) {
        const kd_transform *t = &clip->locals[(size_t)frame * (size_t)clip->joint_count + (size_t)joint];
        if (!transform_is_finite(t))
            kdi_tally_add(&infinite, (size_t)frame);
        else if (!kdi_is_unit(t->rotate))
            kdi_tally_add(&unnormal, (size_t)frame);
        else if (frame > 0 && !quat_same_side((t - clip->joint_count)->rotate, t->rotate))
            kdi_tally_add(&flipped, (size_t)frame);
    }
    kdi_check_tally(check, &infinite, KD_NUMBER, "frame", "the transform is not finite");
    kdi_check_tally(check, &unnormal, KD_RANGE, "frame", "the rotation is not of unit length");
    kdi_check_tally(check, &flipped, KD_RANGE, "frame",
                    "the quaternion is in the other hemisphere than the one before it");
}

static bool validate_clip_counts(kdi_check *check, const kd_clip *clip)
{
    bool usable = true;
    if (clip->frame_count < 0 || clip->curve_count < 0) {
        kdi_check_fail(check, KD_RANGE, "the clip has a negative count");
        usable = false;
    }
    if (clip->joint_count != check->scene->skeleton.joint_count) {
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the clip has another number of joints than the skeleton");
        usable = false;
    }
    if (usable && clip->frame_count > 0 && clip->joint_count > 0 && !clip->locals) {
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the clip has frames but no transforms");
        usable = false;
    }
    if (usable && clip->curve_count > 0 && (!clip->curve_names || (clip->frame_count > 0 && !clip->curves))) {
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the clip has curves without names or values");
        usable = false;
    }
    return usable;
}

static void validate_clip(kdi_check *check, const kd_clip *clip, int32_t index)
{
    kdi_check_enter(check, "", "clip", clip->name, index);
    char path[KDI_CHECK_PATH_SIZE];
    memcpy(path, check->path, sizeof path);
    kdi_check_name(check, clip->name);
    if (!isfinite(clip->frame_time_s) || clip->frame_time_s <= 0.0)
        kdi_check_fail(check, KD_RANGE, "the frame time is not above 0");
    if (!validate_clip_counts(check, clip))
        return;
    for (int32_t joint = 0; joint < clip->joint_count; joint++) {
        kdi_check_enter(check, path, "joint", check->scene->skeleton.joints[joint].name, joint);
        validate_clip_joint(check, clip, joint);
    }
    for (int32_t curve = 0; curve < clip->curve_count; curve++) {
        kdi_check_enter(check, path, "curve", clip->curve_names[curve], curve);
        kdi_check_name(check, clip->curve_names[curve]);
        kdi_tally bad = {0, 0};
        for (int32_t frame = 0; frame < clip->frame_count; frame++)
            if (!kdi_is_finite(clip->curves[(size_t)frame * (size_t)clip->curve_count + (size_t)curve]))
                kdi_tally_add(&bad, (size_t)frame);
        kdi_check_tally(check, &bad, KD_NUMBER, "frame", "the value is not finite");
    }
}

static void validate_material(kdi_check *check, const kd_material *material, int32_t index)
{
    kdi_check_enter(check, "", "material", material->name, index);
    kdi_check_name(check, material->name);
    kdi_check_finite(check, material->base_color, 4, 1, "component", "the colour is not finite");
}

static void validate_shapes(kdi_check *check, const kd_shapes *shapes, int32_t index)
{
    kdi_check_enter(check, "", "shapes", shapes->name, index);
    kdi_check_name(check, shapes->name);
    if (shapes->frame_count < 0 || shapes->vertex_count < 0) {
        kdi_check_fail(check, KD_RANGE, "the shapes have a negative count");
        return;
    }
    size_t frames = (size_t)shapes->frame_count, vertices = (size_t)shapes->vertex_count;
    if ((frames > 0 && !shapes->times_s) || (frames * vertices > 0 && !shapes->positions)) {
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the shapes have frames without times or positions");
        return;
    }
    kdi_check_finite(check, shapes->times_s, frames, 1, "frame", "the time is not finite");
    kdi_check_finite(check, (const float *)shapes->positions, frames * vertices * 3, vertices ? vertices * 3 : 1,
                     "frame", "a position is not finite");
}

static bool validate_list(kdi_check *check, const char *kind, int32_t count, const void *items)
{
    if (count >= 0 && (count == 0 || items))
        return true;
    kdi_check_enter(check, "", kind, NULL, 0);
    kdi_check_fail(check, KD_COUNT_MISMATCH, "the count does not fit the list");
    return false;
}

kd_result kd_scene_validate(const kd_scene *scene, kd_findings *findings)
{
    kdi_check check = {scene, findings, KD_OK, ""};
    validate_skeleton(&check);
    bool skeleton_is_there =
        scene->skeleton.joint_count == 0 || (scene->skeleton.joint_count > 0 && scene->skeleton.joints);
    if (skeleton_is_there && validate_list(&check, "clip", scene->clip_count, scene->clips))
        for (int32_t i = 0; i < scene->clip_count; i++)
            validate_clip(&check, &scene->clips[i], i);
    if (validate_list(&check, "material", scene->material_count, scene->materials))
        for (int32_t i = 0; i < scene->material_count; i++)
            validate_material(&check, &scene->materials[i], i);
    if (validate_list(&check, "mesh", scene->mesh_count, scene->meshes))
        for (int32_t i = 0; i < scene->mesh_count; i++)
            kdi_mesh_validate(&check, &scene->meshes[i], i);
    if (validate_list(&check, "shapes", scene->shapes_count, scene->shapes))
        for (int32_t i = 0; i < scene->shapes_count; i++)
            validate_shapes(&check, &scene->shapes[i], i);
    kdi_check_enter(&check, "", "scene", NULL, 0);
    if (!isfinite(scene->metres_per_unit) || scene->metres_per_unit < 0.0)
        kdi_check_fail(&check, KD_RANGE, "the length of a unit is neither a number above 0 nor 0 for unknown");
    return check.result;
}
