/* Runs a program: joints and inputs into registers, the steps in order, joints and outputs back. In an instance of one
 * character the lanes of a kernel are filled with different nodes, in one of several with different characters; both
 * give the same bits. */
#include "eval/run.h"

#include "base/assert.h"
#include "eval/lane_math.h"

#include <string.h>

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
    run_read_inputs(instance, character, job->inputs != NULL ? job->inputs[character] : NULL);
    *kdi_instance_register(instance, character, KDI_REGISTER_SECONDS) = seconds;
    *kdi_instance_register(instance, character, KDI_REGISTER_RESET) = instance->is_reset[character] ? 1.0f : 0.0f;
    instance->is_reset[character] = 0;
    kdi_instance_step_fades(instance, character, seconds);
}

/* The poses of a block of characters; NULL for those that have none. */
static void run_list_poses(const kd_eval_job *job, int32_t first, int32_t end, kd_transform *poses[KDI_LANES])
{
    memset(poses, 0, KDI_LANES * sizeof *poses);
    for (int32_t c = first; job->poses != NULL && c < end; c++)
        poses[c - first] = job->poses[c];
}

void kd_eval_run(const kd_eval_job *job)
{
    kd_instance *instance = job->instance;
    const kdi_backend *backend = kdi_backend_find(job->backend);
    float seconds = lane_clamp(lane_bound(job->seconds), 0.0f, 1e6f);
    for (int32_t first = 0; first < instance->character_count; first += instance->lanes) {
        int32_t end =
            first + instance->lanes < instance->character_count ? first + instance->lanes : instance->character_count;
        float *registers = kdi_instance_block(instance, first / instance->lanes);
        kd_transform *poses[KDI_LANES];
        run_list_poses(job, first, end, poses);
        for (int32_t c = first; c < end; c++)
            run_begin(job, c, seconds);
        backend->read_poses(instance->binding, instance->lanes, poses, registers);
        backend->run_steps(instance->program, job->lod, instance->lanes, registers);
        backend->write_poses(instance->binding, instance->lanes, registers, poses);
        for (int32_t c = first; c < end; c++)
            if (job->outputs != NULL && job->outputs[c] != NULL)
                run_write_outputs(instance, c, job->lod, job->outputs[c]);
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
