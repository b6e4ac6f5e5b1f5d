/* Instances: memory, start values, influences that fade, probes. */
#include "eval/instance.h"

#include "base/assert.h"
#include "eval/lane_math.h"
#include "eval/run.h"

#include <string.h>

static size_t instance_align(size_t size)
{
    return (size + 31) & ~(size_t)31;
}

static int32_t instance_lanes(int32_t character_count)
{
    return character_count == 1 ? 1 : KDI_LANES;
}

/* One more than there are: lanes are filled four registers at a time. */
static size_t instance_register_floats(const kd_program *program, int32_t character_count)
{
    int32_t lanes = instance_lanes(character_count);
    int32_t blocks = (character_count + lanes - 1) / lanes;
    return (size_t)program->register_count * (size_t)lanes * (size_t)blocks + 1;
}

size_t kd_instance_size(const kd_program *program, int32_t character_count)
{
    KD_ASSERT(character_count > 0);
    size_t characters = (size_t)character_count;
    return instance_align(sizeof(kd_instance)) +
           instance_align(instance_register_floats(program, character_count) * sizeof(float)) +
           instance_align(characters * (program->nodes.count + program->groups.count + 1) * sizeof(kdi_fade)) +
           instance_align(2 * characters);
}

static void instance_rest_joint(kd_instance *instance, int32_t character, uint32_t joint)
{
    const kdi_program_joint *row = KDI_SECTION(instance->program, joints, kdi_program_joint) + joint;
    for (uint32_t k = 0; k < KDI_JOINT_FLOATS; k++)
        *kdi_instance_register(instance, character, kdi_register_joint(instance->program, joint) + k) = row->rest[k];
}

/* The fixed registers, constants, and rest poses of joints that the host may lack. */
static void instance_fill(kd_instance *instance, int32_t character)
{
    const kd_program *program = instance->program;
    *kdi_instance_register(instance, character, KDI_REGISTER_ONE) = 1.0f;
    const float *constants = KDI_SECTION(program, constants, float);
    for (uint32_t i = 0; i < program->constants.count; i++)
        *kdi_instance_register(instance, character, KDI_REGISTER_CONSTANTS + i) = constants[i];
    for (uint32_t i = 0; i < program->joints.count; i++)
        instance_rest_joint(instance, character, i);
    const kdi_program_external *inputs = KDI_SECTION(program, inputs, kdi_program_external);
    for (uint32_t i = 0; i < program->inputs.count; i++)
        *kdi_instance_register(instance, character, kdi_register_input(program, i)) = inputs[i].initial;
}

/* Nodes that do not run at the next level of detail find it later. */
static void instance_forget(kd_instance *instance, int32_t character)
{
    uint32_t state = kdi_register_state(instance->program);
    for (uint32_t i = 0; i < instance->program->state_count; i++)
        *kdi_instance_register(instance, character, state + i) = KDI_NO_STATE;
    instance->is_reset[character] = 1;
}

kd_instance *kd_instance_init(void *memory, const kd_binding *binding, int32_t character_count)
{
    KD_ASSERT(((uintptr_t)memory & 31) == 0);
    const kd_program *program = binding->program;
    size_t characters = (size_t)character_count, nodes = program->nodes.count, groups = program->groups.count;
    memset(memory, 0, kd_instance_size(program, character_count));
    kd_instance *instance = (kd_instance *)memory;
    char *place = (char *)memory + instance_align(sizeof *instance);
    instance->binding = binding;
    instance->program = program;
    instance->character_count = character_count;
    instance->lanes = instance_lanes(character_count);
    instance->registers = (float *)(void *)place;
    place += instance_align(instance_register_floats(program, character_count) * sizeof(float));
    instance->node_fades = (kdi_fade *)(void *)place;
    instance->group_fades = instance->node_fades + characters * nodes;
    instance->rig_fades = instance->group_fades + characters * groups;
    place += instance_align(characters * (nodes + groups + 1) * sizeof(kdi_fade));
    instance->is_reset = (uint8_t *)place;
    instance->is_fading = instance->is_reset + characters;
    for (size_t i = 0; i < characters * (nodes + groups + 1); i++)
        instance->node_fades[i].to = 1.0f;
    for (int32_t c = 0; c < character_count; c += instance->lanes)
        kdi_load_calls(program, instance->lanes, kdi_instance_block(instance, c / instance->lanes));
    for (int32_t c = 0; c < character_count; c++) {
        instance_fill(instance, c);
        instance_forget(instance, c);
        instance->is_fading[c] = 1;
        kdi_instance_step_fades(instance, c, 0.0f);
    }
    return instance;
}

void kd_instance_rebind(kd_instance *instance, const kd_binding *binding)
{
    KD_ASSERT(binding->program == instance->program);
    instance->binding = binding;
    for (int32_t c = 0; c < instance->character_count; c++) {
        for (uint32_t i = 0; i < instance->program->joints.count; i++)
            if (kd_binding_joint_state(binding, (int32_t)i) != KD_BINDING_FOUND)
                instance_rest_joint(instance, c, i);
        instance->is_fading[c] = 1;
    }
}

void kd_instance_reset(kd_instance *instance, int32_t character)
{
    instance_forget(instance, character);
}

static float fade_value(const kdi_fade *fade)
{
    if (!(fade->passed_s < fade->length_s))
        return fade->to;
    float t = fade->passed_s / fade->length_s;
    return fade->from + (fade->to - fade->from) * (t * t * (3.0f - 2.0f * t));
}

static void fade_start(kdi_fade *fade, float influence, float seconds)
{
    fade->from = fade_value(fade);
    fade->to = lane_clamp(lane_bound(influence), 0.0f, 1.0f);
    fade->passed_s = 0.0f;
    fade->length_s = lane_max(lane_bound(seconds), 0.0f);
}

/* True while it moves. */
static bool fade_step(kdi_fade *fade, float seconds)
{
    if (!(fade->passed_s < fade->length_s))
        return false;
    fade->passed_s += seconds;
    return true;
}

static kdi_fade *fade_of_node(const kd_instance *instance, int32_t character, int32_t node)
{
    return instance->node_fades + (size_t)character * instance->program->nodes.count + node;
}

static kdi_fade *fade_of_group(const kd_instance *instance, int32_t character, int32_t group)
{
    return instance->group_fades + (size_t)character * instance->program->groups.count + group;
}

void kd_instance_fade_node(kd_instance *instance, int32_t character, int32_t node, float influence, float seconds)
{
    fade_start(fade_of_node(instance, character, node), influence, seconds);
    instance->is_fading[character] = 1;
}

void kd_instance_fade_group(kd_instance *instance, int32_t character, int32_t group, float influence, float seconds)
{
    fade_start(fade_of_group(instance, character, group), influence, seconds);
    instance->is_fading[character] = 1;
}

void kd_instance_fade_rig(kd_instance *instance, int32_t character, float influence, float seconds)
{
    fade_start(&instance->rig_fades[character], influence, seconds);
    instance->is_fading[character] = 1;
}

float kd_instance_node_influence(const kd_instance *instance, int32_t character, int32_t node)
{
    return fade_value(fade_of_node(instance, character, node));
}

float kd_instance_group_influence(const kd_instance *instance, int32_t character, int32_t group)
{
    return fade_value(fade_of_group(instance, character, group));
}

float kd_instance_rig_influence(const kd_instance *instance, int32_t character)
{
    return fade_value(&instance->rig_fades[character]);
}

void kdi_instance_step_fades(kd_instance *instance, int32_t character, float seconds)
{
    if (!instance->is_fading[character])
        return;
    const kd_program *program = instance->program;
    const kdi_program_node *nodes = KDI_SECTION(program, nodes, kdi_program_node);
    const kdi_program_group *groups = KDI_SECTION(program, groups, kdi_program_group);
    bool moving = fade_step(&instance->rig_fades[character], seconds);
    float whole = fade_value(&instance->rig_fades[character]);
    for (uint32_t i = 0; i < program->groups.count; i++)
        moving |= fade_step(fade_of_group(instance, character, (int32_t)i), seconds);
    for (uint32_t i = 0; i < program->nodes.count; i++) {
        kdi_fade *fade = fade_of_node(instance, character, (int32_t)i);
        moving |= fade_step(fade, seconds);
        float influence = nodes[i].influence * fade_value(fade) * whole;
        if (nodes[i].group != KDI_NOTHING)
            influence *=
                groups[nodes[i].group].influence * fade_value(fade_of_group(instance, character, nodes[i].group));
        if (!kd_binding_node_is_on(instance->binding, (int32_t)i))
            influence = 0.0f;
        *kdi_instance_register(instance, character, kdi_register_influence(program, i)) = influence;
    }
    instance->is_fading[character] = moving;
}

/* A follower that has not run yet has no value to show. */
static float instance_known(float value)
{
    return value > KDI_BOUND ? 0.0f : value;
}

bool kd_instance_probe(const kd_instance *instance, int32_t character, int32_t node, int32_t index, kd_probe *probe)
{
    const kd_program *program = instance->program;
    const kdi_program_node *owner = KDI_SECTION(program, nodes, kdi_program_node) + node;
    if (index < 0 || (uint32_t)index >= owner->probe_count)
        return false;
    const kdi_program_probe *row = KDI_SECTION(program, probes, kdi_program_probe) + owner->first_probe + index;
    probe->name = kdi_program_name(program, row->name);
    probe->is_input = row->is_input != 0;
    probe->width = (int32_t)row->width;
    for (uint32_t k = 0; k < row->width; k++)
        probe->value[k] = instance_known(*kdi_instance_register(instance, character, row->place + k));
    return true;
}
