/* What every evaluation promises: finite poses, untouched joints untouched, the same bits for one character and many,
 * on every backend, without memory. */
#include "support/rig_run.h"

#include "kinedriver/math.h"

#include <math.h>

enum { RIGS = 60, FRAMES = 12, CHARACTERS = 11 };

static void poses_are_finite_and_untouched_joints_keep_their_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kt_random random = kt_random_make(seed * 77);
        kd_transform pose[64], before[64], *poses[1] = {pose};
        for (int frame = 0; frame < FRAMES; frame++) {
            kt_random_pose(&skeleton.skeleton, &random, pose);
            memcpy(before, pose, sizeof pose);
            kd_eval_job job = kd_eval_job_default(run.instance);
            job.poses = poses;
            job.seconds = 0.02f;
            kd_eval_run(&job);
            kt_check_pose(&skeleton.skeleton, pose);
            for (int32_t i = 0; i < skeleton.skeleton.joint_count; i++) {
                int32_t written = 0;
                for (int32_t k = 0; k < kd_program_joint_count(run.program); k++)
                    written |=
                        kd_program_joint_writes(run.program, k) != 0 && kd_binding_host_joint(run.binding, k) == i;
                if (!written)
                    assert_memory_equal(&pose[i], &before[i], sizeof pose[i]);
            }
        }
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

/* Parts that the program does not write may hold anything. */
static void check_written_parts(const kt_run_state *run, int32_t joint, const kd_transform *pose)
{
    uint32_t writes = kd_program_joint_writes(run->program, joint);
    kd_transform written = kd_transform_identity(), got = pose[kd_binding_host_joint(run->binding, joint)];
    written.rotate = writes & KD_PART_ROTATE ? got.rotate : written.rotate;
    written.translate = writes & KD_PART_TRANSLATE ? got.translate : written.translate;
    written.scale = writes & KD_PART_SCALE ? got.scale : written.scale;
    kd_skeleton one = {NULL, 1};
    kt_check_pose(&one, &written);
}

/* Anything in: not numbers, infinities, zeros, huge. */
static void garbage_in_gives_finite_poses(void **state)
{
    (void)state;
    static const float VALUES[] = {0, -0.0f, 1, -1, 1e-40f, 1e-20f, 1e20f, 3e38f, -3e38f, INFINITY, -INFINITY, NAN};
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 1000, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kt_random random = kt_random_make(seed);
        for (int frame = 0; frame < FRAMES; frame++) {
            float parts[64 * 10], inputs[64];
            for (size_t i = 0; i < 64 * 10; i++)
                parts[i] = VALUES[kt_random_below(&random, sizeof VALUES / sizeof VALUES[0])];
            for (size_t i = 0; i < 64; i++)
                inputs[i] = VALUES[kt_random_below(&random, sizeof VALUES / sizeof VALUES[0])];
            kd_transform pose[64], *poses[1] = {pose};
            const float *input_list[1] = {inputs};
            memcpy(pose, parts, sizeof pose);
            kd_eval_job job = kd_eval_job_default(run.instance);
            job.poses = poses;
            job.inputs = input_list;
            job.seconds = inputs[0];
            kd_eval_run(&job);
            for (int32_t k = 0; k < kd_program_joint_count(run.program); k++)
                check_written_parts(&run, k, pose);
        }
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

/* Runs frames of random poses for several characters, each with an instance of its own. */
static void run_each(const kd_rig *rig, const kd_skeleton *skeleton, uint64_t seed, kd_backend backend,
                     kd_transform (*results)[64])
{
    for (int c = 0; c < CHARACTERS; c++) {
        kt_run_state run = kt_run_make(rig, skeleton, 1, false);
        kt_random random = kt_random_make(seed * 1000 + (uint64_t)c);
        kd_transform *poses[1] = {results[c]};
        for (int frame = 0; frame < FRAMES; frame++) {
            kt_random_pose(skeleton, &random, results[c]);
            kd_eval_job job = kd_eval_job_default(run.instance);
            job.poses = poses;
            job.seconds = 0.02f;
            job.backend = backend;
            kd_eval_run(&job);
        }
        kt_run_free(&run);
    }
}

static void run_together(const kd_rig *rig, const kd_skeleton *skeleton, uint64_t seed, kd_backend backend,
                         kd_transform (*results)[64])
{
    kt_run_state run = kt_run_make(rig, skeleton, CHARACTERS, false);
    kt_random randoms[CHARACTERS];
    kd_transform *poses[CHARACTERS];
    for (int c = 0; c < CHARACTERS; c++) {
        randoms[c] = kt_random_make(seed * 1000 + (uint64_t)c);
        poses[c] = results[c];
    }
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int c = 0; c < CHARACTERS; c++)
            kt_random_pose(skeleton, &randoms[c], results[c]);
        kd_eval_job job = kd_eval_job_default(run.instance);
        job.poses = poses;
        job.seconds = 0.02f;
        job.backend = backend;
        kd_eval_run(&job);
    }
    kt_run_free(&run);
}

static void one_and_many_characters_and_all_backends_give_the_same_bits(void **state)
{
    (void)state;
    static kd_transform one[CHARACTERS][64], other[CHARACTERS][64];
    for (uint64_t seed = 1; seed <= RIGS / 2; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 5000, 40);
        memset(one, 0, sizeof one);
        memset(other, 0, sizeof other);
        run_each(rig, &skeleton.skeleton, seed, KD_BACKEND_PORTABLE, one);
        run_each(rig, &skeleton.skeleton, seed, KD_BACKEND_BEST, other);
        assert_memory_equal(one, other, sizeof one);
        run_together(rig, &skeleton.skeleton, seed, KD_BACKEND_PORTABLE, other);
        assert_memory_equal(one, other, sizeof one);
        run_together(rig, &skeleton.skeleton, seed, KD_BACKEND_BEST, other);
        assert_memory_equal(one, other, sizeof one);
        kd_rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_finite_and_untouched_joints_keep_their_bits),
        cmocka_unit_test(garbage_in_gives_finite_poses),
        cmocka_unit_test(one_and_many_characters_and_all_backends_give_the_same_bits),
    };
    return kt_run(tests);
}
