/* Skins: one or two sets of joints and weights for the vertices of a mesh, and the skin with its inverse bind matrices.
 *
 * A skin lists all joints of the skeleton in their order, used or not: importers make bones of what a skin lists, and
 * helper bones or tips without weights must not get lost. Meshes with equal bind poses share one skin. */
#include "io/gltf_write.h"

#include <math.h>
#include <string.h>

typedef struct skin_writing {
    const kd_mesh *mesh;
    int sets;
    uint32_t *joints[2]; /* [set][vertex * 4] */
    float *weights[2];
} skin_writing;

/* The influences of one vertex that count: each joint once, without the slots of weight zero. */
typedef struct skin_vertex {
    int count;
    uint16_t joints[KD_MAX_INFLUENCES];
    double weights[KD_MAX_INFLUENCES];
    double sum;
} skin_vertex;

static bool skin_write_gather(kdi_gltf_writer *writer, const kd_mesh *mesh, size_t vertex, skin_vertex *to)
{
    to->count = 0;
    to->sum = 0.0;
    for (size_t slot = 0; slot < (size_t)mesh->influence_count; slot++) {
        size_t from = vertex * (size_t)mesh->influence_count + slot;
        double weight = (double)mesh->skin_weights[from];
        uint16_t joint = mesh->skin_joints[from];
        if (!(weight >= 0.0 && weight <= 1e30))
            return kdi_gltf_fail(writer, KD_RANGE, mesh->name, "a skin weight is negative or not finite");
        if (!(weight > 0.0))
            continue;
        if (joint >= writer->scene->skeleton.joint_count)
            return kdi_gltf_fail(writer, KD_INDEX, mesh->name, "the skin uses a joint that the skeleton does not have");
        int at = 0;
        while (at < to->count && to->joints[at] != joint)
            at++;
        if (at == to->count) {
            to->joints[to->count] = joint;
            to->weights[to->count++] = 0.0;
        }
        to->weights[at] += weight;
        to->sum += weight;
    }
    return to->count > 0 ? true
                         : kdi_gltf_fail(writer, KD_RANGE, mesh->name, "a vertex of a skinned mesh has no weight");
}

/* Weights that add up to 1 as well as single precision allows keep their bits. */
static void skin_write_place(const skin_writing *skin, size_t vertex, const skin_vertex *from)
{
    double divisor = fabs(from->sum - 1.0) > 1e-7 ? from->sum : 1.0;
    for (int i = 0; i < from->count; i++) {
        size_t to = vertex * 4 + (size_t)(i % 4);
        float weight = (float)(from->weights[i] / divisor);
        skin->joints[i / 4][to] = weight > 0.0f ? from->joints[i] : 0;
        skin->weights[i / 4][to] = weight;
    }
}

static bool skin_write_sets(kdi_gltf_writer *writer, skin_writing *skin, kdi_gltf_skin_accessors *accessors)
{
    const kd_mesh *mesh = skin->mesh;
    size_t vertices = (size_t)mesh->vertex_count;
    int type = writer->scene->skeleton.joint_count <= 256 ? KDI_GLTF_U8 : KDI_GLTF_U16;
    kdi_gltf_array array = {mesh->name, KDI_GLTF_VERTICES, 4, vertices, 1.0, false};
    accessors->sets = skin->sets = mesh->influence_count > 4 ? 2 : 1;
    for (int set = 0; set < skin->sets; set++) {
        skin->joints[set] = KDI_ARENA_PUSH(&writer->temp, uint32_t, vertices * 4);
        skin->weights[set] = KDI_ARENA_PUSH(&writer->temp, float, vertices * 4);
        if (!skin->joints[set] || !skin->weights[set])
            return kdi_gltf_write_no_memory(writer);
    }
    for (size_t v = 0; v < vertices; v++) {
        skin_vertex vertex;
        if (!skin_write_gather(writer, mesh, v, &vertex))
            return false;
        skin_write_place(skin, v, &vertex);
    }
    for (int set = 0; set < skin->sets; set++) {
        accessors->joints[set] = kdi_gltf_put_uints(writer, &array, type, skin->joints[set]);
        accessors->weights[set] = kdi_gltf_put_floats(writer, &array, skin->weights[set]);
        if (accessors->joints[set] < 0 || accessors->weights[set] < 0)
            return false;
    }
    return true;
}

/* MAT4 by columns; the translation is a length. */
static int32_t skin_write_binds(kdi_gltf_writer *writer, const kd_mesh *mesh)
{
    size_t count = (size_t)writer->scene->skeleton.joint_count;
    float *values = KDI_ARENA_PUSH(&writer->temp, float, count * 16);
    if (!values) {
        kdi_gltf_write_no_memory(writer);
        return -1;
    }
    for (size_t j = 0; j < count; j++) {
        float *to = values + j * 16;
        for (int e = 0; e < 12; e++)
            to[(e % 4) * 4 + e / 4] =
                (float)((double)mesh->inverse_binds[j].m[e / 4][e % 4] * (e % 4 == 3 ? writer->scale : 1.0));
        to[15] = 1.0f;
    }
    kdi_gltf_array array = {mesh->name, KDI_GLTF_NO_TARGET, 16, count, 1.0, false};
    return kdi_gltf_put_floats(writer, &array, values);
}

/* A skin already written for the same bind pose; -1: none. */
static int32_t skin_write_find(const kdi_gltf_writer *writer, int32_t mesh_index)
{
    size_t size = (size_t)writer->scene->skeleton.joint_count * sizeof(kd_mat34);
    for (int32_t i = 0; i < mesh_index; i++)
        if (writer->written[i].skin >= 0 &&
            memcmp(writer->meshes[i].inverse_binds, writer->meshes[mesh_index].inverse_binds, size) == 0)
            return writer->written[i].skin;
    return -1;
}

bool kdi_gltf_write_skin(kdi_gltf_writer *writer, int32_t mesh_index, kdi_gltf_skin_accessors *accessors)
{
    const kd_mesh *mesh = &writer->meshes[mesh_index];
    skin_writing skin = {mesh, 0, {NULL, NULL}, {NULL, NULL}};
    int32_t *index = &writer->written[mesh_index].skin;
    if (mesh->influence_count > KD_MAX_INFLUENCES || !mesh->skin_joints || !mesh->skin_weights || !mesh->inverse_binds)
        return kdi_gltf_fail(writer, KD_RANGE, mesh->name, "the mesh is skinned but its skin is not complete");
    if (!skin_write_sets(writer, &skin, accessors))
        return false;
    *index = skin_write_find(writer, mesh_index);
    if (*index >= 0)
        return true;
    int32_t binds = skin_write_binds(writer, mesh);
    if (binds < 0)
        return false;
    kdi_emit *emit = &writer->skins;
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_int(emit, "inverseBindMatrices", binds);
    kdi_emit_open(emit, "joints", '[');
    for (int32_t j = 0; j < writer->scene->skeleton.joint_count; j++)
        kdi_emit_int(emit, NULL, j);
    kdi_emit_close(emit, ']');
    kdi_emit_close(emit, '}');
    *index = writer->document_skins++;
    return true;
}
