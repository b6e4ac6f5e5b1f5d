/* The promises of mesh.h. */
#include "model/validate.h"

#include <math.h>
#include <string.h>

static const double MESH_WEIGHT_SUM_TOLERANCE = 1e-4;

static bool mesh_check_counts(kdi_check *check, const kd_mesh *mesh)
{
    if (mesh->vertex_count < 0 || mesh->index_count < 0 || mesh->part_count < 0 || mesh->morph_count < 0) {
        kdi_check_fail(check, KD_RANGE, "the mesh has a negative count");
        return false;
    }
    if (mesh->influence_count < 0 || mesh->influence_count > KD_MAX_INFLUENCES) {
        kdi_check_fail(check, KD_RANGE, "the number of influences is not between 0 and 8");
        return false;
    }
    if ((mesh->vertex_count > 0 && !mesh->positions) || (mesh->index_count > 0 && !mesh->indices) ||
        (mesh->part_count > 0 && !mesh->parts) || (mesh->morph_count > 0 && (!mesh->morphs || !mesh->morph_weights))) {
        kdi_check_fail(check, KD_COUNT_MISMATCH,
                       "the mesh counts positions, indices, parts or morphs that are not there");
        return false;
    }
    return true;
}

static void mesh_check_vertices(kdi_check *check, const kd_mesh *mesh)
{
    size_t count = (size_t)mesh->vertex_count;
    kdi_check_finite(check, (const float *)mesh->positions, count * 3, 3, "vertex", "the position is not finite");
    if (mesh->normals)
        kdi_check_finite(check, (const float *)mesh->normals, count * 3, 3, "vertex", "the normal is not finite");
    if (mesh->texcoords)
        kdi_check_finite(check, (const float *)mesh->texcoords, count * 2, 2, "vertex",
                         "the texture coordinate is not finite");
}

static void mesh_check_indices(kdi_check *check, const kd_mesh *mesh)
{
    kdi_tally outside = {0, 0};
    if (mesh->index_count % 3 != 0)
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the number of indices is not a multiple of 3");
    for (int32_t i = 0; i < mesh->index_count; i++)
        if (mesh->indices[i] >= (uint32_t)mesh->vertex_count)
            kdi_tally_add(&outside, (size_t)i / 3);
    kdi_check_tally(check, &outside, KD_INDEX, "triangle", "a corner is not one of the mesh's vertices");
}

static void mesh_check_parts(kdi_check *check, const kd_mesh *mesh)
{
    kdi_tally displaced = {0, 0}, uneven = {0, 0}, unknown = {0, 0};
    int64_t covered = 0;
    for (int32_t i = 0; i < mesh->part_count; i++) {
        const kd_mesh_part *part = &mesh->parts[i];
        if (part->index_count < 0 || part->index_count % 3 != 0)
            kdi_tally_add(&uneven, (size_t)i);
        if (part->first_index != covered)
            kdi_tally_add(&displaced, (size_t)i);
        if (part->material < -1 || part->material >= check->scene->material_count)
            kdi_tally_add(&unknown, (size_t)i);
        covered = (int64_t)part->first_index + part->index_count;
    }
    kdi_check_tally(check, &uneven, KD_COUNT_MISMATCH, "part", "the number of indices is not a multiple of 3");
    kdi_check_tally(check, &displaced, KD_INDEX, "part", "the part does not begin where the one before it ends");
    kdi_check_tally(check, &unknown, KD_INDEX, "part", "the material is not one of the scene's");
    if (covered != mesh->index_count)
        kdi_check_fail(check, KD_COUNT_MISMATCH, "the parts do not cover all indices");
}

typedef struct mesh_skin_tallies {
    kdi_tally joint, number, negative, order, sum;
} mesh_skin_tallies;

static void mesh_tally_vertex_skin(const kdi_check *check, const kd_mesh *mesh, size_t vertex, mesh_skin_tallies *bad)
{
    size_t slots = (size_t)mesh->influence_count;
    const uint16_t *joints = mesh->skin_joints + vertex * slots;
    const float *weights = mesh->skin_weights + vertex * slots;
    bool joint = false, number = false, negative = false, order = false;
    double sum = 0.0;
    for (size_t i = 0; i < slots; i++) {
        joint |= joints[i] >= check->scene->skeleton.joint_count;
        number |= !kdi_is_finite(weights[i]);
        negative |= weights[i] < 0.0f;
        order |= i > 0 && weights[i] > weights[i - 1];
        sum += weights[i];
    }
    if (joint)
        kdi_tally_add(&bad->joint, vertex);
    if (number)
        kdi_tally_add(&bad->number, vertex);
    if (negative)
        kdi_tally_add(&bad->negative, vertex);
    if (order)
        kdi_tally_add(&bad->order, vertex);
    if (!number && fabs(sum - 1.0) > MESH_WEIGHT_SUM_TOLERANCE)
        kdi_tally_add(&bad->sum, vertex);
}

static void mesh_check_skin(kdi_check *check, const kd_mesh *mesh)
{
    if (mesh->joint < KD_NO_JOINT || mesh->joint >= check->scene->skeleton.joint_count)
        kdi_check_fail(check, KD_INDEX, "the joint that the mesh is attached to is not in the skeleton");
    if (mesh->influence_count == 0) {
        if (mesh->inverse_binds)
            kdi_check_fail(check, KD_COUNT_MISMATCH, "the mesh has inverse bind matrices but no influences");
        return;
    }
    if (!mesh->skin_joints || !mesh->skin_weights || !mesh->inverse_binds) {
        kdi_check_fail(check, KD_COUNT_MISMATCH,
                       "the mesh has influences without joints, weights or inverse bind matrices");
        return;
    }
    mesh_skin_tallies bad;
    memset(&bad, 0, sizeof bad);
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        mesh_tally_vertex_skin(check, mesh, (size_t)i, &bad);
    kdi_check_tally(check, &bad.joint, KD_INDEX, "vertex", "an influence is not a joint of the skeleton");
    kdi_check_tally(check, &bad.number, KD_NUMBER, "vertex", "a skin weight is not finite");
    kdi_check_tally(check, &bad.negative, KD_RANGE, "vertex", "a skin weight is negative");
    kdi_check_tally(check, &bad.order, KD_ORDER, "vertex", "the skin weights are not sorted, largest first");
    kdi_check_tally(check, &bad.sum, KD_RANGE, "vertex", "the skin weights do not sum to 1");
    if (check->scene->skeleton.joint_count > 0)
        kdi_check_finite(check, (const float *)mesh->inverse_binds, (size_t)check->scene->skeleton.joint_count * 12, 12,
                         "joint", "the inverse bind matrix is not finite");
}

static void mesh_check_morphs(kdi_check *check, const kd_mesh *mesh)
{
    char path[KDI_CHECK_PATH_SIZE];
    memcpy(path, check->path, sizeof path);
    kdi_check_finite(check, mesh->morph_weights, (size_t)mesh->morph_count, 1, "morph",
                     "the weight at rest is not finite");
    size_t floats = (size_t)mesh->vertex_count * 3;
    for (int32_t i = 0; i < mesh->morph_count; i++) {
        const kd_morph *morph = &mesh->morphs[i];
        kdi_check_enter(check, path, "morph", morph->name, i);
        kdi_check_name(check, morph->name);
        if (morph->position_deltas)
            kdi_check_finite(check, (const float *)morph->position_deltas, floats, 3, "vertex",
                             "the position delta is not finite");
        else if (floats > 0)
            kdi_check_fail(check, KD_COUNT_MISMATCH, "the morph has no position deltas");
        if (morph->normal_deltas)
            kdi_check_finite(check, (const float *)morph->normal_deltas, floats, 3, "vertex",
                             "the normal delta is not finite");
    }
}

void kdi_mesh_validate(kdi_check *check, const kd_mesh *mesh, int32_t index)
{
    kdi_check_enter(check, "", "mesh", mesh->name, index);
    kdi_check_name(check, mesh->name);
    if (!mesh_check_counts(check, mesh))
        return;
    mesh_check_vertices(check, mesh);
    mesh_check_indices(check, mesh);
    mesh_check_parts(check, mesh);
    mesh_check_skin(check, mesh);
    mesh_check_morphs(check, mesh);
}
