/* kd_bake: binds a program to a scene's skeleton and runs it frame by frame over a clip. Uses evaluation as any host
 * does, through its public header. */
#include "kinedriver/bake.h"

#include "kinedriver/eval.h"
#include "kinedriver/math.h"
#include "model/rig_names.h"
#include "model/scene.h"
#include "text/findings.h"

#include <stdint.h>
#include <string.h>

enum { BAKE_NONE = -1 };

typedef struct bake_work {
    const kd_program *program;
    const kd_bake_desc *desc;
    kd_scene *scene;
    kd_clip *clip;
    kdi_arena temp;
    kd_binding *binding;
    kd_instance *instance;
    float *inputs, *outputs;  /* of the frame */
    int32_t *input_curves;    /* [input]: curve that sets it, or BAKE_NONE */
    int32_t *output_curves;   /* [output]: curve that takes it, or BAKE_NONE */
    const char **curve_names; /* of the baked clip */
    int32_t curve_count;
    float *curves;
} bake_work;

kd_bake_desc kd_bake_desc_default(void)
{
    kd_bake_desc desc = {KD_BAKE_ALL_OUTPUTS, NULL, 0, NULL, NULL};
    return desc;
}

static void bake_report(const kd_program *program, const kd_binding *binding, kd_findings *findings)
{
    char name[KDI_NAME_SHOW_SIZE], other[KDI_NAME_SHOW_SIZE];
    for (int32_t i = 0; i < kd_program_joint_count(program); i++) {
        kd_binding_state state = kd_binding_joint_state(binding, i);
        kdi_name_show(kd_program_joint_name(program, i), name, sizeof name);
        if (state == KD_BINDING_MISSING)
            KDI_WARNING(findings, KD_JOINT_UNKNOWN, NULL, "the skeleton has no joint '%s'", name);
        else if (state == KD_BINDING_OTHER_PARENT)
            KDI_WARNING(findings, KD_HIERARCHY, NULL, "the joint '%s' is not below '%s', as the program expects", name,
                        kdi_name_show(kd_program_joint_name(program, kd_program_joint_parent(program, i)), other,
                                      sizeof other));
    }
    for (int32_t i = 0; i < kd_program_node_count(program); i++) {
        int32_t lack = kd_binding_node_lacks(binding, i);
        if (lack < 0)
            continue;
        kdi_place place = {0, 0, kdi_name_show(kd_program_node_name(program, i), name, sizeof name)};
        KDI_WARNING(findings, KD_JOINT_UNKNOWN, &place, "switched off: it needs the joint '%s'",
                    kdi_name_show(kd_program_joint_name(program, lack), other, sizeof other));
    }
}

static bool bake_bind(bake_work *work)
{
    void *binding = kdi_arena_push(&work->temp, 1, kd_binding_size(work->program));
    char *memory = (char *)kdi_arena_push(&work->temp, 1, kd_instance_size(work->program, 1) + 32);
    if (!binding || !memory)
        return false;
    work->binding = kd_binding_init(binding, work->program, &work->scene->skeleton);
    memory += (32 - ((uintptr_t)memory & 31)) & 31;
    work->instance = kd_instance_init(memory, work->binding, 1);
    kd_instance_reset(work->instance, 0);
    return true;
}

static int32_t bake_find_curve(const char *const *names, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return BAKE_NONE;
}

static bool bake_wants(const bake_work *work, kd_external_kind kind)
{
    return work->desc->outputs == KD_BAKE_ALL_OUTPUTS ||
           (work->desc->outputs == KD_BAKE_MORPHS && kind == KD_EXTERNAL_MORPH);
}

/* Which curves feed inputs, and where outputs go: behind the clip's own curves unless one has the name. */
static bool bake_map_curves(bake_work *work)
{
    const kd_clip *clip = work->clip;
    int32_t inputs = kd_program_input_count(work->program), outputs = kd_program_output_count(work->program);
    work->inputs = KDI_ARENA_PUSH(&work->temp, float, (size_t)inputs);
    work->outputs = KDI_ARENA_PUSH(&work->temp, float, (size_t)outputs);
    work->input_curves = KDI_ARENA_PUSH(&work->temp, int32_t, (size_t)inputs);
    work->output_curves = KDI_ARENA_PUSH(&work->temp, int32_t, (size_t)outputs);
    work->curve_names = KDI_ARENA_PUSH(work->scene->arena, const char *, (size_t)clip->curve_count + (size_t)outputs);
    if (!work->inputs || !work->outputs || !work->input_curves || !work->output_curves || !work->curve_names)
        return false;
    for (work->curve_count = 0; work->curve_count < clip->curve_count; work->curve_count++)
        work->curve_names[work->curve_count] = clip->curve_names[work->curve_count];
    for (int32_t i = 0; i < inputs; i++) {
        kd_external_info info = kd_program_input(work->program, i);
        work->inputs[i] = work->desc->inputs ? work->desc->inputs[i] : info.initial;
        work->input_curves[i] = bake_find_curve(clip->curve_names, clip->curve_count, info.name);
    }
    for (int32_t i = 0; i < outputs; i++) {
        kd_external_info info = kd_program_output(work->program, i);
        work->output_curves[i] = BAKE_NONE;
        if (!bake_wants(work, info.kind))
            continue;
        int32_t curve = bake_find_curve(work->curve_names, work->curve_count, info.name);
        if (curve == BAKE_NONE) {
            curve = work->curve_count++;
            if (!(work->curve_names[curve] = kdi_arena_text(work->scene->arena, info.name, strlen(info.name))))
                return false;
        }
        work->output_curves[i] = curve;
    }
    work->curves = KDI_ARENA_PUSH(work->scene->arena, float, (size_t)clip->frame_count *(size_t)work->curve_count);
    return work->curves != NULL;
}

/* Written joints in the hemisphere of the frame before, as clips promise. */
static void bake_join(const bake_work *work, const kd_transform *before, kd_transform *now)
{
    for (int32_t i = 0; i < kd_program_joint_count(work->program); i++) {
        int32_t joint = kd_binding_host_joint(work->binding, i);
        if (joint >= 0 && (kd_program_joint_writes(work->program, i) & KD_PART_ROTATE) != 0 &&
            kd_quat_dot(before[joint].rotate, now[joint].rotate) < 0.0f)
            now[joint].rotate = kd_quat_negate(now[joint].rotate);
    }
}

static void bake_frame(bake_work *work, int32_t frame)
{
    const kd_clip *clip = work->clip;
    kd_transform *pose = clip->locals + (size_t)frame * (size_t)clip->joint_count;
    float *curves = work->curves + (size_t)frame * (size_t)work->curve_count;
    for (int32_t i = 0; i < clip->curve_count; i++)
        curves[i] = clip->curves[(size_t)frame * (size_t)clip->curve_count + (size_t)i];
    for (int32_t i = 0; i < kd_program_input_count(work->program); i++)
        if (work->input_curves[i] != BAKE_NONE)
            work->inputs[i] = curves[work->input_curves[i]];
    const float *const inputs = work->inputs;
    float *const outputs = work->outputs;
    kd_eval_job job = kd_eval_job_default(work->instance);
    job.poses = &pose;
    job.inputs = &inputs;
    job.outputs = &outputs;
    job.seconds = (float)clip->frame_time_s;
    job.lod = work->desc->lod;
    kd_eval_run(&job);
    for (int32_t i = 0; i < kd_program_output_count(work->program); i++)
        if (work->output_curves[i] != BAKE_NONE)
            curves[work->output_curves[i]] = work->outputs[i];
    if (frame > 0)
        bake_join(work, pose - clip->joint_count, pose);
}

static kd_result bake_run(bake_work *work, kd_findings *findings)
{
    kd_clip *clip = work->clip;
    if (!bake_bind(work) || !bake_map_curves(work))
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "not enough memory to bake the clip");
    bake_report(work->program, work->binding, findings);
    for (int32_t f = 0; f < clip->frame_count; f++) {
        if (work->desc->progress)
            work->desc->progress(work->desc->user, f, clip->frame_count);
        bake_frame(work, f);
    }
    clip->curve_count = work->curve_count;
    clip->curve_names = work->curve_names;
    clip->curves = work->curves;
    return KD_OK;
}

kd_result kd_bake(const kd_program *program, kd_scene *scene, int32_t clip, const kd_bake_desc *desc,
                  kd_findings *findings)
{
    if (clip < 0 || clip >= scene->clip_count)
        return KDI_ERROR(findings, KD_RANGE, NULL, "there is no clip %d: the scene has %d", (int)clip,
                         (int)scene->clip_count);
    kd_bake_desc defaults = kd_bake_desc_default();
    bake_work work;
    memset(&work, 0, sizeof work);
    work.program = program;
    work.desc = desc ? desc : &defaults;
    work.scene = scene;
    work.clip = &scene->clips[clip];
    kdi_arena_init(&work.temp, &scene->arena->allocator, 0);
    kd_result result = bake_run(&work, findings);
    kdi_arena_free(&work.temp);
    return result;
}
