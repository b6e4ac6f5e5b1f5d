/* Rig programs for commands: compiled on the spot from a .kdi file, or opened from a .kdp file. */
#ifndef CLI_PROGRAMS_H
#define CLI_PROGRAMS_H

#include "call.h"

#include <kinedriver/buffer.h>
#include <kinedriver/program.h>
#include <kinedriver/scene.h>

typedef struct cli_rig_program {
    kd_buffer bytes;
    const kd_program *program; /* lies in bytes */
    double metres_per_unit;    /* of the rig; 0: not known, as in a .kdp file */
} cli_rig_program;

/* Extensions "kdi|kdp". */
const char *cli_program_files(void);

/* The option --skeleton, the same in all commands that compile. */
#define CLI_SKELETON_OPTION(text)                                                                                   \
    {                                                                                                               \
        .name = "skeleton", .letter = 's', .kind = CLI_PATH, .placeholder = "FILE", .make_values = cli_scene_files, \
        .help = (text)                                                                                              \
    }

/* Reads the file and, if it is a rig, compiles it for the scene's skeleton and unit (NULL: the joints that it states
 * itself). On CLI_WRONG_INPUT the reason has been reported; free in either case. */
cli_exit cli_program_load(cli_call *call, const char *path, const kd_scene *scene, bool probes, cli_rig_program *out);
void cli_program_free(cli_rig_program *program);

/* Loads a scene that must have a skeleton; path NULL gives NULL. */
cli_exit cli_skeleton_load(cli_call *call, const char *path, kd_scene **out);

/* Values NAME=NUMBER of an option that repeats. First whether they have this form, before anything is read; then the
 * values of all external inputs of a program, allocated and to be freed, with those put in. */
cli_exit cli_program_inputs_check(const cli_call *call, int option);
cli_exit cli_program_inputs(cli_call *call, int option, const kd_program *program, float **out);

/* That option. */
#define CLI_INPUT_OPTION                                                                            \
    {                                                                                               \
        .name = "input", .letter = 'i', .kind = CLI_TEXT, .repeats = true, .placeholder = "NAME=X", \
        .help = "set an external input of the rig; a curve of this name in the motion comes first"  \
    }

#endif
