/* RBF models and tables from outside: refused with a reason, or solved and evaluated. The first byte chooses. */
#include "kinedriver/rbf.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use_model(kd_rig *rig)
{
    kd_node *node = rig->nodes[0];
    const kd_rbf_interp *rbf = &node->as.rbf;
    double in[KD_RBF_COMPONENT_MAX] = {0}, out[KD_RBF_COMPONENT_MAX];
    uint32_t registers[2 * KD_RBF_COMPONENT_MAX];
    if (rbf->key_count > 24 || kd_rbf_solve(rig, node, NULL, NULL) != KD_OK ||
        kd_rbf_evaluate(rbf, in, 1, out, NULL, NULL) != KD_OK)
        return;
    uint32_t count = (uint32_t)(kd_rbf_input_components(rbf) + kd_rbf_output_components(rbf));
    for (uint32_t i = 0; i < count; i++)
        registers[i] = i;
    kd_rbf_lower_desc desc = {registers, registers + kd_rbf_input_components(rbf), count, 0};
    kd_buffer code = kd_buffer_make(NULL);
    if (kd_rbf_lower(&rbf, 1, &desc, &code, NULL) == KD_OK) {
        const kd_rbf_code *opened = kd_rbf_code_open(code.data, code.size, NULL);
        float *file = (float *)calloc((size_t)kd_rbf_register_count(opened), sizeof(float));
        kd_rbf_run(opened, file);
        for (uint32_t i = 0; i < count; i++)
            if (!(file[i] >= -1e15f && file[i] <= 1e15f))
                abort();
        free(file);
    }
    kd_buffer_free(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = NULL;
    if (size == 0)
        return 0;
    kd_result result = data[0] == 'T' ? kd_rbf_read_csv(data + 1, size - 1, &desc, &rig, &findings)
                                      : kd_rbf_read_json(data, size, &desc, &rig, &findings);
    if (result == KD_OK)
        use_model(rig);
    else if (findings.counts[KD_SEVERITY_ERROR] == 0)
        abort();
    kd_rig_free(rig);
    kd_findings_free(&findings);
    return 0;
}
