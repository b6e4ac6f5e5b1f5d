/* Clips made ready for cutting. */
#include "align/segment_motion.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

static kd_result motion_check(kdi_segment_builder *builder, const kd_segment_source *source, int32_t index)
{
    const kd_skeleton *skeleton = &source->scene->skeleton;
    if (source->clip < 0 || source->clip >= source->scene->clip_count)
        return KDI_ERROR(builder->findings, KD_EMPTY, NULL, "motion %d has no clip to cut", (int)index + 1);
    const kd_clip *clip = &source->scene->clips[source->clip];
    if (clip->frame_count < 2 || skeleton->joint_count < 1)
        return KDI_ERROR(builder->findings, KD_EMPTY, NULL, "motion %d has fewer than two frames", (int)index + 1);
    if (skeleton->joint_count > KDI_FIGURE_MOST_JOINTS)
        return KDI_ERROR(builder->findings, KD_LIMIT, NULL, "%d joints, more than %d: leave out fingers and the like",
                         (int)skeleton->joint_count, KDI_FIGURE_MOST_JOINTS);
    if (skeleton->joint_count != builder->skeleton->joint_count)
        return KDI_ERROR(builder->findings, KD_COUNT_MISMATCH, NULL, "motion %d has %d joints, the first has %d",
                         (int)index + 1, (int)skeleton->joint_count, (int)builder->skeleton->joint_count);
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        if (strcmp(skeleton->joints[i].name, builder->skeleton->joints[i].name) != 0 ||
            skeleton->joints[i].parent != builder->skeleton->joints[i].parent)
            return KDI_ERROR(builder->findings, KD_HIERARCHY, NULL,
                             "joint '%.80s' of motion %d is '%.80s' in the first: the joints must be the same",
                             skeleton->joints[i].name, (int)index + 1, builder->skeleton->joints[i].name);
    double seconds = builder->motions[0].clip ? builder->motions[0].clip->frame_time_s : clip->frame_time_s;
    if (fabs(clip->frame_time_s - seconds) > 1e-3 * seconds)
        return KDI_ERROR(builder->findings, KD_COUNT_MISMATCH, NULL,
                         "motion %d has %.3f frames a second, the first has %.3f: sample them alike", (int)index + 1,
                         1.0 / clip->frame_time_s, 1.0 / seconds);
    for (size_t i = 0; i < (size_t)clip->frame_count * (size_t)clip->joint_count; i++) {
        kd_vec3 s = clip->locals[i].scale;
        if (fabsf(s.x - 1) > 1e-3f || fabsf(s.y - 1) > 1e-3f || fabsf(s.z - 1) > 1e-3f)
            return KDI_ERROR(builder->findings, KD_UNSUPPORTED, NULL,
                             "joint '%.80s' of motion %d is scaled: segments are for joints that turn and move",
                             skeleton->joints[i % (size_t)clip->joint_count].name, (int)index + 1);
    }
    return KD_OK;
}

/* The length of all bones together. */
static double motion_size(const kd_skeleton *skeleton)
{
    double size = 0;
    for (int32_t i = 1; i < skeleton->joint_count; i++)
        size += (double)kd_vec3_length(skeleton->joints[i].rest.translate);
    return size > 0 ? size : 1;
}

/* Marks what moves in the first clip; the first joint that does is the root. */
static void motion_find_root(kdi_segment_builder *builder, const kd_clip *clip)
{
    size_t joints = builder->joint_count;
    bool found = false;
    size_t begin = clip->frame_count > 2 ? joints : 0; /* a first frame that does not belong to the motion */
    for (size_t i = 0; i < joints; i++) {
        const kd_transform *first = &clip->locals[begin + i];
        for (size_t f = 1; f < (size_t)clip->frame_count; f++) {
            const kd_transform *t = &clip->locals[f * joints + i];
            if (memcmp(&t->translate, &first->translate, sizeof t->translate) != 0)
                builder->moves[i] |= 2;
        }
        if (builder->moves[i] != 0 && !found) {
            builder->root = (uint32_t)i;
            found = true;
        }
    }
}

static void motion_mark_turns(kdi_segment_builder *builder)
{
    const kdi_segment_motion *base = &builder->motions[0];
    for (size_t i = 0; i < builder->joint_count; i++) {
        const kd_quat first = base->locals[(size_t)base->first * builder->joint_count + i].rotate;
        for (int32_t m = 0; m < builder->motion_count; m++)
            for (int32_t f = builder->motions[m].first; f < builder->motions[m].first + builder->motions[m].count;
                 f++) {
                const kd_quat q = builder->motions[m].locals[(size_t)f * builder->joint_count + i].rotate;
                if (memcmp(&q, &first, sizeof q) != 0 && !builder->skeleton->joints[i].is_tip)
                    builder->moves[i] |= 1;
            }
    }
}

/* Copies a clip in the figure's proportions: rotations as they are, bones of the figure, the root's way scaled. */
static kd_result motion_fill(kdi_segment_builder *builder, kdi_segment_motion *motion, double ratio)
{
    size_t joints = builder->joint_count, frames = (size_t)motion->clip->frame_count;
    motion->locals = KDI_ARENA_PUSH(&builder->arena, kd_transform, frames * joints);
    motion->places = KDI_ARENA_PUSH(&builder->arena, kd_vec3, frames * joints);
    motion->rotations = KDI_ARENA_PUSH(&builder->arena, kd_quat, frames * joints);
    kd_transform *model = KDI_ARENA_PUSH(&builder->arena, kd_transform, joints);
    if (!motion->locals || !motion->places || !motion->rotations || !model)
        return KD_OUT_OF_MEMORY;
    const kd_transform *base = builder->motions[0].clip->locals;
    for (size_t f = 0; f < frames; f++) {
        kd_transform *locals = motion->locals + f * joints;
        for (size_t i = 0; i < joints; i++) {
            locals[i] = motion->clip->locals[f * joints + i];
            locals[i].scale = kd_vec3_make(1, 1, 1);
            if (i == builder->root)
                locals[i].translate = kd_vec3_scale(locals[i].translate, (float)ratio);
            else if (motion != &builder->motions[0] && (builder->moves[i] & 2) == 0)
                locals[i].translate = base[i].translate;
        }
        kd_skeleton_model_from_local(builder->skeleton, locals, model);
        for (size_t i = 0; i < joints; i++) {
            motion->places[f * joints + i] = model[i].translate;
            motion->rotations[f * joints + i] = model[i].rotate;
        }
    }
    return KD_OK;
}

static double motion_step(const kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t frame)
{
    double sum = 0;
    for (size_t i = 0; i < builder->joint_count; i++)
        sum += (double)kd_vec3_length(kd_vec3_sub(motion->places[(size_t)(frame + 1) * builder->joint_count + i],
                                                  motion->places[(size_t)frame * builder->joint_count + i]));
    return sum;
}

/* A T-pose before the motion: the first step is far larger than any that follow. */
static void motion_trim(kdi_segment_builder *builder, kdi_segment_motion *motion, int32_t index)
{
    enum { LOOK = 60, LEAST = 10 };
    double largest = 0;
    motion->first = 0;
    motion->count = motion->clip->frame_count;
    if (motion->count < LEAST)
        return;
    for (int32_t f = 1; f + 1 < motion->count && f < LOOK; f++)
        largest = fmax(largest, motion_step(builder, motion, f));
    if (motion_step(builder, motion, 0) <= 4 * largest)
        return;
    motion->first = 1;
    motion->count--;
    KDI_NOTE(builder->findings, KD_UNUSED, NULL,
             "frame 0 of motion %d is a pose that does not belong to the motion and is left out", (int)index + 1);
}

/* The figure's height: its largest extent in the first pose, whichever way is up. */
static void motion_measure(kdi_segment_builder *builder)
{
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_vec3 *places = motion->places + (size_t)motion->first * builder->joint_count;
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, extent = 0;
    for (size_t i = builder->root; i < builder->joint_count; i++) {
        const double place[3] = {(double)places[i].x, (double)places[i].y, (double)places[i].z};
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], place[k]);
            high[k] = fmax(high[k], place[k]);
            extent = fmax(extent, high[k] - low[k]);
        }
    }
    builder->height = extent > 1e-3 * motion_size(builder->skeleton) ? extent : motion_size(builder->skeleton);
}

kd_result kdi_segment_motions_make(kdi_segment_builder *builder, const kd_segment_source *sources, int32_t count)
{
    builder->skeleton = &sources[0].scene->skeleton;
    builder->joint_count = (uint32_t)builder->skeleton->joint_count;
    builder->motion_count = count;
    builder->motions = KDI_ARENA_PUSH(&builder->arena, kdi_segment_motion, (size_t)count);
    builder->moves = KDI_ARENA_PUSH(&builder->arena, uint8_t, builder->joint_count);
    if (!builder->motions || !builder->moves)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        kd_result result = motion_check(builder, &sources[i], i);
        if (result != KD_OK)
            return result;
        builder->motions[i].source = &sources[i];
        builder->motions[i].clip = &sources[i].scene->clips[sources[i].clip];
    }
    motion_find_root(builder, builder->motions[0].clip);
    double size = motion_size(builder->skeleton);
    for (int32_t i = 0; i < count; i++) {
        double ratio = i == 0 ? 1 : size / motion_size(&sources[i].scene->skeleton);
        if (motion_fill(builder, &builder->motions[i], fabs(ratio - 1) < 1e-4 ? 1 : ratio) != KD_OK)
            return KD_OUT_OF_MEMORY;
        motion_trim(builder, &builder->motions[i], i);
    }
    motion_mark_turns(builder);
    motion_measure(builder);
    return KD_OK;
}
