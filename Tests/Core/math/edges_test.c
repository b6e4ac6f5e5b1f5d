/* Edges of the scalar functions, vectors, transforms and maps: what is not finite, zero, denormal, flat, out of range.
 */
#include "support/test.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/arcs.h"
#include "math/circular.h"
#include "math/exponentials.h"
#include "math/logarithms.h"

#include <float.h>
#include <math.h>

typedef float (*one_argument)(float);
typedef float (*two_arguments)(float, float);

static const one_argument one_argument_functions[] = {
    kd_finite, kd_abs,  kd_floor, kd_ceil, kd_trunc, kd_round, kd_sqrt, kd_cbrt, kd_sin, kd_cos,  kd_tan,
    kd_asin,   kd_acos, kd_atan,  kd_exp,  kd_exp2,  kd_sinh,  kd_cosh, kd_tanh, kd_log, kd_log2, kd_log10,
};
static const two_arguments two_argument_functions[] = {kd_min, kd_max, kd_fmod, kd_hypot, kd_atan2, kd_pow};

static const float edge_values[] = {0.0f,   -0.0f,   1e-45f,   -1e-45f,  FLT_MIN,   -FLT_MIN, 0.5f,
                                    -0.5f,  1.0f,    -1.0f,    2.0f,     -3.0f,     2.5f,     1e10f,
                                    -1e10f, FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN};
enum { EDGE_COUNT = sizeof edge_values / sizeof edge_values[0] };

static void assert_bits(float got, float expected)
{
    if (memcmp(&got, &expected, sizeof got) != 0)
        fail_msg("%a instead of %a", (double)got, (double)expected);
}

static float counted(float x)
{
    return isnan(x) ? 0.0f : x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x;
}

static void not_a_number_counts_as_zero_and_infinity_as_the_largest(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof one_argument_functions / sizeof one_argument_functions[0]; f++)
        for (int i = 0; i < EDGE_COUNT; i++) {
            float got = one_argument_functions[f](edge_values[i]);
            assert_true(isfinite(got));
            assert_bits(got, one_argument_functions[f](counted(edge_values[i])));
        }
    for (size_t f = 0; f < sizeof two_argument_functions / sizeof two_argument_functions[0]; f++)
        for (int i = 0; i < EDGE_COUNT * EDGE_COUNT; i++) {
            float x = edge_values[i / EDGE_COUNT], y = edge_values[i % EDGE_COUNT];
            float got = two_argument_functions[f](x, y);
            assert_true(isfinite(got));
            assert_bits(got, two_argument_functions[f](counted(x), counted(y)));
        }
}

static void functions_have_the_documented_values_outside_their_domain(void **state)
{
    (void)state;
    assert_bits(kd_sqrt(-4.0f), 0.0f);
    assert_bits(kd_log(0.0f), -FLT_MAX);
    assert_bits(kd_log2(-1.0f), -FLT_MAX);
    assert_bits(kd_log10(-0.0f), -FLT_MAX);
    assert_bits(kd_exp(1000.0f), FLT_MAX);
    assert_bits(kd_exp(-1000.0f), 0.0f);
    assert_bits(kd_exp2(128.0f), FLT_MAX);
    assert_bits(kd_sinh(-200.0f), -FLT_MAX);
    assert_bits(kd_asin(7.0f), kd_asin(1.0f));
    assert_bits(kd_acos(1.0000001f), 0.0f);
    assert_bits(kd_acos(-9.0f), KD_PI);
    assert_bits(kd_fmod(5.0f, 0.0f), 0.0f);
    assert_bits(kd_atan2(0.0f, -0.0f), 0.0f);
    assert_bits(kd_atan2(-0.0f, 0.0f), -0.0f);
    assert_bits(kd_atan2(0.0f, -1.0f), KD_PI);
    assert_bits(kd_atan2(-0.0f, -1.0f), -KD_PI);
    assert_bits(kd_pow(-8.0f, 0.5f), 0.0f);
    assert_bits(kd_pow(0.0f, 0.0f), 1.0f);
    assert_bits(kd_pow(0.0f, -2.0f), FLT_MAX);
    assert_bits(kd_pow(-0.0f, -3.0f), -FLT_MAX);
    assert_bits(kd_pow(-2.0f, 3.0f), -8.0f);
    assert_bits(kd_pow(-2.0f, 4.0f), 16.0f);
    assert_bits(kd_clamp(3.0f, 5.0f, 1.0f), 5.0f);
}

static void whole_numbers_come_out_exact(void **state)
{
    (void)state;
    for (int n = -149; n < 128; n++) {
        assert_bits(kd_exp2((float)n), ldexpf(1.0f, n));
        assert_bits(kd_log2(ldexpf(1.0f, n)), (float)n);
    }
    for (int n = 0; n < 4096; n++)
        assert_bits(kd_sqrt((float)n * (float)n), (float)n);
    assert_bits(kd_exp(0.0f), 1.0f);
    assert_bits(kd_cos(0.0f), 1.0f);
    assert_bits(kd_sin(-0.0f), -0.0f);
    assert_bits(kd_log(1.0f), 0.0f);
    assert_bits(kd_pow(3.0f, 5.0f), 243.0f);
}

static void rounding_matches_the_c_library_bit_for_bit(void **state)
{
    (void)state;
    kt_random random = kt_random_make(21);
    for (int i = 0; i < 300000; i++) {
        uint32_t bits = kt_random_bits(&random);
        float x, y = (float)kt_random_in(&random, -100.0, 100.0);
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        x = i % 2 ? x : roundf(y * 4.0f) * 0.25f;
        assert_bits(kd_floor(x), floorf(x));
        assert_bits(kd_ceil(x), ceilf(x));
        assert_bits(kd_trunc(x), truncf(x));
        assert_bits(kd_round(x), roundf(x));
        assert_bits(kd_fmod(x, y), fmodf(x, y));
    }
}

/* The machine's root and the one in integers are both the correctly rounded one. */
static void portable_square_root_equals_that_of_the_machine(void **state)
{
    (void)state;
    for (uint64_t bits = 0; bits < UINT64_C(0x7F800000); bits += 1009) {
        uint32_t low = (uint32_t)bits;
        float x;
        memcpy(&x, &low, sizeof x);
        assert_bits(kdi_sqrt_portable(x), sqrtf(x));
    }
    assert_bits(kdi_sqrt_portable(FLT_MAX), sqrtf(FLT_MAX));
}

static void inline_kernels_are_the_public_functions(void **state)
{
    (void)state;
    kt_random random = kt_random_make(22);
    for (int i = 0; i < 100000; i++) {
        float x = (float)kt_random_in(&random, -90.0, 90.0), y = (float)kt_random_in(&random, -90.0, 90.0);
        float s, c, kernel_s, kernel_c;
        kd_sincos(x, &s, &c);
        kdi_sincos(x, &kernel_s, &kernel_c);
        assert_bits(s, kernel_s);
        assert_bits(c, kernel_c);
        assert_bits(s, kd_sin(x));
        assert_bits(c, kd_cos(x));
        assert_bits(kdi_atan2(y, x), kd_atan2(y, x));
        assert_bits(kdi_exp(x), kd_exp(x));
        assert_bits(kdi_log(x), kd_log(x));
    }
}

static kd_vec3 edge_vector(kt_random *random)
{
    return kd_vec3_make(edge_values[kt_random_below(random, EDGE_COUNT)],
                        edge_values[kt_random_below(random, EDGE_COUNT)],
                        edge_values[kt_random_below(random, EDGE_COUNT)]);
}

static void lengths_and_directions_are_right_for_every_size(void **state)
{
    (void)state;
    kt_random random = kt_random_make(23);
    kd_vec3 fallback = kd_vec3_make(0, 1, 0);
    for (int i = 0; i < 20000; i++) {
        int power = (int)kt_random_below(&random, 270) - 145;
        float size = ldexpf(1.0f, power);
        kd_vec3 v = kd_vec3_make((float)kt_random_in(&random, -1, 1) * size, (float)kt_random_in(&random, -1, 1) * size,
                                 (float)kt_random_in(&random, -1, 1) * size);
        double length = sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
        assert_true(fabs((double)kd_vec3_length(v) - length) <= 2e-7 * length + 1.5e-45);
        kd_vec3 unit = kd_vec3_normalize(v, fallback);
        if (length > 0.0)
            assert_true(fabs((double)unit.x * length - (double)v.x) <= 3e-7 * length);
        kd_vec3 wild = edge_vector(&random), square = kd_vec3_perpendicular(wild);
        assert_true(isfinite(kd_vec3_length(wild)));
        unit = kd_vec3_normalize(wild, fallback);
        assert_true(fabs((double)kd_vec3_length(unit) - 1.0) < 1e-6);
        assert_true(fabs((double)kd_vec3_length(square) - 1.0) < 1e-6);
        if (isfinite(wild.x + wild.y + wild.z))
            assert_true(fabsf(kd_vec3_dot(unit, square)) < 1e-6f || kd_vec3_length(wild) == 0.0f);
    }
}

static kd_transform random_transform(kt_random *random, bool even)
{
    kd_transform t;
    float *part = &t.rotate.x;
    for (int i = 0; i < 10; i++)
        part[i] = (float)kt_random_in(random, i < 7 ? -1.0 : 0.2, i < 7 ? 1.0 : 3.0);
    t.rotate = kd_quat_normalize(t.rotate);
    if (even)
        t.scale = kd_vec3_make(t.scale.x, t.scale.x, t.scale.x);
    return t;
}

static void assert_near(kd_vec3 a, kd_vec3 b, float tolerance)
{
    kd_vec3 d = kd_vec3_sub(a, b);
    if (!(fabsf(d.x) <= tolerance && fabsf(d.y) <= tolerance && fabsf(d.z) <= tolerance))
        fail_msg("(%g %g %g) instead of (%g %g %g)", (double)a.x, (double)a.y, (double)a.z, (double)b.x, (double)b.y,
                 (double)b.z);
}

static void transforms_and_maps_agree_and_can_be_undone(void **state)
{
    (void)state;
    kt_random random = kt_random_make(24);
    for (int i = 0; i < 20000; i++) {
        kd_transform a = random_transform(&random, true), b = random_transform(&random, false);
        kd_vec3 p = kd_vec3_make(0.3f, -0.7f, (float)kt_random_in(&random, -2, 2));
        kd_mat34 ma = kd_mat34_from_transform(a), mb = kd_mat34_from_transform(b), inverse;
        /* With the outer scale even there is no shear, and the product is that of the maps. */
        assert_near(kd_transform_point(kd_transform_mul(a, b), p), kd_mat34_point(kd_mat34_mul(ma, mb), p), 3e-5f);
        assert_near(kd_transform_inverse_point(b, kd_transform_point(b, p)), p, 2e-5f);
        assert_near(kd_transform_point(kd_transform_mul(a, kd_transform_relative(a, b)), p), kd_transform_point(b, p),
                    3e-5f);
        assert_near(kd_transform_point(kd_transform_mul(a, kd_transform_inverse(a)), p), p, 2e-5f);
        assert_true(kd_mat34_inverse(mb, &inverse));
        assert_near(kd_mat34_point(inverse, kd_mat34_point(mb, p)), p, 3e-5f);
        kd_transform back = kd_transform_from_mat34(mb);
        assert_near(kd_transform_point(back, p), kd_transform_point(b, p), 2e-5f);
        b.scale.y = -b.scale.y; /* mirrored */
        back = kd_transform_from_mat34(kd_mat34_from_transform(b));
        assert_true(back.scale.x < 0.0f);
        assert_near(kd_transform_point(back, p), kd_transform_point(b, p), 2e-5f);
    }
}

static void flat_and_broken_maps_give_finite_transforms(void **state)
{
    (void)state;
    kt_random random = kt_random_make(25);
    for (int i = 0; i < 60000; i++) {
        kd_mat34 m, inverse;
        for (int k = 0; k < 12; k++)
            m.m[k / 4][k % 4] = edge_values[kt_random_below(&random, i % 2 ? EDGE_COUNT : 12)];
        kd_transform t = kd_transform_from_mat34(m);
        kd_quat q = t.rotate;
        assert_true(fabs((double)kd_quat_dot(q, q) - 1.0) < 1e-5);
        assert_true(isfinite(t.scale.x) && isfinite(t.scale.y) && isfinite(t.scale.z));
        assert_true(isfinite(t.translate.x) && isfinite(t.translate.y) && isfinite(t.translate.z));
        kd_mat34_inverse(m, &inverse);
        for (int k = 0; k < 12; k++)
            assert_true(isfinite(inverse.m[k / 4][k % 4]));
    }
    kd_mat34 flat = kd_mat34_identity(), inverse;
    flat.m[1][1] = 0.0f;
    assert_false(kd_mat34_inverse(flat, &inverse));
    kd_transform zero = kd_transform_identity();
    zero.scale.y = 0.0f;
    assert_near(kd_transform_inverse_point(zero, kd_vec3_make(1, 2, 3)), kd_vec3_make(1, 0, 3), 0.0f);
    kd_transform broken = {{NAN, 0, 0, 1}, {INFINITY, NAN, 1}, {1, -INFINITY, 1}};
    broken = kd_transform_finite(broken);
    assert_bits(broken.rotate.w, 1.0f);
    assert_bits(broken.translate.x, FLT_MAX);
    assert_bits(broken.scale.y, -FLT_MAX);
}

static void logarithm_of_scale_is_symmetric_and_has_a_floor(void **state)
{
    (void)state;
    assert_bits(kd_log_from_scale(1.0f), 0.0f);
    assert_bits(kd_log_from_scale(0.5f), -kd_log_from_scale(2.0f));
    assert_bits(kd_log_from_scale(-2.0f), kd_log_from_scale(2.0f));
    assert_bits(kd_log_from_scale(0.0f), kd_log_from_scale(KD_SCALE_MIN));
    assert_bits(kd_log_from_scale(NAN), 0.0f);
    assert_true(isfinite(kd_log_from_scale(INFINITY)) && isfinite(kd_scale_from_log(INFINITY)));
    for (float scale = 1e-5f; scale < 1e5f; scale *= 1.1f)
        assert_true(fabsf(kd_scale_from_log(kd_log_from_scale(scale)) / scale - 1.0f) < 2e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_a_number_counts_as_zero_and_infinity_as_the_largest),
        cmocka_unit_test(functions_have_the_documented_values_outside_their_domain),
        cmocka_unit_test(whole_numbers_come_out_exact),
        cmocka_unit_test(rounding_matches_the_c_library_bit_for_bit),
        cmocka_unit_test(portable_square_root_equals_that_of_the_machine),
        cmocka_unit_test(inline_kernels_are_the_public_functions),
        cmocka_unit_test(lengths_and_directions_are_right_for_every_size),
        cmocka_unit_test(transforms_and_maps_agree_and_can_be_undone),
        cmocka_unit_test(flat_and_broken_maps_give_finite_transforms),
        cmocka_unit_test(logarithm_of_scale_is_symmetric_and_has_a_floor),
    };
    return kt_run(tests);
}
