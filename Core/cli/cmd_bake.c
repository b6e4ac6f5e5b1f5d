/* kinedriver bake: a rig run over a motion, written as plain animation. */
#include "bake_output.h"
#include "call.h"
#include "cut.h"
#include "files.h"
#include "json_text.h"
#include "programs.h"
#include "progress.h"
#include "report.h"

#include <kinedriver/bake.h>
#include <kinedriver/scene_motion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "RIG",
     .make_values = cli_program_files,
     .help = "a rig, which is compiled first, or a compiled program"},
    {.kind = CLI_PATH, .placeholder = "MOTION", .make_values = cli_scene_files, .help = "the motion to run it on"},
};

enum {
    OPTION_OUTPUT,
    OPTION_CHARACTER,
    OPTION_SKELETON,
    OPTION_CLIP,
    OPTION_FRAMES,
    OPTION_INPUT,
    OPTION_ALL,
    OPTION_LOD,
    OPTION_TO
};

static const cli_param options[] = {
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "OUT",
                       .values = CLI_BAKE_FILES,
                       .help = "the file to write, its format told by its extension; \"-\": the standard output"},
    [OPTION_CHARACTER] = {.name = "character",
                          .letter = 'c',
                          .kind = CLI_PATH,
                          .placeholder = "FILE",
                          .make_values = cli_scene_files,
                          .help = "play the motion on the skeleton of this file, joints matched by name, and put its "
                                  "meshes into the output"},
    [OPTION_SKELETON] = CLI_SKELETON_OPTION("the same without the meshes"),
    [OPTION_CLIP] = {.name = "clip",
                     .kind = CLI_TEXT,
                     .placeholder = "NAME",
                     .help = "bake only this one of several clips"},
    [OPTION_FRAMES] = {.name = "frames",
                       .letter = 'f',
                       .kind = CLI_TEXT,
                       .placeholder = "A:B",
                       .help = "write frames A to B, counted from 0, B included; what follows in time has followed "
                               "from frame 0 on"},
    [OPTION_INPUT] = CLI_INPUT_OPTION,
    [OPTION_ALL] = {.name = "all",
                    .letter = 'a',
                    .kind = CLI_FLAG,
                    .help = "write all joints into a .csv or .json file, not only those that the rig moves"},
    [OPTION_LOD] = {.name = "lod",
                    .kind = CLI_NUMBER,
                    .placeholder = "N",
                    .fallback = "0",
                    .help = "level of detail, 0 the finest"},
    [OPTION_TO] = {.name = "to",
                   .letter = 't',
                   .kind = CLI_CHOICE,
                   .placeholder = "FORMAT",
                   .values = CLI_BAKE_FILES,
                   .help = "the format to write, where the name of the output does not tell it"},
};

static const cli_example examples[] = {
    {"kinedriver bake arm.kdi body.glb -o baked.glb", "Bakes a rig into all clips of a file."},
    {"kinedriver bake arm.kdi wave.bvh --character body.glb -o baked.glb",
     "Plays a motion without helper joints on a character that has them."},
    {"kinedriver bake arm.kdi body.glb --clip lift --frames 1:2 -o lift.csv",
     "Writes what the rig does in two frames as a table."},
    {"kinedriver bake arm.kdi body.glb --clip lift --input Bulge=0 -o - --to json", "Sets an input; writes JSON."},
};

typedef struct bake_plan {
    cli_bake_output output;
    const char *rig, *motion;
    cli_frame_range frames;
    int32_t lod;
} bake_plan;

static cli_exit bake_plan_make(const cli_call *call, bake_plan *plan)
{
    double lod = cli_number(call, OPTION_LOD);
    plan->rig = cli_argument(call, 0);
    plan->motion = cli_argument(call, 1);
    if (cli_is_given(call, OPTION_CHARACTER) && cli_is_given(call, OPTION_SKELETON))
        return cli_wrong_use(call->command, "give either --character or --skeleton");
    if (!cli_frame_range_parse(cli_text(call, OPTION_FRAMES), &plan->frames))
        return cli_wrong_use(call->command,
                             "--frames needs A:B, A: or :B with whole numbers from 0 on and A not above B, not '%s'",
                             cli_text(call, OPTION_FRAMES));
    if (!(lod >= 0 && lod <= 255 && lod == (double)(int32_t)lod))
        return cli_wrong_use(call->command, "--lod needs a whole number from 0 to 255, not '%s'",
                             cli_text(call, OPTION_LOD));
    plan->lod = (int32_t)lod;
    cli_exit problem = cli_program_inputs_check(call, OPTION_INPUT);
    if (!problem)
        problem = cli_bake_output_make(call, cli_text(call, OPTION_OUTPUT), cli_text(call, OPTION_TO),
                                       cli_is_given(call, OPTION_ALL), &plan->output);
    if (!problem)
        problem = cli_check_output(call, plan->rig, plan->output.path, false);
    if (!problem)
        problem = cli_check_output(call, plan->motion, plan->output.path, false);
    return problem;
}

static cli_exit bake_pick_clip(cli_call *call, const bake_plan *plan, kd_scene *scene)
{
    const char *file = cli_input_name(plan->motion), *clip = cli_text(call, OPTION_CLIP);
    if (scene->clip_count == 0)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, file, "the file holds no motion");
    if (clip && !cli_cut_clips(clip, scene))
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, file,
                              "there is no clip '%s'; 'kinedriver info' names those there are", clip);
    if (cli_bake_output_is_table(&plan->output) && scene->clip_count > 1)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, file,
                              "the file holds %d clips, but a table holds one: choose it with --clip",
                              (int)scene->clip_count);
    return CLI_GOOD;
}

/* The scene to bake: the motion itself, or the character with the motion on it. */
static cli_exit bake_load(cli_call *call, const bake_plan *plan, kd_scene **out)
{
    const char *path = cli_text(call, cli_is_given(call, OPTION_CHARACTER) ? OPTION_CHARACTER : OPTION_SKELETON);
    kd_scene *motion, *character = NULL;
    *out = NULL;
    cli_exit problem = cli_skeleton_load(call, plan->motion, &motion);
    if (!problem)
        problem = bake_pick_clip(call, plan, motion);
    if (!problem && path)
        problem = cli_skeleton_load(call, path, &character);
    if (!problem && character) {
        kd_findings findings = kd_findings_make(NULL);
        kd_scene_take_motion(character, motion, &findings);
        problem = cli_report(call, cli_input_name(plan->motion), &findings);
    }
    if (!problem && character && cli_is_given(call, OPTION_SKELETON))
        character->mesh_count = character->material_count = 0;
    if (problem || character)
        kd_scene_free(motion);
    if (problem)
        kd_scene_free(character);
    else
        *out = character ? character : motion;
    return problem;
}

static cli_exit bake_clips(cli_call *call, const bake_plan *plan, const kd_program *program, kd_scene *scene)
{
    kd_bake_desc desc = kd_bake_desc_default();
    cli_progress progress = cli_progress_begin(call, "baking");
    float *inputs = NULL;
    cli_exit problem = cli_program_inputs(call, OPTION_INPUT, program, &inputs);
    desc.inputs = inputs;
    desc.lod = plan->lod;
    desc.outputs = cli_bake_output_curves(&plan->output);
    desc.progress = cli_progress_step;
    desc.user = &progress;
    for (int32_t i = 0; i < scene->clip_count && !problem; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_bake(program, scene, i, &desc, &findings);
        cli_progress_end(&progress);
        if (i > 0 && findings.counts[KD_SEVERITY_ERROR] == 0)
            kd_findings_free(&findings); /* the same as for the first clip */
        else
            problem = cli_report(call, cli_input_name(plan->rig), &findings);
    }
    free(inputs);
    return problem;
}

static void bake_tell(const cli_call *call, const bake_plan *plan, const kd_program *program, const kd_scene *scene)
{
    int32_t written = 0, frames = 0;
    for (int32_t i = 0; i < kd_program_joint_count(program); i++)
        written += kd_program_joint_writes(program, i) != 0;
    for (int32_t i = 0; i < scene->clip_count; i++)
        frames += scene->clips[i].frame_count;
    json_object_set_new(call->result, "output", cli_json_text(plan->output.path));
    json_object_set_new(call->result, "clips", json_integer(scene->clip_count));
    json_object_set_new(call->result, "frames", json_integer(frames));
    json_object_set_new(call->result, "joints", json_integer(scene->skeleton.joint_count));
    json_object_set_new(call->result, "joints_written", json_integer(written));
}

static cli_exit bake_scene(cli_call *call, const bake_plan *plan, kd_scene *scene)
{
    cli_rig_program program;
    cli_exit problem = cli_program_load(call, plan->rig, scene, false, &program);
    /* A motion that does not know its unit is taken to be in the rig's. */
    if (!problem && scene->metres_per_unit == 0.0)
        scene->metres_per_unit = program.metres_per_unit;
    if (!problem)
        problem = bake_clips(call, plan, program.program, scene);
    int32_t frame_count = problem ? -1 : cli_cut_frames(&plan->frames, scene);
    if (frame_count >= 0)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, cli_input_name(plan->motion),
                                 "frame %d is behind the last one, which is %d", (int)plan->frames.first,
                                 (int)frame_count - 1);
    if (!problem)
        problem = cli_bake_output_write(call, &plan->output, program.program, scene);
    if (!problem && call->json)
        bake_tell(call, plan, program.program, scene);
    cli_program_free(&program);
    return problem;
}

static cli_exit cmd_bake_run(cli_call *call)
{
    bake_plan plan;
    kd_scene *scene = NULL;
    cli_exit problem = bake_plan_make(call, &plan);
    if (!problem)
        problem = bake_load(call, &plan, &scene);
    if (!problem)
        problem = bake_scene(call, &plan, scene);
    kd_scene_free(scene);
    return problem;
}

const cli_command cli_command_bake = {
    .name = "bake",
    .summary = "run a rig over a motion and write what it does as animation",
    .description =
        "Runs a rig on every frame of a motion and writes the result: a motion file with the helper joints animated, "
        "or a table of numbers. Outputs of the rig that are morph weights become tracks of the morphs of that name; a "
        "table gets all outputs.\n\n"
        "A motion that lacks the helper joints, or a mesh, is played on a character: joints belong together by their "
        "names. Joints that the rig needs and does not find are warnings, with the nodes that are off for it.\n\n"
        "A rig is scaled to the unit of the file that it runs on; a motion that does not state its unit is taken to "
        "be in the rig's. A compiled program is in the unit that it was compiled for.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = cmd_bake_run,
};
