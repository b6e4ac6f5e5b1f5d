/* RBF code: opened, that is verified, and asked about. After kd_rbf_code_open nothing is checked again. */
#include "program/rbf_code.h"

#include <stdbool.h>
#include <string.h>

kdi_rbf_tables kdi_rbf_tables_of(const kd_rbf_code *code)
{
    kdi_rbf_tables t;
    uint64_t keys = (uint64_t)code->block_count * KDI_RBF_BLOCK;
    uint64_t sums4 = kdi_rbf_round_up(code->sum_count, 4), sums8 = kdi_rbf_round_up(code->sum_count, 8);
    uint64_t at = sizeof *code;
    const char *base = (const char *)code;
    t.inputs = (const kdi_rbf_in *)(const void *)(base + at);
    at += (uint64_t)code->input_count * sizeof *t.inputs;
    t.outputs = (const kdi_rbf_out *)(const void *)(base + at);
    at += (uint64_t)code->output_count * sizeof *t.outputs;
    t.groups = (const kdi_rbf_group *)(const void *)(base + at);
    at += (uint64_t)code->group_count * sizeof *t.groups;
    t.keys = (const float *)(const void *)(base + at);
    at += 4 * keys * code->feature_count;
    t.factors = code->has_radii ? (const float *)(const void *)(base + at) : NULL;
    at += code->has_radii ? 4 * keys : 0;
    t.weights = (const float *)(const void *)(base + at);
    at += 4 * keys * sums4;
    t.constants = (const float *)(const void *)(base + at);
    at += 4 * sums8;
    t.linear = code->has_linear ? (const float *)(const void *)(base + at) : NULL;
    at += code->has_linear ? 4 * sums8 * code->feature_count : 0;
    t.size = at;
    return t;
}

static bool rbf_code_is_finite(const float *numbers, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, numbers + i, sizeof bits);
        if ((bits & UINT32_C(0x7F800000)) == UINT32_C(0x7F800000))
            return false;
    }
    return true;
}

/* Operands lie among the registers and outside the temporaries. */
static bool rbf_code_operands(const kd_rbf_code *code, const uint32_t *registers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (registers[i] >= code->register_count || registers[i] - code->temporary < kdi_rbf_scratch(code))
            return false;
    return true;
}

static const char *rbf_code_check_head(const kd_rbf_code *code, size_t size)
{
    if (size < sizeof *code || code->magic != KDI_RBF_MAGIC)
        return "this is no RBF code";
    if (code->kernel >= KDI_RBF_KERNEL_COUNT || code->power > KDI_RBF_POWER_MAX || code->has_linear > 1 ||
        code->has_radii > 1)
        return "the RBF code has a kernel or flag that is not known";
    if ((code->kernel == KDI_RBF_POWER_ODD && code->power % 2 == 0) ||
        (code->kernel == KDI_RBF_POWER_EVEN && (code->power % 2 != 0 || code->power == 0)))
        return "the power of the RBF code does not fit its kernel";
    if (code->register_count > KD_RBF_REGISTER_MAX || code->input_count > KD_RBF_COMPONENT_MAX ||
        code->output_count > KD_RBF_COMPONENT_MAX || code->group_count > KDI_RBF_GROUP_MAX ||
        code->feature_count > 9 * KD_RBF_COMPONENT_MAX || code->block_count > KD_RBF_KEY_MAX / KDI_RBF_BLOCK ||
        code->sum_count > KD_RBF_COMPONENT_MAX)
        return "the RBF code has a count outside its limits";
    if (code->size != size || size != kdi_rbf_tables_of(code).size)
        return "the RBF code is longer or shorter than it says";
    if (code->temporary > code->register_count || kdi_rbf_scratch(code) > code->register_count - code->temporary)
        return "the temporaries of the RBF code lie outside its registers";
    if (!rbf_code_is_finite(&code->bend, 2) || !(code->limit > 0.0f))
        return "a number of the RBF code is not finite or not above zero";
    return NULL;
}

static const char *rbf_code_check_inputs(const kd_rbf_code *code, const kdi_rbf_tables *t)
{
    uint32_t features = 0;
    for (uint32_t i = 0; i < code->input_count; i++) {
        const kdi_rbf_in *in = &t->inputs[i];
        if (in->kind > KDI_RBF_IN_TWIST || in->axis > 2)
            return "an input of the RBF code is of a kind that is not known";
        if (!rbf_code_operands(code, in->registers, in->kind == KDI_RBF_IN_NUMBER ? 1 : 4))
            return "an input of the RBF code lies outside its registers or on a temporary";
        if (!rbf_code_is_finite(&in->scale, 5) || in->low > in->high || in->margin < 0.0f)
            return "an input of the RBF code has a range that is none";
        features += kdi_rbf_in_features(in->kind);
    }
    return features == code->feature_count ? NULL : "the inputs of the RBF code do not give its features";
}

static const char *rbf_code_check_outputs(const kd_rbf_code *code, const kdi_rbf_tables *t)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < code->output_count; i++) {
        const kdi_rbf_out *out = &t->outputs[i];
        uint32_t sums = out->kind == KDI_RBF_OUT_ROTATION ? 3 : 1;
        if (out->kind > KDI_RBF_OUT_ROTATION || out->sum > code->sum_count || sums > code->sum_count - out->sum)
            return "an output of the RBF code is of a kind that is not known or lies outside the sums";
        if (!rbf_code_operands(code, out->registers, out->kind == KDI_RBF_OUT_ROTATION ? 4 : 1))
            return "an output of the RBF code lies outside its registers or on a temporary";
        if (!rbf_code_is_finite(out->base, 4))
            return "a base of the RBF code is not finite";
    }
    for (uint32_t i = 0; i < code->group_count; i++) {
        const kdi_rbf_group *group = &t->groups[i];
        if (group->first != next || group->count > code->output_count - next || group->normalize > 2)
            return "the groups of the RBF code do not cover its outputs";
        next += group->count;
    }
    return next == code->output_count ? NULL : "the groups of the RBF code do not cover its outputs";
}

static const char *rbf_code_check(const kd_rbf_code *code, size_t size)
{
    const char *problem = rbf_code_check_head(code, size);
    if (problem)
        return problem;
    kdi_rbf_tables t = kdi_rbf_tables_of(code);
    problem = rbf_code_check_inputs(code, &t);
    if (!problem)
        problem = rbf_code_check_outputs(code, &t);
    uint64_t numbers = (t.size - (uint64_t)((const char *)t.keys - (const char *)code)) / 4;
    if (!problem && !rbf_code_is_finite(t.keys, numbers))
        problem = "a number of the RBF code is not finite";
    return problem;
}

const kd_rbf_code *kd_rbf_code_open(const void *data, size_t size, kd_error *error)
{
    const char *problem = "RBF code must be aligned to 4 bytes";
    if (data && ((uintptr_t)data & 3) == 0)
        problem = rbf_code_check((const kd_rbf_code *)data, size);
    if (problem) {
        kd_error_set(error, KD_VALUE, problem);
        return NULL;
    }
    return (const kd_rbf_code *)data;
}

size_t kd_rbf_code_size(const kd_rbf_code *code)
{
    return code->size;
}

int kd_rbf_register_count(const kd_rbf_code *code)
{
    return (int)code->register_count;
}

int kd_rbf_temporary_first(const kd_rbf_code *code)
{
    return (int)code->temporary;
}

int kd_rbf_temporary_count(const kd_rbf_code *code)
{
    return (int)kdi_rbf_scratch(code);
}
