/* Poses into registers and back. What is read is cleaned on the way: rotations of unit length, all numbers finite and
 * bounded, so that no instruction has to ask. Rotations go through lanes, of eight joints or of eight characters;
 * included once for each instruction set. */
#ifndef KDI_EVAL_POSES_H
#define KDI_EVAL_POSES_H

#include "eval/lane_moves.h"
#include "eval/run.h"

/* True where all have unit length within rounding: cleaning would change no bit of them. */
static inline int pose_quats_are_clean(const kdi_lanes *from)
{
    int are_clean = 1;
    for (int l = 0; l < KDI_LANES; l++)
        are_clean &= (int)lane_is_unit(lane_dot(LANE_Q(from, 0), LANE_Q(from, 0)));
    return are_clean;
}

static void pose_clean_quats(const kdi_lanes *from, kdi_lanes *to)
{
    if (pose_quats_are_clean(from)) {
        memcpy(to, from, 4 * sizeof *to);
        return;
    }
    for (int l = 0; l < KDI_LANES; l++) {
        kd_quat q = lane_unit(
            lane_quat(lane_bound(from[0][l]), lane_bound(from[1][l]), lane_bound(from[2][l]), lane_bound(from[3][l])),
            lane_identity());
        to[0][l] = q.x, to[1][l] = q.y, to[2][l] = q.z, to[3][l] = q.w;
    }
}

/* Rotations of eight joints of one character. */
typedef struct pose_quats {
    int count;
    const float *from[KDI_LANES];
    float *to[KDI_LANES];
} pose_quats;

static void pose_flush(pose_quats *quats)
{
    kdi_lanes raw[4], clean[4];
    if (quats->count == 0)
        return;
    for (int l = quats->count; l < KDI_LANES; l++)
        quats->from[l] = quats->from[0], quats->to[l] = quats->to[0];
    move_in_four(quats->from, raw);
    pose_clean_quats((const kdi_lanes *)raw, clean);
    move_out_four((const kdi_lanes *)clean, quats->to);
    quats->count = 0;
}

/* A transform as its floats: rotation at 0, translation at 4, scale at 7. */
typedef char pose_floats_are_packed[sizeof(kd_transform) == KDI_JOINT_FLOATS * sizeof(float) ? 1 : -1];

static inline float *pose_floats(const kd_transform *transform)
{
    return (float *)(uintptr_t)transform;
}

/* Three floats of a part. */
static inline void pose_read_vector(const float *from, float *to, size_t stride)
{
    for (size_t k = 0; k < 3; k++)
        to[k * stride] = lane_bound(from[k]);
}

static inline void pose_write_vector(const float *from, size_t stride, float *to)
{
    for (size_t k = 0; k < 3; k++)
        to[k] = from[k * stride];
}

static void poses_read_one(const kd_binding *binding, const kd_transform *pose, float *place)
{
    const kdi_program_joint *joints = KDI_SECTION(binding->program, joints, kdi_program_joint);
    pose_quats quats;
    quats.count = 0;
    for (uint32_t i = 0; i < binding->program->joints.count; i++, place += KDI_JOINT_FLOATS) {
        int32_t host = binding->host[i];
        const float *from = host == KDI_NOTHING || pose == NULL ? joints[i].rest : pose_floats(pose + host);
        if (joints[i].reads & KD_PART_ROTATE) {
            quats.from[quats.count] = from;
            quats.to[quats.count] = place;
            if (++quats.count == KDI_LANES)
                pose_flush(&quats);
        }
        if (joints[i].reads & KD_PART_TRANSLATE)
            pose_read_vector(from + 4, place + 4, 1);
        if (joints[i].reads & KD_PART_SCALE)
            pose_read_vector(from + 7, place + 7, 1);
    }
    pose_flush(&quats);
}

static void poses_read_many(const kd_binding *binding, kd_transform *const *poses, kdi_lanes *place)
{
    const kdi_program_joint *joints = KDI_SECTION(binding->program, joints, kdi_program_joint);
    for (uint32_t i = 0; i < binding->program->joints.count; i++, place += KDI_JOINT_FLOATS) {
        int32_t host = binding->host[i];
        const float *from[KDI_LANES];
        for (int l = 0; l < KDI_LANES; l++)
            from[l] = host == KDI_NOTHING || poses[l] == NULL ? joints[i].rest : pose_floats(poses[l] + host);
        if (joints[i].reads & KD_PART_ROTATE) {
            kdi_lanes raw[4];
            move_in_four(from, raw);
            pose_clean_quats((const kdi_lanes *)raw, place);
        }
        for (int l = 0; joints[i].reads & KD_PART_TRANSLATE && l < KDI_LANES; l++)
            pose_read_vector(from[l] + 4, place[4] + l, KDI_LANES);
        for (int l = 0; joints[i].reads & KD_PART_SCALE && l < KDI_LANES; l++)
            pose_read_vector(from[l] + 7, place[7] + l, KDI_LANES);
    }
}

static void poses_read(const kd_binding *binding, int32_t lanes, kd_transform *const *poses, float *registers)
{
    float *place = registers + (size_t)kdi_register_joint(binding->program, 0) * (size_t)lanes;
    if (lanes == 1)
        poses_read_one(binding, poses[0], place);
    else
        poses_read_many(binding, poses, (kdi_lanes *)(void *)place);
}

static void poses_write_one(const kd_binding *binding, const float *place, kd_transform *pose)
{
    const kdi_program_joint *joints = KDI_SECTION(binding->program, joints, kdi_program_joint);
    for (uint32_t i = 0; i < binding->program->joints.count; i++, place += KDI_JOINT_FLOATS) {
        if (binding->host[i] == KDI_NOTHING)
            continue;
        float *to = pose_floats(pose + binding->host[i]);
        if (joints[i].writes & KD_PART_ROTATE)
            memcpy(to, place, 4 * sizeof *to);
        if (joints[i].writes & KD_PART_TRANSLATE)
            pose_write_vector(place + 4, 1, to + 4);
        if (joints[i].writes & KD_PART_SCALE)
            pose_write_vector(place + 7, 1, to + 7);
    }
}

static void poses_write_many(const kd_binding *binding, const kdi_lanes *place, kd_transform *const *poses)
{
    const kdi_program_joint *joints = KDI_SECTION(binding->program, joints, kdi_program_joint);
    for (uint32_t i = 0; i < binding->program->joints.count; i++, place += KDI_JOINT_FLOATS) {
        int32_t host = binding->host[i];
        if (host == KDI_NOTHING || joints[i].writes == 0)
            continue;
        kd_transform nowhere;
        float *to[KDI_LANES];
        for (int l = 0; l < KDI_LANES; l++)
            to[l] = poses[l] != NULL ? pose_floats(poses[l] + host) : pose_floats(&nowhere);
        if (joints[i].writes & KD_PART_ROTATE)
            move_out_four(place, to);
        for (int l = 0; joints[i].writes & KD_PART_TRANSLATE && l < KDI_LANES; l++)
            pose_write_vector(place[4] + l, KDI_LANES, to[l] + 4);
        for (int l = 0; joints[i].writes & KD_PART_SCALE && l < KDI_LANES; l++)
            pose_write_vector(place[7] + l, KDI_LANES, to[l] + 7);
    }
}

static void poses_write(const kd_binding *binding, int32_t lanes, const float *registers, kd_transform *const *poses)
{
    const float *place = registers + (size_t)kdi_register_joint(binding->program, 0) * (size_t)lanes;
    if (lanes > 1)
        poses_write_many(binding, (const kdi_lanes *)(const void *)place, poses);
    else if (poses[0] != NULL)
        poses_write_one(binding, place, poses[0]);
}

#endif
