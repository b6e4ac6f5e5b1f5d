/* Fuzzes the OBJ reader: any bytes give an error with a finding or a valid scene, and a scene can be written and read
 * again. */
#include "kinedriver/obj.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_write_and_read(const kd_scene *scene, const kd_read_desc *desc, kd_findings *findings)
{
    kd_buffer text = kd_buffer_make(NULL);
    kd_scene *again = NULL;
    if (kd_obj_write(scene, &text, findings) != KD_OK)
        abort();
    if (kd_obj_read(text.data, text.size, desc, &again, findings) != KD_OK)
        abort();
    if (again->meshes->vertex_count != scene->meshes->vertex_count ||
        again->meshes->index_count != scene->meshes->index_count)
        abort();
    kd_scene_free(again);
    kd_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    kd_result result = kd_obj_read(data, size, &desc, &scene, &findings);
    if ((result == KD_OK) != (scene != NULL) || (result != KD_OK && findings.counts[KD_SEVERITY_ERROR] == 0))
        abort();
    if (scene) {
        if (kd_scene_validate(scene, &findings) != KD_OK)
            abort();
        fuzz_write_and_read(scene, &desc, &findings);
    }
    kd_scene_free(scene);
    kd_findings_free(&findings);
    return 0;
}
