/* Fuzzes the glTF reader and, with what it accepts, the writer: any bytes give an error with a finding or a scene that
 * keeps every promise, can be written in both forms and reads back with the same joints, meshes and clips. */
#include "kinedriver/gltf.h"
#include "support/scene_check.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_expect(bool condition)
{
    if (!condition)
        abort();
}

/* Small, so that a run is quick; each is still reached by small files. */
static kd_read_desc fuzz_desc(void)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.limits.memory_bytes = 32u << 20;
    desc.limits.frames = 2000;
    desc.limits.joints = 300;
    desc.limits.vertices = 20000;
    desc.limits.triangles = 20000;
    desc.limits.morphs = 50;
    return desc;
}

static void fuzz_write_and_read(const kd_scene *scene, bool binary)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_gltf_write_desc write_desc = {binary, binary};
    kd_read_desc read_desc = kd_read_desc_default();
    kd_buffer file = kd_buffer_make(NULL);
    kd_scene *again = NULL;
    kd_result result = kd_gltf_write(scene, &write_desc, &file, &findings);
    bool is_empty = scene->skeleton.joint_count == 0 && scene->mesh_count == 0;
    fuzz_expect(result == (is_empty ? KD_EMPTY : KD_OK));
    if (result == KD_OK) {
        fuzz_expect(kd_gltf_read(file.data, file.size, &read_desc, &again, &findings) == KD_OK);
        fuzz_expect(!kt_check_scene(again));
        fuzz_expect(again->skeleton.joint_count == scene->skeleton.joint_count);
        fuzz_expect(again->mesh_count == scene->mesh_count && again->material_count == scene->material_count);
        for (int32_t i = 0; i < scene->mesh_count; i++)
            fuzz_expect(again->meshes[i].index_count == scene->meshes[i].index_count &&
                        again->meshes[i].vertex_count == scene->meshes[i].vertex_count);
        kd_scene_free(again);
    }
    kd_buffer_free(&file);
    kd_findings_free(&findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = fuzz_desc();
    kd_scene *scene = NULL;
    kd_result result = kd_gltf_read(data, size, &desc, &scene, &findings);
    fuzz_expect((result == KD_OK) == (scene != NULL));
    fuzz_expect((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
    if (scene) {
        fuzz_expect(!kt_check_scene(scene));
        fuzz_write_and_read(scene, true);
        fuzz_write_and_read(scene, false);
    }
    kd_scene_free(scene);
    kd_findings_free(&findings);
    return 0;
}
