/* What one motion or mesh file holds: a skeleton, clips, meshes, shape sequences. Readers make one, writers take one;
 * all of it lives in one piece of memory that kd_scene_free releases. */
#ifndef KINEDRIVER_SCENE_H
#define KINEDRIVER_SCENE_H

#include "kinedriver/allocator.h"
#include "kinedriver/clip.h"
#include "kinedriver/findings.h"
#include "kinedriver/limits.h"
#include "kinedriver/mesh.h"
#include "kinedriver/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Positions of all vertices of a mesh at several moments: example shapes. */
typedef struct kd_shapes {
    const char *name;
    int32_t vertex_count;
    int32_t frame_count;
    float *times_s;     /* [frame] */
    kd_vec3 *positions; /* [frame * vertex_count + vertex] */
} kd_shapes;

/* What a frame of shapes lasts where neither the file nor the caller tells: 30 frames a second. */
#define KD_SHAPES_FRAME_TIME_S (1.0 / 30.0)

typedef struct kd_scene {
    kd_skeleton skeleton;
    kd_clip *clips;
    int32_t clip_count;
    kd_mesh *meshes;
    int32_t mesh_count;
    kd_material *materials;
    int32_t material_count;
    kd_shapes *shapes;
    int32_t shapes_count;
    double metres_per_unit;  /* 0: the file does not say */
    struct kdi_arena *arena; /* owns everything above */
} kd_scene;

/* An empty scene; NULL without memory. allocator NULL: the default one. */
kd_scene *kd_scene_make(const kd_allocator *allocator, const kd_limits *limits);
void kd_scene_free(kd_scene *scene);

/* Everything a scene promises (indices in range, parents first, numbers finite, weights sum to one). Joint names are
 * not empty and unique; other names are there and UTF-8, but may be empty or repeat. Readers give only scenes that
 * pass; programs that build one may check theirs. Returns the code of the first violation; the findings tell all, with
 * the joint, clip or mesh in their path. */
kd_result kd_scene_validate(const kd_scene *scene, kd_findings *findings);

/* Multiplies all lengths by a factor above 0, and divides metres_per_unit by it where known: the things described keep
 * their size. */
void kd_scene_scale(kd_scene *scene, double factor);

#ifdef __cplusplus
}
#endif
#endif
