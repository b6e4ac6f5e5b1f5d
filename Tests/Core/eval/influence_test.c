/* Influence, fades, groups, levels of detail, missing joints, and that evaluation takes no memory. */
#include "support/rig_compare.h"

#include "kinedriver/math.h"

#include <math.h>

enum { ALL_COUNT = 15 };
static const kd_node_type ALL_TYPES[ALL_COUNT] = {KD_NODE_EXTERNAL_INPUT,
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
                                                  KD_NODE_PARENT_CONSTRAINT,
                                                  KD_NODE_REMAP};

/* A host input that moves joint "bone" along x, in a group. */
typedef struct slider {
    kd_rig *rig;
    kt_run_state run;
    int32_t node, group;
} slider;

static const kd_joint BONE = {"bone", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}};
static const kd_skeleton BONE_SKELETON = {&BONE, 1};

static slider slider_make(double influence, double group_influence)
{
    slider s = {.rig = kd_rig_make(NULL, NULL)};
    kd_rig_add_group(s.rig, "group")->influence = group_influence;
    kd_node *input = kd_rig_add_node(s.rig, KD_NODE_EXTERNAL_INPUT, "in");
    input->as.external.initial = 10;
    input->as.external.max = 100;
    kd_node *target = kd_rig_add_node(s.rig, KD_NODE_TARGET_OP, "target");
    target->as.target.joint = "bone";
    target->as.target.channel.channel = KD_CHANNEL_TRANSLATE;
    target->influence = influence;
    target->group = "group";
    kd_rig_connect(s.rig, "in", "out", "target", "translateX");
    s.run = kt_run_make(s.rig, &BONE_SKELETON, 1, false);
    s.node = kd_program_find_node(s.run.program, "target");
    s.group = kd_program_find_group(s.run.program, "group");
    return s;
}

static void slider_free(slider *s)
{
    kt_run_free(&s->run);
    kd_rig_free(s->rig);
}

static float slider_place(slider *s, float seconds, int32_t lod)
{
    kd_transform pose = BONE.rest, *poses[1] = {&pose};
    kd_eval_job job = kd_eval_job_default(s->run.instance);
    job.poses = poses;
    job.seconds = seconds;
    job.lod = lod;
    kd_eval_run(&job);
    return pose.translate.x;
}

static void influences_of_node_and_group_multiply(void **state)
{
    (void)state;
    static const double PARTS[] = {0, 0.25, 0.5, 1};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            slider s = slider_make(PARTS[i], PARTS[k]);
            assert_true(slider_place(&s, 0.1f, 0) == (float)(10 * PARTS[i] * PARTS[k]));
            kd_instance_fade_node(s.run.instance, 0, s.node, 0.5f, 0);
            kd_instance_fade_group(s.run.instance, 0, s.group, 0.5f, 0);
            assert_true(slider_place(&s, 0.1f, 0) == (float)(2.5 * PARTS[i] * PARTS[k]));
            slider_free(&s);
        }
}

/* Smooth: from + (to - from) t t (3 - 2 t), t the part of the time that has passed. */
static void fades_take_their_time_along_a_smooth_curve(void **state)
{
    (void)state;
    slider s = slider_make(1, 1);
    assert_true(slider_place(&s, 0.1f, 0) == 10.0f);
    kd_instance_fade_node(s.run.instance, 0, s.node, 0.0f, 1.0f);
    for (int i = 1; i <= 12; i++) {
        float place = slider_place(&s, 0.1f, 0);
        double t = i < 10 ? i * 0.1 : 1;
        assert_true(fabs(place - 10 * (1 - t * t * (3 - 2 * t))) < 2e-5);
        assert_true(fabsf(kd_instance_node_influence(s.run.instance, 0, s.node) * 10 - place) < 1e-5f);
    }
    assert_true(slider_place(&s, 0.1f, 0) == 0.0f);
    /* Turned back half way, it goes on from where it is. */
    kd_instance_fade_node(s.run.instance, 0, s.node, 1.0f, 1.0f);
    for (int i = 0; i < 5; i++)
        slider_place(&s, 0.1f, 0);
    kd_instance_fade_node(s.run.instance, 0, s.node, 0.0f, 0.5f);
    float before = slider_place(&s, 0.0f, 0), after = slider_place(&s, 0.01f, 0);
    assert_true(fabsf(before - 5) < 1e-4f && after < before && after > before - 0.1f);
    slider_free(&s);
}

static void nodes_run_up_to_their_level_of_detail_and_that_of_their_group(void **state)
{
    (void)state;
    for (int32_t own = 0; own < 4; own++)
        for (int32_t group = 0; group < 4; group++) {
            slider s = slider_make(1, 1);
            kt_run_free(&s.run);
            s.rig->nodes[1]->lod = own;
            s.rig->groups[0].lod = group;
            s.run = kt_run_make(s.rig, &BONE_SKELETON, 1, false);
            for (int32_t lod = 0; lod < 5; lod++)
                assert_true(slider_place(&s, 0.1f, lod) == (lod <= own && lod <= group ? 10.0f : 0.0f));
            slider_free(&s);
        }
}

static void compare_rigs(bool with_lod, bool with_missing, bool at_compile_time, int64_t least)
{
    kt_tally tally;
    memset(&tally, 0, sizeof tally);
    for (uint64_t seed = 1; seed <= 120; seed++) {
        kt_skeleton skeleton;
        bool missing[64] = {false};
        kt_random random = kt_random_make(seed);
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_sane_rig(seed + 7000, 30, ALL_TYPES, ALL_COUNT);
        for (int32_t i = 1; with_missing && i < skeleton.skeleton.joint_count; i++)
            missing[i] = missing[skeleton.joints[i].parent] || kt_random_below(&random, 12) == 0;
        int32_t number = 0;
        static char names[64][16];
        for (int32_t i = 0; at_compile_time && i < skeleton.skeleton.joint_count; i++)
            if (missing[i]) {
                snprintf(names[i], sizeof names[i], "another%d", number++);
                skeleton.joints[i].name = names[i];
            }
        kt_comparison comparison =
            kt_comparison_make(rig, &skeleton.skeleton, with_missing && !at_compile_time ? missing : NULL, &tally);
        for (int frame = 0; frame < 6; frame++) {
            kd_transform pose[64];
            kt_random_pose(&skeleton.skeleton, &random, pose);
            int32_t lod = with_lod ? (int32_t)(seed % 250) : 0;
            kt_compare_frame(&comparison, &(kt_frame){pose, NULL, 0.02f, lod});
        }
        for (int32_t i = 0; with_missing && !at_compile_time && i < rig->node_count; i++)
            assert_int_equal(kd_binding_node_is_on(comparison.run.binding, i), !comparison.reference->nodes[i].is_off);
        kt_comparison_free(&comparison);
        kd_rig_free(rig);
    }
    int64_t sum = 0;
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++)
        sum += tally.cases[i];
    assert_true(sum > least);
}

static void random_rigs_agree_at_coarse_levels_of_detail(void **state)
{
    (void)state;
    compare_rigs(true, false, false, 5000);
}

static void missing_joints_of_the_host_switch_off_exactly_their_dependents(void **state)
{
    (void)state;
    compare_rigs(false, true, false, 5000);
}

static void missing_joints_of_the_skeleton_leave_out_exactly_their_dependents(void **state)
{
    (void)state;
    compare_rigs(false, true, true, 5000);
}

#if defined(__SANITIZE_ADDRESS__)
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));
static volatile int64_t memory_calls; /* changed behind the compiler's back */
static volatile bool memory_counts;

static void memory_taken(const volatile void *place, size_t size)
{
    (void)place, (void)size;
    memory_calls += memory_counts;
}

static void memory_given_back(const volatile void *place)
{
    (void)place;
    memory_calls += memory_counts;
}

static void a_thousand_evaluations_take_no_memory(void **state)
{
    (void)state;
    assert_true(__sanitizer_install_malloc_and_free_hooks(memory_taken, memory_given_back) > 0);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed, 60);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 9, false);
        static kd_transform poses[9][64];
        kd_transform *list[9];
        kt_random random = kt_random_make(seed);
        for (int c = 0; c < 9; c++) {
            kt_random_pose(&skeleton.skeleton, &random, poses[c]);
            list[c] = poses[c];
        }
        kd_eval_job job = kd_eval_job_default(run.instance);
        job.poses = list;
        job.seconds = 0.01f;
        memory_counts = true;
        memory_calls = 0;
        void *volatile some = malloc(1); /* the hooks see what there is */
        free(some);
        assert_true(memory_calls == 2);
        for (int i = 0; i < 250; i++) {
            kd_instance_fade_node(run.instance, 0, i % 60, 0.5f, 0.1f);
            kd_instance_reset(run.instance, i % 9);
            kd_eval_run(&job);
        }
        assert_true(memory_calls == 2);
        memory_counts = false;
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}
#else
static void a_thousand_evaluations_take_no_memory(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(influences_of_node_and_group_multiply),
        cmocka_unit_test(fades_take_their_time_along_a_smooth_curve),
        cmocka_unit_test(nodes_run_up_to_their_level_of_detail_and_that_of_their_group),
        cmocka_unit_test(random_rigs_agree_at_coarse_levels_of_detail),
        cmocka_unit_test(missing_joints_of_the_host_switch_off_exactly_their_dependents),
        cmocka_unit_test(missing_joints_of_the_skeleton_leave_out_exactly_their_dependents),
        cmocka_unit_test(a_thousand_evaluations_take_no_memory),
    };
    return kt_run(tests);
}
