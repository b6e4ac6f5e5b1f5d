/* Wavefront OBJ: one file as a mesh, a numbered series of files as example shapes. What is read and what is left out is
 * in Core/docs/shapes.md. */
#ifndef KINEDRIVER_OBJ_H
#define KINEDRIVER_OBJ_H

#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scene with one mesh whose vertices are the file's "v" lines, all of them and in their order. On failure *out is
 * NULL. */
kd_result kd_obj_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* Reads a series of files that differ in a number: the path of the first one ("walk8.obj", "walk008.obj"; the number is
 * the last one in the file's name), or a pattern whose '#' stand for the number ("walk#.obj"; "walk###.obj" for at
 * least three digits), which begins at 0 or 1. Goes on until a file is missing. The scene has the mesh of the first
 * file and one kd_shapes with a frame for each file; frames follow each other by desc->frame_time_s, or
 * KD_SHAPES_FRAME_TIME_S. */
kd_result kd_obj_sequence_read(const char *path, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* Appends the scene's meshes at rest as one OBJ file. Tells by a warning what the format cannot hold (skin, motion,
 * ...). */
kd_result kd_obj_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
