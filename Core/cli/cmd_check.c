/* kinedriver check: every problem of a rig at once. */
#include "call.h"
#include "files.h"
#include "report.h"

#include <kinedriver/compile.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH, .placeholder = "FILE.kdi", .make_values = cli_rig_files, .help = "the rig to check"},
};

enum { OPTION_SKELETON, OPTION_STRICT };

static const cli_param options[] = {
    [OPTION_SKELETON] = {.name = "skeleton",
                         .letter = 's',
                         .kind = CLI_PATH,
                         .placeholder = "FILE",
                         .make_values = cli_scene_files,
                         .help = "check also that every joint of the rig exists in the skeleton of this file"},
    [OPTION_STRICT] = {.name = "strict",
                       .kind = CLI_FLAG,
                       .help =
                           "what would be repaired with a warning is an error, and any warning makes the exit code 1"},
};

static const cli_example examples[] = {
    {"kinedriver check arm.kdi", "Lists everything that is wrong with the rig."},
    {"kinedriver check arm.kdi --skeleton body.glb",
     "Checks also that the character has the joints that the rig names."},
    {"kinedriver check --strict --json arm.kdi", "For an automatic build: no warning is accepted, findings as JSON."},
};

/* The skeleton is only borrowed from the scene, which must live as long as it is used. */
static cli_exit check_load_skeleton(cli_call *call, kd_scene **scene)
{
    const char *path = cli_text(call, OPTION_SKELETON);
    kd_read_desc desc = kd_read_desc_default();
    *scene = NULL;
    if (!path)
        return CLI_GOOD;
    cli_exit problem = cli_scene_load(call, path, &desc, scene);
    if (!problem && (*scene)->skeleton.joint_count == 0)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, cli_input_name(path), "the file has no skeleton");
    return problem;
}

static bool check_is_same(const kd_finding *a, const kd_finding *b)
{
    return a->severity == b->severity && a->error.code == b->error.code && a->error.line == b->error.line &&
           a->error.column == b->error.column && strcmp(a->error.text, b->error.text) == 0;
}

/* Drops from a list what another one, in the same order, holds already. */
static void check_drop_known(kd_findings *findings, const kd_findings *known)
{
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (next < known->count && check_is_same(&findings->items[i], &known->items[next])) {
            findings->counts[findings->items[i].severity]--;
            next++;
        } else {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->count = kept < KD_FINDINGS_DEFAULT_LIMIT ? kept : KD_FINDINGS_DEFAULT_LIMIT;
}

/* Reading has checked all but the joints: of the full check only what concerns them is new. */
static cli_exit check_joints(cli_call *call, const char *path, const kd_rig *rig, const kd_skeleton *skeleton)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_findings known = kd_findings_make(NULL);
    findings.limit = known.limit = SIZE_MAX;
    kd_rig_validate(rig, NULL, &known);
    kd_rig_validate(rig, skeleton, &findings);
    check_drop_known(&findings, &known);
    kd_findings_free(&known);
    return cli_report(call, cli_input_name(path), &findings);
}

/* Reading has not looked into expressions. */
static cli_exit check_expressions(cli_call *call, const char *path, const kd_rig *rig)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_compile_check(rig, &findings);
    return cli_report(call, cli_input_name(path), &findings);
}

static cli_exit check_rig(cli_call *call, const char *path, const kd_scene *scene)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = cli_is_given(call, OPTION_STRICT);
    kd_rig *rig;
    cli_exit problem = cli_rig_load(call, path, &desc, &rig);
    if (problem)
        return problem;
    problem = check_expressions(call, path, rig);
    cli_exit joint_problem = scene ? check_joints(call, path, rig, &scene->skeleton) : CLI_GOOD;
    kd_rig_free(rig);
    return problem ? problem : joint_problem;
}

static cli_exit check_run(cli_call *call)
{
    const char *path = cli_argument(call, 0);
    kd_scene *scene;
    cli_exit skeleton_problem = check_load_skeleton(call, &scene);
    cli_exit problem = check_rig(call, path, skeleton_problem ? NULL : scene);
    kd_scene_free(scene);
    if (!problem)
        problem = skeleton_problem;
    if (!problem && cli_is_given(call, OPTION_STRICT) && call->counts[KD_SEVERITY_WARNING] > 0)
        problem = CLI_WRONG_INPUT;
    if (!problem && !call->json && !call->quiet)
        printf("%s: good\n", cli_input_name(path));
    return problem;
}

const cli_command cli_command_check = {
    .name = "check",
    .summary = "find everything that is wrong with a rig",
    .description = "Reads a KDI file and reports all problems at once, each as \"file:line:column: error KD38: text\": "
                   "syntax, unknown elements and "
                   "attributes, values out of range, names used twice, connections that lead nowhere or in a circle, "
                   "mistakes in expressions, nodes without effect. With a "
                   "skeleton, joints that it does not have are reported too, once the rig itself has no errors.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = check_run,
};
