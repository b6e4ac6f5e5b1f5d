/* What must hold for every expression that was accepted, shared by the fuzz targets: it lowers, its code opens, its
 * text form reads back as the same byte code, and it gives the same finite bits for one character and for lanes. */
#ifndef KT_EXPR_CHECK_H
#define KT_EXPR_CHECK_H

#include "kinedriver/expr.h"

#include <stdlib.h>
#include <string.h>

#define CHECK(condition) ((condition) ? (void)0 : abort())

/* Runs verified code on hostile numbers, in one lane and in eight. */
static void check_run(const kd_expr_code *code, uint32_t seed)
{
    static const float numbers[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 3.4e38f, -3.4e38f, 1e-45f, 90.0f, -180.0f, 1e6f};
    size_t count = (size_t)kd_expr_register_count(code);
    float *one = (float *)malloc((count + 1) * sizeof *one);
    float *many = (float *)malloc((count + 1) * 8 * sizeof *many);
    float nan = 0.0f;
    uint32_t nan_bits = UINT32_C(0x7FC00000);
    memcpy(&nan, &nan_bits, sizeof nan);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        one[i] = seed >> 28 == 0 ? nan : numbers[(seed >> 16) % (sizeof numbers / sizeof numbers[0])];
        for (size_t l = 0; l < 8; l++)
            many[i * 8 + l] = one[i];
    }
    kd_expr_load(code, one);
    kd_expr_run(code, one);
    kd_expr_load_batch(code, many, 8);
    kd_expr_run_batch(code, many, 8);
    int width = kd_expr_type_width(kd_expr_result_type(code)), at = kd_expr_result_register(code);
    for (int k = 0; k < width; k++) {
        CHECK(one[at + k] - one[at + k] == 0.0f);
        for (int l = 0; l < 8; l++)
            CHECK(memcmp(&many[(at + k) * 8 + l], &one[at + k], sizeof(float)) == 0);
    }
    free(one);
    free(many);
}

static void check_expression(const kd_expression *expression, const kd_expr_desc *desc, uint32_t seed)
{
    kd_buffer text = kd_buffer_make(NULL), code = kd_buffer_make(NULL);
    CHECK(kd_expression_write(expression, &text) == KD_OK);
    kd_expression *again = NULL;
    if (text.size <= KD_EXPR_SOURCE_MAX) {
        CHECK(kd_expression_read((const char *)text.data, text.size, desc, &again, NULL) == KD_OK);
        size_t count, again_count;
        const uint32_t *words = kd_expression_bytecode(expression, &count);
        const uint32_t *again_words = kd_expression_bytecode(again, &again_count);
        CHECK(count == again_count && memcmp(words, again_words, count * sizeof *words) == 0);
        kd_expression_free(again);
    }
    text.size = 0;
    CHECK(kd_expression_explain(expression, &text) == KD_OK);
    CHECK(kd_expression_lower(expression, NULL, &code) == KD_OK);
    const kd_expr_code *opened = kd_expr_code_open(code.data, code.size, NULL);
    CHECK(opened != NULL);
    check_run(opened, seed);
    kd_buffer_free(&text);
    kd_buffer_free(&code);
}

/* Inputs of every type, by the low bits of a byte. */
static kd_expr_desc check_desc(unsigned choice)
{
    static const kd_expr_input inputs[] = {{"angle", KD_EXPR_FLOAT, true},
                                           {"v", KD_EXPR_VEC3, false},
                                           {"q", KD_EXPR_QUAT, false},
                                           {NULL, KD_EXPR_FLOAT, false}};
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = inputs;
    desc.input_count = (int)(choice & 7) <= 4 ? (int)(choice & 7) : 0;
    desc.open_inputs = (choice & 8) == 0;
    return desc;
}

#endif
