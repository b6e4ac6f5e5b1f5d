/* Plays the blend of a registration into a clip. */
#include "align/bake.h"

#include "base/allocator.h"
#include "kinedriver/math.h"
#include "model/scene.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

enum { BAKE_MOST_FRAMES = 1 << 20 };

/* The weights at a moment. */
static void bake_weights_at(const kd_weight_rows *rows, int32_t motions, double time_s, float *weights)
{
    int32_t row = 0;
    while (row + 1 < rows->row_count && rows->times_s[row + 1] <= time_s)
        row++;
    double part = 0.0;
    if (row + 1 < rows->row_count && time_s > rows->times_s[row])
        part = (time_s - rows->times_s[row]) / (rows->times_s[row + 1] - rows->times_s[row]);
    const float *from = rows->weights + (size_t)row * (size_t)motions, *to = part > 0.0 ? from + motions : from;
    for (int32_t i = 0; i < motions; i++)
        weights[i] = (float)((1.0 - part) * (double)from[i] + part * (double)to[i]);
}

static kd_result bake_check(const kd_registration *registration, const kd_bake_desc *desc, kd_findings *findings)
{
    const kd_weight_rows *rows = &desc->weights;
    for (int32_t r = 0; r < rows->row_count; r++) {
        double sum = 0.0;
        for (int32_t m = 0; m < registration->motion_count; m++) {
            float weight = rows->weights[(size_t)r * (size_t)registration->motion_count + (size_t)m];
            if (!(weight >= 0.0f) || !isfinite(weight))
                return KDI_ERROR(findings, KD_RANGE, NULL, "weight %d in row %d is below 0 or not a number", (int)m + 1,
                                 (int)r + 1);
            sum += (double)weight;
        }
        if (!(sum > 0.0))
            return KDI_ERROR(findings, KD_RANGE, NULL, "the weights in row %d are all 0; one must be above",
                             (int)r + 1);
        if (r > 0 && !(rows->times_s[r] > rows->times_s[r - 1]))
            return KDI_ERROR(findings, KD_ORDER, NULL, "the times of the weights do not increase at row %d",
                             (int)r + 1);
    }
    return KD_OK;
}

/* The step of a frame: exact at the end where the weights stay the same. */
static double bake_frame_time(const kdi_bake *bake, const kd_bake_desc *desc)
{
    double step = desc->frame_time_s > 0.0 ? desc->frame_time_s : bake->registration->sources[0].frame_time_s;
    if (desc->weights.row_count > 1)
        return step;
    double sum = 0.0, duration = 0.0;
    for (int32_t i = 0; i < bake->registration->motion_count; i++) {
        sum += (double)desc->weights.weights[i];
        duration += (double)desc->weights.weights[i] * kdi_source_duration(&bake->registration->sources[i]);
    }
    double count = floor(duration / sum / step + 0.5);
    return duration / sum / (count < 1.0 ? 1.0 : count);
}

/* Frames that can be needed at most: every weight on the longest motion. */
static size_t bake_most_frames(const kdi_bake *bake, double step)
{
    double longest = 0.0;
    for (int32_t i = 0; i < bake->registration->motion_count; i++)
        longest = fmax(longest, kdi_source_duration(&bake->registration->sources[i]));
    return longest / step < BAKE_MOST_FRAMES ? (size_t)(longest / step) + 3 : 0;
}

static kd_result bake_play(kdi_bake *bake, const kd_bake_desc *desc, kd_bake_report *report, kd_findings *findings)
{
    int32_t motions = bake->registration->motion_count;
    size_t joints = (size_t)bake->skeleton->joint_count, step_frames;
    double step = bake_frame_time(bake, desc);
    step_frames = bake_most_frames(bake, step);
    if (step_frames == 0)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the clip would have more than %d frames", BAKE_MOST_FRAMES);
    bake->clip->locals = KDI_ARENA_PUSH(bake->arena, kd_transform, step_frames * joints);
    bake->phases = KDI_ARENA_PUSH(bake->arena, double, step_frames);
    bake->weights = KDI_ARENA_PUSH(bake->arena, float, step_frames *(size_t)motions);
    if (!bake->clip->locals || !bake->phases || !bake->weights)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the clip");
    kd_blend_player player;
    bool is_constant = desc->weights.row_count == 1;
    size_t frame = 0;
    for (bool more = true; more && frame < step_frames; frame++) {
        float *weights = bake->weights + frame * (size_t)motions;
        bake_weights_at(&desc->weights, motions, (double)frame * step, weights);
        if (frame == 0)
            kd_blend_start(bake->blend, weights, &player);
        kd_transform *pose = bake->clip->locals + frame * joints;
        kd_blend_job job = {bake->blend, &player, weights, frame > 0 ? (float)step : 0.0f, false, true, pose};
        kd_blend_advance(&job);
        bake->phases[frame] = player.phase;
        more = !player.ended && !(is_constant && player.phase > 1.0 - 1e-6);
        for (size_t j = 0; j < joints && frame > 0; j++)
            if (kd_quat_dot(pose[j].rotate, pose[j - joints].rotate) < 0.0f)
                pose[j].rotate = kd_quat_negate(pose[j].rotate);
    }
    bake->clip->frame_count = (int32_t)frame;
    bake->clip->joint_count = (int32_t)joints;
    bake->clip->frame_time_s = step;
    report->duration_s = (double)(frame - 1) * step;
    return KD_OK;
}

/* The first motion's joints with the mixed lengths of the first frame. */
static kd_result bake_skeleton(kdi_bake *bake, kd_scene *scene, const float *weights, kd_findings *findings)
{
    const kd_registration *r = bake->registration;
    const kd_skeleton *from = r->sources[0].skeleton;
    kd_joint *joints = KDI_ARENA_PUSH(bake->arena, kd_joint, (size_t)from->joint_count);
    double sum = 0.0;
    if (!joints)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the skeleton");
    for (int32_t m = 0; m < r->motion_count; m++)
        sum += (double)weights[m];
    for (int32_t j = 0; j < from->joint_count; j++) {
        joints[j] = from->joints[j];
        joints[j].name = kdi_arena_text(bake->arena, from->joints[j].name, strlen(from->joints[j].name));
        if (!joints[j].name)
            return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the skeleton");
        kd_vec3 place = {0.0f, 0.0f, 0.0f};
        for (int32_t m = 0; m < r->motion_count; m++)
            place =
                kd_vec3_add(place, kd_vec3_scale(r->sources[m].rests[j].translate, (float)((double)weights[m] / sum)));
        joints[j].rest.translate = place;
    }
    bake->joints = joints;
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = from->joint_count;
    bake->skeleton = &scene->skeleton;
    return KD_OK;
}

/* Bones whose length stays the same have it at rest too, to the bit: formats without moving bones ask for that. */
static void bake_settle_rest(const kdi_bake *bake, kd_joint *joints)
{
    for (int32_t j = 0; j < bake->skeleton->joint_count; j++) {
        kd_vec3 rest = joints[j].rest.translate, first = bake->clip->locals[j].translate;
        float apart = kd_vec3_length(kd_vec3_sub(rest, first));
        if (joints[j].parent != KD_NO_JOINT && apart <= 1e-5f * kd_vec3_length(rest))
            joints[j].rest.translate = first;
    }
}

static kd_result bake_fill_scene(kdi_bake *bake, const kd_bake_desc *desc, kd_scene *scene, kd_bake_report *report,
                                 kd_findings *findings)
{
    bake->arena = scene->arena;
    bake->clip = KDI_ARENA_PUSH(bake->arena, kd_clip, 1);
    if (!bake->clip)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the clip");
    bake->clip->name = "blend";
    kd_result result = bake_skeleton(bake, scene, desc->weights.weights, findings);
    if (result == KD_OK)
        result = bake_play(bake, desc, report, findings);
    if (result == KD_OK)
        bake_settle_rest(bake, bake->joints);
    if (result == KD_OK && desc->fix_feet)
        result = kdi_bake_fix_feet(bake, report, findings);
    if (result == KD_OK && kdi_bake_measure(bake, report) != KD_OK)
        result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to measure the clip");
    scene->clips = bake->clip;
    scene->clip_count = 1;
    return result;
}

kd_result kd_blend_bake(const kd_registration *registration, const kd_bake_desc *desc, kd_scene **out,
                        kd_bake_report *report, kd_findings *findings)
{
    kdi_bake bake;
    kd_bake_report unused = {0.0, 0.0, 0.0, 0, 0.0};
    kd_allocator allocator = registration->desc.allocator;
    kd_limits limits = kd_limits_default();
    memset(&bake, 0, sizeof bake);
    report = report ? report : &unused;
    memset(report, 0, sizeof *report);
    *out = NULL;
    kd_result result = bake_check(registration, desc, findings);
    if (result != KD_OK)
        return result;
    bake.registration = registration;
    kd_buffer asset = kd_buffer_make(&allocator);
    result = kd_blend_build(registration, &asset, findings);
    kd_scene *scene = result == KD_OK ? kd_scene_make(&allocator, &limits) : NULL;
    if (result == KD_OK && !scene)
        result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the clip");
    if (result == KD_OK) {
        kd_error error;
        bake.blend = kd_blend_open(asset.data, asset.size, &error);
        result = bake.blend ? bake_fill_scene(&bake, desc, scene, report, findings)
                            : KDI_ERROR(findings, error.code, NULL, "%s", error.text);
    }
    kd_buffer_free(&asset);
    if (result != KD_OK)
        kd_scene_free(scene);
    *out = result == KD_OK ? scene : NULL;
    return result;
}
