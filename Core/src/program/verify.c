/* Verifies a program from an untrusted place: sections inside the block, names terminated, indices inside their lists,
 * registers inside the file, nothing fixed written to, numbers finite, data of curves, expressions and RBFs sound.
 * After this the evaluator needs no check. */
#include "program/verify.h"

#include "kinedriver/expr_eval.h"
#include "kinedriver/rbf_eval.h"
#include "math/float.h"

#include <stddef.h>

/* More registers than any rig needs; keeps sums of a few of them inside 32 bits. */
enum { VERIFY_MOST_REGISTERS = 1 << 26 };

static bool verify_section(const kd_program *program, const kdi_section *section, size_t item_size)
{
    if (section->offset % 4 != 0 || section->offset < sizeof *program || section->offset > program->size)
        return false;
    return section->count <= (program->size - section->offset) / item_size;
}

static const char *verify_sections(const kd_program *program)
{
    const struct {
        const kdi_section *section;
        size_t item_size;
    } rows[] = {
        {&program->names, 1},
        {&program->constants, sizeof(float)},
        {&program->joints, sizeof(kdi_program_joint)},
        {&program->nodes, sizeof(kdi_program_node)},
        {&program->groups, sizeof(kdi_program_group)},
        {&program->inputs, sizeof(kdi_program_external)},
        {&program->outputs, sizeof(kdi_program_external)},
        {&program->probes, sizeof(kdi_program_probe)},
        {&program->needs, sizeof(uint32_t)},
        {&program->steps, sizeof(kdi_step)},
        {&program->tables, sizeof(uint32_t)},
        {&program->data, sizeof(uint32_t)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!verify_section(program, rows[i].section, rows[i].item_size))
            return "a section lies outside the program";
    const char *names = KDI_SECTION(program, names, char);
    if (program->names.count == 0 || names[program->names.count - 1] != '\0')
        return "the names do not end";
    if (program->register_count > VERIFY_MOST_REGISTERS || program->state_count > program->register_count)
        return "there are too many registers";
    uint64_t least = (uint64_t)KDI_REGISTER_CONSTANTS + program->constants.count +
                     (uint64_t)program->joints.count * KDI_JOINT_FLOATS + program->inputs.count + program->nodes.count +
                     program->state_count;
    return program->register_count < least ? "there are too few registers" : NULL;
}

static bool verify_name(const kd_program *program, uint32_t name)
{
    return name < program->names.count;
}

/* Finite and within the bound. */
static bool verify_number(float x)
{
    return x >= -KDI_BOUND && x <= KDI_BOUND;
}

static bool verify_numbers(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!verify_number(numbers[i]))
            return false;
    return true;
}

static bool verify_index(int32_t index, uint32_t count)
{
    return index == KDI_NOTHING || (index >= 0 && (uint32_t)index < count);
}

static bool verify_range(uint32_t first, uint32_t count, uint32_t total)
{
    return first <= total && count <= total - first;
}

static bool verify_read(const kd_program *program, uint32_t place, uint32_t width)
{
    return verify_range(place, width, program->register_count);
}

/* Constants and the fixed registers are not written; ten registers nobody reads are. */
static bool verify_written(const kd_program *program, uint32_t place, uint32_t width)
{
    if (place == KDI_REGISTER_NOWHERE)
        return true;
    return place >= KDI_REGISTER_CONSTANTS + program->constants.count && verify_read(program, place, width);
}

static const char *verify_joints(const kd_program *program)
{
    const kdi_program_joint *joints = KDI_SECTION(program, joints, kdi_program_joint);
    for (uint32_t i = 0; i < program->joints.count; i++)
        if (!verify_name(program, joints[i].name) || !verify_index(joints[i].parent, i) || joints[i].reads > 7 ||
            joints[i].writes > 7 || !verify_numbers(joints[i].rest, KDI_JOINT_FLOATS))
            return "a joint is not sound";
    const uint32_t *needs = KDI_SECTION(program, needs, uint32_t);
    for (uint32_t i = 0; i < program->needs.count; i++)
        if (needs[i] >= program->joints.count)
            return "a node needs a joint that does not exist";
    return NULL;
}

static const char *verify_nodes(const kd_program *program)
{
    const kdi_program_node *nodes = KDI_SECTION(program, nodes, kdi_program_node);
    for (uint32_t i = 0; i < program->nodes.count; i++)
        if (!verify_name(program, nodes[i].name) || !verify_index(nodes[i].group, program->groups.count) ||
            !verify_range(nodes[i].first_joint, nodes[i].joint_count, program->needs.count) ||
            !verify_range(nodes[i].first_probe, nodes[i].probe_count, program->probes.count) ||
            !(nodes[i].influence >= 0.0f && nodes[i].influence <= 1.0f))
            return "a node is not sound";
    const kdi_program_group *groups = KDI_SECTION(program, groups, kdi_program_group);
    for (uint32_t i = 0; i < program->groups.count; i++)
        if (!verify_name(program, groups[i].name) || !(groups[i].influence >= 0.0f && groups[i].influence <= 1.0f))
            return "a group is not sound";
    const kdi_program_probe *probes = KDI_SECTION(program, probes, kdi_program_probe);
    for (uint32_t i = 0; i < program->probes.count; i++)
        if (!verify_name(program, probes[i].name) || probes[i].width < 1 || probes[i].width > 4 ||
            !verify_read(program, probes[i].place, probes[i].width))
            return "a probe is not sound";
    return NULL;
}

static const char *verify_externals(const kd_program *program, const kdi_section *section)
{
    const kdi_program_external *rows =
        (const kdi_program_external *)(const void *)((const char *)program + section->offset);
    for (uint32_t i = 0; i < section->count; i++)
        if (!verify_name(program, rows[i].name) || !verify_read(program, rows[i].place, 1) ||
            rows[i].kind > KD_EXTERNAL_MATERIAL || !verify_number(rows[i].initial) || !verify_number(rows[i].min) ||
            !verify_number(rows[i].max) || rows[i].min > rows[i].max)
            return "an external value is not sound";
    return NULL;
}

static bool verify_curve(const kd_program *program, uint32_t place)
{
    const uint32_t head_words = sizeof(kdi_curve) / 4, piece_words = sizeof(kdi_curve_piece) / 4;
    if (!verify_range(place, head_words, program->data.count))
        return false;
    const kdi_curve *curve = (const kdi_curve *)(const void *)(KDI_SECTION(program, data, uint32_t) + place);
    uint32_t room = (program->data.count - place - head_words) / piece_words;
    if (room < 2 || curve->piece_count > room - 2 || curve->cycle_before > 1 || curve->cycle_after > 1)
        return false;
    if (!verify_number(curve->start) || !verify_number(curve->end))
        return false;
    if ((curve->cycle_before || curve->cycle_after) && !(curve->end > curve->start))
        return false;
    return verify_numbers((const float *)(const void *)(curve + 1), ((size_t)curve->piece_count + 2) * piece_words);
}

/* One lane of a block of kernel instructions. */
static bool verify_lane(const kd_program *program, const kdi_op_info *info, const uint32_t *column)
{
    for (const char *letter = info->in; *letter; letter++, column += KDI_LANES)
        if (!verify_read(program, *column, (uint32_t)kdi_operand_width(*letter)))
            return false;
    for (const char *letter = info->out; *letter; letter++, column += KDI_LANES)
        if (!verify_written(program, *column, (uint32_t)kdi_operand_width(*letter)))
            return false;
    return true;
}

static const char *verify_kernel_step(const kd_program *program, const kdi_step *step, const kdi_op_info *info)
{
    uint32_t operands = (uint32_t)kdi_op_operand_count(info), parameters = (uint32_t)info->parameter_count;
    uint32_t block_words = (operands + parameters) * KDI_LANES;
    uint64_t blocks = ((uint64_t)step->count + KDI_LANES - 1) / KDI_LANES;
    if (step->table > program->tables.count || blocks > (program->tables.count - step->table) / block_words)
        return "an instruction's table lies outside the program";
    const uint32_t *block = KDI_SECTION(program, tables, uint32_t) + step->table;
    for (uint64_t b = 0; b < blocks; b++, block += block_words) {
        for (uint32_t lane = 0; lane < KDI_LANES; lane++)
            if (!verify_lane(program, info, block + lane))
                return "an instruction uses a register that it must not";
        const uint32_t *numbers = block + operands * KDI_LANES;
        for (uint32_t i = 0; i < parameters * KDI_LANES; i++) {
            bool good = step->op == KDI_OP_CURVE ? verify_curve(program, numbers[i])
                                                 : verify_number(kdi_float_from_bits(numbers[i]));
            if (!good)
                return "a parameter of an instruction is not sound";
        }
    }
    return NULL;
}

/* Code checks itself; what is left is that it stays within this register file. */
static bool verify_call(const kd_program *program, uint32_t op, const kdi_call *call)
{
    if (!verify_range(call->code, call->code_words, program->data.count))
        return false;
    const uint32_t *words = KDI_SECTION(program, data, uint32_t) + call->code;
    size_t size = (size_t)call->code_words * 4;
    if (op == KDI_OP_RBF) {
        const kd_rbf_code *rbf = kd_rbf_code_open(words, size, NULL);
        return rbf != NULL && (uint32_t)kd_rbf_register_count(rbf) <= program->register_count;
    }
    const kd_expr_code *code = kd_expr_code_open(words, size, NULL);
    return code != NULL && (uint32_t)kd_expr_register_count(code) <= program->register_count;
}

static const char *verify_calls(const kd_program *program, const kdi_step *step)
{
    const uint32_t words = sizeof(kdi_call) / 4;
    if (step->table > program->tables.count || step->count > (program->tables.count - step->table) / words)
        return "an instruction's table lies outside the program";
    const kdi_call *calls = (const kdi_call *)(const void *)(KDI_SECTION(program, tables, uint32_t) + step->table);
    for (uint32_t i = 0; i < step->count; i++)
        if (!verify_call(program, step->op, &calls[i]))
            return "the code of an expression or an RBF is not sound";
    return NULL;
}

static const char *verify_step(const kd_program *program, const kdi_step *step)
{
    const kdi_op_info *info = kdi_op_find(step->op);
    if (info != NULL)
        return verify_kernel_step(program, step, info);
    return step->op < KDI_OP_COUNT ? verify_calls(program, step) : "an instruction is not known";
}

static const char *verify_steps(const kd_program *program)
{
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        const char *problem = verify_step(program, &steps[i]);
        if (problem != NULL)
            return problem;
    }
    return NULL;
}

const char *kdi_program_verify(const kd_program *program)
{
    const char *problem = verify_sections(program);
    problem = problem != NULL ? problem : verify_joints(program);
    problem = problem != NULL ? problem : verify_nodes(program);
    problem = problem != NULL ? problem : verify_externals(program, &program->inputs);
    problem = problem != NULL ? problem : verify_externals(program, &program->outputs);
    if (problem == NULL && !verify_name(program, program->name))
        problem = "the rig's name is not sound";
    if (problem == NULL && !verify_numbers(KDI_SECTION(program, constants, float), program->constants.count))
        problem = "a constant is not finite";
    return problem != NULL ? problem : verify_steps(program);
}
