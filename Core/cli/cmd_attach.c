/* kinedriver attach: a joint that moves as the skin does at a place of a mesh. */
#include "call.h"
#include "files.h"
#include "json_text.h"
#include "report.h"

#include <kinedriver/rig_attach.h>

#include <stdint.h>
#include <string.h>

static const cli_param arguments[] = {
    {.kind = CLI_PATH,
     .placeholder = "RIG.kdi",
     .make_values = cli_rig_files,
     .help = "the rig that gets the constraints; \"-\": the standard input"},
    {.kind = CLI_PATH,
     .placeholder = "MESH",
     .make_values = cli_scene_files,
     .help = "the file with the skinned mesh, at rest"},
};

enum { OPTION_JOINT, OPTION_AT, OPTION_VERTEX, OPTION_MESH, OPTION_LEAST, OPTION_OUTPUT, OPTION_IN_PLACE };

static const cli_param options[] = {
    [OPTION_JOINT] =
        {.name = "joint", .letter = 'j', .kind = CLI_TEXT, .placeholder = "J", .help = "the joint to attach"},
    [OPTION_AT] = {.name = "at",
                   .letter = 'a',
                   .kind = CLI_TEXT,
                   .placeholder = "X,Y,Z",
                   .help = "attach where the surface is nearest to this point, in the mesh file's unit"},
    [OPTION_VERTEX] = {.name = "vertex",
                       .letter = 'v',
                       .kind = CLI_NUMBER,
                       .placeholder = "N",
                       .help = "attach at this vertex, counted from 0"},
    [OPTION_MESH] = {.name = "mesh",
                     .letter = 'm',
                     .kind = CLI_TEXT,
                     .placeholder = "NAME",
                     .help = "use this one of several meshes"},
    [OPTION_LEAST] = {.name = "least",
                      .kind = CLI_NUMBER,
                      .placeholder = "W",
                      .fallback = "0.01",
                      .help = "leave out weights below this share"},
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .kind = CLI_PATH,
                       .placeholder = "OUT.kdi",
                       .values = "kdi",
                       .fallback = "-",
                       .help = "the rig to write; \"-\": the standard output"},
    [OPTION_IN_PLACE] = CLI_IN_PLACE_OPTION,
};

static const cli_example examples[] = {
    {"kinedriver attach arm.kdi skin.glb --joint button --vertex 2 -o buttoned.kdi",
     "Lets a button move with the sleeve at a vertex."},
    {"kinedriver attach arm.kdi skin.glb --joint button --at 1.5,0.2,0 -o buttoned.kdi",
     "The same at the point of the sleeve that is nearest to a place."},
};

static bool attach_parse_point(const char *text, kd_vec3 *point)
{
    float *parts[3] = {&point->x, &point->y, &point->z};
    for (int i = 0; i < 3; i++) {
        char number[64];
        double value;
        size_t length = strcspn(text, ",");
        if (length >= sizeof number)
            return false;
        memcpy(number, text, length);
        number[length] = 0;
        if (!cli_parse_number(number, &value))
            return false;
        *parts[i] = (float)value;
        text += length;
        if (i < 2 ? *text++ != ',' : *text != 0)
            return false;
    }
    return true;
}

static cli_exit attach_plan(const cli_call *call, kd_attach_desc *desc)
{
    double vertex = cli_number(call, OPTION_VERTEX), least = cli_number(call, OPTION_LEAST);
    *desc = kd_attach_desc_default();
    desc->joint = cli_text(call, OPTION_JOINT);
    desc->mesh = cli_text(call, OPTION_MESH);
    if (!desc->joint || !*desc->joint)
        return cli_wrong_use(call->command, "--joint must name the joint to attach");
    if (cli_is_given(call, OPTION_AT) == cli_is_given(call, OPTION_VERTEX))
        return cli_wrong_use(call->command, "give either --at or --vertex");
    if (cli_is_given(call, OPTION_AT) && !attach_parse_point(cli_text(call, OPTION_AT), &desc->point))
        return cli_wrong_use(call->command, "--at needs three numbers as X,Y,Z, not '%s'", cli_text(call, OPTION_AT));
    if (!(vertex >= 0 && vertex < INT32_MAX && vertex == (double)(int32_t)vertex))
        return cli_wrong_use(call->command, "--vertex needs a whole number from 0 on, not '%s'",
                             cli_text(call, OPTION_VERTEX));
    if (!(least >= 0 && least < 1))
        return cli_wrong_use(call->command, "--least needs a number from 0 to below 1, not '%s'",
                             cli_text(call, OPTION_LEAST));
    if (cli_is_given(call, OPTION_VERTEX))
        desc->vertex = (int32_t)vertex;
    desc->least = (float)least;
    return cli_check_output(call, cli_argument(call, 0), cli_text(call, OPTION_OUTPUT),
                            cli_is_given(call, OPTION_IN_PLACE));
}

static void attach_tell(const cli_call *call, const kd_scene *scene, const kd_attach_place *place)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < place->joint_count; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "joint", cli_json_text(scene->skeleton.joints[place->joints[i]].name));
        json_object_set_new(row, "weight", cli_json_float(place->weights[i]));
        json_array_append_new(list, row);
    }
    json_object_set_new(call->result, "output", cli_json_text(cli_text(call, OPTION_OUTPUT)));
    json_object_set_new(call->result, "mesh", cli_json_text(scene->meshes[place->mesh].name));
    json_object_set_new(call->result, "position", cli_json_vec3(place->position));
    json_object_set_new(call->result, "distance", cli_json_float(place->distance));
    json_object_set_new(call->result, "sources", list);
}

static cli_exit attach_rig(cli_call *call, const kd_attach_desc *desc, kd_rig *rig, const kd_scene *scene)
{
    kd_attach_place place;
    kd_findings findings = kd_findings_make(NULL);
    kd_rig_attach(rig, scene, desc, &place, &findings);
    cli_exit problem = cli_report(call, cli_input_name(cli_argument(call, 1)), &findings);
    if (!problem)
        problem = cli_rig_save(call, rig, cli_text(call, OPTION_OUTPUT));
    if (!problem && call->json)
        attach_tell(call, scene, &place);
    return problem;
}

static cli_exit attach_run(cli_call *call)
{
    kd_attach_desc desc;
    kd_read_desc read_desc = kd_read_desc_default();
    kd_rig *rig = NULL;
    kd_scene *scene = NULL;
    cli_exit problem = attach_plan(call, &desc);
    if (problem)
        return problem;
    problem = cli_rig_load(call, cli_argument(call, 0), &read_desc, &rig);
    if (!problem)
        problem = cli_scene_load(call, cli_argument(call, 1), &read_desc, &scene);
    if (!problem)
        problem = attach_rig(call, &desc, rig, scene);
    kd_rig_free(rig);
    kd_scene_free(scene);
    return problem;
}

const cli_command cli_command_attach = {
    .name = "attach",
    .summary = "let a joint move with the skin at a place of a mesh",
    .description = "Adds a position and an orientation constraint for a joint to a rig. Their sources are the joints "
                   "that move the mesh at the given place, weighted as the skin is there; the place of the joint at "
                   "rest, relative to them, is kept. So a button, a pocket or a scabbard follows the surface.\n\n"
                   "Between vertices the weights of the three corners of the nearest triangle are mixed.",
    CLI_ARGUMENTS(arguments),
    CLI_OPTIONS(options),
    CLI_EXAMPLES(examples),
    .has_json = true,
    .run = attach_run,
};
