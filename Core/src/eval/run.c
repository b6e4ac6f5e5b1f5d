/* Runs a program: joints and inputs into registers, the steps in order, joints and outputs back. In an instance of one
 * character the lanes of a kernel are filled with different nodes, in one of several with different characters; both
 * give the same bits. */
#include "eval/run.h"

#include "base/assert.h"
#include "eval/lane_math.h"

#include <string.h>

/* Kernel steps of one character: operands are gathered from and scattered to wherever the nodes keep them. */
static void run_kernel_one(const kd_program *program, const kdi_step *step, const kdi_op_info *info, kdi_kernel *kernel,
                           float *registers)
{
    const uint32_t *table = KDI_SECTION(program, tables, uint32_t) + step->table;
    const uint32_t *data = KDI_SECTION(program, data, uint32_t);
    for (uint32_t done = 0; done < step->count; done += KDI_LANES) {
        kdi_lanes in[KDI_OP_MAX_IN], out[KDI_OP_MAX_OUT];
        kdi_lanes *row = in;
        for (const char *letter = info->in; *letter; letter++, table += KDI_LANES)
            for (int k = 0, width = kdi_operand_width(*letter); k < width; k++, row++)
                for (int l = 0; l < KDI_LANES; l++)
                    (*row)[l] = registers[table[l] + (uint32_t)k];
        const uint32_t *places = table;
        for (const char *letter = info->out; *letter; letter++)
            table += KDI_LANES;
        kernel((const kdi_lanes *)in, (const kdi_lanes *)(const void *)table, out, data);
        table += info->parameter_count * KDI_LANES;
        row = out;
        for (const char *letter = info->out; *letter; letter++, places += KDI_LANES)
            for (int k = 0, width = kdi_operand_width(*letter); k < width; k++, row++)
                for (int l = 0; l < KDI_LANES; l++)
                    registers[places[l] + (uint32_t)k] = (*row)[l];
    }
}

/* Kernel steps of KDI_LANES characters: every register is a row of lanes already. */
static void run_kernel_many(const kd_program *program, const kdi_step *step, const kdi_op_info *info,
                            kdi_kernel *kernel, float *registers)
{
    const uint32_t *tables = KDI_SECTION(program, tables, uint32_t) + step->table;
    const uint32_t *data = KDI_SECTION(program, data, uint32_t);
    int operands = kdi_op_operand_count(info);
    size_t block_words = (size_t)(operands + info->parameter_count) * KDI_LANES;
    kdi_lanes *file = (kdi_lanes *)(void *)registers;
    for (uint32_t node = 0; node < step->count; node++) {
        const uint32_t *column = tables + node / KDI_LANES * block_words + node % KDI_LANES;
        kdi_lanes in[KDI_OP_MAX_IN], parameters[KDI_OP_MAX_PARAMETERS], out[KDI_OP_MAX_OUT];
        kdi_lanes *row = in;
        for (const char *letter = info->in; *letter; letter++, column += KDI_LANES) {
            size_t width = (size_t)kdi_operand_width(*letter);
            memcpy(row, file + *column, width * sizeof(kdi_lanes));
            row += width;
        }
        const uint32_t *places = column;
        column += strlen(info->out) * KDI_LANES;
        for (int k = 0; k < info->parameter_count; k++, column += KDI_LANES)
            for (int l = 0; l < KDI_LANES; l++)
                parameters[k][l] = kdi_float_from_bits(*column);
        kernel((const kdi_lanes *)in, (const kdi_lanes *)parameters, out, data);
        row = out;
        for (const char *letter = info->out; *letter; letter++, places += KDI_LANES) {
            size_t width = (size_t)kdi_operand_width(*letter);
            memcpy(file + *places, row, width * sizeof(kdi_lanes));
            row += width;
        }
    }
}

static void run_steps(const kd_eval_job *job, kdi_kernel_set kernels, float *registers)
{
    const kd_program *program = job->instance->program;
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    bool is_one = job->instance->lanes == 1;
    for (uint32_t i = 0; i < program->steps.count; i++) {
        const kdi_step *step = &steps[i];
        if (job->lod > (int32_t)step->lod)
            continue;
        const kdi_op_info *info = kdi_op_find(step->op);
        if (info == NULL)
            kdi_run_calls(program, step, job->instance->lanes, registers);
        else if (is_one)
            run_kernel_one(program, step, info, kernels[step->op], registers);
        else
            run_kernel_many(program, step, info, kernels[step->op], registers);
    }
}

/* Host transforms lie in memory as ten floats in the order of the registers. */
static void run_read_pose(const kd_instance *instance, int32_t character, const kd_transform *pose)
{
    const kd_program *program = instance->program;
    size_t lanes = (size_t)instance->lanes;
    for (uint32_t i = 0; i < program->joints.count; i++) {
        int32_t host = instance->binding->host[i];
        float *place = kdi_instance_register(instance, character, kdi_register_joint(program, i));
        float values[KDI_JOINT_FLOATS];
        if (host == KDI_NOTHING || pose == NULL)
            memcpy(values, KDI_SECTION(program, joints, kdi_program_joint)[i].rest, sizeof values);
        else
            memcpy(values, &pose[host], sizeof values);
        for (size_t k = 0; k < KDI_JOINT_FLOATS; k++)
            place[k * lanes] = values[k];
    }
}

static void run_write_pose(const kd_instance *instance, int32_t character, kd_transform *pose)
{
    const kd_program *program = instance->program;
    const kdi_program_joint *joints = KDI_SECTION(program, joints, kdi_program_joint);
    size_t lanes = (size_t)instance->lanes;
    for (uint32_t i = 0; i < program->joints.count; i++) {
        int32_t host = instance->binding->host[i];
        if (host == KDI_NOTHING || !joints[i].is_written)
            continue;
        const float *place = kdi_instance_register(instance, character, kdi_register_joint(program, i));
        float values[KDI_JOINT_FLOATS];
        for (size_t k = 0; k < KDI_JOINT_FLOATS; k++)
            values[k] = place[k * lanes];
        memcpy(&pose[host], values, sizeof values);
    }
}

static void run_read_inputs(const kd_instance *instance, int32_t character, const float *values)
{
    const kd_program *program = instance->program;
    const kdi_program_external *inputs = KDI_SECTION(program, inputs, kdi_program_external);
    for (uint32_t i = 0; i < program->inputs.count; i++) {
        float value = values != NULL ? values[i] : inputs[i].initial;
        value = value == value ? value : inputs[i].initial;
        *kdi_instance_register(instance, character, kdi_register_input(program, i)) =
            lane_clamp(value, inputs[i].min, inputs[i].max);
    }
}

static void run_write_outputs(const kd_instance *instance, int32_t character, int32_t lod, float *values)
{
    const kd_program *program = instance->program;
    const kdi_program_external *outputs = KDI_SECTION(program, outputs, kdi_program_external);
    for (uint32_t i = 0; i < program->outputs.count; i++)
        values[i] = lod > (int32_t)outputs[i].lod ? outputs[i].initial
                                                  : *kdi_instance_register(instance, character, outputs[i].place);
}

static void run_begin(const kd_eval_job *job, int32_t character, float seconds)
{
    kd_instance *instance = job->instance;
    run_read_pose(instance, character, job->poses != NULL ? job->poses[character] : NULL);
    run_read_inputs(instance, character, job->inputs != NULL ? job->inputs[character] : NULL);
    *kdi_instance_register(instance, character, KDI_REGISTER_SECONDS) = seconds;
    *kdi_instance_register(instance, character, KDI_REGISTER_RESET) = instance->is_reset[character] ? 1.0f : 0.0f;
    instance->is_reset[character] = 0;
    kdi_instance_step_fades(instance, character, seconds);
}

void kd_eval_run(const kd_eval_job *job)
{
    kd_instance *instance = job->instance;
    kdi_kernel_set kernels = kdi_backend_kernels(job->backend);
    float seconds = lane_clamp(lane_bound(job->seconds), 0.0f, 1e6f);
    for (int32_t first = 0; first < instance->character_count; first += instance->lanes) {
        int32_t end =
            first + instance->lanes < instance->character_count ? first + instance->lanes : instance->character_count;
        for (int32_t c = first; c < end; c++)
            run_begin(job, c, seconds);
        run_steps(job, kernels, kdi_instance_block(instance, first / instance->lanes));
        for (int32_t c = first; c < end; c++) {
            if (job->poses != NULL && job->poses[c] != NULL)
                run_write_pose(instance, c, job->poses[c]);
            if (job->outputs != NULL && job->outputs[c] != NULL)
                run_write_outputs(instance, c, job->lod, job->outputs[c]);
        }
    }
}

kd_eval_job kd_eval_job_default(kd_instance *instance)
{
    kd_eval_job job;
    memset(&job, 0, sizeof job);
    job.instance = instance;
    job.backend = KD_BACKEND_BEST;
    return job;
}
