/* The stick figure: viewers show meshes, not skeletons, so a motion alone would be an empty picture. Each bone is an
 * octahedron from a joint to one of its children, thickest at a fifth of its length, with flat faces, bound to the
 * joint at its root. */
#include "io/gltf_read.h"
#include "io/gltf_write.h"

#include "kinedriver/math.h"

#include <math.h>
#include <string.h>

enum { BONE_FACES = 8, BONE_VERTICES = BONE_FACES * 3 };

static kd_vec3 bones_unit(kd_vec3 v)
{
    float length = kd_vec3_length(v);
    return length > 0.0f ? kd_vec3_scale(v, 1.0f / length) : kd_vec3_make(0.0f, 1.0f, 0.0f);
}

static void bones_add(kd_mesh *mesh, kd_vec3 from, kd_vec3 to, int32_t joint)
{
    kd_vec3 axis = kd_vec3_sub(to, from);
    float length = kd_vec3_length(axis);
    kd_vec3 along = bones_unit(axis);
    kd_vec3 other = fabsf(along.x) < 0.6f ? kd_vec3_make(1.0f, 0.0f, 0.0f) : kd_vec3_make(0.0f, 1.0f, 0.0f);
    kd_vec3 side = bones_unit(kd_vec3_cross(along, other));
    kd_vec3 up = kd_vec3_cross(along, side);
    kd_vec3 middle = kd_vec3_add(from, kd_vec3_scale(axis, 0.2f));
    kd_vec3 ring[4] = {
        kd_vec3_add(middle, kd_vec3_scale(side, 0.1f * length)), kd_vec3_add(middle, kd_vec3_scale(up, 0.1f * length)),
        kd_vec3_sub(middle, kd_vec3_scale(side, 0.1f * length)), kd_vec3_sub(middle, kd_vec3_scale(up, 0.1f * length))};
    for (int face = 0; face < BONE_FACES; face++) {
        kd_vec3 a = ring[face % 4];
        kd_vec3 b = ring[(face + 1) % 4];
        kd_vec3 corners[3] = {face < 4 ? a : b, face < 4 ? b : a, face < 4 ? to : from};
        kd_vec3 normal =
            bones_unit(kd_vec3_cross(kd_vec3_sub(corners[1], corners[0]), kd_vec3_sub(corners[2], corners[0])));
        for (int corner = 0; corner < 3; corner++) {
            int32_t v = mesh->vertex_count++;
            mesh->positions[v] = corners[corner];
            mesh->normals[v] = normal;
            mesh->skin_joints[v] = (uint16_t)joint;
            mesh->skin_weights[v] = 1.0f;
            mesh->indices[mesh->index_count++] = (uint32_t)v;
        }
    }
}

static bool bones_allocate(kdi_arena *arena, kd_mesh *mesh, size_t joints)
{
    size_t vertices = joints * BONE_VERTICES;
    memset(mesh, 0, sizeof *mesh);
    mesh->name = "bones";
    mesh->joint = -1;
    mesh->influence_count = 1;
    mesh->positions = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    mesh->normals = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    mesh->indices = KDI_ARENA_PUSH(arena, uint32_t, vertices);
    mesh->skin_joints = KDI_ARENA_PUSH(arena, uint16_t, vertices);
    mesh->skin_weights = KDI_ARENA_PUSH(arena, float, vertices);
    mesh->inverse_binds = KDI_ARENA_PUSH(arena, kd_mat34, joints);
    return mesh->positions && mesh->normals && mesh->indices && mesh->skin_joints && mesh->skin_weights &&
           mesh->inverse_binds;
}

bool kdi_gltf_make_bones(const kd_scene *scene, kdi_arena *arena, kd_mesh *mesh)
{
    const kd_skeleton *skeleton = &scene->skeleton;
    size_t count = skeleton->joint_count <= UINT16_MAX ? (size_t)skeleton->joint_count : 0;
    kd_mat34 *models = KDI_ARENA_PUSH(arena, kd_mat34, count);
    if (!models || !bones_allocate(arena, mesh, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        int32_t parent = skeleton->joints[i].parent;
        kd_mat34 local = kd_mat34_from_transform(skeleton->joints[i].rest);
        models[i] = parent >= 0 ? kd_mat34_mul(models[parent], local) : local;
        if (!kdi_affine_invert(&models[i], &mesh->inverse_binds[i])) /* flat: it shows nothing */
            memset(&mesh->inverse_binds[i], 0, sizeof(kd_mat34));
        if (parent < 0)
            continue;
        kd_vec3 from = kd_vec3_make(models[parent].m[0][3], models[parent].m[1][3], models[parent].m[2][3]);
        kd_vec3 to = kd_vec3_make(models[i].m[0][3], models[i].m[1][3], models[i].m[2][3]);
        float length = kd_vec3_length(kd_vec3_sub(to, from));
        if (length > 1e-6f && length < 1e18f)
            bones_add(mesh, from, to, parent);
    }
    return true;
}
