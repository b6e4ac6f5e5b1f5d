/* RBF models as JSON and keys as CSV: round trips, precise errors, hostile files; pictures. */
#include "support/rbf.h"

#include <math.h>

static const char TABLE[] =
    "name;in:bend;in:lift;out:bulge\n# a comment\nrest; 0;0;0\n\n\"front\";90;0;1e0\r\nup;0;90;-.5\n";

static kd_result read_csv(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_rig *rig;
    kd_result result = kd_rbf_read_csv(data, size, desc, &rig, findings);
    if (result == KD_OK)
        kd_rbf_solve(rig, rig->nodes[0], NULL, NULL);
    kd_rig_free(rig);
    return result;
}

static kd_result read_json(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_rig *rig;
    kd_result result = kd_rbf_read_json(data, size, desc, &rig, findings);
    if (result == KD_OK)
        kd_rbf_solve(rig, rig->nodes[0], NULL, NULL);
    kd_rig_free(rig);
    return result;
}

static void a_table_becomes_keys(void **state)
{
    (void)state;
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig;
    assert_int_equal(kd_rbf_read_csv(TABLE, sizeof TABLE - 1, &desc, &rig, &findings), KD_OK);
    const kd_rbf_interp *rbf = &rig->nodes[0]->as.rbf;
    assert_int_equal(rbf->key_count, 3);
    assert_string_equal(rbf->keys[1].name, "front");
    assert_string_equal(rbf->inputs[1].name, "lift");
    assert_string_equal(rbf->outputs[0].name, "bulge");
    assert_true(rbf->keys[1].in.items[0] == 90.0 && rbf->keys[2].out.items[0] == -0.5);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void wrong_tables_are_refused_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        kd_result code;
        int line;
    } cases[] = {
        {"", KD_EMPTY, 0},
        {"in:x,out:y\n", KD_EMPTY, 1},
        {"in:x,y\n1,2\n", KD_ATTRIBUTE_UNKNOWN, 1},
        {"in:x\n1\n", KD_ELEMENT_MISSING, 1},
        {"in:x,out:y\n1,2\n1,z\n", KD_NUMBER, 3},
        {"in:x,out:y\n1,2\n1\n", KD_COUNT_MISMATCH, 3},
        {"in:x,out:y\n1,2,3\n", KD_COUNT_MISMATCH, 2},
        {"in:x,out:y\n1,nan\n", KD_NUMBER, 2},
        {"in:,out:y\n1,2\n", KD_NAME_INVALID, 1},
    };
    kd_read_desc desc = kd_read_desc_default();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig;
        assert_int_equal(kd_rbf_read_csv(cases[i].text, strlen(cases[i].text), &desc, &rig, &findings), cases[i].code);
        assert_null(rig);
        assert_int_equal(findings.items[0].error.line, cases[i].line);
        kd_findings_free(&findings);
    }
}

static void a_model_reads_back_the_same(void **state)
{
    (void)state;
    kd_read_desc desc = kd_read_desc_default();
    kd_rig *rig = kt_rbf_make(12, 3, 4, 5), *back;
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer text = kd_buffer_make(NULL), again = kd_buffer_make(NULL);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    rbf->keys[2].mute = true;
    rbf->clamp_inputs = true;
    assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
    assert_int_equal(kd_rbf_write_json(rig, kt_rbf_node(rig), &text, &findings), KD_OK);
    kd_result result = kd_rbf_read_json(text.data, text.size, &desc, &back, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(kd_rbf_write_json(back, kt_rbf_node(back), &again, &findings), KD_OK);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    double in[3] = {0.1, 0.9, 0.4}, one[4], two[4];
    assert_int_equal(kd_rbf_evaluate(rbf, in, 1, one, NULL, NULL), KD_OK);
    assert_int_equal(kd_rbf_evaluate(&kt_rbf_node(back)->as.rbf, in, 1, two, NULL, NULL), KD_OK);
    assert_memory_equal(one, two, sizeof one);
    kd_buffer_free(&text);
    kd_buffer_free(&again);
    kd_findings_free(&findings);
    kd_rig_free(rig);
    kd_rig_free(back);
}

static void wrong_models_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        kd_result code;
        const char *part;
    } cases[] = {
        {"[]", KD_FORMAT_UNKNOWN, "no RBF model"},
        {"{\"format\":\"kinedriver-rbf\",\"version\":9}", KD_VERSION, "must be 1"},
        {"{\"format\":\"kinedriver-rbf\",\"version\":1,\"kernl\":\"gaussian\"}", KD_ATTRIBUTE_UNKNOWN, "'kernel'"},
        {"{\"format\":\"kinedriver-rbf\",\"version\":1,\"kernel\":\"gauss\"}", KD_VALUE, "kernel"},
        {"{\"format\":\"kinedriver-rbf\",\"version\":1,\"keys\":3}", KD_VALUE, "keys"},
        {"{\"format\":\"kinedriver-rbf\",\"version\":1,\"keys\":[{\"in\":[true]}]}", KD_VALUE, "numbers only"},
        {"{\"format\":", KD_TRUNCATED, NULL},
    };
    kd_read_desc desc = kd_read_desc_default();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig;
        assert_int_equal(kd_rbf_read_json(cases[i].text, strlen(cases[i].text), &desc, &rig, &findings), cases[i].code);
        assert_null(rig);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, cases[i].code, cases[i].part);
        kd_findings_free(&findings);
    }
}

static void hostile_files_do_no_harm(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(5, 2, 2, 5);
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
    assert_int_equal(kd_rbf_write_json(rig, kt_rbf_node(rig), &text, NULL), KD_OK);
    kd_rig_free(rig);
    kt_hostile_truncate(read_csv, TABLE, sizeof TABLE - 1);
    kt_hostile_flip(read_csv, TABLE, sizeof TABLE - 1, 4, 3000);
    kt_hostile_allocations(read_csv, TABLE, sizeof TABLE - 1);
    kt_hostile_truncate(read_json, text.data, text.size);
    kt_hostile_flip(read_json, text.data, text.size, 4, 3000);
    kt_hostile_allocations(read_json, text.data, text.size);
    kd_buffer_free(&text);
}

static void pictures_are_drawn_for_one_and_more_inputs(void **state)
{
    (void)state;
    for (int inputs = 1; inputs <= 3; inputs++) {
        kd_rig *rig = kt_rbf_make(8, inputs, 2, 5);
        kd_buffer svg = kd_buffer_make(NULL);
        kd_rbf_plot_desc desc = kd_rbf_plot_desc_default();
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_rbf_plot(&kt_rbf_node(rig)->as.rbf, &desc, &svg, &findings), KD_KEY); /* not solved */
        assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
        desc.output = 1;
        assert_int_equal(kd_rbf_plot(&kt_rbf_node(rig)->as.rbf, &desc, &svg, NULL), KD_OK);
        assert_memory_equal(svg.data, "<svg ", 5);
        assert_string_equal((const char *)svg.data + svg.size - 7, "</svg>\n");
        int circles = 0;
        for (const char *at = (const char *)svg.data; (at = strstr(at, "<circle")) != NULL; at++)
            circles++;
        assert_int_equal(circles, 8);
        assert_null(strstr((const char *)svg.data, "nan"));
        desc.output = 2;
        assert_int_equal(kd_rbf_plot(&kt_rbf_node(rig)->as.rbf, &desc, &svg, NULL), KD_INDEX);
        kd_findings_free(&findings);
        kd_buffer_free(&svg);
        kd_rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_becomes_keys),        cmocka_unit_test(wrong_tables_are_refused_at_their_place),
        cmocka_unit_test(a_model_reads_back_the_same), cmocka_unit_test(wrong_models_are_refused_with_a_reason),
        cmocka_unit_test(hostile_files_do_no_harm),    cmocka_unit_test(pictures_are_drawn_for_one_and_more_inputs),
    };
    return kt_run(tests);
}
