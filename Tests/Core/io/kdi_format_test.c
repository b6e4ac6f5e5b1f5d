/* The format in its four forms says the same: table, schema, reference rig, specification. */
#include "support/kdi.h"

#include "model/kdi_format.h"
#include "text/number.h"

#include <dirent.h>
#include <glob.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>

static xmlRelaxNGPtr load_schema(void)
{
    xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt(kt_path("Resources/kdi.rng"));
    assert_non_null(parser);
    xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
    xmlRelaxNGFreeParserCtxt(parser);
    assert_non_null(schema);
    return schema;
}

static void ignore_error(void *user, xmlErrorPtr error)
{
    (void)user;
    (void)error;
}

static bool schema_accepts(xmlRelaxNGPtr schema, const void *text, size_t size, bool quiet)
{
    xmlDocPtr document = xmlReadMemory((const char *)text, (int)size, "test.kdi", NULL,
                                       XML_PARSE_NONET | (quiet ? XML_PARSE_NOERROR | XML_PARSE_NOWARNING : 0));
    if (!document)
        return false;
    xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(schema);
    if (quiet)
        xmlRelaxNGSetValidStructuredErrors(context, ignore_error, NULL);
    int result = xmlRelaxNGValidateDoc(context, document);
    xmlRelaxNGFreeValidCtxt(context);
    xmlFreeDoc(document);
    return result == 0;
}

/* Compares with a file of the project and leaves a fresh one beside the tests, to be copied after a change of the
 * table. */
static void expect_same_as_file(const kd_buffer *fresh, const char *path, const char *name)
{
    kd_buffer stored = kt_load(path);
    kd_findings findings = kd_findings_make(NULL);
    kd_file_write(kt_out_path(name), fresh->data, fresh->size, &findings);
    kd_findings_free(&findings);
    bool same = stored.size == fresh->size && memcmp(stored.data, fresh->data, fresh->size) == 0;
    kd_buffer_free(&stored);
    if (!same)
        fail_msg("%s is not what the format table gives; copy %s over it", path, kt_out_path(name));
}

static void the_schema_in_resources_is_made_from_the_table(void **state)
{
    (void)state;
    kd_buffer schema = kd_buffer_make(NULL);
    assert_int_equal(kd_kdi_write_schema(&schema), KD_OK);
    expect_same_as_file(&schema, "Resources/kdi.rng", "kdi.rng");
    kd_buffer_free(&schema);
}

static void the_schema_accepts_every_sample_and_every_random_rig(void **state)
{
    (void)state;
    xmlRelaxNGPtr schema = load_schema();
    static const char *const patterns[] = {"Resources/*.kdi", "Content/*/*.kdi", "Tests/Data/*.kdi"};
    glob_t found;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        glob(kt_path(patterns[i]), i == 0 ? 0 : GLOB_APPEND, NULL, &found);
    assert_true(found.gl_pathc > 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        kd_buffer text = kt_load(found.gl_pathv[i]);
        if (!schema_accepts(schema, text.data, text.size, false))
            fail_msg("the schema refuses %s", found.gl_pathv[i]);
        kd_rig_free(kt_kdi_read(text.data, text.size));
        kd_buffer_free(&text);
    }
    globfree(&found);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        kd_rig *rig = kt_random_rig(seed, 20);
        kd_buffer text = kt_kdi_write(rig);
        assert_true(schema_accepts(schema, text.data, text.size, false));
        kd_buffer_free(&text);
        kd_rig_free(rig);
    }
    xmlRelaxNGFree(schema);
}

/* Codes that are about one element and its attributes, which is what a schema can see. */
static bool is_local(kd_result code)
{
    switch (code) {
    case KD_ELEMENT_UNKNOWN:
    case KD_ATTRIBUTE_UNKNOWN:
    case KD_ATTRIBUTE_MISSING:
    case KD_NUMBER:
    case KD_VALUE:
    case KD_SYNTAX:
    case KD_FORMAT_UNKNOWN:
        return true;
    default:
        return false;
    }
}

static void the_schema_refuses_what_the_reader_refuses_in_one_element(void **state)
{
    (void)state;
    xmlRelaxNGPtr schema = load_schema();
    DIR *folder = opendir(kt_path("Tests/Bad"));
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[300];
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".kdi") != 0)
            continue;
        snprintf(path, sizeof path, "Tests/Bad/%s", entry->d_name);
        kd_buffer text = kt_load(path);
        kd_rig *rig = NULL;
        kd_result result = kd_kdi_read(text.data, text.size, NULL, &rig, NULL);
        if (is_local(result)) {
            count++;
            if (schema_accepts(schema, text.data, text.size, true))
                fail_msg("the schema accepts %s", path);
        }
        kd_rig_free(rig);
        kd_buffer_free(&text);
    }
    closedir(folder);
    assert_true(count > 15);
    xmlRelaxNGFree(schema);
}

/* The first element of this name under a parent of that name, or NULL. */
static xmlNodePtr find_element(xmlNodePtr node, const char *parent, const char *name)
{
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        if (strcmp((const char *)node->name, name) == 0 &&
            (!parent || strcmp((const char *)node->parent->name, parent) == 0))
            return node;
        xmlNodePtr below = find_element(node->children, parent, name);
        if (below)
            return below;
    }
    return NULL;
}

static bool has_comment_before(xmlNodePtr node)
{
    for (node = node->prev; node; node = node->prev)
        if (node->type != XML_TEXT_NODE)
            return node->type == XML_COMMENT_NODE;
    return false;
}

static void check_attribute(xmlNodePtr node, const kdi_attribute *row)
{
    xmlChar *value = xmlGetProp(node, (const xmlChar *)row->name);
    if (!value)
        fail_msg("<%s> of the reference rig lacks '%s'", (const char *)node->name, row->name);
    if (row->initial && strcmp((const char *)value, row->initial) != 0)
        fail_msg("<%s %s> of the reference rig says '%s', the default is '%s'", (const char *)node->name, row->name,
                 (const char *)value, row->initial);
    xmlFree(value);
}

static int check_element(xmlNodePtr root, const char *parent, const kdi_element *element)
{
    xmlNodePtr node = find_element(root, parent, element->name);
    if (!node)
        fail_msg("the reference rig has no <%s> in <%s>", element->name, parent ? parent : "");
    assert_true(has_comment_before(node));
    for (int i = 0; i < element->attribute_count; i++)
        check_attribute(node, &element->attributes[i]);
    int count = 1;
    for (int i = 0; i < element->child_count; i++)
        if (element->children[i].element)
            count += check_element(root, element->name, element->children[i].element);
    return count;
}

static void the_reference_rig_shows_every_element_with_its_defaults(void **state)
{
    (void)state;
    kd_buffer text = kt_load("Resources/reference.kdi");
    xmlDocPtr document = xmlReadMemory((const char *)text.data, (int)text.size, "r", NULL, XML_PARSE_NONET);
    xmlNodePtr root = xmlDocGetRootElement(document);
    int count = check_element(root, NULL, &kdi_element_root);
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++)
        count += check_element(root, "Nodes", &kdi_node_formats[i].element);
    for (int i = 0; i < kdi_node_attribute_count; i++)
        check_attribute(find_element(root, "Nodes", kdi_node_formats[0].element.name), &kdi_node_attributes[i]);
    assert_true(count > 40);
    xmlFreeDoc(document);
    kd_buffer_free(&text);
}

/* What the reference rig states is what is there when nothing is stated. */
static void defaults_of_the_reference_rig_are_those_of_the_code(void **state)
{
    (void)state;
    kd_buffer text = kt_load("Resources/reference.kdi");
    kd_rig *rig = kt_kdi_read(text.data, text.size);
    kd_buffer written = kt_kdi_write(rig);
    kd_rig *again = kt_kdi_read(written.data, written.size);
    assert_true(kd_rig_equal(rig, again));
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++) {
        const kdi_element *element = &kdi_node_formats[i].element;
        for (int k = 0; k < element->attribute_count; k++) {
            char mark[64];
            snprintf(mark, sizeof mark, " %s=\"", element->attributes[k].name);
            const char *tag = strstr((const char *)written.data, element->name);
            while (tag && tag[-1] != '<')
                tag = strstr(tag + 1, element->name);
            assert_non_null(tag);
            const char *found = strstr(tag, mark), *end = strchr(tag, '>');
            if (element->attributes[k].initial && found && found < end)
                fail_msg("the default of <%s %s> is written", element->name, element->attributes[k].name);
        }
    }
    kd_buffer_free(&written);
    kd_buffer_free(&text);
    kd_rig_free(rig);
    kd_rig_free(again);
}

static void check_row(const kdi_element *element, const kdi_attribute *row)
{
    assert_true(row->text && row->text[0] && row->text[strlen(row->text) - 1] != '.');
    assert_true(row->offset < element->size);
    assert_true((row->kind == KDI_KIND_ENUM) == (row->names != NULL));
    bool is_text = row->kind == KDI_KIND_TEXT || row->kind == KDI_KIND_GROUP || row->kind == KDI_KIND_JOINT ||
                   row->kind == KDI_KIND_NUMBERS;
    if (is_text && row->initial)
        assert_string_equal(row->initial, ""); /* a default of text or numbers needs no memory */
    if (row->kind == KDI_KIND_NUMBER && row->initial && (row->min != 0.0 || row->max != 0.0)) {
        double value;
        assert_non_null(kdi_number_parse(row->initial, row->initial + strlen(row->initial), &value));
        assert_true(value >= row->min && value <= row->max);
    }
}

static void check_rows(const kdi_element *element)
{
    assert_true(element->text && element->text[0]);
    int count = element->attribute_count + (element->is_node ? kdi_node_attribute_count : 0);
    assert_true(count <= 32); /* the reader keeps those it has seen in 32 bits */
    for (int i = 0; i < element->attribute_count; i++) {
        check_row(element, &element->attributes[i]);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(element->attributes[i].name, element->attributes[k].name);
    }
    for (int i = 0; i < element->child_count; i++)
        if (element->children[i].element)
            check_rows(element->children[i].element);
}

static void the_table_is_sound(void **state)
{
    (void)state;
    static const char *const names[] = {
#define NAME(type, member, text) text,
        KD_NODE_TYPE_LIST(NAME)
#undef NAME
    };
    check_rows(&kdi_element_root);
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++) {
        assert_string_equal(kdi_node_formats[i].element.name, names[i]);
        assert_true(kdi_node_formats[i].element.is_node);
        assert_ptr_equal(kdi_format_find_node(names[i]), &kdi_node_formats[i]);
        check_rows(&kdi_node_formats[i].element);
    }
    assert_null(kdi_format_find_node("Nodes"));
}

static const char BEGIN_MARK[] = "<!-- reference: made from the format table -->\n";
static const char END_MARK[] = "<!-- end of reference -->";

static void the_tables_of_the_specification_are_made_from_the_table(void **state)
{
    (void)state;
    kd_buffer document = kt_load("Core/docs/kdi.md"), tables = kd_buffer_make(NULL), fresh = kd_buffer_make(NULL);
    const char *begin = strstr((const char *)document.data, BEGIN_MARK);
    const char *end = strstr((const char *)document.data, END_MARK);
    assert_true(begin && end && begin < end);
    begin += strlen(BEGIN_MARK);
    assert_int_equal(kd_kdi_write_tables(&tables), KD_OK);
    kd_buffer_append(&fresh, document.data, (size_t)(begin - (const char *)document.data));
    kd_buffer_append(&fresh, tables.data, tables.size);
    kd_buffer_append(&fresh, end, strlen(end));
    expect_same_as_file(&fresh, "Core/docs/kdi.md", "kdi.md");
    kd_buffer_free(&document);
    kd_buffer_free(&tables);
    kd_buffer_free(&fresh);
}

/* 50000 as "50,000". */
static void group_thousands(int number, char text[32])
{
    if (number >= 1000)
        snprintf(text, 32, "%d,%03d", number / 1000, number % 1000);
    else
        snprintf(text, 32, "%d", number);
}

static void the_limits_of_the_specification_are_those_of_the_code(void **state)
{
    (void)state;
    kd_buffer document = kt_load("Core/docs/kdi.md");
    kd_limits limits = kd_limits_default();
    const struct {
        const char *what, *unit;
        int value;
    } rows[] = {
        {"size of the file", " MiB", limits.rig_file_bytes >> 20},
        {"memory of the rig read from it", " MiB", (int)(limits.rig_memory_bytes >> 20)},
        {"nested elements", "", limits.depth},
        {"attributes of one element", "", limits.xml_attributes},
        {"bytes of one tag, text or comment", " MiB", limits.xml_text_bytes >> 20},
        {"nodes", "", limits.rig_nodes},
        {"connections", "", limits.rig_connections},
        {"joints with a rest pose", "", limits.joints},
        {"groups; items in one list of a node", "", limits.rig_list_items},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char number[32], line[128];
        group_thousands(rows[i].value, number);
        snprintf(line, sizeof line, "| %s | %s%s |", rows[i].what, number, rows[i].unit);
        if (!strstr((const char *)document.data, line))
            fail_msg("Core/docs/kdi.md does not say '%s'", line);
    }
    kd_buffer_free(&document);
}

/* Examples are whole files: each is read without findings and accepted by the schema. */
static void every_example_of_the_specification_can_be_read(void **state)
{
    (void)state;
    static const char fence[] = "```xml\n";
    xmlRelaxNGPtr schema = load_schema();
    kd_buffer document = kt_load("Core/docs/kdi.md");
    int count = 0;
    for (const char *at = (const char *)document.data; (at = strstr(at, fence)) != NULL; count++) {
        at += strlen(fence);
        size_t size = (size_t)(strstr(at, "```") - at);
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig = NULL;
        kd_result result = kd_kdi_read(at, size, NULL, &rig, &findings);
        kt_print_findings(&findings);
        assert_int_equal(result, KD_OK);
        assert_int_equal(findings.count, 0);
        assert_true(schema_accepts(schema, at, size, false));
        kd_rig_free(rig);
        kd_findings_free(&findings);
    }
    assert_true(count >= 4);
    kd_buffer_free(&document);
    xmlRelaxNGFree(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(the_schema_in_resources_is_made_from_the_table),
        cmocka_unit_test(the_schema_accepts_every_sample_and_every_random_rig),
        cmocka_unit_test(the_schema_refuses_what_the_reader_refuses_in_one_element),
        cmocka_unit_test(the_reference_rig_shows_every_element_with_its_defaults),
        cmocka_unit_test(defaults_of_the_reference_rig_are_those_of_the_code),
        cmocka_unit_test(the_tables_of_the_specification_are_made_from_the_table),
        cmocka_unit_test(the_limits_of_the_specification_are_those_of_the_code),
        cmocka_unit_test(every_example_of_the_specification_can_be_read),
    };
    return kt_run(tests);
}
