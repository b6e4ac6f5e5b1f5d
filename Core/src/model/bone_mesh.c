/* The skeleton as a mesh. Viewers show meshes, not skeletons, so a motion alone would be an empty picture. A bone is
 * an octahedron, thickest at a fifth of its length: one sees at once which end is the joint that turns it.
 *
 *   ring of four corners around the axis; faces 0 to 3 lead to the tip, 4 to 7 to the root, counter-clockwise from
 *   outside, each with three vertices of its own for the flat normal. */
#include "model/bone_mesh.h"

#include "kinedriver/math.h"
#include "model/affine.h"

#include <math.h>
#include <string.h>

static const float BONE_THICKEST_AT = 0.2f; /* of the length, from the root */
static const float BONE_RADIUS = 0.1f;      /* of the length */
static const float BONE_SHORTEST = 1e-6f;   /* shorter ones are points */
static const float BONE_FARTHEST = 1e18f;   /* so that squares of lengths are finite */

static kd_vec3 bone_unit(kd_vec3 v)
{
    float length = kd_vec3_length(v);
    return length > 0.0f ? kd_vec3_scale(v, 1.0f / length) : kd_vec3_make(0.0f, 1.0f, 0.0f);
}

static kd_vec3 bone_place(const kd_mat34 *model)
{
    return kd_vec3_make(model->m[0][3], model->m[1][3], model->m[2][3]);
}

static void bone_add_face(kd_mesh *mesh, const kd_vec3 corners[3], int32_t joint)
{
    /* From unit edges: the product of two short edges would vanish. */
    kd_vec3 first = bone_unit(kd_vec3_sub(corners[1], corners[0]));
    kd_vec3 second = bone_unit(kd_vec3_sub(corners[2], corners[0]));
    kd_vec3 normal = bone_unit(kd_vec3_cross(first, second));
    for (int corner = 0; corner < 3; corner++) {
        int32_t v = mesh->vertex_count++;
        mesh->positions[v] = corners[corner];
        mesh->normals[v] = normal;
        mesh->skin_joints[v] = (uint16_t)joint;
        mesh->skin_weights[v] = 1.0f;
        mesh->indices[mesh->index_count++] = (uint32_t)v;
    }
}

/* An octahedron from root to tip whose ring, of the given radius, lies at `middle` of the way. */
static void bone_add(kd_mesh *mesh, kd_vec3 root, kd_vec3 tip, float middle, float radius, int32_t joint)
{
    kd_vec3 axis = kd_vec3_sub(tip, root);
    kd_vec3 along = bone_unit(axis);
    kd_vec3 other = fabsf(along.x) < 0.6f ? kd_vec3_make(1.0f, 0.0f, 0.0f) : kd_vec3_make(0.0f, 1.0f, 0.0f);
    kd_vec3 side = bone_unit(kd_vec3_cross(along, other));
    kd_vec3 up = kd_vec3_cross(along, side);
    kd_vec3 centre = kd_vec3_add(root, kd_vec3_scale(axis, middle));
    kd_vec3 ring[4] = {kd_vec3_add(centre, kd_vec3_scale(side, radius)), kd_vec3_add(centre, kd_vec3_scale(up, radius)),
                       kd_vec3_sub(centre, kd_vec3_scale(side, radius)),
                       kd_vec3_sub(centre, kd_vec3_scale(up, radius))};
    for (int face = 0; face < KDI_BONE_MESH_FACES; face++) {
        kd_vec3 a = ring[face % 4];
        kd_vec3 b = ring[(face + 1) % 4];
        kd_vec3 corners[3] = {face < 4 ? a : b, face < 4 ? b : a, face < 4 ? tip : root};
        bone_add_face(mesh, corners, joint);
    }
}

static bool bone_mesh_allocate(kdi_arena *arena, kd_mesh *mesh, size_t joints)
{
    size_t vertices = joints * KDI_BONE_MESH_VERTICES;
    memset(mesh, 0, sizeof *mesh);
    mesh->name = "bones";
    mesh->joint = KD_NO_JOINT;
    mesh->influence_count = 1;
    mesh->part_count = 1;
    mesh->positions = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    mesh->normals = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    mesh->indices = KDI_ARENA_PUSH(arena, uint32_t, vertices);
    mesh->skin_joints = KDI_ARENA_PUSH(arena, uint16_t, vertices);
    mesh->skin_weights = KDI_ARENA_PUSH(arena, float, vertices);
    mesh->inverse_binds = KDI_ARENA_PUSH(arena, kd_mat34, joints);
    mesh->parts = KDI_ARENA_PUSH(arena, kd_mesh_part, 1);
    return mesh->positions && mesh->normals && mesh->indices && mesh->skin_joints && mesh->skin_weights &&
           mesh->inverse_binds && mesh->parts;
}

static bool bone_is_near(kd_vec3 v)
{
    return fabsf(v.x) < BONE_FARTHEST && fabsf(v.y) < BONE_FARTHEST && fabsf(v.z) < BONE_FARTHEST;
}

static void bone_mesh_add_bones(const kd_skeleton *skeleton, const kd_mat34 *models, int32_t count, kd_mesh *mesh)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = skeleton->joints[i].parent;
        if (parent == KD_NO_JOINT)
            continue;
        kd_vec3 root = bone_place(&models[parent]);
        kd_vec3 tip = bone_place(&models[i]);
        float length = kd_vec3_length(kd_vec3_sub(tip, root));
        if (bone_is_near(root) && bone_is_near(tip) && length > BONE_SHORTEST)
            bone_add(mesh, root, tip, BONE_THICKEST_AT, BONE_RADIUS * length, parent);
    }
}

/* For joints without any bone between them: a regular octahedron of a tenth of a unit around each. */
static void bone_mesh_add_markers(const kd_mat34 *models, int32_t count, kd_mesh *mesh)
{
    const float size = 0.1f;
    for (int32_t i = 0; i < count; i++) {
        kd_vec3 place = bone_place(&models[i]);
        kd_vec3 half = kd_vec3_make(0.0f, size / 2.0f, 0.0f);
        if (bone_is_near(place))
            bone_add(mesh, kd_vec3_sub(place, half), kd_vec3_add(place, half), 0.5f, size / 2.0f, i);
    }
}

bool kdi_bone_mesh_make(const kd_skeleton *skeleton, int32_t material, kdi_arena *arena, kd_mesh *mesh)
{
    int32_t count = skeleton->joint_count <= UINT16_MAX ? skeleton->joint_count : UINT16_MAX;
    kd_mat34 *models = KDI_ARENA_PUSH(arena, kd_mat34, (size_t)count);
    if (!models || !bone_mesh_allocate(arena, mesh, (size_t)skeleton->joint_count))
        return false;
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = skeleton->joints[i].parent;
        kd_mat34 local = kd_mat34_from_transform(skeleton->joints[i].rest);
        models[i] = parent == KD_NO_JOINT ? local : kd_mat34_mul(models[parent], local);
        if (!kdi_affine_invert(&models[i], &mesh->inverse_binds[i])) /* flat, or too far away: it shows nothing */
            memset(&mesh->inverse_binds[i], 0, sizeof mesh->inverse_binds[i]);
    }
    bone_mesh_add_bones(skeleton, models, count, mesh);
    if (mesh->vertex_count == 0)
        bone_mesh_add_markers(models, count, mesh);
    mesh->parts[0].index_count = mesh->index_count;
    mesh->parts[0].material = material;
    return true;
}
