/* The parts of a program while it is built. Memory that runs out is remembered and reported once, at the end. */
#include "compile/program_build.h"

#include <string.h>

void kdi_build_init(kdi_program_build *build, const kd_allocator *allocator)
{
    memset(build, 0, sizeof *build);
    kdi_arena_init(&build->arena, allocator, 0);
    build->names = kd_buffer_make(allocator);
    build->data = kd_buffer_make(allocator);
    build->lod = 255;
    kdi_build_name(build, "");
}

void kdi_build_free(kdi_program_build *build)
{
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        const kdi_call_build *call = build->instructions[i].call;
        if (call != NULL && call->end != NULL)
            call->end(call);
    }
    kd_buffer_free(&build->names);
    kd_buffer_free(&build->data);
    kdi_arena_free(&build->arena);
}

/* Makes room for one more item of a list; false without memory. */
static bool build_grow(kdi_program_build *build, void **list, uint32_t count, size_t size)
{
    void *items = kdi_arena_grow(&build->arena, *list, count, size);
    if (items == NULL) {
        build->is_out_of_memory = true;
        return false;
    }
    *list = items;
    return true;
}

float kdi_build_number(double x)
{
    x = x == x ? x : 0.0;
    return x > (double)KDI_BOUND ? KDI_BOUND : x < -(double)KDI_BOUND ? -KDI_BOUND : (float)x;
}

/* The row among the constants there are; KDI_PLACE_NONE if it is new. */
static kdi_place_id build_find_constants(const kdi_program_build *build, const float *values, uint32_t count)
{
    for (uint32_t i = 0; i + count <= build->constant_count; i++) {
        uint32_t k = 0;
        while (k < count && build->constants[i + k] == kdi_build_number((double)values[k]))
            k++;
        if (k == count)
            return KDI_PLACE(KDI_PLACE_CONSTANT, i);
    }
    return KDI_PLACE_NONE;
}

kdi_place_id kdi_build_constants(kdi_program_build *build, const float *values, uint32_t count)
{
    kdi_place_id present = build_find_constants(build, values, count);
    if (present != KDI_PLACE_NONE)
        return present;
    uint32_t first = build->constant_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!build_grow(build, (void **)&build->constants, build->constant_count, sizeof *values))
            return KDI_PLACE_ZERO;
        build->constants[build->constant_count++] = kdi_build_number((double)values[i]);
    }
    return KDI_PLACE(KDI_PLACE_CONSTANT, first);
}

kdi_place_id kdi_build_constant(kdi_program_build *build, float value)
{
    if (value == 0.0f)
        return KDI_PLACE_ZERO;
    return value == 1.0f ? KDI_PLACE_ONE : kdi_build_constants(build, &value, 1);
}

kdi_place_id kdi_build_state(kdi_program_build *build, uint32_t count)
{
    build->state_count += count;
    return KDI_PLACE(KDI_PLACE_STATE, build->state_count - count);
}

kdi_place_id kdi_build_values(kdi_program_build *build, uint32_t count)
{
    build->value_count += count;
    return KDI_PLACE(KDI_PLACE_VALUE, build->value_count - count);
}

static kdi_instruction *build_add(kdi_program_build *build, kdi_op op)
{
    if (!build_grow(build, (void **)&build->instructions, build->instruction_count, sizeof(kdi_instruction)))
        return NULL;
    kdi_instruction *instruction = &build->instructions[build->instruction_count++];
    memset(instruction, 0, sizeof *instruction);
    instruction->op = op;
    instruction->lod = build->lod;
    return instruction;
}

static bool build_is_effect(kdi_place_id place)
{
    uint32_t kind = place >> 28;
    return kind == KDI_PLACE_JOINT || kind == KDI_PLACE_STATE;
}

void kdi_build_op_to(kdi_program_build *build, kdi_op op, const kdi_place_id *in, const float *parameters,
                     const kdi_place_id *out)
{
    const kdi_op_info *info = kdi_op_find(op);
    kdi_instruction *instruction = build_add(build, op);
    if (instruction == NULL)
        return;
    size_t in_count = strlen(info->in), out_count = strlen(info->out);
    memcpy(instruction->operands, in, in_count * sizeof *in);
    memcpy(instruction->operands + in_count, out, out_count * sizeof *out);
    for (int i = 0; i < info->parameter_count; i++)
        instruction->parameters[i] = op == KDI_OP_CURVE ? parameters[i] : kdi_build_number((double)parameters[i]);
    for (size_t i = 0; i < out_count; i++)
        instruction->has_effect |= build_is_effect(out[i]);
}

kdi_place_id kdi_build_op(kdi_program_build *build, kdi_op op, const kdi_place_id *in, const float *parameters)
{
    const kdi_op_info *info = kdi_op_find(op);
    kdi_place_id out[KDI_OP_MAX_OPERANDS];
    size_t count = strlen(info->out);
    for (size_t i = 0; i < count; i++)
        out[i] = kdi_build_values(build, (uint32_t)kdi_operand_width(info->out[i]));
    kdi_build_op_to(build, op, in, parameters, out);
    return out[0];
}

kdi_call_build *kdi_build_call(kdi_program_build *build, kdi_op op, const kdi_place_id *operands, const uint8_t *widths,
                               uint32_t in_count, uint32_t out_count)
{
    uint32_t count = in_count + out_count;
    kdi_call_build *call = KDI_ARENA_PUSH(&build->arena, kdi_call_build, 1);
    kdi_place_id *places = KDI_ARENA_PUSH(&build->arena, kdi_place_id, count + 1);
    uint8_t *copied = KDI_ARENA_PUSH(&build->arena, uint8_t, count + 1);
    kdi_instruction *instruction = build_add(build, op);
    if (call == NULL || places == NULL || copied == NULL || instruction == NULL) {
        build->is_out_of_memory = true;
        return NULL;
    }
    memcpy(places, operands, count * sizeof *operands);
    memcpy(copied, widths, count);
    places[count] = KDI_PLACE_ZERO;
    call->operands = places;
    call->widths = copied;
    call->in_count = in_count;
    call->out_count = out_count;
    instruction->call = call;
    return call;
}

void kdi_build_call_room(kdi_program_build *build, kdi_call_build *call, uint32_t count, bool keeps)
{
    call->own_count = count;
    if (!keeps && count > build->scratch_count)
        build->scratch_count = count;
    call->operands[call->in_count + call->out_count] =
        keeps ? kdi_build_values(build, count) : KDI_PLACE(KDI_PLACE_SCRATCH, 0);
}

uint32_t kdi_build_name(kdi_program_build *build, const char *name)
{
    uint32_t place = (uint32_t)build->names.size;
    if (kd_buffer_append(&build->names, name, strlen(name) + 1) != KD_OK) {
        build->is_out_of_memory = true;
        return 0;
    }
    return place;
}

static uint32_t build_first_register(const kdi_program_build *build, uint32_t kind)
{
    const uint32_t counts[KDI_PLACE_KIND_COUNT] = {
        KDI_REGISTER_CONSTANTS, build->constant_count, build->joint_count * KDI_JOINT_FLOATS,
        build->input_count,     build->node_count,     build->state_count,
        build->value_count,     build->scratch_count};
    uint32_t first = 0;
    for (uint32_t i = 0; i < kind; i++)
        first += counts[i];
    return first;
}

uint32_t kdi_build_register(const kdi_program_build *build, kdi_place_id place)
{
    return build_first_register(build, place >> 28) + (place & UINT32_C(0x0FFFFFFF));
}

uint32_t kdi_build_register_count(const kdi_program_build *build)
{
    return build_first_register(build, KDI_PLACE_KIND_COUNT);
}
