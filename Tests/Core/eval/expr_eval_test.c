/* Evaluation of expression code: lanes have the bits of single characters, for every instruction and hostile numbers;
 * results are finite; nothing allocates; damaged code is refused. */
#include "support/test.h"

#include "kinedriver/expr.h"
#include "kinedriver/scalar.h"

#include <float.h>
#include <math.h>

enum { LANES = 128 };

static const kd_expr_input INPUTS[] = {
    {"a", KD_EXPR_FLOAT, false}, {"b", KD_EXPR_FLOAT, false}, {"c", KD_EXPR_FLOAT, false}, {"u", KD_EXPR_VEC3, false},
    {"v", KD_EXPR_VEC3, false},  {"p", KD_EXPR_QUAT, false},  {"q", KD_EXPR_QUAT, false}};

/* Every instruction at least once. */
static const char *const SOURCES[] = {"-a",
                                      "not a",
                                      "abs(a)",
                                      "sign(a)",
                                      "floor(a)",
                                      "ceil(a)",
                                      "round(a)",
                                      "fract(a)",
                                      "sqrt(a)",
                                      "cbrt(a)",
                                      "sin(a)",
                                      "cos(a)",
                                      "tan(a)",
                                      "asin(a)",
                                      "acos(a)",
                                      "atan(a)",
                                      "sinh(a)",
                                      "cosh(a)",
                                      "tanh(a)",
                                      "exp(a)",
                                      "log(a)",
                                      "log2(a)",
                                      "log10(a)",
                                      "a + b",
                                      "a - b",
                                      "a * b",
                                      "a / b",
                                      "a % b",
                                      "a ^ b",
                                      "min(a, b)",
                                      "max(a, b)",
                                      "atan2(a, b)",
                                      "hypot(a, b)",
                                      "step(a, b)",
                                      "a < b",
                                      "a <= b",
                                      "a > b",
                                      "a >= b",
                                      "a == b",
                                      "a != b",
                                      "a and b",
                                      "a or b",
                                      "clamp(a, b, c)",
                                      "lerp(a, b, c)",
                                      "smoothstep(a, b, c)",
                                      "remap(a, b, c, 2, 3)",
                                      "a ? b : c",
                                      "a * b + c",
                                      "a * b - c",
                                      "c - a * b",
                                      "(a + b) * c",
                                      "(a - b) * c",
                                      "max(a, b) * c",
                                      "min(a, b) * c",
                                      "clamp(a * b, c, 1)",
                                      "a < b ? c : 1",
                                      "a <= b ? c : 1",
                                      "a == b ? c : 1",
                                      "a * b + b * c",
                                      "a * b + b * c + c * a",
                                      "sqrt(a * a + b * b)",
                                      "sqrt(a * a + b * b + c * c)",
                                      "((a * b + c) * b + 2) * b + a",
                                      "vec3(c, b, a)",
                                      "-u",
                                      "u + v",
                                      "u - v",
                                      "u * v",
                                      "u * a",
                                      "a * u",
                                      "u / a",
                                      "lerp(u, v, a)",
                                      "a ? u : v",
                                      "dot(u, v)",
                                      "cross(u, v)",
                                      "length(u)",
                                      "distance(u, v)",
                                      "normalize(u)",
                                      "quat(c, b, a, 1)",
                                      "-p",
                                      "a ? p : q",
                                      "normalize(p)",
                                      "p * q",
                                      "qinv(p)",
                                      "qrot(p, u)",
                                      "axisangle(u, a)",
                                      "slerp(p, q, a)",
                                      "qlog(p)",
                                      "qexp(u)",
                                      "bend(p)",
                                      "roll(p)",
                                      "twist(p, u)",
                                      "deg(a)",
                                      "rad(a)",
                                      "a ^ 2",
                                      "a ^ 3",
                                      "a ^ 4",
                                      "a ^ 0.5",
                                      "a / 4",
                                      "u.z + q.w"};

static const kd_expr_code *make(const char *source, kd_buffer *block)
{
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = INPUTS;
    desc.input_count = 7;
    kd_expression *expression;
    assert_int_equal(kd_expression_compile(source, strlen(source), &desc, &expression, NULL), KD_OK);
    block->size = 0;
    assert_int_equal(kd_expression_lower(expression, NULL, block), KD_OK);
    kd_expression_free(expression);
    const kd_expr_code *code = kd_expr_code_open(block->data, block->size, NULL);
    assert_non_null(code);
    return code;
}

/* Numbers that break things, and ordinary ones. */
static float hostile_number(kt_random *random)
{
    static const float numbers[] = {0.0f,    -0.0f,    1.0f,   -1.0f,   0.5f,       -2.5f,
                                    3.4e38f, -3.4e38f, 1e-45f, -1e-40f, 8388609.0f, 1e7f};
    uint32_t which = kt_random_below(random, 40), bits = kt_random_bits(random);
    float any;
    memcpy(&any, &bits, sizeof any);
    if (which < 12)
        return numbers[which];
    return which < 16 ? any : (float)kt_random_in(random, -4, 4); /* any: infinities and NaN too */
}

static void lanes_have_the_bits_of_single_characters_and_all_is_finite(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    kd_buffer block = kd_buffer_make(NULL);
    static float one[64], many[64 * LANES];
    for (size_t s = 0; s < sizeof SOURCES / sizeof SOURCES[0]; s++) {
        const kd_expr_code *code = make(SOURCES[s], &block);
        int count = kd_expr_register_count(code), at = kd_expr_result_register(code);
        int width = kd_expr_type_width(kd_expr_result_type(code));
        assert_true(count <= 64);
        for (int round = 0; round < 40; round++) {
            int lanes = round % 2 ? LANES : KD_EXPR_LANE_STEP * (1 + round % 7);
            for (int i = 0; i < count * lanes; i++)
                many[i] = round % 3 ? hostile_number(&random) : (float)kt_random_in(&random, -4, 4);
            static float before[64 * LANES];
            memcpy(before, many, sizeof before);
            kd_expr_load_batch(code, many, lanes);
            kd_expr_run_batch(code, many, lanes);
            for (int l = 0; l < lanes; l++) {
                for (int i = 0; i < count; i++)
                    one[i] = before[i * lanes + l];
                kd_expr_load(code, one);
                kd_expr_run(code, one);
                for (int k = 0; k < width; k++) {
                    float got = many[(at + k) * lanes + l];
                    if (!isfinite(one[at + k]) || memcmp(&got, &one[at + k], sizeof got) != 0)
                        fail_msg("%s: lane %.9g, single %.9g, a %.9g b %.9g", SOURCES[s], (double)got,
                                 (double)one[at + k], (double)before[l], (double)before[lanes + l]);
                }
                if (width == 4)
                    assert_true(fabsf(one[at] * one[at] + one[at + 1] * one[at + 1] + one[at + 2] * one[at + 2] +
                                      one[at + 3] * one[at + 3] - 1.0f) < 1e-5f);
            }
        }
    }
    kd_buffer_free(&block);
}

/* The functions in float alone come near those of the math library, which are exact; the others are those. */
static void functions_are_those_of_the_math_library(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        float (*function)(float x);
        double relative, absolute; /* allowed difference, either of the two */
    } rows[] = {{"sin(a)", kd_sin, 0, 1.4e-7}, {"cos(a)", kd_cos, 0, 1.4e-7}, {"exp(a)", kd_exp, 1.8e-7, FLT_MIN},
                {"atan(a)", kd_atan, 3e-7, 0}, {"log(a)", kd_log, 0, 0},      {"sqrt(a)", kd_sqrt, 0, 0},
                {"floor(a)", kd_floor, 0, 0},  {"ceil(a)", kd_ceil, 0, 0},    {"round(a)", kd_round, 0, 0}};
    kd_buffer block = kd_buffer_make(NULL);
    static float many[64 * LANES];
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        const kd_expr_code *code = make(rows[r].source, &block);
        const float *result = many + kd_expr_result_register(code) * LANES;
        float input[LANES];
        for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += (uint64_t)LANES * 4099) {
            for (uint32_t l = 0; l < LANES; l++) {
                uint32_t pattern = (uint32_t)(bits + (uint64_t)l * 4099);
                memcpy(&input[l], &pattern, sizeof pattern);
            }
            memcpy(many, input, sizeof input);
            kd_expr_load_batch(code, many, LANES);
            kd_expr_run_batch(code, many, LANES);
            for (int l = 0; l < LANES; l++) {
                float wanted = rows[r].function(input[l]);
                double off = fabs((double)result[l] - (double)wanted);
                if (!(off <= rows[r].absolute || off <= rows[r].relative * fabs((double)wanted)))
                    fail_msg("%s at %.9g: %.9g, not %.9g", rows[r].source, (double)input[l], (double)result[l],
                             (double)wanted);
            }
        }
    }
    kd_buffer_free(&block);
}

static void every_operation_leaves_its_domain_as_the_manual_says(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        double wanted;
    } rows[] = {{"1 / x", 0},
                {"x / x", 0},
                {"log(x)", -3.4028234663852886e38},
                {"log(0 - 1)", -3.4028234663852886e38},
                {"sqrt(0 - 4)", 0},
                {"5 % x", 0},
                {"(0 - 2) ^ 0.5", 0},
                {"x ^ x", 1},
                {"asin(2)", 1.5707963267948966},
                {"acos(0 - 7)", 3.1415926535897931},
                {"atan2(x, x)", 0},
                {"exp(1000)", 3.4028234663852886e38},
                {"1e38 * 1e10", 3.4028234663852886e38},
                {"1e38 * 1e10 - 1e38 * 1e10", 0},
                {"smoothstep(1, 1, 0.5)", 0},
                {"smoothstep(1, 1, 1)", 1},
                {"remap(5, 2, 2, 7, 9)", 7},
                {"length(normalize(vec3(x, x, x)))", 0},
                {"clamp(5, 3, 1)", 3},
                {"mod(0 - 1, 3)", 2},
                {"fract(0 - 0.25)", 0.75},
                {"round(0 - 2.5)", -3}};
    kd_buffer block = kd_buffer_make(NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char source[128];
        /* x is an input of zero, so that nothing is folded away. */
        size_t used = 0;
        for (const char *c = rows[i].source; *c && used < 100; c++)
            source[used++] =
                *c == 'x' && (c[1] == 0 || strchr(" ,)", c[1])) && (c == rows[i].source || strchr(" (,", c[-1])) ? 'a'
                                                                                                                 : *c;
        source[used] = 0;
        const kd_expr_code *code = make(source, &block);
        float inputs[32] = {0}, registers[64], result[4];
        kd_expr_eval(code, inputs, registers, result);
        if (!(fabs((double)result[0] - rows[i].wanted) <= 1e-6 * fabs(rows[i].wanted)))
            fail_msg("%s gives %.9g, not %.9g", rows[i].source, (double)result[0], rows[i].wanted);
    }
    kd_buffer_free(&block);
}

static void evaluation_never_allocates(void **state)
{
    (void)state;
    kd_buffer block = kd_buffer_make(NULL);
    const kd_expr_code *code = make("slerp(p, q, clamp(a * sin(b), 0, 1)) * (u + v * c)", &block);
    static float one[64], many[64 * LANES];
    kt_memory_reset(1); /* from here on every allocation of the counting kind would fail */
    for (int i = 0; i < 1000; i++) {
        kd_expr_load(code, one);
        kd_expr_run(code, one);
        kd_expr_load_batch(code, many, LANES);
        kd_expr_run_batch(code, many, LANES);
    }
    assert_int_equal(kt_memory_state.calls, 0);
    kt_memory_reset(0);
    kd_buffer_free(&block);
}

static void damaged_code_is_refused_or_harmless(void **state)
{
    (void)state;
    kt_random random = kt_random_make(21);
    kd_buffer block = kd_buffer_make(NULL);
    int refused = 0, rounds = 40000;
    make("((a * b + c) * b + 2) * b + dot(u, qrot(p, v)) * clamp(a, 0.25, 3)", &block);
    for (int i = 0; i < rounds; i++) {
        size_t size = i % 10 == 0 ? (size_t)kt_random_below(&random, (uint32_t)block.size + 1) : block.size;
        unsigned char *copy = (unsigned char *)malloc(size + 1);
        memcpy(copy, block.data, size);
        for (uint32_t k = 0; size > 0 && k < 1 + (uint32_t)i % 3; k++)
            copy[kt_random_below(&random, (uint32_t)size)] = (unsigned char)kt_random_bits(&random);
        kd_error error;
        error.text[0] = 0;
        const kd_expr_code *code = kd_expr_code_open(copy, size, &error);
        if (!code) {
            refused++;
            assert_true(error.text[0] != 0);
        } else {
            /* Exactly as many registers as it says: the sanitizer sees one too many. */
            float *registers = (float *)calloc((size_t)kd_expr_register_count(code), sizeof(float));
            kd_expr_load(code, registers);
            kd_expr_run(code, registers);
            for (int k = 0; k < kd_expr_type_width(kd_expr_result_type(code)); k++)
                assert_true(isfinite(registers[kd_expr_result_register(code) + k]));
            free(registers);
        }
        free(copy);
    }
    assert_true(refused > rounds / 4 && refused < rounds);
    assert_null(kd_expr_code_open(NULL, 0, NULL));
    kd_buffer_free(&block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_have_the_bits_of_single_characters_and_all_is_finite),
        cmocka_unit_test(functions_are_those_of_the_math_library),
        cmocka_unit_test(every_operation_leaves_its_domain_as_the_manual_says),
        cmocka_unit_test(evaluation_never_allocates),
        cmocka_unit_test(damaged_code_is_refused_or_harmless),
    };
    return kt_run(tests);
}
