/* Skins: the joints that a mesh uses with their inverse bind matrices, and one or two sets of joints and weights for
 * its vertices. */
#include "io/gltf_write.h"

#include <math.h>

typedef struct skin_writing {
    const kd_mesh *mesh;
    uint32_t *places; /* [skeleton joint] in the skin's list, UINT32_MAX: not used */
    int32_t used;
    int sets;
    uint32_t *joints[2]; /* [set][vertex * 4] */
    float *weights[2];
} skin_writing;

/* Numbers the joints that have a weight somewhere, in the skeleton's order. */
static bool skin_write_collect(kdi_gltf_writer *writer, skin_writing *skin)
{
    const kd_mesh *mesh = skin->mesh;
    int32_t joint_count = writer->scene->skeleton.joint_count;
    size_t slots = (size_t)mesh->vertex_count * (size_t)mesh->influence_count;
    skin->places = KDI_ARENA_PUSH(&writer->temp, uint32_t, (size_t)joint_count + 1);
    if (!skin->places)
        return kdi_gltf_write_no_memory(writer);
    for (size_t i = 0; i < slots; i++) {
        if (!(mesh->skin_weights[i] >= 0.0f && mesh->skin_weights[i] <= 1e30f))
            return kdi_gltf_fail(writer, KD_RANGE, mesh->name, "a skin weight is negative or not finite");
        if (!(mesh->skin_weights[i] > 0.0f))
            continue;
        if (mesh->skin_joints[i] >= joint_count)
            return kdi_gltf_fail(writer, KD_INDEX, mesh->name, "the skin uses a joint that the skeleton does not have");
        skin->places[mesh->skin_joints[i]] = 1;
    }
    for (int32_t i = 0; i < joint_count; i++)
        skin->places[i] = skin->places[i] ? (uint32_t)skin->used++ : UINT32_MAX;
    return skin->used > 0 ? true
                          : kdi_gltf_fail(writer, KD_RANGE, mesh->name, "the mesh is skinned but has no weights");
}

/* One vertex: each joint once, without the slots of weight zero, sum 1. */
static bool skin_write_vertex(kdi_gltf_writer *writer, const skin_writing *skin, size_t vertex)
{
    const kd_mesh *mesh = skin->mesh;
    uint32_t places[KD_MAX_INFLUENCES];
    double weights[KD_MAX_INFLUENCES];
    double sum = 0.0;
    int count = 0;
    for (size_t slot = 0; slot < (size_t)mesh->influence_count; slot++) {
        size_t from = vertex * (size_t)mesh->influence_count + slot;
        double weight = (double)mesh->skin_weights[from];
        if (!(weight > 0.0))
            continue;
        int at = 0;
        while (at < count && places[at] != skin->places[mesh->skin_joints[from]])
            at++;
        if (at == count) {
            places[count] = skin->places[mesh->skin_joints[from]];
            weights[count++] = 0.0;
        }
        weights[at] += weight;
        sum += weight;
    }
    if (count == 0)
        return kdi_gltf_fail(writer, KD_RANGE, mesh->name, "a vertex of a skinned mesh has no weight");
    for (int i = 0; i < count; i++) {
        float weight = (float)(weights[i] / sum);
        skin->joints[i / 4][vertex * 4 + (size_t)(i % 4)] = weight > 0.0f ? places[i] : 0;
        skin->weights[i / 4][vertex * 4 + (size_t)(i % 4)] = weight;
    }
    return true;
}

static bool skin_write_sets(kdi_gltf_writer *writer, skin_writing *skin, kdi_gltf_skin_accessors *accessors)
{
    const kd_mesh *mesh = skin->mesh;
    size_t vertices = (size_t)mesh->vertex_count;
    skin->sets = mesh->influence_count > 4 ? 2 : 1;
    for (int set = 0; set < skin->sets; set++) {
        skin->joints[set] = KDI_ARENA_PUSH(&writer->temp, uint32_t, vertices * 4);
        skin->weights[set] = KDI_ARENA_PUSH(&writer->temp, float, vertices * 4);
        if (!skin->joints[set] || !skin->weights[set])
            return kdi_gltf_write_no_memory(writer);
    }
    for (size_t v = 0; v < vertices; v++)
        if (!skin_write_vertex(writer, skin, v))
            return false;
    kdi_gltf_array array = {mesh->name, KDI_GLTF_VERTICES, 4, vertices, 1.0, false};
    for (int set = 0; set < skin->sets; set++) {
        accessors->joints[set] =
            kdi_gltf_put_uints(writer, &array, skin->used <= 256 ? KDI_GLTF_U8 : KDI_GLTF_U16, skin->joints[set]);
        accessors->weights[set] = kdi_gltf_put_floats(writer, &array, skin->weights[set]);
        if (accessors->joints[set] < 0 || accessors->weights[set] < 0)
            return false;
    }
    accessors->sets = skin->sets;
    return true;
}

/* MAT4 by columns; the translation is a length. */
static int32_t skin_write_binds(kdi_gltf_writer *writer, const skin_writing *skin)
{
    const kd_mesh *mesh = skin->mesh;
    float *values = KDI_ARENA_PUSH(&writer->temp, float, (size_t)skin->used * 16);
    if (!values) {
        kdi_gltf_write_no_memory(writer);
        return -1;
    }
    for (int32_t j = 0; j < writer->scene->skeleton.joint_count; j++) {
        if (skin->places[j] == UINT32_MAX)
            continue;
        float *to = values + (size_t)skin->places[j] * 16;
        for (int e = 0; e < 12; e++)
            to[(e % 4) * 4 + e / 4] =
                (float)((double)mesh->inverse_binds[j].m[e / 4][e % 4] * (e % 4 == 3 ? writer->scale : 1.0));
        to[15] = 1.0f;
    }
    kdi_gltf_array array = {mesh->name, KDI_GLTF_NO_TARGET, 16, (size_t)skin->used, 1.0, false};
    return kdi_gltf_put_floats(writer, &array, values);
}

bool kdi_gltf_write_skin(kdi_gltf_writer *writer, const kd_mesh *mesh, kdi_gltf_skin_accessors *accessors)
{
    skin_writing skin = {mesh, NULL, 0, 0, {NULL, NULL}, {NULL, NULL}};
    if (mesh->influence_count > KD_MAX_INFLUENCES || !mesh->skin_joints || !mesh->skin_weights || !mesh->inverse_binds)
        return kdi_gltf_fail(writer, KD_RANGE, mesh->name, "the mesh is skinned but its skin is not complete");
    if (!skin_write_collect(writer, &skin) || !skin_write_sets(writer, &skin, accessors))
        return false;
    int32_t binds = skin_write_binds(writer, &skin);
    if (binds < 0)
        return false;
    kdi_emit *emit = &writer->skins;
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_int(emit, "inverseBindMatrices", binds);
    kdi_emit_open(emit, "joints", '[');
    for (int32_t j = 0; j < writer->scene->skeleton.joint_count; j++)
        if (skin.places[j] != UINT32_MAX)
            kdi_emit_int(emit, NULL, j);
    kdi_emit_close(emit, ']');
    kdi_emit_close(emit, '}');
    return true;
}
