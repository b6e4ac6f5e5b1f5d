/* kd_scene_take_motion: the poses that come out are those of the motion. */
#include "kinedriver/math.h"
#include "kinedriver/scene_file.h"
#include "kinedriver/scene_motion.h"
#include "model/scene.h"
#include "support/scene.h"
#include "support/scene_check.h"
#include "support/test.h"

static kd_scene *load(const char *path)
{
    kd_scene *scene;
    assert_int_equal(kd_scene_load(kt_path(path), NULL, &scene, NULL), KD_OK);
    return scene;
}

static void joints_of_the_same_name_go_the_same_way(void **state)
{
    (void)state;
    kd_scene *body = load("Content/Character/character.glb");
    kd_scene *motion = load("Content/Character/walk_and_reach.bvh");
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_take_motion(body, motion, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_JOINT_UNKNOWN, "31 of 107");
    kd_findings_free(&findings);
    assert_null(kt_check_scene(body));
    assert_int_equal(body->clip_count, 1);
    size_t joints = (size_t)body->skeleton.joint_count, sources = (size_t)motion->skeleton.joint_count;
    kd_transform *to = malloc(joints * sizeof *to), *from = malloc(sources * sizeof *from);
    for (size_t frame = 0; frame < (size_t)body->clips[0].frame_count; frame += 37) {
        kd_skeleton_model_from_local(&body->skeleton, body->clips[0].locals + frame * joints, to);
        kd_skeleton_model_from_local(&motion->skeleton, motion->clips[0].locals + frame * sources, from);
        for (size_t i = 0; i < joints; i++) {
            int32_t source = kd_skeleton_find(&motion->skeleton, body->skeleton.joints[i].name);
            if (source == KD_NO_JOINT)
                continue;
            kd_vec3 metres = kd_vec3_scale(from[source].translate, 0.01f); /* the motion is in centimetres */
            assert_true(kt_near(&to[i].translate, &metres, 3, 1e-3));
            assert_true(fabsf(kd_quat_dot(to[i].rotate, from[source].rotate)) > 0.9999f);
        }
    }
    free(to);
    free(from);
    kd_scene_free(motion);
    kd_scene_free(body); /* nothing in it pointed into the motion, or the sanitizer would tell below */
}

/* With one skeleton for both, the motion comes back as it is, whatever the rest poses are. */
static void the_own_motion_stays_what_it_is(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        kt_random random = kt_random_make(seed), again = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random), *same = kt_scene_make(&again);
        assert_int_equal(kd_scene_take_motion(scene, same, NULL), KD_OK);
        assert_null(kt_compare_scenes(scene, same, 1e-5));
        kd_scene_free(same);
        assert_null(kt_check_scene(scene));
        kd_scene_free(scene);
    }
}

static void a_motion_without_common_joints_is_refused(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    kd_scene *scene = kt_scene_make(&random), *motion = kt_scene_make(&random);
    kd_joint *joints = (kd_joint *)(uintptr_t)motion->skeleton.joints;
    const kd_clip *clips = scene->clips;
    joints[0].name = "a";
    joints[1].name = "b";
    joints[2].name = "c";
    assert_int_equal(kd_scene_take_motion(scene, motion, NULL), KD_EMPTY);
    assert_ptr_equal(scene->clips, clips);
    motion->clip_count = 0;
    assert_int_equal(kd_scene_take_motion(scene, motion, NULL), KD_EMPTY);
    kd_scene_free(scene);
    kd_scene_free(motion);
}

static void a_lack_of_memory_leaves_the_scene_as_it_was(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    kd_scene *scene = kt_scene_make(&random), *motion = kt_scene_make(&random);
    const kd_clip *clips = scene->clips;
    bool done = false;
    for (size_t room = 1; !done; room += 64) { /* the arena's limit works like a lack of memory */
        scene->arena->limit_bytes = scene->arena->used_bytes + room;
        kd_result result = kd_scene_take_motion(scene, motion, NULL);
        done = result == KD_OK;
        if (!done) {
            assert_int_equal(result, KD_OUT_OF_MEMORY);
            assert_ptr_equal(scene->clips, clips);
        }
        assert_true(room < 100000);
    }
    assert_true(scene->clips != clips);
    kd_scene_free(motion);
    kd_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_the_same_name_go_the_same_way),
        cmocka_unit_test(the_own_motion_stays_what_it_is),
        cmocka_unit_test(a_motion_without_common_joints_is_refused),
        cmocka_unit_test(a_lack_of_memory_leaves_the_scene_as_it_was),
    };
    return kt_run(tests);
}
