/* kd_scene_load, kd_scene_write and kd_scene_save: a file's bytes go to the reader, or come from the writer, that the
 * table of formats names. A file is either written whole or not touched. */
#include "kinedriver/scene_file.h"

#include "io/scene_format.h"
#include "kinedriver/obj.h"
#include "model/scene.h"
#include "text/findings.h"

#include <stdio.h>
#include <string.h>

enum { SCENE_FILE_PATH_SIZE = 4096 };

static kd_result scene_file_parse(const char *path, const kd_buffer *content, const kd_read_desc *desc, kd_scene **out,
                                  kd_findings *findings)
{
    const kdi_scene_format *format = kdi_scene_format_of(path, content->data, content->size);
    if (format)
        return format->read(content->data, content->size, desc, out, findings);
    char list[KDI_SCENE_FORMAT_LIST_SIZE];
    kdi_scene_format_list(false, list);
    return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, NULL, "neither by content nor by extension any of %s: '%s'", list,
                     kdi_path_file_name(path));
}

/* The folder of a path: "." where it names none. False where it is too long. */
static bool scene_file_folder(const char *path, char folder[SCENE_FILE_PATH_SIZE])
{
    size_t length = (size_t)(kdi_path_file_name(path) - path);
    if (length >= SCENE_FILE_PATH_SIZE)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    if (length == 0)
        memcpy(folder, ".", 2);
    else if (length > 1)
        folder[length - 1] = '\0'; /* the slash, unless it is the root */
    return true;
}

/* A '#' in the name of an OBJ file stands for the numbers of a series, unless a file is called just so. */
static bool scene_file_is_series(const char *path)
{
    if (!strchr(kdi_path_file_name(path), '#') || !kdi_path_has_extension(path, "obj"))
        return false;
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file == NULL;
}

kd_result kd_scene_load(const char *path, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    kd_read_desc own = desc ? *desc : kd_read_desc_default();
    if (scene_file_is_series(path))
        return kd_obj_sequence_read(path, &own, out, findings);
    char folder[SCENE_FILE_PATH_SIZE];
    if (!own.folder && strcmp(path, "-") != 0 && scene_file_folder(path, folder))
        own.folder = folder;
    kd_buffer content = kd_buffer_make(&own.allocator);
    kd_result result = kd_file_read(path, own.limits.file_bytes, &content, findings);
    if (result == KD_OK)
        result = scene_file_parse(path, &content, &own, out, findings);
    kd_buffer_free(&content);
    return result;
}

kd_result kd_scene_write(const kd_scene *scene, const char *name, kd_buffer *out, kd_findings *findings)
{
    const kdi_scene_format *format = kdi_scene_format_for(name);
    if (format)
        return format->write(scene, name, out, findings);
    char list[KDI_SCENE_FORMAT_LIST_SIZE];
    kdi_scene_format_list(true, list);
    return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, NULL, "the extension must be that of %s: '%s'", list,
                     kdi_path_file_name(name));
}

kd_result kd_scene_save(const kd_scene *scene, const char *path, kd_findings *findings)
{
    kd_buffer bytes = kd_buffer_make(scene->arena ? &scene->arena->allocator : NULL);
    kd_result result = kd_scene_write(scene, path, &bytes, findings);
    if (result == KD_OK)
        result = kd_file_write(path, bytes.data, bytes.size, findings);
    kd_buffer_free(&bytes);
    return result;
}
