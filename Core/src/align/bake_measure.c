/* How much the feet of a baked blend slide while they stand: along the ground, in the motions as in the blend. */
#include "align/bake.h"

#include <math.h>
#include <string.h>

bool kdi_bake_all_stand(const kdi_bake *bake, double *const *speeds, int32_t frame)
{
    const kd_registration *r = bake->registration;
    for (int32_t m = 0; m < r->motion_count; m++) {
        if (!(bake->weights[(size_t)frame * (size_t)r->motion_count + (size_t)m] > 0.0f))
            continue;
        double time = kd_registration_time_s(r, m, bake->phases[frame]);
        int32_t at = (int32_t)(time / r->sources[m].frame_time_s + 0.5);
        at = at < r->sources[m].frame_count ? at : r->sources[m].frame_count - 1;
        if (!(speeds[m][at] < r->desc.contact_speed))
            return false;
    }
    return true;
}

/* Places of one joint over the clip: track[frame * 3]. */
static bool measure_track(kdi_arena *arena, const kdi_bake *bake, int32_t joint, double *track)
{
    size_t joints = (size_t)bake->skeleton->joint_count;
    kd_transform *models = KDI_ARENA_PUSH(arena, kd_transform, joints);
    for (size_t f = 0; models && f < (size_t)bake->clip->frame_count; f++) {
        kd_skeleton_model_from_local(bake->skeleton, bake->clip->locals + f * joints, models);
        track[f * 3] = (double)models[joint].translate.x;
        track[f * 3 + 1] = (double)models[joint].translate.y;
        track[f * 3 + 2] = (double)models[joint].translate.z;
    }
    return models != NULL;
}

static void measure_foot(const kdi_bake *bake, double *const *speeds, double *const *slides, const double *track,
                         double sums[3])
{
    const kd_registration *r = bake->registration;
    for (int32_t f = 0; f < bake->clip->frame_count; f++) {
        if (!kdi_bake_all_stand(bake, speeds, f))
            continue;
        int32_t before = f > 0 ? f - 1 : 0, after = f + 1 < bake->clip->frame_count ? f + 1 : f;
        double square = 0.0, weight = 0.0, source = 0.0;
        for (int i = 0; i < 3; i++) {
            double way = track[after * 3 + i] - track[before * 3 + i];
            square += i == r->desc.distance.up_axis ? 0.0 : way * way;
        }
        for (int32_t m = 0; m < r->motion_count; m++) {
            double own = (double)bake->weights[(size_t)f * (size_t)r->motion_count + (size_t)m];
            double time = kd_registration_time_s(r, m, bake->phases[f]);
            int32_t at = (int32_t)(time / r->sources[m].frame_time_s + 0.5);
            at = at < r->sources[m].frame_count ? at : r->sources[m].frame_count - 1;
            weight += own;
            source += own * slides[m][at];
        }
        sums[0] += 1.0;
        sums[1] += sqrt(square) * r->metres_per_unit / ((double)(after - before) * bake->clip->frame_time_s);
        sums[2] += source / weight;
    }
}

static kd_result measure_all(kdi_arena *arena, const kdi_bake *bake, double sums[3])
{
    const kd_registration *r = bake->registration;
    double *speeds[KD_REGISTRATION_MAX_MOTIONS], *slides[KD_REGISTRATION_MAX_MOTIONS];
    double *track = KDI_ARENA_PUSH(arena, double, (size_t)bake->clip->frame_count * 3);
    for (int32_t m = 0; m < r->motion_count; m++) {
        speeds[m] = KDI_ARENA_PUSH(arena, double, (size_t)r->sources[m].frame_count);
        slides[m] = KDI_ARENA_PUSH(arena, double, (size_t)r->sources[m].frame_count);
    }
    for (int32_t i = 0; i < r->foot_count; i++) {
        for (int32_t m = 0; m < r->motion_count; m++)
            if (!speeds[m] || !slides[m] || kdi_contact_speeds(arena, r, m, r->feet[i], false, speeds[m]) != KD_OK ||
                kdi_contact_speeds(arena, r, m, r->feet[i], true, slides[m]) != KD_OK)
                return KD_OUT_OF_MEMORY;
        if (!track || !measure_track(arena, bake, r->feet[i], track))
            return KD_OUT_OF_MEMORY;
        measure_foot(bake, speeds, slides, track, sums);
    }
    return KD_OK;
}

kd_result kdi_bake_measure(const kdi_bake *bake, kd_bake_report *report)
{
    kdi_arena arena;
    double sums[3] = {0.0, 0.0, 0.0};
    if (bake->clip->frame_count < 2)
        return KD_OK;
    kdi_arena_init(&arena, &bake->registration->desc.allocator, 0);
    kd_result result = measure_all(&arena, bake, sums);
    kdi_arena_free(&arena);
    report->slide_cm_s = sums[0] > 0.0 ? 100.0 * sums[1] / sums[0] : 0.0;
    report->source_slide_cm_s = sums[0] > 0.0 ? 100.0 * sums[2] / sums[0] : 0.0;
    return result;
}
