/* Contacts of two motions: what it costs where they differ, so that the path brings them together; and which ones
 * belong together on the finished curve. */
#include "align/path_row.h"
#include "align/registration.h"
#include "text/findings.h"

#include <math.h>

/* `cost` at every sample where the foot stands, else 0. */
static void match_mark(const kd_registration *registration, int32_t motion, int32_t joint, int32_t samples, float cost,
                       float *marks)
{
    const kdi_source *source = &registration->sources[motion];
    for (int32_t i = 0; i < samples; i++) {
        double time = kdi_source_sample_frame(source, i, samples) * source->frame_time_s;
        marks[i] = kdi_contact_at(registration, motion, joint, time) ? cost : 0.0f;
    }
}

kd_result kdi_contacts_add_cost(kdi_arena *arena, const kd_registration *registration, int32_t motion,
                                const kd_path_desc *path, kd_distance_matrix *matrix, kd_findings *findings)
{
    const kd_registration_desc *desc = &registration->desc;
    double unit = desc->distance.kind == KD_DISTANCE_ANGLES ? 1.0 : registration->metres_per_unit;
    float cost = (float)(desc->contact_cost / unit);
    float *first = KDI_ARENA_PUSH(arena, float, (size_t)matrix->rows);
    float *other = KDI_ARENA_PUSH(arena, float, (size_t)matrix->columns);
    if (!first || !other)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the contacts");
    for (int32_t i = 0; i < registration->foot_count && cost > 0.0f; i++) {
        match_mark(registration, 0, registration->feet[i], matrix->rows, cost, first);
        match_mark(registration, motion, registration->feet[i], matrix->columns, cost, other);
        for (int32_t r = 0; r < matrix->rows; r++) {
            float *row = matrix->values + (size_t)r * (size_t)matrix->columns;
            int32_t from, to;
            kdi_path_reach(path, matrix->rows, matrix->columns, r, &from, &to);
            for (int32_t c = from; c <= to; c++)
                row[c] += fabsf(first[r] - other[c]);
        }
    }
    return KD_OK;
}

static void match_span(const kd_registration *registration, const kd_contact *contact, double span[2])
{
    double step = registration->sources[contact->motion].frame_time_s;
    span[0] = kd_registration_phase(registration, contact->motion, ((double)contact->first_frame - 0.5) * step);
    span[1] = kd_registration_phase(registration, contact->motion, ((double)contact->last_frame + 0.5) * step);
}

int32_t kd_registration_contact_match(const kd_registration *registration, int32_t contact, int32_t motion)
{
    const kd_contact *own = &registration->contacts[contact];
    double span[2], most = 0.0;
    int32_t best = -1;
    match_span(registration, own, span);
    for (int32_t i = 0; i < registration->contact_count; i++) {
        const kd_contact *other = &registration->contacts[i];
        double theirs[2];
        if (other->motion != motion || other->joint != own->joint || i == contact)
            continue;
        match_span(registration, other, theirs);
        double shared = fmin(span[1], theirs[1]) - fmax(span[0], theirs[0]);
        best = shared > most ? i : best;
        most = fmax(most, shared);
    }
    return best;
}
