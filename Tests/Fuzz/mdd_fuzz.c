/* Fuzzes the MDD reader: any bytes give an error with a finding or a valid scene, and a scene reads back as it was
 * written. */
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
    if (kd_mdd_write(scene, &bytes, findings) != KD_OK || !kd_mdd_fits(bytes.data, bytes.size))
        abort();
    if (kd_mdd_read(bytes.data, bytes.size, desc, &again, findings) != KD_OK)
        abort();
    if (again->shapes->frame_count != shapes->frame_count || again->shapes->vertex_count != shapes->vertex_count)
        abort();
    size_t positions = (size_t)shapes->frame_count * (size_t)shapes->vertex_count;
    if (memcmp(again->shapes->positions, shapes->positions, positions * sizeof(kd_vec3)) != 0)
        abort();
    if (memcmp(again->shapes->times_s, shapes->times_s, (size_t)shapes->frame_count * sizeof(float)) != 0)
        abort();
    kd_scene_free(again);
    kd_buffer_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    kd_result result = kd_mdd_read(data, size, &desc, &scene, &findings);
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
