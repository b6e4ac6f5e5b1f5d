/* Mirroring, checked by evaluation: a mirrored rig, on the mirrored skeleton in the mirrored pose, gives the mirrored
 * result of the rig. Random rigs of all node types, poses and ways to mirror. What poses and skeletons are when
 * mirrored is written here once more, from the definition: a joint's frame R becomes S R D. */
#include "kinedriver/math.h"
#include "kinedriver/rig_mirror.h"
#include "kinedriver/scalar.h"
#include "support/rig_compare.h"

#include <math.h>

enum { MIRROR_ALL = 3, MIRROR_MODEL = -1, MIRROR_WAYS = 18, MIRROR_FRAMES = 4 };

/* Every combination of frames, axis and centre axis. */
static kd_mirror_desc mirror_way(int number)
{
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.frames = number % 2 ? KD_MIRROR_FRAMES_BEHAVIOR : KD_MIRROR_FRAMES_ORIENTATION;
    desc.axis = number / 2 % 3;
    desc.centre_axis = number / 6;
    return desc;
}

/* The axis that the D of a joint reverses, or MIRROR_ALL. */
static int reversed(const kd_skeleton *skeleton, int32_t joint, const kd_mirror_desc *desc)
{
    char mirrored[64];
    if (joint == KD_NO_JOINT)
        return desc->axis;
    if (!kd_mirror_name(skeleton->joints[joint].name, desc, mirrored, sizeof mirrored))
        return desc->centre_axis;
    return desc->frames == KD_MIRROR_FRAMES_BEHAVIOR ? MIRROR_ALL : desc->axis;
}

/* D is minus a half turn about its axis, or minus one; the signs vanish in a rotation. */
static kd_quat half_turn(int axis)
{
    return kd_quat_make(axis == 0, axis == 1, axis == 2, axis == MIRROR_ALL);
}

static kd_transform mirrored_local(const kd_skeleton *skeleton, int32_t joint, const kd_mirror_desc *desc,
                                   kd_transform t)
{
    int own = reversed(skeleton, joint, desc), above = reversed(skeleton, skeleton->joints[joint].parent, desc);
    t.rotate = kd_quat_mul(kd_quat_mul(half_turn(above), t.rotate), half_turn(own));
    t.translate.x *= above == 0 || above == MIRROR_ALL ? -1.0f : 1.0f;
    t.translate.y *= above == 1 || above == MIRROR_ALL ? -1.0f : 1.0f;
    t.translate.z *= above == 2 || above == MIRROR_ALL ? -1.0f : 1.0f;
    return t;
}

typedef struct mirrored_skeleton {
    kt_skeleton joints;
    char names[64][64];
} mirrored_skeleton;

static void mirror_skeleton(const kd_skeleton *skeleton, const kd_mirror_desc *desc, mirrored_skeleton *mirrored)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        kd_joint *joint = &mirrored->joints.joints[i];
        *joint = skeleton->joints[i];
        kd_mirror_name(skeleton->joints[i].name, desc, mirrored->names[i], sizeof mirrored->names[i]);
        joint->name = mirrored->names[i];
        joint->rest = mirrored_local(skeleton, i, desc, joint->rest);
    }
    mirrored->joints.skeleton.joints = mirrored->joints.joints;
    mirrored->joints.skeleton.joint_count = skeleton->joint_count;
}

/* The rig states all joints, with the parents and rest poses of the skeleton: mirroring is exact then. */
static void state_joints(kd_rig *rig, const kd_skeleton *skeleton)
{
    rig->joint_count = 0;
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        const kd_joint *joint = &skeleton->joints[i];
        kd_rig_joint *stated = kd_rig_add_joint(
            rig, joint->name, joint->parent == KD_NO_JOINT ? "" : skeleton->joints[joint->parent].name);
        for (int k = 0; k < 3; k++) {
            stated->translate[k] = (double)(&joint->rest.translate.x)[k];
            stated->scale[k] = (double)(&joint->rest.scale.x)[k];
        }
        for (int k = 0; k < 4; k++)
            stated->rotate[k] = (double)(&joint->rest.rotate.x)[k];
    }
}

/* What a node blends is reversed alike, as mirroring demands (it warns otherwise): the first joint takes the place of
 * those that are not, and of those whose parents are not. */
static void blend_alike(const kd_skeleton *skeleton, const kd_mirror_desc *desc, kd_joint_list *list)
{
    int32_t first = kd_skeleton_find(skeleton, list->items[0].joint);
    for (int32_t i = 1; i < list->count; i++) {
        int32_t other = kd_skeleton_find(skeleton, list->items[i].joint);
        if (reversed(skeleton, first, desc) != reversed(skeleton, other, desc) ||
            reversed(skeleton, skeleton->joints[first].parent, desc) !=
                reversed(skeleton, skeleton->joints[other].parent, desc))
            list->items[i].joint = list->items[0].joint;
    }
}

static void make_unambiguous(kd_rig *rig, const kd_skeleton *skeleton, const kd_mirror_desc *desc)
{
    for (int32_t i = 0; i < rig->node_count; i++) {
        kd_node *node = rig->nodes[i];
        if (node->type == KD_NODE_SOURCE_OP && node->as.source.sources.count > 0)
            blend_alike(skeleton, desc, &node->as.source.sources);
        if (node->type != KD_NODE_TWIST_CHAIN)
            continue;
        kd_joint_list *targets = &node->as.twist.targets;
        blend_alike(skeleton, desc, targets);
        if (node->as.twist.source[0] != '\0')
            node->as.twist.source = targets->items[0].joint;
    }
}

/* Not exactly half a turn from rest, where either sign is right. */
static void random_pose(const kd_skeleton *skeleton, kt_random *random, kd_transform *pose)
{
    kt_random_pose(skeleton, random, pose);
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        if (kd_abs(kd_quat_dot(pose[i].rotate, skeleton->joints[i].rest.rotate)) < 1e-3f)
            pose[i].rotate = skeleton->joints[i].rest.rotate;
}

typedef struct mirror_side {
    kt_run_state run;
    kd_transform pose[64];
    float outputs[64];
} mirror_side;

static void run_side(mirror_side *side, const float *inputs, float seconds)
{
    kd_transform *poses[1] = {side->pose};
    const float *in[1] = {inputs};
    float *out[1] = {side->outputs};
    kd_eval_job job = kd_eval_job_default(side->run.instance);
    job.poses = poses;
    job.inputs = in;
    job.outputs = out;
    job.seconds = seconds;
    kd_eval_run(&job);
}

/* Distance of two results as part of their size. */
static double apart(const float *a, const float *b, int count, double least)
{
    double difference = 0, size = least;
    for (int i = 0; i < count; i++) {
        difference = fmax(difference, fabs((double)a[i] - (double)b[i]));
        size = fmax(size, fabs((double)a[i]));
    }
    return difference / size;
}

static double joints_apart(kd_transform a, kd_transform b)
{
    kd_quat other = kd_quat_make(-b.rotate.x, -b.rotate.y, -b.rotate.z, -b.rotate.w);
    double turn = fmin(apart(&a.rotate.x, &b.rotate.x, 4, 1), apart(&a.rotate.x, &other.x, 4, 1));
    return fmax(turn, fmax(apart(&a.translate.x, &b.translate.x, 3, 30), apart(&a.scale.x, &b.scale.x, 3, 0.1)));
}

typedef struct mirror_tally {
    int64_t compared, left_out;
} mirror_tally;

/* All frames of one rig. A result counts if it hardly moves when the pose is shaken. */
static void compare_sides(kd_rig *rig, kt_skeleton *skeleton, const kd_mirror_desc *desc, uint64_t seed,
                          mirror_tally *tally)
{
    static mirrored_skeleton other;
    static mirror_side plain, shaken, mirrored;
    kt_random random = kt_random_make(seed);
    state_joints(rig, &skeleton->skeleton);
    make_unambiguous(rig, &skeleton->skeleton, desc);
    mirror_skeleton(&skeleton->skeleton, desc, &other);
    plain.run = kt_run_make(rig, &skeleton->skeleton, 1, false);
    shaken.run = kt_run_make(rig, &skeleton->skeleton, 1, false);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_mirror(rig, desc, &findings), KD_OK);
    kt_print_findings(&findings);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    mirrored.run = kt_run_make(rig, &other.joints.skeleton, 1, false);
    int32_t joints = skeleton->skeleton.joint_count, outputs = kd_program_output_count(plain.run.program);
    assert_true(outputs <= 64 && kd_program_input_count(plain.run.program) <= 64);
    for (int frame = 0; frame < MIRROR_FRAMES; frame++) {
        float inputs[64];
        for (int i = 0; i < 64; i++)
            inputs[i] = (float)kt_random_in(&random, -90, 90);
        random_pose(&skeleton->skeleton, &random, plain.pose);
        for (int32_t i = 0; i < joints; i++) {
            mirrored.pose[i] = mirrored_local(&skeleton->skeleton, i, desc, plain.pose[i]);
            shaken.pose[i] = plain.pose[i];
            for (int k = 0; k < 10; k++)
                (&shaken.pose[i].rotate.x)[k] += (float)kt_random_in(&random, -1e-6, 1e-6);
        }
        run_side(&plain, inputs, 0.02f);
        run_side(&shaken, inputs, 0.02f);
        run_side(&mirrored, inputs, 0.02f);
        for (int32_t i = 0; i < joints; i++) {
            bool counts = joints_apart(plain.pose[i], shaken.pose[i]) < 1e-4;
            kd_transform expected = mirrored_local(&skeleton->skeleton, i, desc, plain.pose[i]);
            if (counts && joints_apart(expected, mirrored.pose[i]) > 1e-3)
                fail_msg("seed %llu frame %d: '%s' is %g off", (unsigned long long)seed, frame,
                         skeleton->joints[i].name, joints_apart(expected, mirrored.pose[i]));
            tally->compared += counts;
            tally->left_out += !counts;
        }
        for (int32_t i = 0; i < outputs; i++)
            if (apart(&plain.outputs[i], &shaken.outputs[i], 1, 1) < 1e-4 &&
                apart(&plain.outputs[i], &mirrored.outputs[i], 1, 1) > 1e-3)
                fail_msg("seed %llu frame %d: output %d is %g and not %g", (unsigned long long)seed, frame, (int)i,
                         (double)mirrored.outputs[i], (double)plain.outputs[i]);
    }
    kt_run_free(&plain.run);
    kt_run_free(&shaken.run);
    kt_run_free(&mirrored.run);
}

static void compare_random(const kd_node_type *types, int type_count, int nodes, int rounds, uint64_t seed)
{
    mirror_tally tally = {0, 0};
    for (int round = 0; round < rounds * MIRROR_WAYS; round++) {
        kd_mirror_desc desc = mirror_way(round % MIRROR_WAYS);
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed + (uint64_t)round);
        kd_rig *rig = kt_random_sane_rig(seed + (uint64_t)round, nodes, types, type_count);
        compare_sides(rig, &skeleton, &desc, seed + (uint64_t)round, &tally);
        kd_rig_free(rig);
    }
    assert_true(tally.left_out * 10 < tally.compared);
}

static void whole_rigs_on_mirrored_motion_give_the_mirrored_result(void **state)
{
    (void)state;
    compare_random(NULL, 0, 14, 16, 9000);
}

static void each_node_that_writes_joints_is_mirrored(void **state)
{
    (void)state;
    static const kd_node_type WRITERS[] = {KD_NODE_TARGET_OP,           KD_NODE_TWIST_CHAIN,
                                           KD_NODE_POSITION_CONSTRAINT, KD_NODE_ORIENTATION_CONSTRAINT,
                                           KD_NODE_PARENT_CONSTRAINT,   KD_NODE_DIRECTION_CONSTRAINT};
    for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++) {
        const kd_node_type types[] = {WRITERS[i], KD_NODE_SOURCE_OP};
        compare_random(types, 2, 4, 8, 20000 + 1000 * i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_node_that_writes_joints_is_mirrored),
        cmocka_unit_test(whole_rigs_on_mirrored_motion_give_the_mirrored_result),
    };
    return kt_run(tests);
}
