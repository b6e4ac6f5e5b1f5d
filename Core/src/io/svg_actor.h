/* A scene that can be posed at any time of its first clip: what a panel of a picture shows. */
#ifndef KDI_IO_SVG_ACTOR_H
#define KDI_IO_SVG_ACTOR_H

#include "base/arena.h"
#include "kinedriver/scene.h"

#include <stdbool.h>

typedef struct kdi_svg_actor {
    const kd_scene *scene;
    const kd_clip *clip;   /* NULL: at rest */
    const kd_mesh *meshes; /* the scene's, or one made of its bones */
    int32_t mesh_count;
    bool shows_bones;
    kd_transform *models;       /* [joint] of the pose */
    kd_mat34 *model_from_joint; /* [joint] likewise */
    kd_vec3 **positions;        /* [mesh][vertex] likewise */
    kd_vec3 **normals;          /* [mesh][vertex]; NULL where the mesh has none */
    float *morph_weights;       /* room for those of any mesh */
} kdi_svg_actor;

/* False without memory. All of it lies in the arena, or belongs to the scene, which must outlive it. */
bool kdi_svg_actor_make(kdi_svg_actor *actor, const kd_scene *scene, kdi_arena *arena);

/* Length of the motion; 0 at rest. */
double kdi_svg_actor_duration(const kdi_svg_actor *actor);

/* Fills models, positions and normals. Times outside the clip count as its ends. */
void kdi_svg_actor_pose(kdi_svg_actor *actor, double time_s);

#endif
