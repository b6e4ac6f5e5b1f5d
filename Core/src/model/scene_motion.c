/* kd_scene_take_motion. With A the model rotation of a joint at rest in the motion, C that in the character and
 * D = inverse(A) * C, a joint turned to M in the motion is turned to M * D in the character: away from its rest pose by
 * the same rotation of model space. Below a parent that both have this is inverse(Dp) * local * D, so that each joint
 * needs only constants and its own local transform. */
#include "model/scene.h"

#include "base/allocator.h"
#include "kinedriver/math.h"
#include "kinedriver/scene_motion.h"
#include "model/rig_names.h"
#include "text/findings.h"
#include "text/name_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How a joint of the character follows the motion. */
typedef struct motion_joint {
    int32_t from;    /* the motion's joint; -1: none, stays at rest */
    bool is_same;    /* parent and rest are those of the motion */
    bool has_parent; /* both have the same parent, which the motion moves */
    kd_quat turn;    /* D of the joint */
    kd_quat back;    /* inverse(D) of the parent, or of identity */
    kd_transform rest_model;
} motion_joint;

typedef struct motion_work {
    const kd_skeleton *to, *from;
    motion_joint *joints;     /* [joint of the character] */
    kd_transform *from_rest;  /* [joint of the motion], model space */
    kd_transform *from_model; /* of the frame */
    kd_transform *to_model;   /* of the frame */
    double scale;
} motion_work;

static double motion_length(kd_vec3 v)
{
    return sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
}

static bool motion_is_near(kd_vec3 a, kd_vec3 b, double tolerance)
{
    return motion_length(kd_vec3_sub(a, b)) <= tolerance;
}

static bool motion_is_same_turn(kd_quat a, kd_quat b)
{
    return fabsf(kd_quat_dot(a, b)) > 1.0f - 1e-6f;
}

/* Units decide; without them the bones that both have. */
static double motion_scale(const kd_scene *character, const kd_scene *motion, const motion_work *work)
{
    double lengths[2] = {0, 0};
    if (character->metres_per_unit > 0.0 && motion->metres_per_unit > 0.0)
        return motion->metres_per_unit / character->metres_per_unit;
    for (int32_t i = 0; i < work->to->joint_count; i++) {
        if (!work->joints[i].has_parent)
            continue;
        lengths[0] += motion_length(work->from->joints[work->joints[i].from].rest.translate);
        lengths[1] += motion_length(work->to->joints[i].rest.translate);
    }
    double scale = lengths[0] > 0.0 ? lengths[1] / lengths[0] : 1.0;
    return isfinite(scale) && scale > 0.0 ? scale : 1.0;
}

static kd_result motion_match(motion_work *work, const kd_allocator *allocator, int32_t *matched)
{
    kdi_name_table names;
    kd_result result = KD_OK;
    *matched = 0;
    kdi_name_table_init(&names, allocator);
    for (int32_t i = 0; i < work->from->joint_count && result == KD_OK; i++) {
        const kd_joint *joint = &work->from->joints[i];
        int32_t present;
        if (!joint->is_tip)
            result = kdi_name_table_add(&names, joint->name, strlen(joint->name), i, &present);
    }
    for (int32_t i = 0; i < work->to->joint_count; i++) {
        const kd_joint *joint = &work->to->joints[i];
        work->joints[i].from = kdi_name_table_find(&names, joint->name, strlen(joint->name));
        *matched += work->joints[i].from >= 0;
    }
    kdi_name_table_free(&names);
    return result;
}

static void motion_rest_models(const kd_skeleton *skeleton, kd_transform *model)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        model[i] = skeleton->joints[i].rest;
    kd_skeleton_model_from_local(skeleton, model, model);
}

static void motion_relate(motion_work *work)
{
    motion_rest_models(work->from, work->from_rest);
    motion_rest_models(work->to, work->to_model);
    for (int32_t i = 0; i < work->to->joint_count; i++) {
        motion_joint *joint = &work->joints[i];
        int32_t parent = work->to->joints[i].parent;
        joint->rest_model = work->to_model[i];
        joint->turn = joint->back = kd_quat_identity();
        if (joint->from < 0)
            continue;
        int32_t from_parent = work->from->joints[joint->from].parent;
        joint->turn = kd_quat_normalize(
            kd_quat_mul(kd_quat_conjugate(work->from_rest[joint->from].rotate), joint->rest_model.rotate));
        joint->has_parent = parent >= 0 && from_parent >= 0 && work->joints[parent].from == from_parent;
        if (joint->has_parent)
            joint->back = kd_quat_conjugate(work->joints[parent].turn);
    }
}

/* Where nothing but the names could differ, the numbers are taken over to the bit. */
static void motion_find_same(motion_work *work)
{
    for (int32_t i = 0; i < work->to->joint_count; i++) {
        motion_joint *joint = &work->joints[i];
        if (joint->from < 0 || work->scale != 1.0)
            continue;
        const kd_joint *to = &work->to->joints[i], *from = &work->from->joints[joint->from];
        bool is_root = to->parent < 0 && from->parent < 0;
        joint->is_same = (is_root || joint->has_parent) && motion_is_same_turn(to->rest.rotate, from->rest.rotate) &&
                         motion_is_same_turn(joint->back, kd_quat_identity()) &&
                         motion_is_near(to->rest.translate, from->rest.translate,
                                        1e-6 * (1.0 + motion_length(to->rest.translate))) &&
                         motion_is_near(to->rest.scale, from->rest.scale, 1e-6);
    }
}

static float motion_scale_part(float to_rest, float from_rest, float now)
{
    return fabsf(from_rest) > KD_SCALE_MIN ? to_rest * (now / from_rest) : to_rest;
}

/* A joint below a parent that both have. */
static kd_transform motion_below(const motion_work *work, int32_t index, const kd_transform *now)
{
    const motion_joint *joint = &work->joints[index];
    const kd_transform *to = &work->to->joints[index].rest, *from = &work->from->joints[joint->from].rest;
    kd_transform local = *to;
    local.rotate = kd_quat_normalize(kd_quat_mul(kd_quat_mul(joint->back, now->rotate), joint->turn));
    kd_vec3 moved = kd_vec3_scale(kd_vec3_sub(now->translate, from->translate), (float)work->scale);
    local.translate = kd_vec3_add(to->translate, kd_quat_rotate(joint->back, moved));
    local.scale = kd_vec3_make(motion_scale_part(to->scale.x, from->scale.x, now->scale.x),
                               motion_scale_part(to->scale.y, from->scale.y, now->scale.y),
                               motion_scale_part(to->scale.z, from->scale.z, now->scale.z));
    return local;
}

/* A joint whose parent is not moved by the motion: rotation and place in model space. */
static kd_transform motion_in_model(const motion_work *work, int32_t index)
{
    const motion_joint *joint = &work->joints[index];
    int32_t parent = work->to->joints[index].parent;
    kd_transform wanted = work->from_model[joint->from];
    wanted.rotate = kd_quat_normalize(kd_quat_mul(wanted.rotate, joint->turn));
    wanted.translate = kd_vec3_scale(wanted.translate, (float)work->scale);
    kd_transform local = parent < 0 ? wanted : kd_transform_relative(work->to_model[parent], wanted);
    local.rotate = kd_quat_normalize(local.rotate);
    local.scale = work->to->joints[index].rest.scale;
    return local;
}

static void motion_frame(const motion_work *work, const kd_transform *from, kd_transform *to)
{
    kd_skeleton_model_from_local(work->from, from, work->from_model);
    for (int32_t i = 0; i < work->to->joint_count; i++) {
        const motion_joint *joint = &work->joints[i];
        int32_t parent = work->to->joints[i].parent;
        if (joint->from < 0)
            to[i] = work->to->joints[i].rest;
        else if (joint->is_same)
            to[i] = from[joint->from];
        else
            to[i] = joint->has_parent ? motion_below(work, i, &from[joint->from]) : motion_in_model(work, i);
        work->to_model[i] = parent < 0 ? to[i] : kd_transform_mul(work->to_model[parent], to[i]);
    }
}

/* Neighbouring frames in one hemisphere, as clips promise. */
static void motion_join_frames(const kd_transform *before, kd_transform *now, int32_t joint_count)
{
    for (int32_t i = 0; i < joint_count; i++)
        if (kd_quat_dot(before[i].rotate, now[i].rotate) < 0.0f)
            now[i].rotate = kd_quat_negate(now[i].rotate);
}

static bool motion_copy_curves(kd_scene *scene, const kd_clip *from, kd_clip *to)
{
    size_t count = (size_t)from->curve_count, values = count * (size_t)from->frame_count;
    const char **names = KDI_ARENA_PUSH(scene->arena, const char *, count);
    to->curves = KDI_ARENA_PUSH(scene->arena, float, values);
    if (!names || !to->curves)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!(names[i] = kdi_arena_text(scene->arena, from->curve_names[i], strlen(from->curve_names[i]))))
            return false;
    if (values > 0)
        memcpy(to->curves, from->curves, values * sizeof *to->curves);
    to->curve_names = names;
    return true;
}

static bool motion_make_clip(kd_scene *scene, const motion_work *work, const kd_clip *from, kd_clip *to)
{
    size_t joints = (size_t)work->to->joint_count;
    *to = *from;
    to->joint_count = work->to->joint_count;
    to->name = kdi_arena_text(scene->arena, from->name, strlen(from->name));
    to->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, joints * (size_t)from->frame_count);
    if (!to->name || !to->locals || !motion_copy_curves(scene, from, to))
        return false;
    for (size_t f = 0; f < (size_t)from->frame_count; f++) {
        kd_transform *frame = to->locals + f * joints;
        motion_frame(work, from->locals + f * (size_t)from->joint_count, frame);
        if (f > 0)
            motion_join_frames(frame - joints, frame, to->joint_count);
    }
    return true;
}

/* One warning for all joints of the motion that nothing takes. */
static void motion_report_unused(const motion_work *work, kd_findings *findings)
{
    char list[120] = "", shown[KDI_NAME_SHOW_SIZE];
    int count = 0;
    for (int32_t i = 0; i < work->from->joint_count; i++) {
        const kd_joint *joint = &work->from->joints[i];
        bool used = joint->is_tip;
        for (int32_t k = 0; k < work->to->joint_count && !used; k++)
            used = work->joints[k].from == i;
        if (used)
            continue;
        size_t length = strlen(list);
        kdi_name_show(joint->name, shown, sizeof shown);
        if (length + strlen(shown) + 8 < sizeof list)
            snprintf(list + length, sizeof list - length, "%s'%s'", count > 0 ? ", " : "", shown);
        else if (length + 5 < sizeof list && list[length - 1] != '.')
            snprintf(list + length, sizeof list - length, ", ...");
        count++;
    }
    if (count > 0)
        KDI_WARNING(findings, KD_JOINT_UNKNOWN, NULL, "the character lacks %d joint%s of the motion: %s", count,
                    count == 1 ? "" : "s", list);
}

static kd_result motion_make_clips(kd_scene *character, const kd_scene *motion, const motion_work *work)
{
    kd_clip *clips = KDI_ARENA_PUSH(character->arena, kd_clip, (size_t)motion->clip_count);
    for (int32_t i = 0; clips && i < motion->clip_count; i++)
        if (!motion_make_clip(character, work, &motion->clips[i], &clips[i]))
            clips = NULL;
    if (!clips)
        return KD_OUT_OF_MEMORY;
    character->clips = clips;
    character->clip_count = motion->clip_count;
    return KD_OK;
}

static kd_result motion_take(kd_scene *character, const kd_scene *motion, kdi_arena *temp, kd_findings *findings)
{
    size_t to_count = (size_t)character->skeleton.joint_count, from_count = (size_t)motion->skeleton.joint_count;
    motion_work work = {&character->skeleton, &motion->skeleton, NULL, NULL, NULL, NULL, 1.0};
    int32_t matched;
    work.joints = KDI_ARENA_PUSH(temp, motion_joint, to_count);
    work.to_model = KDI_ARENA_PUSH(temp, kd_transform, to_count);
    work.from_rest = KDI_ARENA_PUSH(temp, kd_transform, from_count);
    work.from_model = KDI_ARENA_PUSH(temp, kd_transform, from_count);
    if (!work.joints || !work.to_model || !work.from_rest || !work.from_model ||
        motion_match(&work, &temp->allocator, &matched) != KD_OK)
        return KD_OUT_OF_MEMORY;
    if (matched == 0)
        return KDI_ERROR(findings, KD_JOINT_UNKNOWN, NULL,
                         "motion and character have no joint name in common: rename the joints of one of them");
    motion_relate(&work);
    work.scale = motion_scale(character, motion, &work);
    motion_find_same(&work);
    motion_report_unused(&work, findings);
    return motion_make_clips(character, motion, &work);
}

kd_result kd_scene_take_motion(kd_scene *character, const kd_scene *motion, kd_findings *findings)
{
    if (motion->clip_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the file holds no motion");
    kdi_arena temp;
    kdi_arena_init(&temp, &character->arena->allocator, 0);
    kd_result result = motion_take(character, motion, &temp, findings);
    kdi_arena_free(&temp);
    if (result == KD_OUT_OF_MEMORY)
        KDI_ERROR(findings, result, NULL, "not enough memory for the motion");
    return result;
}
