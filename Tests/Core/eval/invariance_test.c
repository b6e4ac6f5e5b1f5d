/* What must not change: the sign of quaternions, the place of the whole character, left and right, the order of bend
 * and roll where only one of them is there; and what must change only a little. */
#include "support/rig_compare.h"

#include "kinedriver/math.h"
#include "kinedriver/rig_mirror.h"

#include <math.h>

static const kd_node_type ALL_TYPES[] = {KD_NODE_EXTERNAL_INPUT,
                                         KD_NODE_EXTERNAL_OUTPUT,
                                         KD_NODE_SOURCE_OP,
                                         KD_NODE_TARGET_OP,
                                         KD_NODE_EZ_PARAM_LINK,
                                         KD_NODE_LINK_WITH,
                                         KD_NODE_EXPR,
                                         KD_NODE_TWIST_CHAIN,
                                         KD_NODE_COMBINE,
                                         KD_NODE_DAMPED_FOLLOW,
                                         KD_NODE_POSITION_CONSTRAINT,
                                         KD_NODE_ORIENTATION_CONSTRAINT,
                                         KD_NODE_DIRECTION_CONSTRAINT,
                                         KD_NODE_PARENT_CONSTRAINT};
enum { ALL_COUNT = sizeof ALL_TYPES / sizeof ALL_TYPES[0] };

static void run_pose(const kt_run_state *run, kd_transform *pose)
{
    kd_transform *poses[1] = {pose};
    kd_eval_job job = kd_eval_job_default(run->instance);
    job.poses = poses;
    job.seconds = 0.02f;
    kd_eval_run(&job);
}

/* The rig of a single source that reads joint 0 of a skeleton of one joint at rest. */
static kd_rig *source_rig(int32_t mapping, int32_t order)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    rig->units.angle = KD_ANGLE_RADIAN;
    kd_node *node = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "source");
    node->as.source.channel.mapping = mapping;
    node->as.source.channel.order = order;
    ((kd_joint_weight *)kd_rig_add_child(rig, node, "Source"))->joint = "bone";
    return rig;
}

static void read_numbers(const kt_run_state *run, kd_quat q, float numbers[3])
{
    kd_transform pose = kd_transform_identity();
    kd_probe probe;
    int count = 0;
    pose.rotate = q;
    run_pose(run, &pose);
    for (int32_t i = 0; kd_instance_probe(run->instance, 0, 0, i, &probe); i++)
        if (!probe.is_input && probe.width == 1)
            numbers[count++] = probe.value[0];
    assert_int_equal(count, 3);
}

static const kd_joint BONE = {"bone", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}};
static const kd_skeleton BONE_SKELETON = {&BONE, 1};

static kd_quat random_quat(kt_random *random)
{
    double q[4];
    kt_random_rotation(random, q);
    return kd_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
}

static void sources_read_q_and_minus_q_alike_even_at_half_a_turn(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int32_t mapping = 0; mapping < 2; mapping++)
        for (int32_t order = 0; order < 2; order++) {
            kd_rig *rig = source_rig(mapping, order);
            kt_run_state run = kt_run_make(rig, &BONE_SKELETON, 1, true);
            for (int i = 0; i < 5000; i++) {
                kd_quat q = random_quat(&random);
                if (i % 5 == 0)
                    q.w = 0.0f;
                if (i % 15 == 0)
                    q.x = 0.0f;
                if (i % 60 == 0)
                    q = kd_quat_make(0, 0, -1, 0);
                q = kd_quat_normalize(q);
                q.w = q.w == 0.0f ? 0.0f : q.w;
                kd_quat minus = kd_quat_make(0.0f - q.x, 0.0f - q.y, 0.0f - q.z, 0.0f - q.w);
                float a[3], b[3];
                read_numbers(&run, q, a);
                read_numbers(&run, minus, b);
                for (int k = 0; k < 3; k++)
                    assert_true(a[k] == b[k]);
            }
            kt_run_free(&run);
            kd_rig_free(rig);
        }
}

static void assert_same_but_for_sign(kd_quat a, kd_quat b)
{
    float sign = kd_quat_dot(a, b) < 0.0f ? -1.0f : 1.0f;
    assert_true(a.x == sign * b.x && a.y == sign * b.y && a.z == sign * b.z && a.w == sign * b.w);
}

/* Every kind of node, with rotations of some joints written the other way round. */
static void rigs_read_q_and_minus_q_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_sane_rig(seed + 5000, 30, ALL_TYPES, ALL_COUNT);
        kt_run_state runs[2] = {kt_run_make(rig, &skeleton.skeleton, 1, false),
                                kt_run_make(rig, &skeleton.skeleton, 1, false)};
        kt_random random = kt_random_make(seed);
        for (int frame = 0; frame < 20; frame++) {
            kd_transform a[64], b[64];
            kt_random_pose(&skeleton.skeleton, &random, a);
            memcpy(b, a, sizeof b);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++)
                if (kt_random_below(&random, 2) == 0)
                    b[i].rotate = kd_quat_negate(b[i].rotate);
            run_pose(&runs[0], a);
            run_pose(&runs[1], b);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++) {
                assert_same_but_for_sign(a[i].rotate, b[i].rotate);
                assert_memory_equal(&a[i].translate, &b[i].translate, sizeof a[i].translate);
                assert_memory_equal(&a[i].scale, &b[i].scale, sizeof a[i].scale);
            }
        }
        for (int i = 0; i < 2; i++)
            kt_run_free(&runs[i]);
        kd_rig_free(rig);
    }
}

/* theta_h = -2 atan(z.x' / (x.x' + 1)), theta_v = 2 atan(y.x' / (x.x' + 1)), x' where the bone points. */
static void bends_are_the_stereographic_projection_of_the_bone(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    kd_rig *rig = source_rig(KD_MAPPING_BEND_ROLL, KD_ROLL_THEN_BEND);
    kt_run_state run = kt_run_make(rig, &BONE_SKELETON, 1, true);
    int counted = 0;
    while (counted < 20000) {
        kd_quat q = random_quat(&random);
        double x = 1 - 2 * ((double)q.y * q.y + (double)q.z * q.z), y = 2 * ((double)q.x * q.y + (double)q.w * q.z),
               z = 2 * ((double)q.x * q.z - (double)q.w * q.y);
        if (x < -0.98)
            continue;
        float numbers[3];
        read_numbers(&run, q, numbers);
        assert_true(fabs(numbers[0] - -2 * atan(z / (x + 1))) < 1e-5);
        assert_true(fabs(numbers[1] - 2 * atan(y / (x + 1))) < 1e-5);
        counted++;
    }
    kt_run_free(&run);
    kd_rig_free(rig);
}

static void bend_and_roll_orders_agree_where_one_is_missing(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    kd_rig *rigs[2] = {source_rig(KD_MAPPING_BEND_ROLL, KD_BEND_THEN_ROLL),
                       source_rig(KD_MAPPING_BEND_ROLL, KD_ROLL_THEN_BEND)};
    kt_run_state runs[2] = {kt_run_make(rigs[0], &BONE_SKELETON, 1, true),
                            kt_run_make(rigs[1], &BONE_SKELETON, 1, true)};
    for (int i = 0; i < 20000; i++) {
        kd_quat q = random_quat(&random);
        if (i % 2 == 0)
            q.x = 0.0f; /* a bend alone */
        else
            q.y = q.z = 0.0f; /* a roll alone */
        q = kd_quat_normalize(q);
        if (fabsf(q.w) < 0.01f)
            continue;
        float a[3], b[3];
        read_numbers(&runs[0], q, a);
        read_numbers(&runs[1], q, b);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(a[k] - b[k]) < 1e-6f);
        assert_true(i % 2 == 0 ? fabsf(a[2]) < 1e-6f : fabsf(a[0]) + fabsf(a[1]) < 1e-6f);
    }
    for (int i = 0; i < 2; i++) {
        kt_run_free(&runs[i]);
        kd_rig_free(rigs[i]);
    }
}

/* A step of the rotation by d moves no number by more than 6 d / c^2, c the cosine of half the bend. */
static void numbers_follow_rotations_without_jumps_away_from_the_pole(void **state)
{
    (void)state;
    kt_random random = kt_random_make(6);
    for (int32_t order = 0; order < 2; order++) {
        kd_rig *rig = source_rig(KD_MAPPING_BEND_ROLL, order);
        kt_run_state run = kt_run_make(rig, &BONE_SKELETON, 1, true);
        for (int i = 0; i < 10000; i++) {
            kd_quat q = random_quat(&random);
            float c = sqrtf(q.x * q.x + q.w * q.w), roll_w = fabsf(q.w) / c, step = 1e-3f, a[3], b[3];
            if (c < 0.1f || roll_w < 0.05f)
                continue;
            kd_quat moved =
                kd_quat_normalize(kd_quat_mul(q, kd_quat_from_axis_angle(kd_vec3_make(1, 2, (float)i), step)));
            read_numbers(&run, q, a);
            read_numbers(&run, moved, b);
            for (int k = 0; k < 3; k++)
                assert_true(fabsf(a[k] - b[k]) < 6 * step / (c * c));
        }
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

/* Roots of random skeletons are joint 0; rigs here do not speak of the model's own space. */
static void moving_the_whole_character_changes_no_other_joint(void **state)
{
    (void)state;
    int64_t compared = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_sane_rig(seed + 900, 20, ALL_TYPES, ALL_COUNT);
        for (int32_t i = 0; i < rig->node_count; i++) {
            kd_node *node = rig->nodes[i];
            int32_t *space = node->type == KD_NODE_SOURCE_OP             ? &node->as.source.channel.space
                             : node->type == KD_NODE_TARGET_OP           ? &node->as.target.channel.space
                             : node->type >= KD_NODE_POSITION_CONSTRAINT ? &node->as.constraint.space
                                                                         : NULL;
            const char **names[] = {&node->as.target.joint, &node->as.constraint.joint};
            if (space != NULL && *space == KD_SPACE_MODEL)
                *space = KD_SPACE_PARENT;
            if (node->type == KD_NODE_TARGET_OP && strcmp(*names[0], skeleton.joints[0].name) == 0)
                *names[0] = skeleton.joints[1].name;
            if (node->type >= KD_NODE_POSITION_CONSTRAINT && strcmp(*names[1], skeleton.joints[0].name) == 0)
                *names[1] = skeleton.joints[1].name;
            for (int32_t k = 0; node->type == KD_NODE_TWIST_CHAIN && k < node->as.twist.targets.count; k++)
                node->as.twist.targets.items[k].joint = skeleton.joints[1 + k].name;
            if (node->type == KD_NODE_TWIST_CHAIN)
                node->as.twist.source = "";
            for (int32_t k = 0; node->type == KD_NODE_SOURCE_OP && k < node->as.source.sources.count; k++)
                if (strcmp(node->as.source.sources.items[k].joint, skeleton.joints[0].name) == 0)
                    node->as.source.sources.items[k].joint = skeleton.joints[1].name;
        }
        kt_tally tally;
        memset(&tally, 0, sizeof tally);
        kt_comparison there = kt_comparison_make(rig, &skeleton.skeleton, NULL, &tally);
        kt_run_state here = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kt_random random = kt_random_make(seed);
        for (int frame = 0; frame < 10; frame++) {
            kd_transform a[64], b[64];
            kt_random_pose(&skeleton.skeleton, &random, a);
            memcpy(b, a, sizeof b);
            b[0].rotate = kd_quat_normalize(kd_quat_mul(random_quat(&random), b[0].rotate));
            b[0].translate = kd_vec3_add(b[0].translate, kd_vec3_make(20, -30, 10));
            run_pose(&here, a);
            kt_compare_frame(&there, &(kt_frame){b, NULL, 0.02f, 0});
            for (int32_t i = 1; i < skeleton.skeleton.joint_count; i++) {
                if (there.reference->joints[i].doubt || there.shaken->joints[i].doubt)
                    continue;
                float dot = fabsf(kd_quat_dot(a[i].rotate, b[i].rotate));
                long double moved = fabsl(there.reference->joints[i].local.rotate.m[0][0] -
                                          there.shaken->joints[i].local.rotate.m[0][0]);
                if (moved > 2e-6L)
                    continue;
                assert_true(dot > 1 - 1e-6f);
                float size = 1e-5f * (float)there.reference->extent;
                assert_true(kd_vec3_length(kd_vec3_sub(a[i].translate, b[i].translate)) < size);
                compared++;
            }
        }
        kt_comparison_free(&there);
        kt_run_free(&here);
        kd_rig_free(rig);
    }
    assert_true(compared > 8000);
}

static kd_transform reflected(kd_transform t, int axis)
{
    float *translate = &t.translate.x, *rotate = &t.rotate.x;
    translate[axis] = -translate[axis];
    for (int k = 0; k < 3; k++)
        if (k != axis)
            rotate[k] = -rotate[k];
    return t;
}

/* The skeleton of the other side: every joint under its partner's name, reflected. */
static void mirror_skeleton(const kt_skeleton *skeleton, const kd_mirror_desc *desc, kt_skeleton *other,
                            char (*names)[64])
{
    *other = *skeleton;
    other->skeleton.joints = other->joints;
    for (int32_t i = 0; i < skeleton->skeleton.joint_count; i++) {
        kd_mirror_name(skeleton->joints[i].name, desc, names[i], 64);
        other->joints[i].name = names[i];
        other->joints[i].rest = reflected(skeleton->joints[i].rest, desc->axis);
    }
}

static void mirrored_rigs_move_mirrored_characters_alike(void **state)
{
    (void)state;
    int64_t compared = 0;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        kt_skeleton skeleton, other;
        char names[64][64];
        kd_mirror_desc desc = kd_mirror_desc_default();
        desc.axis = desc.centre_axis = (int32_t)(seed % 3);
        kt_random_skeleton(&skeleton, seed);
        mirror_skeleton(&skeleton, &desc, &other, names);
        kd_rig *rig = kt_random_sane_rig(seed + 3000, 20, ALL_TYPES, ALL_COUNT);
        kd_rig *mirrored = kt_random_sane_rig(seed + 3000, 20, ALL_TYPES, ALL_COUNT);
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_rig_mirror(mirrored, &desc, &findings), KD_OK);
        kd_findings_free(&findings);
        kt_tally tally;
        memset(&tally, 0, sizeof tally);
        kt_comparison one = kt_comparison_make(rig, &skeleton.skeleton, NULL, &tally);
        kt_run_state two = kt_run_make(mirrored, &other.skeleton, 1, false);
        kt_random random = kt_random_make(seed);
        for (int frame = 0; frame < 8; frame++) {
            kd_transform a[64], b[64];
            kt_random_pose(&skeleton.skeleton, &random, a);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++)
                b[i] = reflected(a[i], desc.axis);
            kt_compare_frame(&one, &(kt_frame){a, NULL, 0.02f, 0});
            run_pose(&two, b);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++) {
                const ref_joint *exact = &one.reference->joints[i], *moved = &one.shaken->joints[i];
                if (exact->doubt || moved->doubt ||
                    fabsl(exact->local.rotate.m[0][1] - moved->local.rotate.m[0][1]) > 2e-6L)
                    continue;
                kd_transform back = reflected(b[i], desc.axis);
                assert_true(fabsf(kd_quat_dot(a[i].rotate, back.rotate)) > 1 - 1e-6f);
                assert_true(kd_vec3_length(kd_vec3_sub(a[i].translate, back.translate)) <
                            1e-5f * (float)one.reference->extent);
                assert_true(kd_vec3_length(kd_vec3_sub(a[i].scale, back.scale)) < 2e-5f * kd_vec3_length(a[i].scale));
                compared++;
            }
        }
        kt_comparison_free(&one);
        kt_run_free(&two);
        kd_rig_free(rig);
        kd_rig_free(mirrored);
    }
    assert_true(compared > 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_read_q_and_minus_q_alike_even_at_half_a_turn),
        cmocka_unit_test(rigs_read_q_and_minus_q_alike),
        cmocka_unit_test(bends_are_the_stereographic_projection_of_the_bone),
        cmocka_unit_test(bend_and_roll_orders_agree_where_one_is_missing),
        cmocka_unit_test(numbers_follow_rotations_without_jumps_away_from_the_pole),
        cmocka_unit_test(moving_the_whole_character_changes_no_other_joint),
        cmocka_unit_test(mirrored_rigs_move_mirrored_characters_alike),
    };
    return kt_run(tests);
}
