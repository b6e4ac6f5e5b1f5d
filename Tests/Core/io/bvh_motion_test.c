/* Where joints are: BVH files against an independent forward kinematics, against published positions, and against each
 * other. The captured files are not part of the project; without them the tests that need them are skipped. */
#include "kinedriver/bvh.h"
#include "kinedriver/math.h"
#include "support/bvh_reference.h"

#include <math.h>

typedef struct captured_file {
    const char *path;
    int joints, tips, frames;
    double frame_time_s;
    int frame; /* of the known position */
    const char *joint;
    double position[3];
} captured_file;

static const captured_file captured[] = {
    {"bvh/cmu_07_01_walk.bvh", 31, 7, 317, .0083333, 100, "LeftFoot", {10.0867, 1.0822, -12.8332}},
    {"bvh/cmu_07_04_slow_walk.bvh", 31, 7, 450, .0083333, 100, "LeftFoot", {10.2809, 0.9654, -17.7916}},
    {"bvh/cmu_35_01_walk.bvh", 31, 7, 359, .0083333, 100, "LeftFoot", {5.8719, 4.0182, -7.7021}},
    {"bvh/cmu_35_17_run.bvh", 31, 7, 168, .0083333, 100, "LeftFoot", {2.1016, 4.0498, 15.0538}},
    {"bvh/cmu_16_17_walk_turn_left90.bvh", 31, 7, 519, .0083333, 100, "LeftFoot", {-7.8834, 1.4198, -18.9769}},
    {"bvh/cmu_16_19_walk_turn_right90.bvh", 31, 7, 411, .0083333, 100, "LeftFoot", {13.8516, 3.1182, -16.7798}},
    {"bvh/cmu_120_08_sneak.bvh", 31, 7, 1203, .0083333, 100, "LeftFoot", {25.4014, 1.3575, -27.8357}},
    {"bvh/cmu_83_10_step_down.bvh", 31, 7, 480, .0083333, 100, "LeftFoot", {-1.6792, 4.8883, 22.0784}},
    {"bvh/cmu_143_17_stairs_up_over.bvh", 31, 7, 633, .0083333, 100, "LeftFoot", {16.8068, 4.8816, 0.7356}},
    {"bvh/derived_07_01_mixed_channels.bvh", 31, 7, 120, .0083333, 100, "LeftFoot", {10.0765, 1.0726, -12.8211}},
    {"bvh/rokoko_jesse_dance_yxz.bvh", 60, 13, 1007, .01, 100, "LeftFoot", {79.9192, 118.8226, -125.7840}},
    {"bvh/pybvh_mixed_orders_zup.bvh", 24, 5, 75, .033333, 74, "LeftFoot", {-6.9571, -17.5330, 3.7846}},
    {"bvh/pybvh_rotation_first_root.bvh", 4, 2, 4, .04, 3, "LeftLeg", {16.0831, 45.3547, -17.2091}},
};
enum { CAPTURED_COUNT = sizeof captured / sizeof captured[0] };

static kd_scene *read_buffer(const kd_buffer *content)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = NULL;
    kd_result result = kd_bvh_read(content->data, content->size, &desc, &scene, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    kd_findings_free(&findings);
    assert_int_equal(result, KD_OK);
    assert_non_null(scene);
    return scene;
}

static kd_scene *read_captured(const char *path)
{
    const char *full = kt_shared_data(path);
    if (!full)
        skip();
    kd_buffer content = kt_load(full);
    kd_scene *scene = read_buffer(&content);
    kd_buffer_free(&content);
    return scene;
}

static void take_world(const kd_scene *scene, int frame, kd_transform *world)
{
    const kd_clip *clip = &scene->clips[0];
    kd_skeleton_model_from_local(&scene->skeleton, clip->locals + (size_t)frame * (size_t)clip->joint_count, world);
}

/* All joints of all frames agree with the reference; the tolerance is that of floats in a chain of joints. */
static void check_against_reference(const kd_scene *scene, const kd_buffer *content, double tolerance)
{
    kt_bvh file = kt_bvh_parse((const char *)content->data);
    assert_int_equal(scene->skeleton.joint_count, file.joint_count);
    assert_int_equal(scene->clips[0].frame_count, file.frame_count);
    assert_true(scene->clips[0].frame_time_s == file.frame_time_s);
    for (int i = 0; i < file.joint_count; i++) {
        assert_int_equal(scene->skeleton.joints[i].parent, file.joints[i].parent);
        assert_int_equal(scene->skeleton.joints[i].is_tip, file.joints[i].is_tip);
        if (!file.joints[i].is_tip)
            assert_string_equal(scene->skeleton.joints[i].name, file.joints[i].name);
        assert_true(scene->skeleton.joints[i].rest.translate.y == (float)file.joints[i].offset[1]);
    }
    kd_transform *world = (kd_transform *)malloc(sizeof *world * (size_t)file.joint_count);
    double(*expected)[3] = (double(*)[3])malloc(sizeof *expected * (size_t)file.joint_count);
    for (int frame = 0; frame < file.frame_count; frame++) {
        take_world(scene, frame, world);
        kt_bvh_world(&file, frame, expected);
        for (int i = 0; i < file.joint_count; i++) {
            assert_true(fabs((double)world[i].translate.x - expected[i][0]) <= tolerance);
            assert_true(fabs((double)world[i].translate.y - expected[i][1]) <= tolerance);
            assert_true(fabs((double)world[i].translate.z - expected[i][2]) <= tolerance);
        }
    }
    free(expected);
    free(world);
    kt_bvh_free(&file);
}

static void captured_files_have_their_joints_frames_and_known_positions(void **state)
{
    (void)state;
    for (int f = 0; f < CAPTURED_COUNT; f++) {
        const captured_file *file = &captured[f];
        kd_scene *scene = read_captured(file->path);
        const kd_skeleton *skeleton = &scene->skeleton;
        int tips = 0;
        for (int32_t i = 0; i < skeleton->joint_count; i++)
            tips += skeleton->joints[i].is_tip;
        assert_int_equal(tips, file->tips);
        assert_int_equal(skeleton->joint_count - tips, file->joints);
        assert_int_equal(scene->clips[0].frame_count, file->frames);
        assert_true(scene->clips[0].frame_time_s == file->frame_time_s);
        kd_transform world[128];
        take_world(scene, file->frame, world);
        int32_t joint = kd_skeleton_find(skeleton, file->joint);
        assert_true(joint != KD_NO_JOINT);
        kd_vec3 at = world[joint].translate;
        assert_true(fabs((double)at.x - file->position[0]) < 1e-3);
        assert_true(fabs((double)at.y - file->position[1]) < 1e-3);
        assert_true(fabs((double)at.z - file->position[2]) < 1e-3);
        kd_scene_free(scene);
    }
}

static void captured_files_agree_with_the_reference_in_every_frame(void **state)
{
    (void)state;
    for (int f = 0; f < CAPTURED_COUNT; f++) {
        const char *full = kt_shared_data(captured[f].path);
        if (!full)
            skip();
        kd_buffer content = kt_load(full);
        kd_scene *scene = read_buffer(&content);
        check_against_reference(scene, &content, 1e-3);
        kd_scene_free(scene);
        kd_buffer_free(&content);
    }
}

/* The derived file holds frames 1 to 120 of the walk in every rotation order, with channels mixed in any way. */
static void other_channels_for_the_same_motion_give_the_same_positions(void **state)
{
    (void)state;
    kd_scene *walk = read_captured("bvh/cmu_07_01_walk.bvh");
    kd_scene *mixed = read_captured("bvh/derived_07_01_mixed_channels.bvh");
    assert_int_equal(walk->skeleton.joint_count, mixed->skeleton.joint_count);
    for (int frame = 0; frame < 120; frame++) {
        kd_transform a[64], b[64];
        take_world(walk, frame + 1, a);
        take_world(mixed, frame, b);
        for (int32_t i = 0; i < walk->skeleton.joint_count; i++) {
            assert_string_equal(walk->skeleton.joints[i].name, mixed->skeleton.joints[i].name);
            assert_true(kd_vec3_length(kd_vec3_sub(a[i].translate, b[i].translate)) < 1e-4f);
        }
    }
    kd_scene_free(walk);
    kd_scene_free(mixed);
}

static void random_files_agree_with_the_reference(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    for (int round = 0; round < 400; round++) {
        kd_buffer content = kt_bvh_random(&random, 20, 6);
        kt_bvh file = kt_bvh_parse((const char *)content.data);
        bool has_channels = file.channel_count > 0;
        kt_bvh_free(&file);
        if (has_channels) {
            kd_scene *scene = read_buffer(&content);
            check_against_reference(scene, &content, 0.02); /* positions reach 400 a joint */
            kd_scene_free(scene);
        }
        kd_buffer_free(&content);
    }
}

static void own_fixtures_agree_with_the_reference(void **state)
{
    (void)state;
    static const char *const paths[] = {"Tests/Data/minimal.bvh", "Tests/Data/mixed_channels.bvh"};
    for (int i = 0; i < 2; i++) {
        kd_buffer content = kt_load(paths[i]);
        kd_scene *scene = read_buffer(&content);
        check_against_reference(scene, &content, 1e-5);
        kd_scene_free(scene);
        kd_buffer_free(&content);
    }
}

/* A known small case, by hand: a knee bent by 90 degrees about X below a hip at height 1. */
static void a_bent_knee_is_where_geometry_puts_it(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/minimal.bvh");
    kd_scene *scene = read_buffer(&content);
    kd_transform world[3];
    take_world(scene, 0, world);
    /* The shin (0, -0.5, 0.1) turned by 90 degrees about X is (0, -0.1, -0.5); it hangs at the knee (0, 0.5, 0). */
    kd_vec3 tip = kd_vec3_sub(world[2].translate, kd_vec3_make(0.0f, 0.4f, -0.5f));
    assert_true(kd_vec3_length(tip) < 1e-6f);
    kd_scene_free(scene);
    kd_buffer_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captured_files_have_their_joints_frames_and_known_positions),
        cmocka_unit_test(captured_files_agree_with_the_reference_in_every_frame),
        cmocka_unit_test(other_channels_for_the_same_motion_give_the_same_positions),
        cmocka_unit_test(random_files_agree_with_the_reference),
        cmocka_unit_test(own_fixtures_agree_with_the_reference),
        cmocka_unit_test(a_bent_knee_is_where_geometry_puts_it),
    };
    return kt_run(tests);
}
