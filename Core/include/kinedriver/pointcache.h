/* Point caches, the positions of all vertices in every frame: PC2 (3ds Max, Blender) and MDD (LightWave, Blender).
 * Layouts are in Core/docs/shapes.md. */
#ifndef KINEDRIVER_POINTCACHE_H
#define KINEDRIVER_POINTCACHE_H

#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scene with one kd_shapes. PC2 counts in frames of unknown duration: desc->frame_time_s, or 1/30 s. On failure *out
 * is NULL. */
kd_result kd_pc2_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* Likewise. MDD has times in seconds; desc->frame_time_s, if not 0, replaces them by evenly spaced ones. */
kd_result kd_mdd_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* Whether these bytes can be an MDD file. It has no signature, but its two counts fix its size. */
bool kd_mdd_fits(const void *data, size_t size);

/* Appends the scene's first kd_shapes as PC2, 30 frames a second. Times that are not evenly spaced become so, with a
 * warning. On failure out is as before. */
kd_result kd_pc2_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings);

/* Likewise as MDD, with the times as they are. */
kd_result kd_mdd_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
