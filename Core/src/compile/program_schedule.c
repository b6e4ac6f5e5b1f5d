/* From the instructions of a rig, in its order, to steps. Two passes over the registers: backwards to find who uses
 * what, at which levels of detail; forwards to find how early each instruction may run. An instruction may run once its
 * operands are written and those who need the old value of what it writes have read it. */
#include "compile/program_build.h"

#include <stdlib.h>
#include <string.h>

/* The operands of an instruction one after the other: registers, width, whether written. */
typedef struct operand_walk {
    const kdi_program_build *build;
    const kdi_instruction *instruction;
    const kdi_op_info *info; /* NULL: a call */
    uint32_t index;
} operand_walk;

typedef struct operand_view {
    uint32_t first, width;
    bool is_written;
} operand_view;

static operand_walk operand_begin(const kdi_program_build *build, const kdi_instruction *instruction)
{
    operand_walk walk = {build, instruction, kdi_op_find(instruction->op), 0};
    return walk;
}

static bool operand_next(operand_walk *walk, operand_view *view)
{
    uint32_t in_count, count, index = walk->index++;
    kdi_place_id place;
    if (walk->info != NULL) {
        in_count = (uint32_t)strlen(walk->info->in);
        count = in_count + (uint32_t)strlen(walk->info->out);
        if (index >= count)
            return false;
        char letter = index < in_count ? walk->info->in[index] : walk->info->out[index - in_count];
        view->width = (uint32_t)kdi_operand_width(letter);
        place = walk->instruction->operands[index];
    } else {
        const kdi_call_build *call = walk->instruction->call;
        in_count = call->in_count;
        count = in_count + call->out_count;
        if (index > count)
            return false;
        place = call->operands[index];
        bool keeps =
            place >> 28 != KDI_PLACE_SCRATCH; /* what calls share orders nothing: they run one after the other */
        view->width = index < count ? call->widths[index] : keeps ? call->own_count : 0;
    }
    view->first = kdi_build_register(walk->build, place);
    view->is_written = index >= in_count;
    return true;
}

/* How far someone needs a register: 0 nobody, else one more than the coarsest level of detail. */
static uint32_t trim_most(const uint16_t *needed, const operand_view *view)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < view->width; k++)
        most = needed[view->first + k] > most ? needed[view->first + k] : most;
    return most;
}

static void trim_instruction(const kdi_program_build *build, kdi_instruction *instruction, uint16_t *needed)
{
    uint32_t most = instruction->has_effect ? instruction->lod + 1 : 0;
    operand_view view;
    for (operand_walk walk = operand_begin(build, instruction); operand_next(&walk, &view);)
        if (view.is_written && !instruction->has_effect) {
            uint32_t wanted = trim_most(needed, &view);
            most = wanted > most ? wanted : most;
        }
    instruction->is_used = most > 0;
    if (!instruction->is_used)
        return;
    instruction->lod = most - 1;
    for (operand_walk walk = operand_begin(build, instruction); operand_next(&walk, &view);)
        for (uint32_t k = 0; !view.is_written && k < view.width; k++)
            if (needed[view.first + k] < most)
                needed[view.first + k] = (uint16_t)most;
}

kd_result kdi_build_trim(kdi_program_build *build)
{
    uint16_t *needed = KDI_ARENA_PUSH(&build->arena, uint16_t, kdi_build_register_count(build) + 1);
    if (needed == NULL)
        return KD_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < build->output_count; i++)
        needed[kdi_build_register(build, build->outputs[i].place)] = (uint16_t)(build->outputs[i].lod + 1);
    for (uint32_t i = 0; i < build->joint_count; i++)
        for (uint32_t k = 0; k < KDI_JOINT_FLOATS; k++)
            if (build->joints[i].writes & (k < 4 ? KD_PART_ROTATE : k < 7 ? KD_PART_TRANSLATE : KD_PART_SCALE))
                needed[kdi_build_register(build, KDI_PLACE(KDI_PLACE_JOINT, i * KDI_JOINT_FLOATS)) + k] = 256;
    for (uint32_t i = 0; i < build->probe_count; i++)
        for (uint32_t k = 0; k < build->probes[i].width; k++)
            needed[kdi_build_register(build, build->probes[i].place) + k] = 256;
    for (uint32_t i = build->instruction_count; i-- > 0;)
        trim_instruction(build, &build->instructions[i], needed);
    return KD_OK;
}

/* Value registers of instructions that are used, then their new numbers. */
static void compact_place(kdi_place_id *place, const uint32_t *numbers)
{
    if (*place >> 28 == KDI_PLACE_VALUE)
        *place = KDI_PLACE(KDI_PLACE_VALUE, numbers[*place & UINT32_C(0x0FFFFFFF)]);
}

kd_result kdi_build_compact(kdi_program_build *build)
{
    uint32_t first = kdi_build_register(build, KDI_PLACE(KDI_PLACE_VALUE, 0)), total = 0;
    uint32_t *numbers = KDI_ARENA_PUSH(&build->arena, uint32_t, build->value_count + 1);
    if (numbers == NULL)
        return KD_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        operand_view view;
        const kdi_instruction *instruction = &build->instructions[i];
        for (operand_walk walk = operand_begin(build, instruction); instruction->is_used && operand_next(&walk, &view);)
            for (uint32_t k = 0; k < view.width; k++)
                if (view.first + k >= first && view.first + k - first < build->value_count)
                    numbers[view.first + k - first] = 1;
    }
    for (uint32_t i = 0; i < build->value_count; i++) {
        uint32_t is_used = numbers[i];
        numbers[i] = total;
        total += is_used;
    }
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        kdi_instruction *instruction = &build->instructions[i];
        const kdi_op_info *info = kdi_op_find(instruction->op);
        kdi_place_id *operands = info != NULL ? instruction->operands : instruction->call->operands;
        uint32_t count = info != NULL ? (uint32_t)kdi_op_operand_count(info)
                                      : instruction->call->in_count + instruction->call->out_count + 1;
        for (uint32_t k = 0; instruction->is_used && k < count; k++)
            compact_place(&operands[k], numbers);
    }
    for (uint32_t i = 0; i < build->output_count; i++)
        compact_place(&build->outputs[i].place, numbers);
    for (uint32_t i = 0; i < build->probe_count; i++)
        compact_place(&build->probes[i].place, numbers);
    build->value_count = total;
    return KD_OK;
}

typedef struct register_times {
    uint32_t ready;    /* the first level that may read it */
    uint32_t released; /* the first level that may write it */
} register_times;

static void schedule_instruction(const kdi_program_build *build, kdi_instruction *instruction, register_times *times)
{
    uint32_t level = 0;
    operand_view view;
    for (operand_walk walk = operand_begin(build, instruction); operand_next(&walk, &view);)
        for (uint32_t k = 0; k < view.width; k++) {
            const register_times *time = &times[view.first + k];
            level = time->ready > level ? time->ready : level;
            level = view.is_written && time->released > level ? time->released : level;
        }
    for (operand_walk walk = operand_begin(build, instruction); operand_next(&walk, &view);)
        for (uint32_t k = 0; k < view.width; k++) {
            register_times *time = &times[view.first + k];
            if (view.is_written)
                time->ready = level + 1;
            time->released = level + 1 > time->released ? level + 1 : time->released;
        }
    instruction->level = level;
}

typedef struct schedule_item {
    uint32_t level, op, lod, index;
} schedule_item;

static int schedule_compare(const void *a, const void *b)
{
    const schedule_item *x = (const schedule_item *)a, *y = (const schedule_item *)b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->op != y->op)
        return x->op < y->op ? -1 : 1;
    if (x->lod != y->lod)
        return x->lod < y->lod ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

kd_result kdi_build_schedule(kdi_program_build *build, uint32_t *order, uint32_t *count)
{
    register_times *times = KDI_ARENA_PUSH(&build->arena, register_times, kdi_build_register_count(build) + 1);
    schedule_item *items = KDI_ARENA_PUSH(&build->arena, schedule_item, build->instruction_count + 1);
    if (times == NULL || items == NULL)
        return KD_OUT_OF_MEMORY;
    *count = 0;
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        kdi_instruction *instruction = &build->instructions[i];
        if (!instruction->is_used)
            continue;
        schedule_instruction(build, instruction, times);
        schedule_item item = {instruction->level, instruction->op, instruction->lod, i};
        items[(*count)++] = item;
    }
    qsort(items, *count, sizeof *items, schedule_compare);
    for (uint32_t i = 0; i < *count; i++)
        order[i] = items[i].index;
    return KD_OK;
}
