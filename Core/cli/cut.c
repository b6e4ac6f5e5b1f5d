/* Part of a motion. */
#include "cut.h"

#include <stdint.h>
#include <string.h>

/* Reads a whole number below INT32_MAX and moves on behind it; false if there is none. */
static bool range_number(const char **text, int32_t *value)
{
    int64_t number = 0;
    if (**text < '0' || **text > '9')
        return false;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        number = number * 10 + (**text - '0');
        if (number >= INT32_MAX)
            return false;
    }
    *value = (int32_t)number;
    return true;
}

bool cli_frame_range_parse(const char *text, cli_frame_range *range)
{
    range->first = 0;
    range->last = INT32_MAX;
    if (!text)
        return true;
    bool has_first = range_number(&text, &range->first);
    if (*text++ != ':')
        return false;
    bool has_last = range_number(&text, &range->last);
    return *text == 0 && (has_first || has_last) && range->first <= range->last;
}

static int32_t range_count(const cli_frame_range *range, int32_t frame_count)
{
    int32_t end = range->last < frame_count - 1 ? range->last + 1 : frame_count;
    return end - range->first;
}

bool cli_has_frames(const kd_scene *scene)
{
    return scene->clip_count > 0 || scene->shapes_count > 0;
}

bool cli_cut_clips(const char *name, kd_scene *scene)
{
    for (int32_t i = 0; i < scene->clip_count; i++) {
        if (strcmp(scene->clips[i].name, name) != 0)
            continue;
        scene->clips += i;
        scene->clip_count = 1;
        return true;
    }
    return false;
}

int32_t cli_cut_frames(const cli_frame_range *range, kd_scene *scene)
{
    for (int32_t i = 0; i < scene->clip_count; i++)
        if (range->first > 0 && scene->clips[i].frame_count <= range->first)
            return scene->clips[i].frame_count;
    for (int32_t i = 0; i < scene->shapes_count; i++)
        if (range->first > 0 && scene->shapes[i].frame_count <= range->first)
            return scene->shapes[i].frame_count;
    for (int32_t i = 0; i < scene->clip_count; i++) {
        kd_clip *clip = &scene->clips[i];
        clip->locals += (size_t)range->first * (size_t)clip->joint_count;
        if (clip->curves)
            clip->curves += (size_t)range->first * (size_t)clip->curve_count;
        clip->frame_count = range_count(range, clip->frame_count);
    }
    for (int32_t i = 0; i < scene->shapes_count; i++) {
        kd_shapes *shapes = &scene->shapes[i];
        shapes->positions += (size_t)range->first * (size_t)shapes->vertex_count;
        shapes->times_s += range->first;
        shapes->frame_count = range_count(range, shapes->frame_count);
    }
    return -1;
}
