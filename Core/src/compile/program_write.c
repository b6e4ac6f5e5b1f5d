/* Writes a program: sections one after the other, every step with its table. */
#include "compile/program_build.h"

#include "math/float.h"

#include <string.h>

typedef struct program_writer {
    const kdi_program_build *build;
    kd_buffer steps, tables, data; /* kdi_step, words, words */
    kd_result result;
} program_writer;

static void write_words(program_writer *writer, kd_buffer *buffer, const void *words, size_t count)
{
    if (kd_buffer_append(buffer, words, count * 4) != KD_OK)
        writer->result = KD_OUT_OF_MEMORY;
}

static uint32_t write_word_count(const kd_buffer *buffer)
{
    return (uint32_t)(buffer->size / 4);
}

/* One block of kernel instructions; lanes without one read what lane 0 reads and write nowhere. */
static void write_block(program_writer *writer, const kdi_op_info *info, const uint32_t *order, uint32_t count)
{
    uint32_t in_count = (uint32_t)strlen(info->in), operands = (uint32_t)kdi_op_operand_count(info);
    const kdi_instruction *instructions = writer->build->instructions;
    for (uint32_t k = 0; k < operands; k++) {
        uint32_t row[KDI_LANES];
        for (uint32_t l = 0; l < KDI_LANES; l++) {
            const kdi_instruction *instruction = &instructions[order[l < count ? l : 0]];
            row[l] = l >= count && k >= in_count ? (uint32_t)KDI_REGISTER_NOWHERE
                                                 : kdi_build_register(writer->build, instruction->operands[k]);
        }
        write_words(writer, &writer->tables, row, KDI_LANES);
    }
    for (int k = 0; k < info->parameter_count; k++) {
        float row[KDI_LANES];
        for (uint32_t l = 0; l < KDI_LANES; l++)
            row[l] = instructions[order[l < count ? l : 0]].parameters[k];
        write_words(writer, &writer->tables, row, KDI_LANES);
    }
}

static void write_call(program_writer *writer, const kdi_call_build *build)
{
    uint32_t count = build->in_count + build->out_count;
    uint32_t registers[KDI_CALL_MAX_OPERANDS + 1];
    for (uint32_t i = 0; i <= count; i++)
        registers[i] = kdi_build_register(writer->build, build->operands[i]);
    kdi_call call = {write_word_count(&writer->data), 0};
    kd_result result = build->write(build, registers, &writer->data);
    if (result != KD_OK)
        writer->result = result == KD_OUT_OF_MEMORY ? result : KD_LIMIT;
    call.code_words = write_word_count(&writer->data) - call.code;
    write_words(writer, &writer->tables, &call, sizeof call / 4);
}

static void write_step(program_writer *writer, const uint32_t *order, uint32_t count)
{
    const kdi_instruction *first = &writer->build->instructions[order[0]];
    const kdi_op_info *info = kdi_op_find(first->op);
    kdi_step step = {first->op, first->lod, count, write_word_count(&writer->tables)};
    write_words(writer, &writer->steps, &step, sizeof step / 4);
    if (info == NULL)
        for (uint32_t i = 0; i < count; i++)
            write_call(writer, writer->build->instructions[order[i]].call);
    else
        for (uint32_t i = 0; i < count; i += KDI_LANES)
            write_block(writer, info, order + i, count - i < KDI_LANES ? count - i : KDI_LANES);
}

static void write_steps(program_writer *writer, const uint32_t *order, uint32_t count)
{
    const kdi_instruction *list = writer->build->instructions;
    for (uint32_t i = 0, end; i < count; i = end) {
        const kdi_instruction *first = &list[order[i]];
        for (end = i + 1; end < count; end++) {
            const kdi_instruction *next = &list[order[end]];
            if (next->level != first->level || next->op != first->op || next->lod != first->lod)
                break;
        }
        write_step(writer, order + i, end - i);
    }
}

/* Appends a section and notes where it is. */
static void program_put_section(program_writer *writer, kd_buffer *program, size_t begin, kdi_section *section,
                                const void *items, uint32_t count, size_t item_size)
{
    static const char padding[4] = {0};
    section->offset = (uint32_t)(program->size - begin);
    section->count = count;
    size_t size = count * item_size;
    bool failed = size > 0 && kd_buffer_append(program, items, size) != KD_OK;
    failed |= size % 4 != 0 && kd_buffer_append(program, padding, 4 - size % 4) != KD_OK;
    if (failed)
        writer->result = KD_OUT_OF_MEMORY;
}

/* The parts of joints that someone cleans are those that someone reads. */
static void write_joint_reads(kdi_program_build *build)
{
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        const kdi_instruction *instruction = &build->instructions[i];
        if (!instruction->is_used || (instruction->op != KDI_OP_CLEAN_Q && instruction->op != KDI_OP_CLEAN_V))
            continue;
        uint32_t number = instruction->operands[0] & UINT32_C(0x0FFFFFFF), part = number % KDI_JOINT_FLOATS;
        build->joints[number / KDI_JOINT_FLOATS].reads |= part == 0   ? KD_PART_ROTATE
                                                          : part == 4 ? KD_PART_TRANSLATE
                                                                      : KD_PART_SCALE;
    }
}

static void write_places(kdi_program_build *build)
{
    for (uint32_t i = 0; i < build->output_count; i++)
        build->outputs[i].place = kdi_build_register(build, build->outputs[i].place);
    for (uint32_t i = 0; i < build->probe_count; i++)
        build->probes[i].place = kdi_build_register(build, build->probes[i].place);
}

static void write_program(program_writer *writer, kd_buffer *program)
{
    const kdi_program_build *build = writer->build;
    kd_program head;
    memset(&head, 0, sizeof head);
    size_t begin = program->size;
    if (kd_buffer_append(program, &head, sizeof head) != KD_OK) {
        writer->result = KD_OUT_OF_MEMORY;
        return;
    }
    head.magic = KDI_PROGRAM_MAGIC;
    head.version = KDI_PROGRAM_VERSION;
    head.register_count = kdi_build_register_count(build);
    head.state_count = build->state_count;
    head.name = build->rig_name;
#define WRITE_SECTION(name, list, count, type) \
    program_put_section(writer, program, begin, &head.name, list, count, sizeof(type))
    WRITE_SECTION(joints, build->joints, build->joint_count, kdi_program_joint);
    WRITE_SECTION(nodes, build->nodes, build->node_count, kdi_program_node);
    WRITE_SECTION(groups, build->groups, build->group_count, kdi_program_group);
    WRITE_SECTION(inputs, build->inputs, build->input_count, kdi_program_external);
    WRITE_SECTION(outputs, build->outputs, build->output_count, kdi_program_external);
    WRITE_SECTION(probes, build->probes, build->probe_count, kdi_program_probe);
    WRITE_SECTION(needs, build->needs, build->needs_count, uint32_t);
    WRITE_SECTION(constants, build->constants, build->constant_count, float);
    WRITE_SECTION(steps, writer->steps.data, (uint32_t)(writer->steps.size / sizeof(kdi_step)), kdi_step);
    WRITE_SECTION(tables, writer->tables.data, write_word_count(&writer->tables), uint32_t);
    WRITE_SECTION(data, writer->data.data, write_word_count(&writer->data), uint32_t);
    WRITE_SECTION(names, build->names.data, (uint32_t)build->names.size, char);
#undef WRITE_SECTION
    head.size = (uint32_t)(program->size - begin);
    memcpy(program->data + begin, &head, sizeof head);
    if (writer->result != KD_OK)
        return;
    head.hash = kdi_program_hash((const kd_program *)(const void *)(program->data + begin));
    memcpy(program->data + begin, &head, sizeof head);
}

kd_result kdi_build_write(kdi_program_build *build, kd_buffer *program)
{
    uint32_t count = 0, *order = KDI_ARENA_PUSH(&build->arena, uint32_t, build->instruction_count + 1);
    if (order == NULL || build->is_out_of_memory || kdi_build_trim(build) != KD_OK ||
        kdi_build_compact(build) != KD_OK || kdi_build_schedule(build, order, &count) != KD_OK)
        return KD_OUT_OF_MEMORY;
    const kd_allocator *allocator = &build->arena.allocator;
    program_writer writer = {build, kd_buffer_make(allocator), kd_buffer_make(allocator), kd_buffer_make(allocator),
                             KD_OK};
    size_t size_before = program->size;
    write_words(&writer, &writer.data, build->data.data, build->data.size / 4);
    write_steps(&writer, order, count);
    write_joint_reads(build);
    write_places(build);
    if (writer.result == KD_OK)
        write_program(&writer, program);
    kd_buffer_free(&writer.steps);
    kd_buffer_free(&writer.tables);
    kd_buffer_free(&writer.data);
    if (writer.result != KD_OK)
        program->size = size_before;
    return writer.result;
}
