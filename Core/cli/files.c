/* Rigs and scenes in and out of files, for commands. */
#include "files.h"

#include "report.h"

#include <kinedriver/bvh.h>
#include <kinedriver/gltf.h>
#include <kinedriver/kdi.h>
#include <kinedriver/obj.h>
#include <kinedriver/pointcache.h>
#include <kinedriver/scene_file.h>

#include <ctype.h>
#include <string.h>

enum { FILES_EXTENSION = 8 };

/* The extension in lower case; empty if there is none, or if it is longer than any known one. */
static void files_extension(const char *path, char extension[FILES_EXTENSION])
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    size_t length = dot ? strlen(dot + 1) : 0;
    if (length >= FILES_EXTENSION)
        length = 0;
    for (size_t i = 0; i < length; i++)
        extension[i] = (char)tolower((unsigned char)dot[1 + i]);
    extension[length] = 0;
}

int cli_write_format(const char *path)
{
    char extension[FILES_EXTENSION];
    files_extension(path, extension);
    return cli_parse_choice(CLI_WRITE_FORMATS, extension);
}

bool cli_path_is_rig(const char *path)
{
    return cli_write_format(path) == CLI_WRITE_RIG;
}

const char *cli_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

const char *cli_output_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdout>" : path;
}

cli_exit cli_rig_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_rig **out)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    *out = NULL;
    kd_result result = kd_file_read(path, (size_t)desc->limits.rig_file_bytes, &content, &findings);
    if (result == KD_OK)
        result = kd_kdi_read(content.data, content.size, desc, out, &findings);
    kd_buffer_free(&content);
    cli_report(call, cli_input_name(path), &findings);
    return result == KD_OK ? CLI_GOOD : CLI_WRONG_INPUT;
}

cli_exit cli_scene_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_scene **out)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_scene_load(path, desc, out, &findings);
    cli_report(call, cli_input_name(path), &findings);
    return result == KD_OK ? CLI_GOOD : CLI_WRONG_INPUT;
}

/* Writes what a writer has put into the buffer, if it was content with it. */
static cli_exit files_finish(cli_call *call, const char *path, kd_result result, kd_buffer *content,
                             kd_findings *findings)
{
    if (result == KD_OK)
        result = kd_file_write(path, content->data, content->size, findings);
    kd_buffer_free(content);
    cli_report(call, cli_output_name(path), findings);
    return result == KD_OK ? CLI_GOOD : CLI_WRONG_INPUT;
}

cli_exit cli_rig_save(cli_call *call, const kd_rig *rig, const char *path)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_result result = kd_kdi_write(rig, &content, &findings);
    return files_finish(call, path, result, &content, &findings);
}

static kd_result files_write_scene(const kd_scene *scene, int format, kd_buffer *out, kd_findings *findings)
{
    enum { RIG, BVH, GLB, GLTF, OBJ, PC2 }; /* as in CLI_WRITE_FORMATS */
    kd_bvh_write_desc bvh = kd_bvh_write_desc_default();
    kd_gltf_write_desc gltf = kd_gltf_write_desc_default();
    gltf.binary = format == GLB;
    switch (format) {
    case BVH:
        return kd_bvh_write(scene, &bvh, out, findings);
    case GLB:
    case GLTF:
        return kd_gltf_write(scene, &gltf, out, findings);
    case OBJ:
        return kd_obj_write(scene, out, findings);
    default:
        return kd_pc2_write(scene, out, findings);
    }
}

cli_exit cli_scene_save(cli_call *call, const kd_scene *scene, const char *path, int format)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_result result = files_write_scene(scene, format, &content, &findings);
    return files_finish(call, path, result, &content, &findings);
}

cli_exit cli_check_output(const cli_call *call, const char *path)
{
    if (call->json && strcmp(path, "-") == 0)
        return cli_wrong_use(call->command, "--json and an output to '-' would mix on the standard output");
    return CLI_GOOD;
}
