/* kinedriver rbf report: how well the keys of a model are conditioned. */
#include "files.h"
#include "rbf_model.h"
#include "report.h"
#include "table.h"

static const cli_param arguments[] = {CLI_RBF_MODEL_ARGUMENT};

static const cli_example examples[] = {
    {"kinedriver rbf report shoulder.json", "Shows condition, method and the errors at every key."},
    {"kinedriver rbf report --json shoulder.json", "The same as JSON."},
};

static cli_exit rbf_report_run(cli_call *call)
{
    kd_rig *rig;
    cli_exit problem = cli_rbf_load(call, cli_argument(call, 0), false, &rig);
    if (problem)
        return problem;
    kd_findings findings = kd_findings_make(NULL);
    kd_rbf_report report = kd_rbf_report_make(NULL);
    kd_rbf_solve(rig, rig->nodes[0], &report, &findings);
    problem = cli_report(call, cli_input_name(cli_argument(call, 0)), &findings);
    if (!problem) {
        json_t *object = cli_rbf_report_object(&rig->nodes[0]->as.rbf, &report);
        if (call->json)
            json_object_update(call->result, object);
        else
            cli_table_print(object, 0);
        json_decref(object);
    }
    kd_rbf_report_free(&report);
    kd_rig_free(rig);
    return problem;
}

const cli_command cli_command_rbf_report = {
    .name = "rbf report",
    .summary = "tell how well the keys of a model can be interpolated",
    .description =
        "Solves the keys of a model again and shows the condition of the system, the method used, and for every key "
        "how "
        "far the function misses it (residual) and how far a function solved without it would (left out). A key whose "
        "left-out error is small says little that the others do not; one whose error is large may be a slip.",
    CLI_ARGUMENTS(arguments),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = rbf_report_run,
};
