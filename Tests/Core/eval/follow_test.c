/* DampedFollow against the reference. */
#include "support/rig_compare.h"

#include <math.h>

static void followers_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_DAMPED_FOLLOW, KD_NODE_DAMPED_FOLLOW, KD_NODE_SOURCE_OP,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 4, 24, 20, 100000, 500});
}

/* A host input that a follower follows to an output. */
static float follow_for(double half_life_s, double damping, int steps, float seconds)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_node *input = kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "in");
    kd_node *follow = kd_rig_add_node(rig, KD_NODE_DAMPED_FOLLOW, "follow");
    kd_node *output = kd_rig_add_node(rig, KD_NODE_EXTERNAL_OUTPUT, "out");
    input->as.external.max = 1;
    follow->as.follow.half_life_s = half_life_s;
    follow->as.follow.damping = damping;
    output->as.external.min = -10;
    output->as.external.max = 10;
    kd_rig_connect(rig, "in", "out", "follow", "in");
    kd_rig_connect(rig, "follow", "out", "out", "in");
    static const kd_joint BONE = {"bone", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}};
    kt_run_state run = kt_run_make(rig, &(kd_skeleton){&BONE, 1}, 1, false);
    float in = 0, out = 0;
    const float *inputs[1] = {&in};
    float *outputs[1] = {&out};
    kd_eval_job job = kd_eval_job_default(run.instance);
    job.inputs = inputs;
    job.outputs = outputs;
    kd_eval_run(&job); /* begins at 0 */
    in = 1;
    job.seconds = seconds;
    for (int i = 0; i < steps; i++)
        kd_eval_run(&job);
    kt_run_free(&run);
    kd_rig_free(rig);
    return out;
}

static void half_of_the_way_is_made_in_the_half_life(void **state)
{
    (void)state;
    assert_true(fabsf(follow_for(0.25, 1, 1, 0.25f) - 0.5f) < 1e-6f);
    assert_true(fabsf(follow_for(2, 1, 1, 2.0f) - 0.5f) < 1e-6f);
}

static void the_frame_rate_does_not_matter(void **state)
{
    (void)state;
    static const double DAMPINGS[] = {0.01, 0.1, 0.5, 0.99999, 1, 1.000001, 1.0001, 1.01, 2, 20, 100};
    for (size_t i = 0; i < sizeof DAMPINGS / sizeof DAMPINGS[0]; i++)
        for (int rate = 15; rate <= 240; rate *= 2) {
            float often = follow_for(0.1, DAMPINGS[i], rate, 1.0f / (float)rate),
                  once = follow_for(0.1, DAMPINGS[i], 1, 1.0f);
            if (fabsf(often - once) > 1e-5f)
                fail_msg("damping %g: %.9g at %d frames a second, %.9g in one", DAMPINGS[i], (double)often, rate,
                         (double)once);
        }
}

static void less_damping_swings_over_and_more_creeps(void **state)
{
    (void)state;
    float most = 0, last = 0;
    for (int i = 1; i < 40; i++) {
        float place = follow_for(0.1, 0.3, 1, 0.02f * (float)i), slow = follow_for(0.1, 3, 1, 0.02f * (float)i);
        most = place > most ? place : most;
        assert_true(slow > last && slow < 1);
        last = slow;
    }
    /* The first swing over of a spring with the damping z: exp(-pi z / sqrt(1 - z z)). */
    assert_true(fabs(most - (1 + exp(-3.14159265358979 * 0.3 / sqrt(1 - 0.09)))) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followers_agree_with_the_reference),
        cmocka_unit_test(half_of_the_way_is_made_in_the_half_life),
        cmocka_unit_test(the_frame_rate_does_not_matter),
        cmocka_unit_test(less_damping_swings_over_and_more_creeps),
    };
    return kt_run(tests);
}
