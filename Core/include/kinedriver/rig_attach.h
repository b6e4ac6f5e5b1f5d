/* Attaching a joint to a mesh: it moves as the skin does at a place of the surface. */
#ifndef KINEDRIVER_RIG_ATTACH_H
#define KINEDRIVER_RIG_ATTACH_H

#include "kinedriver/rig.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_attach_desc {
    const char *joint; /* that is attached */
    const char *mesh;  /* of the scene; NULL: the nearest skinned one, or for a vertex the first skinned one */
    int32_t vertex;    /* of the mesh; -1: the point of the surface nearest to `point` */
    kd_vec3 point;     /* model space at rest, in the scene's unit; where a vertex is given it does not matter */
    float least;       /* weights below this share are left out, from 0 to below 1 */
} kd_attach_desc;

/* No joint, no mesh, no vertex, the origin, 0.01. */
kd_attach_desc kd_attach_desc_default(void);

typedef struct kd_attach_place {
    int32_t mesh;     /* in the scene */
    kd_vec3 position; /* on the surface, model space at rest */
    float distance;   /* from the point asked for */
    int32_t joint_count;
    int32_t joints[3 * KD_MAX_INFLUENCES]; /* of the scene's skeleton, largest weight first */
    float weights[3 * KD_MAX_INFLUENCES];  /* sum 1 */
} kd_attach_place;

/* The skin at a place: of a vertex, or mixed from the three corners of the nearest triangle. KD_EMPTY: no skinned mesh;
 * KD_NAME_UNKNOWN: no such mesh; KD_INDEX: no such vertex; KD_RANGE: the point is not finite. */
kd_result kd_scene_skin_at(const kd_scene *scene, const kd_attach_desc *desc, kd_attach_place *place,
                           kd_findings *findings);

/* Appends a PositionConstraint and an OrientationConstraint for the joint, sources and weights as the skin has them
 * there, the joint's offset at rest kept. With linear blend skinning the joint then moves exactly as a vertex at the
 * joint's place with these weights would. Distances are written in the rig's unit. place may be NULL. Errors as above,
 * KD_NAME_INVALID without a joint; KD_CYCLE if the joint, or one above which it stands, is among its own sources. The
 * rig is unchanged on an error other than KD_OUT_OF_MEMORY. */
kd_result kd_rig_attach(kd_rig *rig, const kd_scene *scene, const kd_attach_desc *desc, kd_attach_place *place,
                        kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
