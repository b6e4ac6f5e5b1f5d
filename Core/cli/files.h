/* Rigs and scenes in and out of files, for commands: each call loads or saves and reports what is found under the
 * file's name. Which formats there are is known to the library alone. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "call.h"

#include <kinedriver/file.h>
#include <kinedriver/rig.h>
#include <kinedriver/scene.h>

/* Extensions as "x|y|z", the rig's first where it is among them. */
const char *cli_rig_files(void);
const char *cli_asset_files(void);    /* that the runtime half reads */
const char *cli_scene_files(void);    /* that can be read */
const char *cli_readable_files(void); /* rigs and scenes */
const char *cli_writable_files(void); /* rigs and scenes */

/* Whether the name's extension is one of "x|y|z", whatever its case. */
bool cli_has_extension(const char *name, const char *extensions);

/* Whether an input is a rig: by its first byte or by its extension. */
bool cli_input_is_rig(const char *path);

/* Whether an input is a program, a blend or segments: by its extension or, where that tells nothing, by the first byte
 * that these have in common. */
bool cli_input_is_asset(const char *path);

/* "<stdin>" and "<stdout>" for "-". */
const char *cli_input_name(const char *path);
const char *cli_output_name(const char *path);

/* On CLI_WRONG_INPUT *out is NULL and the reason has been reported, as warnings always are. */
cli_exit cli_rig_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_rig **out);
cli_exit cli_scene_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_scene **out);

cli_exit cli_rig_save(cli_call *call, const kd_rig *rig, const char *path);

/* Writes a scene in the format that the extension of `name` tells. */
cli_exit cli_scene_save(cli_call *call, const kd_scene *scene, const char *path, const char *name);

/* Refuses an output that would replace the input, unless that is wanted, and a file on the standard output together
 * with --json. */
cli_exit cli_check_output(const cli_call *call, const char *input, const char *output, bool in_place);

/* The option by which cli_check_output is told that the input may be replaced. */
#define CLI_IN_PLACE_OPTION                                                                                     \
    {                                                                                                           \
        .name = "in-place", .kind = CLI_FLAG, .help = "let the output replace the input, which else is refused" \
    }

#endif
