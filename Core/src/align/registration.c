/* From motions to a registration: contacts; distances, path, time curve for each motion against the first; all curves
 * joined into one over a common phase; the alignment on the ground along it. */
#include "align/registration.h"

#include "align/distance.h"
#include "align/path_row.h"
#include "base/allocator.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

enum { REGISTRATION_FEWEST_SEGMENTS = 8, REGISTRATION_MOST_SEGMENTS = 4096, REGISTRATION_SLOPE = 8 };

kd_registration_desc kd_registration_desc_default(void)
{
    kd_registration_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.distance = kd_distance_desc_default();
    desc.path = kd_path_desc_default();
    desc.path.slope_limit = KD_SLOPE_AUTOMATIC;
    desc.path.count_frames = true;
    desc.distance.window = 5;
    desc.distance.align_height = true;
    desc.curve = KD_CURVE_SPLINE;
    desc.smoothing_s = 0.1;
    desc.contact_speed = 0.4;
    desc.contact_cost = 0.015;
    desc.allocator = kd_allocator_default();
    return desc;
}

static kd_result registration_no_memory(kd_findings *findings)
{
    return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the registration");
}

/* Room for twice the mean slope, unless the caller sets a limit; one that no path could keep gives way. */
static kd_path_desc registration_path_desc(const kd_registration *registration, int32_t motion, int32_t rows,
                                           int32_t columns, kd_findings *findings)
{
    kd_path_desc desc = registration->desc.path;
    double ratio = rows > columns ? (double)rows / columns : (double)columns / rows;
    int32_t room = (int32_t)fmin(ceil(2.0 * ratio), KDI_PATH_MAX_SLOPE);
    if (desc.slope_limit == KD_SLOPE_AUTOMATIC) {
        desc.slope_limit = room > REGISTRATION_SLOPE ? room : REGISTRATION_SLOPE;
    } else if (desc.slope_limit > 0 && (double)desc.slope_limit < 1.25 * ratio) {
        kdi_place place = {0, 0, registration->sources[motion].name};
        KDI_WARNING(findings, KD_RANGE, &place,
                    "lengths differ by a factor of %.1f: the slope limit is raised from %d to %d", ratio,
                    (int)desc.slope_limit, (int)room);
        desc.slope_limit = room;
    }
    return desc;
}

static kd_result registration_curve(kd_registration *registration, kdi_registered *pair, const kd_path_desc *path,
                                    const kd_distance_matrix *matrix, kd_findings *findings)
{
    const kd_registration_desc *desc = &registration->desc;
    double step = registration->sources[0].frame_time_s;
    int32_t frames = matrix->rows > matrix->columns ? matrix->rows : matrix->columns;
    kdi_curve_desc curve;
    curve.rows = matrix->rows;
    curve.columns = matrix->columns;
    curve.steepest = (double)path->slope_limit;
    curve.intervals = (int32_t)ceil((double)(frames - 1) * step / desc->smoothing_s);
    curve.intervals = curve.intervals < 3 ? 3 : curve.intervals > frames ? frames : curve.intervals;
    if (desc->curve == KD_CURVE_MOVING_AVERAGE)
        return kdi_curve_fit_average(&registration->arena, &pair->path, (int32_t)(desc->smoothing_s / step + 0.5),
                                     &curve, &pair->curve, findings);
    return kdi_curve_fit_spline(&registration->arena, &pair->path, &curve, &pair->curve, findings);
}

/* Distances, path and curve; the matrix lives only here. */
static kd_result registration_match(kd_registration *registration, kdi_registered *pair, const kdi_source *sources[2],
                                    const kd_path_desc *path_desc, kd_findings *findings)
{
    const kd_registration_desc *desc = &registration->desc;
    kdi_arena arena;
    kdi_cloud a, b;
    kd_distance_matrix matrix = {0, 0, NULL, desc->allocator};
    kdi_arena_init(&arena, &desc->allocator, 0);
    kd_result result = kdi_clouds_make(&arena, sources[0], sources[1], &desc->distance, &a, &b, findings);
    if (result == KD_OK) {
        matrix.rows = a.frame_count;
        matrix.columns = b.frame_count;
        matrix.values =
            (float *)kdi_allocate(&desc->allocator, (size_t)a.frame_count * (size_t)b.frame_count, sizeof(float));
        result = matrix.values ? KD_OK : registration_no_memory(findings);
    }
    kdi_distance_options options = {path_desc, false};
    if (result == KD_OK)
        result = desc->distance.kind == KD_DISTANCE_ANGLES
                     ? kdi_distance_angles(&arena, sources[0], sources[1], &desc->distance, matrix.values, findings)
                     : kdi_distance_points(&arena, &a, &b, &options, matrix.values, findings);
    if (result == KD_OK)
        result = kdi_contacts_add_cost(&arena, registration, (int32_t)(pair - registration->motions), path_desc,
                                       &matrix, findings);
    if (result == KD_OK)
        result = kd_path_find(&matrix, path_desc, &desc->allocator, &pair->path, findings);
    if (result == KD_OK)
        result = registration_curve(registration, pair, path_desc, &matrix, findings);
    kd_distance_matrix_free(&matrix);
    kdi_arena_free(&arena);
    return result;
}

static kd_result registration_pair(kd_registration *registration, int32_t motion, kd_findings *findings)
{
    kdi_registered *pair = &registration->motions[motion];
    const kdi_source *sources[2] = {&registration->sources[0], &registration->sources[motion]};
    int32_t rows = sources[0]->frame_count, columns = kdi_source_samples(sources[1], sources[0]->frame_time_s);
    pair->samples = columns;
    kd_path_desc path_desc = registration_path_desc(registration, motion, rows, columns, findings);
    if (registration->desc.curve == KD_CURVE_STRAIGHT) {
        pair->curve.interval_count = 1;
        pair->curve.slope = KDI_ARENA_PUSH(&registration->arena, double, 2);
        pair->curve.value = KDI_ARENA_PUSH(&registration->arena, double, 2);
        return pair->curve.slope && pair->curve.value ? KD_OK : registration_no_memory(findings);
    }
    return registration_match(registration, pair, sources, &path_desc, findings);
}

/* The moment of a motion, as a part of its length, that belongs to part p of the first. */
static double registration_part(const kd_registration *registration, int32_t motion, double p)
{
    const kdi_curve_fit *curve = &registration->motions[motion].curve;
    return motion == 0 ? p : kdi_curve_q(curve, kdi_curve_u_of_p(curve, p));
}

/* The phase is the mean of all motions' parts: no motion is preferred. */
static double registration_first_part(const kd_registration *registration, double phase)
{
    double from = 0.0, to = 1.0;
    if (phase <= 0.0 || phase >= 1.0)
        return phase <= 0.0 ? 0.0 : 1.0;
    for (int round = 0; round < 50; round++) {
        double p = 0.5 * (from + to), sum = 0.0;
        for (int32_t i = 0; i < registration->motion_count; i++)
            sum += registration_part(registration, i, p);
        if (sum < phase * (double)registration->motion_count)
            from = p;
        else
            to = p;
    }
    return 0.5 * (from + to);
}

static kd_result registration_join(kd_registration *registration, kd_findings *findings)
{
    int32_t longest = 0, count = registration->motion_count;
    for (int32_t i = 0; i < count; i++)
        longest = registration->motions[i].samples > longest ? registration->motions[i].samples : longest;
    int32_t segments = longest / 2;
    segments = segments < REGISTRATION_FEWEST_SEGMENTS ? REGISTRATION_FEWEST_SEGMENTS : segments;
    segments = segments > REGISTRATION_MOST_SEGMENTS ? REGISTRATION_MOST_SEGMENTS : segments;
    registration->segment_count = segments;
    for (int32_t i = 0; i < count; i++) {
        registration->motions[i].times = KDI_ARENA_PUSH(&registration->arena, double, 2 * (size_t)segments + 1);
        if (!registration->motions[i].times)
            return registration_no_memory(findings);
    }
    for (int32_t k = 0; k <= 2 * segments; k++) {
        double p = registration_first_part(registration, (double)k / (double)(2 * segments));
        for (int32_t i = 0; i < count; i++)
            registration->motions[i].times[k] =
                registration_part(registration, i, p) * kdi_source_duration(&registration->sources[i]);
    }
    for (int32_t i = 0; i < count; i++) {
        double *times = registration->motions[i].times;
        times[0] = 0.0;
        times[2 * segments] = kdi_source_duration(&registration->sources[i]);
        for (int32_t k = 1; k < 2 * segments; k += 2) {
            double low = times[k - 1], high = times[k + 1], middle = 2.0 * times[k] - 0.5 * (low + high);
            double least = 0.01 * (high - low);
            times[k] = fmin(high - least, fmax(low + least, middle));
        }
    }
    return KD_OK;
}

double kd_registration_time_s(const kd_registration *registration, int32_t motion, double phase)
{
    const double *times = registration->motions[motion].times;
    int32_t segments = registration->segment_count;
    double at = phase * (double)segments;
    int32_t k = at > 0.0 ? (at < (double)segments ? (int32_t)at : segments - 1) : 0;
    double s = fmin(1.0, fmax(0.0, at - (double)k)), r = 1.0 - s;
    times += 2 * k;
    return r * r * times[0] + 2.0 * r * s * times[1] + s * s * times[2];
}

double kd_registration_phase(const kd_registration *registration, int32_t motion, double time_s)
{
    double from = 0.0, to = 1.0;
    if (time_s <= 0.0 || time_s >= kdi_source_duration(&registration->sources[motion]))
        return time_s <= 0.0 ? 0.0 : 1.0;
    for (int round = 0; round < 60; round++) {
        double phase = 0.5 * (from + to);
        if (kd_registration_time_s(registration, motion, phase) < time_s)
            from = phase;
        else
            to = phase;
    }
    return 0.5 * (from + to);
}

int32_t kd_registration_motion_count(const kd_registration *registration)
{
    return registration->motion_count;
}

double kd_registration_duration_s(const kd_registration *registration, int32_t motion)
{
    return kdi_source_duration(&registration->sources[motion]);
}

double kd_registration_metres_per_unit(const kd_registration *registration)
{
    return registration->metres_per_unit;
}

int32_t kd_registration_contacts(const kd_registration *registration, const kd_contact **contacts)
{
    *contacts = registration->contacts;
    return registration->contact_count;
}

static kd_result registration_fill(kd_registration *registration, const kd_motion_source *motions,
                                   kd_findings *findings)
{
    kd_result result =
        kdi_sources_make(&registration->arena, motions, registration->motion_count, registration->sources, findings);
    if (result == KD_OK)
        result = kdi_contacts_find(registration, findings);
    registration->motions[0].samples = registration->sources[0].frame_count;
    for (int32_t i = 1; i < registration->motion_count && result == KD_OK; i++) {
        if (registration->desc.progress)
            registration->desc.progress(registration->desc.user, (double)(i - 1) / registration->motion_count);
        result = registration_pair(registration, i, findings);
    }
    if (result == KD_OK)
        result = registration_join(registration, findings);
    if (result == KD_OK)
        result = kdi_bases_make(registration, findings);
    if (registration->desc.progress)
        registration->desc.progress(registration->desc.user, 1.0);
    return result;
}

kd_result kd_registration_make(const kd_motion_source *motions, int32_t count, const kd_registration_desc *desc,
                               kd_registration **out, kd_findings *findings)
{
    *out = NULL;
    if (count < 1 || count > KD_REGISTRATION_MAX_MOTIONS)
        return KDI_ERROR(findings, KD_RANGE, NULL, "1 to %d motions can be registered, not %d",
                         KD_REGISTRATION_MAX_MOTIONS, (int)count);
    if (desc->path.slope_limit < KD_SLOPE_AUTOMATIC || !(desc->smoothing_s > 0.0) || desc->path.open_begin ||
        desc->path.open_end || !(desc->contact_cost >= 0.0))
        return KDI_ERROR(
            findings, KD_RANGE, NULL,
            "a registration needs fixed ends, a smoothing time above 0 and a cost of contacts not below 0; "
            "cut the motions to what belongs together");
    kd_registration *registration = (kd_registration *)kdi_allocate(&desc->allocator, 1, sizeof *registration);
    if (!registration)
        return registration_no_memory(findings);
    memset(registration, 0, sizeof *registration);
    registration->desc = *desc;
    registration->motion_count = count;
    kdi_arena_init(&registration->arena, &desc->allocator, 0);
    kd_result result = registration_fill(registration, motions, findings);
    if (result != KD_OK) {
        kd_registration_free(registration);
        return result;
    }
    *out = registration;
    return KD_OK;
}

void kd_registration_free(kd_registration *registration)
{
    if (!registration)
        return;
    kd_allocator allocator = registration->desc.allocator;
    for (int32_t i = 0; i < registration->motion_count; i++)
        if (registration->motions[i].path.cells)
            kd_path_free(&registration->motions[i].path);
    kdi_arena_free(&registration->arena);
    kdi_free(&allocator, registration, sizeof *registration);
}
