/* Reading KDI files: what is read, and every finding in its place. */
#include "support/kdi.h"

#include <dirent.h>

static kd_rig *read_file(const char *path)
{
    kd_buffer content = kt_load(path);
    kd_rig *rig = kt_kdi_read(content.data, content.size);
    kd_buffer_free(&content);
    return rig;
}

static void the_reference_rig_has_no_findings(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Resources/reference.kdi");
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(content.data, content.size, NULL, &rig, &findings);
    kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    kd_buffer_free(&content);
    kd_rig_free(rig);
}

static void values_and_places_arrive(void **state)
{
    (void)state;
    kd_rig *rig = read_file("Resources/reference.kdi");
    assert_int_equal(rig->version, 1);
    assert_int_equal(rig->node_count, KD_NODE_TYPE_COUNT);
    assert_int_equal(rig->group_count, 1);
    assert_int_equal(rig->joint_count, 1);
    assert_int_equal(rig->connection_count, 12);
    const kd_node *expr = kd_rig_find_node(rig, "half");
    assert_int_equal(expr->type, KD_NODE_EXPR);
    assert_string_equal(expr->as.expr.source.text, "x0 * 0.5");
    assert_string_equal(expr->as.expr.code.text, "var 0; push 0.5; op mul;");
    assert_string_equal(expr->as.expr.source.item.before->text, " The expression as the author wrote it. ");
    const kd_node *first = rig->nodes[0];
    assert_string_equal(first->name, "tension");
    assert_int_equal(first->item.line, 21);
    assert_int_equal(first->item.column, 5);
    assert_string_equal(rig->connections[0].from.node, "elbow");
    assert_string_equal(rig->connections[0].from.port, "bendH");
    kd_rig_free(rig);
}

/* "error KD30 4:5 text" or, where the column is the parser's affair, "error KD11 3: text". */
typedef struct expected_finding {
    kd_severity severity;
    int code, line, column; /* 0: any */
    char text[200];
} expected_finding;

static expected_finding parse_expectation(const char *line, size_t length)
{
    expected_finding expected = {KD_SEVERITY_ERROR, 0, 0, 0, ""};
    char text[400], severity[16];
    int used = 0;
    assert_true(length < sizeof text);
    memcpy(text, line, length);
    text[length] = '\0';
    assert_int_equal(sscanf(text, "%15s KD%d %d:%n", severity, &expected.code, &expected.line, &used), 3);
    expected.severity = strcmp(severity, "warning") == 0 ? KD_SEVERITY_WARNING : KD_SEVERITY_ERROR;
    const char *rest = text + used;
    if (*rest != ' ')
        expected.column = (int)strtol(rest, (char **)&rest, 10);
    snprintf(expected.text, sizeof expected.text, "%.190s", rest + 1);
    return expected;
}

static bool matches(const kd_finding *finding, const expected_finding *expected)
{
    return finding->severity == expected->severity && (int)finding->error.code == expected->code &&
           finding->error.line == expected->line &&
           (expected->column == 0 || finding->error.column == expected->column) &&
           strstr(finding->error.text, expected->text) != NULL;
}

/* Every finding of a bad file is announced in it, and every announcement comes true. */
static bool check_bad_file(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "Tests/Bad/%s", name);
    kd_buffer content = kt_load(path);
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(content.data, content.size, NULL, &rig, &findings);
    size_t count = 0, errors = 0;
    kd_result first = KD_OK;
    bool good = true;
    const char *mark = "<!-- expect: ", *at = (const char *)content.data;
    for (; (at = strstr(at, mark)) != NULL; count++) {
        at += strlen(mark);
        expected_finding expected = parse_expectation(at, (size_t)(strstr(at, " -->") - at));
        bool found = false;
        for (size_t i = 0; i < findings.count && !found; i++)
            found = matches(&findings.items[i], &expected);
        if (!found)
            print_message("# %s: no finding '%.100s'\n", name, at);
        good = good && found;
        errors += expected.severity == KD_SEVERITY_ERROR;
    }
    for (size_t i = 0; i < findings.count && first == KD_OK; i++)
        if (findings.items[i].severity == KD_SEVERITY_ERROR)
            first = findings.items[i].error.code;
    good = good && findings.count == count && findings.counts[KD_SEVERITY_ERROR] == errors && result == first &&
           (rig != NULL) == (errors == 0);
    if (!good) {
        print_message("# %s: %zu findings, %zu announced, result %d\n", name, findings.count, count, result);
        kt_print_findings(&findings);
    }
    kd_rig_free(rig);
    kd_findings_free(&findings);
    kd_buffer_free(&content);
    return good;
}

static void every_bad_file_gets_the_findings_it_announces(void **state)
{
    (void)state;
    DIR *folder = opendir(kt_path("Tests/Bad"));
    assert_non_null(folder);
    int count = 0, good = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".kdi") != 0)
            continue;
        good += check_bad_file(entry->d_name);
        count++;
    }
    closedir(folder);
    assert_int_equal(good, count);
    assert_true(count >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_rig_has_no_findings),
        cmocka_unit_test(values_and_places_arrive),
        cmocka_unit_test(every_bad_file_gets_the_findings_it_announces),
    };
    return kt_run(tests);
}
