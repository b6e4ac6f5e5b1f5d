/* Mistakes in the expressions of a rig: found when it is compiled and when it is only checked, each at its place in the
 * file, however the file writes the text. */
#include "support/test.h"

#include "kinedriver/compile.h"
#include "kinedriver/kdi.h"

/* A rig with one Expr node and a connection to its input. */
#define RIG_BEGIN                                                     \
    "<KineDriver version=\"1\">\n"                                    \
    "  <Joints>\n"                                                    \
    "    <Joint name=\"arm\" translate=\"0 0 0\"/>\n"                 \
    "    <Joint name=\"pad\" translate=\"0 0 0\"/>\n"                 \
    "  </Joints>\n"                                                   \
    "  <Nodes>\n"                                                     \
    "    <SourceOp name=\"arm\"><Source joint=\"arm\"/></SourceOp>\n" \
    "    <Expr name=\"lift\"><Input name=\"v\"/>"
#define RIG_END_FACTOR(factor)                                                   \
    "</Expr>\n"                                                                  \
    "    <TargetOp name=\"pad\" joint=\"pad\"/>\n"                               \
    "  </Nodes>\n"                                                               \
    "  <Connections>\n"                                                          \
    "    <Connection from=\"arm.bendV\" to=\"lift.v\" factor=\"" factor "\"/>\n" \
    "    <Connection from=\"lift.out\" to=\"pad.bendV\"/>\n"                     \
    "  </Connections>\n"                                                         \
    "</KineDriver>\n"
#define RIG_END RIG_END_FACTOR("1")

static kd_rig *read_rig(const char *text)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_rig *rig = NULL;
    kd_kdi_read(text, strlen(text), &desc, &rig, &findings);
    kt_print_findings(&findings);
    assert_non_null(rig);
    kd_findings_free(&findings);
    return rig;
}

/* Line and column of the place where the text itself has the mark. */
static void find_mark(const char *text, const char *mark, int *line, int *column)
{
    const char *at = strstr(text, mark);
    assert_non_null(at);
    *line = *column = 1;
    for (const char *c = text; c < at; c++) {
        *column = *c == '\n' ? 1 : *column + 1;
        *line += *c == '\n';
    }
}

/* Compiling and checking both find exactly this, where the mark stands in the file. */
static void expect_finding(const char *text, const char *mark, kd_severity severity, kd_result code, const char *part)
{
    kd_rig *rig = read_rig(text);
    int line, column;
    find_mark(text, mark, &line, &column);
    for (int way = 0; way < 2; way++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_buffer program = kd_buffer_make(NULL);
        kd_result result =
            way == 0 ? kd_compile(rig, NULL, NULL, &program, &findings) : kd_compile_check(rig, &findings);
        assert_int_equal(result, severity == KD_SEVERITY_ERROR ? code : KD_OK);
        assert_int_equal(program.size > 0, way == 0 && result == KD_OK);
        assert_int_equal(findings.count, 1);
        const kd_finding *found = &findings.items[0];
        assert_int_equal(found->severity, severity);
        assert_int_equal(found->error.code, code);
        if (found->error.line != line || found->error.column != column)
            fail_msg("%d:%d, not %d:%d, in %s", found->error.line, found->error.column, line, column, text);
        assert_non_null(strstr(found->error.text, part));
        assert_string_equal(found->error.path, "lift");
        kd_findings_free(&findings);
        kd_buffer_free(&program);
    }
    kd_rig_free(rig);
}

static void expect_misspelt(const char *text)
{
    expect_finding(text, "sni(", KD_SEVERITY_ERROR, KD_NAME_UNKNOWN, "did you mean 'sin'?");
}

static void misspelt_functions_are_shown_in_the_file_with_a_suggestion(void **state)
{
    (void)state;
    expect_misspelt(RIG_BEGIN "<Source>sni(v)</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "\n      <Source>2 * sni(rad(v)) + 1</Source>\n    " RIG_END);
    expect_misspelt(RIG_BEGIN "\n      <Source>\n        2 *\n        sni(rad(v))\n      </Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source\n  >  sni(v)</Source>" RIG_END);
}

static void places_hold_however_the_file_writes_the_text(void **state)
{
    (void)state;
    expect_misspelt(RIG_BEGIN "<Source>v &lt; 3 ? sni(v) : v &gt; 2</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source>v &lt; 3 &amp;&amp; v &gt; 1 ? 1 :\n  sni(v)</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source>v &#60; 3 ? 1 : v &#x3c; 4 ? 2 : sni(v)</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source><![CDATA[v < 3 ? sni(v) : 0]]></Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source>v <![CDATA[< 3]]> ? sni(v) : 0</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source>v <!-- the arm --> + sni(v)</Source>" RIG_END);
    expect_misspelt(RIG_BEGIN "<Source>v +\r\n  1 +\r\n  sni(v)</Source>" RIG_END);
}

static void names_of_several_bytes_count_as_their_bytes(void **state)
{
    (void)state;
    expect_misspelt(
        "<KineDriver version=\"1\"><Nodes>\n<ExternalInput name=\"a\"/>"
        "<Expr name=\"lift\"><Input name=\"\xC3\xA9t\xC3\xA9\"/><Source>&#233;t\xC3\xA9 + sni(1)</Source></Expr>"
        "<ExternalOutput name=\"b\"/></Nodes><Connections>"
        "<Connection from=\"a.out\" to=\"lift.\xC3\xA9t\xC3\xA9\"/><Connection from=\"lift.out\" to=\"b.in\"/>"
        "</Connections></KineDriver>");
}

static void other_mistakes_are_shown_too(void **state)
{
    (void)state;
    expect_finding(RIG_BEGIN "<Source>1 + w</Source>" RIG_END, "w</Source>", KD_SEVERITY_ERROR, KD_NAME_UNKNOWN,
                   "no input 'w'");
    expect_finding(RIG_BEGIN "<Source>(v +</Source>" RIG_END, "</Source></Expr>", KD_SEVERITY_ERROR, KD_SYNTAX,
                   "ends too early");
    expect_finding(RIG_BEGIN "<Source>vec3(v, v, v)</Source>" RIG_END, "vec3(", KD_SEVERITY_ERROR, KD_TYPE_MISMATCH,
                   "a float is wanted");
    expect_finding(RIG_BEGIN "<Code>var 0; op frob;</Code>" RIG_END, "frob", KD_SEVERITY_ERROR, KD_NAME_UNKNOWN,
                   "'frob'");
    expect_finding(RIG_BEGIN "<Code>var 0;\n  var 7; op add;</Code>" RIG_END, "var 7", KD_SEVERITY_ERROR, KD_INDEX,
                   "input 7");
}

static void degrees_in_a_sine_are_warned_of(void **state)
{
    (void)state;
    expect_finding(RIG_BEGIN "<Source>2 * sin(v)</Source>" RIG_END, "sin(", KD_SEVERITY_WARNING, KD_VALUE, "radians");
    expect_finding(RIG_BEGIN "<Source>cos(v)</Source>" RIG_END_FACTOR("0.5"), "cos(", KD_SEVERITY_WARNING, KD_VALUE,
                   "radians");
}

static void expect_silence(const char *text)
{
    kd_rig *rig = read_rig(text);
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer program = kd_buffer_make(NULL);
    assert_int_equal(kd_compile_check(rig, &findings), KD_OK);
    assert_int_equal(kd_compile(rig, NULL, NULL, &program, &findings), KD_OK);
    assert_int_equal(findings.count, 0);
    kd_buffer_free(&program);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void angles_that_are_converted_are_not_warned_of(void **state)
{
    (void)state;
    expect_silence(RIG_BEGIN "<Source>sin(rad(v))</Source>" RIG_END);
    expect_silence(RIG_BEGIN "<Source>sin(v)</Source>" RIG_END_FACTOR("0.0174533"));
    expect_silence(RIG_BEGIN "<Source>max(v, 0) * 0.5</Source>" RIG_END);
}

static void a_rig_without_a_file_is_told_by_node_and_place_in_the_text(void **state)
{
    (void)state;
    kd_rig *rig = read_rig(RIG_BEGIN "<Source>1</Source>" RIG_END);
    kd_node *node = kd_rig_find_node(rig, "lift");
    node->as.expr.source.text = "v +\n sni(v)";
    node->as.expr.source.places = NULL;
    node->as.expr.source.place_count = 0;
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_compile_check(rig, &findings), KD_NAME_UNKNOWN);
    assert_int_equal(findings.items[0].error.line, 2);
    assert_int_equal(findings.items[0].error.column, 2);
    assert_string_equal(findings.items[0].error.path, "lift");
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void errors_count_without_a_list_for_them_and_beside_older_ones(void **state)
{
    (void)state;
    kd_rig *bad = read_rig(RIG_BEGIN "<Source>sni(v)</Source>" RIG_END);
    kd_rig *good = read_rig(RIG_BEGIN "<Source>v * 2</Source>" RIG_END);
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer program = kd_buffer_make(NULL);
    assert_int_equal(kd_compile(bad, NULL, NULL, &program, NULL), KD_NAME_UNKNOWN);
    assert_int_equal(kd_compile_check(bad, NULL), KD_NAME_UNKNOWN);
    assert_int_equal(program.size, 0);
    assert_int_equal(kd_compile(bad, NULL, NULL, &program, &findings), KD_NAME_UNKNOWN);
    assert_int_equal(kd_compile(good, NULL, NULL, &program, &findings), KD_OK);
    assert_true(program.size > 0);
    kd_buffer_free(&program);
    kd_findings_free(&findings);
    kd_rig_free(bad);
    kd_rig_free(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misspelt_functions_are_shown_in_the_file_with_a_suggestion),
        cmocka_unit_test(places_hold_however_the_file_writes_the_text),
        cmocka_unit_test(names_of_several_bytes_count_as_their_bytes),
        cmocka_unit_test(other_mistakes_are_shown_too),
        cmocka_unit_test(degrees_in_a_sine_are_warned_of),
        cmocka_unit_test(angles_that_are_converted_are_not_warned_of),
        cmocka_unit_test(a_rig_without_a_file_is_told_by_node_and_place_in_the_text),
        cmocka_unit_test(errors_count_without_a_list_for_them_and_beside_older_ones),
    };
    return kt_run(tests);
}
