/* The glTF reader from end to end: what the file demands is checked first, then each step of gltf_read.h takes its
 * turn. */
#include "io/gltf_read.h"

#include "kinedriver/gltf.h"

#include <string.h>

static bool read_check_asset(kdi_gltf *gltf)
{
    kdi_json asset = kdi_json_member(&gltf->top, "asset");
    kdi_json version_at = kdi_json_member(&asset, "version");
    kdi_json minimum_at = kdi_json_member(&asset, "minVersion");
    const char *version = NULL;
    const char *minimum = "2.0";
    if (!kdi_json_get_text(gltf, &version_at, &version) || !kdi_json_get_text(gltf, &minimum_at, &minimum))
        return false;
    if (!version)
        return kdi_gltf_error(gltf, KD_FORMAT_UNKNOWN, &version_at, "this JSON is not glTF: asset.version is missing");
    if (strncmp(version, "2.", 2) != 0)
        return kdi_gltf_error(gltf, KD_VERSION, &version_at, "glTF version '%.20s'; only 2.0 is known", version);
    if (strcmp(minimum, "2.0") != 0)
        return kdi_gltf_error(gltf, KD_VERSION, &minimum_at, "glTF version '%.20s' is demanded; only 2.0 is known",
                              minimum);
    return true;
}

/* Whether a file that demands this extension can be read: it changes only what accessors hold, or only looks, which are
 * not read. */
static bool read_knows_extension(const char *name)
{
    return strcmp(name, "KHR_mesh_quantization") == 0 || strcmp(name, "KHR_lights_punctual") == 0 ||
           strncmp(name, "KHR_materials_", 14) == 0 || strncmp(name, "KHR_texture_", 12) == 0 ||
           strncmp(name, "EXT_texture_", 12) == 0;
}

static bool read_check_extensions(kdi_gltf *gltf)
{
    kdi_json list = kdi_json_member(&gltf->top, "extensionsRequired");
    int32_t count = 0;
    if (!kdi_json_get_count(gltf, &list, &count))
        return false;
    for (int32_t i = 0; i < count; i++) {
        kdi_json at = kdi_json_item(&list, (size_t)i);
        const char *name = "";
        if (!kdi_json_get_text(gltf, &at, &name))
            return false;
        if (!read_knows_extension(name))
            kdi_gltf_error(gltf, KD_UNSUPPORTED, &at, "the file demands the extension %.80s; export it without", name);
    }
    return gltf->result == KD_OK;
}

static void read_tell_left_out(kdi_gltf *gltf)
{
    static const char *const names[] = {"textures", "images", "cameras"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        kdi_json at = kdi_json_member(&gltf->top, names[i]);
        if (json_array_size(at.value) > 0)
            kdi_gltf_note(gltf, KD_UNUSED, &at, "%s are not read", names[i]);
    }
    kdi_json extensions = kdi_json_member(&gltf->top, "extensionsUsed");
    for (size_t i = 0; i < json_array_size(extensions.value); i++) {
        kdi_json at = kdi_json_item(&extensions, i);
        const char *name = json_string_value(at.value);
        if (name && strcmp(name, "KHR_mesh_quantization") != 0)
            kdi_gltf_note(gltf, KD_UNUSED, &at, "what the extension %.80s adds is not read", name);
    }
}

static bool read_all(kdi_gltf *gltf, const unsigned char *data, size_t size)
{
    if (!kdi_gltf_open(gltf, data, size) || !read_check_asset(gltf) || !read_check_extensions(gltf))
        return false;
    read_tell_left_out(gltf);
    gltf->scene = kd_scene_make(&gltf->desc->allocator, &gltf->desc->limits);
    if (!gltf->scene)
        return kdi_gltf_no_memory(gltf);
    gltf->scene->metres_per_unit = 1.0;
    return kdi_gltf_load_buffers(gltf) && kdi_gltf_read_nodes(gltf) && kdi_gltf_read_materials(gltf) &&
           kdi_gltf_read_meshes(gltf) && kdi_gltf_name_curves(gltf) && kdi_gltf_read_animations(gltf);
}

kd_result kd_gltf_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    kdi_gltf gltf;
    memset(&gltf, 0, sizeof gltf);
    gltf.desc = desc;
    gltf.findings = findings;
    kdi_arena_init(&gltf.scratch, &desc->allocator, desc->limits.memory_bytes);
    bool good = read_all(&gltf, (const unsigned char *)data, size);
    kdi_gltf_close(&gltf);
    *out = good ? gltf.scene : NULL;
    if (!good)
        kd_scene_free(gltf.scene);
    return gltf.result;
}
