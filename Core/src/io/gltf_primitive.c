/* Primitives: vertices and triangles of one part of a mesh. Each is measured first, so that the mesh is allocated once
 * and only after the limits have been obeyed; then read into its place. */
#include "io/gltf_read.h"

#include "base/allocator.h"

enum { PRIMITIVE_TRIANGLES = 4, PRIMITIVE_STRIP = 5, PRIMITIVE_FAN = 6 };

static bool primitive_measure_vertices(kdi_gltf *gltf, kdi_gltf_primitive *primitive, bool *kept)
{
    kdi_json position = kdi_json_member(&primitive->attributes, "POSITION");
    kdi_gltf_accessor accessor;
    *kept = position.value != NULL;
    if (!*kept) {
        kdi_gltf_note(gltf, KD_UNUSED, &primitive->json, "a primitive without POSITION shows nothing and is left out");
        return true;
    }
    if (!kdi_gltf_open_accessor(gltf, &position, &accessor))
        return false;
    if (accessor.components != 3)
        return kdi_gltf_error(gltf, KD_VALUE, &position, "expected an accessor of type VEC3");
    primitive->vertex_count = accessor.count;
    gltf->vertex_total += accessor.count;
    if (gltf->vertex_total > gltf->desc->limits.vertices)
        return kdi_gltf_error(gltf, KD_LIMIT, &position, "the file has more vertices than the limit of %d",
                              gltf->desc->limits.vertices);
    return true;
}

static bool primitive_measure_indices(kdi_gltf *gltf, kdi_gltf_primitive *primitive, bool *kept)
{
    kdi_json indices = kdi_json_member(&primitive->json, "indices");
    kdi_gltf_accessor accessor;
    int32_t count = primitive->vertex_count;
    if (indices.value) {
        if (!kdi_gltf_open_accessor(gltf, &indices, &accessor))
            return false;
        if (accessor.components != 1)
            return kdi_gltf_error(gltf, KD_VALUE, &indices, "expected an accessor of type SCALAR");
        count = accessor.count;
    }
    int64_t triangles = primitive->mode == PRIMITIVE_TRIANGLES ? count / 3 : count >= 3 ? count - 2 : 0;
    gltf->triangle_total += triangles;
    if (gltf->triangle_total > gltf->desc->limits.triangles)
        return kdi_gltf_error(gltf, KD_LIMIT, &primitive->json, "the file has more triangles than the limit of %d",
                              gltf->desc->limits.triangles);
    primitive->index_count = (int32_t)(triangles * 3);
    *kept = triangles > 0;
    if (!*kept) {
        gltf->vertex_total -= primitive->vertex_count;
        kdi_gltf_note(gltf, KD_UNUSED, &primitive->json, "a primitive without a whole triangle is left out");
    } else if (primitive->mode == PRIMITIVE_TRIANGLES && count % 3 != 0) {
        return kdi_gltf_repair(gltf, KD_COUNT_MISMATCH, &primitive->json,
                               "%d indices are not a multiple of 3; the last %d are left out", (int)count,
                               (int)(count % 3));
    }
    return true;
}

bool kdi_gltf_measure_primitive(kdi_gltf *gltf, kdi_gltf_primitive *primitive, bool *kept)
{
    kdi_json mode_at = kdi_json_member(&primitive->json, "mode");
    int64_t mode = PRIMITIVE_TRIANGLES;
    *kept = false;
    if (!kdi_json_get_int(gltf, &mode_at, 0, PRIMITIVE_FAN, &mode))
        return false;
    primitive->mode = (int)mode;
    if (mode < PRIMITIVE_TRIANGLES) {
        kdi_gltf_note(gltf, KD_UNUSED, &mode_at, "points and lines are left out");
        return true;
    }
    if (!primitive_measure_vertices(gltf, primitive, kept))
        return false;
    return !*kept || primitive_measure_indices(gltf, primitive, kept);
}

/* Reads a vertex attribute of `components` floats into its place; it must have as many elements as there are vertices.
 */
static bool primitive_read_attribute(kdi_gltf *gltf, const kdi_gltf_primitive *primitive, const char *name,
                                     int components, float *to)
{
    kdi_json at = kdi_json_member(&primitive->attributes, name);
    kdi_gltf_accessor accessor;
    if (!kdi_gltf_open_accessor(gltf, &at, &accessor))
        return false;
    if (accessor.components != components)
        return kdi_gltf_error(gltf, KD_VALUE, &at, "expected an accessor of type VEC%d", components);
    if (accessor.count != primitive->vertex_count)
        return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, &at, "%d elements for %d vertices", (int)accessor.count,
                              (int)primitive->vertex_count);
    return kdi_gltf_read_floats(gltf, &at, &accessor, to + (size_t)primitive->first_vertex * (size_t)components);
}

/* Corner `corner` of triangle `triangle`, as a place in the primitive's own list. Every second triangle of a strip is
 * turned over. */
static uint32_t primitive_corner(int mode, uint32_t triangle, uint32_t corner)
{
    if (mode == PRIMITIVE_TRIANGLES)
        return triangle * 3 + corner;
    if (mode == PRIMITIVE_FAN)
        return corner == 2 ? 0 : triangle + 1 + corner;
    return corner == 0 ? triangle : triangle + (((triangle & 1) != 0) == (corner == 1) ? 2 : 1);
}

static bool primitive_place_indices(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive,
                                    const uint32_t *list)
{
    uint32_t *to = in->mesh->indices + primitive->first_index;
    for (uint32_t i = 0; i < (uint32_t)primitive->index_count; i++) {
        uint32_t at = primitive_corner(primitive->mode, i / 3, i % 3);
        uint32_t index = list ? list[at] : at;
        if (index >= (uint32_t)primitive->vertex_count)
            return kdi_gltf_error(gltf, KD_INDEX, &primitive->json, "index %u points outside the %d vertices",
                                  (unsigned)index, (int)primitive->vertex_count);
        to[i] = index + (uint32_t)primitive->first_vertex;
    }
    return true;
}

static bool primitive_read_indices(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive)
{
    kdi_json at = kdi_json_member(&primitive->json, "indices");
    kdi_gltf_accessor accessor;
    if (!at.value)
        return primitive_place_indices(gltf, in, primitive, NULL);
    if (!kdi_gltf_open_accessor(gltf, &at, &accessor))
        return false;
    size_t count = (size_t)accessor.count;
    uint32_t *list = (uint32_t *)kdi_allocate(&gltf->desc->allocator, count, sizeof *list);
    if (!list)
        return kdi_gltf_no_memory(gltf);
    bool good = kdi_gltf_read_uints(gltf, &at, &accessor, list) && primitive_place_indices(gltf, in, primitive, list);
    kdi_free(&gltf->desc->allocator, list, count * sizeof *list);
    return good;
}

static bool primitive_read_vertices(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive)
{
    const kd_mesh *mesh = in->mesh;
    if (!primitive_read_attribute(gltf, primitive, "POSITION", 3, &mesh->positions[0].x))
        return false;
    if (in->has_normals && !primitive_read_attribute(gltf, primitive, "NORMAL", 3, &mesh->normals[0].x))
        return false;
    return !in->has_texcoords || primitive_read_attribute(gltf, primitive, "TEXCOORD_0", 2, &mesh->texcoords[0][0]);
}

bool kdi_gltf_read_primitive(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive)
{
    kd_mesh *mesh = in->mesh;
    kd_mesh_part *part = &mesh->parts[mesh->part_count++];
    kdi_json material = kdi_json_member(&primitive->json, "material");
    part->first_index = primitive->first_index;
    part->index_count = primitive->index_count;
    part->material = -1;
    if (!kdi_json_get_index(gltf, &material, gltf->scene->material_count, &part->material))
        return false;
    return (primitive->shares_vertices || primitive_read_vertices(gltf, in, primitive)) &&
           primitive_read_indices(gltf, in, primitive);
}
