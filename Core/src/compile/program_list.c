/* kd_program_list: the disassembler. Operand tables come from the list of instructions, names from the sections of the
 * program. */
#include "kinedriver/program_list.h"

#include "kinedriver/expr.h"
#include "kinedriver/expr_eval.h"
#include "kinedriver/rig.h"
#include "math/float.h"
#include "program/layout.h"
#include "program/rbf_code.h"
#include "text/findings.h"
#include "text/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct list_out {
    const kd_program *program;
    kd_buffer *text;
    kd_result result;
} list_out;

static void list_add(list_out *out, const char *format, ...) KDI_PRINTF(2, 3);

static void list_add(list_out *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *place = length >= 0 ? (char *)kd_buffer_extend(out->text, (size_t)length + 1) : NULL;
    if (!place) {
        out->result = KD_OUT_OF_MEMORY;
        return;
    }
    va_start(arguments, format);
    vsnprintf(place, (size_t)length + 1, format, arguments);
    va_end(arguments);
    out->text->size--; /* the terminator is not part of the text */
}

static void list_number(list_out *out, float value)
{
    char number[KDI_NUMBER_SIZE];
    kdi_number_format_float(value, number);
    list_add(out, "%s", number);
}

static void list_numbers(list_out *out, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        list_add(out, "%s", i > 0 ? " " : "");
        list_number(out, values[i]);
    }
}

static void list_constant(list_out *out, uint32_t first, uint32_t width)
{
    const float *constants = KDI_SECTION(out->program, constants, float) + first;
    list_add(out, width > 1 ? "#(" : "#");
    list_numbers(out, constants, first + width <= out->program->constants.count ? width : 0);
    list_add(out, width > 1 ? ")" : "");
}

static void list_joint(list_out *out, uint32_t place, uint32_t width)
{
    static const char *const parts[KDI_JOINT_FLOATS] = {"rotate.x",    "rotate.y",    "rotate.z",    "rotate.w",
                                                        "translate.x", "translate.y", "translate.z", "scale.x",
                                                        "scale.y",     "scale.z"};
    const kdi_program_joint *joint = KDI_SECTION(out->program, joints, kdi_program_joint) + place / KDI_JOINT_FLOATS;
    uint32_t part = place % KDI_JOINT_FLOATS;
    list_add(out, "%s", kdi_program_name(out->program, joint->name));
    if (width == 1)
        list_add(out, ".%s", parts[part]);
    else if (width < KDI_JOINT_FLOATS)
        list_add(out, ".%s", part == 0 ? "rotate" : part == 4 ? "translate" : part == 7 ? "scale" : parts[part]);
}

/* A value that a node's port shows; false if none does. */
static bool list_probe(list_out *out, uint32_t place, uint32_t width)
{
    const kd_program *program = out->program;
    const kdi_program_node *nodes = KDI_SECTION(program, nodes, kdi_program_node);
    const kdi_program_probe *probes = KDI_SECTION(program, probes, kdi_program_probe);
    for (uint32_t n = 0; n < program->nodes.count; n++)
        for (uint32_t i = nodes[n].first_probe; i < nodes[n].first_probe + nodes[n].probe_count; i++)
            if (!probes[i].is_input && probes[i].place == place && probes[i].width == width) {
                list_add(out, "%s.%s", kdi_program_name(program, nodes[n].name),
                         kdi_program_name(program, probes[i].name));
                return true;
            }
    return false;
}

static void list_register(list_out *out, uint32_t place, uint32_t width)
{
    static const char *const fixed[] = {"#0", "#1", "seconds", "reset"};
    const kd_program *program = out->program;
    uint32_t inputs = kdi_register_input(program, 0), influences = kdi_register_influence(program, 0);
    uint32_t state = kdi_register_state(program), values = state + program->state_count;
    if (place < KDI_REGISTER_NOWHERE)
        list_add(out, "%s", fixed[place]);
    else if (place < KDI_REGISTER_CONSTANTS)
        list_add(out, "nowhere");
    else if (place < kdi_register_joint(program, 0))
        list_constant(out, place - KDI_REGISTER_CONSTANTS, width);
    else if (place < inputs)
        list_joint(out, place - kdi_register_joint(program, 0), width);
    else if (place < influences)
        list_add(out, "%s", kd_program_input(program, (int32_t)(place - inputs)).name);
    else if (place < state)
        list_add(out, "%s.influence", kd_program_node_name(program, (int32_t)(place - influences)));
    else if (place < values)
        list_add(out, "s%u", (unsigned)(place - state));
    else if (!list_probe(out, place, width))
        list_add(out, "v%u", (unsigned)(place - values));
}

static void list_operands(list_out *out, const char *letters, const uint32_t *column)
{
    for (const char *letter = letters; *letter; letter++, column += KDI_LANES) {
        list_add(out, "%s", letter > letters ? ", " : "");
        list_register(out, *column, (uint32_t)kdi_operand_width(*letter));
    }
}

static void list_instruction(list_out *out, const kdi_op_info *info, const uint32_t *column)
{
    size_t in = strlen(info->in);
    const uint32_t *parameters = column + (size_t)kdi_op_operand_count(info) * KDI_LANES;
    list_add(out, "    ");
    list_operands(out, info->out, column + in * KDI_LANES);
    list_add(out, " = %s ", info->name);
    list_operands(out, info->in, column);
    for (int i = 0; i < info->parameter_count; i++) {
        uint32_t word = parameters[i * KDI_LANES];
        list_add(out, i == 0 ? "  {" : " ");
        if (info == kdi_op_find(KDI_OP_CURVE))
            list_add(out, "curve at %u", (unsigned)word);
        else
            list_number(out, kdi_float_from_bits(word));
    }
    list_add(out, info->parameter_count > 0 ? "}\n" : "\n");
}

static void list_kernel_step(list_out *out, const kdi_step *step, const kdi_op_info *info)
{
    const uint32_t *table = KDI_SECTION(out->program, tables, uint32_t) + step->table;
    uint32_t block_words = (uint32_t)(kdi_op_operand_count(info) + info->parameter_count) * KDI_LANES;
    for (uint32_t i = 0; i < step->count && out->result == KD_OK; i++)
        list_instruction(out, info, table + i / KDI_LANES * block_words + i % KDI_LANES);
}

static void list_expression(list_out *out, const uint32_t *words)
{
    kd_buffer code = kd_buffer_make(&out->text->allocator);
    kd_result result = kd_expr_code_list((const kd_expr_code *)(const void *)words, &code);
    const char *line = (const char *)code.data;
    for (const char *end; result == KD_OK && line && (end = strchr(line, '\n')) != NULL; line = end + 1)
        list_add(out, "    %.*s\n", (int)(end - line), line);
    if (result != KD_OK)
        out->result = result;
    kd_buffer_free(&code);
}

/* The registers that it reads, the sums that it writes, and what is made of these. */
static void list_rbf(list_out *out, const uint32_t *words)
{
    static const char *const kernels[KDI_RBF_KERNEL_COUNT] = {
        "odd power", "even power", "gaussian", "multiquadric", "inverse quadratic", "inverse multiquadric"};
    const kd_rbf_code *code = (const kd_rbf_code *)(const void *)words;
    kdi_rbf_tables tables = kdi_rbf_tables_of(code);
    list_add(out, "      reads");
    for (uint32_t i = 0; i < code->number_count; i++) {
        list_add(out, " ");
        list_register(out, tables.number_registers[i], 1);
    }
    for (uint32_t i = 0; i < code->turn_count; i++) {
        list_add(out, " ");
        list_register(out, tables.turns[i].registers[0], 4);
    }
    list_add(out, ", writes");
    for (uint32_t i = 0; i < code->sum_count; i++) {
        list_add(out, " ");
        list_register(out, tables.sum_registers[i], 1);
    }
    for (uint32_t i = 0; i < code->made_count; i++) {
        list_add(out, " ");
        list_register(out, tables.made[i].registers[0], tables.made[i].kind == KDI_RBF_MADE_SCALE ? 1 : 4);
    }
    list_add(out, "  {%s, %u blocks of keys%s}\n", kernels[code->kernel], (unsigned)code->block_count,
             code->has_linear ? ", linear" : "");
}

static void list_call_step(list_out *out, const kdi_step *step)
{
    const uint32_t *tables = KDI_SECTION(out->program, tables, uint32_t);
    const kdi_call *calls = (const kdi_call *)(const void *)(tables + step->table);
    for (uint32_t i = 0; i < step->count && out->result == KD_OK; i++) {
        const uint32_t *words = KDI_SECTION(out->program, data, uint32_t) + calls[i].code;
        list_add(out, "    code at %u, %u words\n", (unsigned)calls[i].code, (unsigned)calls[i].code_words);
        if (step->op == KDI_OP_EXPRESSION)
            list_expression(out, words);
        else
            list_rbf(out, words);
    }
}

static void list_lod(list_out *out, uint32_t lod)
{
    if (lod < KD_LOD_ALWAYS)
        list_add(out, "  up to level %u", (unsigned)lod);
    list_add(out, "\n");
}

static void list_steps(list_out *out)
{
    const kdi_step *steps = KDI_SECTION(out->program, steps, kdi_step);
    for (uint32_t i = 0; i < out->program->steps.count && out->result == KD_OK; i++) {
        const kdi_op_info *info = kdi_op_find(steps[i].op);
        const char *name = info ? info->name : steps[i].op == KDI_OP_EXPRESSION ? "EXPRESSION" : "RBF";
        list_add(out, "  step %u: %s x %u", (unsigned)i, name, (unsigned)steps[i].count);
        list_lod(out, steps[i].lod);
        if (info)
            list_kernel_step(out, &steps[i], info);
        else
            list_call_step(out, &steps[i]);
    }
}

static void list_joints(list_out *out)
{
    const kd_program *program = out->program;
    list_add(out, "joints\n");
    for (int32_t i = 0; i < kd_program_joint_count(program); i++) {
        int32_t parent = kd_program_joint_parent(program, i);
        list_add(out, "  %s", kd_program_joint_name(program, i));
        if (parent >= 0)
            list_add(out, " below %s", kd_program_joint_name(program, parent));
        uint32_t writes = kd_program_joint_writes(program, i);
        list_add(out, "%s%s%s%s; rest ", writes ? ", writes" : "", writes & KD_PART_ROTATE ? " rotate" : "",
                 writes & KD_PART_TRANSLATE ? " translate" : "", writes & KD_PART_SCALE ? " scale" : "");
        list_numbers(out, KDI_SECTION(program, joints, kdi_program_joint)[i].rest, KDI_JOINT_FLOATS);
        list_add(out, "\n");
    }
}

static void list_external(list_out *out, const kd_external_info *info, const kdi_program_external *row, bool is_output)
{
    static const char *const kinds[] = {"value", "morph", "material"};
    list_add(out, "  %s", info->name);
    if (is_output) {
        list_add(out, " (%s) = ", kinds[info->kind]);
        list_register(out, row->place, 1);
    }
    list_add(out, ", default ");
    list_number(out, info->initial);
    list_add(out, ", from ");
    list_number(out, info->min);
    list_add(out, " to ");
    list_number(out, info->max);
    list_add(out, "\n");
}

static void list_externals(list_out *out)
{
    const kd_program *program = out->program;
    if (program->inputs.count > 0)
        list_add(out, "inputs\n");
    for (int32_t i = 0; i < kd_program_input_count(program); i++) {
        kd_external_info info = kd_program_input(program, i);
        list_external(out, &info, KDI_SECTION(program, inputs, kdi_program_external) + i, false);
    }
    if (program->outputs.count > 0)
        list_add(out, "outputs\n");
    for (int32_t i = 0; i < kd_program_output_count(program); i++) {
        kd_external_info info = kd_program_output(program, i);
        list_external(out, &info, KDI_SECTION(program, outputs, kdi_program_external) + i, true);
    }
}

static void list_nodes(list_out *out)
{
    const kd_program *program = out->program;
    list_add(out, "nodes\n");
    for (uint32_t i = 0; i < program->nodes.count; i++) {
        const kdi_program_node *node = KDI_SECTION(program, nodes, kdi_program_node) + i;
        const char *type = node->type < KD_NODE_TYPE_COUNT ? kd_node_type_text((kd_node_type)node->type) : "unknown";
        list_add(out, "  %s (%s)", kdi_program_name(program, node->name), type);
        if (node->group >= 0)
            list_add(out, " in %s", kd_program_group_name(program, node->group));
        list_add(out, ", influence ");
        list_number(out, node->influence);
        for (uint32_t k = 0; k < node->joint_count; k++) {
            uint32_t joint = KDI_SECTION(program, needs, uint32_t)[node->first_joint + k];
            list_add(out, "%s%s", k == 0 ? ", needs " : " ", kd_program_joint_name(program, (int32_t)joint));
        }
        list_lod(out, node->lod);
    }
}

kd_result kd_program_list(const kd_program *program, kd_buffer *text)
{
    list_out out = {program, text, KD_OK};
    list_add(&out, "program %s\n", kd_program_rig_name(program));
    list_add(&out, "  %u bytes, version %u, hash %016llx\n", (unsigned)program->size, (unsigned)program->version,
             (unsigned long long)program->hash);
    list_add(&out, "  %u registers: %u constants, %u of joints, %u of state\n", (unsigned)program->register_count,
             (unsigned)program->constants.count, (unsigned)(program->joints.count * KDI_JOINT_FLOATS),
             (unsigned)program->state_count);
    list_joints(&out);
    list_externals(&out);
    list_nodes(&out);
    list_add(&out, "steps\n");
    list_steps(&out);
    return out.result;
}
