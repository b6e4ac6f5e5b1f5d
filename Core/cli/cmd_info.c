/* kinedriver info: what a file holds, as a table or as JSON. */
#include "call.h"
#include "files.h"
#include "info.h"
#include "json_text.h"
#include "report.h"
#include "table.h"

#include <kinedriver/scene_file.h>

#include <stdio.h>
#include <string.h>

/* All that can be read, and what the runtime reads. */
static const char *info_files(void)
{
    static char list[320];
    snprintf(list, sizeof list, "%s|%s", cli_readable_files(), cli_asset_files());
    return list;
}

static const cli_param arguments[] = {
    {.kind = CLI_PATH, .placeholder = "FILE", .make_values = info_files, .help = "the file to look into"},
};

enum { OPTION_LIST };

static const cli_param options[] = {
    [OPTION_LIST] = {.name = "list",
                     .letter = 'l',
                     .kind = CLI_FLAG,
                     .help = "name every joint, or every node and connection of a rig, instead of only counting them"},
};

static const cli_example examples[] = {
    {"kinedriver info walk.bvh", "Shows skeleton, frames, duration and the space that the motion takes up."},
    {"kinedriver info --list body.glb", "Names every joint with its parent and its place at rest."},
    {"kinedriver info arm.kdi", "Counts the nodes of a rig by type and names its inputs and outputs."},
    {"kinedriver segment cut walk.bvh -o walk.kds --quiet && kinedriver info --json walk.kds",
     "Checks an asset of motion segments and gives what it holds to a program."},
};

/* The name of a scene's format, where the file can be looked at a second time. */
static void info_set_format(json_t *object, const char *path)
{
    kd_limits limits = kd_limits_default();
    kd_buffer content = kd_buffer_make(NULL);
    if (strcmp(path, "-") != 0 && kd_file_read(path, limits.file_bytes, &content, NULL) == KD_OK) {
        const char *name = kd_scene_format_name(path, content.data, content.size);
        json_object_set_new(object, "format", name ? json_string(name) : json_null());
    }
    kd_buffer_free(&content);
}

/* What the runtime half reads, opened with the checks that a game makes: the first opener that knows the bytes. */
static cli_exit info_describe_asset(cli_call *call, const char *path, json_t *object)
{
    kd_limits limits = kd_limits_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_file_read(path, limits.file_bytes, &content, &findings);
    cli_exit problem = cli_report(call, cli_input_name(path), &findings);
    kd_error error = {.code = KD_FORMAT_UNKNOWN};
    const kd_program *program = problem ? NULL : kd_program_open(content.data, content.size, &error);
    const kd_blend *blend = NULL;
    const kd_segments *segments = NULL;
    if (!problem && !program && error.code == KD_FORMAT_UNKNOWN)
        blend = kd_blend_open(content.data, content.size, &error);
    if (!problem && !program && !blend && error.code == KD_FORMAT_UNKNOWN)
        segments = kd_segments_open(content.data, content.size, &error);
    if (program)
        cli_info_program(object, program, cli_is_given(call, OPTION_LIST));
    else if (blend)
        cli_info_blend(object, blend, cli_is_given(call, OPTION_LIST));
    else if (segments)
        cli_info_segments(object, segments, content.size);
    else if (!problem)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, error.code, cli_input_name(path), "%s", error.text);
    kd_buffer_free(&content);
    return problem;
}

static cli_exit info_describe(cli_call *call, const char *path, json_t *object)
{
    kd_read_desc desc = kd_read_desc_default();
    bool with_list = cli_is_given(call, OPTION_LIST);
    bool done;
    if (cli_input_is_asset(path))
        return info_describe_asset(call, path, object);
    if (cli_input_is_rig(path)) {
        kd_rig *rig;
        cli_exit problem = cli_rig_load(call, path, &desc, &rig);
        if (problem)
            return problem;
        done = cli_info_rig(object, rig, with_list);
        kd_rig_free(rig);
    } else {
        kd_scene *scene;
        cli_exit problem = cli_scene_load(call, path, &desc, &scene);
        if (problem)
            return problem;
        info_set_format(object, path);
        done = cli_info_scene(object, scene, with_list);
        kd_scene_free(scene);
    }
    if (done)
        return CLI_GOOD;
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, cli_input_name(path),
                          "no memory to describe the file");
}

static cli_exit info_run(cli_call *call)
{
    const char *path = cli_argument(call, 0);
    json_t *object = json_object();
    json_object_set_new(object, "file", cli_json_text(cli_input_name(path)));
    cli_exit problem = info_describe(call, path, object);
    if (!problem && call->json)
        json_object_update(call->result, object);
    else if (!problem)
        cli_table_print(object, 0);
    json_decref(object);
    return problem;
}

const cli_command cli_command_info = {
    .name = "info",
    .summary = "show what a file holds",
    .description =
        "Reads any file of a known format and tells what is in it. For a rig: units, nodes by type, joints, "
        "connections, externals and "
        "groups. For a compiled program the same as far as it keeps it, with size, hash and the unit of its distances. "
        "For a blend (.kdm) its motions, joints and feet; for segments (.kds) their handles, frames and memory; both "
        "are opened with the checks that a game makes. "
        "For motions and meshes: joints and tips, clips with frames, seconds from the first to the "
        "last frame and frames per "
        "second, meshes with vertices, triangles, influences and morph targets, shape sequences.\n\n"
        "min and max are the corners of the box around the joints in model space, at rest for the skeleton "
        "and over all frames for a "
        "clip, or around the vertices of a mesh.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = info_run,
};
