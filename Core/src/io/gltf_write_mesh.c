/* Meshes and materials. The parts of a mesh become primitives that share all vertex data and have indices of their own.
 */
#include "io/gltf_write.h"

#include <math.h>

typedef struct mesh_accessors {
    int32_t position, normal, texcoord; /* -1: none */
    kdi_gltf_skin_accessors skin;
    int32_t *morph_positions; /* [morph] */
    int32_t *morph_normals;   /* [morph]; -1: none */
} mesh_accessors;

/* Normals must be of unit length; one without direction becomes "up". */
static int32_t mesh_put_normals(kdi_gltf_writer *writer, const kd_mesh *mesh)
{
    kd_vec3 *unit = KDI_ARENA_PUSH(&writer->temp, kd_vec3, (size_t)mesh->vertex_count);
    if (!unit) {
        kdi_gltf_write_no_memory(writer);
        return -1;
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        double x = mesh->normals[v].x, y = mesh->normals[v].y, z = mesh->normals[v].z;
        double length = sqrt(x * x + y * y + z * z);
        kd_vec3 up = {0.0f, 1.0f, 0.0f};
        kd_vec3 scaled = {(float)(x / length), (float)(y / length), (float)(z / length)};
        unit[v] = length > 0.0 ? scaled : up;
        if (fabs(length - 1.0) < 1e-6)
            unit[v] = mesh->normals[v];
        if (!isfinite(length))
            unit[v] = mesh->normals[v]; /* refused below */
    }
    kdi_gltf_array array = {mesh->name, KDI_GLTF_VERTICES, 3, (size_t)mesh->vertex_count, 1.0, false};
    return kdi_gltf_put_floats(writer, &array, &unit[0].x);
}

static bool mesh_put_morphs(kdi_gltf_writer *writer, const kd_mesh *mesh, mesh_accessors *to)
{
    size_t count = (size_t)mesh->morph_count;
    to->morph_positions = KDI_ARENA_PUSH(&writer->temp, int32_t, count);
    to->morph_normals = KDI_ARENA_PUSH(&writer->temp, int32_t, count);
    if (!to->morph_positions || !to->morph_normals)
        return kdi_gltf_write_no_memory(writer);
    for (size_t i = 0; i < count; i++) {
        const kd_morph *morph = &mesh->morphs[i];
        kdi_gltf_array array = {morph->name, KDI_GLTF_VERTICES, 3, (size_t)mesh->vertex_count, writer->scale, true};
        to->morph_positions[i] = kdi_gltf_put_floats(writer, &array, &morph->position_deltas[0].x);
        to->morph_normals[i] = -1;
        if (morph->normal_deltas && mesh->normals) {
            array.factor = 1.0;
            array.has_bounds = false;
            to->morph_normals[i] = kdi_gltf_put_floats(writer, &array, &morph->normal_deltas[0].x);
        }
        if (writer->result != KD_OK)
            return false;
    }
    return true;
}

static bool mesh_put_vertices(kdi_gltf_writer *writer, int32_t index, mesh_accessors *to)
{
    const kd_mesh *mesh = &writer->meshes[index];
    kdi_gltf_array array = {mesh->name, KDI_GLTF_VERTICES, 3, (size_t)mesh->vertex_count, writer->scale, true};
    to->position = kdi_gltf_put_floats(writer, &array, &mesh->positions[0].x);
    to->normal = mesh->normals ? mesh_put_normals(writer, mesh) : -1;
    to->texcoord = -1;
    if (mesh->texcoords) {
        kdi_gltf_array texcoords = {mesh->name, KDI_GLTF_VERTICES, 2, (size_t)mesh->vertex_count, 1.0, false};
        to->texcoord = kdi_gltf_put_floats(writer, &texcoords, &mesh->texcoords[0][0]);
    }
    to->skin.sets = 0;
    if (writer->result != KD_OK || (mesh->influence_count > 0 && !kdi_gltf_write_skin(writer, index, &to->skin)))
        return false;
    return mesh_put_morphs(writer, mesh, to);
}

static void mesh_emit_attributes(kdi_emit *emit, const mesh_accessors *from)
{
    static const char *const joints[] = {"JOINTS_0", "JOINTS_1"};
    static const char *const weights[] = {"WEIGHTS_0", "WEIGHTS_1"};
    kdi_emit_open(emit, "attributes", '{');
    kdi_emit_int(emit, "POSITION", from->position);
    if (from->normal >= 0)
        kdi_emit_int(emit, "NORMAL", from->normal);
    if (from->texcoord >= 0)
        kdi_emit_int(emit, "TEXCOORD_0", from->texcoord);
    for (int set = 0; set < from->skin.sets; set++) {
        kdi_emit_int(emit, joints[set], from->skin.joints[set]);
        kdi_emit_int(emit, weights[set], from->skin.weights[set]);
    }
    kdi_emit_close(emit, '}');
}

static bool mesh_write_primitive(kdi_gltf_writer *writer, const kd_mesh *mesh, const kd_mesh_part *part,
                                 const mesh_accessors *from)
{
    kdi_emit *emit = &writer->meshes_text;
    kdi_gltf_array array = {mesh->name, KDI_GLTF_INDICES, 1, (size_t)part->index_count, 1.0, false};
    int type = mesh->vertex_count <= UINT16_MAX ? KDI_GLTF_U16 : KDI_GLTF_U32;
    int32_t indices = kdi_gltf_put_uints(writer, &array, type, mesh->indices + part->first_index);
    if (indices < 0)
        return false;
    kdi_emit_open(emit, NULL, '{');
    mesh_emit_attributes(emit, from);
    kdi_emit_int(emit, "indices", indices);
    if (part->material >= 0 && part->material < writer->scene->material_count + writer->is_bone_mesh)
        kdi_emit_int(emit, "material", part->material);
    if (mesh->morph_count > 0) {
        kdi_emit_open(emit, "targets", '[');
        for (int32_t i = 0; i < mesh->morph_count; i++) {
            kdi_emit_open(emit, NULL, '{');
            kdi_emit_int(emit, "POSITION", from->morph_positions[i]);
            if (from->morph_normals[i] >= 0)
                kdi_emit_int(emit, "NORMAL", from->morph_normals[i]);
            kdi_emit_close(emit, '}');
        }
        kdi_emit_close(emit, ']');
    }
    kdi_emit_close(emit, '}');
    return true;
}

static void mesh_emit_extras(kdi_gltf_writer *writer, const kd_mesh *mesh)
{
    kdi_emit *emit = &writer->meshes_text;
    if (mesh->morph_count > 0)
        kdi_emit_floats(emit, "weights", mesh->morph_weights, mesh->morph_count);
    if (mesh->morph_count == 0 && !writer->is_bone_mesh)
        return;
    kdi_emit_open(emit, "extras", '{');
    if (writer->is_bone_mesh)
        kdi_emit_true(emit, "kd_bones");
    if (mesh->morph_count > 0) {
        kdi_emit_open(emit, "targetNames", '[');
        for (int32_t i = 0; i < mesh->morph_count; i++)
            kdi_emit_text(emit, NULL, mesh->morphs[i].name ? mesh->morphs[i].name : "");
        kdi_emit_close(emit, ']');
    }
    kdi_emit_close(emit, '}');
}

static bool mesh_write(kdi_gltf_writer *writer, int32_t index)
{
    const kd_mesh *mesh = &writer->meshes[index];
    kdi_emit *emit = &writer->meshes_text;
    mesh_accessors accessors;
    kd_mesh_part whole = {0, mesh->index_count, -1};
    const kd_mesh_part *parts = mesh->part_count > 0 ? mesh->parts : &whole;
    int32_t part_count = mesh->part_count > 0 ? mesh->part_count : 1;
    if (!mesh_put_vertices(writer, index, &accessors))
        return false;
    kdi_emit_open(emit, NULL, '{');
    if (mesh->name && mesh->name[0] != '\0')
        kdi_emit_text(emit, "name", mesh->name);
    kdi_emit_open(emit, "primitives", '[');
    for (int32_t i = 0; i < part_count; i++)
        if (parts[i].index_count > 0 && !mesh_write_primitive(writer, mesh, &parts[i], &accessors))
            return false;
    kdi_emit_close(emit, ']');
    mesh_emit_extras(writer, mesh);
    kdi_emit_close(emit, '}');
    return true;
}

static void mesh_write_material(kdi_emit *emit, const kd_material *material, bool is_bone_mesh)
{
    float color[4];
    for (int c = 0; c < 4; c++)
        color[c] = material->base_color[c] > 0.0f ? fminf(material->base_color[c], 1.0f) : 0.0f;
    kdi_emit_open(emit, NULL, '{');
    if (material->name && material->name[0] != '\0')
        kdi_emit_text(emit, "name", material->name);
    kdi_emit_open(emit, "pbrMetallicRoughness", '{');
    kdi_emit_floats(emit, "baseColorFactor", color, 4);
    kdi_emit_int(emit, "metallicFactor", 0);
    kdi_emit_close(emit, '}');
    if (color[3] < 1.0f)
        kdi_emit_text(emit, "alphaMode", "BLEND");
    if (is_bone_mesh) {
        kdi_emit_open(emit, "extras", '{');
        kdi_emit_true(emit, "kd_bones");
        kdi_emit_close(emit, '}');
    }
    kdi_emit_close(emit, '}');
}

static void mesh_write_materials(kdi_gltf_writer *writer)
{
    static const kd_material bones = {"bones", {0.8f, 0.45f, 0.15f, 1.0f}};
    for (int32_t i = 0; i < writer->scene->material_count; i++)
        mesh_write_material(&writer->materials, &writer->scene->materials[i], false);
    if (writer->is_bone_mesh)
        mesh_write_material(&writer->materials, &bones, true);
}

static bool mesh_check(kdi_gltf_writer *writer, const kd_mesh *mesh)
{
    if (mesh->joint < KD_NO_JOINT || mesh->joint >= writer->scene->skeleton.joint_count)
        return kdi_gltf_fail(writer, KD_INDEX, mesh->name, "the mesh hangs on a joint that the skeleton does not have");
    if (mesh->index_count % 3 != 0)
        return kdi_gltf_fail(writer, KD_COUNT_MISMATCH, mesh->name, "the number of indices is not a multiple of 3");
    for (int32_t i = 0; i < mesh->index_count; i++)
        if (mesh->indices[i] >= (uint32_t)mesh->vertex_count)
            return kdi_gltf_fail(writer, KD_INDEX, mesh->name, "an index points outside the vertices");
    int64_t covered = 0;
    for (int32_t i = 0; i < mesh->part_count; i++) {
        if (mesh->parts[i].first_index != covered || mesh->parts[i].index_count < 0 ||
            mesh->parts[i].index_count % 3 != 0)
            return kdi_gltf_fail(writer, KD_INDEX, mesh->name, "the parts do not follow each other in whole triangles");
        covered += mesh->parts[i].index_count;
    }
    if (mesh->part_count > 0 && covered != mesh->index_count)
        return kdi_gltf_fail(writer, KD_COUNT_MISMATCH, mesh->name, "the parts do not cover all indices");
    return true;
}

bool kdi_gltf_write_meshes(kdi_gltf_writer *writer)
{
    mesh_write_materials(writer);
    for (int32_t i = 0; i < writer->mesh_count; i++) {
        const kd_mesh *mesh = &writer->meshes[i];
        kdi_gltf_written none = {-1, -1, -1};
        writer->written[i] = none;
        if (mesh->vertex_count == 0 || mesh->index_count < 3) {
            kdi_place place = {0, 0, mesh->name};
            KDI_WARNING(writer->findings, KD_LOSSY, &place,
                        "a mesh without triangles cannot be written and is left out");
            continue;
        }
        if (!mesh_check(writer, mesh) || !mesh_write(writer, i))
            return false;
        writer->written[i].mesh = writer->document_meshes++;
    }
    return true;
}
