/* The expression compiler: text form, types, folding, fusing, errors, limits, hostile input, and the examples of
 * Core/docs/expressions.md. */
#include "support/test.h"

#include "kinedriver/expr.h"

#include <math.h>

static const kd_expr_input TYPED_INPUTS[] = {
    {"angle", KD_EXPR_FLOAT, true}, {"v", KD_EXPR_VEC3, false}, {"q", KD_EXPR_QUAT, false}};

static kd_expr_desc typed_desc(void)
{
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = TYPED_INPUTS;
    desc.input_count = 3;
    desc.open_inputs = false;
    return desc;
}

static kd_expression *compile(const char *source, const kd_expr_desc *desc)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc usual = kd_expr_desc_default();
    kd_expression *expression;
    kd_result result = kd_expression_compile(source, strlen(source), desc ? desc : &usual, &expression, &findings);
    if (result != KD_OK)
        print_message("# %s\n", source);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    kd_findings_free(&findings);
    return expression;
}

static void expect_text(const char *source, const char *wanted)
{
    kd_expression *expression = compile(source, NULL);
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_expression_write(expression, &text), KD_OK);
    assert_string_equal((const char *)text.data, wanted);
    kd_buffer_free(&text);
    kd_expression_free(expression);
}

/* Evaluates with the inputs in a row; returns the parts of the result. */
static int evaluate(const char *source, const kd_expr_desc *desc, const float *inputs, float result[4])
{
    kd_expression *expression = compile(source, desc);
    kd_buffer block = kd_buffer_make(NULL);
    assert_int_equal(kd_expression_lower(expression, NULL, &block), KD_OK);
    kd_error error;
    const kd_expr_code *code = kd_expr_code_open(block.data, block.size, &error);
    assert_non_null(code);
    float registers[4096];
    assert_true(kd_expr_register_count(code) <= 4096);
    kd_expr_eval(code, inputs, registers, result);
    int width = kd_expr_type_width(kd_expr_result_type(code));
    kd_buffer_free(&block);
    kd_expression_free(expression);
    return width;
}

static void expect_result(const char *source, double x0, double x1, double wanted)
{
    float inputs[16] = {(float)x0, (float)x1}, result[4];
    assert_int_equal(evaluate(source, NULL, inputs, result), 1);
    if (!(fabs((double)result[0] - wanted) <= 1e-6 * (1 + fabs(wanted))))
        fail_msg("%s gives %.9g, not %.9g", source, (double)result[0], wanted);
}

static void expect_error(const char *source, const kd_expr_desc *desc, int column, kd_result code, const char *part)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc usual = kd_expr_desc_default();
    kd_expression *expression = NULL;
    kd_result result = kd_expression_compile(source, strlen(source), desc ? desc : &usual, &expression, &findings);
    assert_null(expression);
    assert_int_equal(result, code);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, part);
    if (findings.items[0].error.line != 1 || findings.items[0].error.column != column)
        fail_msg("%s: error at column %d, not %d", source, findings.items[0].error.column, column);
    kd_findings_free(&findings);
}

static void text_form_is_the_published_one(void **state)
{
    (void)state;
    expect_text("(x0 + 3) * 2", "var 0; push 3; op add; push 2; op mul;");
    expect_text("max(x0, x1, 2)", "var 0; var 1; op max; push 2; op max;");
    expect_text("x0 > 1 ? x1 : -x0", "var 0; push 1; op gt; var 1; var 0; op neg; op select;");
    expect_text("cross(vec3(x0, 0, 1), vec3(0, x1, 0)).z",
                "var 0; push 0; push 1; op vec3; push 0; var 1; push 0; op vec3; op cross; op z;");
}

static void operators_bind_as_written_in_the_manual(void **state)
{
    (void)state;
    expect_result("2 + 3 * 4", 0, 0, 14);
    expect_result("10 - 4 - 3", 0, 0, 3);
    expect_result("2 ^ 3 ^ 2", 0, 0, 512);
    expect_result("-x0 ^ 2", 3, 0, -9);
    expect_result("2 ^ -1", 0, 0, 0.5);
    expect_result("not x0 > 3", 2, 0, 1);
    expect_result("!x0 + 1", 2, 0, 1);
    expect_result("1 or 0 and 0", 0, 0, 1);
    expect_result("x0 < 1 ? 10 : x0 < 2 ? 20 : 30", 1.5, 0, 20);
    expect_result("1 + 1 == 2 && 3 != 4 || 0", 0, 0, 1);
    expect_result("7 % 3 * 2", 0, 0, 2);
    expect_result("- -x0", 3, 0, 3);
    expect_result("vec3(1, 2, 3).y ^ 2", 0, 0, 4);
}

static void constants_are_folded_to_the_bits_of_the_evaluation(void **state)
{
    (void)state;
    expect_text("2 * 3 + 1", "push 7;");
    expect_text("x0 * (2 + 3)", "var 0; push 5; op mul;");
    expect_text("-3", "push -3;");
    expect_text("cross(vec3(1, 0, 0), vec3(0, 1, 0))", "push 0; push 0; push 1; op vec3;");
    expect_text("1e30 * 1e30", "push 1e30; push 1e30; op mul;"); /* no number of the text form is infinite */
    static const char *const pairs[][2] = {{"sin(1.25)", "sin(x0)"},
                                           {"exp(1.25) ^ 1.5", "exp(x0) ^ 1.5"},
                                           {"log(1.25) / 3", "log(x0) / 3"},
                                           {"fract(1.25 * 77)", "fract(x0 * 77)"}};
    for (int i = 0; i < 4; i++) {
        float input = 1.25f, folded[4], run[4];
        evaluate(pairs[i][0], NULL, &input, folded);
        evaluate(pairs[i][1], NULL, &input, run);
        assert_memory_equal(folded, run, sizeof(float));
    }
}

static void lowered_has(const char *source, const char *part, int lines)
{
    kd_expression *expression = compile(source, NULL);
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_expression_explain(expression, &text), KD_OK);
    const char *lowered = strstr((const char *)text.data, "lowered code\n");
    assert_non_null(lowered);
    if (!strstr(lowered, part))
        fail_msg("%s: no '%s' in %s", source, part, lowered);
    int found = 0;
    for (const char *at = strchr(lowered, '\n') + 1; *at; at = strchr(at, '\n') + 1)
        found += strncmp(at, "  r", 3) != 0;
    assert_int_equal(found, lines);
    kd_buffer_free(&text);
    kd_expression_free(expression);
}

static void common_shapes_become_one_instruction(void **state)
{
    (void)state;
    lowered_has("(x0 + 3) * 2", "add_times", 2);
    lowered_has("x0 * x1 + x2", "mul_add", 2);
    lowered_has("x0 > 30 ? x1 : x2", "select_lt", 2);
    lowered_has("sqrt(x0*x0 + x1*x1 + x2*x2)", "norm3", 2);
    lowered_has("x0*0.2 + x1*0.3 + x2*0.5", "sum3", 2);
    lowered_has("((0.1*x0 + 0.2)*x0 - 0.3)*x0 + 0.4", "poly", 2);
    lowered_has("qrot(quat(x0,x1,x2,x3), vec3(x4,x5,x6)).x", "qrot", 2);
    lowered_has("sin(x0)*sin(x0)", "mul", 3); /* the sine once */
    lowered_has("x0^2 + x1^2", "sum2", 2);
    lowered_has("vec3(1,2,3)", "end_vec3", 1);
}

static void fused_code_gives_the_bits_of_its_steps(void **state)
{
    (void)state;
    /* The same value behind an input that keeps it from being fused: y = a * b in a node of its own. */
    kt_random random = kt_random_make(5);
    for (int i = 0; i < 2000; i++) {
        float x[3], product[4], whole[4], parts[4];
        for (int k = 0; k < 3; k++)
            x[k] = (float)kt_random_in(&random, -10, 10);
        evaluate("x0 * x1 + x2", NULL, x, whole);
        evaluate("x0 * x1", NULL, x, product);
        float again[2] = {product[0], x[2]};
        evaluate("x0 + x1", NULL, again, parts);
        assert_memory_equal(whole, parts, sizeof(float));
    }
}

static void errors_name_the_place_and_the_remedy(void **state)
{
    (void)state;
    expect_error("(x0 +", NULL, 6, KD_SYNTAX, "ends too early");
    expect_error("", NULL, 1, KD_EMPTY, "empty");
    expect_error("x0 + * 2", NULL, 6, KD_SYNTAX, "a number, a name or '(' is expected, not '*'");
    expect_error("(x0", NULL, 4, KD_SYNTAX, "')'");
    expect_error("x0)", NULL, 3, KD_SYNTAX, "one ')' too many");
    expect_error("x0 x1", NULL, 4, KD_SYNTAX, "an operator is expected");
    expect_error("sni(x0)", NULL, 1, KD_NAME_UNKNOWN, "did you mean 'sin'?");
    expect_error("1 + smothstep(0, 1, x0)", NULL, 5, KD_NAME_UNKNOWN, "did you mean 'smoothstep'?");
    expect_error("sin", NULL, 4, KD_SYNTAX, "'(' is expected");
    expect_error("clamp(x0, 1)", NULL, 1, KD_TYPE_MISMATCH, "'clamp' takes 3 arguments, (float, float, float), not 2");
    expect_error("max(x0)", NULL, 1, KD_TYPE_MISMATCH, "two or more");
    expect_error("vec3(1,2,3) + 1", NULL, 13, KD_TYPE_MISMATCH,
                 "'+' takes (float, float) or (vec3, vec3), not (vec3, float)");
    expect_error("x0.x", NULL, 4, KD_TYPE_MISMATCH, "'.x' takes (vec3) or (quat), not (float)");
    expect_error("1 < 2 < 3", NULL, 7, KD_SYNTAX, "a < b and b < c");
    expect_error("2x0", NULL, 2, KD_NUMBER, "an operator between them");
    expect_error("1.2.3", NULL, 4, KD_NUMBER, "one decimal point");
    expect_error("1e99", NULL, 1, KD_NUMBER, "float");
    expect_error("x0 = 1", NULL, 4, KD_SYNTAX, "==");
    expect_error("x0 ? 1", NULL, 7, KD_SYNTAX, "':'");
    kd_expr_desc desc = typed_desc();
    expect_error("angel * 2", &desc, 1, KD_NAME_UNKNOWN, "did you mean 'angle'?");
    expect_error("x3", &desc, 1, KD_INDEX, "no input 3");
    desc.result_type = KD_EXPR_FLOAT;
    expect_error("q * v", &desc, 3, KD_TYPE_MISMATCH, "gives a vec3, but a float is wanted here; take a part with .x");
}

static void several_mistakes_are_told_at_once(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression;
    const char *source = "sni(x0) +\n  cso(x1) + dot(1, 2)";
    assert_int_equal(kd_expression_compile(source, strlen(source), &desc, &expression, &findings), KD_NAME_UNKNOWN);
    assert_int_equal(findings.count, 3);
    assert_int_equal(findings.items[1].error.line, 2);
    assert_int_equal(findings.items[1].error.column, 3);
    kd_findings_free(&findings);
}

static void degrees_in_a_sine_get_a_warning(void **state)
{
    (void)state;
    static const char *const sources[] = {"sin(angle)", "cos(-angle + 1)", "sin(rad(angle))", "angle * 2"};
    for (int i = 0; i < 4; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_expr_desc desc = typed_desc();
        kd_expression *expression;
        assert_int_equal(kd_expression_compile(sources[i], strlen(sources[i]), &desc, &expression, &findings), KD_OK);
        assert_int_equal(findings.counts[KD_SEVERITY_WARNING], i < 2 ? 1 : 0);
        if (i < 2)
            kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_VALUE, "write");
        kd_expression_free(expression);
        kd_findings_free(&findings);
    }
}

static void limits_hold(void **state)
{
    (void)state;
    char source[8192];
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression;
    memset(source, '(', 300);
    assert_int_equal(kd_expression_compile(source, 300, &desc, &expression, NULL), KD_LIMIT);
    memset(source, '-', 300);
    assert_int_equal(kd_expression_compile(source, 300, &desc, &expression, NULL), KD_LIMIT);
    for (int i = 0; i < 2000; i++)
        memcpy(source + 3 * i, "x0+", 3);
    memcpy(source + 6000, "x0", 2);
    assert_int_equal(kd_expression_compile(source, 6002, &desc, &expression, NULL), KD_LIMIT);
    for (int i = 0; i < 100; i++)
        memcpy(source + 7 * i, "var 0; ", 7);
    assert_int_equal(kd_expression_read(source, 700, &desc, &expression, NULL), KD_LIMIT);
    assert_int_equal(kd_expression_compile(source, KD_EXPR_SOURCE_MAX + 1, &desc, &expression, NULL), KD_LIMIT);
    assert_int_equal(kd_expression_compile("x1024", 5, &desc, &expression, NULL), KD_LIMIT);
}

static void text_form_is_read_with_the_same_care(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        kd_result code;
    } bad[] = {{"", KD_EMPTY},
               {"var 0", KD_SYNTAX},
               {"var;", KD_SYNTAX},
               {"var x;", KD_SYNTAX},
               {"push;", KD_NUMBER},
               {"push 1e99;", KD_NUMBER},
               {"push nan;", KD_NUMBER},
               {"op add;", KD_SYNTAX},
               {"op what;", KD_NAME_UNKNOWN},
               {"pop;", KD_SYNTAX},
               {"var 0; var 1;", KD_SYNTAX},
               {"push 1; op dot;", KD_SYNTAX},
               {"push 1; push 2; op dot;", KD_TYPE_MISMATCH}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_expr_desc desc = kd_expr_desc_default();
        kd_expression *expression;
        assert_int_equal(kd_expression_read(bad[i].text, strlen(bad[i].text), &desc, &expression, &findings),
                         bad[i].code);
        assert_null(expression);
        assert_true(findings.counts[KD_SEVERITY_ERROR] > 0);
        kd_findings_free(&findings);
    }
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression;
    const char *loose = "\n var 0 ;\tpush -2.5e1;op mul ;";
    assert_int_equal(kd_expression_read(loose, strlen(loose), &desc, &expression, NULL), KD_OK);
    kd_expression_free(expression);
}

static void the_largest_float_survives_the_text_form(void **state)
{
    (void)state;
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression = compile("10 ^ 5e8", NULL), *again;
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_expression_write(expression, &text), KD_OK);
    assert_int_equal(kd_expression_read((const char *)text.data, text.size, &desc, &again, NULL), KD_OK);
    size_t count, again_count;
    const uint32_t *words = kd_expression_bytecode(expression, &count);
    assert_memory_equal(words, kd_expression_bytecode(again, &again_count), count * sizeof *words);
    assert_int_equal(words[1], 0x7F7FFFFF);
    kd_expression_free(again);
    kd_expression_free(expression);
    kd_buffer_free(&text);
}

static void byte_code_reads_back_and_foreign_words_are_refused(void **state)
{
    (void)state;
    kd_expr_desc desc = typed_desc();
    kd_expression *expression = compile("slerp(q, qexp(v), angle / 90) * v", &desc), *again;
    size_t count, again_count;
    const uint32_t *words = kd_expression_bytecode(expression, &count);
    assert_int_equal(kd_expression_open(words, count, &desc, &again, NULL), KD_OK);
    const uint32_t *again_words = kd_expression_bytecode(again, &again_count);
    assert_int_equal(count, again_count);
    assert_memory_equal(words, again_words, count * sizeof *words);
    kd_expression_free(again);
    kt_random random = kt_random_make(9);
    uint32_t copy[64];
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        memcpy(copy, words, count * sizeof *words);
        copy[kt_random_below(&random, (uint32_t)count)] = kt_random_bits(&random) >> kt_random_below(&random, 32);
        if (kd_expression_open(copy, count, &desc, &again, NULL) == KD_OK)
            accepted++;
        kd_expression_free(again);
    }
    assert_true(accepted > 0 && accepted < 20000);
    kd_expression_free(expression);
}

static kd_result hostile_source(const void *data, size_t size, const kd_read_desc *read, kd_findings *findings)
{
    kd_expr_desc desc = typed_desc();
    kd_expression *expression;
    desc.allocator = read->allocator;
    kd_result result = kd_expression_compile((const char *)data, size, &desc, &expression, findings);
    if (result != KD_OK)
        return result;
    kd_buffer block = kd_buffer_make(&read->allocator);
    result = kd_expression_lower(expression, NULL, &block);
    if (result == KD_OK)
        assert_non_null(kd_expr_code_open(block.data, block.size, NULL));
    kd_buffer text = kd_buffer_make(&read->allocator);
    if (result == KD_OK)
        result = kd_expression_explain(expression, &text);
    if (result != KD_OK) { /* these calls have no findings: the harness wants one */
        kd_expr_desc empty = kd_expr_desc_default();
        kd_expression *none;
        kd_expression_compile("", 0, &empty, &none, findings);
    }
    kd_buffer_free(&text);
    kd_buffer_free(&block);
    kd_expression_free(expression);
    return result;
}

static kd_result hostile_text(const void *data, size_t size, const kd_read_desc *read, kd_findings *findings)
{
    kd_expr_desc desc = typed_desc();
    kd_expression *expression;
    desc.allocator = read->allocator;
    kd_result result = kd_expression_read((const char *)data, size, &desc, &expression, findings);
    kd_expression_free(expression);
    return result;
}

static void hostile_sources_and_texts_do_no_harm(void **state)
{
    (void)state;
    static const char source[] =
        "angle > 30 ? slerp(q, axisangle(v, rad(angle)), 0.5 + 0.25) * (v / 2) : max(1, 2, x0) * "
        "vec3(1, 2 ^ 3, ((0.1*x0+0.2)*x0+0.3)*x0) + qlog(q)";
    kt_hostile_truncate(hostile_source, source, sizeof source - 1);
    kt_hostile_flip(hostile_source, source, sizeof source - 1, 3, 5000);
    kt_hostile_allocations(hostile_source, source, sizeof source - 1);
    static const char text[] =
        "var 2; var 1; op qrot; var 0; push 0.5; op mul; op mul; push 1; push 2; push 3; op vec3; op add;";
    kt_hostile_truncate(hostile_text, text, sizeof text - 1);
    kt_hostile_flip(hostile_text, text, sizeof text - 1, 4, 5000);
    kt_hostile_allocations(hostile_text, text, sizeof text - 1);
}

static void a_rig_may_place_the_registers(void **state)
{
    (void)state;
    kd_expression *expression = compile("x0 * 2 + x1 * 3", NULL);
    kd_buffer block = kd_buffer_make(NULL);
    int32_t inputs[] = {40, 7};
    kd_expr_lower_desc desc = {inputs, 100, 20};
    assert_int_equal(kd_expression_lower(expression, &desc, &block), KD_OK);
    const kd_expr_code *code = kd_expr_code_open(block.data, block.size, NULL);
    assert_non_null(code);
    float registers[200];
    for (int i = 0; i < 200; i++)
        registers[i] = 1000.0f + (float)i;
    assert_true(kd_expr_register_count(code) <= 200);
    registers[40] = 5;
    registers[7] = 11;
    kd_expr_load(code, registers);
    kd_expr_run(code, registers);
    assert_true(registers[20] == 43.0f && kd_expr_result_register(code) == 20);
    for (int i = 0; i < 100; i++) /* nothing else is touched below the first register that it may use */
        assert_true(i == 40 || i == 7 || i == 20 || registers[i] == 1000.0f + (float)i);
    desc.first_register = -1;
    assert_int_equal(kd_expression_lower(expression, &desc, &block), KD_RANGE);
    kd_buffer_free(&block);
    kd_expression_free(expression);
}

/* Lines of the manual: `expression` with inputs gives `values`. */
static void examples_of_the_manual_are_true(void **state)
{
    (void)state;
    kd_buffer manual = kt_load("Core/docs/expressions.md");
    int examples = 0;
    for (char *line = strtok((char *)manual.data, "\n"); line; line = strtok(NULL, "\n")) {
        char *with = strstr(line, " with "), *gives = strstr(line, " gives ");
        if (strncmp(line, "    ", 4) != 0 || !gives)
            continue;
        float inputs[16] = {0}, result[4];
        char *end = with ? with : gives, *at = with ? with + 6 : gives;
        for (int i = 0; i < 16 && at < gives; i++) {
            char *after = at;
            inputs[i] = strtof(at, &after);
            at = after == at ? gives : after;
        }
        *end = 0;
        int width = evaluate(line + 4, NULL, inputs, result);
        at = gives + 7;
        for (int k = 0; k < width; k++) {
            double wanted = strtod(at, &at);
            if (!(fabs((double)result[k] - wanted) <= 1e-5 * (1 + fabs(wanted))))
                fail_msg("%s: part %d is %.9g, not %.9g", line + 4, k, (double)result[k], wanted);
        }
        while (*at == ' ')
            at++;
        assert_int_equal(*at, 0);
        examples++;
    }
    kd_buffer_free(&manual);
    assert_true(examples >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_form_is_the_published_one),
        cmocka_unit_test(operators_bind_as_written_in_the_manual),
        cmocka_unit_test(constants_are_folded_to_the_bits_of_the_evaluation),
        cmocka_unit_test(common_shapes_become_one_instruction),
        cmocka_unit_test(fused_code_gives_the_bits_of_its_steps),
        cmocka_unit_test(errors_name_the_place_and_the_remedy),
        cmocka_unit_test(several_mistakes_are_told_at_once),
        cmocka_unit_test(degrees_in_a_sine_get_a_warning),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(text_form_is_read_with_the_same_care),
        cmocka_unit_test(the_largest_float_survives_the_text_form),
        cmocka_unit_test(byte_code_reads_back_and_foreign_words_are_refused),
        cmocka_unit_test(hostile_sources_and_texts_do_no_harm),
        cmocka_unit_test(a_rig_may_place_the_registers),
        cmocka_unit_test(examples_of_the_manual_are_true),
    };
    return kt_run(tests);
}
