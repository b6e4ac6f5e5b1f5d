/* The bind pose of a skin. glTF lets a file keep the vertices of a skinned mesh in any space, as long as the inverse
 * bind matrices lead out of it; a kd_mesh keeps them in model space. So where rest * inverse bind is one and the same
 * map B for all joints of the skin (the mesh was bound in the rest pose) and B is not the identity, B is applied to the
 * mesh and taken out of the matrices: skinning gives the same as before. Where the maps differ, the mesh was bound in
 * another pose, and is left as it is; so is a mesh that our writer marked, since it is in model space. */
#include "io/gltf_read.h"

#include "kinedriver/math.h"

#include <math.h>

static bool bind_read_matrices(kdi_gltf *gltf, const kdi_json *skin, int32_t count, kdi_arena *temp,
                               kd_mat34 **matrices)
{
    kdi_json at = kdi_json_member(skin, "inverseBindMatrices");
    kdi_gltf_accessor accessor;
    *matrices = KDI_ARENA_PUSH(temp, kd_mat34, (size_t)count);
    if (!*matrices)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < count; i++)
        (*matrices)[i] = kd_mat34_from_transform(kd_transform_identity());
    if (!at.value)
        return true;
    if (!kdi_gltf_open_accessor(gltf, &at, &accessor))
        return false;
    if (accessor.components != 16 || accessor.count < count)
        return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, &at, "expected a MAT4 for each of %d joints", (int)count);
    accessor.count = accessor.sparse_count ? accessor.count : count;
    float *values = KDI_ARENA_PUSH(temp, float, (size_t)accessor.count * 16);
    if (!values)
        return kdi_gltf_no_memory(gltf);
    if (!kdi_gltf_read_floats(gltf, &at, &accessor, values))
        return false;
    for (int32_t i = 0; i < count; i++)
        for (int e = 0; e < 12; e++)
            (*matrices)[i].m[e / 4][e % 4] = values[i * 16 + (e % 4) * 4 + e / 4];
    return true;
}

/* The map that is common to all joints; false if there is none, or if it is the identity. */
static bool bind_find_common(const kdi_gltf *gltf, const kd_mat34 *matrices, const uint16_t *joints, int32_t count,
                             kd_mat34 *common)
{
    kd_mat34 identity = kd_mat34_from_transform(kd_transform_identity());
    double size = 1.0;
    for (int32_t i = 0; i < count; i++) {
        const kd_mat34 *rest = &gltf->rest_models[joints[i]];
        kd_mat34 map = kd_mat34_mul(*rest, matrices[i]);
        if (!kdi_affine_is_finite(&map))
            return false;
        for (int row = 0; row < 3; row++)
            size = fmax(size, fabs((double)rest->m[row][3]));
        if (i == 0)
            *common = map;
        else if (kdi_affine_distance(common, &map) > 1e-4 * size)
            return false;
    }
    return kdi_affine_distance(common, &identity) > 1e-4 * size;
}

static kd_vec3 bind_turn(const kd_mat34 *m, kd_vec3 v)
{
    return kd_vec3_make(m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                        m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                        m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z);
}

/* Normals turn with the transposed inverse; their lengths, and with them those of the morphs' deltas, are kept by one
 * common factor. */
static kd_mat34 bind_normal_map(const kd_mat34 *inverse)
{
    kd_mat34 m = {{{0}}};
    double square = 0.0;
    for (int e = 0; e < 9; e++)
        square += (double)inverse->m[e / 3][e % 3] * (double)inverse->m[e / 3][e % 3];
    double factor = square > 0.0 ? sqrt(3.0 / square) : 1.0;
    for (int e = 0; e < 9; e++)
        m.m[e % 3][e / 3] = (float)((double)inverse->m[e / 3][e % 3] * factor);
    return m;
}

static bool bind_is_finite(kd_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool bind_move_mesh(kd_mesh *mesh, const kd_mat34 *map, const kd_mat34 *inverse)
{
    kd_mat34 normal_map = bind_normal_map(inverse);
    bool finite = true;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        mesh->positions[v] = kd_mat34_point(*map, mesh->positions[v]);
        finite = finite && bind_is_finite(mesh->positions[v]);
        if (mesh->normals) {
            kd_vec3 normal = bind_turn(&normal_map, mesh->normals[v]);
            float length = kd_vec3_length(normal);
            mesh->normals[v] = length > 0.0f ? kd_vec3_scale(normal, 1.0f / length) : mesh->normals[v];
            finite = finite && bind_is_finite(mesh->normals[v]);
        }
    }
    for (int32_t i = 0; i < mesh->morph_count; i++)
        for (int32_t v = 0; v < mesh->vertex_count; v++) {
            kd_morph *morph = &mesh->morphs[i];
            morph->position_deltas[v] = bind_turn(map, morph->position_deltas[v]);
            finite = finite && bind_is_finite(morph->position_deltas[v]);
            if (morph->normal_deltas) {
                morph->normal_deltas[v] = bind_turn(&normal_map, morph->normal_deltas[v]);
                finite = finite && bind_is_finite(morph->normal_deltas[v]);
            }
        }
    return finite;
}

/* Joints outside the skin get the inverse of their rest pose, the only sensible value. */
static bool bind_store(kdi_gltf *gltf, kd_mesh *mesh, const kd_mat34 *matrices, const uint16_t *joints, int32_t count)
{
    int32_t joint_count = gltf->scene->skeleton.joint_count;
    mesh->inverse_binds = KDI_ARENA_PUSH(gltf->scene->arena, kd_mat34, (size_t)joint_count);
    if (!mesh->inverse_binds)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < joint_count; i++)
        if (!kdi_affine_invert(&gltf->rest_models[i], &mesh->inverse_binds[i]))
            mesh->inverse_binds[i] = kd_mat34_from_transform(kd_transform_identity());
    for (int32_t i = 0; i < count; i++)
        mesh->inverse_binds[joints[i]] = matrices[i];
    return true;
}

static bool bind_read(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_json *skin, const uint16_t *joints, int32_t count,
                      kdi_arena *temp)
{
    kd_mat34 *matrices = NULL;
    kd_mat34 common, inverse;
    if (!bind_read_matrices(gltf, skin, count, temp, &matrices))
        return false;
    bool is_ours = !gltf->nodes[in->node->index].is_joint; /* in model space already */
    bool move =
        !is_ours && bind_find_common(gltf, matrices, joints, count, &common) && kdi_affine_invert(&common, &inverse);
    for (int32_t i = 0; move && i < count; i++) {
        matrices[i] = kd_mat34_mul(matrices[i], inverse);
        if (!kdi_affine_is_finite(&matrices[i]))
            return kdi_gltf_error(gltf, KD_NUMBER, skin, "the inverse bind matrices are too large");
    }
    if (move && !bind_move_mesh(in->mesh, &common, &inverse))
        return kdi_gltf_error(gltf, KD_NUMBER, in->json, "the mesh lies too far away for finite positions");
    return bind_store(gltf, in->mesh, matrices, joints, count);
}

bool kdi_gltf_read_bind(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_json *skin, const uint16_t *joints, int32_t count)
{
    kdi_arena temp;
    kdi_arena_init(&temp, &gltf->desc->allocator, gltf->desc->limits.memory_bytes);
    bool good = bind_read(gltf, in, skin, joints, count, &temp);
    kdi_arena_free(&temp);
    return good;
}
