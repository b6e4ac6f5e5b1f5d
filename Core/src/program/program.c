/* Opens programs and answers questions about them. */
#include "program/layout.h"

#include "base/hash.h"
#include "program/verify.h"

#include <string.h>

uint64_t kdi_program_hash(const kd_program *program)
{
    kd_program head = *program;
    head.hash = 0;
    uint64_t hash = kdi_hash(KDI_HASH_START, &head, sizeof head);
    return kdi_hash(hash, program + 1, program->size - sizeof head);
}

const kd_program *kd_program_open(const void *data, size_t size, kd_error *error)
{
    const kd_program *program = (const kd_program *)data;
    if (size < sizeof *program || ((uintptr_t)data & 7) != 0) {
        kd_error_set(error, KD_TRUNCATED,
                     size < sizeof *program ? "the program is shorter than its header"
                                            : "the program must lie on a multiple of 8 bytes");
        return NULL;
    }
    if (program->magic != KDI_PROGRAM_MAGIC) {
        kd_error_set(error, KD_FORMAT_UNKNOWN, "not a KineDriver program, or one for another byte order");
        return NULL;
    }
    if (program->version != KDI_PROGRAM_VERSION) {
        kd_error_set(error, KD_VERSION, "the program was compiled by another version: compile the rig again");
        return NULL;
    }
    if (program->size != size) {
        kd_error_set(error, KD_TRUNCATED, "the program's size is not the one its header states");
        return NULL;
    }
    if (program->hash != kdi_program_hash(program)) {
        kd_error_set(error, KD_VALUE, "the program is damaged: its content does not match its checksum");
        return NULL;
    }
    const char *problem = kdi_program_verify(program);
    if (problem != NULL) {
        kd_error_set(error, KD_VALUE, problem);
        return NULL;
    }
    return program;
}

size_t kd_program_size(const kd_program *program)
{
    return program->size;
}

uint64_t kd_program_content_hash(const kd_program *program)
{
    return program->hash;
}

const char *kd_program_rig_name(const kd_program *program)
{
    return kdi_program_name(program, program->name);
}

int32_t kd_program_joint_count(const kd_program *program)
{
    return (int32_t)program->joints.count;
}

static const kdi_program_joint *program_joint(const kd_program *program, int32_t joint)
{
    return KDI_SECTION(program, joints, kdi_program_joint) + joint;
}

const char *kd_program_joint_name(const kd_program *program, int32_t joint)
{
    return kdi_program_name(program, program_joint(program, joint)->name);
}

int32_t kd_program_joint_parent(const kd_program *program, int32_t joint)
{
    return program_joint(program, joint)->parent;
}

uint32_t kd_program_joint_writes(const kd_program *program, int32_t joint)
{
    return program_joint(program, joint)->writes;
}

/* The items of every named section begin with their name. */
static int32_t program_find(const kd_program *program, const kdi_section *section, size_t item_size, const char *name)
{
    const char *items = (const char *)program + section->offset;
    for (uint32_t i = 0; i < section->count; i++) {
        uint32_t place;
        memcpy(&place, items + i * item_size, sizeof place);
        if (strcmp(kdi_program_name(program, place), name) == 0)
            return (int32_t)i;
    }
    return KDI_NOTHING;
}

int32_t kd_program_node_count(const kd_program *program)
{
    return (int32_t)program->nodes.count;
}

const char *kd_program_node_name(const kd_program *program, int32_t node)
{
    return kdi_program_name(program, KDI_SECTION(program, nodes, kdi_program_node)[node].name);
}

int32_t kd_program_find_node(const kd_program *program, const char *name)
{
    return program_find(program, &program->nodes, sizeof(kdi_program_node), name);
}

int32_t kd_program_group_count(const kd_program *program)
{
    return (int32_t)program->groups.count;
}

const char *kd_program_group_name(const kd_program *program, int32_t group)
{
    return kdi_program_name(program, KDI_SECTION(program, groups, kdi_program_group)[group].name);
}

int32_t kd_program_find_group(const kd_program *program, const char *name)
{
    return program_find(program, &program->groups, sizeof(kdi_program_group), name);
}

static kd_external_info program_external(const kd_program *program, const kdi_program_external *row)
{
    kd_external_info info;
    info.name = kdi_program_name(program, row->name);
    info.kind = (kd_external_kind)row->kind;
    info.initial = row->initial;
    info.min = row->min;
    info.max = row->max;
    return info;
}

int32_t kd_program_input_count(const kd_program *program)
{
    return (int32_t)program->inputs.count;
}

kd_external_info kd_program_input(const kd_program *program, int32_t input)
{
    return program_external(program, KDI_SECTION(program, inputs, kdi_program_external) + input);
}

int32_t kd_program_find_input(const kd_program *program, const char *name)
{
    return program_find(program, &program->inputs, sizeof(kdi_program_external), name);
}

int32_t kd_program_output_count(const kd_program *program)
{
    return (int32_t)program->outputs.count;
}

kd_external_info kd_program_output(const kd_program *program, int32_t output)
{
    return program_external(program, KDI_SECTION(program, outputs, kdi_program_external) + output);
}

int32_t kd_program_find_output(const kd_program *program, const char *name)
{
    return program_find(program, &program->outputs, sizeof(kdi_program_external), name);
}
