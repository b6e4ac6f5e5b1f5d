/* Scaling of a scene: lengths and nothing else. */
#include "support/scene.h"

#include "kinedriver/math.h"

#include <float.h>
#include <math.h>

static void assert_close(kd_vec3 a, kd_vec3 b, double tolerance)
{
    assert_true(fabs((double)a.x - b.x) <= tolerance);
    assert_true(fabs((double)a.y - b.y) <= tolerance);
    assert_true(fabs((double)a.z - b.z) <= tolerance);
}

/* One unit in the last place for each of the two roundings. */
static void assert_same_lengths(const void *a, const void *b, size_t floats)
{
    for (size_t i = 0; i < floats; i++) {
        double x = ((const float *)a)[i], y = ((const float *)b)[i];
        assert_true(fabs(x - y) <= 2.0 * FLT_EPSILON * fabs(x));
    }
}

static void scaled_and_scaled_back_is_the_same_within_rounding(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kt_random random = kt_random_make(seed), again = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random), *untouched = kt_scene_make(&again);
        double factor = exp(kt_random_in(&random, -8.0, 8.0));
        kd_scene_scale(scene, factor);
        kd_scene_scale(scene, 1.0 / factor);
        for (int i = 0; i < 3; i++) {
            const kd_joint *a = &scene->skeleton.joints[i], *b = &untouched->skeleton.joints[i];
            assert_same_lengths(&a->rest, &b->rest, 10);
            assert_same_lengths(&scene->meshes->inverse_binds[i], &untouched->meshes->inverse_binds[i], 12);
        }
        assert_same_lengths(scene->clips->locals, untouched->clips->locals, 4 * 3 * 10);
        assert_same_lengths(scene->meshes[0].positions, untouched->meshes[0].positions, 12);
        assert_same_lengths(scene->meshes[1].positions, untouched->meshes[1].positions, 12);
        assert_same_lengths(scene->meshes->morphs->position_deltas, untouched->meshes->morphs->position_deltas, 12);
        assert_same_lengths(scene->shapes->positions, untouched->shapes->positions, 24);
        assert_true(fabs(scene->metres_per_unit - 0.01) < 1e-15);
        kd_scene_free(scene);
        kd_scene_free(untouched);
    }
}

static void what_is_no_length_keeps_its_bits(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5), again = kt_random_make(5);
    kd_scene *scene = kt_scene_make(&random), *untouched = kt_scene_make(&again);
    kd_scene_scale(scene, 100.0);
    const kd_mesh *a = scene->meshes, *b = untouched->meshes;
    assert_memory_equal(a->normals, b->normals, 4 * sizeof(kd_vec3));
    assert_memory_equal(a->texcoords, b->texcoords, 8 * sizeof(float));
    assert_memory_equal(a->skin_weights, b->skin_weights, 8 * sizeof(float));
    assert_memory_equal(a->morphs->normal_deltas, b->morphs->normal_deltas, 4 * sizeof(kd_vec3));
    assert_memory_equal(scene->clips->curves, untouched->clips->curves, 8 * sizeof(float));
    assert_memory_equal(scene->shapes->times_s, untouched->shapes->times_s, 2 * sizeof(float));
    for (int i = 0; i < 12; i++) {
        assert_memory_equal(&scene->clips->locals[i].rotate, &untouched->clips->locals[i].rotate, sizeof(kd_quat));
        assert_memory_equal(&scene->clips->locals[i].scale, &untouched->clips->locals[i].scale, sizeof(kd_vec3));
    }
    for (int row = 0; row < 3; row++)
        assert_memory_equal(a->inverse_binds[1].m[row], b->inverse_binds[1].m[row], 3 * sizeof(float));
    kd_scene_free(scene);
    kd_scene_free(untouched);
}

static void pose_of_frame(const kd_scene *scene, int frame, kd_transform model[3])
{
    kd_skeleton_model_from_local(&scene->skeleton, scene->clips->locals + frame * 3, model);
}

static void skinned_vertices_and_joints_scale_with_the_scene(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kt_random random = kt_random_make(seed), again = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random), *untouched = kt_scene_make(&again);
        float factor = (float)exp(kt_random_in(&random, -5.0, 5.0));
        kd_scene_scale(scene, (double)factor);
        for (int frame = 0; frame < 4; frame++) {
            kd_transform scaled[3], original[3];
            pose_of_frame(scene, frame, scaled);
            pose_of_frame(untouched, frame, original);
            for (int i = 0; i < 3; i++)
                assert_close(scaled[i].translate, kd_vec3_scale(original[i].translate, factor), 1e-5 * (double)factor);
            for (int i = 0; i < 4; i++)
                assert_close(kt_skin_point(scene->meshes, scaled, i),
                             kd_vec3_scale(kt_skin_point(untouched->meshes, original, i), factor),
                             1e-4 * (double)factor);
        }
        assert_true(fabs(scene->metres_per_unit * (double)factor - 0.01) < 1e-12);
        kd_scene_free(scene);
        kd_scene_free(untouched);
    }
}

static void an_unknown_unit_stays_unknown_and_numbers_stay_finite(void **state)
{
    (void)state;
    kt_random random = kt_random_make(9);
    kd_scene *scene = kt_scene_make(&random);
    scene->metres_per_unit = 0.0;
    kd_scene_scale(scene, 1e300);
    assert_true(scene->metres_per_unit == 0.0);
    assert_int_equal(kd_scene_validate(scene, NULL), KD_OK);
    kd_scene_scale(scene, 1e-300);
    assert_int_equal(kd_scene_validate(scene, NULL), KD_OK);
    kd_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaled_and_scaled_back_is_the_same_within_rounding),
        cmocka_unit_test(what_is_no_length_keeps_its_bits),
        cmocka_unit_test(skinned_vertices_and_joints_scale_with_the_scene),
        cmocka_unit_test(an_unknown_unit_stays_unknown_and_numbers_stay_finite),
    };
    return kt_run(tests);
}
