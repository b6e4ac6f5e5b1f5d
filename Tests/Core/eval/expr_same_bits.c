/* Hashes the results of expressions on many numbers, computed for one character, in lanes, and in the lanes of the
 * plain machine; stops if these differ. expr_same_bits_test.py builds it with every compiler and compares. */
#include "eval/expr_batch.h"
#include "kinedriver/expr.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, ROUNDS = 200, REGISTERS = 256 };

static const char *const SOURCES[] = {
    "(a + 3) * 2",
    "max(a, b) * 0.5",
    "clamp(sin(a) * b, 0, 1)",
    "a > 30 ? (a - 30) * 0.1 : 0",
    "(((0.1 * a + 0.2) * a + 0.3) * a + 0.4) * a",
    "sqrt(a * a + b * b + c * c)",
    "exp(-(a * a + b * b) * 0.1) * c",
    "exp(a) + cos(b) + atan(c)",
    "2 * atan2(b, a + 1)",
    "qrot(p, u)",
    "log(abs(a)) + cos(b) + tan(c) + tanh(a)",
    "floor(a) + ceil(b) + round(c) + fract(a) + a % b",
    "a ^ b + cbrt(c) + hypot(a, b) + asin(a) + acos(b)",
    "remap(a, b, c, 2, 3) + smoothstep(a, b, c) + lerp(a, b, c) + step(a, b)",
    "slerp(p, q, a) * qexp(u) * axisangle(v, b)",
    "qlog(p) + bend(q) + vec3(roll(p), twist(q, u), dot(u, v))",
    "normalize(cross(u, v)) * length(u) / distance(u, v)",
};

static uint64_t bits_hash = UINT64_C(0xcbf29ce484222325);
static uint32_t bits_seed = 1;

/* Rows of ordinary numbers only take other ways through the evaluator than those with one that is not. */
static float bits_number(bool tame)
{
    bits_seed = bits_seed * 1664525u + 1013904223u;
    uint32_t choice = bits_seed >> 28;
    bits_seed = bits_seed * 1664525u + 1013904223u;
    float any;
    memcpy(&any, &bits_seed, sizeof any);
    return choice == 0 && !tame ? any : ((float)(bits_seed >> 8) / 16777216.0f - 0.5f) * (choice < 8 ? 6.0f : 200.0f);
}

static void bits_run(const kd_expr_code *code, bool tame)
{
    static float one[REGISTERS], many[REGISTERS * LANES], plain[REGISTERS * LANES];
    int count = kd_expr_register_count(code), at = kd_expr_result_register(code);
    int width = kd_expr_type_width(kd_expr_result_type(code));
    for (int i = 0; i < count * LANES; i++)
        plain[i] = many[i] = bits_number(tame);
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < count; i++)
            one[i] = many[i * LANES + l];
        kd_expr_load(code, one);
        kd_expr_run(code, one);
        for (int k = 0; k < width; k++) {
            uint32_t bits;
            memcpy(&bits, &one[at + k], sizeof bits);
            bits_hash = (bits_hash ^ bits) * UINT64_C(0x100000001b3);
        }
        for (int k = 0; k < width; k++)
            one[k] = one[at + k];
        for (int k = 0; l == LANES - 1 && k < width; k++) { /* the last lane is compared below */
            kd_expr_load_batch(code, many, LANES);
            kd_expr_run_batch(code, many, LANES);
            kd_expr_load_batch(code, plain, LANES);
            kdi_expr_run_lanes(code, plain, LANES / KD_EXPR_LANE_STEP);
            if (memcmp(&many[(at + k) * LANES + l], &one[k], sizeof(float)) != 0 ||
                memcmp(many + at * LANES, plain + at * LANES, (size_t)(width * LANES) * sizeof(float)) != 0) {
                printf("lanes differ\n");
                exit(1);
            }
        }
    }
}

int main(void)
{
    static const kd_expr_input inputs[] = {{"a", KD_EXPR_FLOAT, false}, {"b", KD_EXPR_FLOAT, false},
                                           {"c", KD_EXPR_FLOAT, false}, {"u", KD_EXPR_VEC3, false},
                                           {"v", KD_EXPR_VEC3, false},  {"p", KD_EXPR_QUAT, false},
                                           {"q", KD_EXPR_QUAT, false}};
    for (size_t s = 0; s < sizeof SOURCES / sizeof SOURCES[0]; s++) {
        kd_expr_desc desc = kd_expr_desc_default();
        kd_expression *expression;
        kd_buffer block = kd_buffer_make(NULL);
        desc.inputs = inputs;
        desc.input_count = 7;
        if (kd_expression_compile(SOURCES[s], strlen(SOURCES[s]), &desc, &expression, NULL) != KD_OK ||
            kd_expression_lower(expression, NULL, &block) != KD_OK)
            return 1;
        const kd_expr_code *code = kd_expr_code_open(block.data, block.size, NULL);
        for (int i = 0; code && i < ROUNDS; i++)
            bits_run(code, i % 2 != 0);
        kd_expression_free(expression);
        kd_buffer_free(&block);
    }
    printf("%016" PRIx64 "\n", bits_hash);
    return 0;
}
