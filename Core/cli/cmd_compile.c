/* kinedriver compile: a rig as the program that a game loads. */
#include "call.h"
#include "files.h"
#include "json_text.h"
#include "programs.h"
#include "report.h"

#include <stdio.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "RIG.kdi",
     .make_values = cli_rig_files,
     .help = "the rig to compile; \"-\": the standard input"},
    {.kind = CLI_PATH,
     .placeholder = "OUT.kdp",
     .values = "kdp",
     .help = "the program to write; \"-\": the standard output"},
};

enum { OPTION_SKELETON, OPTION_PROBES };

static const cli_param options[] = {
    [OPTION_SKELETON] = CLI_SKELETON_OPTION(
        "compile for the skeleton, the rest pose and the unit of this file; without it for the joints that the rig "
        "states itself"),
    [OPTION_PROBES] = {.name = "probes",
                       .letter = 'p',
                       .kind = CLI_FLAG,
                       .help = "keep the values of all ports for debugging; costs a little time in every frame"},
};

static const cli_example examples[] = {
    {"kinedriver compile arm.kdi arm.kdp --skeleton body.glb", "Compiles a rig for a character."},
    {"kinedriver compile --probes arm.kdi arm.kdp --skeleton body.glb", "Keeps what a debugger wants to see."},
};

static void compile_tell(const cli_call *call, const char *output, const kd_program *program)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)kd_program_content_hash(program));
    json_object_set_new(call->result, "output", cli_json_text(output));
    json_object_set_new(call->result, "bytes", json_integer((json_int_t)kd_program_size(program)));
    json_object_set_new(call->result, "hash", json_string(hash));
    json_object_set_new(call->result, "metres_per_unit", cli_json_double(kd_program_metres_per_unit(program)));
    json_object_set_new(call->result, "joints", json_integer(kd_program_joint_count(program)));
    json_object_set_new(call->result, "nodes", json_integer(kd_program_node_count(program)));
    json_object_set_new(call->result, "inputs", json_integer(kd_program_input_count(program)));
    json_object_set_new(call->result, "outputs", json_integer(kd_program_output_count(program)));
}

static cli_exit compile_file(cli_call *call, const kd_scene *scene)
{
    const char *input = cli_argument(call, 0), *output = cli_argument(call, 1);
    cli_rig_program program;
    cli_exit problem = cli_program_load(call, input, scene, cli_is_given(call, OPTION_PROBES), &program);
    if (!problem && program.lacks_joints && scene == NULL)
        problem = cli_report_one(call, KD_SEVERITY_NOTE, KD_JOINT_UNKNOWN, cli_input_name(input),
                                 "--skeleton FILE takes the joints that the rig does not state from a character");
    if (!problem) {
        kd_findings findings = kd_findings_make(NULL);
        kd_file_write(output, program.bytes.data, program.bytes.size, &findings);
        problem = cli_report(call, cli_output_name(output), &findings);
    }
    if (!problem && call->json)
        compile_tell(call, output, program.program);
    cli_program_free(&program);
    return problem;
}

static cli_exit cmd_compile_run(cli_call *call)
{
    kd_scene *scene;
    cli_exit problem = cli_check_output(call, cli_argument(call, 0), cli_argument(call, 1), false);
    if (!problem && !cli_input_is_rig(cli_argument(call, 0)))
        problem =
            cli_wrong_use(call->command, "'%s' is not a rig; only .kdi files can be compiled", cli_argument(call, 0));
    if (problem)
        return problem;
    problem = cli_skeleton_load(call, cli_text(call, OPTION_SKELETON), &scene);
    if (!problem)
        problem = compile_file(call, scene);
    kd_scene_free(scene);
    return problem;
}

const cli_command cli_command_compile = {
    .name = "compile",
    .summary = "compile a rig into the program that a game loads",
    .description =
        "Reads a rig and writes the program that is evaluated every frame: one block of bytes that is verified when it "
        "is opened and runs without memory of its own. The same rig, skeleton and version give the same bytes.\n\n"
        "With --skeleton rest poses come from that file, and lengths are converted to its unit. Nodes whose joints it "
        "lacks are left out with a warning each, and so are those that depend on them.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = cmd_compile_run,
};
