/* kinedriver rbf eval: the outputs of a model at one place. */
#include "json_text.h"
#include "rbf_model.h"
#include "report.h"
#include "table.h"

static const cli_param arguments[] = {
    CLI_RBF_MODEL_ARGUMENT,
    {.kind = CLI_NUMBER,
     .repeats = true,
     .placeholder = "X",
     .help = "one number for each component of the inputs, in their order"},
};

static const cli_example examples[] = {
    {"kinedriver rbf eval shoulder.json 30 -10", "Prints every output for two inputs."},
    {"kinedriver rbf eval --json shoulder.json 30 -10", "Prints them as JSON."},
};

static int rbf_eval_width(int32_t type)
{
    return type == KD_VALUE_FLOAT ? 1 : type == KD_VALUE_VEC3 ? 3 : 4;
}

static json_t *rbf_eval_object(const kd_rbf_interp *rbf, const double *out)
{
    json_t *object = json_object();
    for (int32_t i = 0; i < rbf->output_count; i++) {
        int width = rbf_eval_width(rbf->outputs[i].type);
        json_t *list = json_array();
        for (int c = 0; c < width; c++)
            json_array_append_new(list, cli_json_double(out[c]));
        json_object_set_new(object, rbf->outputs[i].name, width == 1 ? cli_json_double(out[0]) : json_incref(list));
        json_decref(list);
        out += width;
    }
    return object;
}

static cli_exit rbf_eval_model(cli_call *call, const kd_rbf_interp *rbf)
{
    double in[KD_RBF_COMPONENT_MAX], out[KD_RBF_COMPONENT_MAX];
    int32_t wanted = kd_rbf_input_components(rbf), given = 0;
    while (cli_argument(call, given + 1))
        given++;
    if (given != wanted)
        return cli_wrong_use(call->command, "the model has %d components of inputs, but %d numbers are given",
                             (int)wanted, (int)given);
    for (int32_t i = 0; i < wanted; i++)
        in[i] = cli_argument_number(call, i + 1);
    kd_findings findings = kd_findings_make(NULL);
    kd_rbf_evaluate(rbf, in, 1, out, NULL, &findings);
    cli_exit problem = cli_report(call, cli_argument(call, 0), &findings);
    if (problem)
        return problem;
    json_t *object = rbf_eval_object(rbf, out);
    if (call->json)
        json_object_update(call->result, object);
    else
        cli_table_print(object, 0);
    json_decref(object);
    return CLI_GOOD;
}

static cli_exit rbf_eval_run(cli_call *call)
{
    kd_rig *rig;
    cli_exit problem = cli_rbf_load(call, cli_argument(call, 0), false, &rig);
    if (problem)
        return problem;
    problem = rbf_eval_model(call, &rig->nodes[0]->as.rbf);
    kd_rig_free(rig);
    return problem;
}

const cli_command cli_command_rbf_eval = {
    .name = "rbf eval",
    .summary = "print the outputs of a model at one place",
    .description = "Evaluates a solved model in double precision. Rotations are given and printed as x y z w.",
    CLI_ARGUMENTS(arguments),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = rbf_eval_run,
};
