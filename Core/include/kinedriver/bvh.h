/* BVH motion files. What is read, what is repaired and what is written is told in Core/docs/bvh.md. */
#ifndef KINEDRIVER_BVH_H
#define KINEDRIVER_BVH_H

#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a scene with the skeleton and one clip, or no clip if the file has no frames. End Sites become joints with
 * is_tip set. What can be repaired is, with a warning, unless desc->strict. On failure *out is NULL and findings has
 * the error with its line and column. The scene is the caller's: kd_scene_free. findings may be NULL. */
kd_result kd_bvh_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

/* The order of the three rotation channels; the first is applied last, as everywhere in BVH. */
typedef enum kd_bvh_order {
    KD_BVH_ORDER_XYZ,
    KD_BVH_ORDER_XZY,
    KD_BVH_ORDER_YXZ,
    KD_BVH_ORDER_YZX,
    KD_BVH_ORDER_ZXY,
    KD_BVH_ORDER_ZYX,
} kd_bvh_order;

enum { KD_BVH_REST_POSE = -1 }; /* in place of a clip: one frame with the skeleton at rest */

typedef struct kd_bvh_write_desc {
    int32_t clip; /* index in the scene, or KD_BVH_REST_POSE; a scene without clips is always written at rest */
    kd_bvh_order order;
    double rest_frame_time_s; /* > 0; of the single frame of a rest pose */
} kd_bvh_write_desc;

/* The first clip, Z X Y, 1/30 s. */
kd_bvh_write_desc kd_bvh_write_desc_default(void);

/* Appends the file to out. What BVH cannot hold (scale, curves, meshes, rotations at rest, further clips) is left out
 * with a warning KD_LOSSY each. On failure out has the size it had. findings may be NULL. */
kd_result kd_bvh_write(const kd_scene *scene, const kd_bvh_write_desc *desc, kd_buffer *out, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
