/* The functions in float alone against the C library in double. The bounds are those of Core/docs/math.md, measured
 * over every seventh float; here every 1,499th is taken. */
#include "support/test.h"

#include "math/quick.h"

#include <math.h>

enum { STRIDE = 1499, PAIRS = 2000000 };

static double ulp_at(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

static void sine_and_cosine_are_within_1e_7_up_to_a_thousand_turns(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits <= kdi_float_bits(KDI_QUICK_ANGLE); bits += STRIDE)
        for (uint32_t sign = 0; sign < 2; sign++) {
            float x = kdi_float_from_bits(bits | sign << 31);
            double sine = fabs((double)kdi_quick_sin(x) - sin((double)x));
            double cosine = fabs((double)kdi_quick_cos(x) - cos((double)x));
            if (!(sine <= 1e-7) || !(cosine <= 1e-7))
                fail_msg("at %.9g the sine is %g off, the cosine %g", (double)x, sine, cosine);
        }
}

/* Where animation lives the sine keeps its digits also near its zeros. */
static void sine_is_within_two_ulp_up_to_a_turn(void **state)
{
    (void)state;
    const float turn = 6.28318548f;
    for (uint32_t bits = 0; bits <= kdi_float_bits(turn); bits += STRIDE) {
        float x = kdi_float_from_bits(bits);
        double wanted = sin((double)x);
        assert_true(fabs((double)kdi_quick_sin(x) - wanted) <= 2.0 * ulp_at(wanted));
        assert_true(kdi_quick_sin(-x) == -kdi_quick_sin(x) && kdi_quick_cos(-x) == kdi_quick_cos(x));
    }
}

static void exponential_is_within_one_ulp_and_ends_where_it_says(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < UINT32_C(0x7F800000); bits += STRIDE)
        for (uint32_t sign = 0; sign < 2; sign++) {
            float x = kdi_float_from_bits(bits | sign << 31), got = kdi_quick_exp(x);
            double wanted = exp((double)x);
            wanted = wanted > (double)FLT_MAX ? (double)FLT_MAX : x < -87.3365402f ? 0.0 : wanted;
            if (!(fabs((double)got - wanted) <= ulp_at(wanted)))
                fail_msg("exp of %.9g is %.9g, not %.9g", (double)x, (double)got, wanted);
        }
    assert_true(kdi_quick_exp(0.0f) == 1.0f);
    assert_true(kdi_quick_exp(88.8f) == FLT_MAX && kdi_quick_exp(FLT_MAX) == FLT_MAX);
    assert_true(kdi_quick_exp(-87.4f) == 0.0f && kdi_quick_exp(-FLT_MAX) == 0.0f);
    /* No stray bits where the ends of the range meet the ends of the exponent. */
    for (int step = -2000; step <= 2000; step++) {
        float high = kdi_float_from_bits(kdi_float_bits(88.7228394f) + (uint32_t)step);
        float low = kdi_float_from_bits(kdi_float_bits(-87.3365402f) + (uint32_t)step);
        assert_true(kdi_quick_exp(high) <= FLT_MAX && kdi_quick_exp(high) > 3.3e38f);
        assert_true(kdi_quick_exp(low) == 0.0f || (kdi_quick_exp(low) > 1.17e-38f && kdi_quick_exp(low) < 1.2e-38f));
    }
}

static void check_angle(float y, float x)
{
    double wanted = atan2((double)y, (double)x), got = (double)kdi_quick_atan2(y, x);
    if (!(fabs(got - wanted) <= 2.0 * ulp_at(wanted)))
        fail_msg("atan2 of %.9g, %.9g is %.9g, not %.9g", (double)y, (double)x, got, wanted);
}

static void arc_tangent_is_within_two_ulp_for_all_points_but_denormal_ones(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    for (int i = 0; i < PAIRS; i++) {
        float y = kdi_float_from_bits(kt_random_bits(&random)), x = kdi_float_from_bits(kt_random_bits(&random));
        if (i % 2) {
            y = (float)kt_random_in(&random, -3, 3);
            x = (float)kt_random_in(&random, -3, 3);
        }
        float size = fabsf(x) > fabsf(y) ? fabsf(x) : fabsf(y);
        if (isfinite(x) && isfinite(y) && size > FLT_MIN)
            check_angle(y, x);
    }
    check_angle(0.0f, -1.0f);
    check_angle(-0.0f, -1.0f);
    check_angle(FLT_MAX, -FLT_MAX);
    check_angle(1.0f, -0.0f);
    assert_true(kdi_quick_atan2(0.0f, 0.0f) == 0.0f && kdi_quick_atan2(0.0f, -0.0f) == 0.0f);
    float tiny = 1e-42f;
    assert_true(kdi_quick_atan2(tiny, tiny) >= 0.0f && kdi_quick_atan2(tiny, tiny) <= 0.7854f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_are_within_1e_7_up_to_a_thousand_turns),
        cmocka_unit_test(sine_is_within_two_ulp_up_to_a_turn),
        cmocka_unit_test(exponential_is_within_one_ulp_and_ends_where_it_says),
        cmocka_unit_test(arc_tangent_is_within_two_ulp_for_all_points_but_denormal_ones),
    };
    return kt_run(tests);
}
