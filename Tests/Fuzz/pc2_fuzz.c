/* Fuzzes the PC2 reader: any bytes give an error with a finding or a valid scene, and a scene that can be written
 * reads back with the same positions. */
#include "kinedriver/pointcache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_write_and_read(const kd_scene *scene, const kd_read_desc *desc, kd_findings *findings)
{
    const kd_shapes *shapes = scene->shapes;
    kd_buffer bytes = kd_buffer_make(NULL);
    kd_scene *again = NULL;
    kd_result written = kd_pc2_write(scene, &bytes, findings);
    if (written == KD_RANGE && bytes.size == 0) /* a time at the end of what a float holds */
        return;
    if (written != KD_OK)
        abort();
    if (kd_pc2_read(bytes.data, bytes.size, desc, &again, findings) != KD_OK)
        abort();
    if (again->shapes->frame_count != shapes->frame_count || again->shapes->vertex_count != shapes->vertex_count)
        abort();
    size_t positions = (size_t)shapes->frame_count * (size_t)shapes->vertex_count;
    if (memcmp(again->shapes->positions, shapes->positions, positions * sizeof(kd_vec3)) != 0)
        abort();
    kd_scene_free(again);
    kd_buffer_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    kd_result result = kd_pc2_read(data, size, &desc, &scene, &findings);
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
