/* One frame of a BVH file: numbers to local transforms. This is where the time of reading goes, so the values are
 * sorted as they are scanned, all angles first, and the sines and cosines of a frame are taken in one sweep. */
#include "io/bvh_motion.h"

#include "base/allocator.h"
#include "io/bvh_rotation.h"
#include "text/number_fast.h"

#include <math.h>
#include <string.h>

typedef struct decode_joint {
    int32_t joint;
    int32_t first_rotation; /* in the decoder's arrays of angles */
    int32_t rotation_count;
    int32_t first_position; /* in its list of moves */
    int32_t position_count;
    double cyclic; /* three rotations about different axes: see kdi_bvh_quat_of_three; 0: any others */
} decode_joint;

struct kdi_bvh_decoder {
    kd_allocator allocator;
    size_t memory_size;
    const kd_skeleton *skeleton;
    size_t channel_count;
    size_t rotation_count;
    size_t joint_count; /* of joints with channels */
    decode_joint *joints;
    double *values;      /* [rotation_count] angles, then the positions */
    double *sines;       /* [rotation_count] */
    double *cosines;     /* [rotation_count] */
    kd_transform *rest;  /* [skeleton joint] */
    uint32_t *slots;     /* [channel] where its value goes */
    unsigned char *axes; /* [slot] */
};

/* Cuts a piece off the decoder's memory; all pieces keep their size a multiple of 8. */
static void *decode_take(char **memory, size_t count, size_t size)
{
    void *piece = *memory;
    *memory += (count * size + 7) & ~(size_t)7;
    return piece;
}

static double decode_cyclic(const unsigned char *axes, int32_t count)
{
    if (count != 3 || axes[0] == axes[1] || axes[1] == axes[2] || axes[2] == axes[0])
        return 0.0;
    return axes[1] == (axes[0] + 1) % 3 ? 1.0 : -1.0;
}

static void decode_lay_out(kdi_bvh_decoder *decoder, const kdi_bvh_hierarchy *hierarchy)
{
    uint32_t rotation = 0;
    uint32_t position = (uint32_t)decoder->rotation_count;
    for (size_t i = 0; i < hierarchy->joint_count; i++) {
        const kdi_bvh_joint *joint = &hierarchy->joints[i];
        if (joint->channel_count == 0)
            continue;
        decode_joint *target = &decoder->joints[decoder->joint_count++];
        target->joint = (int32_t)i;
        target->first_rotation = (int32_t)rotation;
        target->first_position = (int32_t)position;
        for (int32_t c = joint->first_channel; c < joint->first_channel + joint->channel_count; c++) {
            unsigned channel = hierarchy->channels[c];
            bool turns = channel >= KDI_BVH_FIRST_ROTATION;
            uint32_t slot = turns ? rotation++ : position++;
            decoder->slots[c] = slot;
            decoder->axes[slot] = (unsigned char)(turns ? channel - KDI_BVH_FIRST_ROTATION : channel);
        }
        target->rotation_count = (int32_t)rotation - target->first_rotation;
        target->position_count = (int32_t)position - target->first_position;
        target->cyclic = decode_cyclic(decoder->axes + target->first_rotation, target->rotation_count);
    }
}

kdi_bvh_decoder *kdi_bvh_decoder_make(const kdi_bvh_hierarchy *hierarchy, const kd_skeleton *skeleton)
{
    size_t channels = hierarchy->channel_count;
    size_t rotations = 0;
    for (size_t c = 0; c < channels; c++)
        rotations += hierarchy->channels[c] >= KDI_BVH_FIRST_ROTATION;
    size_t joints = hierarchy->joint_count;
    size_t size = sizeof(kdi_bvh_decoder) + joints * (sizeof(decode_joint) + sizeof(kd_transform)) +
                  channels * (3 * sizeof(double) + sizeof(uint32_t) + 1) + 64;
    char *memory = (char *)kdi_allocate(&hierarchy->allocator, 1, size);
    if (!memory)
        return NULL;
    memset(memory, 0, size);
    kdi_bvh_decoder *decoder = (kdi_bvh_decoder *)decode_take(&memory, 1, sizeof *decoder);
    decoder->allocator = hierarchy->allocator;
    decoder->memory_size = size;
    decoder->skeleton = skeleton;
    decoder->channel_count = channels;
    decoder->rotation_count = rotations;
    decoder->values = (double *)decode_take(&memory, channels, sizeof(double));
    decoder->sines = (double *)decode_take(&memory, rotations, sizeof(double));
    decoder->cosines = (double *)decode_take(&memory, rotations, sizeof(double));
    decoder->joints = (decode_joint *)decode_take(&memory, joints, sizeof(decode_joint));
    decoder->rest = (kd_transform *)decode_take(&memory, joints, sizeof(kd_transform));
    decoder->slots = (uint32_t *)decode_take(&memory, channels, sizeof(uint32_t));
    decoder->axes = (unsigned char *)decode_take(&memory, channels, 1);
    decode_lay_out(decoder, hierarchy);
    for (size_t i = 0; i < joints; i++)
        decoder->rest[i] = skeleton->joints[i].rest;
    return decoder;
}

void kdi_bvh_decoder_free(kdi_bvh_decoder *decoder)
{
    if (decoder) {
        kd_allocator allocator = decoder->allocator;
        kdi_free(&allocator, decoder, decoder->memory_size);
    }
}

/* A value too large for the ordinary way. */
static kd_result decode_large(kdi_bvh_text *text, const char *at, bool is_angle, double *value)
{
    if (is_angle)
        *value = kdi_bvh_wrap_angle(*value);
    else if (!kdi_bvh_fits_float(value))
        return KDI_BVH_ERROR(text, KD_RANGE, at, "a position is beyond 3.4e38");
    return KD_OK;
}

/* Whether a word that is no value stands here, which may end the frames: anything but "nan" and "inf". */
static bool decode_is_word(const char *at, const char *end)
{
    kdi_bvh_word start = {at, end - at < 3 ? (size_t)(end - at) : 3};
    bool letter = at < end && ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z'));
    return letter && !kdi_bvh_word_is(start, "NAN") && !kdi_bvh_word_is(start, "INF");
}

static kd_result decode_scan(kdi_bvh_decoder *decoder, kdi_bvh_text *text)
{
    const char *p = text->at;
    const char *end = text->end;
    const uint32_t *slots = decoder->slots;
    for (size_t c = 0; c < decoder->channel_count; c++) {
        p = kdi_bvh_skip_blanks(p, end);
        double value;
        const char *after = kdi_number_scan(p, end, &value);
        if (!after || (after < end && !kdi_bvh_is_blank(*after))) {
            if (p == end || (c == 0 && decode_is_word(p, end)))
                return KD_TRUNCATED;
            return kdi_bvh_number_error(text, p, "a channel value");
        }
        if (fabs(value) > KDI_BVH_LARGE_ANGLE) {
            kd_result result = decode_large(text, p, slots[c] < decoder->rotation_count, &value);
            if (result != KD_OK)
                return result;
        }
        decoder->values[slots[c]] = value;
        p = after;
    }
    text->at = p;
    return KD_OK;
}

/* The components of a quaternion by number, without a way through memory that would hold up the processor. */
static float decode_component(const kd_quat *q, unsigned axis)
{
    float value;
    memcpy(&value, (const char *)q + axis * sizeof value, sizeof value);
    return value;
}

static void decode_set_component(kd_quat *q, unsigned axis, double value)
{
    float rounded = (float)value;
    memcpy((char *)q + axis * sizeof rounded, &rounded, sizeof rounded);
}

/* In the hemisphere of the frame before; the first frame has w >= 0. */
static void decode_rotation(const kdi_bvh_decoder *decoder, const decode_joint *joint, const kd_quat *before,
                            kd_quat *rotate)
{
    static const unsigned char in_order[] = {0, 1, 2};
    size_t first = (size_t)joint->first_rotation;
    const unsigned char *axes = decoder->axes + first;
    const double *sines = decoder->sines + first, *cosines = decoder->cosines + first;
    kdi_bvh_quat q = {{0.0, 0.0, 0.0, 1.0}};
    if (joint->cyclic != 0.0) {
        kdi_bvh_quat_of_three(joint->cyclic, sines, cosines, q.v);
    } else {
        q = kdi_bvh_quat_from_axes(axes, sines, cosines, (size_t)joint->rotation_count);
        axes = in_order;
    }
    double along = q.v[3];
    if (before)
        along = (double)decode_component(before, axes[0]) * q.v[0] +
                (double)decode_component(before, axes[1]) * q.v[1] +
                (double)decode_component(before, axes[2]) * q.v[2] + (double)before->w * q.v[3];
    double sign = along < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; i++)
        decode_set_component(rotate, axes[i], sign * q.v[i]);
    rotate->w = (float)(sign * q.v[3]);
}

kd_result kdi_bvh_decode_frame(kdi_bvh_decoder *decoder, kdi_bvh_text *text, const kd_transform *before,
                               kd_transform *locals)
{
    kd_result result = decode_scan(decoder, text);
    if (result != KD_OK)
        return result;
    kdi_bvh_half_angles(decoder->values, decoder->rotation_count, decoder->sines, decoder->cosines);
    memcpy(locals, decoder->rest, (size_t)decoder->skeleton->joint_count * sizeof *locals);
    for (size_t i = 0; i < decoder->joint_count; i++) {
        const decode_joint *joint = &decoder->joints[i];
        kd_transform *local = &locals[joint->joint];
        if (joint->rotation_count > 0)
            decode_rotation(decoder, joint, before ? &before[joint->joint].rotate : NULL, &local->rotate);
        for (int32_t p = joint->first_position; p < joint->first_position + joint->position_count; p++) {
            float value = (float)decoder->values[p];
            if (decoder->axes[p] == 0)
                local->translate.x = value;
            else if (decoder->axes[p] == 1)
                local->translate.y = value;
            else
                local->translate.z = value;
        }
    }
    return KD_OK;
}
