/* A mesh that shows a skeleton: what writers for viewers add where a scene has no mesh of its own. */
#ifndef KDI_MODEL_BONE_MESH_H
#define KDI_MODEL_BONE_MESH_H

#include "base/arena.h"
#include "kinedriver/mesh.h"
#include "kinedriver/skeleton.h"

#include <stdbool.h>

enum { KDI_BONE_MESH_FACES = 8, KDI_BONE_MESH_VERTICES = KDI_BONE_MESH_FACES * 3 }; /* of one octahedron */

/* One octahedron from each joint to each of its children, in model space at rest, flat shaded, wholly bound to the
 * joint at its thick end. Where that gives nothing (a single joint, all joints in one place) every joint gets a small
 * octahedron around it. The mesh is skinned with one influence a vertex and has one part of the given material. Joints
 * that are too far apart for finite numbers, and joints beyond 65,535, are not shown: the mesh may have no vertices.
 * All of it lies in the arena. False without memory. */
bool kdi_bone_mesh_make(const kd_skeleton *skeleton, int32_t material, kdi_arena *arena, kd_mesh *mesh);

#endif
