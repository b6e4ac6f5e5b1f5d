/* RBF code: opened, that is verified, and asked about. After kd_rbf_code_open nothing is checked again. */
#include "program/rbf_code.h"

#include <stdbool.h>
#include <string.h>

/* Takes the next table. */
static const void *rbf_code_table(const kd_rbf_code *code, uint64_t *at, uint64_t count, uint64_t size)
{
    const void *table = (const char *)code + *at;
    *at += count * size;
    return count ? table : NULL;
}

kdi_rbf_tables kdi_rbf_tables_of(const kd_rbf_code *code)
{
    kdi_rbf_tables t;
    uint64_t keys = (uint64_t)code->block_count * KDI_RBF_BLOCK, numbers = kdi_rbf_round_up(code->number_count, 8);
    uint64_t sums4 = kdi_rbf_round_up(code->sum_count, 4), sums8 = kdi_rbf_round_up(code->sum_count, 8);
    uint64_t at = sizeof *code, clamped = code->has_clamp ? numbers : 0;
    t.centres = (const float *)rbf_code_table(code, &at, numbers, 4);
    t.scales = (const float *)rbf_code_table(code, &at, numbers, 4);
    t.lows = (const float *)rbf_code_table(code, &at, clamped, 4);
    t.highs = (const float *)rbf_code_table(code, &at, clamped, 4);
    t.margins = (const float *)rbf_code_table(code, &at, clamped, 4);
    t.keys = (const float *)rbf_code_table(code, &at, keys * code->feature_count, 4);
    t.factors = (const float *)rbf_code_table(code, &at, code->has_radii ? keys : 0, 4);
    t.weights = (const float *)rbf_code_table(code, &at, keys * sums4, 4);
    t.constants = (const float *)rbf_code_table(code, &at, sums8, 4);
    t.linear = (const float *)rbf_code_table(code, &at, code->has_linear ? sums8 * code->feature_count : 0, 4);
    t.number_registers = (const uint32_t *)rbf_code_table(code, &at, code->number_count, 4);
    t.sum_registers = (const uint32_t *)rbf_code_table(code, &at, code->sum_count, 4);
    t.turns = (const kdi_rbf_turn *)rbf_code_table(code, &at, code->turn_count, sizeof *t.turns);
    t.made = (const kdi_rbf_made *)rbf_code_table(code, &at, code->made_count, sizeof *t.made);
    t.groups = (const kdi_rbf_group *)rbf_code_table(code, &at, code->group_count, sizeof *t.groups);
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
        code->has_radii > 1 || code->has_clamp > 1)
        return "the RBF code has a kernel or flag that is not known";
    if ((code->kernel == KDI_RBF_POWER_ODD && code->power % 2 == 0) ||
        (code->kernel == KDI_RBF_POWER_EVEN && (code->power % 2 != 0 || code->power == 0)))
        return "the power of the RBF code does not fit its kernel";
    if (code->register_count > KD_RBF_REGISTER_MAX || code->number_count > KD_RBF_COMPONENT_MAX ||
        code->turn_count > KD_RBF_COMPONENT_MAX || code->made_count > KD_RBF_COMPONENT_MAX ||
        code->group_count > KDI_RBF_GROUP_MAX || code->feature_count > 9 * KD_RBF_COMPONENT_MAX ||
        code->block_count > KD_RBF_KEY_MAX / KDI_RBF_BLOCK || code->sum_count > KD_RBF_COMPONENT_MAX)
        return "the RBF code has a count outside its limits";
    if (code->feature_count == 0)
        return "the RBF code has no inputs";
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
    uint32_t features = code->number_count;
    bool good = rbf_code_operands(code, t->number_registers, code->number_count);
    for (uint32_t i = 0; i < code->turn_count && good; i++) {
        const kdi_rbf_turn *turn = &t->turns[i];
        if (turn->kind > KDI_RBF_TURN_TWIST || turn->axis > 2 || !rbf_code_is_finite(&turn->scale, 1))
            return "a rotation of the RBF code is of a kind that is not known";
        good = rbf_code_operands(code, turn->registers, 4);
        features += kdi_rbf_turn_features(turn->kind);
    }
    if (!good)
        return "an input of the RBF code lies outside its registers or on a temporary";
    for (uint32_t i = 0; i < code->number_count && t->lows; i++)
        if (!(t->lows[i] <= t->highs[i]) || !(t->margins[i] >= 0.0f))
            return "an input of the RBF code has a range that is none";
    return features == code->feature_count ? NULL : "the inputs of the RBF code do not give its features";
}

static const char *rbf_code_check_outputs(const kd_rbf_code *code, const kdi_rbf_tables *t)
{
    bool good = rbf_code_operands(code, t->sum_registers, code->sum_count);
    for (uint32_t i = 0; i < code->made_count && good; i++) {
        const kdi_rbf_made *made = &t->made[i];
        uint32_t sums = made->kind == KDI_RBF_MADE_ROTATION ? 3 : 1;
        if (made->kind > KDI_RBF_MADE_ROTATION || made->sum > code->sum_count || sums > code->sum_count - made->sum ||
            !rbf_code_is_finite(made->base, 4))
            return "an output of the RBF code is of a kind that is not known or lies outside the sums";
        good = rbf_code_operands(code, made->registers, made->kind == KDI_RBF_MADE_ROTATION ? 4 : 1);
    }
    if (!good)
        return "an output of the RBF code lies outside its registers or on a temporary";
    for (uint32_t i = 0; i < code->group_count; i++) {
        const kdi_rbf_group *group = &t->groups[i];
        if (group->first > code->sum_count || group->count > code->sum_count - group->first || group->normalize > 2)
            return "a group of the RBF code lies outside the sums";
    }
    return NULL;
}

static const char *rbf_code_check(const kd_rbf_code *code, size_t size)
{
    const char *problem = rbf_code_check_head(code, size);
    if (problem)
        return problem;
    kdi_rbf_tables t = kdi_rbf_tables_of(code);
    uint64_t words = (size - sizeof *code) / 4 - code->number_count - code->sum_count -
                     code->turn_count * (sizeof *t.turns / 4) - code->made_count * (sizeof *t.made / 4) -
                     code->group_count * (sizeof *t.groups / 4);
    if (!rbf_code_is_finite((const float *)(const void *)(code + 1), words))
        return "a number of the RBF code is not finite";
    problem = rbf_code_check_inputs(code, &t);
    return problem ? problem : rbf_code_check_outputs(code, &t);
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
