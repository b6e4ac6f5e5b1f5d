/* kd_mesh_deform: morphs, then linear blend skinning. The maps of a vertex's joints are blended first and applied once,
 * so that the normal sees the same map as the point.
 *
 * A normal is square to its surface, and a surface is spanned by edges: the map of normals is the one that takes the
 * product of two edges to the product of the mapped edges, that is the matrix of cofactors. It needs no inverse and
 * exists for flat maps too. */
#include "kinedriver/mesh_deform.h"

#include "kinedriver/math.h"

#include <stdbool.h>
#include <stddef.h>

static kd_vec3 skin_morphed(const kd_mesh_deform_job *job, kd_vec3 start, int32_t vertex, bool of_normal)
{
    const float *weights = job->morph_weights ? job->morph_weights : job->mesh->morph_weights;
    for (int32_t i = 0; i < job->mesh->morph_count; i++) {
        const kd_vec3 *delta = of_normal ? job->mesh->morphs[i].normal_deltas : job->mesh->morphs[i].position_deltas;
        if (delta)
            start = kd_vec3_add(start, kd_vec3_scale(delta[vertex], weights[i]));
    }
    return start;
}

static void skin_add_scaled(kd_mat34 *sum, const kd_mat34 *map, float weight)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            sum->m[row][column] += weight * map->m[row][column];
}

/* Model space in this pose from model space at rest. */
static kd_mat34 skin_blend(const kd_mesh_deform_job *job, int32_t vertex)
{
    const kd_mesh *mesh = job->mesh;
    kd_mat34 sum = {{{0.0f}}};
    for (int32_t i = 0; i < mesh->influence_count; i++) {
        size_t slot = (size_t)vertex * (size_t)mesh->influence_count + (size_t)i;
        uint16_t joint = mesh->skin_joints[slot];
        if (mesh->skin_weights[slot] == 0.0f)
            continue;
        kd_mat34 map = kd_mat34_mul(job->model_from_joint[joint], mesh->inverse_binds[joint]);
        skin_add_scaled(&sum, &map, mesh->skin_weights[slot]);
    }
    return sum;
}

static kd_vec3 skin_normal(const kd_mat34 *map, kd_vec3 normal)
{
    kd_vec3 x = kd_vec3_make(map->m[0][0], map->m[1][0], map->m[2][0]);
    kd_vec3 y = kd_vec3_make(map->m[0][1], map->m[1][1], map->m[2][1]);
    kd_vec3 z = kd_vec3_make(map->m[0][2], map->m[1][2], map->m[2][2]);
    kd_vec3 turned = kd_vec3_scale(kd_vec3_cross(y, z), normal.x);
    turned = kd_vec3_add(turned, kd_vec3_scale(kd_vec3_cross(z, x), normal.y));
    turned = kd_vec3_add(turned, kd_vec3_scale(kd_vec3_cross(x, y), normal.z));
    return kd_vec3_normalize(turned, normal);
}

void kd_mesh_deform(const kd_mesh_deform_job *job)
{
    const kd_mesh *mesh = job->mesh;
    bool skinned = mesh->influence_count > 0;
    kd_mat34 map = !skinned && mesh->joint >= 0 ? job->model_from_joint[mesh->joint] : kd_mat34_identity();
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        if (skinned)
            map = skin_blend(job, i);
        kd_vec3 point = skin_morphed(job, mesh->positions[i], i, false);
        job->positions[i] = kd_mat34_point(map, point);
        if (job->normals && mesh->normals)
            job->normals[i] = skin_normal(&map, skin_morphed(job, mesh->normals[i], i, true));
    }
}
