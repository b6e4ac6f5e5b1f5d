/* Look-ups and the hierarchy walk. */
#include "support/scene.h"

#include "kinedriver/math.h"

#include <math.h>

static void a_joint_is_found_by_its_whole_name_only(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    kd_scene *scene = kt_scene_make(&random);
    assert_int_equal(kd_skeleton_find(&scene->skeleton, "root"), 0);
    assert_int_equal(kd_skeleton_find(&scene->skeleton, "hand"), 2);
    assert_int_equal(kd_skeleton_find(&scene->skeleton, "han"), KD_NO_JOINT);
    assert_int_equal(kd_skeleton_find(&scene->skeleton, "hands"), KD_NO_JOINT);
    assert_int_equal(kd_skeleton_find(&scene->skeleton, ""), KD_NO_JOINT);
    kd_skeleton empty = {NULL, 0};
    assert_int_equal(kd_skeleton_find(&empty, "root"), KD_NO_JOINT);
    kd_scene_free(scene);
}

/* A point carried from joint to joint up to the root, without any composed transform. */
static kd_vec3 climb(const kd_skeleton *skeleton, const kd_transform *local, int32_t joint, kd_vec3 point)
{
    for (; joint != KD_NO_JOINT; joint = skeleton->joints[joint].parent)
        point = kd_transform_point(local[joint], point);
    return point;
}

static void model_space_carries_points_as_climbing_the_tree_does(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kt_random random = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random);
        kd_joint *joints = (kd_joint *)scene->skeleton.joints;
        joints[2].parent = (int32_t)kt_random_below(&random, 3) - 1;
        const kd_transform *local = scene->clips->locals;
        kd_transform model[3], in_place[3];
        kd_skeleton_model_from_local(&scene->skeleton, local, model);
        memcpy(in_place, local, sizeof in_place);
        kd_skeleton_model_from_local(&scene->skeleton, in_place, in_place);
        assert_memory_equal(model, in_place, sizeof model);
        for (int32_t i = 0; i < 3; i++) {
            kd_vec3 point = kd_vec3_make(0.3f, -1.0f, 2.0f);
            kd_vec3 off = kd_vec3_sub(kd_transform_point(model[i], point), climb(&scene->skeleton, local, i, point));
            assert_true(kd_vec3_length(off) < 1e-5f);
        }
        kd_scene_free(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_is_found_by_its_whole_name_only),
        cmocka_unit_test(model_space_carries_points_as_climbing_the_tree_does),
    };
    return kt_run(tests);
}
