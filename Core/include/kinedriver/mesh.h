/* A mesh as the tools need it: positions, triangles, skin and morph targets. No renderer's data. */
#ifndef KINEDRIVER_MESH_H
#define KINEDRIVER_MESH_H

#include "kinedriver/types.h"

#include <stdint.h>

enum { KD_MAX_INFLUENCES = 8 };

typedef struct kd_material {
    const char *name;
    float base_color[4]; /* linear RGB and opacity */
} kd_material;

/* A run of the index list that shows one material. */
typedef struct kd_mesh_part {
    int32_t first_index;
    int32_t index_count; /* a multiple of 3 */
    int32_t material;    /* in the scene's list; -1: none */
} kd_mesh_part;

typedef struct kd_morph {
    const char *name;
    kd_vec3 *position_deltas; /* [vertex] */
    kd_vec3 *normal_deltas;   /* [vertex] or NULL */
} kd_morph;

typedef struct kd_mesh {
    const char *name;
    int32_t vertex_count;
    int32_t index_count;
    int32_t part_count;
    int32_t morph_count;
    int32_t influence_count; /* slots a vertex, 0 (not skinned) to KD_MAX_INFLUENCES */
    int32_t joint;           /* of the skeleton: what a mesh without skin is attached to; -1: to the model's origin */
    kd_vec3 *positions;      /* [vertex], model space at rest if skinned, else the joint's space */
    kd_vec3 *normals;        /* [vertex] or NULL */
    float (*texcoords)[2];   /* [vertex] or NULL; from the upper left corner, as in glTF */
    uint32_t *indices;       /* triangles, counter-clockwise from outside */
    kd_mesh_part *parts;     /* cover all indices, in order */
    uint16_t *skin_joints;   /* [vertex * influence_count + slot], skeleton joints, largest weight first */
    float *skin_weights;     /* same shape; at least 0, sum 1 for each vertex; unused slots 0 */
    kd_mat34 *inverse_binds; /* [skeleton joint] joint space from model space at bind time; NULL if not skinned */
    kd_morph *morphs;
    float *morph_weights; /* [morph] at rest */
} kd_mesh;

#endif
