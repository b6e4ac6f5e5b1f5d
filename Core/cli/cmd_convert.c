/* kinedriver convert: another format, scale, rate or range of frames. Rigs become rigs; motions and meshes go through
 * the library's table of formats. */
#include "call.h"
#include "cut.h"
#include "files.h"
#include "json_text.h"
#include "report.h"

#include <kinedriver/scene_motion.h>

#include <stdio.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "IN",
     .make_values = cli_readable_files,
     .help = "the file to read; \"-\": the standard input; a name with # is a series of OBJ files"},
    {.kind = CLI_PATH,
     .placeholder = "OUT",
     .make_values = cli_writable_files,
     .help = "the file to write, its format told by its extension; \"-\": the standard output"},
};

enum {
    OPTION_SCALE,
    OPTION_UNIT,
    OPTION_CLIP,
    OPTION_FRAMES,
    OPTION_RATE,
    OPTION_MOTION,
    OPTION_TO,
    OPTION_STRICT,
    OPTION_IN_PLACE
};

static const cli_param options[] = {
    [OPTION_SCALE] = {.name = "scale",
                      .letter = 's',
                      .kind = CLI_NUMBER,
                      .placeholder = "S",
                      .fallback = "1",
                      .help = "multiply all lengths by S, whatever unit the file states"},
    [OPTION_UNIT] = {.name = "unit",
                     .letter = 'u',
                     .kind = CLI_CHOICE,
                     .placeholder = "UNIT",
                     .values = "millimeter|centimeter|meter|inch|foot", /* in the order of kd_distance_unit */
                     .help = "count the distances of a rig in this unit; what they mean stays the same"},
    [OPTION_CLIP] = {.name = "clip",
                     .letter = 'c',
                     .kind = CLI_TEXT,
                     .placeholder = "NAME",
                     .help = "keep only this one of several clips"},
    [OPTION_FRAMES] =
        {.name = "frames",
         .letter = 'f',
         .kind = CLI_TEXT,
         .placeholder = "A:B",
         .help = "keep frames A to B of every clip, counted from 0, B included; A: and :B are open at one end"},
    [OPTION_RATE] =
        {.name = "rate",
         .letter = 'r',
         .kind = CLI_NUMBER,
         .placeholder = "R",
         .help = "take the input to have R frames a second, whatever it says; frames are neither added nor dropped"},
    [OPTION_MOTION] = {.name = "motion",
                       .letter = 'm',
                       .kind = CLI_PATH,
                       .placeholder = "FILE",
                       .make_values = cli_scene_files,
                       .help = "give the character of the input the clips of this file, joint by joint of the same "
                               "name; --clip, --frames and --rate then mean these"},
    [OPTION_TO] = {.name = "to",
                   .letter = 't',
                   .kind = CLI_CHOICE,
                   .placeholder = "FORMAT",
                   .make_values = cli_writable_files,
                   .help = "the format to write, where the name of the output does not tell it"},
    [OPTION_STRICT] = {.name = "strict", .kind = CLI_FLAG, .help = "what would be repaired with a warning is an error"},
    [OPTION_IN_PLACE] = CLI_IN_PLACE_OPTION,
};

static const cli_example examples[] = {
    {"kinedriver convert walk.bvh walk.glb", "Makes a motion that any viewer of glTF shows."},
    {"kinedriver convert --frames 1: --scale 2.54 walk.bvh cut.bvh",
     "Drops the first frame and turns inches into centimetres."},
    {"kinedriver convert --motion wave.bvh body.glb waving.glb", "Puts a motion on a character."},
    {"kinedriver convert walk.bvh - --to gltf > walk.gltf", "Writes to the standard output."},
};

enum { CONVERT_NAME = 32 };

typedef struct convert_plan {
    const char *input, *output;
    char name[CONVERT_NAME]; /* of a file in the format that --to names */
    bool is_rig;
    double scale;
    const char *clip;
    cli_frame_range frames;
    kd_read_desc read_desc;
} convert_plan;

/* The name whose extension tells what to write. */
static const char *convert_name(const convert_plan *plan)
{
    return *plan->name ? plan->name : plan->output;
}

static cli_exit convert_plan_format(const cli_call *call, convert_plan *plan)
{
    const char *to = cli_text(call, OPTION_TO);
    bool from_rig = cli_input_is_rig(plan->input);
    plan->name[0] = 0;
    if (to || (from_rig && strcmp(plan->output, "-") == 0))
        snprintf(plan->name, sizeof plan->name, "out.%s", to ? to : cli_rig_files());
    if (!cli_has_extension(convert_name(plan), cli_writable_files()))
        return cli_wrong_use(call->command, "the name '%s' does not tell the format to write; give --to %s",
                             plan->output, cli_writable_files());
    plan->is_rig = cli_has_extension(convert_name(plan), cli_rig_files());
    if (plan->is_rig != from_rig)
        return cli_wrong_use(call->command,
                             from_rig ? "'%s' is a rig; rigs can only be written as .kdi"
                                      : "'%s' is not a rig; only rigs can be written as .kdi",
                             plan->input);
    if (!plan->is_rig && cli_is_given(call, OPTION_UNIT))
        return cli_wrong_use(call->command, "--unit is for rigs; motions and meshes are scaled with --scale");
    if (plan->is_rig && (plan->clip || cli_is_given(call, OPTION_FRAMES) || cli_is_given(call, OPTION_RATE) ||
                         cli_is_given(call, OPTION_MOTION)))
        return cli_wrong_use(call->command, "--clip, --frames, --rate and --motion are for motions, not for rigs");
    return CLI_GOOD;
}

static cli_exit convert_plan_numbers(const cli_call *call, convert_plan *plan)
{
    double rate = cli_number(call, OPTION_RATE);
    plan->scale = cli_number(call, OPTION_SCALE);
    if (!(plan->scale >= 1e-9 && plan->scale <= 1e9))
        return cli_wrong_use(call->command, "--scale needs a number from 1e-9 to 1e9, not '%s'",
                             cli_text(call, OPTION_SCALE));
    if (cli_is_given(call, OPTION_RATE) && !(rate >= 0.001 && rate <= 1e6))
        return cli_wrong_use(call->command, "--rate needs a number from 0.001 to 1000000, not '%s'",
                             cli_text(call, OPTION_RATE));
    if (cli_is_given(call, OPTION_RATE))
        plan->read_desc.frame_time_s = 1.0 / rate;
    if (!cli_frame_range_parse(cli_text(call, OPTION_FRAMES), &plan->frames))
        return cli_wrong_use(call->command,
                             "--frames needs A:B, A: or :B with whole numbers from 0 on and A not above B, not '%s'",
                             cli_text(call, OPTION_FRAMES));
    return CLI_GOOD;
}

static cli_exit convert_plan_make(const cli_call *call, convert_plan *plan)
{
    plan->input = cli_argument(call, 0);
    plan->output = cli_argument(call, 1);
    plan->clip = cli_text(call, OPTION_CLIP);
    plan->read_desc = kd_read_desc_default();
    plan->read_desc.strict = cli_is_given(call, OPTION_STRICT);
    cli_exit problem = convert_plan_numbers(call, plan);
    if (!problem)
        problem = convert_plan_format(call, plan);
    return problem ? problem : cli_check_output(call, plan->input, plan->output, cli_is_given(call, OPTION_IN_PLACE));
}

/* Scales and, if another unit is wanted, counts in it from now on. */
static cli_exit convert_rig_distances(cli_call *call, const convert_plan *plan, kd_rig *rig)
{
    static const double micrometres[] = {1000, 10000, 1000000, 25400, 304800}; /* by kd_distance_unit: all whole */
    double factor = plan->scale;
    if (cli_is_given(call, OPTION_UNIT)) {
        int unit = cli_choice(call, OPTION_UNIT);
        factor *= micrometres[rig->units.distance] / micrometres[unit];
        rig->units.distance = unit;
    }
    kd_result result = factor == 1 ? KD_OK : kd_rig_scale_distance(rig, factor);
    if (result == KD_OK)
        return CLI_GOOD;
    return cli_report_one(call, KD_SEVERITY_ERROR, result, cli_input_name(plan->input), "cannot scale by %g: %s",
                          factor, kd_result_text(result));
}

static cli_exit convert_rig(cli_call *call, const convert_plan *plan)
{
    kd_rig *rig;
    cli_exit problem = cli_rig_load(call, plan->input, &plan->read_desc, &rig);
    if (problem)
        return problem;
    problem = convert_rig_distances(call, plan, rig);
    if (!problem)
        problem = cli_rig_save(call, rig, plan->output);
    kd_rig_free(rig);
    return problem;
}

/* Takes the part of the motion that is wanted. */
static cli_exit convert_cut(cli_call *call, const convert_plan *plan, kd_scene *scene)
{
    const char *file = cli_input_name(plan->input);
    bool has_frame_option = cli_is_given(call, OPTION_FRAMES) || cli_is_given(call, OPTION_RATE);
    if (plan->clip && !cli_cut_clips(plan->clip, scene))
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, file,
                              "there is no clip '%s'; 'kinedriver info' names those there are", plan->clip);
    if (has_frame_option && !cli_has_frames(scene))
        cli_report_one(call, KD_SEVERITY_WARNING, KD_UNUSED, file,
                       "the file has no frames: --frames and --rate have no effect");
    int32_t frame_count = cli_cut_frames(&plan->frames, scene);
    if (frame_count >= 0)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, file, "frame %d is behind the last one, which is %d",
                              (int)plan->frames.first, (int)frame_count - 1);
    return CLI_GOOD;
}

static cli_exit convert_take_motion(cli_call *call, const convert_plan *plan, kd_scene *scene)
{
    const char *path = cli_text(call, OPTION_MOTION);
    kd_scene *motion;
    if (!path)
        return CLI_GOOD;
    cli_exit problem = cli_scene_load(call, path, &plan->read_desc, &motion);
    if (problem)
        return problem;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene_take_motion(scene, motion, &findings);
    kd_scene_free(motion);
    return cli_report(call, cli_input_name(path), &findings);
}

/* Multiplies lengths; the unit that the file states stays, so that things become larger or smaller. */
static void convert_scale(kd_scene *scene, double factor)
{
    double metres_per_unit = scene->metres_per_unit;
    kd_scene_scale(scene, factor);
    scene->metres_per_unit = metres_per_unit;
}

static cli_exit convert_scene(cli_call *call, const convert_plan *plan)
{
    kd_scene *scene;
    cli_exit problem = cli_scene_load(call, plan->input, &plan->read_desc, &scene);
    if (problem)
        return problem;
    problem = convert_take_motion(call, plan, scene);
    if (!problem)
        problem = convert_cut(call, plan, scene);
    if (!problem && plan->scale != 1)
        convert_scale(scene, plan->scale);
    if (!problem)
        problem = cli_scene_save(call, scene, plan->output, convert_name(plan));
    kd_scene_free(scene);
    return problem;
}

static cli_exit convert_run(cli_call *call)
{
    convert_plan plan;
    cli_exit problem = convert_plan_make(call, &plan);
    if (problem)
        return problem;
    problem = plan.is_rig ? convert_rig(call, &plan) : convert_scene(call, &plan);
    if (!problem && call->json)
        json_object_set_new(call->result, "output", cli_json_text(plan.output));
    return problem;
}

const cli_command cli_command_convert = {
    .name = "convert",
    .summary = "change the format, scale, rate or range of a file",
    .description =
        "Reads a file and writes it in the format of the output's extension: rigs as KDI, motions and meshes as any of "
        "the other formats. What the new format cannot hold is left out with a warning.\n\n"
        "The output is written only if all went well, and then replaces a file of that name; the input itself is "
        "replaced only with --in-place.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = convert_run,
};
