/* Runs the steps of a program on a register file. Included once for each instruction set, STEPS_BACKEND, so that
 * moving operands in and out of lanes is compiled for it too. */
#ifndef KDI_EVAL_STEPS_H
#define KDI_EVAL_STEPS_H

#include "eval/kernel_table.h"
#include "eval/lane_moves.h"
#include "eval/run.h"

/* What a step's instructions have in common. */
typedef struct step_work {
    const kdi_op_info *info;
    kdi_kernel *kernel;
    const uint32_t *table;
    const uint32_t *data;
    size_t operands, out_operands, block_words;
    int out_count; /* floats */
    uint32_t count;
} step_work;

static step_work step_begin(const kd_program *program, const kdi_step *step, const kdi_op_info *info,
                            kdi_kernel *const *kernels)
{
    step_work work;
    work.info = info;
    work.kernel = kernels[step->op];
    work.table = KDI_SECTION(program, tables, uint32_t) + step->table;
    work.data = KDI_SECTION(program, data, uint32_t);
    work.operands = strlen(info->operands);
    work.out_operands = strlen(info->out);
    work.block_words = (work.operands + (size_t)info->parameter_count) * KDI_LANES;
    work.out_count = 0;
    for (const char *letter = info->out; *letter; letter++)
        work.out_count += kdi_operand_width(*letter);
    work.count = step->count;
    return work;
}

/* Four registers from each place on, from `offset`. */
static inline void step_gather_four(const float *registers, const uint32_t *places, int offset, kdi_lanes *rows)
{
    const float *from[KDI_LANES];
    for (int l = 0; l < KDI_LANES; l++)
        from[l] = registers + places[l] + offset;
    move_in_four(from, rows);
}

static inline void step_scatter_four(float *registers, const uint32_t *places, int offset, const kdi_lanes *rows)
{
    float *to[KDI_LANES];
    for (int l = 0; l < KDI_LANES; l++)
        to[l] = registers + places[l] + offset;
    move_out_four(rows, to);
}

/* Rows of one operand from wherever the nodes keep it; returns how many. A vector's fourth row is one too many: the
 * next operand overwrites it, and behind the last register there is room to read. */
static inline int step_gather(const float *registers, const uint32_t *places, char letter, kdi_lanes *rows)
{
    int width = kdi_operand_width(letter);
    if (width == 1) {
        move_in_one(registers, places, rows[0]);
        return width;
    }
    step_gather_four(registers, places, 0, rows);
    if (width == KDI_JOINT_FLOATS) {
        step_gather_four(registers, places, 4, rows + 4);
        step_gather_four(registers, places, 6, rows + 6);
    }
    return width;
}

static inline int step_scatter(float *registers, const uint32_t *places, char letter, const kdi_lanes *rows)
{
    int width = kdi_operand_width(letter);
    if (width >= 4) {
        step_scatter_four(registers, places, 0, rows);
        if (width == KDI_JOINT_FLOATS) {
            step_scatter_four(registers, places, 4, rows + 4);
            step_scatter_four(registers, places, 6, rows + 6);
        }
        return width;
    }
    for (int l = 0; l < KDI_LANES; l++) {
        float *to = registers + places[l];
        to[0] = rows[0][l];
        if (width == 3)
            to[1] = rows[1][l], to[2] = rows[2][l];
    }
    return width;
}

/* One character: the lanes of a kernel are different nodes. */
static void step_one(const step_work *work, float *registers)
{
    kdi_lanes rows[KDI_OP_MAX_IN + 1], results[KDI_OP_MAX_OUT];
    const float *in[KDI_OP_MAX_IN];
    float *out[KDI_OP_MAX_OUT];
    for (int i = 0; i < KDI_OP_MAX_IN; i++)
        in[i] = rows[i];
    for (int i = 0; i < KDI_OP_MAX_OUT; i++)
        out[i] = results[i];
    const uint32_t *block = work->table;
    for (uint32_t done = 0; done < work->count; done += KDI_LANES, block += work->block_words) {
        const uint32_t *places = block;
        kdi_lanes *row = rows;
        for (const char *letter = work->info->in; *letter; letter++, places += KDI_LANES)
            row += step_gather(registers, places, *letter, row);
        const kdi_lanes *parameters = (const kdi_lanes *)(const void *)(places + work->out_operands * KDI_LANES);
        work->kernel(in, parameters, out, work->out_count, work->data);
        const kdi_lanes *result = (const kdi_lanes *)results;
        for (const char *letter = work->info->out; *letter; letter++, places += KDI_LANES)
            result += step_scatter(registers, places, *letter, result);
    }
}

/* Where a float of an operand lies: the operand's place in a column of the table, the rows from there. */
typedef struct step_row {
    size_t column, offset;
} step_row;

static int step_list_rows(const char *operands, step_row *list)
{
    int count = 0;
    for (size_t i = 0; operands[i]; i++)
        for (int k = 0; k < kdi_operand_width(operands[i]); k++, count++)
            list[count].column = i * KDI_LANES, list[count].offset = (size_t)k * KDI_LANES;
    return count;
}

/* KDI_LANES characters: every register is a row of lanes already, used where it is. */
static void step_many(const step_work *work, float *registers)
{
    step_row list[KDI_OP_MAX_IN + KDI_OP_MAX_OUT];
    float *rows[KDI_OP_MAX_IN + KDI_OP_MAX_OUT];
    int count = step_list_rows(work->info->operands, list);
    for (uint32_t node = 0; node < work->count; node++) {
        const uint32_t *column = work->table + node / KDI_LANES * work->block_words + node % KDI_LANES;
        for (int i = 0; i < count; i++)
            rows[i] = registers + (size_t)column[list[i].column] * KDI_LANES + list[i].offset;
        const uint32_t *parameters = column + work->operands * KDI_LANES;
        work->kernel((const float *const *)rows, (const kdi_lanes *)(const void *)parameters,
                     rows + count - work->out_count, work->out_count, work->data);
    }
}

static void steps_run(const kd_program *program, int32_t lod, int32_t lanes, float *registers)
{
    static kdi_kernel *const ONE[KDI_OP_KERNEL_COUNT] = {KDI_OP_LIST(KERNEL_ONE)};
    static kdi_kernel *const MANY[KDI_OP_KERNEL_COUNT] = {KDI_OP_LIST(KERNEL_MANY)};
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        const kdi_step *step = &steps[i];
        const kdi_op_info *info = kdi_op_find(step->op);
        if (lod > (int32_t)step->lod)
            continue;
        if (info == NULL) {
            kdi_run_calls(program, step, STEPS_BACKEND, lanes, registers);
            continue;
        }
        step_work work = step_begin(program, step, info, lanes == 1 ? ONE : MANY);
        if (lanes == 1)
            step_one(&work, registers);
        else
            step_many(&work, registers);
    }
}

#endif
