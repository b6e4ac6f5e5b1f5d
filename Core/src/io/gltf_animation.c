/* Animations to clips: the keys of all channels are resampled at one fixed rate, from the earliest key to the last.
 *
 * The rate is the caller's if he asks for one, else the one that our writer noted if the keys agree with it, else the
 * common rate of the keys, else 30 frames a second. */
#include "io/gltf_channel.h"

#include "kinedriver/math.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double animation_noted_rate(const kdi_json *json)
{
    kdi_json extras = kdi_json_member(json, "extras");
    kdi_json at = kdi_json_member(&extras, "kd_frame_time");
    double noted = json_number_value(at.value);
    return noted >= 1e-6 && noted <= 1e6 ? noted : 0.0;
}

static bool animation_choose_frames(kdi_gltf *gltf, const kdi_gltf_animation *animation, kdi_gltf_frames *frames)
{
    kdi_gltf_times *series = KDI_ARENA_PUSH(animation->temp, kdi_gltf_times, (size_t)animation->channel_count);
    if (!series)
        return kdi_gltf_no_memory(gltf);
    frames->start_s = DBL_MAX;
    frames->end_s = 0.0;
    for (int32_t i = 0; i < animation->channel_count; i++) {
        const kdi_gltf_sampler *sampler = &animation->channels[i].sampler;
        series[i].times_s = sampler->times_s;
        series[i].count = sampler->key_count;
        frames->start_s = fmin(frames->start_s, (double)sampler->times_s[0]);
        frames->end_s = fmax(frames->end_s, (double)sampler->times_s[sampler->key_count - 1]);
    }
    double noted = animation_noted_rate(animation->json);
    frames->frame_time_s = 1.0 / 30.0;
    if (gltf->desc->frame_time_s > 0.0)
        frames->frame_time_s = gltf->desc->frame_time_s;
    else if (noted > 0.0 && kdi_gltf_rate_fits(series, animation->channel_count, noted))
        frames->frame_time_s = noted;
    else
        kdi_gltf_rate_find(series, animation->channel_count, &frames->frame_time_s);
    double span = (frames->end_s - frames->start_s) / frames->frame_time_s;
    double slack = 1e-3 + 2.0 * FLT_EPSILON * frames->end_s / frames->frame_time_s;
    double count = ceil(span - slack) + 1.0; /* the last key is always reached */
    if (count > (double)gltf->desc->limits.frames)
        return kdi_gltf_error(gltf, KD_LIMIT, animation->json, "%.0f frames are more than the limit of %d", count,
                              gltf->desc->limits.frames);
    frames->count = (int64_t)fmax(count, 1.0);
    return true;
}

static bool animation_name_curves(kdi_gltf *gltf, kdi_gltf_animation *animation, kd_clip *clip)
{
    for (int32_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].path == KDI_GLTF_WEIGHTS) {
            animation->channels[i].first_curve = clip->curve_count;
            clip->curve_count += animation->channels[i].sampler.width;
        }
    const char **names = KDI_ARENA_PUSH(gltf->scene->arena, const char *, (size_t)clip->curve_count);
    if (!names)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < animation->channel_count; i++) {
        const kdi_gltf_channel *channel = &animation->channels[i];
        for (int32_t k = 0; channel->path == KDI_GLTF_WEIGHTS && k < channel->sampler.width; k++)
            names[channel->first_curve + k] = gltf->curve_names[gltf->nodes[channel->node].mesh][k];
    }
    clip->curve_names = names;
    return true;
}

static bool animation_allocate(kdi_gltf *gltf, const kdi_gltf_frames *frames, kd_clip *clip)
{
    const kd_skeleton *skeleton = &gltf->scene->skeleton;
    size_t frame_count = (size_t)frames->count;
    clip->frame_count = (int32_t)frames->count;
    clip->frame_time_s = frames->frame_time_s;
    clip->joint_count = skeleton->joint_count;
    clip->locals = KDI_ARENA_PUSH(gltf->scene->arena, kd_transform, frame_count * (size_t)skeleton->joint_count);
    clip->curves = KDI_ARENA_PUSH(gltf->scene->arena, float, frame_count *(size_t)clip->curve_count);
    if (!clip->locals || !clip->curves)
        return kdi_gltf_no_memory(gltf);
    for (size_t f = 0; f < frame_count; f++)
        for (int32_t j = 0; j < skeleton->joint_count; j++)
            clip->locals[f * (size_t)skeleton->joint_count + (size_t)j] = skeleton->joints[j].rest;
    return true;
}

/* Where the channel's numbers of one frame go. */
static float *animation_target(const kdi_gltf *gltf, const kdi_gltf_channel *channel, const kd_clip *clip, size_t frame)
{
    if (channel->path == KDI_GLTF_WEIGHTS)
        return clip->curves + frame * (size_t)clip->curve_count + (size_t)channel->first_curve;
    kd_transform *local = &clip->locals[frame * (size_t)clip->joint_count + (size_t)gltf->nodes[channel->node].joint];
    if (channel->path == KDI_GLTF_TRANSLATION)
        return &local->translate.x;
    return channel->path == KDI_GLTF_ROTATION ? &local->rotate.x : &local->scale.x;
}

static bool animation_sample_channel(kdi_gltf *gltf, const kdi_gltf_animation *animation,
                                     const kdi_gltf_channel *channel, const kdi_gltf_frames *frames, kd_clip *clip)
{
    double *value = KDI_ARENA_PUSH(animation->temp, double, (size_t)channel->sampler.width);
    if (!value)
        return kdi_gltf_no_memory(gltf);
    int32_t key = 0;
    double snap_s = 1e-3 * frames->frame_time_s + 2.0 * FLT_EPSILON * frames->end_s;
    kd_quat before = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int64_t f = 0; f < frames->count; f++) {
        double time_s = fmin(frames->start_s + (double)f * frames->frame_time_s, frames->end_s);
        float *to = animation_target(gltf, channel, clip, (size_t)f);
        kdi_gltf_sample(&channel->sampler, time_s, snap_s, &key, value);
        for (int32_t i = 0; i < channel->sampler.width; i++) {
            if (!(fabs(value[i]) <= FLT_MAX))
                return kdi_gltf_error(gltf, KD_NUMBER, &channel->json, "the value of frame %lld is too large",
                                      (long long)f);
            to[i] = (float)value[i];
        }
        if (channel->sampler.is_rotation) {
            kd_quat q = {to[0], to[1], to[2], to[3]};
            double off = 0.0;
            kdi_affine_unit(&q, &off);
            if (kd_quat_dot(q, before) < 0.0f)
                q = kd_quat_make(-q.x, -q.y, -q.z, -q.w);
            before = q;
            memcpy(to, &q, sizeof q);
        }
    }
    return true;
}

static bool animation_name(kdi_gltf *gltf, const kdi_json *json, int32_t index, kdi_name_table *names, kd_clip *clip)
{
    kdi_json at = kdi_json_member(json, "name");
    kdi_gltf_naming naming = {names, &at, "", "animation", index, index};
    const char *instead_of;
    if (!kdi_json_get_text(gltf, &at, &naming.given) || !kdi_gltf_take_name(gltf, &naming, &clip->name, &instead_of))
        return false;
    if (instead_of)
        kdi_gltf_note(gltf, KD_NAME_DUPLICATE, &at, "a second animation '%.60s' is called '%.80s'", instead_of,
                      clip->name);
    return true;
}

static bool animation_read(kdi_gltf *gltf, kdi_gltf_animation *animation, kd_clip *clip)
{
    kdi_gltf_frames frames;
    if (!kdi_gltf_read_channels(gltf, animation))
        return false;
    if (animation->channel_count == 0) {
        kdi_gltf_note(gltf, KD_UNUSED, animation->json, "the animation moves nothing and is left out");
        return true;
    }
    if (!animation_choose_frames(gltf, animation, &frames) || !animation_name_curves(gltf, animation, clip) ||
        !animation_allocate(gltf, &frames, clip))
        return false;
    for (int32_t i = 0; i < animation->channel_count; i++)
        if (!animation_sample_channel(gltf, animation, &animation->channels[i], &frames, clip))
            return false;
    return true;
}

bool kdi_gltf_read_animations(kdi_gltf *gltf)
{
    kdi_json list = kdi_json_member(&gltf->top, "animations");
    kdi_name_table names;
    kd_allocator scratch = kdi_arena_allocator(&gltf->scratch);
    int32_t count = 0;
    if (!kdi_json_get_count(gltf, &list, &count))
        return false;
    gltf->scene->clips = KDI_ARENA_PUSH(gltf->scene->arena, kd_clip, (size_t)count);
    if (!gltf->scene->clips)
        return kdi_gltf_no_memory(gltf);
    kdi_name_table_init(&names, &scratch);
    for (int32_t i = 0; i < count; i++) {
        kd_clip *clip = &gltf->scene->clips[gltf->scene->clip_count];
        kdi_json json = kdi_json_item(&list, (size_t)i);
        kdi_arena temp;
        kdi_arena_init(&temp, &gltf->desc->allocator, gltf->desc->limits.memory_bytes);
        kdi_gltf_animation animation = {&json, {0}, &temp, NULL, 0};
        bool good = animation_read(gltf, &animation, clip) &&
                    (animation.channel_count == 0 || animation_name(gltf, &json, i, &names, clip));
        kdi_arena_free(&temp);
        if (!good)
            return false;
        gltf->scene->clip_count += animation.channel_count > 0;
    }
    return true;
}
