/* Fuzzes the KDI reader: any bytes give an error with a finding or a valid rig, and a rig reads back equal and to the
 * same bytes. */
#include "kinedriver/kdi.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_require(bool holds)
{
    if (!holds)
        abort();
}

static void fuzz_write_and_read(const kd_rig *rig, const kd_read_desc *desc)
{
    kd_buffer first = kd_buffer_make(NULL), second = kd_buffer_make(NULL);
    kd_rig *again = NULL;
    fuzz_require(kd_kdi_write(rig, &first, NULL) == KD_OK);
    fuzz_require(kd_kdi_read(first.data, first.size, desc, &again, NULL) == KD_OK);
    fuzz_require(kd_rig_equal(rig, again));
    fuzz_require(kd_kdi_write(again, &second, NULL) == KD_OK);
    fuzz_require(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    kd_rig_free(again);
    kd_buffer_free(&first);
    kd_buffer_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(data, size, &desc, &rig, &findings);
    fuzz_require((result == KD_OK) == (rig != NULL));
    fuzz_require((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
    for (size_t i = 0; i < findings.count; i++)
        fuzz_require(findings.items[i].error.text[0] != '\0');
    if (rig) {
        fuzz_require(kd_rig_validate(rig, NULL, NULL) == KD_OK);
        fuzz_write_and_read(rig, &desc);
    }
    kd_rig_free(rig);
    kd_findings_free(&findings);
    return 0;
}
