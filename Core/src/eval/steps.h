/* Runs the steps of a program on a register file. Included once for each instruction set, so that moving operands in
 * and out of lanes is compiled for it too. */
#ifndef KDI_EVAL_STEPS_H
#define KDI_EVAL_STEPS_H

#include "eval/kernel_table.h"
#include "eval/run.h"

static kdi_kernel *const STEP_KERNELS[KDI_OP_KERNEL_COUNT] = KERNEL_TABLE;

/* Rows of one operand from wherever the nodes keep it. The usual widths have loops of their own, which compilers
 * unroll. */
static inline void step_gather(const float *registers, const uint32_t *places, int width, kdi_lanes *rows)
{
    for (int l = 0; l < KDI_LANES; l++) {
        const float *from = registers + places[l];
        if (width == 1)
            rows[0][l] = from[0];
        else if (width == 4)
            rows[0][l] = from[0], rows[1][l] = from[1], rows[2][l] = from[2], rows[3][l] = from[3];
        else
            for (int k = 0; k < width; k++)
                rows[k][l] = from[k];
    }
}

static inline void step_scatter(float *registers, const uint32_t *places, int width, const kdi_lanes *rows)
{
    for (int l = 0; l < KDI_LANES; l++) {
        float *to = registers + places[l];
        if (width == 1)
            to[0] = rows[0][l];
        else if (width == 4)
            to[0] = rows[0][l], to[1] = rows[1][l], to[2] = rows[2][l], to[3] = rows[3][l];
        else
            for (int k = 0; k < width; k++)
                to[k] = rows[k][l];
    }
}

/* One character: the lanes of a kernel are different nodes. */
static void step_one(const kd_program *program, const kdi_step *step, const kdi_op_info *info, float *registers)
{
    const uint32_t *table = KDI_SECTION(program, tables, uint32_t) + step->table;
    const uint32_t *data = KDI_SECTION(program, data, uint32_t);
    kdi_kernel *kernel = STEP_KERNELS[step->op];
    for (uint32_t done = 0; done < step->count; done += KDI_LANES) {
        kdi_lanes in[KDI_OP_MAX_IN], out[KDI_OP_MAX_OUT];
        int row = 0;
        for (const char *letter = info->in; *letter; letter++, table += KDI_LANES) {
            int width = kdi_operand_width(*letter);
            step_gather(registers, table, width, in + row);
            row += width;
        }
        const uint32_t *places = table;
        table += strlen(info->out) * KDI_LANES;
        kernel((const kdi_lanes *)in, (const kdi_lanes *)(const void *)table, out, data);
        table += info->parameter_count * KDI_LANES;
        row = 0;
        for (const char *letter = info->out; *letter; letter++, places += KDI_LANES) {
            int width = kdi_operand_width(*letter);
            step_scatter(registers, places, width, (const kdi_lanes *)(out + row));
            row += width;
        }
    }
}

/* KDI_LANES characters: every register is a row of lanes already. */
static void step_many(const kd_program *program, const kdi_step *step, const kdi_op_info *info, float *registers)
{
    const uint32_t *tables = KDI_SECTION(program, tables, uint32_t) + step->table;
    const uint32_t *data = KDI_SECTION(program, data, uint32_t);
    kdi_kernel *kernel = STEP_KERNELS[step->op];
    size_t in_count = strlen(info->in), out_count = strlen(info->out);
    size_t block_words = (in_count + out_count + (size_t)info->parameter_count) * KDI_LANES;
    kdi_lanes *file = (kdi_lanes *)(void *)registers;
    for (uint32_t node = 0; node < step->count; node++) {
        const uint32_t *column = tables + node / KDI_LANES * block_words + node % KDI_LANES;
        kdi_lanes in[KDI_OP_MAX_IN], parameters[KDI_OP_MAX_PARAMETERS], out[KDI_OP_MAX_OUT];
        kdi_lanes *row = in;
        for (const char *letter = info->in; *letter; letter++, column += KDI_LANES)
            for (int k = 0, width = kdi_operand_width(*letter); k < width; k++, row++)
                memcpy(row, file + *column + k, sizeof *row);
        const uint32_t *places = column;
        column += out_count * KDI_LANES;
        for (int k = 0; k < info->parameter_count; k++, column += KDI_LANES)
            for (int l = 0; l < KDI_LANES; l++)
                parameters[k][l] = kdi_float_from_bits(*column);
        kernel((const kdi_lanes *)in, (const kdi_lanes *)parameters, out, data);
        row = out;
        for (const char *letter = info->out; *letter; letter++, places += KDI_LANES)
            for (int k = 0, width = kdi_operand_width(*letter); k < width; k++, row++)
                memcpy(file + *places + k, row, sizeof *row);
    }
}

static void steps_run(const kd_program *program, int32_t lod, int32_t lanes, float *registers)
{
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        const kdi_step *step = &steps[i];
        const kdi_op_info *info = kdi_op_find(step->op);
        if (lod > (int32_t)step->lod)
            continue;
        if (info == NULL)
            kdi_run_calls(program, step, lanes, registers);
        else if (lanes == 1)
            step_one(program, step, info, registers);
        else
            step_many(program, step, info, registers);
    }
}

#endif
