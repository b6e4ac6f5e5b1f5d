/* kinedriver segment show: what is in an asset, after the checks that a game makes when it loads one. */
#include "files.h"
#include "json_text.h"
#include "report.h"
#include "segment_edit.h"
#include "table.h"

#include <kinedriver/file.h>
#include <kinedriver/limits.h>

const char *cli_segment_input_name(const cli_call *call)
{
    return cli_argument(call, 1) ? NULL : cli_input_name(cli_argument(call, 0));
}

static json_t *show_segment(const kd_segment_info *info)
{
    json_t *row = json_object();
    json_object_set_new(row, "clip", json_integer(info->clip));
    json_object_set_new(row, "first", json_integer(info->first_frame));
    json_object_set_new(row, "last", json_integer(info->first_frame + info->length));
    json_object_set_new(row, "handle_bytes", json_integer((json_int_t)info->handle_bytes));
    json_object_set_new(row, "sampled", json_integer((json_int_t)info->sampled_handle_bytes));
    json_object_set_new(row, "texture_bytes", json_integer((json_int_t)info->texture_bytes));
    json_object_set_new(row, "sampled_texture", json_integer((json_int_t)info->sampled_texture_bytes));
    return row;
}

static json_t *show_saved(size_t stored, size_t sampled)
{
    return cli_json_double(sampled > 0 ? 1.0 - (double)stored / (double)sampled : 0);
}

json_t *cli_segment_describe(const kd_segments *segments, size_t size)
{
    json_t *out = json_object(), *handles = json_array(), *rows = json_array();
    size_t stored[2] = {0, 0}, sampled[2] = {0, 0};
    for (int32_t i = 0; i < kd_segments_handle_count(segments); i++) {
        json_t *row = json_object();
        json_object_set_new(row, "joint", cli_json_text(kd_segments_handle_name(segments, i)));
        json_object_set_new(row, "foot", json_boolean(kd_segments_handle_is_foot(segments, i)));
        json_array_append_new(handles, row);
    }
    for (int32_t i = 0; i < kd_segments_count(segments); i++) {
        kd_segment_info info = kd_segments_info(segments, i);
        json_array_append_new(rows, show_segment(&info));
        stored[0] += info.handle_bytes;
        stored[1] += info.texture_bytes;
        sampled[0] += info.sampled_handle_bytes;
        sampled[1] += info.sampled_texture_bytes;
    }
    json_object_set_new(out, "bytes", json_integer((json_int_t)size));
    json_object_set_new(out, "joints", json_integer(kd_segments_joint_count(segments)));
    json_object_set_new(out, "links", json_integer(kd_segments_link_count(segments)));
    json_object_set_new(out, "frame_seconds", cli_json_double((double)kd_segments_frame_seconds(segments)));
    json_object_set_new(out, "height", cli_json_double((double)kd_segments_height(segments)));
    json_object_set_new(out, "handles_saved", show_saved(stored[0], sampled[0]));
    json_object_set_new(out, "texture_saved", show_saved(stored[1], sampled[1]));
    json_object_set_new(out, "handles", handles);
    json_object_set_new(out, "segments", rows);
    return out;
}

static cli_exit segment_show_run(cli_call *call)
{
    const char *path = cli_argument(call, 0);
    kd_limits limits = kd_limits_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_error error;
    kd_result result = kd_file_read(path, limits.file_bytes, &content, &findings);
    cli_exit problem = cli_report(call, cli_input_name(path), &findings);
    const kd_segments *segments = result == KD_OK ? kd_segments_open(content.data, content.size, &error) : NULL;
    if (result == KD_OK && !segments)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, error.code, cli_input_name(path), "%s", error.text);
    if (segments) {
        json_t *made = cli_segment_describe(segments, content.size);
        if (call->json)
            json_object_update(call->result, made);
        else
            cli_table_print(made, 0);
        json_decref(made);
    }
    kd_buffer_free(&content);
    return segments ? problem : CLI_WRONG_INPUT;
}

static const cli_param show_arguments[] = {
    {.kind = CLI_PATH, .placeholder = "ASSET.kds", .values = "kds", .help = "the asset; \"-\": the standard input"},
};

static const cli_example show_examples[] = {
    {"kinedriver segment cut walk.bvh -o walk.kds --quiet && kinedriver segment show walk.kds",
     "Lists handles, segments and memory."},
    {"kinedriver segment cut walk.bvh -o - | kinedriver segment show --json -",
     "Does it for programs, without a file."},
};

const cli_command cli_segment_show = {
    .name = "segment show",
    .summary = "check an asset and list what is in it",
    .description = "Opens an asset with the same checks as the runtime's segment player and lists its handles, its "
                   "segments and what they take of memory, against samples of every frame.",
    CLI_ARGUMENTS(show_arguments),
    CLI_EXAMPLES(show_examples),
    .has_json = true,
    .run = segment_show_run,
};
