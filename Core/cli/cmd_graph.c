/* kinedriver graph: the nodes and connections of a rig as a picture. */
#include "call.h"
#include "files.h"
#include "graphviz.h"
#include "json_text.h"
#include "report.h"

#include <kinedriver/rig_diagram.h>

#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH, .placeholder = "RIG.kdi", .make_values = cli_rig_files, .help = "the rig to draw"},
};

enum { OPTION_OUTPUT, OPTION_LAYOUT };
enum { LAYOUT_BEST, LAYOUT_OWN, LAYOUT_DOT };

static const cli_param options[] = {
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "OUT",
                       .values = "svg|dot",
                       .help = "the picture to write: .svg, or .dot for Graphviz; \"-\": SVG on the standard output"},
    [OPTION_LAYOUT] = {.name = "layout",
                       .letter = 'l',
                       .kind = CLI_CHOICE,
                       .placeholder = "LAYOUT",
                       .values = "best|own|dot",
                       .fallback = "best",
                       .help = "who arranges the nodes: Graphviz (dot) where it is installed (best), or this program "
                               "itself"},
};

static const cli_example examples[] = {
    {"kinedriver graph arm.kdi -o arm.svg", "Draws a rig; any browser shows the picture."},
    {"kinedriver graph arm.kdi -o arm.dot", "Writes the graph for Graphviz."},
};

static cli_exit graph_make(cli_call *call, const kd_rig *rig, const char *output, kd_buffer *picture)
{
    int layout = cli_choice(call, OPTION_LAYOUT);
    const char *file = cli_input_name(cli_argument(call, 0));
    if (cli_has_extension(output, "dot")) {
        if (kd_rig_write_dot(rig, picture) == KD_OK)
            return CLI_GOOD;
    } else {
        kd_buffer graph = kd_buffer_make(NULL);
        bool drawn =
            layout != LAYOUT_OWN && kd_rig_write_dot(rig, &graph) == KD_OK && cli_graphviz_svg(&graph, picture);
        kd_buffer_free(&graph);
        if (!drawn && layout == LAYOUT_DOT)
            return cli_report_one(call, KD_SEVERITY_ERROR, KD_FILE_NOT_FOUND, file,
                                  "Graphviz could not draw the graph: is its program 'dot' installed?");
        if (drawn || kd_rig_write_svg(rig, picture) == KD_OK)
            return CLI_GOOD;
    }
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, file, "no memory to draw the rig");
}

static cli_exit graph_write(cli_call *call, const kd_rig *rig, const char *output)
{
    kd_buffer picture = kd_buffer_make(NULL);
    cli_exit problem = graph_make(call, rig, output, &picture);
    if (!problem) {
        kd_findings findings = kd_findings_make(NULL);
        kd_file_write(output, picture.data, picture.size, &findings);
        problem = cli_report(call, cli_output_name(output), &findings);
    }
    if (!problem && call->json) {
        json_object_set_new(call->result, "output", cli_json_text(output));
        json_object_set_new(call->result, "nodes", json_integer(rig->node_count));
        json_object_set_new(call->result, "connections", json_integer(rig->connection_count));
    }
    kd_buffer_free(&picture);
    return problem;
}

static cli_exit cmd_graph_run(cli_call *call)
{
    const char *input = cli_argument(call, 0), *output = cli_text(call, OPTION_OUTPUT);
    kd_read_desc desc = kd_read_desc_default();
    kd_rig *rig;
    if (!output)
        return cli_wrong_use(call->command, "-o must name the picture to write");
    if (strcmp(output, "-") != 0 && !cli_has_extension(output, "svg|dot"))
        return cli_wrong_use(call->command, "the picture must be a .svg or .dot file, not '%s'", output);
    cli_exit problem = cli_check_output(call, input, output, false);
    if (!problem)
        problem = cli_rig_load(call, input, &desc, &rig);
    if (problem)
        return problem;
    problem = graph_write(call, rig, output);
    kd_rig_free(rig);
    return problem;
}

const cli_command cli_command_graph = {
    .name = "graph",
    .summary = "draw the nodes and connections of a rig",
    .description = "Writes a picture of the rig: a box for every node with its type, its joint and the ports that are "
                   "connected, and a line for every connection with its factor. What feeds a node stands to the left "
                   "of it.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = cmd_graph_run,
};
