/* Channels of an animation: which node moves in which way, and the keys for it. */
#include "io/gltf_channel.h"

#include <math.h>
#include <string.h>

/* The path by name; false for one that moves no joint or morph. */
static bool channel_find_path(const char *name, kdi_gltf_path *path)
{
    static const char *const names[] = {"translation", "rotation", "scale", "weights"};
    for (int i = 0; name && i < 4; i++)
        if (strcmp(name, names[i]) == 0) {
            *path = (kdi_gltf_path)i;
            return true;
        }
    return false;
}

/* What the channel moves; *kept is false where that is nothing we have. */
static bool channel_read_target(kdi_gltf *gltf, kdi_gltf_channel *channel, bool *kept)
{
    kdi_json target = kdi_json_member(&channel->json, "target");
    kdi_json node_at = kdi_json_member(&target, "node");
    kdi_json path_at = kdi_json_member(&target, "path");
    const char *path = NULL;
    *kept = false;
    channel->node = -1;
    if (!kdi_json_get_index(gltf, &node_at, gltf->node_count, &channel->node) ||
        !kdi_json_get_text(gltf, &path_at, &path))
        return false;
    if (!path)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, &path_at, "a channel must say what it moves");
    if (!channel_find_path(path, &channel->path) || channel->node < 0) {
        kdi_gltf_note(gltf, KD_UNUSED, &channel->json, "the channel moves no node and is left out");
        return true;
    }
    const kdi_gltf_node *node = &gltf->nodes[channel->node];
    bool is_weights = channel->path == KDI_GLTF_WEIGHTS;
    *kept = is_weights ? node->mesh >= 0 && gltf->scene->meshes[node->mesh].morph_count > 0
                       : node->in_scene && node->is_joint;
    if (!*kept)
        kdi_gltf_note(gltf, KD_UNUSED, &channel->json, "the channel moves something that is not read and is left out");
    return true;
}

static bool channel_read_interpolation(kdi_gltf *gltf, const kdi_json *json, kdi_gltf_interpolation *interpolation)
{
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    kdi_json at = kdi_json_member(json, "interpolation");
    const char *name = "LINEAR";
    if (!kdi_json_get_text(gltf, &at, &name))
        return false;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *interpolation = (kdi_gltf_interpolation)i;
            return true;
        }
    return kdi_gltf_error(gltf, KD_VALUE, &at, "'%.40s' is not LINEAR, STEP or CUBICSPLINE", name);
}

static bool channel_read_times(kdi_gltf *gltf, const kdi_json *at, kdi_arena *temp, kdi_gltf_sampler *sampler)
{
    kdi_gltf_accessor accessor;
    if (!kdi_gltf_open_accessor(gltf, at, &accessor))
        return false;
    if (accessor.components != 1 || accessor.count < 1)
        return kdi_gltf_error(gltf, KD_VALUE, at, "expected an accessor of type SCALAR with at least one time");
    if (accessor.count > gltf->desc->limits.frames)
        return kdi_gltf_error(gltf, KD_LIMIT, at, "%d keys are more than the limit of %d", (int)accessor.count,
                              gltf->desc->limits.frames);
    float *times = KDI_ARENA_PUSH(temp, float, (size_t)accessor.count);
    if (!times)
        return kdi_gltf_no_memory(gltf);
    if (!kdi_gltf_read_floats(gltf, at, &accessor, times))
        return false;
    for (int32_t i = 0; i < accessor.count; i++)
        if (times[i] < 0.0f || (i > 0 && times[i] <= times[i - 1]))
            return kdi_gltf_error(gltf, KD_KEY, at, "time %d is negative or not after the one before it", (int)i);
    sampler->key_count = accessor.count;
    sampler->times_s = times;
    return true;
}

/* Rotations must have a direction and should be of unit length. */
static bool channel_check_rotations(kdi_gltf *gltf, const kdi_json *at, const kdi_gltf_sampler *sampler)
{
    int64_t bad = 0;
    bool cubic = sampler->interpolation == KDI_GLTF_CUBICSPLINE;
    for (int32_t i = 0; i < sampler->key_count; i++) {
        const float *value = sampler->values + (size_t)(cubic ? i * 3 + 1 : i) * 4;
        kd_quat q = {value[0], value[1], value[2], value[3]};
        double off = 0.0;
        bad += !kdi_affine_unit(&q, &off) || off > 0.02;
    }
    return bad == 0 || kdi_gltf_repair(gltf, KD_RANGE, at, "%lld rotations are not of unit length; they are normalised",
                                       (long long)bad);
}

static bool channel_read_values(kdi_gltf *gltf, const kdi_json *at, kdi_arena *temp, kdi_gltf_sampler *sampler,
                                bool is_weights)
{
    kdi_gltf_accessor accessor;
    if (!kdi_gltf_open_accessor(gltf, at, &accessor))
        return false;
    int64_t per_key = sampler->interpolation == KDI_GLTF_CUBICSPLINE ? 3 : 1;
    int64_t expected = sampler->key_count * per_key * (is_weights ? sampler->width : 1);
    int components = is_weights ? 1 : sampler->width;
    if (accessor.components != components || accessor.count != expected)
        return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, at,
                              "expected %lld elements of %d numbers for %d keys, got %d of %d", (long long)expected,
                              components, (int)sampler->key_count, (int)accessor.count, accessor.components);
    float *values = KDI_ARENA_PUSH(temp, float, (size_t)accessor.count *(size_t)accessor.components);
    if (!values)
        return kdi_gltf_no_memory(gltf);
    sampler->values = values;
    return kdi_gltf_read_floats(gltf, at, &accessor, values) &&
           (!sampler->is_rotation || channel_check_rotations(gltf, at, sampler));
}

static bool channel_read_sampler(kdi_gltf *gltf, kdi_gltf_animation *animation, kdi_gltf_channel *channel)
{
    kdi_json samplers = kdi_json_member(animation->json, "samplers");
    kdi_json reference = kdi_json_member(&channel->json, "sampler");
    kdi_json json;
    if (!kdi_json_need_item(gltf, &reference, &samplers, &json))
        return false;
    kdi_json input = kdi_json_member(&json, "input");
    kdi_json output = kdi_json_member(&json, "output");
    kdi_gltf_sampler *sampler = &channel->sampler;
    bool is_weights = channel->path == KDI_GLTF_WEIGHTS;
    sampler->is_rotation = channel->path == KDI_GLTF_ROTATION;
    sampler->width = sampler->is_rotation ? 4 : 3;
    if (is_weights)
        sampler->width = gltf->scene->meshes[gltf->nodes[channel->node].mesh].morph_count;
    return channel_read_interpolation(gltf, &json, &sampler->interpolation) &&
           channel_read_times(gltf, &input, animation->temp, sampler) &&
           channel_read_values(gltf, &output, animation->temp, sampler, is_weights);
}

bool kdi_gltf_read_channels(kdi_gltf *gltf, kdi_gltf_animation *animation)
{
    int32_t count = 0;
    animation->channels_json = kdi_json_member(animation->json, "channels");
    if (!kdi_json_get_count(gltf, &animation->channels_json, &count))
        return false;
    animation->channels = KDI_ARENA_PUSH(animation->temp, kdi_gltf_channel, (size_t)count);
    unsigned char *taken = KDI_ARENA_PUSH(animation->temp, unsigned char, (size_t)gltf->node_count);
    if (!animation->channels || !taken)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < count; i++) {
        kdi_gltf_channel *channel = &animation->channels[animation->channel_count];
        bool kept = false;
        channel->json = kdi_json_item(&animation->channels_json, (size_t)i);
        if (!channel_read_target(gltf, channel, &kept))
            return false;
        if (kept && (taken[channel->node] >> channel->path & 1)) {
            kept = false;
            if (!kdi_gltf_repair(gltf, KD_KEY, &channel->json,
                                 "the same is moved by an earlier channel; this one is left out"))
                return false;
        }
        if (!kept)
            continue;
        taken[channel->node] |= (unsigned char)(1u << channel->path);
        if (!channel_read_sampler(gltf, animation, channel))
            return false;
        animation->channel_count++;
    }
    return true;
}
