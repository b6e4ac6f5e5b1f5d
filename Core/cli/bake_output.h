/* What `kinedriver bake` writes: a motion file, or a table of numbers. */
#ifndef CLI_BAKE_OUTPUT_H
#define CLI_BAKE_OUTPUT_H

#include "call.h"

#include <kinedriver/bake.h>

#define CLI_BAKE_FILES "glb|gltf|bvh|csv|json"

typedef struct cli_bake_output {
    const char *path;
    char name[16]; /* a name whose extension tells the format; empty: that of the path does */
    bool all_joints;
} cli_bake_output;

/* to: the format where the path does not tell it, or NULL. */
cli_exit cli_bake_output_make(const cli_call *call, const char *path, const char *to, bool all_joints,
                              cli_bake_output *output);

/* A .csv or .json file: it holds one clip. */
bool cli_bake_output_is_table(const cli_bake_output *output);

/* The outputs of a rig that the format can hold. */
kd_bake_outputs cli_bake_output_curves(const cli_bake_output *output);

/* The scene has been baked with the program. */
cli_exit cli_bake_output_write(cli_call *call, const cli_bake_output *output, const kd_program *program,
                               const kd_scene *scene);

#endif
