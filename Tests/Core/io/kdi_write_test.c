/* Writing KDI files: what is written reads back equal, and writing it again gives the same bytes. */
#include "support/kdi.h"

static void check_round_trip(const kd_rig *rig)
{
    kd_buffer first = kt_kdi_write(rig);
    kd_rig *again = kt_kdi_read(first.data, first.size);
    kd_buffer second = kt_kdi_write(again);
    assert_true(kd_rig_equal(rig, again));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    kd_buffer_free(&first);
    kd_buffer_free(&second);
    kd_rig_free(again);
}

static void random_rigs_survive_writing_and_reading(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        kd_rig *rig = kt_random_rig(seed, 1 + (int)(seed % 40));
        kd_findings findings = kd_findings_make(NULL);
        if (kd_rig_validate(rig, NULL, &findings) != KD_OK) {
            kt_print_findings(&findings);
            fail_msg("the random rig of seed %u is not valid", (unsigned)seed);
        }
        kd_findings_free(&findings);
        check_round_trip(rig);
        kd_rig_free(rig);
    }
}

static void an_empty_rig_is_a_header(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_buffer out = kt_kdi_write(rig);
    assert_string_equal((const char *)out.data,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<KineDriver version=\"1\">\n"
                        "  <Units distance=\"centimeter\" angle=\"degree\" handedness=\"right\" up=\"y\"/>\n"
                        "</KineDriver>\n");
    kd_buffer_free(&out);
    kd_rig_free(rig);
}

static void the_form_of_a_file_is_this(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_node *in = kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "in <1>");
    kd_comment comment = {" from the game ", NULL};
    in->item.before = &comment;
    in->as.external.max = 0.1;
    kd_node *expr = kd_rig_add_node(rig, KD_NODE_EXPR, "e");
    kd_named_input *x = (kd_named_input *)kd_rig_add_child(rig, expr, "Input");
    x->name = "x";
    expr->as.expr.source.text = "x < 1 ? 2\n: 3";
    kd_rig_connect(rig, "in <1>", "out", "e", "x")->factor = -2.5;
    kd_buffer out = kt_kdi_write(rig);
    assert_string_equal((const char *)out.data,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<KineDriver version=\"1\">\n"
                        "  <Units distance=\"centimeter\" angle=\"degree\" handedness=\"right\" up=\"y\"/>\n"
                        "  <Nodes>\n    <!-- from the game -->\n"
                        "    <ExternalInput name=\"in &lt;1&gt;\" max=\"0.1\"/>\n"
                        "    <Expr name=\"e\">\n      <Input name=\"x\"/>\n"
                        "      <Source>x &lt; 1 ? 2\n: 3</Source>\n    </Expr>\n  </Nodes>\n"
                        "  <Connections>\n    <Connection from=\"in &lt;1&gt;.out\" to=\"e.x\" factor=\"-2.5\"/>\n"
                        "  </Connections>\n</KineDriver>\n");
    kd_buffer_free(&out);
    kd_rig_free(rig);
}

static void nodes_are_written_in_evaluation_order(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_rig_add_node(rig, KD_NODE_EXTERNAL_OUTPUT, "last");
    kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "first");
    kd_rig_connect(rig, "first", "out", "last", "in");
    kd_buffer out = kt_kdi_write(rig);
    const char *text = (const char *)out.data;
    assert_true(strstr(text, "name=\"first\"") < strstr(text, "name=\"last\""));
    assert_string_equal(rig->nodes[0]->name, "last"); /* the rig itself stays */
    kd_buffer_free(&out);
    kd_rig_free(rig);
}

static void angles_have_the_same_default_in_radians(void **state)
{
    (void)state;
    static const char text[] = "<KineDriver version='1'><Units angle='radian'/><Nodes><DirectionConstraint name='d' "
                               "joint='j'><Source joint='k'/></DirectionConstraint></Nodes></KineDriver>";
    kd_rig *rig = kt_kdi_read(text, sizeof text - 1);
    assert_true(rig->nodes[0]->as.constraint.max_angle > 3.14159265 &&
                rig->nodes[0]->as.constraint.max_angle < 3.14159266);
    kd_buffer out = kt_kdi_write(rig);
    assert_null(strstr((const char *)out.data, "maxAngle"));
    kd_buffer_free(&out);
    kd_rig_free(rig);
}

static void expect_refusal(kd_rig *rig, kd_result code)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer out = kd_buffer_make(NULL);
    kd_buffer_append(&out, "kept", 4);
    assert_int_equal(kd_kdi_write(rig, &out, &findings), code);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, NULL);
    assert_string_equal((const char *)out.data, "kept");
    kd_buffer_free(&out);
    kd_findings_free(&findings);
}

static void what_xml_cannot_hold_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"a\x01", "\xFF", "\xEF\xBF\xBF", "\xED\xA0\x80"};
    static const char *const comments[] = {"a--b", "a-", "a\rb", "\x02"};
    kd_rig *rig = kd_rig_make(NULL, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        rig->name = texts[i];
        expect_refusal(rig, KD_VALUE);
    }
    rig->name = "";
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++) {
        kd_comment comment = {comments[i], NULL};
        rig->item.before = &comment;
        expect_refusal(rig, KD_VALUE);
    }
    rig->item.before = NULL;
    kd_node *node = kd_rig_add_node(rig, KD_NODE_REMAP, "r");
    node->as.link.in_max = strtod("nan", NULL);
    expect_refusal(rig, KD_NUMBER);
    node->as.link.in_max = 1.0;
    rig->units.up = 17;
    expect_refusal(rig, KD_VALUE);
    kd_rig_free(rig);
}

static void files_are_the_same_in_a_locale_with_decimal_commas(void **state)
{
    (void)state;
    kt_comma_locale();
    kd_rig *rig = kt_random_rig(7, 30);
    kd_buffer there = kt_kdi_write(rig);
    check_round_trip(rig);
    kt_plain_locale();
    kd_buffer here = kt_kdi_write(rig);
    assert_int_equal(here.size, there.size);
    assert_memory_equal(here.data, there.data, here.size);
    kd_buffer_free(&here);
    kd_buffer_free(&there);
    kd_rig_free(rig);
}

static void writing_survives_every_failed_allocation(void **state)
{
    (void)state;
    kd_rig *rig = kt_random_rig(3, 12);
    kd_allocator allocator = kt_allocator();
    size_t live = kt_memory_state.live_blocks;
    for (size_t fail_at = 1;; fail_at++) {
        kd_buffer out = kd_buffer_make(&allocator);
        kt_memory_reset(fail_at);
        kd_result result = kd_kdi_write(rig, &out, NULL);
        kt_memory_reset(0);
        kd_buffer_free(&out);
        assert_int_equal(kt_memory_state.live_blocks, live);
        if (result == KD_OK)
            break;
        assert_int_equal(result, KD_OUT_OF_MEMORY);
        assert_true(fail_at < 100000);
    }
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_rig_is_a_header),
        cmocka_unit_test(the_form_of_a_file_is_this),
        cmocka_unit_test(random_rigs_survive_writing_and_reading),
        cmocka_unit_test(nodes_are_written_in_evaluation_order),
        cmocka_unit_test(angles_have_the_same_default_in_radians),
        cmocka_unit_test(what_xml_cannot_hold_is_refused),
        cmocka_unit_test(files_are_the_same_in_a_locale_with_decimal_commas),
        cmocka_unit_test(writing_survives_every_failed_allocation),
    };
    return kt_run(tests);
}
