/* Baking: the same as evaluation frame by frame, outputs as curves, inputs from curves, nothing lost on the way. */
#include "kinedriver/bake.h"
#include "kinedriver/math.h"
#include "model/scene.h"
#include "support/kdi.h"
#include "support/rig_run.h"

#include <math.h>

enum { RIGS = 40, FRAMES = 9 };

/* A scene with the skeleton and a clip of random poses. */
static kd_scene *bake_scene(const kd_skeleton *skeleton, uint64_t seed, const kd_allocator *allocator)
{
    kd_scene *scene = kd_scene_make(allocator, NULL);
    kt_random random = kt_random_make(seed);
    scene->skeleton = *skeleton;
    kd_clip *clip = scene->clips = KDI_ARENA_PUSH(scene->arena, kd_clip, 1);
    scene->clip_count = 1;
    clip->name = "walk";
    clip->frame_count = FRAMES;
    clip->joint_count = skeleton->joint_count;
    clip->frame_time_s = 1.0 / 50.0;
    clip->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, (size_t)(FRAMES * skeleton->joint_count));
    for (int32_t f = 0; f < FRAMES; f++)
        kt_random_pose(skeleton, &random, clip->locals + f * skeleton->joint_count);
    return scene;
}

static const char RIG[] = "<KineDriver version=\"1\">\n"
                          "  <Units angle=\"radian\"/>\n"
                          "  <Nodes>\n"
                          "    <ExternalInput name=\"tension\" default=\"0.25\"/>\n"
                          "    <SourceOp name=\"read\"><Source joint=\"arm\"/></SourceOp>\n"
                          "    <DampedFollow name=\"lag\" halfLife=\"0.1\"/>\n"
                          "    <TargetOp name=\"write\" joint=\"hand\"/>\n"
                          "    <ExternalOutput name=\"smile\" kind=\"morph\"/>\n"
                          "    <ExternalOutput name=\"glow\"/>\n"
                          "  </Nodes>\n"
                          "  <Connections>\n"
                          "    <Connection from=\"read.roll\" to=\"lag.in\"/>\n"
                          "    <Connection from=\"lag.out\" to=\"write.roll\"/>\n"
                          "    <Connection from=\"tension.out\" to=\"smile.in\"/>\n"
                          "    <Connection from=\"tension.out\" to=\"glow.in\" factor=\"0.5\"/>\n"
                          "  </Connections>\n"
                          "</KineDriver>\n";

static const kd_joint JOINTS[] = {
    {"root", -1, false, {{0, 0, 0, 1}, {0, 1, 0}, {1, 1, 1}}},
    {"arm", 0, false, {{0, 0, 0, 1}, {1, 0, 0}, {1, 1, 1}}},
    {"hand", 1, false, {{0, 0, 0, 1}, {1, 0, 0}, {1, 1, 1}}},
};
static const kd_skeleton SKELETON = {JOINTS, 3};

static kt_run_state small_run(void)
{
    kd_rig *rig = kt_kdi_read(RIG, sizeof RIG - 1);
    kt_run_state run = kt_run_make(rig, &SKELETON, 1, false);
    kd_rig_free(rig);
    return run;
}

static void baking_is_evaluation_frame_by_frame(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 300, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        kd_scene *scene = bake_scene(&skeleton.skeleton, seed, NULL);
        kd_scene *before = bake_scene(&skeleton.skeleton, seed, NULL);
        int32_t joints = skeleton.skeleton.joint_count;
        assert_int_equal(kd_bake(run.program, scene, 0, NULL, NULL), KD_OK);
        for (int32_t f = 0; f < FRAMES; f++) {
            kd_transform *pose = before->clips[0].locals + f * joints, *baked = scene->clips[0].locals + f * joints;
            kd_eval_job job = kd_eval_job_default(run.instance);
            job.poses = &pose;
            job.seconds = (float)before->clips[0].frame_time_s;
            kd_eval_run(&job);
            for (int32_t j = 0; j < joints; j++) {
                assert_memory_equal(&pose[j].translate, &baked[j].translate, 2 * sizeof(kd_vec3));
                bool is_turned = kd_quat_dot(pose[j].rotate, baked[j].rotate) < 0.0f;
                kd_quat same = is_turned ? kd_quat_negate(baked[j].rotate) : baked[j].rotate;
                assert_memory_equal(&pose[j].rotate, &same, sizeof same);
            }
            kt_check_pose(&skeleton.skeleton, baked);
        }
        kd_scene_free(scene);
        kd_scene_free(before);
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

/* Half turns back and forth: the rotation written passes the point where its sign would change. */
static void written_joints_stay_in_one_hemisphere(void **state)
{
    (void)state;
    kt_run_state run = small_run();
    kd_scene *scene = bake_scene(&SKELETON, 3, NULL);
    for (int32_t f = 0; f < FRAMES; f++)
        scene->clips[0].locals[f * 3 + 1].rotate = kd_quat_from_axis_angle(kd_vec3_make(1, 0, 0), 0.9f * (float)f);
    assert_int_equal(kd_bake(run.program, scene, 0, NULL, NULL), KD_OK);
    for (int32_t f = 1; f < FRAMES; f++)
        assert_true(kd_quat_dot(scene->clips[0].locals[f * 3 + 2].rotate, scene->clips[0].locals[f * 3 - 1].rotate) >=
                    0.0f);
    kd_scene_free(scene);
    kt_run_free(&run);
}

/* A follower starts where its goal is; without a reset it would start at 0. */
static void baking_begins_with_a_reset(void **state)
{
    (void)state;
    kt_run_state run = small_run();
    kd_scene *scene = bake_scene(&SKELETON, 3, NULL);
    for (int32_t f = 0; f < FRAMES; f++)
        for (int32_t j = 0; j < 3; j++)
            scene->clips[0].locals[f * 3 + j] = JOINTS[j].rest;
    for (int32_t f = 0; f < FRAMES; f++)
        scene->clips[0].locals[f * 3 + 1].rotate = kd_quat_from_axis_angle(kd_vec3_make(1, 0, 0), 0.5f);
    assert_int_equal(kd_bake(run.program, scene, 0, NULL, NULL), KD_OK);
    for (int32_t f = 0; f < FRAMES; f++) {
        kd_quat q = scene->clips[0].locals[f * 3 + 2].rotate;
        assert_true(fabs((double)q.x - sin(0.25)) < 1e-5 && fabs((double)q.w - cos(0.25)) < 1e-5);
    }
    kd_scene_free(scene);
    kt_run_free(&run);
}

static float curve_at(const kd_clip *clip, const char *name, int32_t frame)
{
    for (int32_t i = 0; i < clip->curve_count; i++)
        if (strcmp(clip->curve_names[i], name) == 0)
            return clip->curves[frame * clip->curve_count + i];
    return NAN;
}

static void outputs_become_the_curves_that_are_wanted(void **state)
{
    (void)state;
    static const int32_t counts[] = {0, 1, 2};
    kt_run_state run = small_run();
    for (int outputs = KD_BAKE_NO_OUTPUTS; outputs <= KD_BAKE_ALL_OUTPUTS; outputs++) {
        kd_scene *scene = bake_scene(&SKELETON, 3, NULL);
        kd_bake_desc desc = kd_bake_desc_default();
        desc.outputs = (kd_bake_outputs)outputs;
        assert_int_equal(kd_bake(run.program, scene, 0, &desc, NULL), KD_OK);
        const kd_clip *clip = &scene->clips[0];
        assert_int_equal(clip->curve_count, counts[outputs]);
        for (int32_t f = 0; f < FRAMES; f++) {
            if (outputs > KD_BAKE_NO_OUTPUTS)
                assert_float_equal(curve_at(clip, "smile", f), 0.25f, 1e-6f);
            if (outputs == KD_BAKE_ALL_OUTPUTS)
                assert_float_equal(curve_at(clip, "glow", f), 0.125f, 1e-6f);
        }
        kd_scene_free(scene);
    }
    kt_run_free(&run);
}

static void curves_drive_inputs_and_keep_their_place(void **state)
{
    (void)state;
    static const char *const names[] = {"other", "tension", "smile"};
    static const float inputs[] = {0.75f};
    kt_run_state run = small_run();
    kd_scene *scene = bake_scene(&SKELETON, 3, NULL);
    kd_clip *clip = &scene->clips[0];
    clip->curve_count = 3;
    clip->curve_names = names;
    clip->curves = KDI_ARENA_PUSH(scene->arena, float, 3 * FRAMES);
    for (int32_t f = 0; f < FRAMES; f++) {
        clip->curves[f * 3] = 7.0f;
        clip->curves[f * 3 + 1] = 0.1f * (float)f;
        clip->curves[f * 3 + 2] = -5.0f;
    }
    kd_bake_desc desc = kd_bake_desc_default();
    desc.inputs = inputs;
    assert_int_equal(kd_bake(run.program, scene, 0, &desc, NULL), KD_OK);
    assert_int_equal(clip->curve_count, 4);
    for (int32_t f = 0; f < FRAMES; f++) {
        assert_float_equal(curve_at(clip, "other", f), 7.0f, 0.0f);
        assert_float_equal(curve_at(clip, "tension", f), 0.1f * (float)f, 0.0f);
        assert_float_equal(curve_at(clip, "smile", f), 0.1f * (float)f, 1e-6f);
        assert_float_equal(curve_at(clip, "glow", f), 0.05f * (float)f, 1e-6f);
    }
    kd_scene_free(scene);
    scene = bake_scene(&SKELETON, 3, NULL);
    assert_int_equal(kd_bake(run.program, scene, 0, &desc, NULL), KD_OK);
    assert_float_equal(curve_at(&scene->clips[0], "smile", 4), 0.75f, 1e-6f);
    kd_scene_free(scene);
    kt_run_free(&run);
}

static void what_a_skeleton_lacks_is_told_with_its_consequences(void **state)
{
    (void)state;
    static const kd_joint other[] = {
        {"root", -1, false, {{0, 0, 0, 1}, {0, 1, 0}, {1, 1, 1}}},
        {"arm", 0, false, {{0, 0, 0, 1}, {1, 0, 0}, {1, 1, 1}}},
    };
    const kd_skeleton skeleton = {other, 2};
    kt_run_state run = small_run();
    kd_scene *scene = bake_scene(&skeleton, 3, NULL);
    kd_scene *before = bake_scene(&skeleton, 3, NULL);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_bake(run.program, scene, 0, NULL, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_JOINT_UNKNOWN, "no joint 'hand'");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_JOINT_UNKNOWN, "switched off: it needs the joint 'hand'");
    assert_int_equal(findings.count, 2);
    assert_string_equal(findings.items[1].error.path, "write");
    assert_memory_equal(scene->clips[0].locals, before->clips[0].locals, 2 * FRAMES * sizeof(kd_transform));
    kd_findings_free(&findings);
    kd_findings none = kd_findings_make(NULL);
    assert_int_equal(kd_bake(run.program, scene, 1, NULL, &none), KD_RANGE);
    kt_expect_finding(&none, KD_SEVERITY_ERROR, KD_RANGE, "no clip 1");
    kd_findings_free(&none);
    kd_scene_free(scene);
    kd_scene_free(before);
    kt_run_free(&run);
}

static void a_lack_of_memory_leaves_the_clip_as_it_was(void **state)
{
    (void)state;
    kt_run_state run = small_run();
    kd_allocator allocator = kt_allocator();
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        kt_memory_reset(0);
        kd_scene *scene = bake_scene(&SKELETON, 3, &allocator), *before = bake_scene(&SKELETON, 3, NULL);
        kt_memory_state.calls = 0;
        kt_memory_state.fail_at = fail_at;
        kd_result result = kd_bake(run.program, scene, 0, NULL, NULL);
        done = result == KD_OK;
        if (!done) {
            assert_int_equal(result, KD_OUT_OF_MEMORY);
            assert_int_equal(scene->clips[0].curve_count, 0);
            assert_memory_equal(scene->clips[0].locals, before->clips[0].locals, 3 * FRAMES * sizeof(kd_transform));
        }
        kt_memory_state.fail_at = 0;
        kd_scene_free(scene);
        assert_int_equal(kt_memory_state.live_blocks, 0);
        kd_scene_free(before);
        assert_true(fail_at < 100);
    }
    kt_run_free(&run);
}

static void count_frames(void *user, int32_t frame, int32_t frame_count)
{
    int32_t *next = (int32_t *)user;
    assert_int_equal(frame, (*next)++);
    assert_int_equal(frame_count, FRAMES);
}

static void progress_sees_every_frame_in_order(void **state)
{
    (void)state;
    kt_run_state run = small_run();
    kd_scene *scene = bake_scene(&SKELETON, 3, NULL);
    kd_bake_desc desc = kd_bake_desc_default();
    int32_t next = 0;
    desc.progress = count_frames;
    desc.user = &next;
    assert_int_equal(kd_bake(run.program, scene, 0, &desc, NULL), KD_OK);
    assert_int_equal(next, FRAMES);
    kd_scene_free(scene);
    kt_run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baking_is_evaluation_frame_by_frame),
        cmocka_unit_test(written_joints_stay_in_one_hemisphere),
        cmocka_unit_test(baking_begins_with_a_reset),
        cmocka_unit_test(outputs_become_the_curves_that_are_wanted),
        cmocka_unit_test(curves_drive_inputs_and_keep_their_place),
        cmocka_unit_test(what_a_skeleton_lacks_is_told_with_its_consequences),
        cmocka_unit_test(a_lack_of_memory_leaves_the_clip_as_it_was),
        cmocka_unit_test(progress_sees_every_frame_in_order),
    };
    return kt_run(tests);
}
