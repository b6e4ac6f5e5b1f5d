/* kinedriver eval: what every node of a rig gives for one pose: a probe for debugging a rig. */
#include "call.h"
#include "cut.h"
#include "files.h"
#include "json_text.h"
#include "programs.h"
#include "report.h"
#include "table.h"

#include <kinedriver/eval.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "RIG",
     .make_values = cli_program_files,
     .help = "a rig, or a program that was compiled with probes"},
};

enum { OPTION_POSE, OPTION_MOTION, OPTION_CLIP, OPTION_FRAME, OPTION_NODE, OPTION_INPUT, OPTION_LOD };

static const cli_param options[] = {
    [OPTION_POSE] = {.name = "pose",
                     .letter = 'p',
                     .kind = CLI_PATH,
                     .placeholder = "FILE",
                     .make_values = cli_scene_files,
                     .help = "evaluate the rest pose of this file"},
    [OPTION_MOTION] = {.name = "motion",
                       .letter = 'm',
                       .kind = CLI_PATH,
                       .placeholder = "FILE",
                       .make_values = cli_scene_files,
                       .help = "evaluate a frame of the motion in this file"},
    [OPTION_CLIP] = {.name = "clip",
                     .letter = 'c',
                     .kind = CLI_TEXT,
                     .placeholder = "NAME",
                     .help = "take this one of several clips; without it the first"},
    [OPTION_FRAME] = {.name = "frame",
                      .letter = 'f',
                      .kind = CLI_NUMBER,
                      .placeholder = "N",
                      .fallback = "0",
                      .help = "the frame, counted from 0; all frames before it are evaluated first"},
    [OPTION_NODE] = {.name = "node",
                     .letter = 'n',
                     .kind = CLI_TEXT,
                     .repeats = true,
                     .placeholder = "NAME",
                     .help = "show only the values of this node"},
    [OPTION_INPUT] = CLI_INPUT_OPTION,
    [OPTION_LOD] = {.name = "lod",
                    .kind = CLI_NUMBER,
                    .placeholder = "N",
                    .fallback = "0",
                    .help = "level of detail, 0 the finest"},
};

static const cli_example examples[] = {
    {"kinedriver eval arm.kdi --motion body.glb --clip lift --frame 2",
     "Shows every value in the third frame of a motion."},
    {"kinedriver eval arm.kdi --pose body.glb --node Push_l --input Bulge=0.5",
     "Shows one node at rest, with an input set."},
};

typedef struct eval_work {
    cli_call *call;
    const kd_program *program;
    kd_scene *scene;
    int32_t frame;
    int32_t lod;
    kd_transform *pose;
    float *inputs, *outputs;
    void *memory[2]; /* binding, instance */
    kd_binding *binding;
    kd_instance *instance;
} eval_work;

static bool eval_prepare(eval_work *work)
{
    size_t joints = (size_t)work->scene->skeleton.joint_count;
    work->pose = (kd_transform *)malloc((joints + 1) * sizeof *work->pose);
    work->outputs = (float *)calloc((size_t)kd_program_output_count(work->program) + 1, sizeof(float));
    work->memory[0] = malloc(kd_binding_size(work->program));
    work->memory[1] = malloc(kd_instance_size(work->program, 1) + 32);
    if (!work->pose || !work->outputs || !work->memory[0] || !work->memory[1])
        return false;
    char *place = (char *)work->memory[1];
    place += (32 - ((uintptr_t)place & 31)) & 31;
    work->binding = kd_binding_init(work->memory[0], work->program, &work->scene->skeleton);
    work->instance = kd_instance_init(place, work->binding, 1);
    return true;
}

static void eval_free(eval_work *work)
{
    free(work->pose);
    free(work->inputs);
    free(work->outputs);
    free(work->memory[0]);
    free(work->memory[1]);
}

/* The curves of the clip that are called like inputs set them. */
static void eval_set_inputs(eval_work *work, const kd_clip *clip, int32_t frame)
{
    for (int32_t i = 0; clip && i < clip->curve_count; i++) {
        int32_t input = kd_program_find_input(work->program, clip->curve_names[i]);
        if (input >= 0)
            work->inputs[input] = clip->curves[(size_t)frame * (size_t)clip->curve_count + (size_t)i];
    }
}

static void eval_frames(eval_work *work)
{
    const kd_skeleton *skeleton = &work->scene->skeleton;
    const kd_clip *clip = cli_is_given(work->call, OPTION_MOTION) ? &work->scene->clips[0] : NULL;
    size_t joints = (size_t)skeleton->joint_count;
    for (int32_t f = 0; f <= work->frame; f++) {
        for (size_t j = 0; j < joints; j++)
            work->pose[j] = clip ? clip->locals[(size_t)f * joints + j] : skeleton->joints[j].rest;
        eval_set_inputs(work, clip, f);
        const float *const inputs = work->inputs;
        float *const outputs = work->outputs;
        kd_eval_job job = kd_eval_job_default(work->instance);
        job.poses = &work->pose;
        job.inputs = &inputs;
        job.outputs = &outputs;
        job.seconds = clip ? (float)clip->frame_time_s : 0.0f;
        job.lod = work->lod;
        kd_eval_run(&job);
    }
}

static json_t *eval_number_list(const float *values, int32_t count)
{
    if (count == 1)
        return cli_json_float(values[0]);
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(list, cli_json_float(values[i]));
    return list;
}

static bool eval_is_shown(const cli_call *call, const char *node)
{
    const char *wanted;
    for (int nth = 0; (wanted = cli_text_at(call, OPTION_NODE, nth)) != NULL; nth++)
        if (strcmp(wanted, node) == 0)
            return true;
    return !cli_is_given(call, OPTION_NODE);
}

static json_t *eval_values(const eval_work *work)
{
    json_t *list = json_array();
    for (int32_t n = 0; n < kd_program_node_count(work->program); n++) {
        const char *node = kd_program_node_name(work->program, n);
        kd_probe probe;
        for (int32_t i = 0; eval_is_shown(work->call, node) && kd_instance_probe(work->instance, 0, n, i, &probe);
             i++) {
            json_t *row = json_object();
            json_object_set_new(row, "node", cli_json_text(node));
            json_object_set_new(row, "port", cli_json_text(probe.name));
            json_object_set_new(row, "direction", json_string(probe.is_input ? "in" : "out"));
            json_object_set_new(row, "value", eval_number_list(probe.value, probe.width));
            json_array_append_new(list, row);
        }
    }
    return list;
}

static json_t *eval_joints(const eval_work *work)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < kd_program_joint_count(work->program); i++) {
        int32_t joint = kd_binding_host_joint(work->binding, i);
        if (joint < 0 || kd_program_joint_writes(work->program, i) == 0)
            continue;
        const kd_transform *t = &work->pose[joint];
        const float rotate[4] = {t->rotate.x, t->rotate.y, t->rotate.z, t->rotate.w};
        json_t *row = json_object();
        json_object_set_new(row, "joint", cli_json_text(kd_program_joint_name(work->program, i)));
        json_object_set_new(row, "translate", cli_json_vec3(t->translate));
        json_object_set_new(row, "rotate", eval_number_list(rotate, 4));
        json_object_set_new(row, "scale", cli_json_vec3(t->scale));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *eval_outputs(const eval_work *work)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < kd_program_output_count(work->program); i++) {
        json_t *row = json_object();
        json_object_set_new(row, "output", cli_json_text(kd_program_output(work->program, i).name));
        json_object_set_new(row, "value", cli_json_float(work->outputs[i]));
        json_array_append_new(list, row);
    }
    return list;
}

/* Nodes that a missing joint switches off: in a compiled program only, a rig has left them out with warnings. */
static json_t *eval_off(const eval_work *work)
{
    json_t *list = json_array();
    for (int32_t n = 0; n < kd_program_node_count(work->program); n++) {
        int32_t lack = kd_binding_node_lacks(work->binding, n);
        if (lack < 0)
            continue;
        json_t *row = json_object();
        json_object_set_new(row, "node", cli_json_text(kd_program_node_name(work->program, n)));
        json_object_set_new(row, "lacks_joint", cli_json_text(kd_program_joint_name(work->program, lack)));
        json_array_append_new(list, row);
    }
    return list;
}

static void eval_tell(const eval_work *work)
{
    json_t *object = json_object();
    json_object_set_new(object, "rig", cli_json_text(kd_program_rig_name(work->program)));
    json_object_set_new(object, "frame", json_integer(work->frame));
    json_object_set_new(object, "values", eval_values(work));
    json_object_set_new(object, "joints", eval_joints(work));
    json_object_set_new(object, "outputs", eval_outputs(work));
    json_object_set_new(object, "off", eval_off(work));
    if (work->call->json)
        json_object_update(work->call->result, object);
    else
        cli_table_print(object, 0);
    json_decref(object);
}

static cli_exit eval_check_nodes(cli_call *call, const kd_program *program)
{
    const char *wanted;
    for (int nth = 0; (wanted = cli_text_at(call, OPTION_NODE, nth)) != NULL; nth++)
        if (kd_program_find_node(program, wanted) < 0)
            return cli_report_one(call, KD_SEVERITY_ERROR, KD_NODE_UNKNOWN, cli_input_name(cli_argument(call, 0)),
                                  "the rig has no node '%s'", wanted);
    return CLI_GOOD;
}

static cli_exit eval_program(eval_work *work)
{
    cli_exit problem = eval_check_nodes(work->call, work->program);
    if (!problem)
        problem = cli_program_inputs(work->call, OPTION_INPUT, work->program, &work->inputs);
    if (!problem && !eval_prepare(work))
        problem = cli_report_one(work->call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "no memory for the evaluation");
    if (!problem) {
        eval_frames(work);
        eval_tell(work);
    }
    eval_free(work);
    return problem;
}

static cli_exit eval_check_frame(cli_call *call, kd_scene *scene, const char *path, double frame)
{
    const char *clip = cli_text(call, OPTION_CLIP);
    if (!cli_is_given(call, OPTION_MOTION))
        return CLI_GOOD;
    if (scene->clip_count == 0)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, cli_input_name(path), "the file holds no motion");
    if (clip && !cli_cut_clips(clip, scene))
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, cli_input_name(path),
                              "there is no clip '%s'; 'kinedriver info' names those there are", clip);
    if (frame >= (double)scene->clips[0].frame_count)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_RANGE, cli_input_name(path),
                              "frame %.0f is behind the last one, which is %d", frame,
                              (int)scene->clips[0].frame_count - 1);
    return CLI_GOOD;
}

static cli_exit eval_scene(eval_work *work, const char *path, double frame)
{
    cli_rig_program program;
    cli_exit problem = eval_check_frame(work->call, work->scene, path, frame);
    if (problem)
        return problem;
    work->frame = cli_is_given(work->call, OPTION_MOTION) ? (int32_t)frame : 0;
    problem = cli_program_load(work->call, cli_argument(work->call, 0), work->scene, true, &program);
    work->program = program.program;
    if (!problem)
        problem = eval_program(work);
    cli_program_free(&program);
    return problem;
}

static cli_exit cmd_eval_run(cli_call *call)
{
    const char *path = cli_text(call, cli_is_given(call, OPTION_MOTION) ? OPTION_MOTION : OPTION_POSE);
    double frame = cli_number(call, OPTION_FRAME), lod = cli_number(call, OPTION_LOD);
    kd_scene *scene;
    if (cli_is_given(call, OPTION_POSE) == cli_is_given(call, OPTION_MOTION))
        return cli_wrong_use(call->command, "give either --pose or --motion");
    if (cli_is_given(call, OPTION_POSE) && (cli_is_given(call, OPTION_FRAME) || cli_is_given(call, OPTION_CLIP)))
        return cli_wrong_use(call->command, "--clip and --frame go with --motion");
    if (!(frame >= 0 && frame < INT32_MAX && frame == (double)(int32_t)frame))
        return cli_wrong_use(call->command, "--frame needs a whole number from 0 on, not '%s'",
                             cli_text(call, OPTION_FRAME));
    if (!(lod >= 0 && lod <= 255 && lod == (double)(int32_t)lod))
        return cli_wrong_use(call->command, "--lod needs a whole number from 0 to 255, not '%s'",
                             cli_text(call, OPTION_LOD));
    cli_exit problem = cli_program_inputs_check(call, OPTION_INPUT);
    if (problem)
        return problem;
    problem = cli_skeleton_load(call, path, &scene);
    eval_work work;
    memset(&work, 0, sizeof work);
    work.call = call;
    work.scene = scene;
    work.lod = (int32_t)lod;
    if (!problem)
        problem = eval_scene(&work, path, frame);
    kd_scene_free(scene);
    return problem;
}

const cli_command cli_command_eval = {
    .name = "eval",
    .summary = "show the values of every node of a rig for one pose",
    .description = "Runs a rig on a pose and prints the value at every port of every node, the joints that it moves "
                   "with their local transforms, and its outputs. A frame of a motion is reached from the first one "
                   "on, so that what follows in time has followed. A rig is scaled to the unit of the file.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = cmd_eval_run,
};
