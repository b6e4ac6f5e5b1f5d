/* What the segment commands share: loading, cutting, playing, writing. */
#include "segment_work.h"

#include "files.h"
#include "json_text.h"
#include "report.h"
#include "segment_edit.h"

#include <kinedriver/file.h>
#include <kinedriver/math.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *cli_segment_input_name(const cli_call *call)
{
    return cli_argument(call, 1) ? NULL : cli_input_name(cli_argument(call, 0));
}

const char *cli_segment_clip_files(void)
{
    return "bvh|glb|gltf";
}

static cli_exit work_no_memory(cli_call *call)
{
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "no memory");
}

/* Frames as F1,F2,... into work->events; "auto" leaves them to the library. */
static cli_exit work_parse_events(cli_call *call, segment_work *work, const char *text)
{
    if (strcmp(text, "auto") == 0)
        return CLI_GOOD;
    size_t count = 0, length = strlen(text);
    work->events = calloc(length + 1, sizeof *work->events);
    if (!work->events)
        return work_no_memory(call);
    for (const char *at = text;; at++) {
        char number[16] = {0};
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || digits > 7 || (at[digits] != 0 && at[digits] != ','))
            return cli_wrong_use(call->command, "--events needs auto or frames as F1,F2,..., not '%s'", text);
        memcpy(number, at, digits);
        work->events[count++] = (int32_t)strtol(number, NULL, 10);
        at += digits;
        if (*at == 0)
            break;
    }
    work->sources[0].events = work->events;
    work->sources[0].event_count = (int32_t)count;
    return CLI_GOOD;
}

static cli_exit work_cut(cli_call *call, segment_work *work, const char *joint)
{
    kd_segment_desc desc = kd_segment_desc_default();
    int32_t count = 0;
    while (cli_text_at(call, SEGMENT_OPTION_HANDLE, count))
        count++;
    work->handles = calloc((size_t)count + 1, sizeof *work->handles);
    if (!work->handles)
        return work_no_memory(call);
    for (int32_t i = 0; i < count; i++)
        work->handles[i] = cli_text_at(call, SEGMENT_OPTION_HANDLE, i);
    if (joint)
        work->handles[count++] = joint;
    desc.handles = work->handles;
    desc.handle_count = count;
    desc.still_speed = cli_number(call, SEGMENT_OPTION_STILL);
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_segments_build(work->sources, work->clip_count, &desc, &work->asset, &findings);
    cli_exit problem = cli_report(call, cli_segment_input_name(call), &findings);
    if (result != KD_OK)
        return CLI_WRONG_INPUT;
    kd_error error;
    work->segments = kd_segments_open(work->asset.data, work->asset.size, &error);
    return work->segments ? problem : cli_report_one(call, KD_SEVERITY_ERROR, error.code, NULL, "%s", error.text);
}

static cli_exit work_check_names(cli_call *call)
{
    static const int files[] = {SEGMENT_OPTION_OUTPUT, SEGMENT_OPTION_REPORT, SEGMENT_OPTION_PLOT};
    const char *output = cli_text(call, SEGMENT_OPTION_OUTPUT);
    if (!output)
        return cli_wrong_use(call->command, "-o OUT is missing: the file to write");
    if (!cli_has_extension(output, cli_segment_clip_files()))
        return cli_wrong_use(call->command, "the output '%s' must be one of %s", output, cli_segment_clip_files());
    if (!(cli_number(call, SEGMENT_OPTION_STILL) >= 0))
        return cli_wrong_use(call->command, "--still needs a speed not below 0");
    for (int i = 0; i < 3; i++)
        for (int k = 0; cli_argument(call, k); k++) {
            const char *path = cli_text(call, files[i]);
            cli_exit problem = path ? cli_check_output(call, cli_argument(call, k), path, false) : CLI_GOOD;
            if (problem)
                return problem;
        }
    return CLI_GOOD;
}

cli_exit cli_segment_open(cli_call *call, segment_work *work, const char *joint, int32_t kept_event)
{
    memset(work, 0, sizeof *work);
    work->asset = kd_buffer_make(NULL);
    cli_exit problem = work_check_names(call);
    if (!problem)
        problem = work_parse_events(call, work, cli_text(call, SEGMENT_OPTION_EVENTS));
    kd_read_desc desc = kd_read_desc_default();
    for (int k = 0; !problem && cli_argument(call, k); k++) {
        if (k == SEGMENT_MOST_CLIPS)
            return cli_wrong_use(call->command, "more than %d clips", SEGMENT_MOST_CLIPS);
        problem = cli_scene_load(call, cli_argument(call, k), &desc, &work->scenes[k]);
        if (problem)
            return problem;
        work->sources[k].scene = work->scenes[k];
        work->sources[k].kept_event = kept_event;
        work->clip_count = k + 1;
        if (work->scenes[k]->clip_count == 0)
            problem = cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, cli_input_name(cli_argument(call, k)),
                                     "the file has no motion");
    }
    return problem ? problem : work_cut(call, work, joint);
}

void cli_segment_close(segment_work *work)
{
    for (int32_t i = 0; i < work->clip_count; i++)
        kd_scene_free(work->scenes[i]);
    kd_buffer_free(&work->asset);
    free(work->events);
    free(work->handles);
    free(work->requests);
    free(work->frames);
    free(work->locals);
    free(work->places);
    free(work->paths);
    free(work->ends);
}

kd_segment_request *cli_segment_request(const cli_call *call, segment_work *work, int32_t segment)
{
    if (work->request_count == work->request_capacity) {
        int32_t capacity = work->request_capacity ? 2 * work->request_capacity : 64;
        kd_segment_request *moved = realloc(work->requests, (size_t)capacity * sizeof *moved);
        if (!moved)
            return NULL;
        work->requests = moved;
        work->request_capacity = capacity;
    }
    kd_segment_request *request = &work->requests[work->request_count++];
    *request = kd_segment_request_default(segment);
    request->rule = (kd_segment_rule)cli_choice(call, SEGMENT_OPTION_RULE);
    return request;
}

static bool work_reserve(segment_work *work)
{
    int32_t frames = 2;
    for (int32_t i = 0; i < work->request_count; i++)
        frames += kd_segments_info(work->segments, work->requests[i].segment).length;
    size_t joints = (size_t)kd_segments_joint_count(work->segments) * (size_t)frames;
    size_t handles = (size_t)kd_segments_handle_count(work->segments) * (size_t)frames;
    work->frame_capacity = frames;
    work->frames = calloc((size_t)frames, sizeof *work->frames);
    work->locals = calloc(joints, sizeof *work->locals);
    work->places = calloc(joints, sizeof *work->places);
    work->paths = calloc(handles, sizeof *work->paths);
    work->ends = calloc(handles, sizeof *work->ends);
    return work->frames && work->locals && work->places && work->paths && work->ends;
}

/* At a segment's start: how it will be left, and how the one before was. One frame on: whether it began like that. */
static void work_record_seam(segment_work *work, const kd_segment_player *player, float frame)
{
    int32_t handles = kd_segments_handle_count(work->segments);
    const kd_vec3 *now = work->paths + (size_t)work->frame_count * (size_t)handles;
    bool has_left = work->has_left;
    for (int32_t i = 0; i < handles && i < KD_SEGMENT_MOST_TARGETS; i++) {
        kd_vec3 beginning;
        if (frame == 0.0f) {
            work->left[i] = work->leaving[i];
            has_left = work->frame_count > 0;
            kd_segment_player_seam(player, i, &work->leaving[i], &beginning);
        } else if (frame == 1.0f && work->has_left) {
            kd_vec3 step = kd_vec3_sub(now[i], now[i - handles]);
            work->seam_velocity = fmaxf(work->seam_velocity, kd_vec3_length(kd_vec3_sub(step, work->left[i])));
        }
    }
    work->has_left = has_left;
}

static void work_record(segment_work *work, kd_segment_player *player)
{
    int32_t joints = kd_segments_joint_count(work->segments), handles = kd_segments_handle_count(work->segments);
    kd_transform *locals = work->locals + (size_t)work->frame_count * (size_t)joints;
    kd_vec3 *places = work->places + (size_t)work->frame_count * (size_t)joints;
    segment_frame *frame = &work->frames[work->frame_count];
    kd_segment_player_pose(player, locals);
    frame->segment = kd_segment_player_segment(player);
    frame->frame = kd_segment_player_frame(player);
    frame->placement = kd_segment_player_placement(player);
    frame->stats = kd_segment_player_stats(player);
    kd_transform model[1024];
    for (int32_t i = 0; i < joints && i < 1024; i++) {
        int32_t parent = kd_segments_joint_parent(work->segments, i);
        model[i] = parent < 0 ? locals[i] : kd_transform_mul(model[parent], locals[i]);
        places[i] = model[i].translate;
    }
    for (int32_t i = 0; i < handles; i++) {
        size_t place = (size_t)work->frame_count * (size_t)handles + (size_t)i;
        work->paths[place] = kd_segment_player_handle(player, i);
        work->ends[place] = kd_segment_player_handle_end(player, i);
    }
    work_record_seam(work, player, frame->frame);
    work->frame_count++;
}

/* Plays all requests; neighbouring rotations end up in the same hemisphere, as clips have them. */
static bool work_play(segment_work *work)
{
    size_t size = kd_segment_player_size(work->segments);
    char *memory = malloc(size + 16);
    if (!memory || !work_reserve(work)) {
        free(memory);
        return false;
    }
    kd_segment_player *player = kd_segment_player_init(memory + (16 - ((uintptr_t)memory & 15)) % 16, work->segments);
    for (int32_t next = 0;;) {
        while (next < work->request_count && kd_segment_player_push(player, &work->requests[next]))
            next++;
        work_record(work, player);
        if (kd_segment_player_is_at_end(player) || work->frame_count == work->frame_capacity)
            break;
        kd_segment_player_next_frame(player);
    }
    free(memory);
    size_t joints = (size_t)kd_segments_joint_count(work->segments);
    for (size_t i = joints; i < (size_t)work->frame_count * joints; i++)
        if (kd_quat_dot(work->locals[i].rotate, work->locals[i - joints].rotate) < 0.0f)
            work->locals[i].rotate = kd_quat_negate(work->locals[i].rotate);
    return true;
}

/* The clip that was played in place of the first scene's clips, for the time of writing. */
static cli_exit work_save(cli_call *call, segment_work *work)
{
    kd_scene *scene = work->scenes[0];
    int32_t clip_count = scene->clip_count;
    kd_clip clip = scene->clips[0];
    scene->clip_count = 1;
    scene->clips[0].frame_count = work->frame_count;
    scene->clips[0].locals = work->locals;
    scene->clips[0].curve_count = 0;
    const char *output = cli_text(call, SEGMENT_OPTION_OUTPUT);
    cli_exit problem = cli_scene_save(call, scene, output, output);
    scene->clips[0] = clip;
    scene->clip_count = clip_count;
    return problem;
}

static cli_exit work_write_report(cli_call *call, const char *path, const json_t *measured)
{
    char *text = json_dumps(measured, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    if (!text)
        return work_no_memory(call);
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer bytes = kd_buffer_make(NULL);
    kd_result result = kd_buffer_append(&bytes, text, strlen(text));
    if (result == KD_OK)
        result = kd_buffer_append(&bytes, "\n", 1);
    if (result == KD_OK)
        result = kd_file_write(path, bytes.data, bytes.size, &findings);
    kd_buffer_free(&bytes);
    free(text);
    cli_exit problem = cli_report(call, cli_output_name(path), &findings);
    return result == KD_OK ? problem : CLI_WRONG_INPUT;
}

kd_vec3 cli_segment_before(const segment_work *work, int32_t frame, int32_t handle)
{
    const segment_frame *at = &work->frames[frame];
    kd_vec3 place = kd_segments_handle_position(work->segments, at->segment, handle, at->frame, NULL);
    return work->placed_before ? kd_transform_point(at->placement, place) : place;
}

/* A target that is too far away stretches links, which no pose can show. */
static void work_warn(cli_call *call, const segment_work *work)
{
    int32_t worst = 0;
    for (int32_t f = 1; f < work->frame_count; f++)
        if (work->frames[f].stats.link_error > work->frames[worst].stats.link_error)
            worst = f;
    double error = (double)work->frames[worst].stats.link_error;
    if (error > 1e-4)
        cli_report_one(call, KD_SEVERITY_WARNING, KD_RANGE, cli_segment_input_name(call),
                       "frame %d of the result cannot reach its targets: a bone would have to be %.3g times as long as "
                       "it is; ask for less",
                       (int)worst, 1 + error);
}

cli_exit cli_segment_finish(cli_call *call, segment_work *work)
{
    const char *report = cli_text(call, SEGMENT_OPTION_REPORT), *plot = cli_text(call, SEGMENT_OPTION_PLOT);
    if (!work_play(work))
        return work_no_memory(call);
    cli_exit problem = work_save(call, work);
    json_t *measured = cli_segment_measure(work);
    if (!problem && report)
        problem = work_write_report(call, report, measured);
    if (!problem && plot)
        problem = cli_segment_plot(call, work, plot);
    if (!problem && call->json)
        json_object_update(call->result, measured);
    if (!problem)
        work_warn(call, work);
    json_decref(measured);
    return problem;
}
