/* Materials: a name and the base colour, to tell the parts of a mesh from each other. Everything else about looks is
 * left out. */
#include "io/gltf_read.h"

#include <stdio.h>
#include <string.h>

static bool material_read(kdi_gltf *gltf, const kdi_json *json, int32_t index, kd_material *material)
{
    kdi_json name_at = kdi_json_member(json, "name");
    kdi_json pbr = kdi_json_member(json, "pbrMetallicRoughness");
    kdi_json color = kdi_json_member(&pbr, "baseColorFactor");
    const char *name = "";
    char made[32];
    for (int i = 0; i < 4; i++)
        material->base_color[i] = 1.0f;
    if (!kdi_json_get_text(gltf, &name_at, &name) || !kdi_json_get_floats(gltf, &color, material->base_color, 4))
        return false;
    if (strlen(name) > gltf->desc->limits.name_bytes)
        return kdi_gltf_error(gltf, KD_LIMIT, &name_at, "the name is longer than the limit of %zu bytes",
                              gltf->desc->limits.name_bytes);
    if (name[0] == '\0') {
        snprintf(made, sizeof made, "material_%d", (int)index);
        name = made;
    }
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        float given = material->base_color[i];
        material->base_color[i] = given < 0.0f ? 0.0f : given > 1.0f ? 1.0f : given;
        inside = inside && given == material->base_color[i];
    }
    material->name = kdi_arena_text(gltf->scene->arena, name, strlen(name));
    if (!material->name)
        return kdi_gltf_no_memory(gltf);
    return inside || kdi_gltf_repair(gltf, KD_RANGE, &color, "a colour must lie between 0 and 1; it is clamped");
}

/* Our writer adds one behind all others for the bone mesh, which is no content. */
static bool material_is_for_bones(const kdi_json *list, int32_t index)
{
    kdi_json json = kdi_json_item(list, (size_t)index);
    kdi_json extras = kdi_json_member(&json, "extras");
    kdi_json mark = kdi_json_member(&extras, "kd_bones");
    return kdi_json_is_true(&mark);
}

bool kdi_gltf_read_materials(kdi_gltf *gltf)
{
    kdi_json list = kdi_json_member(&gltf->top, "materials");
    int32_t count = 0;
    if (!kdi_json_get_count(gltf, &list, &count))
        return false;
    if (count > 0 && material_is_for_bones(&list, count - 1))
        count--;
    gltf->scene->materials = KDI_ARENA_PUSH(gltf->scene->arena, kd_material, (size_t)count);
    if (!gltf->scene->materials)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < count; i++) {
        kdi_json json = kdi_json_item(&list, (size_t)i);
        if (!material_read(gltf, &json, i, &gltf->scene->materials[i]))
            return false;
    }
    gltf->scene->material_count = count;
    return true;
}
