/* Motion and mesh files of any supported format. The format of a file is known by its content and, where that says
 * nothing, by its extension; a file to write goes by its extension. */
#ifndef KINEDRIVER_SCENE_FILE_H
#define KINEDRIVER_SCENE_FILE_H

#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_scene_format {
    const char *name;       /* "PC2" */
    const char *extensions; /* separated by blanks, without dots: "gltf glb" */
    bool readable;
    bool writable;
} kd_scene_format;

/* The formats, for help texts: index from 0 on; false behind the last. */
bool kd_scene_format_get(int index, kd_scene_format *format);

/* The name of the format that these bytes are of, NULL where none is recognised. path may be NULL; its extension
 * decides where the content does not. */
const char *kd_scene_format_name(const char *path, const void *data, size_t size);

/* Reads a file. Files that it names are looked for in its folder, unless desc says another. '#' in the name of an OBJ
 * file that is not called just so stands for the numbers of a series (see kd_obj_sequence_read). "-" is the standard
 * input. desc may be NULL for the defaults. On failure *out is NULL. */
kd_result kd_scene_load(const char *path, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* Appends the bytes of a file of this name, of which only the extension matters. On failure out is as before. What the
 * format cannot hold is told by warnings KD_LOSSY. */
kd_result kd_scene_write(const kd_scene *scene, const char *name, kd_buffer *out, kd_findings *findings);

/* Writes a file by the extension of its path and the defaults of the format, or leaves what was there on failure. What
 * the format cannot hold is told by warnings KD_LOSSY. */
kd_result kd_scene_save(const kd_scene *scene, const char *path, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
