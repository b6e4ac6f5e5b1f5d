/* kd_obj_read: from the lists of an OBJ file to a mesh. The mesh keeps the "v" lines as its vertices, all of them in
 * their order, because example shapes correspond by index. OBJ gives normals and texture coordinates to corners: they
 * are taken over where all corners of a vertex agree; otherwise normals are computed anew and texture coordinates left
 * out, and a note says so. */
#include "base/allocator.h"
#include "io/name_clean.h"
#include "io/obj_parse.h"
#include "kinedriver/obj.h"
#include "model/mesh_normals.h"
#include "model/scene.h"

#include <math.h>
#include <string.h>

typedef struct obj_builder {
    const kdi_obj_data *obj;
    kd_scene *scene;
    kd_mesh *mesh;
    kd_findings *findings;
    kd_result result; /* of an error that is reported already */
    bool told_name;
} obj_builder;

static const kdi_obj_corner *obj_corner(const obj_builder *b, size_t index)
{
    return (const kdi_obj_corner *)b->obj->corners.items + index;
}

static const char *obj_make_name(obj_builder *b, kdi_obj_token token)
{
    bool changed;
    const char *name = kdi_name_clean(b->scene->arena, token.text ? token.text : "", token.length,
                                      b->obj->desc->limits.name_bytes, &changed);
    if (name && changed && b->obj->desc->strict) {
        b->result = KDI_ERROR(b->findings, KD_ENCODING, NULL,
                              "a name is too long or not UTF-8; cleaned it would be '%s'", name);
        return NULL;
    }
    if (name && changed && !b->told_name) {
        b->told_name = true;
        KDI_WARNING(b->findings, KD_ENCODING, NULL, "a name was too long or not UTF-8; it is now '%s'", name);
    }
    return name;
}

static bool obj_make_positions(obj_builder *b)
{
    size_t count = b->obj->positions.count;
    b->mesh->vertex_count = (int32_t)count;
    b->mesh->positions = KDI_ARENA_PUSH(b->scene->arena, kd_vec3, count);
    if (b->mesh->positions)
        memcpy(b->mesh->positions, b->obj->positions.items, count * sizeof(kd_vec3));
    return b->mesh->positions != NULL;
}

static bool obj_make_triangles(obj_builder *b)
{
    size_t count = b->obj->corners.count;
    b->mesh->index_count = (int32_t)count;
    b->mesh->indices = KDI_ARENA_PUSH(b->scene->arena, uint32_t, count);
    b->mesh->part_count = (int32_t)b->obj->runs.count;
    b->mesh->parts = KDI_ARENA_PUSH(b->scene->arena, kd_mesh_part, b->obj->runs.count);
    if (!b->mesh->indices || !b->mesh->parts)
        return false;
    for (size_t i = 0; i < count; i++)
        b->mesh->indices[i] = (uint32_t)obj_corner(b, i)->position;
    const kdi_obj_run *runs = (const kdi_obj_run *)b->obj->runs.items;
    for (size_t i = 0; i < b->obj->runs.count; i++) {
        int32_t end = i + 1 < b->obj->runs.count ? runs[i + 1].first_triangle * 3 : (int32_t)count;
        b->mesh->parts[i].first_index = runs[i].first_triangle * 3;
        b->mesh->parts[i].index_count = end - b->mesh->parts[i].first_index;
        b->mesh->parts[i].material = runs[i].material;
    }
    return true;
}

static bool obj_make_materials(obj_builder *b)
{
    static const float gray[4] = {0.8f, 0.8f, 0.8f, 1.0f};
    size_t count = b->obj->materials.count;
    b->scene->material_count = (int32_t)count;
    b->scene->materials = KDI_ARENA_PUSH(b->scene->arena, kd_material, count);
    for (size_t i = 0; b->scene->materials && i < count; i++) {
        kd_material *material = &b->scene->materials[i];
        memcpy(material->base_color, gray, sizeof gray);
        material->name = obj_make_name(b, ((const kdi_obj_token *)b->obj->materials.items)[i]);
        if (!material->name)
            return false;
    }
    return b->scene->materials != NULL;
}

/* Spreads what the corners say over the vertices: `width` floats each. False where a corner says nothing or two
 * disagree. */
static bool obj_spread(const obj_builder *b, const kdi_obj_list *list, size_t index_offset, size_t width, bool *seen,
                       float *to)
{
    for (size_t i = 0; i < b->obj->corners.count; i++) {
        const kdi_obj_corner *corner = obj_corner(b, i);
        int32_t index;
        memcpy(&index, (const char *)corner + index_offset, sizeof index);
        if (index < 0)
            return false;
        const float *from = (const float *)list->items + (size_t)index * width;
        float *vertex = to + (size_t)corner->position * width;
        if (!seen[corner->position])
            memcpy(vertex, from, width * sizeof *from);
        for (size_t k = 0; k < width; k++)
            if (vertex[k] != from[k])
                return false;
        seen[corner->position] = true;
    }
    return true;
}

static bool obj_make_normals(obj_builder *b, bool *seen)
{
    size_t count = b->obj->positions.count;
    if (b->obj->normals.count == 0)
        return true;
    kd_mesh *mesh = b->mesh;
    mesh->normals = KDI_ARENA_PUSH(b->scene->arena, kd_vec3, count);
    if (!mesh->normals)
        return false;
    memset(seen, 0, count * sizeof *seen);
    if (!obj_spread(b, &b->obj->normals, offsetof(kdi_obj_corner, normal), 3, seen, (float *)mesh->normals)) {
        KDI_NOTE(b->findings, KD_UNSUPPORTED, NULL,
                 "faces give a vertex different normals, or none; smooth normals are computed from the faces instead");
        return kdi_mesh_compute_normals(mesh, &b->obj->desc->allocator);
    }
    for (size_t i = 0; i < count; i++) {
        kd_vec3 n = mesh->normals[i];
        double square = (double)n.x * n.x + (double)n.y * n.y + (double)n.z * n.z;
        if (fabs(square - 1.0) > 1e-5) /* what is of unit length in the file keeps its digits */
            mesh->normals[i] = kdi_unit_vector((double)n.x, (double)n.y, (double)n.z);
    }
    return true;
}

static bool obj_make_texcoords(obj_builder *b, bool *seen)
{
    size_t count = b->obj->positions.count;
    if (b->obj->texcoords.count == 0)
        return true;
    float(*texcoords)[2] = (float(*)[2])kdi_arena_push(b->scene->arena, count, sizeof *texcoords);
    if (!texcoords)
        return false;
    memset(seen, 0, count * sizeof *seen);
    if (!obj_spread(b, &b->obj->texcoords, offsetof(kdi_obj_corner, texcoord), 2, seen, (float *)texcoords)) {
        KDI_NOTE(b->findings, KD_UNSUPPORTED, NULL,
                 "faces give a vertex different texture coordinates, or none; they are left out to keep the vertices "
                 "as they are");
        return true;
    }
    for (size_t i = 0; i < count; i++)
        texcoords[i][1] = 1.0f - texcoords[i][1]; /* OBJ counts from the bottom */
    b->mesh->texcoords = texcoords;
    return true;
}

static bool obj_make_mesh(obj_builder *b)
{
    b->scene->meshes = b->mesh = KDI_ARENA_PUSH(b->scene->arena, kd_mesh, 1);
    if (!b->mesh)
        return false;
    b->scene->mesh_count = 1;
    b->mesh->joint = KD_NO_JOINT;
    b->mesh->name = obj_make_name(b, b->obj->object_name.length > 0 ? b->obj->object_name : b->obj->group_name);
    if (!b->mesh->name || !obj_make_positions(b) || !obj_make_triangles(b) || !obj_make_materials(b))
        return false;
    size_t count = b->obj->positions.count;
    bool *seen = (bool *)kdi_allocate(&b->obj->desc->allocator, count, sizeof *seen);
    bool made = seen && obj_make_normals(b, seen) && obj_make_texcoords(b, seen);
    kdi_free(&b->obj->desc->allocator, seen, count * sizeof *seen);
    return made;
}

kd_result kd_obj_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    kdi_obj_data obj;
    kdi_obj_data_init(&obj, desc);
    kd_result result = kdi_obj_parse(&obj, data, size, false, findings);
    if (result == KD_OK) {
        obj_builder builder = {&obj, kd_scene_make(&desc->allocator, &desc->limits), NULL, findings, KD_OK, false};
        if (builder.scene && obj_make_mesh(&builder)) {
            *out = builder.scene;
        } else {
            kd_scene_free(builder.scene);
            result = builder.result != KD_OK
                         ? builder.result
                         : KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL,
                                     "no memory for the mesh within the limit of %zu bytes", desc->limits.memory_bytes);
        }
    }
    kdi_obj_data_free(&obj);
    return result;
}
