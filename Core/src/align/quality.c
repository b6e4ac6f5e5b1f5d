/* How well two motions are registered, in figures. */
#include "align/registration.h"

#include <math.h>
#include <string.h>

/* A motion that advances by less than this part of a frame stands still. */
#define QUALITY_STILL 0.05

static double quality_time(const kd_registration *registration, int32_t motion, int32_t frame)
{
    double time = (double)frame * registration->sources[0].frame_time_s;
    return kd_registration_time_s(registration, motion, kd_registration_phase(registration, 0, time));
}

static void quality_distance(kdi_arena *arena, const kd_registration *registration, int32_t motion,
                             kd_registration_quality *quality)
{
    kd_distance_desc desc = kd_distance_desc_default();
    kdi_cloud a, b;
    desc.up_axis = registration->desc.distance.up_axis;
    desc.align_height = true;
    if (kdi_clouds_make(arena, &registration->sources[0], &registration->sources[motion], &desc, &a, &b, NULL) != KD_OK)
        return;
    double duration = kdi_source_duration(&registration->sources[motion]), sum = 0.0;
    for (int32_t f = 0; f < a.frame_count; f++) {
        double column = quality_time(registration, motion, f) / duration * (double)(b.frame_count - 1);
        sum += kdi_cloud_distance(&a, f, &b, (int32_t)(column + 0.5), NULL);
    }
    quality->distance_cm = 100.0 * registration->metres_per_unit * sum / (double)a.frame_count;
}

static void quality_contacts(kdi_arena *arena, const kd_registration *registration, int32_t motion,
                             kd_registration_quality *quality)
{
    const kdi_source *first = &registration->sources[0], *other = &registration->sources[motion];
    double *a = KDI_ARENA_PUSH(arena, double, (size_t)first->frame_count);
    double *b = KDI_ARENA_PUSH(arena, double, (size_t)other->frame_count);
    for (int32_t i = 0; a && b && i < registration->foot_count; i++) {
        if (kdi_contact_speeds(arena, registration, 0, registration->feet[i], false, a) != KD_OK ||
            kdi_contact_speeds(arena, registration, motion, registration->feet[i], false, b) != KD_OK)
            return;
        for (int32_t f = 0; f < first->frame_count; f++) {
            int32_t at = (int32_t)(quality_time(registration, motion, f) / other->frame_time_s + 0.5);
            quality->contact_mismatch +=
                (a[f] < registration->desc.contact_speed) != (b[at] < registration->desc.contact_speed);
        }
    }
}

static void quality_matches(const kd_registration *registration, int32_t motion, kd_registration_quality *quality)
{
    for (int32_t i = 0; i < registration->contact_count; i++) {
        int32_t own = registration->contacts[i].motion, other = own == 0 ? motion : 0;
        if (own != 0 && own != motion)
            continue;
        int32_t match = kd_registration_contact_match(registration, i, other);
        bool is_mutual = match >= 0 && kd_registration_contact_match(registration, match, own) == i;
        quality->contacts_matched += is_mutual && own == 0;
        quality->contacts_alone += !is_mutual;
    }
}

static void quality_steps(const kd_registration *registration, int32_t motion, kd_registration_quality *quality)
{
    double rate = registration->sources[0].frame_time_s;
    int32_t still = 0;
    quality->steepest = 1.0;
    for (int32_t f = 1; f < registration->sources[0].frame_count; f++) {
        double step = (quality_time(registration, motion, f) - quality_time(registration, motion, f - 1)) / rate;
        still = step < QUALITY_STILL ? still + 1 : 0;
        quality->longest_freeze = still > quality->longest_freeze ? still : quality->longest_freeze;
        quality->largest_step = fmax(quality->largest_step, step);
        quality->steepest = fmax(quality->steepest, fmax(step, 1.0 / fmax(step, 1e-6)));
    }
}

void kd_registration_measure(const kd_registration *registration, int32_t motion, kd_registration_quality *quality)
{
    kdi_arena arena;
    memset(quality, 0, sizeof *quality);
    kdi_arena_init(&arena, &registration->desc.allocator, 0);
    quality_distance(&arena, registration, motion, quality);
    quality_contacts(&arena, registration, motion, quality);
    quality_matches(registration, motion, quality);
    quality_steps(registration, motion, quality);
    quality->path_cost = registration->motions[motion].path.cost;
    kdi_arena_free(&arena);
}
