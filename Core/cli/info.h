/* What is in a file, as a JSON object: the parts of `kinedriver info`. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include <jansson.h>
#include <kinedriver/blend.h>
#include <kinedriver/program.h>
#include <kinedriver/rig.h>
#include <kinedriver/scene.h>
#include <kinedriver/segment_player.h>

/* Adds what a motion or mesh file holds; with_list: every joint by name too. Returns false without memory. */
bool cli_info_scene(json_t *object, const kd_scene *scene, bool with_list);

/* Adds what a rig holds; with_list: every node and connection too. */
bool cli_info_rig(json_t *object, const kd_rig *rig, bool with_list);

/* Adds what a program holds; with_list: every joint and node by name too. */
void cli_info_program(json_t *object, const kd_program *program, bool with_list);

/* Adds the motions of a blend asset; with_list: every joint by name too. */
void cli_info_blend(json_t *object, const kd_blend *blend, bool with_list);

/* Adds handles and segments, with what they take of memory and what that saves against samples of every frame. */
void cli_info_segments(json_t *object, const kd_segments *segments, size_t size);

#endif
