/* Plain skinning on the CPU, for tools: what pictures, checks and fits see of a mesh in a pose. A game's renderer does
 * the same on its own data. */
#ifndef KINEDRIVER_MESH_DEFORM_H
#define KINEDRIVER_MESH_DEFORM_H

#include "kinedriver/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_mesh_deform_job {
    const kd_mesh *mesh;
    const kd_mat34 *model_from_joint; /* [skeleton joint]; may be NULL for a mesh that hangs on no joint */
    const float *morph_weights;       /* [morph]; NULL: the mesh's own */
    kd_vec3 *positions;               /* out, [vertex], model space */
    kd_vec3 *normals; /* out, [vertex], unit length; NULL: not wanted, and untouched without mesh->normals */
} kd_mesh_deform_job;

/* Adds the morphs, then moves each vertex by the blend of its joints' maps (linear blend skinning), or by its one joint
 * where the mesh has no skin. Normals stay square to the surface under any scale; under a mirroring map they turn
 * with the triangles. Allocates nothing; safe from any thread. */
void kd_mesh_deform(const kd_mesh_deform_job *job);

#ifdef __cplusplus
}
#endif
#endif
