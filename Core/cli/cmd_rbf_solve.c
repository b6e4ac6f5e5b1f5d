/* kinedriver rbf solve: from a table of keys to a model. */
#include "files.h"
#include "json_text.h"
#include "rbf_model.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "KEYS.csv",
     .values = "csv|tsv",
     .help = "a table with in:NAME and out:NAME columns; \"-\": the standard input"},
};

enum {
    OPTION_OUTPUT,
    OPTION_KERNEL,
    OPTION_EPSILON,
    OPTION_LINEAR,
    OPTION_LAMBDA,
    OPTION_REDUCE,
    OPTION_CLAMP,
    OPTION_NON_NEGATIVE,
    OPTION_NORMALIZE
};

static const cli_param options[] = {
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "MODEL.json",
                       .values = "json",
                       .fallback = "-",
                       .help = "the file to write; \"-\": the standard output"},
    [OPTION_KERNEL] = {.name = "kernel",
                       .letter = 'k',
                       .kind = CLI_CHOICE,
                       .placeholder = "KERNEL",
                       .values = "linear|thin-plate|cubic|quartic|quintic|gaussian|multiquadric|inverse-quadratic|"
                                 "inverse-multiquadric",
                       .fallback = "thin-plate",
                       .help = "the radial function"},
    [OPTION_EPSILON] = {.name = "epsilon",
                        .letter = 'e',
                        .kind = CLI_TEXT,
                        .placeholder = "E",
                        .fallback = "auto",
                        .help = "factor of the distance in the kernels from gaussian on, or auto: one over the mean "
                                "distance of a key from its nearest neighbour"},
    [OPTION_LINEAR] = {.name = "linear", .letter = 'l', .kind = CLI_FLAG, .help = "add a linear term"},
    [OPTION_LAMBDA] = {.name = "lambda",
                       .kind = CLI_NUMBER,
                       .placeholder = "L",
                       .fallback = "0",
                       .help = "weight decay: 0 passes through the keys, more is smoother"},
    [OPTION_REDUCE] = {.name = "reduce",
                       .letter = 'r',
                       .kind = CLI_NUMBER,
                       .placeholder = "TOL",
                       .help = "keep only the keys that are needed to miss none by more than this part of the range of "
                               "its output"},
    [OPTION_CLAMP] = {.name = "clamp",
                      .kind = CLI_NUMBER,
                      .placeholder = "MARGIN",
                      .help = "keep inputs softly within the range of the keys, at most this part of it beyond"},
    [OPTION_NON_NEGATIVE] = {.name = "non-negative", .kind = CLI_FLAG, .help = "raise negative outputs to 0"},
    [OPTION_NORMALIZE] = {.name = "normalize",
                          .kind = CLI_CHOICE,
                          .placeholder = "HOW",
                          .values = "none|above-one|always",
                          .fallback = "none",
                          .help = "divide the outputs by their sum"},
};

static const cli_example examples[] = {
    {"kinedriver rbf solve shoulder.csv -o shoulder.json --linear", "Solves a thin plate spline with linear term."},
    {"kinedriver rbf solve shoulder.csv -o shoulder.json -k gaussian --epsilon 0.02",
     "Keys fade to nothing between each other."},
    {"kinedriver rbf solve shoulder.csv --linear --reduce 0.05 -o small.json", "Keeps few keys, within 5 percent."},
};

static cli_exit rbf_solve_epsilon(const cli_call *call, kd_rbf_interp *rbf)
{
    const char *text = cli_text(call, OPTION_EPSILON);
    rbf->auto_width = strcmp(text, "auto") == 0;
    if (!rbf->auto_width && (!cli_parse_number(text, &rbf->width) || !(rbf->width >= 1e-9 && rbf->width <= 1e9)))
        return cli_wrong_use(call->command, "--epsilon needs a number from 1e-9 to 1e9 or auto, not '%s'", text);
    return CLI_GOOD;
}

static cli_exit rbf_solve_settings(const cli_call *call, kd_rbf_interp *rbf)
{
    static const int32_t kernels[] = {KD_RBF_KERNEL_GAUSSIAN, KD_RBF_KERNEL_MULTIQUADRIC,
                                      KD_RBF_KERNEL_INVERSE_QUADRATIC, KD_RBF_KERNEL_INVERSE_MULTIQUADRIC};
    int kernel = cli_choice(call, OPTION_KERNEL);
    rbf->kernel = kernel < 5 ? (int32_t)KD_RBF_KERNEL_POLYHARMONIC : kernels[kernel - 5];
    rbf->power = kernel < 5 ? kernel + 1 : 2;
    rbf->linear = cli_is_given(call, OPTION_LINEAR);
    rbf->decay = cli_number(call, OPTION_LAMBDA);
    rbf->non_negative = cli_is_given(call, OPTION_NON_NEGATIVE);
    rbf->normalize = cli_choice(call, OPTION_NORMALIZE);
    rbf->clamp_inputs = cli_is_given(call, OPTION_CLAMP);
    if (rbf->clamp_inputs)
        rbf->clamp_margin = cli_number(call, OPTION_CLAMP);
    if (!(rbf->decay >= 0 && rbf->decay <= 1e9))
        return cli_wrong_use(call->command, "--lambda needs a number from 0 to 1e9");
    if (rbf->clamp_inputs && !(rbf->clamp_margin >= 0 && rbf->clamp_margin <= 10))
        return cli_wrong_use(call->command, "--clamp needs a number from 0 to 10");
    double tolerance = cli_number(call, OPTION_REDUCE);
    if (cli_is_given(call, OPTION_REDUCE) && !(tolerance > 0 && tolerance <= 1))
        return cli_wrong_use(call->command, "--reduce needs a number above 0 and up to 1");
    return rbf_solve_epsilon(call, rbf);
}

static cli_exit rbf_solve_model(cli_call *call, kd_rig *rig, kd_node *node)
{
    const char *input = cli_input_name(cli_argument(call, 0));
    kd_findings findings = kd_findings_make(NULL);
    kd_rbf_report report = kd_rbf_report_make(NULL);
    kd_buffer json = kd_buffer_make(NULL);
    kd_result result = KD_OK;
    if (cli_is_given(call, OPTION_REDUCE))
        result = kd_rbf_reduce(rig, node, cli_number(call, OPTION_REDUCE), &findings);
    if (result == KD_OK)
        result = kd_rbf_solve(rig, node, &report, &findings);
    if (result == KD_OK)
        result = kd_rbf_write_json(rig, node, &json, &findings);
    cli_exit problem = cli_report(call, input, &findings);
    if (!problem)
        problem = cli_rbf_save(call, cli_text(call, OPTION_OUTPUT), &json);
    if (!problem && call->json) {
        json_object_set_new(call->result, "output", cli_json_text(cli_text(call, OPTION_OUTPUT)));
        json_object_set_new(call->result, "keys", json_integer(node->as.rbf.key_count));
        json_object_set_new(call->result, "report", cli_rbf_report_object(&node->as.rbf, &report));
    } else if (!problem && !call->quiet) {
        int keys = (int)node->as.rbf.key_count;
        fprintf(stderr, "%s: %d key%s, %s, condition %.2g, largest residual %.2g\n", input, keys, keys == 1 ? "" : "s",
                kd_rbf_method_text(report.used), report.condition, report.residual);
    }
    kd_buffer_free(&json);
    kd_rbf_report_free(&report);
    return problem;
}

static cli_exit rbf_solve_run(cli_call *call)
{
    const char *input = cli_argument(call, 0);
    kd_rig *rig;
    kd_rbf_interp wanted;
    memset(&wanted, 0, sizeof wanted);
    cli_exit problem = rbf_solve_settings(call, &wanted);
    if (!problem)
        problem = cli_check_output(call, input, cli_text(call, OPTION_OUTPUT), false);
    if (!problem)
        problem = cli_rbf_load(call, input, true, &rig);
    if (problem)
        return problem;
    rbf_solve_settings(call, &rig->nodes[0]->as.rbf);
    problem = rbf_solve_model(call, rig, rig->nodes[0]);
    kd_rig_free(rig);
    return problem;
}

const cli_command cli_command_rbf_solve = {
    .name = "rbf solve",
    .summary = "solve a table of keys",
    .description =
        "Reads keys from a table (first line: columns in:NAME, out:NAME and perhaps name; one line for each key), "
        "finds the weights of the function that passes through them and writes the model. Keys at one place, "
        "systems that are singular and weights too large for floats are reported.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = rbf_solve_run,
};
