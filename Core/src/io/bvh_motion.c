/* The frames of a BVH file. How many are made room for is bounded by what the rest of the file can hold before anything
 * is allocated; how many there are is found by reading. The file's own count only ever makes it fewer. */
#include "io/bvh_motion.h"

#include <limits.h>
#include <math.h>

#define MOTION_DEFAULT_FRAME_TIME_S (1.0 / 30.0)

typedef struct motion_head {
    double frames; /* as declared; -1: not declared */
    double frame_time_s;
    const char *frames_at;
    const char *time_at; /* NULL: not declared */
} motion_head;

static kd_result motion_expect(kdi_bvh_text *text, const char *keyword, const char *shown)
{
    kdi_bvh_word word = kdi_bvh_next(text);
    if (kdi_bvh_word_is(word, keyword))
        return KD_OK;
    return KDI_BVH_ERROR(text, word.length ? KD_SYNTAX : KD_TRUNCATED, word.text, "expected '%s', found '%s'", shown,
                         kdi_bvh_quote_at(text, word.text).text);
}

static kd_result motion_begin(kdi_bvh_text *text)
{
    kdi_bvh_word word = kdi_bvh_next(text);
    if (kdi_bvh_word_is(word, "MOTION"))
        return KD_OK;
    if (word.length == 0)
        return KDI_BVH_ERROR(text, KD_ELEMENT_MISSING, word.text,
                             "the file has no MOTION part; add MOTION with Frames: 0");
    if (kdi_bvh_word_is(word, "ROOT"))
        return KDI_BVH_ERROR(text, KD_HIERARCHY, word.text,
                             "a second ROOT; put the skeletons in files of their own or under a common root");
    if (kdi_bvh_word_is(word, "}"))
        return KDI_BVH_ERROR(text, KD_HIERARCHY, word.text, "one '}' too many: the root is closed already");
    return KDI_BVH_ERROR(text, KD_SYNTAX, word.text, "expected MOTION, found '%s'",
                         kdi_bvh_quote_at(text, word.text).text);
}

static kd_result motion_read_frame_count(kdi_bvh_text *text, motion_head *head, const char *at)
{
    if (head->frames >= 0)
        return KDI_BVH_ERROR(text, KD_SYNTAX, at, "a second Frames line");
    kd_result result = motion_expect(text, ":", "Frames:");
    if (result != KD_OK)
        return result;
    head->frames_at = kdi_bvh_skip_blanks(text->at, text->end);
    result = kdi_bvh_number(text, "the number of frames", &head->frames);
    if (result != KD_OK)
        return result;
    if (!(head->frames >= 0 && head->frames == floor(head->frames)))
        return KDI_BVH_ERROR(text, KD_RANGE, head->frames_at, "the number of frames must be a whole number from 0 on");
    return KD_OK;
}

static kd_result motion_read_frame_time(kdi_bvh_text *text, motion_head *head, const char *at)
{
    if (head->time_at)
        return KDI_BVH_ERROR(text, KD_SYNTAX, at, "a second Frame Time line");
    kd_result result = motion_expect(text, "TIME", "Frame Time:");
    if (result == KD_OK)
        result = motion_expect(text, ":", "Frame Time:");
    if (result != KD_OK)
        return result;
    head->time_at = kdi_bvh_skip_blanks(text->at, text->end);
    return kdi_bvh_number(text, "the frame time", &head->frame_time_s);
}

/* The caller's word first, then the file's, then 30 frames a second. */
static kd_result motion_settle_time(kdi_bvh_text *text, motion_head *head)
{
    double wanted = text->desc->frame_time_s;
    kd_result result = KD_OK;
    if (!(wanted >= 0.0 && isfinite(wanted)))
        return KDI_ERROR(text->findings, KD_RANGE, NULL, "the frame time asked for must be finite and above 0");
    if (wanted > 0.0) {
        head->frame_time_s = wanted;
    } else if (!head->time_at) {
        result = KDI_BVH_REPAIR(text, KD_ELEMENT_MISSING, text->at, "no Frame Time; 30 frames a second are assumed");
        head->frame_time_s = MOTION_DEFAULT_FRAME_TIME_S;
    } else if (!(head->frame_time_s > 0.0)) {
        result = KDI_BVH_REPAIR(text, KD_RANGE, head->time_at,
                                "a frame time must be above 0; 30 frames a second are assumed");
        head->frame_time_s = MOTION_DEFAULT_FRAME_TIME_S;
    }
    return result;
}

static kd_result motion_read_head(kdi_bvh_text *text, motion_head *head)
{
    head->frames = -1.0;
    head->frame_time_s = 0.0;
    head->frames_at = head->time_at = NULL;
    kd_result result = motion_begin(text);
    while (result == KD_OK) {
        kdi_bvh_word word = kdi_bvh_peek(text);
        bool frames = kdi_bvh_word_is(word, "FRAMES");
        if (!frames && !kdi_bvh_word_is(word, "FRAME"))
            break;
        kdi_bvh_next(text);
        result =
            frames ? motion_read_frame_count(text, head, word.text) : motion_read_frame_time(text, head, word.text);
    }
    if (result == KD_OK && head->frames < 0)
        result =
            KDI_BVH_REPAIR(text, KD_ELEMENT_MISSING, text->at, "no 'Frames:' line; all frames that follow are read");
    return result == KD_OK ? motion_settle_time(text, head) : result;
}

/* How many frames to make room for. A value takes at least a digit and a blank, the last one only the digit. */
static int32_t motion_room(const kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, const motion_head *head)
{
    double room = floor((double)(text->end - text->at + 1) / (2.0 * (double)hierarchy->channel_count));
    if (head->frames >= 0 && head->frames < room)
        room = head->frames;
    if (room > text->desc->limits.frames)
        room = text->desc->limits.frames;
    return (int32_t)room;
}

static kd_result motion_make_clip(kdi_bvh_text *text, kd_scene *scene, const motion_head *head, int32_t room,
                                  kd_clip **made)
{
    size_t count = (size_t)room * (size_t)scene->skeleton.joint_count;
    size_t bytes = count * sizeof(kd_transform);
    size_t limit = text->desc->limits.memory_bytes;
    if (limit != 0 && (bytes > limit || scene->arena->used_bytes > limit - bytes))
        return KDI_BVH_ERROR(text, KD_LIMIT, text->at, "%d frames of %d joints need more than the %zu bytes allowed",
                             (int)room, (int)scene->skeleton.joint_count, limit);
    kd_clip *clip = KDI_ARENA_PUSH(scene->arena, kd_clip, 1);
    if (clip)
        clip->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, count);
    if (!clip || !clip->locals)
        return KDI_BVH_ERROR(text, KD_OUT_OF_MEMORY, text->at, "no memory for %d frames", (int)room);
    clip->name = "motion";
    clip->joint_count = scene->skeleton.joint_count;
    clip->frame_time_s = head->frame_time_s;
    *made = clip;
    return KD_OK;
}

/* Fills the clip; stops before `room` frames where the data does. */
static kd_result motion_read_frames(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, const kd_skeleton *skeleton,
                                    int32_t room, kd_clip *clip)
{
    kdi_bvh_decoder *decoder = kdi_bvh_decoder_make(hierarchy, skeleton);
    if (!decoder)
        return KDI_BVH_ERROR(text, KD_OUT_OF_MEMORY, text->at, "no memory for a frame");
    kd_result result = KD_OK;
    size_t stride = (size_t)clip->joint_count;
    while (clip->frame_count < room && result == KD_OK) {
        kd_transform *locals = clip->locals + (size_t)clip->frame_count * stride;
        result = kdi_bvh_decode_frame(decoder, text, clip->frame_count > 0 ? locals - stride : NULL, locals);
        clip->frame_count += result == KD_OK;
    }
    kdi_bvh_decoder_free(decoder);
    return result == KD_TRUNCATED ? KD_OK : result;
}

typedef struct motion_rest {
    size_t numbers;
    kdi_bvh_word word; /* the first that is no number */
} motion_rest;

/* What follows the frames that were read. A second file glued to the first is an error. */
static kd_result motion_scan_rest(kdi_bvh_text *text, motion_rest *rest)
{
    const char *at = text->at;
    kd_result result = KD_OK;
    for (;;) {
        kdi_bvh_word word = kdi_bvh_next(text);
        if (word.length == 0)
            break;
        if (kdi_bvh_word_is(word, "MOTION") || kdi_bvh_word_is(word, "HIERARCHY")) {
            result = KDI_BVH_ERROR(text, KD_SYNTAX, word.text, "a second %s; a file holds one motion",
                                   word.length == 6 ? "MOTION" : "HIERARCHY");
            break;
        }
        char c = *word.text;
        if ((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.')
            rest->numbers++;
        else if (rest->word.length == 0)
            rest->word = word;
    }
    text->at = at;
    return result;
}

static kd_result motion_check_count(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, const motion_head *head,
                                    const kd_clip *clip)
{
    motion_rest rest = {0, {NULL, 0}};
    kd_result result = motion_scan_rest(text, &rest);
    if (result != KD_OK)
        return result;
    size_t channels = hierarchy->channel_count;
    int frames = clip ? clip->frame_count : 0;
    bool more = channels > 0 && rest.numbers >= channels && rest.word.length == 0;
    if (more && frames == text->desc->limits.frames && (head->frames < 0 || head->frames > frames))
        return KDI_BVH_ERROR(text, KD_LIMIT, text->at, "more than %d frames; raise the limit to read them", frames);
    const char *at = head->frames_at ? head->frames_at : text->at;
    if (head->frames >= 0 && (double)frames < head->frames)
        result = KDI_BVH_REPAIR(text, KD_COUNT_MISMATCH, at, "%.15g frames are declared, but the data ends after %d",
                                head->frames, frames);
    else if (more)
        result =
            KDI_BVH_REPAIR(text, KD_COUNT_MISMATCH, at, "%d frames are declared, but %.0f follow; the rest is left out",
                           frames, (double)frames + (double)(rest.numbers / channels));
    if (result == KD_OK && rest.word.length > 0)
        result = KDI_BVH_REPAIR(text, KD_SYNTAX, rest.word.text, "'%s' behind the last frame is left out",
                                kdi_bvh_quote_at(text, rest.word.text).text);
    else if (result == KD_OK && rest.numbers > 0 && !more)
        result = KDI_BVH_REPAIR(text, KD_COUNT_MISMATCH, kdi_bvh_skip_blanks(text->at, text->end),
                                "%zu values behind the last whole frame of %zu are left out", rest.numbers, channels);
    return result;
}

/* Joints without a single channel: frames hold nothing, so one of them says it all. */
static kd_result motion_read_static(kdi_bvh_text *text, const motion_head *head, kd_scene *scene, kd_clip **made)
{
    kd_result result = motion_make_clip(text, scene, head, 1, made);
    if (result != KD_OK)
        return result;
    for (int32_t i = 0; i < scene->skeleton.joint_count; i++)
        (*made)->locals[i] = scene->skeleton.joints[i].rest;
    (*made)->frame_count = 1;
    if (head->frames > 1)
        result = KDI_BVH_REPAIR(text, KD_COUNT_MISMATCH, head->frames_at,
                                "no joint has channels: the %.15g frames are one and the same", head->frames);
    return result;
}

kd_result kdi_bvh_read_motion(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, kd_scene *scene)
{
    motion_head head;
    kd_result result = motion_read_head(text, &head);
    if (result != KD_OK)
        return result;
    kd_clip *clip = NULL;
    if (hierarchy->channel_count == 0 && head.frames > 0) {
        result = motion_read_static(text, &head, scene, &clip);
        head.frames = 1;
    } else if (hierarchy->channel_count > 0) {
        int32_t room = motion_room(text, hierarchy, &head);
        if (room > 0)
            result = motion_make_clip(text, scene, &head, room, &clip);
        if (clip)
            result = motion_read_frames(text, hierarchy, &scene->skeleton, room, clip);
    }
    if (result == KD_OK)
        result = motion_check_count(text, hierarchy, &head, clip);
    if (result == KD_OK && clip && clip->frame_count > 0) {
        scene->clips = clip;
        scene->clip_count = 1;
    }
    return result;
}
