/* Fuzzes the MDD reader: any bytes give an error with a finding or a valid scene. */
#include "kinedriver/pointcache.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    kd_result result = kd_mdd_read(data, size, &desc, &scene, &findings);
    if ((result == KD_OK) != (scene != NULL) || (result != KD_OK && findings.counts[KD_SEVERITY_ERROR] == 0))
        abort();
    if (scene && kd_scene_validate(scene, &findings) != KD_OK)
        abort();
    kd_scene_free(scene);
    kd_findings_free(&findings);
    return 0;
}
