/* TargetOp against the reference: all channels, spaces, mappings, masks, bases, several on one joint. */
#include "support/rig_compare.h"

#include <math.h>

static void targets_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_TARGET_OP, KD_NODE_TARGET_OP, KD_NODE_SOURCE_OP,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 4, 16, 20, 100000, 100});
}

static const kd_joint BONE = {"bone", KD_NO_JOINT, false, {{0, 0, 0, 1}, {1, 0, 0}, {1, 1, 1}}};
static const kd_skeleton BONE_SKELETON = {&BONE, 1};

/* A target of the bone, fed by the host. */
static kd_node *add_target(kd_rig *rig, const char *name, int32_t channel, int32_t base)
{
    kd_node *target = kd_rig_add_node(rig, KD_NODE_TARGET_OP, name);
    target->as.target.joint = "bone";
    target->as.target.channel.channel = channel;
    target->as.target.base = base;
    return target;
}

static kd_transform run_rig(kd_rig *rig, kd_transform pose)
{
    kt_run_state run = kt_run_make(rig, &BONE_SKELETON, 1, false);
    kd_transform *poses[1] = {&pose};
    kd_eval_job job = kd_eval_job_default(run.instance);
    job.poses = poses;
    kd_eval_run(&job);
    kt_run_free(&run);
    kd_rig_free(rig);
    return pose;
}

static kd_rig *input_rig(double value)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    rig->units.angle = KD_ANGLE_RADIAN;
    kd_node *input = kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "in");
    input->as.external.min = -10;
    input->as.external.max = 10;
    input->as.external.initial = value;
    return rig;
}

static void targets_of_one_joint_act_in_file_order(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        kd_rig *rig = input_rig(3);
        const char *names[2] = {"set", "add"};
        for (int i = 0; i < 2; i++) {
            bool adds = (i ^ order) == 1;
            add_target(rig, names[adds], KD_CHANNEL_TRANSLATE, adds ? KD_BASE_CURRENT : KD_BASE_REST);
            kd_rig_connect(rig, "in", "out", names[adds], "translateX");
        }
        kd_transform pose = BONE.rest;
        pose.translate.x = 50;
        /* Set then add: rest + 3 + 3. Add then set: what was added is set aside. */
        assert_true(run_rig(rig, pose).translate.x == (order == 0 ? 7.0f : 4.0f));
    }
}

/* s = 2 / (tan2(-h/2) + tan2(v/2) + 1), x' = (s - 1) x + s tan(v/2) y + s tan(-h/2) z. */
static void bends_point_the_bone_where_the_projection_says(void **state)
{
    (void)state;
    kt_random random = kt_random_make(8);
    for (int i = 0; i < 300; i++) {
        double h = kt_random_in(&random, -2.8, 2.8), v = kt_random_in(&random, -2.8, 2.8);
        kd_rig *rig = input_rig(1);
        add_target(rig, "target", KD_CHANNEL_ROTATE, KD_BASE_REST);
        kd_rig_connect(rig, "in", "out", "target", "bendH")->factor = h;
        kd_rig_connect(rig, "in", "out", "target", "bendV")->factor = v;
        kd_quat q = run_rig(rig, BONE.rest).rotate;
        double th = tan(-h / 2), tv = tan(v / 2), s = 2 / (th * th + tv * tv + 1);
        assert_true(fabs(1 - 2 * ((double)q.y * q.y + (double)q.z * q.z) - (s - 1)) < 1e-5);
        assert_true(fabs(2 * ((double)q.x * q.y + (double)q.w * q.z) - s * tv) < 1e-5);
        assert_true(fabs(2 * ((double)q.x * q.z - (double)q.w * q.y) - s * th) < 1e-5);
    }
}

static void a_target_of_one_channel_leaves_the_others_to_the_bit(void **state)
{
    (void)state;
    for (int32_t channel = 0; channel < 3; channel++) {
        static const char *const PORTS[3] = {"translateY", "roll", "scaleZ"};
        kd_rig *rig = input_rig(0.5);
        add_target(rig, "target", channel, KD_BASE_REST);
        kd_rig_connect(rig, "in", "out", "target", PORTS[channel]);
        kd_transform before = {{0.1f, 0.2f, 0.3f, 0.927f}, {4, 5, 6}, {2, 3, 4}}, after = run_rig(rig, before);
        assert_int_equal(memcmp(&before.rotate, &after.rotate, sizeof before.rotate) != 0, channel == 1);
        assert_int_equal(memcmp(&before.translate, &after.translate, sizeof before.translate) != 0, channel == 0);
        assert_int_equal(memcmp(&before.scale, &after.scale, sizeof before.scale) != 0, channel == 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_agree_with_the_reference),
        cmocka_unit_test(targets_of_one_joint_act_in_file_order),
        cmocka_unit_test(bends_point_the_bone_where_the_projection_says),
        cmocka_unit_test(a_target_of_one_channel_leaves_the_others_to_the_bit),
    };
    return kt_run(tests);
}
