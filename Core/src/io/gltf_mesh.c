/* Meshes: every node that shows one gives one kd_mesh, into which its primitives are merged as parts. */
#include "io/gltf_read.h"

#include <string.h>

static bool mesh_read_name(kdi_gltf *gltf, kdi_gltf_mesh *in)
{
    kdi_json mesh_name = kdi_json_member(in->json, "name");
    kdi_json node_name = kdi_json_member(in->node, "name");
    kdi_gltf_naming naming = {&gltf->mesh_names,      &mesh_name, "", "mesh", (int32_t)in->json->index,
                              gltf->scene->mesh_count};
    const char *instead_of;
    if (!kdi_json_get_text(gltf, &mesh_name, &naming.given))
        return false;
    if (naming.given[0] == '\0' && !kdi_json_get_text(gltf, &node_name, &naming.given))
        return false;
    if (!kdi_gltf_take_name(gltf, &naming, &in->mesh->name, &instead_of))
        return false;
    if (instead_of)
        kdi_gltf_note(gltf, KD_NAME_DUPLICATE, in->node, "a second mesh '%.60s' is called '%.80s'", instead_of,
                      in->mesh->name);
    return true;
}

/* Keeps an attribute only if all primitives have it. */
static bool mesh_all_have(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count,
                          const char *name)
{
    int32_t having = 0;
    for (int32_t i = 0; i < count; i++) {
        kdi_json at = kdi_json_member(&primitives[i].attributes, name);
        having += at.value != NULL;
    }
    if (having > 0 && having < count)
        kdi_gltf_note(gltf, KD_LOSSY, in->json, "%s is left out, since only %d of %d primitives have it", name,
                      (int)having, (int)count);
    return having == count;
}

static bool mesh_allocate(kdi_gltf *gltf, kdi_gltf_mesh *in, int32_t part_count)
{
    kdi_arena *arena = gltf->scene->arena;
    kd_mesh *mesh = in->mesh;
    size_t vertices = (size_t)mesh->vertex_count;
    mesh->positions = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    mesh->indices = KDI_ARENA_PUSH(arena, uint32_t, (size_t)mesh->index_count);
    mesh->parts = KDI_ARENA_PUSH(arena, kd_mesh_part, (size_t)part_count);
    mesh->normals = in->has_normals ? KDI_ARENA_PUSH(arena, kd_vec3, vertices) : NULL;
    mesh->texcoords = in->has_texcoords ? (float(*)[2])kdi_arena_push(arena, vertices, 2 * sizeof(float)) : NULL;
    if (!mesh->positions || !mesh->indices || !mesh->parts || (in->has_normals && !mesh->normals) ||
        (in->has_texcoords && !mesh->texcoords))
        return kdi_gltf_no_memory(gltf);
    return true;
}

static bool mesh_read_content(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count)
{
    in->has_normals = mesh_all_have(gltf, in, primitives, count, "NORMAL");
    in->has_texcoords = mesh_all_have(gltf, in, primitives, count, "TEXCOORD_0");
    if (!mesh_read_name(gltf, in) || !mesh_allocate(gltf, in, count) ||
        !kdi_gltf_begin_morphs(gltf, in, primitives, count))
        return false;
    for (int32_t i = 0; i < count; i++)
        if (!kdi_gltf_read_primitive(gltf, in, &primitives[i]) || !kdi_gltf_read_morphs(gltf, in, &primitives[i]))
            return false;
    return in->skin < 0 || kdi_gltf_read_skin(gltf, in, primitives, count);
}

/* Whether two primitives are made from the same vertex data. */
static bool mesh_share_vertices(const kdi_gltf_primitive *a, const kdi_gltf_primitive *b)
{
    kdi_json targets_a = kdi_json_member(&a->json, "targets");
    kdi_json targets_b = kdi_json_member(&b->json, "targets");
    if (!targets_a.value != !targets_b.value)
        return false;
    return json_equal(a->attributes.value, b->attributes.value) &&
           (!targets_a.value || json_equal(targets_a.value, targets_b.value));
}

/* Gives the primitive its place in the mesh. */
static void mesh_place_primitive(kdi_gltf *gltf, kd_mesh *mesh, kdi_gltf_primitive *primitive,
                                 const kdi_gltf_primitive *before)
{
    primitive->first_index = mesh->index_count;
    mesh->index_count += primitive->index_count;
    primitive->shares_vertices = before && mesh_share_vertices(before, primitive);
    if (primitive->shares_vertices) {
        primitive->first_vertex = before->first_vertex;
        gltf->vertex_total -= primitive->vertex_count;
    } else {
        primitive->first_vertex = mesh->vertex_count;
        mesh->vertex_count += primitive->vertex_count;
    }
}

/* Measures the primitives, leaves out what is not made of triangles, and reads the rest. */
static bool mesh_read_primitives(kdi_gltf *gltf, kdi_gltf_mesh *in, kdi_arena *temp, bool *kept)
{
    kdi_json list = kdi_json_member(in->json, "primitives");
    int32_t count = 0;
    if (!kdi_json_get_count(gltf, &list, &count))
        return false;
    kdi_gltf_primitive *primitives = KDI_ARENA_PUSH(temp, kdi_gltf_primitive, (size_t)count);
    if (!primitives)
        return kdi_gltf_no_memory(gltf);
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        kdi_gltf_primitive *primitive = &primitives[used];
        bool primitive_kept = false;
        primitive->json = kdi_json_item(&list, (size_t)i);
        primitive->attributes = kdi_json_member(&primitive->json, "attributes");
        if (!kdi_gltf_measure_primitive(gltf, primitive, &primitive_kept))
            return false;
        if (!primitive_kept)
            continue;
        mesh_place_primitive(gltf, in->mesh, primitive, used > 0 ? &primitives[used - 1] : NULL);
        used++;
    }
    *kept = used > 0;
    return used == 0 || mesh_read_content(gltf, in, primitives, used);
}

/* The bone mesh that our writer adds for viewers is no content. */
static bool mesh_is_bones(const kdi_json *json)
{
    kdi_json extras = kdi_json_member(json, "extras");
    kdi_json mark = kdi_json_member(&extras, "kd_bones");
    return kdi_json_is_true(&mark);
}

static bool mesh_read_node(kdi_gltf *gltf, const kdi_json *nodes, int32_t node)
{
    kdi_json meshes = kdi_json_member(&gltf->top, "meshes");
    kdi_json skins = kdi_json_member(&gltf->top, "skins");
    kdi_json node_json = kdi_json_item(nodes, (size_t)node);
    kdi_json mesh_at = kdi_json_member(&node_json, "mesh");
    kdi_json skin_at = kdi_json_member(&node_json, "skin");
    kdi_json json;
    int32_t skin_count = 0;
    if (!mesh_at.value)
        return true;
    kdi_gltf_mesh in = {&json, &node_json, &gltf->scene->meshes[gltf->scene->mesh_count], -1, false, false};
    if (!kdi_json_need_item(gltf, &mesh_at, &meshes, &json) || !kdi_json_get_count(gltf, &skins, &skin_count) ||
        !kdi_json_get_index(gltf, &skin_at, skin_count, &in.skin))
        return false;
    if (mesh_is_bones(&json)) {
        kdi_gltf_note(gltf, KD_UNUSED, &json, "the bone mesh is for viewers only and is left out");
        return true;
    }
    memset(in.mesh, 0, sizeof *in.mesh);
    in.mesh->joint = in.skin < 0 ? gltf->nodes[node].joint : -1;
    bool kept = false;
    kdi_arena temp;
    kdi_arena_init(&temp, &gltf->desc->allocator, gltf->desc->limits.memory_bytes);
    bool good = mesh_read_primitives(gltf, &in, &temp, &kept);
    kdi_arena_free(&temp);
    if (good && kept)
        gltf->nodes[node].mesh = gltf->scene->mesh_count++;
    return good;
}

bool kdi_gltf_read_meshes(kdi_gltf *gltf)
{
    kdi_json nodes = kdi_json_member(&gltf->top, "nodes");
    int32_t count = 0;
    for (int32_t i = 0; i < gltf->order_count; i++) {
        kdi_json node = kdi_json_item(&nodes, (size_t)gltf->order[i]);
        kdi_json mesh = kdi_json_member(&node, "mesh");
        count += mesh.value != NULL;
    }
    gltf->scene->meshes = KDI_ARENA_PUSH(gltf->scene->arena, kd_mesh, (size_t)count);
    if (!gltf->scene->meshes)
        return kdi_gltf_no_memory(gltf);
    kd_allocator scratch = kdi_arena_allocator(&gltf->scratch);
    kdi_name_table_init(&gltf->mesh_names, &scratch);
    for (int32_t i = 0; i < gltf->order_count; i++)
        if (!mesh_read_node(gltf, &nodes, gltf->order[i]))
            return false;
    return true;
}
