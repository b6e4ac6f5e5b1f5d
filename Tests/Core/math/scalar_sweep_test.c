/* The scalar functions against the C library in long double, over the whole float range. The largest error that a
 * function may have is the figure in the table of Core/docs/math.md: that page cannot promise more than is true. By
 * default every 1,499th float is taken, which needs a few seconds. For all of them:
 *     KD_MATH_STRIDE=1 [KD_MATH_FUNCTION=kd_sin] build/bench/scalar_sweep_test
 * The double functions of the C library serve as a sieve: only where they see an error near the largest so far does
 * the slow long double decide. Where the nearest float is known beforehand, because the function is there a constant or
 * its argument to within half an ulp, having that float is enough. */
#include "support/test.h"

#include "kinedriver/scalar.h"

#include <float.h>
#include <math.h>

/* How f(-x) follows from f(x), bit for bit. */
typedef enum sweep_symmetry { SWEEP_PLAIN, SWEEP_ODD, SWEEP_EVEN } sweep_symmetry;

typedef struct sweep_function {
    const char *name;
    sweep_symmetry symmetry;
    float (*ours)(float);
    double (*sieve)(double);
    long double (*exact)(long double);
    float (*known)(float); /* the nearest float where it is known, else not a number; NULL: nowhere */
    double low, high;      /* arguments outside count as the nearer end */
    double below_low;      /* except that this is the value for x <= low, where it is not zero */
} sweep_function;

/* In these the distance to the exact value is below 0.1 ulp for tiny arguments (x^3 / 3 against 2^-24 x, or x^2 against
 * 2^-24) and below half an ulp at the far end. */
static float known_sine(float x)
{
    return fabsf(x) < 0x1p-13f ? x : NAN;
}

static float known_cosine(float x)
{
    return fabsf(x) < 0x1p-14f ? 1.0f : NAN;
}

static float known_arc_tangent(float x)
{
    return fabsf(x) > 0x1p26f ? copysignf(1.57079637f, x) : known_sine(x);
}

static float known_arc_sine(float x)
{
    return fabsf(x) > 1.0f ? copysignf(1.57079637f, x) : known_sine(x);
}

static float known_arc_cosine(float x)
{
    return x > 1.0f ? 0.0f : x < -1.0f ? 3.14159274f : NAN;
}

static float known_exponential(float x)
{
    return x > 129.0f ? FLT_MAX : x < -152.0f ? 0.0f : fabsf(x) < 0x1p-27f ? 1.0f : NAN;
}

static float known_hyperbolic_sine(float x)
{
    return fabsf(x) > 90.0f ? copysignf(FLT_MAX, x) : known_sine(x);
}

static float known_hyperbolic_cosine(float x)
{
    return fabsf(x) > 90.0f ? FLT_MAX : known_cosine(x);
}

static float known_hyperbolic_tangent(float x)
{
    return fabsf(x) > 10.0f ? copysignf(1.0f, x) : known_sine(x);
}

static float known_logarithm(float x)
{
    return x <= 0.0f ? -FLT_MAX : NAN;
}

#define WHOLE -HUGE_VAL, HUGE_VAL, 0.0

static const sweep_function sweep_functions[] = {
    {"kd_sin", SWEEP_ODD, kd_sin, sin, sinl, known_sine, WHOLE},
    {"kd_cos", SWEEP_EVEN, kd_cos, cos, cosl, known_cosine, WHOLE},
    {"kd_tan", SWEEP_ODD, kd_tan, tan, tanl, known_sine, WHOLE},
    {"kd_atan", SWEEP_ODD, kd_atan, atan, atanl, known_arc_tangent, WHOLE},
    {"kd_asin", SWEEP_ODD, kd_asin, asin, asinl, known_arc_sine, -1.0, 1.0, 0.0},
    {"kd_acos", SWEEP_PLAIN, kd_acos, acos, acosl, known_arc_cosine, -1.0, 1.0, 0.0},
    {"kd_exp", SWEEP_PLAIN, kd_exp, exp, expl, known_exponential, WHOLE},
    {"kd_exp2", SWEEP_PLAIN, kd_exp2, exp2, exp2l, known_exponential, WHOLE},
    {"kd_sinh", SWEEP_ODD, kd_sinh, sinh, sinhl, known_hyperbolic_sine, WHOLE},
    {"kd_cosh", SWEEP_EVEN, kd_cosh, cosh, coshl, known_hyperbolic_cosine, WHOLE},
    {"kd_tanh", SWEEP_ODD, kd_tanh, tanh, tanhl, known_hyperbolic_tangent, WHOLE},
    {"kd_cbrt", SWEEP_ODD, kd_cbrt, cbrt, cbrtl, NULL, WHOLE},
    {"kd_floor", SWEEP_PLAIN, kd_floor, floor, floorl, NULL, WHOLE},
    {"kd_ceil", SWEEP_PLAIN, kd_ceil, ceil, ceill, NULL, WHOLE},
    {"kd_trunc", SWEEP_ODD, kd_trunc, trunc, truncl, NULL, WHOLE},
    {"kd_round", SWEEP_ODD, kd_round, round, roundl, NULL, WHOLE},
    {"kd_sqrt", SWEEP_PLAIN, kd_sqrt, sqrt, sqrtl, NULL, 0.0, HUGE_VAL, 0.0},
    {"kd_log", SWEEP_PLAIN, kd_log, log, logl, known_logarithm, 0.0, HUGE_VAL, -FLT_MAX},
    {"kd_log2", SWEEP_PLAIN, kd_log2, log2, log2l, known_logarithm, 0.0, HUGE_VAL, -FLT_MAX},
    {"kd_log10", SWEEP_PLAIN, kd_log10, log10, log10l, known_logarithm, 0.0, HUGE_VAL, -FLT_MAX},
};

enum { SWEEP_COUNT = sizeof sweep_functions / sizeof sweep_functions[0] };

typedef struct sweep_pair_function {
    const char *name;
    float (*ours)(float, float);
    double (*sieve)(double, double);
    long double (*exact)(long double, long double);
} sweep_pair_function;

static const sweep_pair_function sweep_pair_functions[] = {
    {"kd_atan2", kd_atan2, atan2, atan2l},
    {"kd_pow", kd_pow, pow, powl},
    {"kd_hypot", kd_hypot, hypot, hypotl},
    {"kd_fmod", kd_fmod, fmod, fmodl},
};

typedef struct sweep_worst {
    double error;
    float x, y;
} sweep_worst;

static float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_from_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t sweep_stride(void)
{
    const char *text = getenv("KD_MATH_STRIDE");
    long stride = text ? strtol(text, NULL, 10) : 0;
    return stride > 0 ? (uint64_t)stride : 1499;
}

/* The distance between neighbouring floats at x. */
static double ulp_at(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits >> 52 & 0x7FF;
    /* 23 binary digits below the first one, but none below 2^-149. */
    bits = (exponent < 1023 - 126 ? 1023 - 149 : exponent - 23) << 52;
    double ulp;
    memcpy(&ulp, &bits, sizeof ulp);
    return ulp;
}

static long double limited(long double x)
{
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : x;
}

/* The figure that the table of Core/docs/math.md states for a function: the third cell of its row. */
static double documented_error(const char *name)
{
    kd_buffer page = kt_load("Core/docs/math.md");
    char start[64];
    snprintf(start, sizeof start, "\n| `%s` |", name);
    const char *row = strstr((const char *)page.data, start);
    if (!row)
        fail_msg("Core/docs/math.md has no row for %s", name);
    for (int cell = 0; cell < 3; cell++)
        row = strchr(row + 1, '|');
    double error = strtod(row + 1, NULL);
    kd_buffer_free(&page);
    return error;
}

static double exact_error(const sweep_function *f, float x, float got)
{
    double inside = x < f->low ? f->low : x > f->high ? f->high : x;
    long double expected = f->below_low != 0.0 && x <= f->low ? f->below_low : limited(f->exact(inside));
    return (double)(fabsl(got - expected) / ulp_at((double)expected));
}

static double sieve_error(const sweep_function *f, float x, float got)
{
    double inside = x < f->low ? f->low : x > f->high ? f->high : x;
    double expected = f->below_low != 0.0 && x <= f->low ? f->below_low : f->sieve(inside);
    expected = expected > FLT_MAX ? FLT_MAX : expected < -FLT_MAX ? -FLT_MAX : expected;
    return fabs(got - expected) / ulp_at(expected);
}

static void check_symmetry(const sweep_function *f, float x, float got)
{
    uint32_t mirrored = bits_from_float(f->ours(-x)), expected = bits_from_float(got);
    if (f->symmetry == SWEEP_ODD)
        expected ^= UINT32_C(0x80000000);
    if (mirrored != expected)
        fail_msg("%s(%a) is not the mirror of %s(%a)", f->name, (double)-x, f->name, (double)x);
}

/* The worst of all positive floats and, where they do not follow from those, of the negative ones. */
static sweep_worst sweep_all(const sweep_function *f, uint64_t stride)
{
    sweep_worst worst = {-1.0, 0.0f, 0.0f};
    uint64_t end = f->symmetry == SWEEP_PLAIN ? UINT64_C(0x100000000) : UINT64_C(0x80000000);
    for (uint64_t bits = 0; bits < end; bits += stride) {
        float x = float_from_bits((uint32_t)bits);
        if (!isfinite(x))
            continue;
        float got = f->ours(x);
        if (!isfinite(got))
            fail_msg("%s(%a) is not finite", f->name, (double)x);
        if (f->symmetry != SWEEP_PLAIN)
            check_symmetry(f, x, got);
        if (f->known && got == f->known(x))
            continue;
        double sieve = sieve_error(f, x, got);
        if (sieve <= worst.error - 1e-5 || (sieve == 0.0 && worst.error == 0.0))
            continue;
        double error = exact_error(f, x, got);
        if (error > worst.error)
            worst = (sweep_worst){error, x, 0.0f};
    }
    return worst;
}

static void functions_of_one_number_keep_their_documented_error(void **state)
{
    (void)state;
    const char *only = getenv("KD_MATH_FUNCTION");
    uint64_t stride = sweep_stride();
    int bad = 0;
    for (int i = 0; i < SWEEP_COUNT; i++) {
        const sweep_function *f = &sweep_functions[i];
        if (only && strcmp(only, f->name) != 0)
            continue;
        double allowed = documented_error(f->name);
        sweep_worst worst = sweep_all(f, stride);
        print_message("# %-8s %.4f ulp at %a (%.9g)\n", f->name, worst.error, (double)worst.x, (double)worst.x);
        bad += worst.error > allowed;
    }
    assert_int_equal(bad, 0);
}

/* Where each function is steep, singular or changes its form: every float of a stretch around it. */
static void neighbourhoods_of_special_arguments_keep_the_error_too(void **state)
{
    (void)state;
    static const float centres[] = {0.0f,        FLT_MIN,    1e-6f,      0.5f,       0.6f,       0.70710678f,
                                    0.78539816f, 1.0f,       1.4142135f, 1.5707963f, 2.0f,       3.1415927f,
                                    4.712389f,   6.2831853f, 6000.0f,    8388608.f,  16777216.f, 88.72283f,
                                    89.41598f,   103.97f,    128.0f,     149.0f,     FLT_MAX};
    for (int i = 0; i < SWEEP_COUNT; i++) {
        const sweep_function *f = &sweep_functions[i];
        double allowed = documented_error(f->name);
        for (size_t c = 0; c < sizeof centres / sizeof centres[0]; c++)
            for (int step = -500; step <= 500; step++) {
                uint32_t bits = bits_from_float(centres[c]) + (uint32_t)step;
                float x = float_from_bits(bits & UINT32_C(0x7FFFFFFF));
                if (!isfinite(x))
                    continue;
                for (int sign = 0; sign < 2; sign++, x = -x)
                    if (!(exact_error(f, x, f->ours(x)) <= allowed))
                        fail_msg("%s(%a) has an error of %g ulp", f->name, (double)x, exact_error(f, x, f->ours(x)));
            }
    }
}

/* A pair of arguments of one of four kinds: any bits; near in size; a power near the end of the range; moderate. */
static void random_pair(kt_random *random, int kind, float *x, float *y)
{
    do {
        *x = float_from_bits(kt_random_bits(random));
        *y = float_from_bits(kt_random_bits(random));
        if (kind == 1)
            *y = *x * (float)kt_random_in(random, -4.0, 4.0);
        if (kind == 2) {
            *x = (float)exp2(kt_random_in(random, -1.0, 1.0) * kt_random_in(random, 0.0, 20.0));
            *y = (float)(kt_random_in(random, -151.0, 129.0) / log2(*x));
        }
        if (kind == 3) {
            *x = (float)kt_random_in(random, -10.0, 10.0);
            *y = (float)kt_random_in(random, -10.0, 10.0);
        }
    } while (!isfinite(*x) || !isfinite(*y));
}

/* The cases in which the header promises another value than the C library gives. */
static bool is_own_case(const char *name, float x, float y)
{
    if (strcmp(name, "kd_pow") == 0)
        return (x < 0.0f && truncf(y) != y) || (x == 0.0f && y < 0.0f);
    return strcmp(name, "kd_fmod") == 0 ? y == 0.0f : strcmp(name, "kd_atan2") == 0 && x == 0.0f && y == 0.0f;
}

static void functions_of_two_numbers_keep_their_documented_error(void **state)
{
    (void)state;
    const char *only = getenv("KD_MATH_FUNCTION");
    uint64_t rounds = UINT64_C(600000000) / sweep_stride();
    int bad = 0;
    for (size_t i = 0; i < sizeof sweep_pair_functions / sizeof sweep_pair_functions[0]; i++) {
        const sweep_pair_function *f = &sweep_pair_functions[i];
        kt_random random = kt_random_make(7 + i);
        sweep_worst worst = {0.0, 0.0f, 0.0f};
        if (only && strcmp(only, f->name) != 0)
            continue;
        for (uint64_t round = 0; round < rounds; round++) {
            float x, y;
            random_pair(&random, (int)(round & 3), &x, &y);
            float got = f->ours(x, y);
            if (!isfinite(got))
                fail_msg("%s(%a, %a) is not finite", f->name, (double)x, (double)y);
            if (is_own_case(f->name, x, y))
                continue;
            double sieve = (double)limited(f->sieve(x, y));
            if (fabs(got - sieve) / ulp_at(sieve) < worst.error - 1e-5)
                continue;
            long double expected = limited(f->exact(x, y));
            double error = (double)(fabsl(got - expected) / ulp_at((double)expected));
            if (error > worst.error)
                worst = (sweep_worst){error, x, y};
        }
        print_message("# %-8s %.4f ulp at %a, %a\n", f->name, worst.error, (double)worst.x, (double)worst.y);
        bad += worst.error > documented_error(f->name);
    }
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_one_number_keep_their_documented_error),
        cmocka_unit_test(neighbourhoods_of_special_arguments_keep_the_error_too),
        cmocka_unit_test(functions_of_two_numbers_keep_their_documented_error),
    };
    return kt_run(tests);
}
