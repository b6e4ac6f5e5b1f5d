/* Holds standing feet in place. While a foot stands in all motions of the mix, its joint stays at the mean of where it
 * would have been; between contacts the correction fades out and in. The root comes down where a leg would not reach,
 * smoothly; then hip and knee are turned so that the ankle is where it has to be, in the plane that the leg is bent in,
 * and the foot keeps its direction. */
#include "align/bake.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

#define FIX_FADE_S    0.25
#define FIX_LOWER_S   0.12
#define FIX_REACH     0.9995 /* of the straight leg */
#define FIX_OUTERMOST 1      /* frames on each side of a contact that are held too */

typedef struct fix_leg {
    int32_t toe, ankle, knee, hip;
    kd_vec3 hinge; /* the axis that the knee bends about, seen from the hip's joint: one for the whole clip */
    double *shift; /* [frame * 3]: what the foot has to move */
    bool *held;    /* [frame] */
} fix_leg;

typedef struct fix_work {
    kdi_arena arena;
    kdi_bake *bake;
    fix_leg *legs;
    int32_t leg_count;
    kd_transform *models;
    double *lower; /* [frame] */
} fix_work;

static kd_vec3 fix_place(const fix_work *work, int32_t joint)
{
    return work->models[joint].translate;
}

static void fix_pose(fix_work *work, int32_t frame)
{
    const kdi_bake *bake = work->bake;
    kd_skeleton_model_from_local(
        bake->skeleton, bake->clip->locals + (size_t)frame * (size_t)bake->skeleton->joint_count, work->models);
}

/* Toe, ankle, knee, hip upwards; joints without a length between them are passed over. False: there is no such leg. */
static bool fix_find_leg(const kdi_bake *bake, int32_t toe, fix_leg *leg)
{
    int32_t chain[4] = {toe, KD_NO_JOINT, KD_NO_JOINT, KD_NO_JOINT}, count = 1;
    for (int32_t joint = toe; joint != KD_NO_JOINT && count < 4;) {
        kd_vec3 offset = bake->skeleton->joints[joint].rest.translate;
        int32_t parent = bake->skeleton->joints[joint].parent;
        if (parent != KD_NO_JOINT && kd_vec3_length(offset) > 0.0f)
            chain[count++] = parent;
        joint = parent;
    }
    leg->toe = toe;
    leg->ankle = chain[1];
    leg->knee = chain[2];
    leg->hip = chain[3];
    return count == 4 && bake->skeleton->joints[leg->hip].parent != KD_NO_JOINT;
}

/* Frames in which the foot stands, a little wider. */
static kd_result fix_find_held(fix_work *work, fix_leg *leg, double *const *speeds)
{
    const kdi_bake *bake = work->bake;
    const kd_registration *r = bake->registration;
    int32_t frames = bake->clip->frame_count;
    for (int32_t m = 0; m < r->motion_count; m++)
        if (kdi_contact_speeds(&work->arena, r, m, leg->toe, false, speeds[m]) != KD_OK)
            return KD_OUT_OF_MEMORY;
    for (int32_t f = 0; f < frames; f++) {
        bool stands = kdi_bake_all_stand(bake, speeds, f);
        if (r->desc.contacts) { /* the user's own */
            stands = true;
            for (int32_t m = 0; m < r->motion_count; m++)
                if (bake->weights[(size_t)f * (size_t)r->motion_count + (size_t)m] > 0.0f)
                    stands = stands && kdi_contact_at(r, m, leg->toe, kd_registration_time_s(r, m, bake->phases[f]));
        }
        for (int32_t k = -FIX_OUTERMOST; k <= FIX_OUTERMOST && stands; k++)
            if (f + k >= 0 && f + k < frames)
                leg->held[f + k] = true;
    }
    return KD_OK;
}

/* The mean direction that the knee is bent about; the straighter the leg, the less it says. A leg that is never bent
 * would bend with its foot in front. */
static void fix_find_hinge(fix_work *work, fix_leg *leg)
{
    kd_vec3 sum = {0.0f, 0.0f, 0.0f}, spare = sum;
    for (int32_t f = 0; f < work->bake->clip->frame_count; f++) {
        fix_pose(work, f);
        kd_vec3 knee = fix_place(work, leg->knee), ankle = fix_place(work, leg->ankle);
        kd_vec3 thigh = kd_vec3_sub(knee, fix_place(work, leg->hip)), shin = kd_vec3_sub(ankle, knee);
        kd_vec3 foot = kd_vec3_sub(fix_place(work, leg->toe), ankle);
        kd_quat inside = kd_quat_conjugate(work->models[leg->hip].rotate);
        sum = kd_vec3_add(sum, kd_quat_rotate(inside, kd_vec3_cross(thigh, shin)));
        spare = kd_vec3_add(spare, kd_quat_rotate(inside, kd_vec3_cross(foot, thigh)));
    }
    leg->hinge = kd_vec3_normalize(sum, kd_vec3_normalize(spare, kd_vec3_make(1.0f, 0.0f, 0.0f)));
}

static int32_t fix_run_end(const fix_leg *leg, int32_t first, int32_t frames)
{
    int32_t end = first;
    while (end < frames && leg->held[end] == leg->held[first])
        end++;
    return end;
}

/* In a contact: from where the foot is to the mean of the contact. */
static void fix_hold(fix_work *work, fix_leg *leg, const double *track, int32_t first, int32_t end)
{
    (void)work;
    double mean[3] = {0.0, 0.0, 0.0};
    for (int32_t f = first; f < end; f++)
        for (int i = 0; i < 3; i++)
            mean[i] += track[f * 3 + i] / (double)(end - first);
    for (int32_t f = first; f < end; f++)
        for (int i = 0; i < 3; i++)
            leg->shift[f * 3 + i] = mean[i] - track[f * 3 + i];
}

/* Between contacts: the corrections at both ends fade. */
static void fix_fade(fix_leg *leg, int32_t first, int32_t end, int32_t frames, int32_t reach)
{
    int32_t length = end - first + 1;
    reach = reach < length ? reach : length;
    for (int32_t f = first; f < end; f++) {
        double back = 1.0 - (double)(f - first + 1) / (double)reach, on = 1.0 - (double)(end - f) / (double)reach;
        back = back > 0.0 && first > 0 ? back * back * (3.0 - 2.0 * back) : 0.0;
        on = on > 0.0 && end < frames ? on * on * (3.0 - 2.0 * on) : 0.0;
        for (int i = 0; i < 3; i++)
            leg->shift[f * 3 + i] = (first > 0 ? back * leg->shift[(first - 1) * 3 + i] : 0.0) +
                                    (end < frames ? on * leg->shift[end * 3 + i] : 0.0);
    }
}

static int32_t fix_find_shifts(fix_work *work, fix_leg *leg)
{
    int32_t frames = work->bake->clip->frame_count, planted = 0;
    double *track = KDI_ARENA_PUSH(&work->arena, double, (size_t)frames * 3);
    if (!track)
        return -1;
    for (int32_t f = 0; f < frames; f++) {
        fix_pose(work, f);
        kd_vec3 at = fix_place(work, leg->toe);
        track[f * 3] = (double)at.x;
        track[f * 3 + 1] = (double)at.y;
        track[f * 3 + 2] = (double)at.z;
    }
    for (int32_t f = 0; f < frames; f = fix_run_end(leg, f, frames))
        if (leg->held[f]) {
            fix_hold(work, leg, track, f, fix_run_end(leg, f, frames));
            planted++;
        }
    int32_t reach = (int32_t)(FIX_FADE_S / work->bake->clip->frame_time_s + 0.5);
    for (int32_t f = 0; f < frames; f = fix_run_end(leg, f, frames))
        if (!leg->held[f])
            fix_fade(leg, f, fix_run_end(leg, f, frames), frames, reach);
    return planted;
}

static kd_vec3 fix_target(const fix_work *work, const fix_leg *leg, int32_t frame)
{
    const double *shift = leg->shift + (size_t)frame * 3;
    return kd_vec3_add(fix_place(work, leg->ankle), kd_vec3_make((float)shift[0], (float)shift[1], (float)shift[2]));
}

/* How far the hip has to come down for the ankle to reach its target. */
static double fix_lack(const fix_work *work, const fix_leg *leg, int32_t frame)
{
    int32_t up = work->bake->registration->desc.distance.up_axis;
    kd_vec3 hip = fix_place(work, leg->hip), knee = fix_place(work, leg->knee), ankle = fix_place(work, leg->ankle);
    double length =
        FIX_REACH * ((double)kd_vec3_length(kd_vec3_sub(knee, hip)) + (double)kd_vec3_length(kd_vec3_sub(ankle, knee)));
    kd_vec3 way = kd_vec3_sub(hip, fix_target(work, leg, frame));
    double parts[3] = {(double)way.x, (double)way.y, (double)way.z};
    double rise = parts[up], across = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] - rise * rise;
    double most = length * length - across;
    double lack = rise - (most > 0.0 ? sqrt(most) : 0.0);
    return lack > 0.0 ? lack : 0.0;
}

/* The largest lack around each frame, then its average: never less than needed, and smooth. */
static bool fix_smooth_lower(fix_work *work)
{
    int32_t frames = work->bake->clip->frame_count;
    int32_t radius = (int32_t)(FIX_LOWER_S / work->bake->clip->frame_time_s + 0.5);
    double *most = KDI_ARENA_PUSH(&work->arena, double, (size_t)frames);
    if (!most)
        return false;
    for (int32_t f = 0; f < frames; f++)
        for (int32_t k = f - radius; k <= f + radius; k++)
            if (k >= 0 && k < frames)
                most[f] = fmax(most[f], work->lower[k]);
    for (int32_t f = 0; f < frames; f++) {
        double sum = 0.0;
        for (int32_t k = f - radius; k <= f + radius; k++)
            sum += most[k < 0 ? 0 : k >= frames ? frames - 1 : k];
        work->lower[f] = sum / (double)(2 * radius + 1);
    }
    return true;
}

/* Turns a joint in model space, and everything below it. */
static void fix_turn(fix_work *work, int32_t frame, int32_t joint, kd_quat turn)
{
    const kdi_bake *bake = work->bake;
    kd_transform *local = &bake->clip->locals[(size_t)frame * (size_t)bake->skeleton->joint_count + (size_t)joint];
    kd_quat parent = work->models[bake->skeleton->joints[joint].parent].rotate;
    kd_quat inside = kd_quat_mul(kd_quat_conjugate(parent), kd_quat_mul(turn, parent));
    local->rotate = kd_quat_normalize(kd_quat_mul(inside, local->rotate));
    fix_pose(work, frame);
}

/* Turns the knee about its hinge so that the ankle is as far from the hip as wanted. The part of the shin along the
 * hinge stays; the knee never bends the other way, even where the captured leg was overstretched. */
static void fix_bend(fix_work *work, const fix_leg *leg, int32_t frame, double wanted)
{
    kd_vec3 hip = fix_place(work, leg->hip), knee = fix_place(work, leg->knee), ankle = fix_place(work, leg->ankle);
    kd_vec3 thigh = kd_vec3_sub(knee, hip), shin = kd_vec3_sub(ankle, knee);
    kd_vec3 along = kd_vec3_normalize(thigh, kd_vec3_make(0.0f, 1.0f, 0.0f));
    kd_vec3 hinge = kd_quat_rotate(work->models[leg->hip].rotate, leg->hinge);
    hinge = kd_vec3_sub(hinge, kd_vec3_scale(along, kd_vec3_dot(hinge, along)));
    hinge = kd_vec3_normalize(hinge, kd_vec3_perpendicular(along));
    double upper = (double)kd_vec3_length(thigh), lower = (double)kd_vec3_length(shin);
    double straight = (double)kd_vec3_dot(along, shin);
    double across = (double)kd_vec3_dot(hinge, kd_vec3_cross(along, shin));
    double flat = sqrt(straight * straight + across * across);
    double cosine = (wanted * wanted - upper * upper - lower * lower) / (2.0 * upper * fmax(flat, 1e-9));
    double bend = acos(fmin(1.0, fmax(-1.0, cosine))) - atan2(across, straight);
    fix_turn(work, frame, leg->knee, kd_quat_from_axis_angle(hinge, (float)bend));
}

/* Bends the knee, then swings the leg to the target. */
static void fix_leg_pose(fix_work *work, const fix_leg *leg, int32_t frame, kd_vec3 target)
{
    kd_quat foot = work->models[leg->ankle].rotate;
    kd_vec3 hip = fix_place(work, leg->hip);
    fix_bend(work, leg, frame, (double)kd_vec3_length(kd_vec3_sub(target, hip)));
    fix_turn(work, frame, leg->hip,
             kd_quat_from_directions(kd_vec3_sub(fix_place(work, leg->ankle), hip), kd_vec3_sub(target, hip)));
    fix_turn(work, frame, leg->ankle, kd_quat_mul(foot, kd_quat_conjugate(work->models[leg->ankle].rotate)));
}

static void fix_frame(fix_work *work, int32_t frame)
{
    const kdi_bake *bake = work->bake;
    int32_t up = bake->registration->desc.distance.up_axis;
    kd_vec3 targets[16];
    fix_pose(work, frame);
    for (int32_t i = 0; i < work->leg_count; i++)
        targets[i] = fix_target(work, &work->legs[i], frame);
    for (int32_t j = 0; j < bake->skeleton->joint_count; j++) {
        kd_transform *local = &bake->clip->locals[(size_t)frame * (size_t)bake->skeleton->joint_count + (size_t)j];
        if (bake->skeleton->joints[j].parent == KD_NO_JOINT)
            *(up == 0   ? &local->translate.x
              : up == 1 ? &local->translate.y
                        : &local->translate.z) -= (float)work->lower[frame];
    }
    fix_pose(work, frame);
    for (int32_t i = 0; i < work->leg_count; i++)
        fix_leg_pose(work, &work->legs[i], frame, targets[i]);
}

static bool fix_legs_make(fix_work *work, kd_bake_report *report)
{
    const kd_registration *r = work->bake->registration;
    size_t frames = (size_t)work->bake->clip->frame_count;
    double *speeds[KD_REGISTRATION_MAX_MOTIONS];
    work->models = KDI_ARENA_PUSH(&work->arena, kd_transform, (size_t)work->bake->skeleton->joint_count);
    work->legs = KDI_ARENA_PUSH(&work->arena, fix_leg, (size_t)r->foot_count + 1);
    work->lower = KDI_ARENA_PUSH(&work->arena, double, frames);
    bool good = work->models && work->legs && work->lower;
    for (int32_t m = 0; m < r->motion_count; m++) {
        speeds[m] = KDI_ARENA_PUSH(&work->arena, double, (size_t)r->sources[m].frame_count);
        good = good && speeds[m];
    }
    for (int32_t i = 0; i < r->foot_count && good && work->leg_count < 16; i++) {
        fix_leg *leg = &work->legs[work->leg_count];
        if (!fix_find_leg(work->bake, r->feet[i], leg))
            continue;
        leg->shift = KDI_ARENA_PUSH(&work->arena, double, frames * 3);
        leg->held = KDI_ARENA_PUSH(&work->arena, bool, frames);
        good = leg->shift && leg->held && fix_find_held(work, leg, speeds) == KD_OK;
        if (good)
            fix_find_hinge(work, leg);
        int32_t planted = good ? fix_find_shifts(work, leg) : -1;
        good = planted >= 0;
        report->planted += good ? planted : 0;
        work->leg_count++;
    }
    return good;
}

kd_result kdi_bake_fix_feet(kdi_bake *bake, kd_bake_report *report, kd_findings *findings)
{
    fix_work work;
    memset(&work, 0, sizeof work);
    work.bake = bake;
    kdi_arena_init(&work.arena, &bake->registration->desc.allocator, 0);
    bool good = fix_legs_make(&work, report);
    if (good && work.leg_count == 0)
        KDI_WARNING(findings, KD_UNUSED, NULL,
                    "no feet were found to hold in place; name the joints that touch the ground");
    for (int32_t f = 0; f < bake->clip->frame_count && good; f++) {
        fix_pose(&work, f);
        for (int32_t i = 0; i < work.leg_count; i++)
            work.lower[f] = fmax(work.lower[f], fix_lack(&work, &work.legs[i], f));
    }
    good = good && fix_smooth_lower(&work);
    for (int32_t f = 0; f < bake->clip->frame_count && good; f++) {
        report->lowered_cm = fmax(report->lowered_cm, 100.0 * work.lower[f] * bake->registration->metres_per_unit);
        fix_frame(&work, f);
    }
    kdi_arena_free(&work.arena);
    return good ? KD_OK : KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to fix the feet");
}
