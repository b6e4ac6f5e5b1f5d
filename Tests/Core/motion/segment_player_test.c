/* The player's promises, on random walks and on real ones: an edit by nothing changes nothing, ends and seams are met,
 * pinned points are exact, links whole, nothing is allocated, any asset is refused or safe. */
#include "kinedriver/math.h"
#include "motion/segment_layout.h"
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

static double size3(kd_vec3 v)
{
    return (double)kd_vec3_length(v);
}

/* Plays a cycle again and again; a moment before each seam the pose must be the one at it, and handles must leave one
 * segment as fast as they begin the next. */
static void check_seams(kt_segments *made, const int32_t *order, int32_t count, double *position, double *velocity)
{
    static double before[MOST_JOINTS][3], at[MOST_JOINTS][3];
    kd_transform pose[MOST_JOINTS];
    int32_t next = 0, joints = kd_segments_joint_count(made->segments);
    double height = (double)kd_segments_height(made->segments);
    float seconds = kd_segments_frame_seconds(made->segments);
    kt_segments_restart(made);
    while (next < count || !kd_segment_player_is_at_end(made->player)) {
        while (next < count && kd_segment_player_queued(made->player) < 4)
            push(made->player, order[next++]);
        kd_segment_player_pose(made->player, pose);
        int32_t segment = kd_segment_player_segment(made->player);
        int32_t length = kd_segments_info(made->segments, segment).length;
        for (int32_t h = 0; h < kd_segments_handle_count(made->segments); h++) {
            kd_vec3 leaving, beginning;
            if (kd_segment_player_seam(made->player, h, &leaving, &beginning))
                *velocity = fmax(*velocity, size3(kd_vec3_sub(leaving, beginning)) / height);
        }
        if (kd_segment_player_frame(made->player) < (float)length - 1.5f) {
            kd_segment_player_next_frame(made->player);
            continue;
        }
        kd_segment_player_advance(made->player,
                                  seconds * ((float)length - kd_segment_player_frame(made->player) - 1e-4f));
        assert_int_equal(kd_segment_player_segment(made->player), segment);
        kd_segment_player_pose(made->player, pose);
        kt_segments_world(made->segments, pose, before);
        kd_segment_player_advance(made->player, seconds * 0.0002f);
        kd_segment_player_pose(made->player, pose);
        kt_segments_world(made->segments, pose, at);
        for (int32_t i = 0; i < joints; i++)
            *position = fmax(*position, distance3(before[i], at[i]) / height);
        if (kd_segment_player_is_at_end(made->player))
            break;
    }
}

/* Lets a joint move against its parent, as captures with six channels a joint have it. */
static void let_a_joint_move(kd_scene *scene, int32_t joint)
{
    const kd_clip *clip = &scene->clips[0];
    for (int32_t f = 0; f < clip->frame_count; f++) {
        kd_vec3 *v = &clip->locals[(size_t)f * (size_t)clip->joint_count + (size_t)joint].translate;
        *v = kd_vec3_scale(*v, (float)(1 + 0.1 * sin(f * 0.07)));
    }
}

static void loops_have_no_seam(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        kd_scene *scene = kt_random_walk(seed / 2, 260);
        if (seed % 2)
            let_a_joint_move(scene, 1 + (int32_t)seed % (scene->skeleton.joint_count - 1));
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        kt_random random = kt_random_make(seed);
        int32_t order[30];
        for (int i = 0; i < 30; i++) /* any order, however badly they fit */
            order[i] = (int32_t)kt_random_below(&random, (uint32_t)kd_segments_count(made.segments));
        double position = 0, velocity = 0;
        check_seams(&made, order, 30, &position, &velocity);
        assert_true(position <= 5e-5);
        assert_true(velocity <= 1e-6);
        kt_segments_free(&made);
    }
}

static void ten_cycles_of_a_real_walk_have_no_seam(void **state)
{
    (void)state;
    kd_scene *scene = kt_segments_scene("bvh/cmu_07_01_walk.bvh");
    if (!scene)
        skip();
    kt_segments made = kt_segments_make(&scene, 1, NULL);
    int32_t order[20];
    for (int i = 0; i < 20; i++)
        order[i] = 1 + i % 2;
    double position = 0, velocity = 0;
    check_seams(&made, order, 20, &position, &velocity);
    print_message("# jump at a seam: position %.1e, velocity %.1e of the height\n", position, velocity);
    assert_true(position <= 1e-4);
    assert_true(velocity <= 1e-4);
    kt_segments_free(&made);
}

/* Random places for feet and hands: at the end of the segment they are there, links are whole, the velocity goes on. */
static void targets_are_met(kt_segments *made, kd_segment_rule rule, kt_random *random, double reach)
{
    static double places[MOST_JOINTS][3];
    kd_transform pose[MOST_JOINTS];
    kd_vec3 end[KD_SEGMENT_MOST_TARGETS], leaving[KD_SEGMENT_MOST_TARGETS], last[KD_SEGMENT_MOST_TARGETS];
    kd_vec3 left[KD_SEGMENT_MOST_TARGETS]; /* how the segment before was left */
    double height = (double)kd_segments_height(made->segments);
    int32_t handles = kd_segments_handle_count(made->segments), count = kd_segments_count(made->segments);
    bool has_velocity = false;
    memset(leaving, 0, sizeof leaving);
    kt_segments_restart(made);
    for (int32_t next = 0, at_seam = 0;;) {
        while (next < count && kd_segment_player_queued(made->player) < 4) {
            kd_segment_request request = kd_segment_request_default(next);
            float length = (float)kd_segments_info(made->segments, next).length;
            request.rule = rule;
            for (int32_t h = 1; h < handles; h++) {
                kd_segment_target target = {h, false, false, {0, 0, 0}, {0, 0, 0}};
                target.position = kd_segments_handle_position(made->segments, next, h, length, NULL);
                target.position.x += (float)(height * kt_random_in(random, -reach, reach));
                target.position.z += (float)(height * kt_random_in(random, -reach, reach));
                if (kd_segments_handle_is_foot(made->segments, h))
                    request.targets[request.target_count++] = target;
            }
            assert_true(kd_segment_player_push(made->player, &request));
            next++;
        }
        kd_segment_player_pose(made->player, pose);
        check_pose(made->segments, pose);
        kd_segment_stats stats = kd_segment_player_stats(made->player);
        assert_true(stats.link_error <= 1e-5f);
        assert_true(stats.pin_error <= 1e-5f);
        kt_segments_world(made->segments, pose, places);
        bool begins = kd_segment_player_frame(made->player) == 0.0f;
        for (int32_t h = 0; h < handles; h++) {
            kd_vec3 path = kd_segment_player_handle(made->player, h), beginning;
            if (begins && at_seam > 0)
                assert_true(size3(kd_vec3_sub(path, end[h])) <= 1e-5 * height);
            if (kd_segment_player_frame(made->player) == 1.0f && at_seam > 1 && has_velocity)
                assert_true(size3(kd_vec3_sub(kd_vec3_sub(path, last[h]), left[h])) <= 1e-5 * height);
            if (begins) {
                last[h] = path;
                left[h] = leaving[h];
            }
            end[h] = kd_segment_player_handle_end(made->player, h);
            kd_vec3 speed;
            if (kd_segment_player_seam(made->player, h, &speed, &beginning)) {
                leaving[h] = speed;
                has_velocity = rule != KD_SEGMENT_RULE_POSITION;
            }
        }
        at_seam += begins;
        if (kd_segment_player_is_at_end(made->player))
            return;
        kd_segment_player_next_frame(made->player);
    }
}

static void feet_land_where_they_are_wanted(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    for (uint64_t seed = 0; seed < 12; seed++) {
        kd_scene *scene = kt_random_walk(seed, 200);
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        targets_are_met(&made, (kd_segment_rule)(seed % 3), &random, 0.03);
        kt_segments_free(&made);
    }
}

/* The knee of a shortened walk bends forward in every frame, straight as it may have been. */
static void knees_bend_forward(void **state)
{
    (void)state;
    static double p[MOST_JOINTS][3];
    kd_transform pose[MOST_JOINTS];
    kd_scene *scene = kt_random_walk(3, 200);
    kt_segments made = kt_segments_make(&scene, 1, NULL);
    double height = (double)kd_segments_height(made.segments);
    for (int32_t i = 0; i < kd_segments_count(made.segments) && i < KD_SEGMENT_QUEUE; i++) {
        kd_segment_request request = kd_segment_request_default(i);
        float length = (float)kd_segments_info(made.segments, i).length;
        for (int32_t h = 1; h < kd_segments_handle_count(made.segments); h++) {
            kd_segment_target target = {h, false, false, {0, 0, 0}, {0, 0, 0}};
            target.position = kd_segments_handle_position(made.segments, i, h, length, NULL);
            target.position.y += (float)(0.05 * height); /* both feet raised: both knees must bend */
            if (kd_segments_handle_is_foot(made.segments, h))
                request.targets[request.target_count++] = target;
        }
        assert_true(kd_segment_player_push(made.player, &request));
    }
    for (; !kd_segment_player_is_at_end(made.player); kd_segment_player_next_frame(made.player)) {
        kd_segment_player_pose(made.player, pose);
        kt_segments_world(made.segments, pose, p);
        for (int leg = 1; leg <= 6; leg += 5) {
            double chord[3], square = 0, along = 0;
            for (int k = 0; k < 3; k++) {
                chord[k] = p[leg + 2][k] - p[leg][k];
                square += chord[k] * chord[k];
                along += chord[k] * (p[leg + 1][k] - p[leg][k]);
            }
            double forward = p[leg + 1][2] - p[leg][2] - chord[2] * along / square; /* it walks along z */
            assert_true(forward > -1e-3 * height);
        }
    }
    kt_segments_free(&made);
}

/* How far the middle of a hinge is off its chord to the side that it bends to, over the height. */
static double hinge_lean(const kd_segments *segments, const kdi_segment_hinge *hinge, const kd_transform *pose)
{
    kd_transform world[MOST_JOINTS];
    const kdi_segment_point *points = KDI_SEGMENT_SECTION(segments, points, kdi_segment_point);
    for (int32_t i = 0; i < kd_segments_joint_count(segments); i++) {
        int32_t parent = kd_segments_joint_parent(segments, i);
        world[i] = parent < 0 ? pose[i] : kd_transform_mul(world[parent], pose[i]);
    }
    kd_vec3 top = world[points[hinge->top].joint].translate;
    kd_vec3 unit =
        kd_vec3_normalize(kd_vec3_sub(world[points[hinge->bottom].joint].translate, top), kd_vec3_make(0, 1, 0));
    kd_vec3 middle = kd_vec3_sub(world[points[hinge->middle].joint].translate, top);
    middle = kd_vec3_sub(middle, kd_vec3_scale(unit, kd_vec3_dot(middle, unit)));
    kd_vec3 side = kd_vec3_make(hinge->side[0], hinge->side[1], hinge->side[2]);
    side = kd_quat_rotate(world[hinge->joint].rotate, side);
    return (double)(kd_vec3_dot(middle, side) / kd_segments_height(segments));
}

/* Hands pulled this way and that, some out of reach: limbs go straight, none bends over to the other side. */
static void hinges_keep_their_side(void **state)
{
    (void)state;
    kt_random random = kt_random_make(9);
    double worst = 0;
    int hinges = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        kd_scene *scene = kt_random_walk(seed, 120);
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        const kd_clip *clip = &scene->clips[0];
        float length = (float)kd_segments_info(made.segments, 0).length, height = kd_segments_height(made.segments);
        kd_segment_request request = kd_segment_request_default(0);
        for (int32_t h = 1; h < kd_segments_handle_count(made.segments); h++) {
            kd_segment_target target = {h, false, false, {0, 0, 0}, {0, 0, 0}};
            kd_vec3 pull =
                kd_vec3_make((float)kt_random_in(&random, -0.05, 0.05), (float)kt_random_in(&random, -0.05, 0.05),
                             (float)kt_random_in(&random, -0.05, 0.05));
            target.position = kd_vec3_add(kd_segments_handle_position(made.segments, 0, h, length, NULL),
                                          kd_vec3_scale(pull, height));
            if (!kd_segments_handle_is_foot(made.segments, h))
                request.targets[request.target_count++] = target;
        }
        assert_true(kd_segment_player_push(made.player, &request));
        int32_t frame = kd_segments_info(made.segments, 0).first_frame;
        for (; !kd_segment_player_is_at_end(made.player); kd_segment_player_next_frame(made.player), frame++) {
            kd_transform pose[MOST_JOINTS];
            kd_segment_player_pose(made.player, pose);
            const kdi_segment_hinge *hinge = KDI_SEGMENT_SECTION(made.segments, hinges, kdi_segment_hinge);
            for (uint32_t i = 0; i < made.segments->hinges.count; i++, hinges++)
                if (hinge_lean(made.segments, &hinge[i], clip->locals + (size_t)(frame * clip->joint_count)) >= 0)
                    worst = fmin(worst, hinge_lean(made.segments, &hinge[i], pose));
        }
        kt_segments_free(&made);
    }
    print_message("# %d hinges, furthest on the other side: %.1e of the height\n", hinges, -worst);
    assert_true(hinges > 1000);
    assert_true(worst > -2e-3);
}

/* Both feet raised: whatever turns, no joint but a foot's turns about its own bone against its parent. */
static void joints_keep_their_twist(void **state)
{
    (void)state;
    double turned = 0, twisted = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        kd_scene *scene = kt_random_walk(seed, 120);
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        const kd_clip *clip = &scene->clips[0];
        kd_segment_request request = kd_segment_request_default(0);
        float length = (float)kd_segments_info(made.segments, 0).length, height = kd_segments_height(made.segments);
        for (int32_t h = 1; h < kd_segments_handle_count(made.segments); h++) {
            kd_segment_target target = {h, false, false, {0, 0, 0}, {0, 0, 0}};
            target.position = kd_segments_handle_position(made.segments, 0, h, length, NULL);
            target.position.y += 0.04f * height;
            request.targets[request.target_count++] = target;
        }
        assert_true(kd_segment_player_push(made.player, &request));
        int32_t frame = kd_segments_info(made.segments, 0).first_frame;
        for (; !kd_segment_player_is_at_end(made.player); kd_segment_player_next_frame(made.player), frame++) {
            kd_transform pose[MOST_JOINTS];
            kd_segment_player_pose(made.player, pose);
            const kd_transform *source = clip->locals + (size_t)frame * (size_t)clip->joint_count;
            const kdi_segment_joint *joints = KDI_SEGMENT_SECTION(made.segments, joints, kdi_segment_joint);
            for (int32_t i = 1; i < clip->joint_count; i++) {
                int32_t child = i + 1 < clip->joint_count && joints[i + 1].parent == i ? i + 1 : -1;
                bool has_one = joints[i].aim[0] != KDI_SEGMENT_NONE && joints[i].aim[1] == KDI_SEGMENT_NONE;
                if (child < 0 || !has_one || (joints[i].flags & KDI_SEGMENT_JOINT_STANDS) != 0 ||
                    size3(source[child].translate) < 1e-3 * (double)height)
                    continue;
                kd_quat turn = kd_quat_mul(pose[i].rotate, kd_quat_conjugate(source[i].rotate));
                kd_vec3 bone = kd_quat_rotate(source[i].rotate, source[child].translate);
                bone = kd_vec3_scale(bone, 1.0f / kd_vec3_length(bone));
                turned = fmax(turned, size3(kd_vec3_make(turn.x, turn.y, turn.z)));
                twisted = fmax(twisted, fabs((double)kd_vec3_dot(bone, kd_vec3_make(turn.x, turn.y, turn.z))));
            }
        }
        kt_segments_free(&made);
    }
    print_message("# turned by up to %.2f, about its bone %.1e\n", 2 * turned, 2 * twisted);
    assert_true(turned > 0.1);
    assert_true(twisted <= 1e-5);
}

/* Cuts next to each other: segments of one and two frames are played, and meet their targets. */
static void segments_of_one_and_two_frames_play(void **state)
{
    (void)state;
    static const int32_t events[] = {10, 11, 13, 14, 15, 40, 42};
    kd_scene *scene = kt_random_walk(1, 60);
    kd_segment_source source = {scene, 0, events, 7, -1};
    kd_buffer asset = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_segments_build(&source, 1, NULL, &asset, &findings), KD_OK);
    kt_segments made;
    memset(&made, 0, sizeof made);
    made.asset = asset;
    made.scenes[0] = scene;
    made.source_count = 1;
    made.segments = kd_segments_open(asset.data, asset.size, NULL);
    assert_non_null(made.segments);
    assert_int_equal(kd_segments_count(made.segments), 8);
    made.memory = aligned_alloc(16, (kd_segment_player_size(made.segments) + 15) & ~(size_t)15);
    kt_segments_restart(&made);
    assert_true(largest_change(&made) <= 1e-5);
    kt_random random = kt_random_make(2);
    targets_are_met(&made, KD_SEGMENT_RULE_TWO_STEPS, &random, 0.01);
    targets_are_met(&made, KD_SEGMENT_RULE_DIRECT, &random, 0.01);
    kd_findings_free(&findings);
    kt_segments_free(&made);
}

/* From mid-stance to mid-stance, the stride shortened by 30 %: how far the standing foot is moved. */
static void a_standing_foot_stands(void **state)
{
    (void)state;
    kd_scene *scene = kt_segments_scene("bvh/cmu_07_01_walk.bvh");
    if (!scene)
        skip();
    int32_t joint = kd_skeleton_find(&scene->skeleton, "LeftToeBase");
    static const int32_t events[] = {107, 238};
    kd_segment_source source = {scene, 0, events, 2, -1};
    kd_buffer asset = kd_buffer_make(NULL);
    assert_int_equal(kd_segments_build(&source, 1, NULL, &asset, NULL), KD_OK);
    const kd_segments *segments = kd_segments_open(asset.data, asset.size, NULL);
    assert_non_null(segments);
    int32_t handle = kd_segments_find_handle(segments, "LeftToeBase"), n = kd_segments_info(segments, 1).length;
    assert_true(joint >= 0 && handle > 0);
    kd_vec3 first = kd_segments_handle_position(segments, 1, handle, 0, NULL);
    double stride = size3(kd_vec3_sub(kd_segments_handle_position(segments, 1, handle, (float)n, NULL), first));
    double change = 0.3 * stride, slide[3] = {0, 0, 0}, unit = 5.644; /* cm */
    double still = 0.4 / 0.05644 * (double)kd_segments_frame_seconds(segments);
    for (int32_t i = 0; i < n; i++) {
        float a[3], b[3];
        kd_vec3 p = kd_segments_handle_position(segments, 1, handle, (float)i, a);
        kd_vec3 q = kd_segments_handle_position(segments, 1, handle, (float)i + 1, b);
        if (size3(kd_vec3_sub(p, q)) < still * 0.625) { /* a quarter of a metre a second */
            slide[0] += fabs((double)b[0] - (double)a[0]) * change * unit;
            slide[1] += fabs((double)b[1] - (double)a[1]) * change * unit;
            slide[2] += change / n * unit;
        }
    }
    print_message(
        "# stride %.0f cm shortened by 30 %%: slide by position rule %.2f cm, direct %.2f cm, linear %.1f cm\n",
        stride * unit, slide[0], slide[1], slide[2]);
    assert_true(slide[0] <= 0.3);
    assert_true(slide[2] > 10);
    kd_buffer_free(&asset);
    kd_scene_free(scene);
}

static void curves_stay_within_their_tolerance(void **state)
{
    (void)state;
    kd_scene *scene = kt_segments_scene("bvh/cmu_07_01_walk.bvh");
    if (!scene)
        skip();
    kd_scene *again = kt_segments_scene("bvh/cmu_07_01_walk.bvh");
    kd_segment_desc desc = kd_segment_desc_default();
    desc.tolerance = 1e-3;
    kt_segments plain = kt_segments_make(&scene, 1, NULL), curved = kt_segments_make(&again, 1, &desc);
    double worst = 0, height = (double)kd_segments_height(plain.segments);
    size_t bytes[2] = {0, 0};
    for (int32_t i = 0; i < kd_segments_count(plain.segments); i++) {
        kd_segment_info info = kd_segments_info(plain.segments, i);
        bytes[0] += info.handle_bytes;
        bytes[1] += kd_segments_info(curved.segments, i).handle_bytes;
        for (int32_t h = 0; h < kd_segments_handle_count(plain.segments); h++)
            for (int32_t f = 0; f <= info.length; f++) {
                float a[3], b[3];
                kd_vec3 p = kd_segments_handle_position(plain.segments, i, h, (float)f, a);
                kd_vec3 q = kd_segments_handle_position(curved.segments, i, h, (float)f, b);
                worst = fmax(worst, fmax(fabs((double)p.x - (double)q.x), fabs((double)p.z - (double)q.z)) / height);
                assert_true(fabs((double)a[0] - (double)b[0]) <= 5.1e-3);
                if (f == 0 || f == info.length)
                    assert_true(size3(kd_vec3_sub(p, q)) <= 1e-6 * height && a[0] == b[0]);
            }
    }
    double change = largest_change(&curved);
    print_message(
        "# handles %zu bytes as samples, %zu as curves; handles off by %.1e, any joint by %.1e of the height\n",
        bytes[0], bytes[1], worst, change);
    assert_true(worst <= 1.001e-3);
    assert_true(bytes[1] < bytes[0]);
    assert_true(change <= 2e-2);
    kt_segments_free(&plain);
    kt_segments_free(&curved);
}

/* A segment pushed in the middle of the one before it, and one pushed when that has ended: nothing jumps. */
static void segments_that_come_late_do_not_jump(void **state)
{
    (void)state;
    static double before[MOST_JOINTS][3], at[MOST_JOINTS][3];
    kd_transform pose[MOST_JOINTS];
    for (uint64_t seed = 0; seed < 20; seed++) {
        kd_scene *scene = kt_random_walk(seed, 200);
        kt_segments made = kt_segments_make(&scene, 1, NULL);
        kt_random random = kt_random_make(seed);
        float height = kd_segments_height(made.segments), seconds = kd_segments_frame_seconds(made.segments);
        double worst = 0;
        push(made.player, 0);
        kd_segment_player_pose(made.player, pose);
        for (int round = 0; round < 6; round++) {
            uint32_t next = kt_random_below(&random, (uint32_t)kd_segments_count(made.segments));
            int32_t length = kd_segments_info(made.segments, kd_segment_player_segment(made.player)).length;
            float rest = (float)length - kd_segment_player_frame(made.player) - 1e-4f;
            kd_segment_player_advance(made.player, seconds * 0.5f * rest);
            if (round % 2)
                push(made.player, (int32_t)next);
            kd_segment_player_advance(made.player, seconds * 0.5f * rest);
            kd_segment_player_pose(made.player, pose);
            kt_segments_world(made.segments, pose, before);
            if (round % 2 == 0)
                push(made.player, (int32_t)next);
            kd_segment_player_advance(made.player, seconds * 2e-4f);
            kd_segment_player_pose(made.player, pose);
            check_pose(made.segments, pose);
            kt_segments_world(made.segments, pose, at);
            for (int32_t i = 0; i < kd_segments_joint_count(made.segments); i++)
                worst = fmax(worst, distance3(before[i], at[i]) / (double)height);
        }
        assert_true(worst <= 5e-5);
        kt_segments_free(&made);
    }
}

/* An asset that is damaged, also one whose checksum was made to fit, is refused or can be played. */
static void damaged_assets_are_refused_or_safe(void **state)
{
    (void)state;
    kd_scene *scene = kt_random_walk(2, 80);
    kt_segments made = kt_segments_make(&scene, 1, NULL);
    kt_random random = kt_random_make(11);
    size_t size = made.asset.size;
    unsigned char *copy = aligned_alloc(16, (size + 15) & ~(size_t)15);
    int opened = 0;
    for (int round = 0; round < 4000; round++) {
        memcpy(copy, made.asset.data, size);
        size_t area = round % 2 ? size : 3000;
        for (uint32_t k = 1 + kt_random_below(&random, 3); k > 0; k--)
            copy[kt_random_below(&random, (uint32_t)area)] ^= (unsigned char)(1u << kt_random_below(&random, 8));
        kd_segments *head = (kd_segments *)(void *)copy;
        if (round % 4)
            assert_null(round % 8 == 1 && memcmp(copy, made.asset.data, size) != 0 ? kd_segments_open(copy, size, NULL)
                                                                                   : NULL);
        if (head->size != size)
            continue;
        head->hash = kdi_segments_hash(head);
        const kd_segments *segments = kd_segments_open(copy, size, NULL);
        if (!segments || kd_segments_count(segments) == 0)
            continue;
        opened++;
        void *memory = aligned_alloc(16, (kd_segment_player_size(segments) + 15) & ~(size_t)15);
        kd_segment_player *player = kd_segment_player_init(memory, segments);
        kd_transform pose[MOST_JOINTS];
        push(player, 0);
        push(player, kd_segments_count(segments) - 1);
        for (int i = 0; i < 6; i++) {
            kd_segment_player_pose(player, pose);
            check_pose(segments, pose);
            kd_segment_player_advance(player, 0.13f);
        }
        assert_true(kd_segments_distance(segments, 0, kd_segments_count(segments) - 1) >= 0);
        free(memory);
    }
    assert_true(opened > 50);
    kd_segments *many = memcpy(copy, made.asset.data, size);
    kd_error error;
    many->handles.count = KD_SEGMENT_MOST_TARGETS + 1; /* more than a request has places for */
    many->weights.count = many->points.count * many->handles.count;
    many->hash = kdi_segments_hash(many);
    assert_null(kd_segments_open(many, size, &error));
    assert_non_null(strstr(error.text, "too many"));
    for (size_t length = 0; length < size; length += size / 500 + 1)
        assert_null(kd_segments_open(made.asset.data, length, NULL));
    free(copy);
    kt_segments_free(&made);
}

static void wrong_requests_are_refused(void **state)
{
    (void)state;
    kd_scene *scene = kt_random_walk(2, 80);
    kt_segments made = kt_segments_make(&scene, 1, NULL);
    kd_segment_request request = kd_segment_request_default(-1);
    kd_transform pose[MOST_JOINTS];
    assert_false(kd_segment_player_push(made.player, &request));
    request.segment = kd_segments_count(made.segments);
    assert_false(kd_segment_player_push(made.player, &request));
    kd_segment_player_pose(made.player, pose); /* nothing queued: the figure at rest */
    check_pose(made.segments, pose);
    assert_true(kd_segment_player_is_at_end(made.player));
    request = kd_segment_request_default(0);
    request.target_count = 1;
    request.targets[0].handle = 99;
    assert_false(kd_segment_player_push(made.player, &request));
    request.targets[0].handle = 1;
    request.targets[0].position.x = NAN; /* counts as zero */
    assert_true(kd_segment_player_push(made.player, &request));
    kd_segment_player_pose(made.player, pose);
    kd_segment_player_advance(made.player, NAN); /* no time at all, as is any below zero */
    kd_segment_player_advance(made.player, -1.0f);
    assert_true(kd_segment_player_frame(made.player) == 0.0f && !kd_segment_player_is_at_end(made.player));
    for (int i = 0; i < 200; i++) {
        kd_segment_player_pose(made.player, pose);
        check_pose(made.segments, pose);
        kd_segment_player_next_frame(made.player);
    }
    kt_segments_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_by_nothing_changes_nothing),
        cmocka_unit_test(an_edit_by_nothing_changes_no_real_motion),
        cmocka_unit_test(loops_have_no_seam),
        cmocka_unit_test(ten_cycles_of_a_real_walk_have_no_seam),
        cmocka_unit_test(feet_land_where_they_are_wanted),
        cmocka_unit_test(knees_bend_forward),
        cmocka_unit_test(hinges_keep_their_side),
        cmocka_unit_test(joints_keep_their_twist),
        cmocka_unit_test(segments_of_one_and_two_frames_play),
        cmocka_unit_test(a_standing_foot_stands),
        cmocka_unit_test(curves_stay_within_their_tolerance),
        cmocka_unit_test(segments_that_come_late_do_not_jump),
        cmocka_unit_test(damaged_assets_are_refused_or_safe),
        cmocka_unit_test(wrong_requests_are_refused),
    };
    return kt_run(tests);
}
