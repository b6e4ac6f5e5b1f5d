/* Morph targets: names, weights at rest, and the deltas of each primitive. */
#include "io/gltf_read.h"

#include <stdio.h>
#include <string.h>

/* All primitives of a mesh have the same targets. */
static bool morph_count_targets(kdi_gltf *gltf, const kdi_gltf_primitive *primitives, int32_t count,
                                int32_t *target_count)
{
    for (int32_t i = 0; i < count; i++) {
        kdi_json targets = kdi_json_member(&primitives[i].json, "targets");
        int32_t here = 0;
        if (!kdi_json_get_count(gltf, &targets, &here))
            return false;
        if (i > 0 && here != *target_count)
            return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, &targets, "%d targets, the first primitive has %d",
                                  (int)here, (int)*target_count);
        *target_count = here;
        gltf->morph_total += i == 0 ? here : 0;
        if (gltf->morph_total > gltf->desc->limits.morphs)
            return kdi_gltf_error(gltf, KD_LIMIT, &targets, "the file has more morph targets than the limit of %d",
                                  gltf->desc->limits.morphs);
    }
    return true;
}

static bool morph_read_name(kdi_gltf *gltf, kdi_gltf_mesh *in, int32_t index, kdi_name_table *names)
{
    kdi_json extras = kdi_json_member(in->json, "extras");
    kdi_json list = kdi_json_member(&extras, "targetNames");
    kdi_json at = kdi_json_item(&list, (size_t)index);
    kdi_gltf_naming naming = {names,   &at,   json_is_string(at.value) ? json_string_value(at.value) : "",
                              "morph", index, index};
    const char *instead_of;
    if (!kdi_gltf_take_name(gltf, &naming, &in->mesh->morphs[index].name, &instead_of))
        return false;
    return !instead_of ||
           kdi_gltf_repair(gltf, KD_NAME_DUPLICATE, &at, "the name '%.60s' is taken; this morph is called '%.80s'",
                           instead_of, in->mesh->morphs[index].name);
}

static bool morph_has_normals(const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count,
                              int32_t index)
{
    bool found = false;
    for (int32_t i = 0; i < count; i++) {
        kdi_json targets = kdi_json_member(&primitives[i].json, "targets");
        kdi_json target = kdi_json_item(&targets, (size_t)index);
        kdi_json normal = kdi_json_member(&target, "NORMAL");
        found = found || normal.value;
    }
    return found && in->has_normals;
}

static bool morph_begin(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count,
                        int32_t index)
{
    kdi_arena *arena = gltf->scene->arena;
    kd_morph *morph = &in->mesh->morphs[index];
    size_t vertices = (size_t)in->mesh->vertex_count;
    bool normals = morph_has_normals(in, primitives, count, index);
    morph->position_deltas = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
    morph->normal_deltas = normals ? KDI_ARENA_PUSH(arena, kd_vec3, vertices) : NULL;
    return morph->position_deltas && (!normals || morph->normal_deltas) ? true : kdi_gltf_no_memory(gltf);
}

bool kdi_gltf_begin_morphs(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count)
{
    kd_mesh *mesh = in->mesh;
    kdi_json of_mesh = kdi_json_member(in->json, "weights");
    kdi_json of_node = kdi_json_member(in->node, "weights");
    kdi_name_table names;
    kd_allocator scratch = kdi_arena_allocator(&gltf->scratch);
    if (!morph_count_targets(gltf, primitives, count, &mesh->morph_count))
        return false;
    if (mesh->morph_count == 0)
        return true;
    size_t morphs = (size_t)mesh->morph_count;
    mesh->morphs = KDI_ARENA_PUSH(gltf->scene->arena, kd_morph, morphs);
    mesh->morph_weights = KDI_ARENA_PUSH(gltf->scene->arena, float, morphs);
    if (!mesh->morphs || !mesh->morph_weights)
        return kdi_gltf_no_memory(gltf);
    kdi_name_table_init(&names, &scratch);
    for (int32_t i = 0; i < mesh->morph_count; i++)
        if (!morph_read_name(gltf, in, i, &names) || !morph_begin(gltf, in, primitives, count, i))
            return false;
    /* what the node says comes before what the mesh says */
    return kdi_json_get_floats(gltf, of_node.value ? &of_node : &of_mesh, mesh->morph_weights, mesh->morph_count);
}

static bool morph_read_deltas(kdi_gltf *gltf, const kdi_json *at, const kdi_gltf_primitive *primitive, kd_vec3 *deltas)
{
    kdi_gltf_accessor accessor;
    if (!at->value || !deltas)
        return true;
    if (!kdi_gltf_open_accessor(gltf, at, &accessor))
        return false;
    if (accessor.components != 3 || accessor.count != primitive->vertex_count)
        return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, at, "expected a VEC3 for each of %d vertices",
                              (int)primitive->vertex_count);
    return kdi_gltf_read_floats(gltf, at, &accessor, &deltas[primitive->first_vertex].x);
}

bool kdi_gltf_read_morphs(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive)
{
    kdi_json targets = kdi_json_member(&primitive->json, "targets");
    for (int32_t i = 0; !primitive->shares_vertices && i < in->mesh->morph_count; i++) {
        const kd_morph *morph = &in->mesh->morphs[i];
        kdi_json target = kdi_json_item(&targets, (size_t)i);
        kdi_json position = kdi_json_member(&target, "POSITION");
        kdi_json normal = kdi_json_member(&target, "NORMAL");
        if (!morph_read_deltas(gltf, &position, primitive, morph->position_deltas) ||
            !morph_read_deltas(gltf, &normal, primitive, morph->normal_deltas))
            return false;
    }
    return true;
}

static const char *morph_curve_name(kdi_gltf *gltf, const kd_mesh *mesh, const char *morph, bool ambiguous)
{
    if (!ambiguous)
        return morph;
    size_t length = strlen(mesh->name) + strlen(morph) + 2;
    char *name = (char *)kdi_arena_push(gltf->scene->arena, length, 1);
    if (name)
        snprintf(name, length, "%s.%s", mesh->name, morph);
    return name;
}

static bool morph_name_curves_of(kdi_gltf *gltf, int32_t mesh_index, const kdi_name_table *ambiguous,
                                 kdi_name_table *taken)
{
    const kd_mesh *mesh = &gltf->scene->meshes[mesh_index];
    const char **names = KDI_ARENA_PUSH(&gltf->scratch, const char *, (size_t)mesh->morph_count);
    if (!names)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < mesh->morph_count; i++) {
        const char *morph = mesh->morphs[i].name;
        bool several = kdi_name_table_find(ambiguous, morph, strlen(morph)) != KDI_NO_NAME;
        const char *name = morph_curve_name(gltf, mesh, morph, several);
        names[i] = name ? kdi_name_table_add_unique(taken, gltf->scene->arena, name, i) : NULL;
        if (!names[i])
            return kdi_gltf_no_memory(gltf);
    }
    gltf->curve_names[mesh_index] = names;
    return true;
}

/* Names that morphs of several meshes have. */
static bool morph_find_ambiguous(const kd_scene *scene, kdi_name_table *seen, kdi_name_table *ambiguous)
{
    for (int32_t m = 0; m < scene->mesh_count; m++)
        for (int32_t i = 0; i < scene->meshes[m].morph_count; i++) {
            const char *name = scene->meshes[m].morphs[i].name;
            int32_t present, again;
            if (kdi_name_table_add(seen, name, strlen(name), 0, &present) != KD_OK ||
                (present != KDI_NO_NAME && kdi_name_table_add(ambiguous, name, strlen(name), 0, &again) != KD_OK))
                return false;
        }
    return true;
}

bool kdi_gltf_name_curves(kdi_gltf *gltf)
{
    const kd_scene *scene = gltf->scene;
    kd_allocator scratch = kdi_arena_allocator(&gltf->scratch);
    kdi_name_table seen, ambiguous, taken;
    kdi_name_table_init(&seen, &scratch);
    kdi_name_table_init(&ambiguous, &scratch);
    kdi_name_table_init(&taken, &scratch);
    gltf->curve_names = KDI_ARENA_PUSH(&gltf->scratch, const char **, (size_t)scene->mesh_count);
    if (!gltf->curve_names || !morph_find_ambiguous(scene, &seen, &ambiguous))
        return kdi_gltf_no_memory(gltf);
    for (int32_t m = 0; m < scene->mesh_count; m++)
        if (!morph_name_curves_of(gltf, m, &ambiguous, &taken))
            return false;
    return true;
}
