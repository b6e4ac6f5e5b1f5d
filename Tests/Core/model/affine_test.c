/* Affine maps: decomposition against composition, inversion against multiplication. */
#include "support/test.h"

#include "kinedriver/math.h"
#include "model/affine.h"

#include <math.h>

static kd_transform random_transform(kt_random *random)
{
    kd_transform t;
    t.rotate = kd_quat_normalize(kd_quat_make((float)kt_random_in(random, -1, 1), (float)kt_random_in(random, -1, 1),
                                              (float)kt_random_in(random, -1, 1), (float)kt_random_in(random, -1, 1)));
    t.translate = kd_vec3_make((float)kt_random_in(random, -9, 9), (float)kt_random_in(random, -9, 9),
                               (float)kt_random_in(random, -9, 9));
    t.scale = kd_vec3_make((float)kt_random_in(random, 0.1, 5), (float)kt_random_in(random, 0.1, 5),
                           (float)kt_random_in(random, 0.1, 5));
    if (kt_random_below(random, 2))
        t.scale.z = -t.scale.z;
    return t;
}

static void taking_apart_and_putting_together_gives_the_same_map(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    for (int i = 0; i < 5000; i++) {
        kd_mat34 m = kd_mat34_from_transform(random_transform(&random));
        bool sheared = true;
        kd_transform apart = kdi_affine_decompose(&m, &sheared);
        kd_mat34 again = kd_mat34_from_transform(apart);
        assert_false(sheared);
        assert_true(kdi_affine_distance(&m, &again) < 1e-5);
    }
}

static void half_turns_and_flat_maps_have_a_rotation(void **state)
{
    (void)state;
    static const float diagonals[][3] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, -1},
                                         {0, 1, 1}, {1, 0, 1},   {1, 1, 0},   {0, 0, 0},   {0, 0, 2}};
    for (size_t i = 0; i < sizeof diagonals / sizeof diagonals[0]; i++) {
        const float *d = diagonals[i];
        kd_mat34 m = {{{d[0], 0, 0, 1}, {0, d[1], 0, 2}, {0, 0, d[2], 3}}};
        bool sheared = true;
        kd_transform apart = kdi_affine_decompose(&m, &sheared);
        kd_mat34 again = kd_mat34_from_transform(apart);
        double off = 1.0;
        assert_false(sheared);
        assert_true(kdi_affine_unit(&apart.rotate, &off) && off < 1e-6);
        assert_true(kdi_affine_distance(&m, &again) < 1e-6);
    }
}

static void shear_is_told(void **state)
{
    (void)state;
    kd_mat34 m = {{{1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    bool sheared = false;
    kd_transform apart = kdi_affine_decompose(&m, &sheared);
    double off = 1.0;
    assert_true(sheared);
    assert_true(kdi_affine_unit(&apart.rotate, &off) && off < 1e-6);
}

static void a_map_times_its_inverse_is_the_identity(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    kd_mat34 identity = kd_mat34_from_transform(kd_transform_identity());
    for (int i = 0; i < 5000; i++) {
        kd_mat34 m = kd_mat34_mul(kd_mat34_from_transform(random_transform(&random)),
                                  kd_mat34_from_transform(random_transform(&random)));
        kd_mat34 inverse;
        assert_true(kdi_affine_invert(&m, &inverse));
        kd_mat34 product = kd_mat34_mul(inverse, m);
        assert_true(kdi_affine_distance(&product, &identity) < 2e-3);
    }
    kd_mat34 flat = {{{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}}};
    assert_false(kdi_affine_invert(&flat, &identity));
}

static void normalising_twice_changes_nothing(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    for (int i = 0; i < 20000; i++) {
        kd_quat q = {(float)kt_random_in(&random, -3, 3), (float)kt_random_in(&random, -3, 3),
                     (float)kt_random_in(&random, -3, 3), (float)kt_random_in(&random, -3, 3)};
        double off;
        assert_true(kdi_affine_unit(&q, &off));
        kd_quat once = q;
        assert_true(kdi_affine_unit(&q, &off) && off < 2e-7);
        assert_memory_equal(&q, &once, sizeof q);
    }
    kd_quat none = {0, 0, 0, 0};
    double off;
    assert_false(kdi_affine_unit(&none, &off));
    assert_true(none.w == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_apart_and_putting_together_gives_the_same_map),
        cmocka_unit_test(half_turns_and_flat_maps_have_a_rotation),
        cmocka_unit_test(shear_is_told),
        cmocka_unit_test(a_map_times_its_inverse_is_the_identity),
        cmocka_unit_test(normalising_twice_changes_nothing),
    };
    return kt_run(tests);
}
