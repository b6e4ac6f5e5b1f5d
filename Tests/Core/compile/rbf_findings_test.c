/* What is found while RBFInterp nodes are solved or their weights are taken from the file: with the name of the node,
 * at the line of the element it speaks of. */
#include "support/test.h"

#include "kinedriver/compile.h"
#include "kinedriver/kdi.h"

#define RIG_BEGIN                       \
    "<KineDriver version=\"1\">\n"      \
    "  <Nodes>\n"                       \
    "    <ExternalInput name=\"a\"/>\n" \
    "    <RBFInterp name=\"lift\" "
#define RIG_END                                        \
    "\n    </RBFInterp>\n"                             \
    "    <ExternalOutput name=\"b\"/>\n"               \
    "  </Nodes>\n"                                     \
    "  <Connections>\n"                                \
    "    <Connection from=\"a.out\" to=\"lift.x\"/>\n" \
    "    <Connection from=\"lift.y\" to=\"b.in\"/>\n"  \
    "  </Connections>\n"                               \
    "</KineDriver>\n"
#define PORTS "\n      <Input name=\"x\"/>\n      <Output name=\"y\"/>\n"

static int line_of(const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    int line = 1;
    assert_non_null(at);
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    return line;
}

/* Reading and compiling find this at the line of the mark, in the node 'lift'. */
static void expect_finding(const char *text, const char *mark, kd_severity severity, const char *part)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_buffer program = kd_buffer_make(NULL);
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(text, strlen(text), &desc, &rig, &findings);
    if (result == KD_OK)
        result = kd_compile(rig, NULL, NULL, &program, &findings);
    assert_int_equal(result == KD_OK, severity != KD_SEVERITY_ERROR);
    const kd_finding *found = NULL;
    for (size_t i = 0; i < findings.count; i++)
        if (findings.items[i].severity == severity && strstr(findings.items[i].error.text, part))
            found = &findings.items[i];
    if (found == NULL)
        kt_print_findings(&findings);
    assert_non_null(found);
    assert_int_equal(found->error.line, line_of(text, mark));
    assert_true(found->error.column > 0);
    assert_non_null(strstr(found->error.path, "lift"));
    kd_findings_free(&findings);
    kd_buffer_free(&program);
    kd_rig_free(rig);
}

static void keys_at_one_place_are_shown_at_the_second(void **state)
{
    (void)state;
    /* So near to each other that only the solver sees it. */
    expect_finding(RIG_BEGIN "linear=\"true\">" PORTS "      <Key name=\"one\" in=\"0\" out=\"1\"/>\n"
                             "      <Key name=\"two\" in=\"1\" out=\"2\"/>\n"
                             "      <Key name=\"three\" in=\"1.00000001\" out=\"3\"/>" RIG_END,
                   "name=\"three\"", KD_SEVERITY_WARNING, "keys 'two' and 'three' are at the same place");
}

static void what_concerns_the_whole_node_is_shown_at_the_node(void **state)
{
    (void)state;
    expect_finding(RIG_BEGIN "linear=\"false\">" PORTS "      <Key in=\"0.5\" out=\"1\"/>" RIG_END, "name=\"lift\"",
                   KD_SEVERITY_WARNING, "singular");
    expect_finding(RIG_BEGIN ">" PORTS "      <Key in=\"0.5\" out=\"1\" mute=\"true\"/>" RIG_END, "name=\"lift\"",
                   KD_SEVERITY_WARNING, "no key is active");
    expect_finding(RIG_BEGIN "linear=\"true\">\n      <Input name=\"x\"/>\n      <Input name=\"free\"/>\n"
                             "      <Output name=\"y\"/>\n      <Key in=\"0 1\" out=\"1\"/>\n"
                             "      <Key in=\"1 1\" out=\"2\"/>\n      <Key in=\"2 1\" out=\"0\"/>" RIG_END,
                   "name=\"lift\"", KD_SEVERITY_NOTE, "2 of the 3 coefficients");
}

static void scales_that_are_none_are_shown_at_their_element(void **state)
{
    (void)state;
#define SCALES "\n      <Input name=\"x\"/>\n      <Output name=\"y\" kind=\"logScale\" base=\"2\"/>\n"
    expect_finding(RIG_BEGIN ">" SCALES "      <Key in=\"0\" out=\"1\"/>\n      <Key in=\"1\" out=\"-1\"/>" RIG_END,
                   "out=\"-1\"", KD_SEVERITY_ERROR, "scale of -1");
    expect_finding(RIG_BEGIN "linear=\"false\">" SCALES "      <Key in=\"0\" out=\"1\" weights=\"0\"/>\n"
                             "      <Key in=\"1\" out=\"0\" weights=\"0\"/>" RIG_END,
                   "out=\"0\"", KD_SEVERITY_ERROR, "scale of 0");
}

/* Keys with weights but no rows of the linear term are solved again: in memory of the program, not of the rig. */
static void compiling_leaves_weights_in_the_rig_alone(void **state)
{
    (void)state;
    const char *text = RIG_BEGIN "linear=\"true\">" PORTS "      <Key in=\"0\" out=\"1\" weights=\"7\"/>\n"
                                 "      <Key in=\"1\" out=\"2\" weights=\"8\"/>" RIG_END;
    kd_read_desc desc = kd_read_desc_default();
    kd_buffer program = kd_buffer_make(NULL);
    kd_rig *rig = NULL;
    assert_int_equal(kd_kdi_read(text, strlen(text), &desc, &rig, NULL), KD_OK);
    assert_int_equal(kd_compile(rig, NULL, NULL, &program, NULL), KD_OK);
    const kd_rbf_interp *rbf = &rig->nodes[1]->as.rbf;
    assert_true(rbf->keys[0].weights.items[0] == 7.0 && rbf->keys[1].weights.items[0] == 8.0);
    kd_buffer_free(&program);
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_at_one_place_are_shown_at_the_second),
        cmocka_unit_test(what_concerns_the_whole_node_is_shown_at_the_node),
        cmocka_unit_test(scales_that_are_none_are_shown_at_their_element),
        cmocka_unit_test(compiling_leaves_weights_in_the_rig_alone),
    };
    return kt_run(tests);
}
