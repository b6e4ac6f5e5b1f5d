/* Clips: linear samplers that share one list of times. What stays at rest all the time is not written. */
#include "io/gltf_write.h"
#include "model/clip_curve.h"

#include <math.h>
#include <stdio.h>

typedef struct clip_writing {
    const kd_clip *clip;
    kdi_emit channels;
    kdi_emit samplers;
    float *values; /* of one channel */
    int32_t times; /* accessor */
    int32_t sampler_count;
} clip_writing;

static const float *clip_numbers(const kd_transform *t, int path)
{
    return path == 0 ? &t->translate.x : path == 1 ? &t->rotate.x : &t->scale.x;
}

/* The times are written with the first channel that needs them. */
static bool clip_put_times(kdi_gltf_writer *writer, clip_writing *to)
{
    const kd_clip *clip = to->clip;
    float *times = KDI_ARENA_PUSH(&writer->temp, float, (size_t)clip->frame_count);
    if (!times)
        return kdi_gltf_write_no_memory(writer);
    for (int32_t f = 0; f < clip->frame_count; f++) {
        times[f] = (float)((double)f * clip->frame_time_s);
        if (f > 0 && !(times[f] > times[f - 1]))
            return kdi_gltf_fail(writer, KD_RANGE, clip->name,
                                 "the clip is too long: its times do not fit single precision");
    }
    kdi_gltf_array array = {clip->name, KDI_GLTF_NO_TARGET, 1, (size_t)clip->frame_count, 1.0, true};
    to->times = kdi_gltf_put_floats(writer, &array, times);
    return to->times >= 0;
}

static bool clip_add_channel(kdi_gltf_writer *writer, clip_writing *to, int32_t node, const char *path, int32_t output)
{
    if (output < 0 || (to->times < 0 && !clip_put_times(writer, to)))
        return false;
    kdi_emit_open(&to->samplers, NULL, '{');
    kdi_emit_int(&to->samplers, "input", to->times);
    kdi_emit_int(&to->samplers, "output", output);
    kdi_emit_close(&to->samplers, '}');
    kdi_emit_open(&to->channels, NULL, '{');
    kdi_emit_int(&to->channels, "sampler", to->sampler_count++);
    kdi_emit_open(&to->channels, "target", '{');
    kdi_emit_int(&to->channels, "node", node);
    kdi_emit_text(&to->channels, "path", path);
    kdi_emit_close(&to->channels, '}');
    kdi_emit_close(&to->channels, '}');
    return writer->result == KD_OK;
}

/* Copies one channel of a joint; *moves tells whether any frame differs from the rest. q and -q are the same rotation.
 */
static void clip_gather(const clip_writing *to, const kd_joint *joint, int32_t index, int path, bool *moves)
{
    const kd_clip *clip = to->clip;
    int width = path == 1 ? 4 : 3;
    const float *rest = clip_numbers(&joint->rest, path);
    *moves = false;
    for (int32_t f = 0; f < clip->frame_count; f++) {
        const float *from = clip_numbers(&clip->locals[(size_t)f * (size_t)clip->joint_count + (size_t)index], path);
        float *value = to->values + (size_t)f * (size_t)width;
        bool same = true;
        bool opposite = path == 1;
        double square = 0.0;
        for (int i = 0; i < width; i++) {
            value[i] = from[i];
            same = same && from[i] == rest[i];
            opposite = opposite && from[i] == -rest[i];
            square += (double)from[i] * (double)from[i];
        }
        double length = sqrt(square);
        for (int i = 0; path == 1 && fabs(length - 1.0) > 1e-6 && i < 4;
             i++) /* a NaN stays one, and is refused later */
            value[i] = length > 0.0 ? (float)((double)from[i] / length) : (float)(i == 3);
        *moves = *moves || !(same || opposite);
    }
}

static bool clip_put_joint(kdi_gltf_writer *writer, clip_writing *to, int32_t index, int path, bool even_at_rest)
{
    static const char *const names[] = {"translation", "rotation", "scale"};
    const kd_joint *joint = &writer->scene->skeleton.joints[index];
    bool moves = false;
    clip_gather(to, joint, index, path, &moves);
    if (!moves && !even_at_rest)
        return true;
    kdi_gltf_array array = {joint->name,
                            KDI_GLTF_NO_TARGET,
                            path == 1 ? 4 : 3,
                            (size_t)to->clip->frame_count,
                            path == 0 ? writer->scale : 1.0,
                            false};
    return clip_add_channel(writer, to, index, names[path], kdi_gltf_put_floats(writer, &array, to->values));
}

static bool clip_put_weights(kdi_gltf_writer *writer, clip_writing *to, int32_t mesh_index, unsigned char *used)
{
    const kd_clip *clip = to->clip;
    const kd_mesh *mesh = &writer->meshes[mesh_index];
    size_t width = (size_t)mesh->morph_count;
    bool driven = false;
    if (writer->written[mesh_index].node < 0 || width == 0)
        return true;
    float *values = KDI_ARENA_PUSH(&writer->temp, float, (size_t)clip->frame_count *width);
    if (!values)
        return kdi_gltf_write_no_memory(writer);
    for (size_t i = 0; i < width; i++) {
        int32_t curve = kdi_clip_find_curve(clip, mesh, mesh->morphs[i].name);
        for (size_t f = 0; f < (size_t)clip->frame_count; f++)
            values[f * width + i] =
                curve >= 0 ? clip->curves[f * (size_t)clip->curve_count + (size_t)curve] : mesh->morph_weights[i];
        if (curve >= 0)
            used[curve] = 1;
        driven = driven || curve >= 0;
    }
    if (!driven)
        return true;
    kdi_gltf_array array = {mesh->name, KDI_GLTF_NO_TARGET, 1, (size_t)clip->frame_count * width, 1.0, false};
    return clip_add_channel(writer, to, writer->written[mesh_index].node, "weights",
                            kdi_gltf_put_floats(writer, &array, values));
}

static bool clip_put_channels(kdi_gltf_writer *writer, clip_writing *to)
{
    const kd_clip *clip = to->clip;
    unsigned char *used = KDI_ARENA_PUSH(&writer->temp, unsigned char, (size_t)clip->curve_count);
    to->values = KDI_ARENA_PUSH(&writer->temp, float, (size_t)clip->frame_count * 4);
    if (!used || !to->values)
        return kdi_gltf_write_no_memory(writer);
    for (int32_t j = 0; j < clip->joint_count; j++)
        for (int path = 0; path < 3; path++)
            if (!clip_put_joint(writer, to, j, path, false))
                return false;
    for (int32_t m = 0; m < writer->mesh_count; m++)
        if (!clip_put_weights(writer, to, m, used))
            return false;
    for (int32_t i = 0; i < clip->curve_count; i++) {
        kdi_place place = {0, 0, clip->name};
        if (!used[i])
            KDI_WARNING(writer->findings, KD_LOSSY, &place, "the curve '%.100s' moves no morph and is left out",
                        clip->curve_names[i]);
    }
    /* an animation must have a channel, even where all is at rest */
    return to->sampler_count > 0 || clip->joint_count == 0 || clip_put_joint(writer, to, 0, 0, true);
}

static bool clip_check(kdi_gltf_writer *writer, const kd_clip *clip)
{
    if (clip->joint_count != writer->scene->skeleton.joint_count)
        return kdi_gltf_fail(writer, KD_COUNT_MISMATCH, clip->name,
                             "the clip has another number of joints than the skeleton");
    if (!(clip->frame_time_s > 0.0 && clip->frame_time_s <= 1e6))
        return kdi_gltf_fail(writer, KD_RANGE, clip->name,
                             "the frame time must be greater than 0 and at most a million seconds");
    return true;
}

static void clip_emit(kdi_gltf_writer *writer, const clip_writing *from)
{
    kdi_emit *emit = &writer->animations;
    kdi_emit_open(emit, NULL, '{');
    if (from->clip->name && from->clip->name[0] != '\0')
        kdi_emit_text(emit, "name", from->clip->name);
    kdi_emit_list(emit, "channels", &from->channels);
    kdi_emit_list(emit, "samplers", &from->samplers);
    kdi_emit_open(emit, "extras", '{');
    kdi_emit_double(emit, "kd_frame_time", from->clip->frame_time_s);
    kdi_emit_close(emit, '}');
    kdi_emit_close(emit, '}');
}

bool kdi_gltf_write_clips(kdi_gltf_writer *writer)
{
    for (int32_t i = 0; i < writer->scene->clip_count; i++) {
        const kd_clip *clip = &writer->scene->clips[i];
        kdi_place place = {0, 0, clip->name};
        if (clip->frame_count < 1) {
            KDI_WARNING(writer->findings, KD_LOSSY, &place, "a clip without frames cannot be written and is left out");
            continue;
        }
        clip_writing to = {
            clip, kdi_emit_make(&writer->temp.allocator), kdi_emit_make(&writer->temp.allocator), NULL, -1, 0};
        bool good = clip_check(writer, clip) && clip_put_channels(writer, &to);
        if (good && to.sampler_count > 0)
            clip_emit(writer, &to);
        else if (good)
            KDI_WARNING(writer->findings, KD_LOSSY, &place, "the clip moves nothing and is left out");
        kdi_emit_free(&to.channels);
        kdi_emit_free(&to.samplers);
        if (!good)
            return false;
    }
    return true;
}
