/* kd_scene_take_motion: clips of one skeleton made to fit another by the names of joints.
 *
 * A pose is taken over as the difference from rest. With r and R the rest poses of the motion's and of the scene's
 * joint, and l what the motion says: rotation l r^-1 R, translation R + s (l - r), scale l / r times R. s is the ratio
 * of the summed lengths of all bones that both have, 1 where they have none. */
#include "kinedriver/scene_motion.h"

#include "kinedriver/math.h"
#include "model/scene.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

typedef struct motion_match {
    const kd_skeleton *from, *to;
    int32_t *source; /* [joint of to] joint of from, or KD_NO_JOINT */
    int32_t count;   /* of joints found */
    float scale;     /* of distances */
} motion_match;

static double motion_bone_length(const kd_skeleton *skeleton, int32_t joint)
{
    kd_vec3 t = skeleton->joints[joint].rest.translate;
    return sqrt((double)t.x * (double)t.x + (double)t.y * (double)t.y + (double)t.z * (double)t.z);
}

static bool motion_find_joints(motion_match *match, kdi_arena *arena)
{
    double from_length = 0.0, to_length = 0.0;
    match->source = KDI_ARENA_PUSH(arena, int32_t, (size_t)match->to->joint_count);
    if (!match->source)
        return false;
    for (int32_t i = 0; i < match->to->joint_count; i++) {
        int32_t source = kd_skeleton_find(match->from, match->to->joints[i].name);
        match->source[i] = source;
        if (source == KD_NO_JOINT)
            continue;
        match->count++;
        from_length += motion_bone_length(match->from, source);
        to_length += motion_bone_length(match->to, i);
    }
    bool has_sizes = from_length > 0.0 && to_length > 0.0 && isfinite(to_length / from_length);
    match->scale = has_sizes ? (float)(to_length / from_length) : 1.0f;
    return true;
}

static float motion_ratio(float value, float rest)
{
    return fabsf(rest) > KD_SCALE_MIN ? value / rest : value;
}

static kd_transform motion_move(const motion_match *match, int32_t joint, const kd_transform *locals)
{
    kd_transform rest = match->to->joints[joint].rest;
    int32_t source = match->source[joint];
    if (source == KD_NO_JOINT)
        return rest;
    kd_transform from = match->from->joints[source].rest, now = locals[source];
    kd_quat turn = kd_quat_mul(now.rotate, kd_quat_conjugate(from.rotate));
    kd_vec3 way = kd_vec3_scale(kd_vec3_sub(now.translate, from.translate), match->scale);
    kd_vec3 ratio = kd_vec3_make(motion_ratio(now.scale.x, from.scale.x), motion_ratio(now.scale.y, from.scale.y),
                                 motion_ratio(now.scale.z, from.scale.z));
    kd_transform moved = {kd_quat_mul(turn, rest.rotate), kd_vec3_add(rest.translate, way),
                          kd_vec3_mul(rest.scale, ratio)};
    return kd_transform_finite(moved);
}

static bool motion_copy_curves(const kd_clip *from, kd_clip *to, kdi_arena *arena)
{
    size_t count = (size_t)from->curve_count, values = count * (size_t)from->frame_count;
    const char **names = KDI_ARENA_PUSH(arena, const char *, count);
    to->curves = KDI_ARENA_PUSH(arena, float, values);
    to->curve_names = names;
    if (!names || !to->curves)
        return false;
    if (values > 0)
        memcpy(to->curves, from->curves, values * sizeof *to->curves);
    for (size_t i = 0; i < count; i++) {
        names[i] = kdi_arena_text(arena, from->curve_names[i], strlen(from->curve_names[i]));
        if (!names[i])
            return false;
    }
    return true;
}

static bool motion_fit_clip(const motion_match *match, const kd_clip *from, kd_clip *to, kdi_arena *arena)
{
    size_t joints = (size_t)match->to->joint_count, frames = (size_t)from->frame_count;
    *to = *from;
    to->joint_count = match->to->joint_count;
    to->name = kdi_arena_text(arena, from->name, strlen(from->name));
    to->locals = KDI_ARENA_PUSH(arena, kd_transform, joints * frames);
    if (!to->name || !to->locals || !motion_copy_curves(from, to, arena))
        return false;
    for (size_t frame = 0; frame < frames; frame++) {
        for (size_t i = 0; i < joints; i++) {
            kd_transform *local = &to->locals[frame * joints + i];
            *local = motion_move(match, (int32_t)i, from->locals + frame * (size_t)from->joint_count);
            if (frame > 0 && kd_quat_dot(local->rotate, to->locals[(frame - 1) * joints + i].rotate) < 0.0f)
                local->rotate = kd_quat_negate(local->rotate);
        }
    }
    return true;
}

kd_result kd_scene_take_motion(kd_scene *scene, const kd_scene *motion, kd_findings *findings)
{
    motion_match match = {&motion->skeleton, &scene->skeleton, NULL, 0, 1.0f};
    if (motion->clip_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the motion has no clips");
    kd_clip *clips = KDI_ARENA_PUSH(scene->arena, kd_clip, (size_t)motion->clip_count);
    if (!clips || !motion_find_joints(&match, scene->arena))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the motion");
    if (match.count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the motion and the character have no joint name in common");
    for (int32_t i = 0; i < motion->clip_count; i++)
        if (!motion_fit_clip(&match, &motion->clips[i], &clips[i], scene->arena))
            return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the motion");
    scene->clips = clips;
    scene->clip_count = motion->clip_count;
    if (match.count < scene->skeleton.joint_count)
        KDI_NOTE(findings, KD_JOINT_UNKNOWN, NULL, "the motion moves %d of %d joints; the others stay at rest",
                 (int)match.count, (int)scene->skeleton.joint_count);
    return KD_OK;
}
