/* The joints of a rig while it is compiled: rest poses, and model transforms as they stand after each node. A model
 * transform is computed when someone asks for it and kept until a joint above it is written: which updates are needed,
 * and when, is known here, so that evaluation neither searches nor checks. */
#include "compile/rig_compile.h"

#include <string.h>

static const float JOINT_IDENTITY[KDI_JOINT_FLOATS] = {0, 0, 0, 1, 0, 0, 0, 1, 1, 1};

void *kdi_compile_memory(rig_compile *compile, size_t count, size_t size)
{
    void *memory = kdi_arena_push(&compile->build.arena, count > 0 ? count : 1, size);
    if (memory == NULL)
        compile->is_out_of_memory = true;
    return memory;
}

static kd_transform joint_rest_of_rig(const kd_rig_joint *joint)
{
    kd_transform rest;
    rest.rotate = kd_quat_make((float)joint->rotate[0], (float)joint->rotate[1], (float)joint->rotate[2],
                               (float)joint->rotate[3]);
    rest.translate = kd_vec3_make((float)joint->translate[0], (float)joint->translate[1], (float)joint->translate[2]);
    rest.scale = kd_vec3_make((float)joint->scale[0], (float)joint->scale[1], (float)joint->scale[2]);
    return rest;
}

static kd_vec3 joint_bounded_vector(kd_vec3 v)
{
    return kd_vec3_make(kdi_build_number((double)v.x), kdi_build_number((double)v.y), kdi_build_number((double)v.z));
}

static kd_transform joint_bounded(kd_transform t)
{
    t.rotate = kd_quat_normalize(t.rotate);
    t.translate = joint_bounded_vector(t.translate);
    t.scale = joint_bounded_vector(t.scale);
    return t;
}

/* The rig's own joints in an order with parents first: its file may have any order. */
static kd_result joint_add_own(rig_compile *compile)
{
    const kd_rig *rig = compile->rig;
    bool *done = (bool *)kdi_compile_memory(compile, (size_t)rig->joint_count, sizeof(bool));
    if (done == NULL)
        return KD_OUT_OF_MEMORY;
    for (bool progress = true; progress;) {
        progress = false;
        for (int32_t i = 0; i < rig->joint_count; i++) {
            const kd_rig_joint *own = &rig->joints[i];
            int32_t parent = own->parent[0] != '\0' ? kdi_compile_find_joint(compile, own->parent) : KDI_NOTHING,
                    present;
            if (done[i] || (own->parent[0] != '\0' && parent == KDI_NOTHING))
                continue;
            compile_joint *joint = &compile->joints[compile->joint_count];
            joint->name = own->name;
            joint->parent = parent;
            if (kdi_name_table_add(&compile->joint_names, own->name, strlen(own->name), compile->joint_count++,
                                   &present) != KD_OK)
                return KD_OUT_OF_MEMORY;
            done[i] = progress = true;
        }
    }
    return KD_OK;
}

static kd_result joint_add_skeleton(rig_compile *compile, const kd_skeleton *skeleton)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        int32_t present;
        compile_joint *joint = &compile->joints[compile->joint_count];
        joint->name = skeleton->joints[i].name;
        joint->parent = skeleton->joints[i].parent;
        joint->rest = skeleton->joints[i].rest;
        if (kdi_name_table_add(&compile->joint_names, joint->name, strlen(joint->name), compile->joint_count++,
                               &present) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

kd_result kdi_compile_joints(rig_compile *compile, const kd_skeleton *skeleton)
{
    const kd_rig *rig = compile->rig;
    int32_t most = skeleton != NULL ? skeleton->joint_count : rig->joint_count;
    compile->joints = (compile_joint *)kdi_compile_memory(compile, (size_t)most, sizeof(compile_joint));
    if (compile->joints == NULL)
        return KD_OUT_OF_MEMORY;
    kd_result result = skeleton != NULL ? joint_add_skeleton(compile, skeleton) : joint_add_own(compile);
    if (result != KD_OK)
        return result;
    for (int32_t i = 0; i < compile->joint_count; i++) {
        compile->joints[i].segment_scale = true;
        compile->joints[i].model = KDI_PLACE_NONE;
        compile->joints[i].kept = KDI_PLACE_NONE;
    }
    for (int32_t i = 0; i < rig->joint_count; i++) {
        int32_t index = kdi_compile_find_joint(compile, rig->joints[i].name);
        if (index == KDI_NOTHING)
            continue;
        compile->joints[index].rest = joint_rest_of_rig(&rig->joints[i]);
        compile->joints[index].segment_scale = rig->joints[i].segment_scale;
    }
    for (int32_t i = 0; i < compile->joint_count; i++) {
        compile_joint *joint = &compile->joints[i];
        joint->rest = joint_bounded(joint->rest);
        joint->rest_model = joint->parent == KDI_NOTHING
                                ? joint->rest
                                : kd_transform_mul(compile->joints[joint->parent].rest_model, joint->rest);
    }
    return KD_OK;
}

int32_t kdi_compile_find_joint(const rig_compile *compile, const char *name)
{
    return kdi_name_table_find(&compile->joint_names, name, strlen(name));
}

static void joint_note(rig_compile *compile, int32_t joint)
{
    compile->joints[joint].is_used = true;
    compile->nodes[compile->at].joints[joint / 32] |= UINT32_C(1) << (joint % 32);
}

kdi_place_id kdi_compile_local(rig_compile *compile, int32_t joint)
{
    joint_note(compile, joint);
    return KDI_PLACE(KDI_PLACE_JOINT, joint * KDI_JOINT_FLOATS);
}

kdi_place_id kdi_compile_model(rig_compile *compile, int32_t joint)
{
    /* From the first joint upwards whose transform is known, or the root, downwards. */
    int32_t chain_length = 0;
    for (int32_t j = joint; j != KDI_NOTHING; j = compile->joints[j].parent) {
        joint_note(compile, j);
        chain_length++;
    }
    int32_t *chain = (int32_t *)kdi_compile_memory(compile, (size_t)chain_length, sizeof(int32_t));
    if (chain == NULL)
        return KDI_PLACE_ZERO;
    int32_t count = 0;
    for (int32_t j = joint; j != KDI_NOTHING && compile->joints[j].model == KDI_PLACE_NONE;
         j = compile->joints[j].parent)
        chain[count++] = j;
    while (count-- > 0) {
        compile_joint *next = &compile->joints[chain[count]];
        kdi_place_id local = kdi_compile_local(compile, chain[count]);
        if (next->parent == KDI_NOTHING)
            next->model = local;
        else
            next->model = kdi_build_op(&compile->build, KDI_OP_CONCAT,
                                       (const kdi_place_id[]){compile->joints[next->parent].model, local}, NULL);
    }
    return compile->joints[joint].model;
}

kdi_place_id kdi_compile_parent_model(rig_compile *compile, int32_t joint)
{
    int32_t parent = compile->joints[joint].parent;
    if (parent == KDI_NOTHING)
        return kdi_build_constants(&compile->build, JOINT_IDENTITY, KDI_JOINT_FLOATS);
    return kdi_compile_model(compile, parent);
}

kdi_place_id kdi_compile_space_model(rig_compile *compile, int32_t joint, int32_t space, const char *space_joint)
{
    if (space == KD_SPACE_MODEL)
        return kdi_build_constants(&compile->build, JOINT_IDENTITY, KDI_JOINT_FLOATS);
    if (space == KD_SPACE_JOINT)
        return kdi_compile_model(compile, kdi_compile_find_joint(compile, space_joint));
    return kdi_compile_parent_model(compile, joint);
}

kd_transform kdi_compile_space_rest(const rig_compile *compile, int32_t joint, int32_t space, const char *space_joint)
{
    int32_t index = compile->joints[joint].parent;
    if (space == KD_SPACE_JOINT)
        index = kdi_compile_find_joint(compile, space_joint);
    if (space == KD_SPACE_MODEL || index == KDI_NOTHING)
        return kd_transform_identity();
    return compile->joints[index].rest_model;
}

static bool joint_is_below(const rig_compile *compile, int32_t joint, int32_t above)
{
    while (joint > above)
        joint = compile->joints[joint].parent;
    return joint == above;
}

void kdi_compile_joint_written(rig_compile *compile, int32_t joint, uint32_t parts)
{
    compile->joints[joint].writes |= parts;
    for (int32_t i = joint; i < compile->joint_count; i++)
        if (compile->joints[i].model != KDI_PLACE_NONE && joint_is_below(compile, i, joint))
            compile->joints[i].model = KDI_PLACE_NONE;
}
