/* The alignment along a registration. For every phase the turn of each motion onto the first: what their roots have
 * turned apart, plus the line nearest to what the best turn of the poses adds to that. (Limbs that swing wide pull the
 * best turn to and fro by ten degrees; a turn that follows them makes standing feet slide.) From it the base of every
 * frame of every motion: its place is the centre of the joints, its heading is such that all motions, seen from their
 * bases, face the same way. The mean of all headings is the heading of the character, so that no motion is
 * preferred. */
#include "align/registration.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

#define BASES_TURN   6.283185307179586
#define BASES_HALF_S 0.2

typedef struct bases_work {
    kdi_arena arena;                               /* released at the end */
    double *headings[KD_REGISTRATION_MAX_MOTIONS]; /* [frame] */
} bases_work;

static double bases_nearest(double angle, double to)
{
    return angle + BASES_TURN * floor((to - angle) / BASES_TURN + 0.5);
}

/* At every place the line nearest to the numbers within `radius`: a moving average that also smooths the ends, and
 * leaves a steady turn as it is. */
static void bases_smooth(const double *from, int32_t count, int32_t radius, double *to)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t first = i > radius ? i - radius : 0, last = i + radius < count ? i + radius : count - 1;
        double n = (double)(last - first + 1), centre = 0.5 * (double)(first + last);
        double sum = 0.0, tilt = 0.0, spread = n * (n * n - 1.0) / 12.0;
        for (int32_t k = first; k <= last; k++) {
            sum += from[k];
            tilt += ((double)k - centre) * from[k];
        }
        to[i] = sum / n + (spread > 0.0 ? tilt / spread * ((double)i - centre) : 0.0);
    }
}

static double bases_turn_of(kd_quat q, int32_t up)
{
    return 2.0 * atan2((double)(up == 0 ? q.x : up == 1 ? q.y : q.z), (double)q.w);
}

/* Turn of the root about the up axis, frame by frame without jumps. */
static bool bases_headings(bases_work *work, const kd_registration *registration, int32_t motion)
{
    const kdi_source *source = &registration->sources[motion];
    size_t frames = (size_t)source->frame_count, joints = (size_t)source->joint_count;
    double *raw = KDI_ARENA_PUSH(&work->arena, double, frames);
    double *smooth = KDI_ARENA_PUSH(&work->arena, double, frames);
    work->headings[motion] = smooth;
    if (!raw || !smooth)
        return false;
    int32_t up = registration->desc.distance.up_axis;
    kd_quat first = source->locals[0].rotate;
    raw[0] = bases_nearest(bases_turn_of(first, up), 0.0);
    for (size_t f = 1; f < frames; f++) {
        /* Against the first frame, so that it does not matter how the joint lies in the body. */
        kd_quat turned = kd_quat_mul(source->locals[f * joints].rotate, kd_quat_conjugate(first));
        raw[f] = bases_nearest(raw[0] + bases_turn_of(turned, up), raw[f - 1]);
    }
    bases_smooth(raw, source->frame_count, (int32_t)(BASES_HALF_S / source->frame_time_s + 0.5), smooth);
    return true;
}

/* Whether the root never moves while a joint on it does. */
static bool bases_root_rests(const kdi_source *source)
{
    size_t joints = (size_t)source->joint_count;
    bool moves_below = false;
    for (size_t i = joints; i < (size_t)source->frame_count * joints; i++) {
        bool moves = memcmp(&source->locals[i].translate, &source->locals[i - joints].translate, sizeof(kd_vec3)) != 0;
        if (moves && i % joints == 0)
            return false;
        moves_below = moves_below || (moves && source->skeleton->joints[i % joints].parent == 0);
    }
    return moves_below;
}

static double bases_heading_at(const bases_work *work, const kd_registration *registration, int32_t motion,
                               double time_s)
{
    const kdi_source *source = &registration->sources[motion];
    double frame = time_s / source->frame_time_s;
    int32_t before = frame < (double)(source->frame_count - 2) ? (int32_t)frame : source->frame_count - 2;
    double part = frame - (double)before;
    const double *h = work->headings[motion] + before;
    return h[0] + part * (h[1] - h[0]);
}

static double bases_turn_at(const kd_registration *registration, int32_t motion, double phase)
{
    const double *turn = registration->motions[motion].turn;
    double at = phase * (double)registration->segment_count;
    int32_t k = at < (double)registration->segment_count ? (int32_t)at : registration->segment_count - 1;
    return turn[k] + (at - (double)k) * (turn[k + 1] - turn[k]);
}

/* Turns of one motion onto the first. */
static kd_result bases_turns(bases_work *work, kd_registration *registration, int32_t motion, kd_findings *findings)
{
    kdi_registered *registered = &registration->motions[motion];
    int32_t count = registration->segment_count + 1;
    const kdi_source *first = &registration->sources[0], *source = &registration->sources[motion];
    kdi_cloud a, b;
    registered->turn = KDI_ARENA_PUSH(&registration->arena, double, (size_t)count);
    double *rest = KDI_ARENA_PUSH(&work->arena, double, (size_t)count);
    double *apart = KDI_ARENA_PUSH(&work->arena, double, (size_t)count);
    if (!registered->turn || !rest || !apart)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the alignment");
    if (motion == 0)
        return KD_OK;
    kd_result result = kdi_clouds_make(&work->arena, first, source, &registration->desc.distance, &a, &b, findings);
    double mean = 0.0, duration[2] = {kdi_source_duration(first), kdi_source_duration(source)};
    for (int32_t k = 0; k < count && result == KD_OK; k++) {
        double phase = (double)k / (double)(count - 1);
        double times[2] = {kd_registration_time_s(registration, 0, phase),
                           kd_registration_time_s(registration, motion, phase)};
        kdi_alignment alignment;
        kdi_cloud_distance(&a, (int32_t)(times[0] / duration[0] * (a.frame_count - 1) + 0.5), &b,
                           (int32_t)(times[1] / duration[1] * (b.frame_count - 1) + 0.5), &alignment);
        apart[k] =
            bases_heading_at(work, registration, 0, times[0]) - bases_heading_at(work, registration, motion, times[1]);
        rest[k] = bases_nearest(alignment.angle_rad - apart[k], k == 0 ? 0.0 : rest[k - 1]);
        mean += rest[k] / (double)count;
    }
    bases_smooth(rest, count, count, registered->turn);
    /* A whole number of turns is free: such that the headings are near each other. */
    double whole = BASES_TURN * floor(mean / BASES_TURN + 0.5);
    for (int32_t k = 0; k < count; k++)
        registered->turn[k] += apart[k] - whole;
    return result;
}

/* The weighted centre of the joints in (a, b, h). */
static void bases_centre(const kd_registration *registration, const kdi_source *source, const double *positions,
                         double centre[3])
{
    const kd_distance_desc *desc = &registration->desc.distance;
    double weight = 0.0;
    centre[0] = centre[1] = centre[2] = 0.0;
    for (int32_t j = 0; j < source->joint_count; j++) {
        double own = desc->joint_weights                  ? (double)desc->joint_weights[j]
                     : source->skeleton->joints[j].is_tip ? 0.0
                                                          : 1.0;
        weight += own;
        for (int axis = 0; axis < 3; axis++)
            centre[axis] += own * positions[j * 3 + (desc->up_axis + 1 + axis) % 3];
    }
    for (int axis = 0; axis < 3; axis++)
        centre[axis] /= weight;
    if (!desc->align_height)
        centre[2] = 0.0;
}

static kd_result bases_of_motion(bases_work *work, kd_registration *registration, int32_t motion, kd_findings *findings)
{
    const kdi_source *source = &registration->sources[motion];
    size_t joints = (size_t)source->joint_count;
    kdi_base *bases = KDI_ARENA_PUSH(&registration->arena, kdi_base, (size_t)source->frame_count);
    kd_transform *models = KDI_ARENA_PUSH(&work->arena, kd_transform, joints);
    double *positions = KDI_ARENA_PUSH(&work->arena, double, joints * 3);
    registration->motions[motion].bases = bases;
    if (!bases || !models || !positions)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the alignment");
    for (int32_t f = 0; f < source->frame_count; f++) {
        double phase = kd_registration_phase(registration, motion, f * source->frame_time_s), sum = 0.0;
        for (int32_t i = 0; i < registration->motion_count; i++)
            sum += bases_heading_at(work, registration, i, kd_registration_time_s(registration, i, phase)) +
                   bases_turn_at(registration, i, phase);
        bases[f].heading_rad = sum / (double)registration->motion_count - bases_turn_at(registration, motion, phase);
        kdi_source_positions(source, f, models, positions);
        bases_centre(registration, source, positions, bases[f].place);
    }
    return KD_OK;
}

kd_result kdi_bases_make(kd_registration *registration, kd_findings *findings)
{
    bases_work work;
    kd_result result = KD_OK;
    kdi_arena_init(&work.arena, &registration->desc.allocator, 0);
    if (bases_root_rests(&registration->sources[0]))
        KDI_WARNING(findings, KD_HIERARCHY, NULL,
                    "the root '%s' stays where it is while joints on it move: ways over the ground that differ in "
                    "direction do not mix well",
                    registration->sources[0].skeleton->joints[0].name);
    for (int32_t i = 0; i < registration->motion_count && result == KD_OK; i++)
        if (!bases_headings(&work, registration, i))
            result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the alignment");
    for (int32_t i = 0; i < registration->motion_count && result == KD_OK; i++)
        result = bases_turns(&work, registration, i, findings);
    for (int32_t i = 0; i < registration->motion_count && result == KD_OK; i++)
        result = bases_of_motion(&work, registration, i, findings);
    kdi_arena_free(&work.arena);
    return result;
}
