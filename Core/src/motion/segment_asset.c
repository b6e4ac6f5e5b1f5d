/* Opens segment assets and answers questions about them. */
#include "motion/segment_layout.h"

#include "base/hash.h"
#include "kinedriver/math.h"
#include "motion/segment_track.h"

#include <string.h>

uint64_t kdi_segments_hash(const kd_segments *asset)
{
    kd_segments head = *asset;
    head.hash = 0;
    uint64_t hash = kdi_hash(KDI_HASH_START, &head, sizeof head);
    return kdi_hash(hash, asset + 1, asset->size - sizeof head);
}

static const kd_segments *segments_refuse(kd_error *error, kd_result code, const char *text)
{
    kd_error_set(error, code, text);
    return NULL;
}

const kd_segments *kd_segments_open(const void *data, size_t size, kd_error *error)
{
    const kd_segments *asset = (const kd_segments *)data;
    if (size < sizeof *asset)
        return segments_refuse(error, KD_TRUNCATED, "the segment asset is shorter than its header");
    if (((uintptr_t)data & 7) != 0)
        return segments_refuse(error, KD_VALUE, "the segment asset must lie on a multiple of 8 bytes");
    if (asset->magic != KDI_SEGMENTS_MAGIC)
        return segments_refuse(error, KD_FORMAT_UNKNOWN, "not a segment asset, or one for another byte order");
    if (asset->version != KDI_SEGMENTS_VERSION)
        return segments_refuse(error, KD_VERSION, "the segments were cut by another version: cut the clip again");
    if (asset->size != size)
        return segments_refuse(error, KD_TRUNCATED, "the segment asset's size is not the one its header states");
    if (asset->hash != kdi_segments_hash(asset))
        return segments_refuse(error, KD_VALUE,
                               "the segment asset is damaged: its content does not match its checksum");
    const char *problem = kdi_segments_verify(asset);
    return problem == NULL ? asset : segments_refuse(error, KD_VALUE, problem);
}

static const kdi_segment_joint *segments_joint(const kd_segments *segments, int32_t joint)
{
    return KDI_SEGMENT_SECTION(segments, joints, kdi_segment_joint) + joint;
}

static const kdi_segment_handle *segments_handle(const kd_segments *segments, int32_t handle)
{
    return KDI_SEGMENT_SECTION(segments, handles, kdi_segment_handle) + handle;
}

int32_t kd_segments_joint_count(const kd_segments *segments)
{
    return (int32_t)segments->joints.count;
}

const char *kd_segments_joint_name(const kd_segments *segments, int32_t joint)
{
    return KDI_SEGMENT_SECTION(segments, names, char) + segments_joint(segments, joint)->name;
}

int32_t kd_segments_joint_parent(const kd_segments *segments, int32_t joint)
{
    return segments_joint(segments, joint)->parent;
}

float kd_segments_frame_seconds(const kd_segments *segments)
{
    return segments->seconds;
}

float kd_segments_height(const kd_segments *segments)
{
    return segments->height;
}

int32_t kd_segments_link_count(const kd_segments *segments)
{
    return (int32_t)segments->links.count;
}

int32_t kd_segments_handle_count(const kd_segments *segments)
{
    return (int32_t)segments->handles.count;
}

const char *kd_segments_handle_name(const kd_segments *segments, int32_t handle)
{
    return KDI_SEGMENT_SECTION(segments, names, char) + segments_handle(segments, handle)->name;
}

int32_t kd_segments_handle_joint(const kd_segments *segments, int32_t handle)
{
    return (int32_t)segments_handle(segments, handle)->joint;
}

int32_t kd_segments_find_handle(const kd_segments *segments, const char *joint)
{
    for (int32_t i = 0; i < kd_segments_handle_count(segments); i++)
        if (strcmp(kd_segments_handle_name(segments, i), joint) == 0)
            return i;
    return KDI_SEGMENT_NONE;
}

bool kd_segments_handle_is_foot(const kd_segments *segments, int32_t handle)
{
    return segments_handle(segments, handle)->is_foot != 0;
}

int32_t kd_segments_root_handle(const kd_segments *segments)
{
    (void)segments;
    return 0;
}

int32_t kd_segments_count(const kd_segments *segments)
{
    return (int32_t)segments->segments.count;
}

static size_t segments_curve_bytes(const kd_segments *segments, uint32_t first, uint32_t count, uint32_t width)
{
    const kdi_segment_curve *curves = KDI_SEGMENT_SECTION(segments, curves, kdi_segment_curve) + first;
    size_t bytes = count * sizeof *curves;
    for (uint32_t i = 0; i < count; i++)
        bytes += curves[i].key_count * (sizeof(uint32_t) + 2 * width * sizeof(float));
    return bytes;
}

kd_segment_info kd_segments_info(const kd_segments *segments, int32_t segment)
{
    const kdi_segment *s = kdi_segment_at(segments, segment);
    size_t frames = (size_t)s->length + 1, lead = frames + KDI_SEGMENT_LEAD - 1;
    uint32_t handles = segments->handles.count;
    kd_segment_info info;
    info.clip = (int32_t)s->clip;
    info.first_frame = (int32_t)s->first_frame;
    info.length = (int32_t)s->length;
    info.is_followed = s->is_followed != 0;
    info.sampled_handle_bytes = frames * handles * KDI_SEGMENT_TRACK * sizeof(float);
    info.sampled_texture_bytes =
        lead * (segments->rotation_count * 4 + segments->translation_count * 3) * sizeof(float);
    info.handle_bytes = info.sampled_handle_bytes;
    info.texture_bytes = info.sampled_texture_bytes;
    if ((s->curved & KDI_SEGMENT_CURVED_HANDLES) != 0)
        info.handle_bytes = segments_curve_bytes(segments, s->handles, 2 * handles, 3);
    if ((s->curved & KDI_SEGMENT_CURVED_TEXTURE) != 0)
        info.texture_bytes = segments_curve_bytes(segments, s->rotations, segments->rotation_count, 4) +
                             segments_curve_bytes(segments, s->translations, segments->translation_count, 3);
    return info;
}

kd_vec3 kd_segments_handle_position(const kd_segments *segments, int32_t segment, int32_t handle, float frame,
                                    float coefficients[3])
{
    const kdi_segment *s = kdi_segment_at(segments, segment);
    float track[KDI_SEGMENT_TRACK];
    kdi_segment_handle_sample(segments, s, (uint32_t)handle, kdi_segment_time_make(frame, s->length), track);
    if (coefficients != NULL)
        memcpy(coefficients, track + 3, 3 * sizeof *track);
    return kd_vec3_make(track[0], track[1], track[2]);
}

static const kdi_segment_end *segments_end(const kd_segments *segments, int32_t segment, int32_t handle)
{
    return KDI_SEGMENT_SECTION(segments, ends, kdi_segment_end) + kdi_segment_at(segments, segment)->ends + handle;
}

kd_vec3 kd_segments_handle_velocity(const kd_segments *segments, int32_t segment, int32_t handle, bool at_end)
{
    const kdi_segment_end *end = segments_end(segments, segment, handle);
    const float *v = at_end ? end->end_velocity : end->start_velocity;
    return kd_vec3_make(v[0], v[1], v[2]);
}

float kd_segments_handle_travel(const kd_segments *segments, int32_t segment, int32_t handle)
{
    return segments_end(segments, segment, handle)->travel;
}
