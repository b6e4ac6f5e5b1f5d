/* The player's promises, on random walks and on real ones: an edit by nothing changes nothing, ends and seams are met,
 * pinned points are exact, links whole, nothing is allocated, any asset is refused or safe. */
#include "kinedriver/math.h"
#include "support/segments.h"

#include <math.h>

enum { MOST_JOINTS = 128 };

static double distance3(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static void push(kd_segment_player *player, int32_t segment)
{
    kd_segment_request request = kd_segment_request_default(segment);
    assert_true(kd_segment_player_push(player, &request));
}

static void check_pose(const kd_segments *segments, const kd_transform *pose)
{
    for (int32_t i = 0; i < kd_segments_joint_count(segments); i++) {
        const float *numbers = (const float *)&pose[i];
        for (int k = 0; k < 10; k++)
            assert_true(isfinite(numbers[k]));
        double length = (double)kd_quat_dot(pose[i].rotate, pose[i].rotate);
        assert_true(fabs(length - 1) < 1e-5);
    }
}

/* Plays the whole clip and compares each pose with the source, in the world. */
static double largest_change(kt_segments *made)
{
    const kd_clip *clip = &made->scenes[0]->clips[0];
    static double a[MOST_JOINTS][3], b[MOST_JOINTS][3];
    kd_transform pose[MOST_JOINTS];
    double worst = 0;
    int32_t next = 0, count = kd_segments_count(made->segments);
    int32_t frame = kd_segments_info(made->segments, 0).first_frame;
    for (;; frame++, kd_segment_player_next_frame(made->player)) {
        while (next < count && kd_segment_player_queued(made->player) < 4)
            push(made->player, next++);
        kd_segment_player_pose(made->player, pose);
        check_pose(made->segments, pose);
        kt_segments_world(made->segments, pose, a);
        kt_segments_world(made->segments, clip->locals + (size_t)frame * (size_t)clip->joint_count, b);
        for (int32_t i = 0; i < clip->joint_count; i++)
            worst = fmax(worst, distance3(a[i], b[i]));
        if (kd_segment_player_is_at_end(made->player))
            break;
    }
    assert_int_equal(frame, clip->frame_count - 1);
    return worst / (double)kd_segments_height(made->segments);
}

static void an_edit_by_nothing_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        kd_scene *scene = kt_random_walk(seed, 200);
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        assert_true(kd_segments_count(made.segments) >= 2);
        assert_true(largest_change(&made) <= 1e-5);
        kt_segments_free(&made);
    }
}

static void an_edit_by_nothing_changes_no_real_motion(void **state)
{
    (void)state;
    static const char *const names[] = {"bvh/cmu_07_01_walk.bvh", "bvh/cmu_35_17_run.bvh",
                                        "bvh/cmu_83_10_step_down.bvh", "bvh/rokoko_jesse_dance_yxz.bvh",
                                        "bvh/pybvh_mixed_orders_zup.bvh"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        kd_scene *scene = kt_segments_scene(names[i]);
        if (!scene)
            skip();
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        double worst = largest_change(&made);
        print_message("# %s: %d segments, %d links, largest change %.1e of the height\n", names[i],
                      (int)kd_segments_count(made.segments), (int)kd_segments_link_count(made.segments), worst);
        assert_true(worst <= 1e-5);
        kt_segments_free(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_by_nothing_changes_nothing),
        cmocka_unit_test(an_edit_by_nothing_changes_no_real_motion),
    };
    return kt_run(tests);
}
