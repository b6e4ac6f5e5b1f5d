/* Motions on one skeleton. */
#include "align/source.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

kd_motion_source kd_motion_source_make(const kd_skeleton *skeleton, const kd_clip *clip)
{
    kd_motion_source source = {clip->name, skeleton, clip, 0, 0, NULL, 0};
    return source;
}

/* The joint of the motion's own skeleton that stands for a joint of the first motion's, or KD_NO_JOINT. A map may be
 * meant for another motion: where its name is not there, the joint's own counts. */
static int32_t source_find_joint(const kd_motion_source *motion, const char *name)
{
    for (int32_t i = 0; i < motion->joint_map_count; i++)
        if (strcmp(motion->joint_map[i].own, name) == 0) {
            int32_t joint = kd_skeleton_find(motion->skeleton, motion->joint_map[i].other);
            if (joint != KD_NO_JOINT)
                return joint;
        }
    return kd_skeleton_find(motion->skeleton, name);
}

/* For each joint of the first motion the one of this motion. Every difference is told. */
static kd_result source_match(const kd_motion_source *first, const kd_motion_source *motion, int32_t *match,
                              kd_findings *findings)
{
    kd_result result = KD_OK;
    kdi_place place = {0, 0, motion->name};
    for (int32_t i = 0; i < motion->joint_map_count; i++)
        if (kd_skeleton_find(first->skeleton, motion->joint_map[i].own) == KD_NO_JOINT)
            result = KDI_ERROR(findings, KD_JOINT_UNKNOWN, &place, "the joint map names '%s', which '%s' does not have",
                               motion->joint_map[i].own, first->name);
    for (int32_t i = 0; i < first->skeleton->joint_count; i++) {
        const kd_joint *joint = &first->skeleton->joints[i];
        match[i] = source_find_joint(motion, joint->name);
        if (match[i] == KD_NO_JOINT) {
            if (!joint->is_tip)
                result = KDI_ERROR(findings, KD_JOINT_UNKNOWN, &place,
                                   "joint '%s' of '%s' is missing; name the joint that stands for it in a joint map",
                                   joint->name, first->name);
            continue;
        }
        int32_t wanted = joint->parent == KD_NO_JOINT ? KD_NO_JOINT : match[joint->parent];
        int32_t parent = motion->skeleton->joints[match[i]].parent;
        bool parent_lacks = joint->parent != KD_NO_JOINT && wanted == KD_NO_JOINT;
        if (parent != wanted && !parent_lacks)
            result = KDI_ERROR(findings, KD_HIERARCHY, &place, "joint '%s' hangs on '%s', but on '%s' in '%s'",
                               motion->skeleton->joints[match[i]].name,
                               parent == KD_NO_JOINT ? "nothing" : motion->skeleton->joints[parent].name,
                               joint->parent == KD_NO_JOINT ? "nothing" : first->skeleton->joints[joint->parent].name,
                               first->name);
    }
    for (int32_t i = 0; i < motion->skeleton->joint_count; i++) {
        bool used = motion->skeleton->joints[i].is_tip;
        for (int32_t k = 0; k < first->skeleton->joint_count && !used; k++)
            used = match[k] == i;
        if (!used)
            result = KDI_ERROR(findings, KD_JOINT_UNKNOWN, &place,
                               "joint '%s' has no counterpart in '%s'; name it in a joint map",
                               motion->skeleton->joints[i].name, first->name);
    }
    return result;
}

static kd_result source_check_range(const kd_motion_source *motion, int32_t *count, kd_findings *findings)
{
    kdi_place place = {0, 0, motion->name};
    int32_t frames = motion->clip->frame_count;
    if (motion->first_frame < 0 || motion->first_frame >= frames || motion->frame_count < 0)
        return KDI_ERROR(findings, KD_RANGE, &place, "the range begins at frame %d, but the last one is %d",
                         (int)motion->first_frame, (int)frames - 1);
    *count = frames - motion->first_frame;
    if (motion->frame_count > 0 && motion->frame_count < *count)
        *count = motion->frame_count;
    if (*count < 2)
        return KDI_ERROR(findings, KD_EMPTY, &place, "the motion has one frame only; two are needed to have a time");
    if (motion->clip->curve_count > 0)
        KDI_WARNING(findings, KD_LOSSY, &place, "%d curves are left out: only joints are blended",
                    (int)motion->clip->curve_count);
    return KD_OK;
}

static void source_copy(const kd_motion_source *first, const kd_motion_source *motion, const int32_t *match,
                        kdi_source *out)
{
    size_t joints = (size_t)out->joint_count, own = (size_t)motion->skeleton->joint_count;
    const kd_transform *from = motion->clip->locals + (size_t)motion->first_frame * own;
    for (size_t j = 0; j < joints; j++)
        out->rests[j] =
            match[j] == KD_NO_JOINT ? first->skeleton->joints[j].rest : motion->skeleton->joints[match[j]].rest;
    for (size_t f = 0; f < (size_t)out->frame_count; f++)
        for (size_t j = 0; j < joints; j++)
            out->locals[f * joints + j] = match[j] == KD_NO_JOINT ? out->rests[j] : from[f * own + (size_t)match[j]];
}

kd_result kdi_sources_make(kdi_arena *arena, const kd_motion_source *motions, int32_t count, kdi_source *out,
                           kd_findings *findings)
{
    kd_result result = KD_OK;
    int32_t joints = motions[0].skeleton->joint_count;
    int32_t *match = KDI_ARENA_PUSH(arena, int32_t, (size_t)joints + 1);
    if (!match)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the motions");
    for (int32_t i = 0; i < count; i++) {
        kdi_source *source = &out[i];
        source->name = motions[i].name ? motions[i].name : "";
        source->skeleton = motions[0].skeleton;
        source->joint_count = joints;
        source->frame_time_s = motions[i].clip->frame_time_s;
        kd_result problem = source_check_range(&motions[i], &source->frame_count, findings);
        if (problem == KD_OK)
            problem = source_match(&motions[0], &motions[i], match, findings);
        if (problem != KD_OK) {
            result = problem;
            continue;
        }
        source->locals = KDI_ARENA_PUSH(arena, kd_transform, (size_t)source->frame_count * (size_t)joints);
        source->rests = KDI_ARENA_PUSH(arena, kd_transform, (size_t)joints);
        if (!source->locals || !source->rests)
            return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the motions");
        source_copy(&motions[0], &motions[i], match, source);
    }
    return result;
}

double kdi_source_duration(const kdi_source *source)
{
    return (double)(source->frame_count - 1) * source->frame_time_s;
}

void kdi_source_pose(const kdi_source *source, double frame, kd_transform *locals)
{
    double last = (double)(source->frame_count - 1);
    frame = frame > 0.0 ? (frame < last ? frame : last) : 0.0;
    size_t joints = (size_t)source->joint_count, before = (size_t)frame;
    const kd_transform *from = source->locals + before * joints;
    float part = (float)(frame - (double)before);
    if (part > 0.0f)
        for (size_t j = 0; j < joints; j++)
            locals[j] = kd_transform_lerp(from[j], from[joints + j], part);
    else
        memcpy(locals, from, joints * sizeof *locals);
}

int32_t kdi_source_samples(const kdi_source *source, double step_s)
{
    if (fabs(source->frame_time_s - step_s) <= 1e-4 * step_s)
        return source->frame_count;
    double count = floor(kdi_source_duration(source) / step_s + 0.5);
    return (int32_t)(count < 1.0 ? 2.0 : count + 1.0);
}

double kdi_source_sample_frame(const kdi_source *source, int32_t sample, int32_t samples)
{
    return (double)sample * (double)(source->frame_count - 1) / (double)(samples - 1);
}

void kdi_source_positions(const kdi_source *source, double frame, kd_transform *models, double *positions)
{
    kdi_source_pose(source, frame, models);
    kd_skeleton_model_from_local(source->skeleton, models, models);
    for (int32_t j = 0; j < source->joint_count; j++) {
        positions[j * 3] = (double)models[j].translate.x;
        positions[j * 3 + 1] = (double)models[j].translate.y;
        positions[j * 3 + 2] = (double)models[j].translate.z;
    }
}
