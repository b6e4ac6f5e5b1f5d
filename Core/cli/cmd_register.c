/* kinedriver register: which moments of motions belong together, as an asset for the runtime and as a picture. */
#include "motions.h"

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "MOTION",
     .repeats = true,
     .make_values = cli_scene_files,
     .help = "two motions or more; the first is what the others are compared with"},
};

enum { OPTION_PLOT = MOTIONS_OPTION_COUNT };

static const cli_param options[] = {
    CLI_MOTIONS_OPTIONS,
    [OPTION_PLOT] = {.name = "plot",
                     .letter = 'p',
                     .kind = CLI_PATH,
                     .placeholder = "OUT.svg",
                     .values = "svg",
                     .help = "draw the distance matrix of the first two with path and time curve"},
};

static const cli_example examples[] = {
    {"kinedriver register walk.bvh stroll.bvh -o walk.kdm --plot walk.svg",
     "Makes an asset for the runtime's player and a picture of the time curve."},
    {"kinedriver register walk.bvh stroll.bvh -o walk.kdm --range 1: --write-contacts feet.csv",
     "Leaves out the first frame of both, and lists when the feet stand."},
};

static cli_exit register_write(cli_call *call, cli_motions *motions)
{
    kd_buffer content = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_blend_build(motions->registration, &content, &findings);
    cli_exit problem = cli_motions_write(call, cli_text(call, MOTIONS_OUTPUT), result, &content, &findings);
    if (problem || !cli_text(call, OPTION_PLOT))
        return problem;
    content = kd_buffer_make(NULL);
    findings = kd_findings_make(NULL);
    result = kd_registration_plot(motions->registration, 1, &content, &findings);
    return cli_motions_write(call, cli_text(call, OPTION_PLOT), result, &content, &findings);
}

static cli_exit register_run(cli_call *call)
{
    cli_motions motions;
    const char *output = cli_text(call, MOTIONS_OUTPUT);
    if (output && !cli_has_extension(output, "kdm"))
        return cli_wrong_use(call->command, "'%s' does not end in .kdm; 'kinedriver blend' writes motions", output);
    cli_exit problem = cli_motions_make(call, &motions);
    problem = problem ? problem : register_write(call, &motions);
    problem = problem ? problem : cli_motions_finish(call, &motions);
    cli_motions_free(&motions);
    return problem;
}

const cli_command cli_command_register = {
    .name = "register",
    .summary = "find which moments of motions belong together",
    .description =
        "Compares every frame of each motion with every frame of the first, finds the best correspondence in time, "
        "smooths it, aligns the motions on the ground, finds when feet stand, and writes all of it as one asset that "
        "the runtime plays with any weights. Core/docs/blending.md tells how.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = register_run,
};
