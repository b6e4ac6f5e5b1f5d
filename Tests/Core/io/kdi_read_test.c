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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_rig_has_no_findings),
        cmocka_unit_test(values_and_places_arrive),
    };
    return kt_run(tests);
}
