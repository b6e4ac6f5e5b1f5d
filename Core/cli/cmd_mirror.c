/* kinedriver mirror: a rig for the other side of the body. */
#include "call.h"
#include "files.h"
#include "json_text.h"
#include "report.h"

#include <kinedriver/rig_mirror.h>

#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "IN.kdi",
     .make_values = cli_rig_files,
     .help = "the rig to mirror; \"-\": the standard input"},
    {.kind = CLI_PATH,
     .placeholder = "OUT.kdi",
     .make_values = cli_rig_files,
     .help = "the file to write; \"-\": the standard output"},
};

enum { OPTION_AXIS, OPTION_CENTRE_AXIS, OPTION_BEHAVIOR, OPTION_RULE, OPTION_BOTH, OPTION_IN_PLACE };

static const cli_param options[] = {
    [OPTION_AXIS] = {.name = "axis",
                     .letter = 'a',
                     .kind = CLI_CHOICE,
                     .placeholder = "AXIS",
                     .values = "x|y|z",
                     .fallback = "x",
                     .help = "the axis of the model that points from one side to the other"},
    [OPTION_CENTRE_AXIS] =
        {.name = "centre-axis",
         .kind = CLI_CHOICE,
         .placeholder = "AXIS",
         .values = "x|y|z",
         .help = "the local axis that points to the side in joints of the middle; without it the same as --axis"},
    [OPTION_BEHAVIOR] =
        {.name = "behavior",
         .letter = 'b',
         .kind = CLI_FLAG,
         .help = "the joints of the two sides have all three axes reversed, so that equal rotations move both alike "
                 "(Unreal, Maya's \"behavior\"); without it only the axis across is reversed"},
    [OPTION_RULE] =
        {.name = "rule",
         .letter = 'r',
         .kind = CLI_TEXT,
         .placeholder = "FROM=TO",
         .help = "text in the names of one side and of the other, instead of the usual patterns (_l, .L, Left, L_ and "
                 "so on)"},
    [OPTION_BOTH] = {.name = "both",
                     .kind = CLI_FLAG,
                     .help = "keep what is there and add the missing side, instead of exchanging the sides"},
    [OPTION_IN_PLACE] = CLI_IN_PLACE_OPTION,
};

static const cli_example examples[] = {
    {"kinedriver mirror arm_l.kdi arm_r.kdi", "Makes the right arm's rig from the left arm's, by the joints' names."},
    {"kinedriver mirror --both --behavior arm_l.kdi arms.kdi", "Adds the right arm to a rig for Unreal's skeleton."},
    {"kinedriver mirror --rule _l=_r --axis z arm_l.kdi -",
     "Uses an own rule for names and another axis, and prints the rig."},
};

enum { MIRROR_RULE_SIZE = 256 };

/* Splits FROM=TO; the texts live in `rule`. */
static cli_exit mirror_rule(const cli_call *call, char rule[MIRROR_RULE_SIZE], kd_mirror_desc *desc)
{
    const char *text = cli_text(call, OPTION_RULE);
    if (!text)
        return CLI_GOOD;
    const char *equal = strchr(text, '=');
    if (!equal || equal == text || equal[1] == 0 || strchr(equal + 1, '='))
        return cli_wrong_use(call->command, "--rule needs two texts as FROM=TO, not '%s'", text);
    if (strlen(text) >= MIRROR_RULE_SIZE)
        return cli_wrong_use(call->command, "--rule is longer than %d bytes", MIRROR_RULE_SIZE - 1);
    memcpy(rule, text, strlen(text) + 1);
    rule[equal - text] = 0;
    desc->from = rule;
    desc->to = rule + (equal - text) + 1;
    if (strcmp(desc->from, desc->to) == 0)
        return cli_wrong_use(call->command, "--rule needs two different texts, not '%s' twice", desc->from);
    return CLI_GOOD;
}

static cli_exit mirror_file(cli_call *call, const kd_mirror_desc *desc)
{
    const char *input = cli_argument(call, 0), *output = cli_argument(call, 1);
    kd_read_desc read_desc = kd_read_desc_default();
    kd_rig *rig;
    cli_exit problem = cli_rig_load(call, input, &read_desc, &rig);
    if (problem)
        return problem;
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_rig_mirror(rig, desc, &findings);
    problem = cli_report(call, cli_input_name(input), &findings);
    if (!problem && result != KD_OK)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, result, cli_input_name(input), "%s", kd_result_text(result));
    if (!problem)
        problem = cli_rig_save(call, rig, output);
    if (!problem && call->json) {
        json_object_set_new(call->result, "output", cli_json_text(output));
        json_object_set_new(call->result, "nodes", json_integer(rig->node_count));
    }
    kd_rig_free(rig);
    return problem;
}

static cli_exit mirror_run(cli_call *call)
{
    char rule[MIRROR_RULE_SIZE];
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.axis = cli_choice(call, OPTION_AXIS);
    desc.centre_axis = cli_is_given(call, OPTION_CENTRE_AXIS) ? cli_choice(call, OPTION_CENTRE_AXIS) : desc.axis;
    if (cli_is_given(call, OPTION_BEHAVIOR))
        desc.frames = KD_MIRROR_FRAMES_BEHAVIOR;
    if (cli_is_given(call, OPTION_BOTH))
        desc.mode = KD_MIRROR_SYMMETRISE;
    const char *output = cli_argument(call, 1);
    if (cli_has_extension(output, cli_writable_files()) && !cli_has_extension(output, cli_rig_files()))
        return cli_wrong_use(call->command, "'%s' is no name for a rig; rigs are written as .kdi", output);
    cli_exit problem = mirror_rule(call, rule, &desc);
    if (!problem)
        problem = cli_check_output(call, cli_argument(call, 0), output, cli_is_given(call, OPTION_IN_PLACE));
    return problem ? problem : mirror_file(call, &desc);
}

const cli_command cli_command_mirror = {
    .name = "mirror",
    .summary = "make a rig for the other side of the body",
    .description = "Exchanges left and right in a rig: names of joints, nodes and groups by the patterns that Unreal, "
                   "Blender and Maya use or by a "
                   "rule of one's own, values by reflection in the plane across the axis. Mirroring twice gives the "
                   "rig back. The output is "
                   "written only if all went well.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = mirror_run,
};
