/* Runs a program: joints and inputs into registers, the steps in order, joints and outputs back. In an instance of one
 * character the lanes of a kernel are filled with different nodes, in one of several with different characters; both
 * give the same bits. */
#include "eval/run.h"

#include "base/assert.h"
#include "eval/lane_math.h"

#include <string.h>

/* Copies parts of a transform, ten floats in the order of the registers, between two places with their own strides. */
static void run_copy_parts(uint32_t parts, const float *from, size_t from_stride, float *to, size_t to_stride)
{
    static const struct {
        uint32_t part;
        size_t first, end;
    } ranges[3] = {{KD_PART_ROTATE, 0, 4}, {KD_PART_TRANSLATE, 4, 7}, {KD_PART_SCALE, 7, KDI_JOINT_FLOATS}};
    for (int i = 0; i < 3; i++)
        for (size_t k = ranges[i].first; (parts & ranges[i].part) && k < ranges[i].end; k++)
            to[k * to_stride] = from[k * from_stride];
}

static void run_read_pose(const kd_instance *instance, int32_t character, const kd_transform *pose)
{
    const kd_program *program = instance->program;
    const kdi_program_joint *joints = KDI_SECTION(program, joints, kdi_program_joint);
    size_t lanes = (size_t)instance->lanes;
    float *place = kdi_instance_register(instance, character, kdi_register_joint(program, 0));
    for (uint32_t i = 0; i < program->joints.count; i++, place += KDI_JOINT_FLOATS * lanes) {
        int32_t host = instance->binding->host[i];
        const float *from = host == KDI_NOTHING || pose == NULL ? joints[i].rest : &pose[host].rotate.x;
        if (joints[i].reads == KD_PART_ROTATE)
            for (size_t k = 0; k < 4; k++)
                place[k * lanes] = from[k];
        else
            run_copy_parts(joints[i].reads, from, 1, place, lanes);
    }
}

static void run_write_pose(const kd_instance *instance, int32_t character, kd_transform *pose)
{
    const kd_program *program = instance->program;
    const kdi_program_joint *joints = KDI_SECTION(program, joints, kdi_program_joint);
    size_t lanes = (size_t)instance->lanes;
    const float *place = kdi_instance_register(instance, character, kdi_register_joint(program, 0));
    for (uint32_t i = 0; i < program->joints.count; i++, place += KDI_JOINT_FLOATS * lanes) {
        int32_t host = instance->binding->host[i];
        if (host != KDI_NOTHING && joints[i].writes != 0)
            run_copy_parts(joints[i].writes, place, lanes, &pose[host].rotate.x, 1);
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
    kdi_steps_function run_steps = kdi_backend_steps(job->backend);
    float seconds = lane_clamp(lane_bound(job->seconds), 0.0f, 1e6f);
    for (int32_t first = 0; first < instance->character_count; first += instance->lanes) {
        int32_t end =
            first + instance->lanes < instance->character_count ? first + instance->lanes : instance->character_count;
        for (int32_t c = first; c < end; c++)
            run_begin(job, c, seconds);
        run_steps(instance->program, job->lod, instance->lanes, kdi_instance_block(instance, first / instance->lanes));
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
