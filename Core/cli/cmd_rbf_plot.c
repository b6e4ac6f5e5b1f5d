/* kinedriver rbf plot: a model as a picture. */
#include "files.h"
#include "json_text.h"
#include "rbf_model.h"
#include "report.h"

#include <string.h>

static const cli_param arguments[] = {CLI_RBF_MODEL_ARGUMENT};

enum { OPTION_OUTPUT, OPTION_OF, OPTION_X, OPTION_Y };

static const cli_param options[] = {
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "OUT.svg",
                       .values = "svg",
                       .fallback = "-",
                       .help = "the file to write; \"-\": the standard output"},
    [OPTION_OF] = {.name = "of", .kind = CLI_TEXT, .placeholder = "NAME", .help = "the output to draw; else the first"},
    [OPTION_X] = {.name = "x", .kind = CLI_TEXT, .placeholder = "NAME", .help = "the input across; else the first"},
    [OPTION_Y] = {.name = "y", .kind = CLI_TEXT, .placeholder = "NAME", .help = "the input upwards; else the second"},
};

static const cli_example examples[] = {
    {"kinedriver rbf plot shoulder.json -o shoulder.svg", "Draws the first output over the first two inputs."},
    {"kinedriver rbf plot shoulder.json --of slide -o slide.svg", "Draws another output."},
};

static int32_t rbf_plot_width(int32_t type)
{
    return type == KD_VALUE_FLOAT ? 1 : type == KD_VALUE_VEC3 ? 3 : 4;
}

/* The first component of the port that an option names; -1: there is none. */
static int32_t rbf_plot_input(const kd_rbf_interp *rbf, const char *name)
{
    for (int32_t i = 0, at = 0; i < rbf->input_count; at += rbf_plot_width(rbf->inputs[i].type), i++)
        if (strcmp(rbf->inputs[i].name, name) == 0)
            return at;
    return -1;
}

static int32_t rbf_plot_output(const kd_rbf_interp *rbf, const char *name)
{
    for (int32_t i = 0, at = 0; i < rbf->output_count; at += rbf_plot_width(rbf->outputs[i].type), i++)
        if (strcmp(rbf->outputs[i].name, name) == 0)
            return at;
    return -1;
}

static cli_exit rbf_plot_choose(cli_call *call, const kd_rbf_interp *rbf, kd_rbf_plot_desc *desc)
{
    const char *of = cli_text(call, OPTION_OF), *x = cli_text(call, OPTION_X), *y = cli_text(call, OPTION_Y);
    if (of && (desc->output = rbf_plot_output(rbf, of)) < 0)
        return cli_wrong_use(call->command, "the model has no output '%s'", of);
    if (x && (desc->x = rbf_plot_input(rbf, x)) < 0)
        return cli_wrong_use(call->command, "the model has no input '%s'", x);
    if (y && (desc->y = rbf_plot_input(rbf, y)) < 0)
        return cli_wrong_use(call->command, "the model has no input '%s'", y);
    if (!y && desc->x == desc->y)
        desc->y = 0;
    return CLI_GOOD;
}

static cli_exit rbf_plot_model(cli_call *call, const kd_rbf_interp *rbf)
{
    const char *input = cli_argument(call, 0), *output = cli_text(call, OPTION_OUTPUT);
    kd_rbf_plot_desc desc = kd_rbf_plot_desc_default();
    cli_exit problem = rbf_plot_choose(call, rbf, &desc);
    if (problem)
        return problem;
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer svg = kd_buffer_make(NULL);
    kd_rbf_plot(rbf, &desc, &svg, &findings);
    problem = cli_report(call, cli_input_name(input), &findings);
    if (!problem)
        problem = cli_rbf_save(call, output, &svg);
    if (!problem && call->json)
        json_object_set_new(call->result, "output", cli_json_text(output));
    kd_buffer_free(&svg);
    return problem;
}

static cli_exit rbf_plot_run(cli_call *call)
{
    kd_rig *rig;
    cli_exit problem = cli_check_output(call, cli_argument(call, 0), cli_text(call, OPTION_OUTPUT), false);
    if (!problem)
        problem = cli_rbf_load(call, cli_argument(call, 0), false, &rig);
    if (problem)
        return problem;
    problem = rbf_plot_model(call, &rig->nodes[0]->as.rbf);
    kd_rig_free(rig);
    return problem;
}

const cli_command cli_command_rbf_plot = {
    .name = "rbf plot",
    .summary = "draw a model as SVG",
    .description =
        "Draws one output over two inputs as a heat map with contours and keys, the other inputs being in the middle "
        "of "
        "the keys; a model with one input gives a curve. Below, the function along the middle and what each key adds.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = rbf_plot_run,
};
