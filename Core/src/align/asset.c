/* Writes a registration as a blend asset. */
#include "align/registration.h"

#include "base/hash.h"
#include "kinedriver/math.h"
#include "motion/blend_layout.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

/* What goes where; sizes first, then the block is filled. */
typedef struct asset_plan {
    const kd_registration *registration;
    int32_t *tracks; /* [joint]: -1 or the track */
    uint32_t track_count;
    size_t names, joints, motions, feet, contacts, data, size; /* offsets in bytes */
    size_t name_bytes, float_count;
} asset_plan;

static bool asset_joint_changes(const kd_registration *registration, int32_t joint)
{
    if (registration->sources[0].skeleton->joints[joint].parent == KD_NO_JOINT)
        return true;
    for (int32_t m = 0; m < registration->motion_count; m++) {
        const kdi_source *source = &registration->sources[m];
        const kd_transform *first = &source->locals[joint];
        for (int32_t f = 1; f < source->frame_count; f++)
            if (memcmp(&first[(size_t)f * (size_t)source->joint_count].translate, &first->translate,
                       2 * sizeof(kd_vec3)) != 0)
                return true;
    }
    return false;
}

static size_t asset_round(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static void asset_plan_sizes(asset_plan *plan)
{
    const kd_registration *r = plan->registration;
    size_t joints = (size_t)r->sources[0].joint_count, motions = (size_t)r->motion_count;
    for (size_t j = 0; j < joints; j++)
        plan->name_bytes += strlen(r->sources[0].skeleton->joints[j].name) + 1;
    for (size_t m = 0; m < motions; m++) {
        size_t frames = (size_t)r->sources[m].frame_count;
        plan->name_bytes += strlen(r->sources[m].name) + 1;
        plan->float_count += 2 * (size_t)r->segment_count + 1 + joints * KDI_BLEND_REST_FLOATS +
                             frames * (joints * 4 + plan->track_count * KDI_BLEND_TRACK_FLOATS + KDI_BLEND_BASE_FLOATS);
    }
    plan->names = asset_round(sizeof(kd_blend));
    plan->joints = plan->names + asset_round(plan->name_bytes);
    plan->motions = plan->joints + joints * sizeof(kdi_blend_joint);
    plan->feet = plan->motions + motions * sizeof(kdi_blend_motion);
    plan->contacts = plan->feet + asset_round((size_t)r->foot_count * sizeof(uint32_t));
    plan->data = plan->contacts + (size_t)r->contact_count * sizeof(kdi_blend_contact);
    plan->size = plan->data + asset_round(plan->float_count * sizeof(float));
}

static uint32_t asset_put_name(const asset_plan *plan, char *block, size_t *used, const char *name)
{
    size_t at = *used, length = strlen(name) + 1;
    memcpy(block + plan->names + at, name, length);
    *used += length;
    return (uint32_t)at;
}

/* The root relative to the base of the frame. */
static kd_transform asset_root(const kd_registration *registration, const kdi_base *base, kd_transform root)
{
    int32_t up = registration->desc.distance.up_axis, a = (up + 1) % 3, b = (up + 2) % 3;
    double at[3] = {(double)root.translate.x, (double)root.translate.y, (double)root.translate.z};
    double x = at[a] - base->place[0], y = at[b] - base->place[1];
    double c = cos(base->heading_rad), s = sin(base->heading_rad);
    at[a] = c * x + s * y;
    at[b] = c * y - s * x;
    at[up] -= base->place[2];
    float half = (float)-sin(0.5 * base->heading_rad);
    kd_quat turn = {up == 0 ? half : 0.0f, up == 1 ? half : 0.0f, up == 2 ? half : 0.0f,
                    (float)cos(0.5 * base->heading_rad)};
    root.rotate = kd_quat_normalize(kd_quat_mul(turn, root.rotate));
    root.translate = kd_vec3_make((float)at[0], (float)at[1], (float)at[2]);
    return root;
}

static void asset_put_frame(const asset_plan *plan, int32_t motion, int32_t frame, float *rotations, float *tracks,
                            float *bases)
{
    const kd_registration *r = plan->registration;
    const kdi_source *source = &r->sources[motion];
    const kdi_base *base = &r->motions[motion].bases[frame];
    for (int32_t j = 0; j < source->joint_count; j++) {
        kd_transform local = source->locals[(size_t)frame * (size_t)source->joint_count + (size_t)j];
        if (source->skeleton->joints[j].parent == KD_NO_JOINT)
            local = asset_root(r, base, local);
        local.rotate = kd_quat_normalize(local.rotate);
        memcpy(rotations + (size_t)j * 4, &local.rotate, 4 * sizeof(float));
        if (plan->tracks[j] >= 0) {
            float *track = tracks + (size_t)plan->tracks[j] * KDI_BLEND_TRACK_FLOATS;
            memcpy(track, &local.translate, 3 * sizeof(float));
            memcpy(track + 3, &local.scale, 3 * sizeof(float));
        }
    }
    bases[0] = (float)base->heading_rad;
    for (int i = 0; i < 3; i++)
        bases[1 + i] = (float)base->place[i];
}

/* Fills a motion's numbers from `at` on and returns where the next one's begin. */
static size_t asset_put_motion(const asset_plan *plan, int32_t motion, size_t at, float *data, kdi_blend_motion *row)
{
    const kd_registration *r = plan->registration;
    const kdi_source *source = &r->sources[motion];
    size_t joints = (size_t)source->joint_count, frames = (size_t)source->frame_count;
    size_t times = 2 * (size_t)r->segment_count + 1;
    row->frame_time_s = source->frame_time_s;
    row->frame_count = (uint32_t)frames;
    row->times = (uint32_t)at;
    row->rests = (uint32_t)(at + times);
    row->rotations = (uint32_t)(row->rests + joints * KDI_BLEND_REST_FLOATS);
    row->tracks = (uint32_t)(row->rotations + frames * joints * 4);
    row->bases = (uint32_t)(row->tracks + frames * plan->track_count * KDI_BLEND_TRACK_FLOATS);
    for (size_t k = 0; k < times; k++)
        data[at + k] = (float)r->motions[motion].times[k];
    for (size_t j = 0; j < joints; j++) {
        memcpy(data + row->rests + j * KDI_BLEND_REST_FLOATS, &source->locals[j].translate, 3 * sizeof(float));
        memcpy(data + row->rests + j * KDI_BLEND_REST_FLOATS + 3, &source->locals[j].scale, 3 * sizeof(float));
    }
    for (size_t f = 0; f < frames; f++)
        asset_put_frame(plan, motion, (int32_t)f, data + row->rotations + f * joints * 4,
                        data + row->tracks + f * plan->track_count * KDI_BLEND_TRACK_FLOATS,
                        data + row->bases + f * KDI_BLEND_BASE_FLOATS);
    return row->bases + frames * KDI_BLEND_BASE_FLOATS;
}

static void asset_put_contacts(const asset_plan *plan, kdi_blend_contact *rows)
{
    const kd_registration *r = plan->registration;
    for (int32_t i = 0; i < r->contact_count; i++) {
        const kd_contact *contact = &r->contacts[i];
        double step = r->sources[contact->motion].frame_time_s;
        for (int32_t foot = 0; foot < r->foot_count; foot++)
            rows[i].foot = r->feet[foot] == contact->joint ? (uint32_t)foot : rows[i].foot;
        rows[i].motion = (uint32_t)contact->motion;
        rows[i].first = (float)kd_registration_phase(r, contact->motion, contact->first_frame * step);
        rows[i].last = (float)kd_registration_phase(r, contact->motion, contact->last_frame * step);
    }
}

static void asset_put_head(const asset_plan *plan, kd_blend *blend)
{
    const kd_registration *r = plan->registration;
    blend->magic = KDI_BLEND_MAGIC;
    blend->version = KDI_BLEND_VERSION;
    blend->size = (uint32_t)plan->size;
    blend->up_axis = (uint32_t)r->desc.distance.up_axis;
    blend->segment_count = (uint32_t)r->segment_count;
    blend->track_count = plan->track_count;
    kdi_blend_section names = {(uint32_t)plan->names, (uint32_t)plan->name_bytes};
    kdi_blend_section joints = {(uint32_t)plan->joints, (uint32_t)r->sources[0].joint_count};
    kdi_blend_section motions = {(uint32_t)plan->motions, (uint32_t)r->motion_count};
    kdi_blend_section feet = {(uint32_t)plan->feet, (uint32_t)r->foot_count};
    kdi_blend_section contacts = {(uint32_t)plan->contacts, (uint32_t)r->contact_count};
    kdi_blend_section data = {(uint32_t)plan->data, (uint32_t)plan->float_count};
    blend->names = names;
    blend->joints = joints;
    blend->motions = motions;
    blend->feet = feet;
    blend->contacts = contacts;
    blend->data = data;
}

static void asset_fill(const asset_plan *plan, char *block)
{
    const kd_registration *r = plan->registration;
    kd_blend *blend = (kd_blend *)(void *)block;
    kdi_blend_joint *joints = (kdi_blend_joint *)(void *)(block + plan->joints);
    kdi_blend_motion *motions = (kdi_blend_motion *)(void *)(block + plan->motions);
    uint32_t *feet = (uint32_t *)(void *)(block + plan->feet);
    size_t names = 0, at = 0;
    asset_put_head(plan, blend);
    for (int32_t j = 0; j < r->sources[0].joint_count; j++) {
        joints[j].name = asset_put_name(plan, block, &names, r->sources[0].skeleton->joints[j].name);
        joints[j].parent = r->sources[0].skeleton->joints[j].parent;
        joints[j].track = plan->tracks[j];
    }
    for (int32_t m = 0; m < r->motion_count; m++) {
        motions[m].name = asset_put_name(plan, block, &names, r->sources[m].name);
        at = asset_put_motion(plan, m, at, (float *)(void *)(block + plan->data), &motions[m]);
    }
    for (int32_t i = 0; i < r->foot_count; i++)
        feet[i] = (uint32_t)r->feet[i];
    asset_put_contacts(plan, (kdi_blend_contact *)(void *)(block + plan->contacts));
    blend->hash = kdi_blend_hash(blend);
}

static kd_result asset_build(kdi_arena *arena, asset_plan *plan, kd_buffer *out, kd_findings *findings)
{
    int32_t joints = plan->registration->sources[0].joint_count;
    plan->tracks = KDI_ARENA_PUSH(arena, int32_t, (size_t)joints);
    if (!plan->tracks)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the blend");
    for (int32_t j = 0; j < joints; j++)
        plan->tracks[j] = asset_joint_changes(plan->registration, j) ? (int32_t)plan->track_count++ : -1;
    asset_plan_sizes(plan);
    if (plan->size > INT32_MAX)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the blend would be larger than 2 GB; cut the motions");
    /* Filled on an address of its own: the buffer's may be odd. */
    uint64_t *block = KDI_ARENA_PUSH(arena, uint64_t, plan->size / 8);
    if (!block)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the blend");
    asset_fill(plan, (char *)block);
    kd_error error;
    if (!kd_blend_open(block, plan->size, &error))
        return KDI_ERROR(findings, error.code, NULL, "the motions cannot be blended: %s", error.text);
    if (kd_buffer_append(out, block, plan->size) != KD_OK)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the blend");
    return KD_OK;
}

kd_result kd_blend_build(const kd_registration *registration, kd_buffer *out, kd_findings *findings)
{
    asset_plan plan;
    kdi_arena arena;
    memset(&plan, 0, sizeof plan);
    plan.registration = registration;
    kdi_arena_init(&arena, &registration->desc.allocator, 0);
    kd_result result = asset_build(&arena, &plan, out, findings);
    kdi_arena_free(&arena);
    return result;
}
