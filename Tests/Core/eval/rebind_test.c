/* What a host does to a living instance: another binding when its level of detail takes joints away, and the whole rig
 * switched off. */
#include "kinedriver/math.h"
#include "support/rig_run.h"

#include <stdlib.h>

enum { RIGS = 40 };

static void rebind_evaluate(kd_instance *instance, kd_transform *pose)
{
    kd_transform *poses[1] = {pose};
    kd_eval_job job = kd_eval_job_default(instance);
    job.poses = poses;
    job.seconds = 0.02f;
    kd_eval_run(&job);
}

/* An instance that was evaluated on the whole skeleton and then lost joints is one that never had them. */
static void a_rebound_instance_gives_what_a_new_one_gives(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kt_skeleton skeleton, reduced;
        kt_random_skeleton(&skeleton, seed);
        kt_random_skeleton(&reduced, seed);
        kd_rig *rig = kt_random_runnable_rig(seed, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kt_random random = kt_random_make(seed);
        for (int32_t i = 0; i < reduced.skeleton.joint_count; i++)
            if (kt_random_below(&random, 3) == 0)
                reduced.joints[i].name = "";
        kd_transform pose[64], fresh_pose[64];
        kt_random_pose(&skeleton.skeleton, &random, pose);
        rebind_evaluate(run.instance, pose);

        kd_binding *binding = kd_binding_init(malloc(kd_binding_size(run.program)), run.program, &reduced.skeleton);
        void *memory = aligned_alloc(32, kd_instance_size(run.program, 1));
        kd_instance *fresh = kd_instance_init(memory, binding, 1);
        kd_instance_rebind(run.instance, binding);
        kd_instance_reset(run.instance, 0);
        for (int frame = 0; frame < 3; frame++) {
            kt_random_pose(&skeleton.skeleton, &random, pose);
            memcpy(fresh_pose, pose, sizeof pose);
            rebind_evaluate(run.instance, pose);
            rebind_evaluate(fresh, fresh_pose);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++)
                assert_memory_equal(&pose[i], &fresh_pose[i], sizeof pose[i]);
        }
        free(memory);
        free(binding);
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

static void fades_outlive_a_new_binding(void **state)
{
    (void)state;
    kt_skeleton skeleton;
    kt_random_skeleton(&skeleton, 3);
    kd_rig *rig = kt_random_runnable_rig(3, 20);
    kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
    kd_instance_fade_rig(run.instance, 0, 0.0f, 1.0f);
    kd_instance_fade_node(run.instance, 0, 0, 0.25f, 0.0f);
    kd_transform pose[64];
    kt_random random = kt_random_make(3);
    for (int frame = 0; frame < 25; frame++) {
        kt_random_pose(&skeleton.skeleton, &random, pose);
        rebind_evaluate(run.instance, pose);
        kd_instance_rebind(run.instance, run.binding);
    }
    /* Half of the second has passed: the middle of the smooth curve. */
    assert_true(kd_instance_rig_influence(run.instance, 0) > 0.49f);
    assert_true(kd_instance_rig_influence(run.instance, 0) < 0.51f);
    assert_true(kd_instance_node_influence(run.instance, 0, 0) == 0.25f);
    kt_run_free(&run);
    kd_rig_free(rig);
}

/* Switched off, joints come out as they went in. */
static void a_rig_without_influence_moves_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kt_random random = kt_random_make(seed);
        kd_transform pose[64], before[64];
        kd_instance_fade_rig(run.instance, 0, 0.0f, 0.0f);
        for (int frame = 0; frame < 3; frame++) {
            kt_random_pose(&skeleton.skeleton, &random, pose);
            memcpy(before, pose, sizeof pose);
            rebind_evaluate(run.instance, pose);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++) {
                const float *a = (const float *)&pose[i], *b = (const float *)&before[i];
                float sign = kd_quat_dot(pose[i].rotate, before[i].rotate) < 0.0f ? -1.0f : 1.0f;
                for (int k = 0; k < 10; k++) {
                    float error = a[k] - (k < 4 ? sign : 1.0f) * b[k];
                    assert_true((error < 0.0f ? -error : error) <= 1e-4f * (1.0f + (b[k] < 0.0f ? -b[k] : b[k])));
                }
            }
        }
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rebound_instance_gives_what_a_new_one_gives),
        cmocka_unit_test(fades_outlive_a_new_binding),
        cmocka_unit_test(a_rig_without_influence_moves_nothing),
    };
    return kt_run(tests);
}
