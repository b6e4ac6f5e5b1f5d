/* Reading the tracks of a segment at any time. */
#include "motion/segment_track.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"

kdi_segment_time kdi_segment_time_make(float frame, uint32_t last)
{
    kdi_segment_time time = {0, 0.0f};
    if (!(frame > 0.0f))
        return time;
    if (frame >= (float)last) {
        time.frame = last;
        return time;
    }
    time.frame = (uint32_t)frame;
    time.part = frame - (float)time.frame;
    return time;
}

/* `width` numbers of rows that are `stride` apart. */
static void track_mix(const float *rows, size_t stride, uint32_t width, kdi_segment_time time, float *out)
{
    const float *a = rows + (size_t)time.frame * stride;
    for (uint32_t i = 0; i < width; i++)
        out[i] = time.part > 0.0f ? a[i] + time.part * (a[i + stride] - a[i]) : a[i];
}

/* Cubic pieces between keys; behind the last key its value. */
static void track_curve(const kd_segments *asset, uint32_t index, uint32_t width, kdi_segment_time time, float *out)
{
    const kdi_segment_curve *curve = KDI_SEGMENT_SECTION(asset, curves, kdi_segment_curve) + index;
    const uint32_t *frames = KDI_SEGMENT_SECTION(asset, frames, uint32_t) + curve->first_key;
    const float *data = KDI_SEGMENT_SECTION(asset, data, float) + curve->data;
    uint32_t low = 0, high = curve->key_count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (frames[middle] <= time.frame)
            low = middle;
        else
            high = middle;
    }
    const float *a = data + (size_t)low * 2 * width, *b = a + 2 * width;
    if (low + 1 == curve->key_count) {
        for (uint32_t i = 0; i < width; i++)
            out[i] = a[i];
        return;
    }
    float length = (float)(frames[low + 1] - frames[low]);
    float u = ((float)(time.frame - frames[low]) + time.part) / length;
    float h1 = u * u * (3.0f - 2.0f * u), h2 = u * (1.0f - u) * (1.0f - u) * length, h3 = u * u * (u - 1.0f) * length;
    for (uint32_t i = 0; i < width; i++)
        out[i] = a[i] + h1 * (b[i] - a[i]) + h2 * a[width + i] + h3 * b[width + i];
}

void kdi_segment_handle_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t handle,
                               kdi_segment_time time, float out[KDI_SEGMENT_TRACK])
{
    if ((segment->curved & KDI_SEGMENT_CURVED_HANDLES) != 0) {
        track_curve(asset, segment->handles + 2 * handle, 3, time, out);
        track_curve(asset, segment->handles + 2 * handle + 1, 3, time, out + 3);
        return;
    }
    const float *rows = KDI_SEGMENT_SECTION(asset, data, float) + segment->handles + handle * KDI_SEGMENT_TRACK;
    track_mix(rows, (size_t)asset->handles.count * KDI_SEGMENT_TRACK, KDI_SEGMENT_TRACK, time, out);
}

kd_quat kdi_segment_rotation_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t column,
                                    kdi_segment_time time)
{
    float q[4];
    if ((segment->curved & KDI_SEGMENT_CURVED_TEXTURE) != 0) {
        track_curve(asset, segment->rotations + column, 4, time, q);
        return kd_quat_normalize(kd_quat_make(q[0], q[1], q[2], q[3]));
    }
    const float *rows = KDI_SEGMENT_SECTION(asset, data, float) + segment->rotations + (size_t)column * 4;
    track_mix(rows, (size_t)asset->rotation_count * 4, 4, time, q);
    return kd_quat_normalize(kd_quat_make(q[0], q[1], q[2], q[3]));
}

kd_vec3 kdi_segment_translation_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t column,
                                       kdi_segment_time time)
{
    float v[3];
    if ((segment->curved & KDI_SEGMENT_CURVED_TEXTURE) != 0) {
        track_curve(asset, segment->translations + column, 3, time, v);
    } else {
        const float *rows = KDI_SEGMENT_SECTION(asset, data, float) + segment->translations + (size_t)column * 3;
        track_mix(rows, (size_t)asset->translation_count * 3, 3, time, v);
    }
    return kd_vec3_make(v[0], v[1], v[2]);
}

void kdi_segment_smooth_sample(const kd_segments *asset, const kdi_segment *segment, kdi_segment_time time,
                               float out[2])
{
    track_mix(KDI_SEGMENT_SECTION(asset, data, float) + segment->smooth, 2, 2, time, out);
}
