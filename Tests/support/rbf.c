/* Random RBF models for tests and benchmarks. */
#include "support/rbf.h"

kd_node *kt_rbf_node(kd_rig *rig)
{
    return rig->nodes[0];
}

kd_rig *kt_rbf_make(int keys, int inputs, int outputs, uint64_t seed)
{
    kd_allocator allocator = kt_allocator();
    kd_rig *rig = kd_rig_make(&allocator, NULL);
    double *in = (double *)malloc(sizeof *in * (size_t)(keys * inputs + 1));
    double *out = (double *)malloc(sizeof *out * (size_t)(keys * outputs + 1));
    kt_random random = kt_random_make(seed);
    for (int i = 0; i < keys * inputs; i++)
        in[i] = kt_random_in(&random, 0.0, 1.0);
    for (int i = 0; i < keys * outputs; i++)
        out[i] = kt_random_in(&random, -1.0, 1.0);
    kd_rbf_arrays arrays = {keys, inputs, outputs, in, out, NULL, NULL, NULL};
    assert_non_null(rig);
    assert_non_null(kd_rbf_add_node(rig, "rbf", &arrays));
    free(in);
    free(out);
    return rig;
}

void kt_rbf_set_kernel(kd_node *node, int index)
{
    static const int32_t kernels[] = {KD_RBF_KERNEL_GAUSSIAN, KD_RBF_KERNEL_MULTIQUADRIC,
                                      KD_RBF_KERNEL_INVERSE_QUADRATIC, KD_RBF_KERNEL_INVERSE_MULTIQUADRIC};
    node->as.rbf.kernel = index < 5 ? (int32_t)KD_RBF_KERNEL_POLYHARMONIC : kernels[index - 5];
    node->as.rbf.power = index < 5 ? index + 1 : 2;
}

const char *kt_rbf_kernel_name(int index)
{
    static const char *const names[] = {"r",
                                        "r^2 ln r",
                                        "r^3",
                                        "r^4 ln r",
                                        "r^5",
                                        "gaussian",
                                        "multiquadric",
                                        "inverse quadratic",
                                        "inverse multiquadric"};
    return names[index];
}

kt_rbf_code kt_rbf_lower(const kd_rbf_interp *const *nodes, int count)
{
    kt_rbf_code code = {kd_buffer_make(NULL), NULL, kd_rbf_input_components(nodes[0]), 0};
    kd_findings findings = kd_findings_make(NULL);
    for (int i = 0; i < count; i++)
        code.out += kd_rbf_output_components(nodes[i]);
    uint32_t *registers = (uint32_t *)malloc(sizeof *registers * (size_t)(code.in + code.out));
    for (int i = 0; i < code.in + code.out; i++)
        registers[i] = (uint32_t)i;
    kd_rbf_lower_desc desc = {registers, registers + code.in, (uint32_t)(code.in + code.out), 0};
    if (kd_rbf_lower(nodes, count, &desc, &code.bytes, &findings) != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 0);
    code.code = kd_rbf_code_open(code.bytes.data, code.bytes.size, NULL);
    assert_non_null(code.code);
    assert_true((int)kd_rbf_temporaries(nodes, count) >= kd_rbf_temporary_count(code.code));
    free(registers);
    kd_findings_free(&findings);
    return code;
}

void kt_rbf_code_free(kt_rbf_code *code)
{
    kd_buffer_free(&code->bytes);
}

void kt_rbf_eval(const kt_rbf_code *code, const double *in, double *out)
{
    float *registers = (float *)malloc(sizeof *registers * (size_t)kd_rbf_register_count(code->code));
    for (int i = 0; i < kd_rbf_register_count(code->code); i++)
        registers[i] = i < code->in ? (float)in[i] : 7e7f;
    kd_rbf_run(code->code, registers);
    for (int i = 0; i < code->out; i++)
        out[i] = (double)registers[code->in + i];
    free(registers);
}
