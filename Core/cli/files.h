/* Rigs and scenes in and out of files, for commands: each call loads or saves and reports what is found under the
 * file's name. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "call.h"

#include <kinedriver/file.h>
#include <kinedriver/rig.h>
#include <kinedriver/scene.h>

/* Extensions, for completion. */
#define CLI_RIG_FILES   "kdi"
#define CLI_SCENE_FILES "bvh|glb|gltf|obj|pc2|mdd"

/* Formats that can be written, for an option that names one; the rig's comes first. */
#define CLI_WRITE_FORMATS "kdi|bvh|glb|gltf|obj|pc2"
enum { CLI_WRITE_RIG = 0 };

/* The position in CLI_WRITE_FORMATS of a path's extension, whatever its case; -1 if it is none of them. */
int cli_write_format(const char *path);

/* Whether a path names a rig, by its extension. */
bool cli_path_is_rig(const char *path);

/* "<stdin>" and "<stdout>" for "-". */
const char *cli_input_name(const char *path);
const char *cli_output_name(const char *path);

/* On CLI_WRONG_INPUT *out is NULL and the reason has been reported, as warnings always are. */
cli_exit cli_rig_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_rig **out);
cli_exit cli_scene_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_scene **out);

cli_exit cli_rig_save(cli_call *call, const kd_rig *rig, const char *path);

/* Writes a scene in a format given by its position in CLI_WRITE_FORMATS. */
cli_exit cli_scene_save(cli_call *call, const kd_scene *scene, const char *path, int format);

/* Refuses a document and --json on the standard output at once. */
cli_exit cli_check_output(const cli_call *call, const char *path);

#endif
