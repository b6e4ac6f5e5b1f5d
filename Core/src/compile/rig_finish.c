/* Before and after the nodes: joints are cleaned when they are read, those that nobody uses are dropped, and what a
 * binding or a debugger wants to know about nodes is written down. */
#include "compile/rig_compile.h"

#include <stdio.h>
#include <string.h>

void kdi_compile_begin(rig_compile *compile)
{
    for (int32_t i = 0; i < compile->joint_count; i++) {
        kdi_place_id rotate = KDI_PLACE(KDI_PLACE_JOINT, i * KDI_JOINT_FLOATS), translate = rotate + 4,
                     scale = rotate + 7;
        kdi_build_op_to(&compile->build, KDI_OP_CLEAN_Q, &rotate, NULL, &rotate);
        kdi_build_op_to(&compile->build, KDI_OP_CLEAN_V, &translate, NULL, &translate);
        kdi_build_op_to(&compile->build, KDI_OP_CLEAN_V, &scale, NULL, &scale);
    }
    /* Cleaning is no effect of its own: it happens where someone uses the joint. */
    for (uint32_t i = 0; i < compile->build.instruction_count; i++)
        compile->build.instructions[i].has_effect = false;
}

static kd_result finish_list_joints(rig_compile *compile, int32_t *slots)
{
    kdi_program_build *build = &compile->build;
    build->joints =
        (kdi_program_joint *)kdi_compile_memory(compile, (size_t)compile->joint_count, sizeof(kdi_program_joint));
    if (build->joints == NULL)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = 0; i < compile->joint_count; i++) {
        const compile_joint *joint = &compile->joints[i];
        slots[i] = KDI_NOTHING;
        if (!joint->is_used)
            continue;
        slots[i] = (int32_t)build->joint_count;
        kdi_program_joint *row = &build->joints[build->joint_count++];
        row->name = kdi_build_name(build, joint->name);
        row->parent = joint->parent == KDI_NOTHING ? KDI_NOTHING : slots[joint->parent];
        row->writes = joint->writes;
        const kd_transform *rest = &joint->rest;
        const float values[KDI_JOINT_FLOATS] = {rest->rotate.x,    rest->rotate.y,    rest->rotate.z,    rest->rotate.w,
                                                rest->translate.x, rest->translate.y, rest->translate.z, rest->scale.x,
                                                rest->scale.y,     rest->scale.z};
        memcpy(row->rest, values, sizeof values);
    }
    return KD_OK;
}

static void finish_move_operand(kdi_place_id *place, const int32_t *slots)
{
    if (*place >> 28 != KDI_PLACE_JOINT)
        return;
    uint32_t number = *place & UINT32_C(0x0FFFFFFF);
    *place = KDI_PLACE(KDI_PLACE_JOINT,
                       (uint32_t)slots[number / KDI_JOINT_FLOATS] * KDI_JOINT_FLOATS + number % KDI_JOINT_FLOATS);
}

/* Operands to the joints' new numbers; what cleans a joint that is gone goes too. */
static void finish_move_operands(rig_compile *compile, const int32_t *slots)
{
    kdi_program_build *build = &compile->build;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < build->instruction_count; i++) {
        kdi_instruction *instruction = &build->instructions[i];
        if (i < 3 * (uint32_t)compile->joint_count && slots[i / 3] == KDI_NOTHING)
            continue;
        const kdi_op_info *info = kdi_op_find(instruction->op);
        int count = info != NULL ? kdi_op_operand_count(info) : 0;
        for (int k = 0; k < count; k++)
            finish_move_operand(&instruction->operands[k], slots);
        build->instructions[kept++] = *instruction;
    }
    build->instruction_count = kept;
}

static kd_result finish_needs(rig_compile *compile, const int32_t *slots)
{
    kdi_program_build *build = &compile->build;
    size_t most = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t n = 0; n < compile->rig->node_count; n++) {
            kdi_program_node *row = &build->nodes[n];
            row->first_joint = build->needs_count;
            for (int32_t j = 0; j < compile->joint_count; j++) {
                if (slots[j] == KDI_NOTHING || !(compile->nodes[n].joints[j / 32] & (UINT32_C(1) << (j % 32))))
                    continue;
                if (pass == 0)
                    most++;
                else
                    build->needs[build->needs_count++] = (uint32_t)slots[j];
            }
            row->joint_count = build->needs_count - row->first_joint;
        }
        if (pass == 0)
            build->needs = (uint32_t *)kdi_compile_memory(compile, most, sizeof(uint32_t));
        if (build->needs == NULL)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

/* The values at a node's ports, as places, while the node is at hand. */
void kdi_compile_probes(rig_compile *compile)
{
    kdi_program_build *build = &compile->build;
    const kd_node *node = compile->rig->nodes[compile->at];
    kdi_program_node *row = &build->nodes[compile->at];
    kdi_port_view view;
    row->first_probe = build->probe_count;
    for (int32_t i = 0; compile->probes && !compile->nodes[compile->at].is_off && kdi_node_port_view(node, i, &view);
         i++) {
        char name[64];
        const char *shown = view.name;
        if (shown == NULL) {
            snprintf(name, sizeof name, "%s%d", view.row->name, view.item);
            shown = name;
        }
        kdi_place_id place =
            view.is_input ? kdi_compile_input(compile, shown, KDI_PLACE_NONE) : compile->nodes[compile->at].ports[i];
        if (i == 0)
            place = kdi_compile_influence(compile);
        if (place == KDI_PLACE_NONE)
            continue;
        kdi_program_probe *list = (kdi_program_probe *)kdi_arena_grow(&build->arena, build->probes, build->probe_count,
                                                                      sizeof(kdi_program_probe));
        if (list == NULL) {
            compile->is_out_of_memory = true;
            return;
        }
        build->probes = list;
        kdi_program_probe probe = {kdi_build_name(build, shown), place, (uint32_t)kdi_value_components(view.type),
                                   view.is_input};
        build->probes[build->probe_count++] = probe;
        row->probe_count++;
    }
}

kd_result kdi_compile_finish(rig_compile *compile)
{
    int32_t *slots = (int32_t *)kdi_compile_memory(compile, (size_t)compile->joint_count, sizeof(int32_t));
    if (slots == NULL || compile->is_out_of_memory || finish_list_joints(compile, slots) != KD_OK)
        return KD_OUT_OF_MEMORY;
    finish_move_operands(compile, slots);
    return finish_needs(compile, slots);
}
