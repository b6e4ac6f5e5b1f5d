/* kinedriver blend: one motion out of several, in step. */
#include "json_text.h"
#include "motions.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "MOTION",
     .repeats = true,
     .make_values = cli_scene_files,
     .help = "two motions or more, on skeletons with the same joints"},
};

enum { OPTION_WEIGHTS = MOTIONS_OPTION_COUNT, OPTION_FIX_FEET, OPTION_CURVE, OPTION_FILM };

static const cli_param options[] = {
    CLI_MOTIONS_OPTIONS,
    [OPTION_WEIGHTS] = {.name = "weights",
                        .letter = 'w',
                        .kind = CLI_TEXT,
                        .placeholder = "W,W,...",
                        .help = "a weight for each motion, in proportion to their sum; or a CSV file with lines of "
                                "seconds and weights. Without it all are the same"},
    [OPTION_FIX_FEET] = {.name = "fix-feet",
                         .letter = 'f',
                         .kind = CLI_FLAG,
                         .help = "hold feet in place while they stand in all motions"},
    [OPTION_CURVE] = {.name = "curve",
                      .letter = 'c',
                      .kind = CLI_PATH,
                      .placeholder = "OUT.svg",
                      .values = "svg",
                      .help = "draw the distance matrix of the first two with path and time curve"},
    [OPTION_FILM] = {.name = "film",
                     .kind = CLI_PATH,
                     .placeholder = "OUT.svg",
                     .values = "svg",
                     .help = "draw the figure at twelve moments of the result"},
};

static const cli_example examples[] = {
    {"kinedriver blend walk.bvh stroll.bvh -o both.bvh", "Makes the motion half-way between two."},
    {"kinedriver blend walk.bvh stroll.bvh -o both.glb --weights 0.3,0.7 --fix-feet --report both.json",
     "Takes more of the second, holds the feet in place, and writes how good the result is."},
    {"kinedriver blend walk.bvh stroll.bvh -o both.bvh --range A=1: --curve curve.svg",
     "Drops the first frame of the first motion, and draws the time curve."},
};

enum { BLEND_FILE_BYTES = 1 << 24, BLEND_FILM_FIGURES = 12 };

/* Rows of numbers: weights alone, or a time before them. */
typedef struct blend_rows {
    double *times;
    float *weights;
    int count, capacity;
} blend_rows;

static bool blend_rows_reserve(blend_rows *rows, int motions)
{
    if (rows->count < rows->capacity)
        return true;
    int capacity = rows->capacity ? 2 * rows->capacity : 64;
    double *times = (double *)realloc(rows->times, (size_t)capacity * sizeof *times);
    if (!times)
        return false;
    rows->times = times;
    float *weights = (float *)realloc(rows->weights, (size_t)capacity * (size_t)motions * sizeof *weights);
    if (!weights)
        return false;
    rows->weights = weights;
    rows->capacity = capacity;
    return true;
}

/* Reads the numbers of one line; false where they are not numbers or not as many as needed. The line is changed. */
static bool blend_rows_add(blend_rows *rows, int motions, bool has_time, char *line)
{
    if (!blend_rows_reserve(rows, motions))
        return false;
    for (int i = has_time ? -1 : 0; i < motions; i++) {
        double value;
        char *end = line ? line + strcspn(line, ",") : NULL;
        bool is_last = end && *end == 0;
        if (!end)
            return false;
        *end = 0;
        line += strspn(line, " ");
        if (!cli_parse_number(line, &value))
            return false;
        if (i < 0)
            rows->times[rows->count] = value;
        else
            rows->weights[rows->count * motions + i] = (float)value;
        line = is_last ? NULL : end + 1;
    }
    rows->count++;
    return line == NULL;
}

static cli_exit blend_rows_file(cli_call *call, const char *path, int motions, blend_rows *rows)
{
    kd_buffer content = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    kd_file_read(path, BLEND_FILE_BYTES, &content, &findings);
    cli_exit problem = cli_report(call, path, &findings);
    int number = 1;
    for (char *line = (char *)content.data; line && *line && !problem; number++) {
        char *end = line + strcspn(line, "\r\n"), *next = end + strspn(end, "\r\n");
        *end = 0;
        bool is_head = number == 1 && (line[0] < '+' || line[0] > '9');
        if (!is_head && !blend_rows_add(rows, motions, true, line))
            problem =
                cli_report_one(call, KD_SEVERITY_ERROR, KD_SYNTAX, path,
                               "line %d needs a time in seconds and %d weights, separated by commas", number, motions);
        line = next;
    }
    kd_buffer_free(&content);
    if (!problem && rows->count == 0)
        problem = cli_report_one(call, KD_SEVERITY_ERROR, KD_EMPTY, path, "there are no weights in it");
    return problem;
}

static cli_exit blend_weights(cli_call *call, int motions, blend_rows *rows)
{
    const char *text = cli_text(call, OPTION_WEIGHTS);
    if (text && cli_has_extension(text, "csv"))
        return blend_rows_file(call, text, motions, rows);
    if (!text) {
        if (!blend_rows_reserve(rows, motions))
            return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "out of memory");
        for (int m = 0; m < motions; m++)
            rows->weights[m] = 1.0f;
        rows->count = 1;
        return CLI_GOOD;
    }
    char *copy = (char *)malloc(strlen(text) + 1);
    if (!copy)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "out of memory");
    memcpy(copy, text, strlen(text) + 1);
    bool good = blend_rows_add(rows, motions, false, copy);
    free(copy);
    return good ? CLI_GOOD
                : cli_wrong_use(call->command, "--weights needs %d numbers with commas, or a .csv file, not '%s'",
                                motions, text);
}

static cli_exit blend_plot(cli_call *call, const cli_motions *motions, const kd_scene *scene)
{
    const char *curve = cli_text(call, OPTION_CURVE), *film = cli_text(call, OPTION_FILM);
    cli_exit problem = CLI_GOOD;
    if (curve) {
        kd_buffer content = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_registration_plot(motions->registration, 1, &content, &findings);
        problem = cli_motions_write(call, curve, result, &content, &findings);
    }
    if (!problem && film) {
        kd_buffer content = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_clip_plot(&scene->skeleton, &scene->clips[0], cli_choice(call, MOTIONS_UP),
                                        BLEND_FILM_FIGURES, &content, &findings);
        problem = cli_motions_write(call, film, result, &content, &findings);
    }
    return problem;
}

static cli_exit blend_make(cli_call *call, cli_motions *motions, const blend_rows *rows)
{
    kd_bake_desc desc = {{rows->times, rows->weights, rows->count}, 0.0, cli_is_given(call, OPTION_FIX_FEET)};
    kd_findings findings = kd_findings_make(NULL);
    kd_bake_report report;
    kd_scene *scene;
    const char *output = cli_text(call, MOTIONS_OUTPUT);
    kd_result result = kd_blend_bake(motions->registration, &desc, &scene, &report, &findings);
    cli_exit problem = cli_report(call, NULL, &findings);
    if (problem || result != KD_OK)
        return CLI_WRONG_INPUT;
    scene->metres_per_unit = motions->scenes[0]->metres_per_unit;
    problem = cli_scene_save(call, scene, output, output);
    problem = problem ? problem : blend_plot(call, motions, scene);
    json_t *row = json_object();
    json_object_set_new(row, "output", cli_json_text(output));
    json_object_set_new(row, "frames", json_integer(scene->clips[0].frame_count));
    json_object_set_new(row, "seconds", cli_json_double(report.duration_s));
    json_object_set_new(row, "slide_cm_s", cli_json_double(report.slide_cm_s));
    json_object_set_new(row, "source_slide_cm_s", cli_json_double(report.source_slide_cm_s));
    json_object_set_new(row, "contacts_held", json_integer(report.planted));
    json_object_set_new(row, "root_lowered_cm", cli_json_double(report.lowered_cm));
    json_object_set_new(motions->report, "blend", row);
    kd_scene_free(scene);
    return problem;
}

static cli_exit blend_run(cli_call *call)
{
    cli_motions motions;
    blend_rows rows = {NULL, NULL, 0, 0};
    const char *output = cli_text(call, MOTIONS_OUTPUT);
    if (output && (cli_has_extension(output, cli_rig_files()) || !cli_has_extension(output, cli_writable_files())))
        return cli_wrong_use(call->command, "the name '%s' does not tell a format for motions: .bvh, .glb or .gltf",
                             output);
    cli_exit problem = cli_motions_make(call, &motions);
    problem = problem ? problem : blend_weights(call, motions.count, &rows);
    problem = problem ? problem : blend_make(call, &motions, &rows);
    problem = problem ? problem : cli_motions_finish(call, &motions);
    free(rows.times);
    free(rows.weights);
    cli_motions_free(&motions);
    return problem;
}

const cli_command cli_command_blend = {
    .name = "blend",
    .summary = "mix motions of different length and timing into one",
    .description =
        "Brings the motions into step as 'register' does and mixes them: poses by weight, the way over the ground "
        "turned and added up step by step, the duration as the weighted mean. With one weight alone that motion comes "
        "out as it went in. Core/docs/blending.md tells how.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = blend_run,
};
