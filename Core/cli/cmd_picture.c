/* kinedriver picture: scenes in motion as one animated SVG, side by side. */
#include "call.h"
#include "files.h"
#include "json_text.h"
#include "report.h"

#include <kinedriver/svg.h>

#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .repeats = true,
     .placeholder = "FILE",
     .make_values = cli_scene_files,
     .help = "a scene to show, up to 8 of them from left to right; \"-\": the standard input"},
};

enum {
    OPTION_OUTPUT,
    OPTION_CAPTION,
    OPTION_ANGLE,
    OPTION_PITCH,
    OPTION_WIDTH,
    OPTION_HEIGHT,
    OPTION_FRAMES,
    OPTION_START,
    OPTION_SECONDS,
    OPTION_FOCUS,
    OPTION_ZOOM
};

static const cli_param options[] = {
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "OUT.svg",
                       .values = "svg",
                       .fallback = "-",
                       .help = "the picture to write; \"-\": the standard output"},
    [OPTION_CAPTION] = {.name = "caption",
                        .letter = 'c',
                        .kind = CLI_TEXT,
                        .repeats = true,
                        .placeholder = "TEXT",
                        .help = "a line below a scene; given several times, one for each in their order"},
    [OPTION_ANGLE] = {.name = "angle",
                      .letter = 'a',
                      .kind = CLI_NUMBER,
                      .placeholder = "DEGREES",
                      .fallback = "30",
                      .help = "where the viewer stands: 0 before the +z axis, 90 before the +x axis"},
    [OPTION_PITCH] = {.name = "pitch",
                      .letter = 'p',
                      .kind = CLI_NUMBER,
                      .placeholder = "DEGREES",
                      .fallback = "8",
                      .help = "from how far above"},
    [OPTION_WIDTH] = {.name = "width",
                      .kind = CLI_NUMBER,
                      .placeholder = "PIXELS",
                      .fallback = "320",
                      .help = "width of each of the scenes"},
    [OPTION_HEIGHT] =
        {.name = "height", .kind = CLI_NUMBER, .placeholder = "PIXELS", .fallback = "420", .help = "height"},
    [OPTION_FRAMES] = {.name = "frames",
                       .letter = 'f',
                       .kind = CLI_NUMBER,
                       .placeholder = "N",
                       .fallback = "24",
                       .help = "the number of frames; 1 makes a still picture"},
    [OPTION_START] = {.name = "start",
                      .letter = 's',
                      .kind = CLI_NUMBER,
                      .placeholder = "SECONDS",
                      .fallback = "0",
                      .help = "where in the motion the picture begins"},
    [OPTION_SECONDS] = {.name = "seconds",
                        .letter = 'd',
                        .kind = CLI_NUMBER,
                        .placeholder = "SECONDS",
                        .fallback = "0",
                        .help = "how much of it is shown; 0: all that is left"},
    [OPTION_FOCUS] = {.name = "focus",
                      .kind = CLI_TEXT,
                      .placeholder = "JOINT",
                      .help = "keep this joint in the middle, instead of the whole figure"},
    [OPTION_ZOOM] = {.name = "zoom",
                     .letter = 'z',
                     .kind = CLI_NUMBER,
                     .placeholder = "FACTOR",
                     .fallback = "1",
                     .help = "come nearer; 1: everything fits in"},
};

static const cli_example examples[] = {
    {"kinedriver picture walk.bvh -o walk.svg", "Makes a picture of a motion that any browser plays."},
    {"kinedriver picture --caption before --caption after body.glb body.glb -o both.svg",
     "Shows two scenes side by side, each with a line below it."},
    {"kinedriver picture --frames 1 --start 0.05 --angle 90 walk.bvh -o still.svg", "Shows one moment from the side."},
};

/* Loads the scenes; on failure those loaded so far are in the panels. */
static cli_exit picture_load(cli_call *call, kd_scene **scenes, kd_svg_panel *panels, int32_t *count)
{
    kd_read_desc desc = kd_read_desc_default();
    const char *path;
    while ((path = cli_argument(call, *count)) != NULL) {
        if (*count == KD_SVG_MAX_PANELS)
            return cli_wrong_use(call->command, "a picture shows at most %d files", KD_SVG_MAX_PANELS);
        cli_exit problem = cli_scene_load(call, path, &desc, &scenes[*count]);
        if (problem)
            return problem;
        panels[*count].scene = scenes[*count];
        panels[*count].caption = cli_text_at(call, OPTION_CAPTION, *count);
        ++*count;
    }
    return CLI_GOOD;
}

static cli_exit picture_count(const cli_call *call, int option, int32_t *value)
{
    double number = cli_number(call, option);
    if (!(number >= 1 && number <= 1e6) || number != (double)(int32_t)number)
        return cli_wrong_use(call->command, "--%s needs a whole number from 1 on, not '%s'", options[option].name,
                             cli_text(call, option));
    *value = (int32_t)number;
    return CLI_GOOD;
}

static cli_exit picture_desc(const cli_call *call, kd_svg_write_desc *desc)
{
    *desc = kd_svg_write_desc_default();
    desc->angle_deg = cli_number(call, OPTION_ANGLE);
    desc->pitch_deg = cli_number(call, OPTION_PITCH);
    desc->start_s = cli_number(call, OPTION_START);
    desc->duration_s = cli_number(call, OPTION_SECONDS);
    desc->zoom = cli_number(call, OPTION_ZOOM);
    desc->focus = cli_text(call, OPTION_FOCUS);
    cli_exit problem = picture_count(call, OPTION_WIDTH, &desc->width);
    if (!problem)
        problem = picture_count(call, OPTION_HEIGHT, &desc->height);
    return problem ? problem : picture_count(call, OPTION_FRAMES, &desc->frame_count);
}

static cli_exit picture_write(cli_call *call, const kd_svg_panel *panels, int32_t count, const kd_svg_write_desc *desc)
{
    const char *output = cli_text(call, OPTION_OUTPUT);
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer bytes = kd_buffer_make(NULL);
    kd_result result = kd_svg_write(panels, count, desc, &bytes, &findings);
    if (result == KD_OK)
        result = kd_file_write(output, bytes.data, bytes.size, &findings);
    cli_exit problem = cli_report(call, cli_output_name(output), &findings);
    if (!problem && call->json) {
        json_object_set_new(call->result, "output", cli_json_text(output));
        json_object_set_new(call->result, "bytes", json_integer((json_int_t)bytes.size));
    }
    kd_buffer_free(&bytes);
    return problem;
}

static cli_exit picture_run(cli_call *call)
{
    kd_scene *scenes[KD_SVG_MAX_PANELS] = {NULL};
    kd_svg_panel panels[KD_SVG_MAX_PANELS];
    kd_svg_write_desc desc;
    int32_t count = 0;
    cli_exit problem = picture_desc(call, &desc);
    const char *output = cli_text(call, OPTION_OUTPUT);
    if (!problem && strcmp(output, "-") != 0 && !cli_has_extension(output, "svg"))
        problem = cli_wrong_use(call->command, "the picture's name must end in .svg, not '%s'", output);
    for (int i = 0; !problem && cli_argument(call, i); i++)
        problem = cli_check_output(call, cli_argument(call, i), output, false);
    if (!problem)
        problem = picture_load(call, scenes, panels, &count);
    if (!problem)
        problem = picture_write(call, panels, count, &desc);
    for (int32_t i = 0; i < count; i++)
        kd_scene_free(scenes[i]);
    return problem;
}

const cli_command cli_command_picture = {
    .name = "picture",
    .summary = "draw scenes in motion as an animated SVG",
    .description = "Draws the first clip of each scene, shaded and seen from where --angle and --pitch say, as one SVG "
                   "file that browsers play without any script. A scene without meshes shows its bones. Several scenes "
                   "stand side by side, at the same scale and time, so that they can be compared.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = picture_run,
};
