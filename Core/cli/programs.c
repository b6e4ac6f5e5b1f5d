/* Rig programs for commands. */
#include "programs.h"

#include "files.h"
#include "guess.h"
#include "report.h"

#include <kinedriver/compile.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_program_files(void)
{
    return "kdi|kdp";
}

/* Compiling checks the rig once more; what that finds has been told when it was read. It is the same list again, in
 * front. */
static void program_drop_known(const kd_rig *rig, kd_findings *findings)
{
    kd_findings known = kd_findings_make(NULL);
    kd_rig_validate(rig, NULL, &known);
    size_t count = known.count < findings->count ? known.count : findings->count;
    for (size_t i = 0; i < count; i++)
        findings->counts[findings->items[i].severity]--;
    memmove(findings->items, findings->items + count, (findings->count - count) * sizeof *findings->items);
    findings->count -= count;
    kd_findings_free(&known);
}

static cli_exit program_compile(cli_call *call, const char *path, const kd_scene *scene, bool probes,
                                cli_rig_program *out)
{
    kd_read_desc read_desc = kd_read_desc_default();
    kd_compile_desc desc = kd_compile_desc_default();
    kd_rig *rig;
    cli_exit problem = cli_rig_load(call, path, &read_desc, &rig);
    if (problem)
        return problem;
    kd_findings findings = kd_findings_make(NULL);
    desc.probes = probes;
    out->metres_per_unit = kd_distance_unit_metres(rig->units.distance);
    kd_result result = kd_rig_fit_unit(rig, scene ? scene->metres_per_unit : 0.0);
    if (result == KD_OK)
        result = kd_compile(rig, scene ? &scene->skeleton : NULL, &desc, &out->bytes, &findings);
    if (result == KD_OK && findings.count > 0)
        program_drop_known(rig, &findings);
    bool has_reason = findings.counts[KD_SEVERITY_ERROR] > 0;
    problem = cli_report(call, cli_input_name(path), &findings);
    if (result != KD_OK && !has_reason)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, result, cli_input_name(path), "cannot be compiled: %s",
                                 kd_result_text(result));
    kd_rig_free(rig);
    return problem;
}

static cli_exit program_read(cli_call *call, const char *path, cli_rig_program *out)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_limits limits = kd_limits_default();
    kd_file_read(path, limits.file_bytes, &out->bytes, &findings);
    return cli_report(call, cli_input_name(path), &findings);
}

/* Programs are known by their first bytes, whatever the file is called. */
static bool program_is_compiled(const char *path)
{
    return !cli_input_is_rig(path);
}

cli_exit cli_program_load(cli_call *call, const char *path, const kd_scene *scene, bool probes, cli_rig_program *out)
{
    memset(out, 0, sizeof *out);
    out->bytes = kd_buffer_make(NULL);
    cli_exit problem =
        program_is_compiled(path) ? program_read(call, path, out) : program_compile(call, path, scene, probes, out);
    kd_error error;
    if (problem)
        return problem;
    out->program = kd_program_open(out->bytes.data, out->bytes.size, &error);
    if (out->program)
        return CLI_GOOD;
    return cli_report_one(call, KD_SEVERITY_ERROR, error.code, cli_input_name(path), "%s", error.text);
}

void cli_program_free(cli_rig_program *program)
{
    kd_buffer_free(&program->bytes);
}

cli_exit cli_skeleton_load(cli_call *call, const char *path, kd_scene **out)
{
    kd_read_desc desc = kd_read_desc_default();
    *out = NULL;
    if (!path)
        return CLI_GOOD;
    cli_exit problem = cli_scene_load(call, path, &desc, out);
    if (!problem && (*out)->skeleton.joint_count == 0)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, cli_input_name(path), "the file has no skeleton");
    return problem;
}

/* The value of NAME=NUMBER and the length of the name; false if it is none. */
static bool program_parse_input(const char *text, size_t *length, double *value)
{
    const char *equal = strchr(text, '=');
    *length = equal ? (size_t)(equal - text) : 0;
    return *length > 0 && cli_parse_number(equal + 1, value);
}

cli_exit cli_program_inputs_check(const cli_call *call, int option)
{
    const char *text;
    size_t length;
    double value;
    for (int nth = 0; (text = cli_text_at(call, option, nth)) != NULL; nth++)
        if (!program_parse_input(text, &length, &value))
            return cli_wrong_use(call->command, "--input needs NAME=NUMBER, not '%s'", text);
    return CLI_GOOD;
}

static cli_exit program_set_input(cli_call *call, const kd_program *program, const char *text, float *inputs)
{
    char name[256];
    size_t length;
    double value = 0;
    program_parse_input(text, &length, &value);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    cli_guess guess = cli_guess_make(name);
    for (int32_t i = 0; i < kd_program_input_count(program); i++) {
        const char *known = kd_program_input(program, i).name;
        cli_guess_offer(&guess, known);
        if (strlen(known) != length || memcmp(known, text, length) != 0)
            continue;
        inputs[i] = (float)value;
        return CLI_GOOD;
    }
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_NAME_UNKNOWN, NULL, "the rig has no external input '%s'%s%s%s",
                          name, guess.best ? "; did you mean '" : "", guess.best ? guess.best : "",
                          guess.best ? "'?" : "");
}

cli_exit cli_program_inputs(cli_call *call, int option, const kd_program *program, float **out)
{
    int32_t count = kd_program_input_count(program);
    cli_exit problem = CLI_GOOD;
    float *inputs = (float *)malloc((size_t)(count + 1) * sizeof *inputs);
    const char *text;
    *out = inputs;
    if (!inputs)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "no memory for the inputs");
    for (int32_t i = 0; i < count; i++)
        inputs[i] = kd_program_input(program, i).initial;
    for (int nth = 0; !problem && (text = cli_text_at(call, option, nth)) != NULL; nth++)
        problem = program_set_input(call, program, text, inputs);
    return problem;
}
