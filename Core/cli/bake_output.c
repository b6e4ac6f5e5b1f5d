/* What `kinedriver bake` writes. */
#include "bake_output.h"

#include "files.h"
#include "report.h"

#include <kinedriver/clip_table.h>

#include <stdio.h>
#include <stdlib.h>

static const char *output_name(const cli_bake_output *output)
{
    return *output->name ? output->name : output->path;
}

cli_exit cli_bake_output_make(const cli_call *call, const char *path, const char *to, bool all_joints,
                              cli_bake_output *output)
{
    output->path = path;
    output->name[0] = 0;
    output->all_joints = all_joints;
    if (!path)
        return cli_wrong_use(call->command, "-o must name the file to write");
    if (to)
        snprintf(output->name, sizeof output->name, "out.%s", to);
    if (!cli_has_extension(output_name(output), CLI_BAKE_FILES))
        return cli_wrong_use(call->command,
                             "the name '%s' does not tell the format to write; give --to " CLI_BAKE_FILES, path);
    if (all_joints && !cli_bake_output_is_table(output))
        return cli_wrong_use(call->command, "--all is for .csv and .json files; others hold all joints anyway");
    return CLI_GOOD;
}

bool cli_bake_output_is_table(const cli_bake_output *output)
{
    return cli_has_extension(output_name(output), "csv|json");
}

kd_bake_outputs cli_bake_output_curves(const cli_bake_output *output)
{
    if (cli_bake_output_is_table(output))
        return KD_BAKE_ALL_OUTPUTS;
    return cli_has_extension(output_name(output), "glb|gltf") ? KD_BAKE_MORPHS : KD_BAKE_NO_OUTPUTS;
}

/* Marks the joints that the program moves. */
static void output_mark(const kd_program *program, const kd_skeleton *skeleton, bool *wanted)
{
    for (int32_t i = 0; i < kd_program_joint_count(program); i++) {
        int32_t joint = kd_skeleton_find(skeleton, kd_program_joint_name(program, i));
        if (joint != KD_NO_JOINT && kd_program_joint_writes(program, i) != 0)
            wanted[joint] = true;
    }
}

static kd_result output_fill_table(const cli_bake_output *output, const kd_program *program, const kd_scene *scene,
                                   kd_buffer *content)
{
    const kd_skeleton *skeleton = &scene->skeleton;
    bool *wanted = (bool *)calloc((size_t)skeleton->joint_count + 1, sizeof(bool));
    if (!wanted)
        return KD_OUT_OF_MEMORY;
    output_mark(program, skeleton, wanted);
    const bool *chosen = output->all_joints ? NULL : wanted;
    kd_result result = cli_has_extension(output_name(output), "csv")
                           ? kd_clip_write_csv(skeleton, &scene->clips[0], chosen, content)
                           : kd_clip_write_json(skeleton, &scene->clips[0], chosen, content);
    free(wanted);
    return result;
}

cli_exit cli_bake_output_write(cli_call *call, const cli_bake_output *output, const kd_program *program,
                               const kd_scene *scene)
{
    if (!cli_bake_output_is_table(output))
        return cli_scene_save(call, scene, output->path, output_name(output));
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_result result = output_fill_table(output, program, scene, &content);
    if (result == KD_OK)
        kd_file_write(output->path, content.data, content.size, &findings);
    kd_buffer_free(&content);
    cli_exit problem = cli_report(call, cli_output_name(output->path), &findings);
    if (result == KD_OK)
        return problem;
    return cli_report_one(call, KD_SEVERITY_ERROR, result, cli_output_name(output->path), "%s", kd_result_text(result));
}
