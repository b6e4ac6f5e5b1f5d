/* kinedriver segment: the group, and its command that writes an asset. */
#include "files.h"
#include "info.h"
#include "report.h"
#include "segment_edit.h"
#include "table.h"

#include <kinedriver/file.h>
#include <kinedriver/segment.h>

#include <stdlib.h>
#include <string.h>

static const cli_param cut_arguments[] = {
    {.kind = CLI_PATH,
     .repeats = true,
     .placeholder = "CLIP",
     .values = "bvh|glb|gltf",
     .help = "the motions to cut, with the same joints"},
};

enum { CUT_OPTION_OUTPUT, CUT_OPTION_EVENTS, CUT_OPTION_HANDLE, CUT_OPTION_STILL, CUT_OPTION_TOLERANCE };

static const cli_param cut_options[] = {
    [CUT_OPTION_OUTPUT] = {.name = "output",
                           .letter = 'o',
                           .kind = CLI_PATH,
                           .placeholder = "ASSET.kds",
                           .values = "kds",
                           .help = "the asset to write"},
    [CUT_OPTION_EVENTS] = {.name = "events",
                           .letter = 'e',
                           .kind = CLI_TEXT,
                           .placeholder = "F1,F2,...",
                           .fallback = "auto",
                           .help = "frames to cut at; auto: where the feet move least"},
    [CUT_OPTION_HANDLE] = {.name = "handle",
                           .kind = CLI_TEXT,
                           .repeats = true,
                           .placeholder = "JOINT",
                           .help = "a further joint whose path is kept, beside root, feet, hands and head"},
    [CUT_OPTION_STILL] = {.name = "still",
                          .kind = CLI_NUMBER,
                          .placeholder = "SPEED",
                          .fallback = "0.15",
                          .help = "a foot slower than this stands, in heights of the figure a second"},
    [CUT_OPTION_TOLERANCE] = {.name = "tolerance",
                              .letter = 't',
                              .kind = CLI_NUMBER,
                              .placeholder = "PART",
                              .fallback = "0",
                              .help = "store curves that are off by no more than this part of the figure's height; 0: "
                                      "every frame"},
};

static const cli_example cut_examples[] = {
    {"kinedriver segment cut walk.bvh -o walk.kds", "Cuts at the steps and lists the segments."},
    {"kinedriver segment cut walk.bvh -o walk.kds --events 1,2 --tolerance 1e-4",
     "Cuts at two frames and stores curves."},
};

enum { CUT_MOST_CLIPS = 16, CUT_MOST_EVENTS = 4096, CUT_MOST_HANDLES = 64 };

typedef struct cut_work {
    kd_scene *scenes[CUT_MOST_CLIPS];
    kd_segment_source sources[CUT_MOST_CLIPS];
    int32_t clip_count;
    int32_t events[CUT_MOST_EVENTS];
    const char *handles[CUT_MOST_HANDLES];
    kd_segment_desc desc;
} cut_work;

static cli_exit cut_parse(cli_call *call, cut_work *work)
{
    const char *events = cli_text(call, CUT_OPTION_EVENTS);
    double tolerance = cli_number(call, CUT_OPTION_TOLERANCE), still = cli_number(call, CUT_OPTION_STILL);
    if (!cli_text(call, CUT_OPTION_OUTPUT))
        return cli_wrong_use(call->command, "-o ASSET.kds is missing: the file to write");
    if (!(tolerance >= 0 && tolerance <= 0.1))
        return cli_wrong_use(call->command, "--tolerance needs a number from 0 to 0.1");
    if (!(still >= 0))
        return cli_wrong_use(call->command, "--still needs a speed not below 0");
    work->desc = kd_segment_desc_default();
    work->desc.tolerance = tolerance;
    work->desc.still_speed = still;
    work->desc.handles = work->handles;
    for (int i = 0; i < CUT_MOST_HANDLES && cli_text_at(call, CUT_OPTION_HANDLE, i); i++)
        work->handles[work->desc.handle_count++] = cli_text_at(call, CUT_OPTION_HANDLE, i);
    work->sources[0].events = strcmp(events, "auto") == 0 ? NULL : work->events;
    for (const char *at = events; work->sources[0].events;) {
        char *end;
        long frame = strtol(at, &end, 10);
        bool good = end != at && *at >= '0' && *at <= '9' && frame <= 100000000 && (*end == ',' || *end == 0);
        if (!good || work->sources[0].event_count == CUT_MOST_EVENTS)
            return cli_wrong_use(call->command, "--events needs auto or frames as F1,F2,..., not '%s'", events);
        work->events[work->sources[0].event_count++] = (int32_t)frame;
        if (*end == 0)
            break;
        at = end + 1;
    }
    return CLI_GOOD;
}

static cli_exit cut_load(cli_call *call, cut_work *work)
{
    kd_read_desc desc = kd_read_desc_default();
    for (int k = 0; cli_argument(call, k); k++) {
        const char *path = cli_argument(call, k);
        if (k == CUT_MOST_CLIPS)
            return cli_wrong_use(call->command, "more than %d clips", CUT_MOST_CLIPS);
        cli_exit problem = cli_check_output(call, path, cli_text(call, CUT_OPTION_OUTPUT), false);
        if (!problem)
            problem = cli_scene_load(call, path, &desc, &work->scenes[k]);
        if (problem)
            return problem;
        work->sources[k].scene = work->scenes[k];
        work->sources[k].kept_event = -1;
        work->clip_count = k + 1;
    }
    return CLI_GOOD;
}

static cli_exit cut_write(cli_call *call, const cut_work *work)
{
    const char *output = cli_text(call, CUT_OPTION_OUTPUT);
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer asset = kd_buffer_make(NULL);
    kd_result result = kd_segments_build(work->sources, work->clip_count, &work->desc, &asset, &findings);
    cli_exit problem = cli_report(call, cli_segment_input_name(call), &findings);
    kd_findings writing = kd_findings_make(NULL);
    kd_error error;
    const kd_segments *segments = result == KD_OK ? kd_segments_open(asset.data, asset.size, &error) : NULL;
    if (segments)
        result = kd_file_write(output, asset.data, asset.size, &writing);
    problem = cli_report(call, cli_output_name(output), &writing) ? CLI_WRONG_INPUT : problem;
    if (segments && result == KD_OK) {
        json_t *made = json_object();
        cli_info_segments(made, segments, asset.size);
        if (call->json)
            json_object_update(call->result, made);
        else if (!call->quiet && strcmp(output, "-") != 0)
            cli_table_print(made, 0);
        json_decref(made);
    }
    kd_buffer_free(&asset);
    return segments && result == KD_OK ? problem : CLI_WRONG_INPUT;
}

static cli_exit segment_cut_run(cli_call *call)
{
    static cut_work work; /* large, and a program cuts once */
    memset(&work, 0, sizeof work);
    cli_exit problem = cut_parse(call, &work);
    if (!problem)
        problem = cut_load(call, &work);
    if (!problem)
        problem = cut_write(call, &work);
    for (int32_t i = 0; i < work.clip_count; i++)
        kd_scene_free(work.scenes[i]);
    return problem;
}

static const cli_command segment_cut = {
    .name = "segment cut",
    .summary = "cut motions into segments that a game can edit while they play",
    .description = "Cuts motions at events, computes the coefficients of all handles and writes one asset for the "
                   "runtime's segment player. The events are those of the first motion; further ones are cut at theirs "
                   "by themselves.",
    CLI_ARGUMENTS(cut_arguments),
    CLI_OPTIONS(cut_options),
    CLI_EXAMPLES(cut_examples),
    .has_json = true,
    .run = segment_cut_run,
};

static const cli_command *const segment_commands[] = {&segment_cut, &cli_segment_loop, &cli_segment_stride,
                                                      &cli_segment_join, &cli_segment_reach};

const cli_command cli_command_segment = {
    .name = "segment",
    .summary = "cut motions into segments and edit them",
    .description = "Edits motions by the ends of short segments: feet and hands go where they are wanted, and what is "
                   "between keeps its character. The method is told in Core/docs/segments.md.",
    CLI_GROUP(segment_commands),
};
