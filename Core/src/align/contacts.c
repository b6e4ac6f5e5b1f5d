/* Feet on the ground: which joints are feet, and when they stand. */
#include "align/registration.h"

#include "text/findings.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Height of the hips that an unknown unit is told by, and the shortest contact. */
#define CONTACT_HIPS_M     0.95
#define CONTACT_SHORTEST_S 0.05
#define CONTACT_GAP_S      0.03

static bool contact_name_has(const char *name, const char *part)
{
    size_t length = strlen(part);
    for (; *name; name++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)name[i]) == part[i])
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static bool contact_is_named(const kd_skeleton *skeleton, int32_t joint, const char *part)
{
    const kd_joint *item = &skeleton->joints[joint];
    return !item->is_tip && contact_name_has(item->name, part) &&
           !(item->parent != KD_NO_JOINT && contact_name_has(skeleton->joints[item->parent].name, part));
}

static kd_result contact_feet_given(kd_registration *registration, kd_findings *findings)
{
    const kd_registration_desc *desc = &registration->desc;
    kd_result result = KD_OK;
    for (int32_t i = 0; i < desc->contact_joint_count; i++) {
        int32_t joint = kd_skeleton_find(registration->sources[0].skeleton, desc->contact_joints[i]);
        if (joint == KD_NO_JOINT)
            result = KDI_ERROR(findings, KD_JOINT_UNKNOWN, NULL, "there is no joint '%s' to touch the ground",
                               desc->contact_joints[i]);
        else
            registration->feet[registration->foot_count++] = joint;
    }
    return result;
}

static kd_result contact_find_feet(kd_registration *registration, kd_findings *findings)
{
    static const char *const parts[] = {"toe", "ball", "foot", "ankle"};
    const kd_registration_desc *desc = &registration->desc;
    const kd_skeleton *skeleton = registration->sources[0].skeleton;
    size_t room = (size_t)(desc->contact_joints ? desc->contact_joint_count : skeleton->joint_count) + 1;
    registration->feet = KDI_ARENA_PUSH(&registration->arena, int32_t, room);
    if (!registration->feet)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the contacts");
    if (desc->contact_joints)
        return contact_feet_given(registration, findings);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && registration->foot_count == 0; i++)
        for (int32_t j = 0; j < skeleton->joint_count; j++)
            if (contact_is_named(skeleton, j, parts[i]))
                registration->feet[registration->foot_count++] = j;
    return KD_OK;
}

/* Height of the root over the lowest joint, the mean over a motion. */
static double contact_root_height(const kdi_source *source, int32_t up, kd_transform *models, double *positions)
{
    double sum = 0.0;
    for (int32_t f = 0; f < source->frame_count; f++) {
        kdi_source_positions(source, f, models, positions);
        double lowest = positions[up];
        for (int32_t j = 0; j < source->joint_count; j++)
            lowest = fmin(lowest, positions[j * 3 + up]);
        sum += positions[up] - lowest;
    }
    return sum / (double)source->frame_count;
}

/* Metres in a unit by the heights of the motions' roots, none of them preferred. */
static kd_result contact_find_unit(kd_registration *registration, kd_findings *findings)
{
    size_t joints = (size_t)registration->sources[0].joint_count;
    registration->metres_per_unit = registration->desc.metres_per_unit;
    if (registration->metres_per_unit > 0.0)
        return KD_OK;
    kd_transform *models = KDI_ARENA_PUSH(&registration->arena, kd_transform, joints);
    double *positions = KDI_ARENA_PUSH(&registration->arena, double, joints * 3), sum = 0.0;
    if (!models || !positions)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the contacts");
    for (int32_t m = 0; m < registration->motion_count; m++)
        sum += contact_root_height(&registration->sources[m], registration->desc.distance.up_axis, models, positions);
    registration->metres_per_unit = sum > 0.0 ? CONTACT_HIPS_M * registration->motion_count / sum : 1.0;
    return KD_OK;
}

kd_result kdi_contact_speeds(kdi_arena *arena, const kd_registration *registration, int32_t motion, int32_t joint,
                             bool along_ground, double *speeds)
{
    const kdi_source *source = &registration->sources[motion];
    size_t joints = (size_t)source->joint_count, frames = (size_t)source->frame_count;
    kd_transform *models = KDI_ARENA_PUSH(arena, kd_transform, joints);
    double *positions = KDI_ARENA_PUSH(arena, double, joints * 3), *track = KDI_ARENA_PUSH(arena, double, frames * 3);
    if (!models || !positions || !track)
        return KD_OUT_OF_MEMORY;
    for (size_t f = 0; f < frames; f++) {
        kdi_source_positions(source, (double)f, models, positions);
        memcpy(track + f * 3, positions + (size_t)joint * 3, 3 * sizeof *track);
    }
    for (size_t f = 0; f < frames; f++) {
        size_t before = f > 0 ? f - 1 : 0, after = f + 1 < frames ? f + 1 : f;
        double square = 0.0;
        for (size_t i = 0; i < 3; i++) {
            double way = track[after * 3 + i] - track[before * 3 + i];
            square += along_ground && (int32_t)i == registration->desc.distance.up_axis ? 0.0 : way * way;
        }
        speeds[f] = sqrt(square) * registration->metres_per_unit / ((double)(after - before) * source->frame_time_s);
    }
    return KD_OK;
}

static bool contact_add(kd_registration *registration, int32_t motion, int32_t joint, int32_t first, int32_t last)
{
    kd_contact contact = {motion, joint, first, last};
    kd_contact *grown = (kd_contact *)kdi_arena_grow(&registration->arena, registration->contacts,
                                                     (size_t)registration->contact_count, sizeof *grown);
    if (!grown)
        return false;
    registration->contacts = grown;
    registration->contacts[registration->contact_count++] = contact;
    return true;
}

/* Runs of slow frames; short gaps are closed, short runs dropped. */
static bool contact_find_runs(kd_registration *registration, int32_t motion, int32_t joint, const double *speeds)
{
    const kdi_source *source = &registration->sources[motion];
    int32_t gap = (int32_t)(CONTACT_GAP_S / source->frame_time_s), first = -1, last = -1;
    int32_t shortest = (int32_t)(CONTACT_SHORTEST_S / source->frame_time_s);
    for (int32_t f = 0; f <= source->frame_count; f++) {
        bool stands = f < source->frame_count && speeds[f] < registration->desc.contact_speed;
        if (stands && first < 0)
            first = f;
        last = stands ? f : last;
        if (first >= 0 && !stands && (f == source->frame_count || f - last > gap)) {
            if (last - first + 1 >= shortest && !contact_add(registration, motion, joint, first, last))
                return false;
            first = -1;
        }
    }
    return true;
}

static bool contact_is_foot(const kd_registration *registration, int32_t joint)
{
    for (int32_t i = 0; i < registration->foot_count; i++)
        if (registration->feet[i] == joint)
            return true;
    return false;
}

static kd_result contact_check_given(kd_registration *registration, kd_findings *findings)
{
    const kd_registration_desc *desc = &registration->desc;
    for (int32_t i = 0; i < desc->contact_count; i++) {
        const kd_contact *c = &desc->contacts[i];
        if (c->motion < 0 || c->motion >= registration->motion_count || c->joint < 0 ||
            c->joint >= registration->sources[0].joint_count || c->first_frame < 0 || c->last_frame < c->first_frame ||
            c->last_frame >= registration->sources[c->motion].frame_count)
            return KDI_ERROR(findings, KD_RANGE, NULL, "contact %d names a motion, joint or frame that does not exist",
                             (int)i + 1);
        if (!contact_is_foot(registration, c->joint))
            return KDI_ERROR(findings, KD_JOINT_UNKNOWN, NULL,
                             "contact %d is on joint '%s', which is not among the joints that touch the ground",
                             (int)i + 1, registration->sources[0].skeleton->joints[c->joint].name);
        if (!contact_add(registration, c->motion, c->joint, c->first_frame, c->last_frame))
            return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the contacts");
    }
    return KD_OK;
}

kd_result kdi_contacts_find(kd_registration *registration, kd_findings *findings)
{
    kd_result result = contact_find_feet(registration, findings);
    if (result == KD_OK)
        result = contact_find_unit(registration, findings);
    if (result == KD_OK && registration->desc.contacts)
        return contact_check_given(registration, findings);
    for (int32_t m = 0; m < registration->motion_count && result == KD_OK; m++) {
        double *speeds = KDI_ARENA_PUSH(&registration->arena, double, (size_t)registration->sources[m].frame_count);
        for (int32_t i = 0; i < registration->foot_count && result == KD_OK; i++) {
            if (!speeds ||
                kdi_contact_speeds(&registration->arena, registration, m, registration->feet[i], false, speeds) !=
                    KD_OK ||
                !contact_find_runs(registration, m, registration->feet[i], speeds))
                result = KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the contacts");
        }
    }
    return result;
}

bool kdi_contact_at(const kd_registration *registration, int32_t motion, int32_t joint, double time_s)
{
    double frame = time_s / registration->sources[motion].frame_time_s;
    for (int32_t i = 0; i < registration->contact_count; i++) {
        const kd_contact *c = &registration->contacts[i];
        if (c->motion == motion && c->joint == joint && frame >= (double)c->first_frame - 0.5 &&
            frame <= (double)c->last_frame + 0.5)
            return true;
    }
    return false;
}
