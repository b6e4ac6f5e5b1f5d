/* kinedriver disasm: what a rig program does, instruction by instruction. */
#include "call.h"
#include "files.h"
#include "json_text.h"
#include "programs.h"
#include "report.h"
#include "terminal.h"

#include <kinedriver/program_list.h>

#include <stdio.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "RIG",
     .make_values = cli_program_files,
     .help = "a rig, which is compiled first, or a compiled program"},
};

enum { OPTION_SKELETON, OPTION_PROBES };

static const cli_param options[] = {
    [OPTION_SKELETON] = CLI_SKELETON_OPTION("compile a rig for the skeleton of this file"),
    [OPTION_PROBES] = {.name = "probes",
                       .letter = 'p',
                       .kind = CLI_FLAG,
                       .help = "compile with probes, so that values are called after the ports that give them"},
};

static const cli_example examples[] = {
    {"kinedriver disasm --probes arm.kdi --skeleton body.glb", "Shows what the nodes of a rig are compiled into."},
    {"kinedriver compile arm.kdi arm.kdp -s body.glb && kinedriver disasm arm.kdp", "Looks into a compiled program."},
};

static void disasm_print(const kd_buffer *text)
{
    const char *line = (const char *)text->data, *end = line + text->size;
    char copy[4096];
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = stop ? (size_t)(stop - line) : (size_t)(end - line);
        size_t shown = length < sizeof copy ? length : sizeof copy - 1;
        memcpy(copy, line, shown);
        copy[shown] = 0;
        cli_terminal_print(stdout, copy);
        putchar('\n');
        line += length + (stop != NULL);
    }
}

static cli_exit disasm_program(cli_call *call, const kd_scene *scene)
{
    const char *path = cli_argument(call, 0);
    cli_rig_program program;
    kd_buffer text = kd_buffer_make(NULL);
    cli_exit problem = cli_program_load(call, path, scene, cli_is_given(call, OPTION_PROBES), &program);
    if (!problem && kd_program_list(program.program, &text) != KD_OK)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, cli_input_name(path),
                                 "no memory to list the program");
    if (!problem && call->json)
        json_object_set_new(call->result, "text", cli_json_text((const char *)text.data));
    else if (!problem)
        disasm_print(&text);
    kd_buffer_free(&text);
    cli_program_free(&program);
    return problem;
}

static cli_exit disasm_run(cli_call *call)
{
    kd_scene *scene;
    cli_exit problem = cli_skeleton_load(call, cli_text(call, OPTION_SKELETON), &scene);
    if (!problem)
        problem = disasm_program(call, scene);
    kd_scene_free(scene);
    return problem;
}

const cli_command cli_command_disasm = {
    .name = "disasm",
    .summary = "list the instructions that a rig is compiled into",
    .description = "Prints a program: its joints, inputs, outputs and nodes, then the steps in the order in which they "
                   "run, each with its instructions. Registers go by what they hold: a joint's transform, a node's "
                   "influence, a constant (#0.5), with --probes a node's port; v and s with a number are values of "
                   "the frame and state that lives from frame to frame. Numbers in braces are parameters.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = disasm_run,
};
