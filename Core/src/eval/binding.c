/* Finds the program's joints in a host's skeleton and switches off the nodes that cannot do without a missing one. */
#include "eval/instance.h"

#include <string.h>

static size_t binding_align(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

size_t kd_binding_size(const kd_program *program)
{
    size_t joints = program->joints.count, nodes = program->nodes.count;
    return binding_align(sizeof(kd_binding)) + binding_align((joints + nodes) * sizeof(int32_t)) +
           binding_align(joints);
}

static kd_binding_state binding_find(kd_binding *binding, const kd_skeleton *skeleton, uint32_t index)
{
    const kd_program *program = binding->program;
    const kdi_program_joint *joint = KDI_SECTION(program, joints, kdi_program_joint) + index;
    int32_t host = kd_skeleton_find(skeleton, kdi_program_name(program, joint->name));
    binding->host[index] = KDI_NOTHING;
    if (host == KD_NO_JOINT)
        return KD_BINDING_MISSING;
    if (joint->parent != KDI_NOTHING) {
        int32_t parent = skeleton->joints[host].parent;
        const kdi_program_joint *above = KDI_SECTION(program, joints, kdi_program_joint) + joint->parent;
        if (parent == KD_NO_JOINT || strcmp(skeleton->joints[parent].name, kdi_program_name(program, above->name)) != 0)
            return KD_BINDING_OTHER_PARENT;
    }
    binding->host[index] = host;
    return KD_BINDING_FOUND;
}

static int32_t binding_find_lack(const kd_binding *binding, const kdi_program_node *node)
{
    const uint32_t *needs = KDI_SECTION(binding->program, needs, uint32_t) + node->first_joint;
    for (uint32_t i = 0; i < node->joint_count; i++)
        if (binding->state[needs[i]] != KD_BINDING_FOUND)
            return (int32_t)needs[i];
    return KDI_NOTHING;
}

kd_binding *kd_binding_init(void *memory, const kd_program *program, const kd_skeleton *skeleton)
{
    kd_binding *binding = (kd_binding *)memory;
    char *place = (char *)memory + binding_align(sizeof *binding);
    uint32_t joints = program->joints.count, nodes = program->nodes.count;
    binding->program = program;
    binding->host = (int32_t *)(void *)place;
    binding->lacks = binding->host + joints;
    binding->state = (uint8_t *)place + binding_align(((size_t)joints + nodes) * sizeof(int32_t));
    for (uint32_t i = 0; i < joints; i++)
        binding->state[i] = (uint8_t)binding_find(binding, skeleton, i);
    for (uint32_t i = 0; i < nodes; i++)
        binding->lacks[i] = binding_find_lack(binding, KDI_SECTION(program, nodes, kdi_program_node) + i);
    return binding;
}

kd_binding_state kd_binding_joint_state(const kd_binding *binding, int32_t joint)
{
    return (kd_binding_state)binding->state[joint];
}

int32_t kd_binding_host_joint(const kd_binding *binding, int32_t joint)
{
    return binding->host[joint];
}

bool kd_binding_node_is_on(const kd_binding *binding, int32_t node)
{
    return binding->lacks[node] == KDI_NOTHING;
}

int32_t kd_binding_node_lacks(const kd_binding *binding, int32_t node)
{
    return binding->lacks[node];
}
