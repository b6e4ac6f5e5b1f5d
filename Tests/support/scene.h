/* A small scene with one of everything, for tests of what works on scenes. */
#ifndef KT_SCENE_H
#define KT_SCENE_H

#include "kinedriver/scene.h"
#include "support/test.h"

/* Three joints, a clip of four frames with two curves, a skinned mesh with a morph, a second mesh on a joint, two
 * materials, one set of shapes. Random numbers, valid. Free with kd_scene_free. */
kd_scene *kt_scene_make(kt_random *random);

/* Where a vertex of a skinned mesh is when the joints are at these model-space transforms. */
kd_vec3 kt_skin_point(const kd_mesh *mesh, const kd_transform *model, int32_t vertex);

#endif
