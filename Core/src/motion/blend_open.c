/* Opens and verifies blends, and answers questions about them. After this the player needs no check. */
#include "base/hash.h"
#include "motion/blend_layout.h"

#include <string.h>

/* More than any motion needs; keeps products of a few counts inside 64 bits. */
enum { BLEND_MOST_JOINTS = 1 << 16, BLEND_MOST_FRAMES = 1 << 24, BLEND_MOST_SEGMENTS = 1 << 20 };

uint64_t kdi_blend_hash(const kd_blend *blend)
{
    kd_blend head = *blend;
    head.hash = 0;
    uint64_t hash = kdi_hash(KDI_HASH_START, &head, sizeof head);
    return kdi_hash(hash, blend + 1, blend->size - sizeof head);
}

static bool blend_section_fits(const kd_blend *blend, const kdi_blend_section *section, size_t item_size)
{
    return section->offset % 8 == 0 && section->offset >= sizeof *blend && section->offset <= blend->size &&
           section->count <= (blend->size - section->offset) / item_size;
}

static const char *blend_check_sections(const kd_blend *blend)
{
    if (!blend_section_fits(blend, &blend->names, 1) ||
        !blend_section_fits(blend, &blend->joints, sizeof(kdi_blend_joint)) ||
        !blend_section_fits(blend, &blend->motions, sizeof(kdi_blend_motion)) ||
        !blend_section_fits(blend, &blend->feet, sizeof(uint32_t)) ||
        !blend_section_fits(blend, &blend->contacts, sizeof(kdi_blend_contact)) ||
        !blend_section_fits(blend, &blend->data, sizeof(float)))
        return "a section lies outside the blend";
    if (blend->names.count == 0 || KDI_BLEND_SECTION(blend, names, char)[blend->names.count - 1] != '\0')
        return "the names do not end";
    if (blend->motions.count < 1 || blend->motions.count > KD_BLEND_MAX_MOTIONS || blend->joints.count < 1 ||
        blend->joints.count > BLEND_MOST_JOINTS || blend->track_count > blend->joints.count ||
        blend->segment_count < 1 || blend->segment_count > BLEND_MOST_SEGMENTS || blend->up_axis > 2)
        return "a count is outside its range";
    return NULL;
}

static const char *blend_check_joints(const kd_blend *blend)
{
    const kdi_blend_joint *joints = KDI_BLEND_SECTION(blend, joints, kdi_blend_joint);
    for (uint32_t i = 0; i < blend->joints.count; i++)
        if (joints[i].name >= blend->names.count || joints[i].parent < -1 || joints[i].parent >= (int32_t)i ||
            joints[i].track < -1 || joints[i].track >= (int32_t)blend->track_count)
            return "a joint is not sound";
    const uint32_t *feet = KDI_BLEND_SECTION(blend, feet, uint32_t);
    for (uint32_t i = 0; i < blend->feet.count; i++)
        if (feet[i] >= blend->joints.count)
            return "a foot is not sound";
    const kdi_blend_contact *contacts = KDI_BLEND_SECTION(blend, contacts, kdi_blend_contact);
    for (uint32_t i = 0; i < blend->contacts.count; i++)
        if (contacts[i].foot >= blend->feet.count || contacts[i].motion >= blend->motions.count ||
            !(contacts[i].first >= 0.0f && contacts[i].first <= contacts[i].last && contacts[i].last <= 1.0f))
            return "a contact is not sound";
    return NULL;
}

static bool blend_data_fits(const kd_blend *blend, uint32_t place, uint64_t count)
{
    return place <= blend->data.count && count <= blend->data.count - place;
}

static bool blend_rotations_are_unit(const float *q, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++, q += 4) {
        float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(square > 0.99f && square < 1.01f))
            return false;
    }
    return true;
}

/* Each number above the one before, from zero on: then time only ever runs forward. */
static bool blend_times_increase(const float *times, uint32_t count)
{
    if (times[0] != 0.0f)
        return false;
    for (uint32_t i = 1; i < count; i++)
        if (!(times[i] > times[i - 1]))
            return false;
    return true;
}

static bool blend_motion_is_sound(const kd_blend *blend, const kdi_blend_motion *motion)
{
    uint64_t frames = motion->frame_count, joints = blend->joints.count;
    if (motion->name >= blend->names.count || frames < 2 || frames > BLEND_MOST_FRAMES ||
        !(motion->frame_time_s > 1e-9 && motion->frame_time_s < 1e9))
        return false;
    return blend_data_fits(blend, motion->times, 2 * (uint64_t)blend->segment_count + 1) &&
           blend_data_fits(blend, motion->rests, joints * KDI_BLEND_REST_FLOATS) &&
           blend_data_fits(blend, motion->rotations, frames * joints * 4) &&
           blend_data_fits(blend, motion->tracks, frames * blend->track_count * KDI_BLEND_TRACK_FLOATS) &&
           blend_data_fits(blend, motion->bases, frames * KDI_BLEND_BASE_FLOATS) &&
           blend_rotations_are_unit(kdi_blend_data(blend, motion->rotations), frames * joints) &&
           blend_times_increase(kdi_blend_data(blend, motion->times), 2 * blend->segment_count + 1);
}

static const char *blend_check(const kd_blend *blend)
{
    const char *problem = blend_check_sections(blend);
    if (problem == NULL)
        problem = blend_check_joints(blend);
    if (problem != NULL)
        return problem;
    const float *data = KDI_BLEND_SECTION(blend, data, float);
    for (uint32_t i = 0; i < blend->data.count; i++)
        if (!(data[i] >= -KDI_BLEND_BOUND && data[i] <= KDI_BLEND_BOUND))
            return "a number is not finite or too large";
    for (uint32_t i = 0; i < blend->motions.count; i++)
        if (!blend_motion_is_sound(blend, KDI_BLEND_SECTION(blend, motions, kdi_blend_motion) + i))
            return "a motion is not sound";
    return NULL;
}

static const kd_blend *blend_refuse(kd_error *error, kd_result code, const char *text)
{
    kd_error_set(error, code, text);
    return NULL;
}

const kd_blend *kd_blend_open(const void *data, size_t size, kd_error *error)
{
    const kd_blend *blend = (const kd_blend *)data;
    if (size < sizeof *blend)
        return blend_refuse(error, KD_TRUNCATED, "the blend is shorter than its header");
    if (((uintptr_t)data & 7) != 0)
        return blend_refuse(error, KD_RANGE, "the blend must lie on a multiple of 8 bytes");
    if (blend->magic != KDI_BLEND_MAGIC)
        return blend_refuse(error, KD_FORMAT_UNKNOWN, "not a KineDriver blend, or one for another byte order");
    if (blend->version != KDI_BLEND_VERSION)
        return blend_refuse(error, KD_VERSION, "the blend was made by another version: make it again");
    if (blend->size != size)
        return blend_refuse(error, KD_TRUNCATED, "the blend's size is not the one its header states");
    if (blend->hash != kdi_blend_hash(blend))
        return blend_refuse(error, KD_VALUE, "the blend is damaged: its content does not match its checksum");
    const char *problem = blend_check(blend);
    return problem != NULL ? blend_refuse(error, KD_VALUE, problem) : blend;
}

size_t kd_blend_size(const kd_blend *blend)
{
    return blend->size;
}

uint64_t kd_blend_content_hash(const kd_blend *blend)
{
    return blend->hash;
}

static const char *blend_name(const kd_blend *blend, uint32_t name)
{
    return KDI_BLEND_SECTION(blend, names, char) + name;
}

int32_t kd_blend_motion_count(const kd_blend *blend)
{
    return (int32_t)blend->motions.count;
}

const char *kd_blend_motion_name(const kd_blend *blend, int32_t motion)
{
    return blend_name(blend, KDI_BLEND_SECTION(blend, motions, kdi_blend_motion)[motion].name);
}

float kd_blend_motion_duration_s(const kd_blend *blend, int32_t motion)
{
    const kdi_blend_motion *row = KDI_BLEND_SECTION(blend, motions, kdi_blend_motion) + motion;
    return kdi_blend_data(blend, row->times)[2 * blend->segment_count];
}

int32_t kd_blend_joint_count(const kd_blend *blend)
{
    return (int32_t)blend->joints.count;
}

const char *kd_blend_joint_name(const kd_blend *blend, int32_t joint)
{
    return blend_name(blend, KDI_BLEND_SECTION(blend, joints, kdi_blend_joint)[joint].name);
}

int32_t kd_blend_joint_parent(const kd_blend *blend, int32_t joint)
{
    return KDI_BLEND_SECTION(blend, joints, kdi_blend_joint)[joint].parent;
}

int32_t kd_blend_foot_count(const kd_blend *blend)
{
    return (int32_t)blend->feet.count;
}

int32_t kd_blend_foot_joint(const kd_blend *blend, int32_t foot)
{
    return (int32_t)KDI_BLEND_SECTION(blend, feet, uint32_t)[foot];
}
