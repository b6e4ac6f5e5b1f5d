/* The lexical scanner: tokens cover the file without a gap, wherever it is cut, and places are right. */
#include "support/test.h"

#include "io/xml_scan.h"

static void tokens_have_the_right_kinds_and_places(void **state)
{
    (void)state;
    static const char text[] = "<?xml version='1.0'?>\n<a b='>' c=\"'/>\">t\n <!-- <x> --><d/></a><![CDATA[<e>]]>";
    static const struct {
        kdi_xml_kind kind;
        int line, column, attributes;
    } expected[] = {
        {KDI_XML_INSTRUCTION, 1, 1, 0}, {KDI_XML_TEXT, 1, 22, 0},   {KDI_XML_START, 2, 1, 2},
        {KDI_XML_TEXT, 2, 18, 0},       {KDI_XML_COMMENT, 3, 2, 0}, {KDI_XML_EMPTY, 3, 14, 0},
        {KDI_XML_END, 3, 18, 0},        {KDI_XML_CDATA, 3, 22, 0},  {KDI_XML_FINISH, 3, 37, 0},
    };
    kdi_xml_scan scan = kdi_xml_scan_make(text, sizeof text - 1);
    kdi_xml_token token;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(kdi_xml_next(&scan, &token), expected[i].kind);
        assert_int_equal(token.line, expected[i].line);
        assert_int_equal(token.column, expected[i].column);
        assert_int_equal(token.attribute_count, expected[i].attributes);
    }
}

static void tokens_cover_any_bytes_without_a_gap(void **state)
{
    (void)state;
    static const char letters[] = "<>/!-?[]'\"= a\nCDATA";
    kt_random random = kt_random_make(1);
    for (int round = 0; round < 20000; round++) {
        size_t size = kt_random_below(&random, 60);
        char *text = (char *)malloc(size ? size : 1); /* exact, so that a read beyond the end is seen */
        for (size_t i = 0; i < size; i++)
            text[i] = letters[kt_random_below(&random, sizeof letters - 1)];
        kdi_xml_scan scan = kdi_xml_scan_make(text, size);
        kdi_xml_token token;
        const char *at = text;
        while (kdi_xml_next(&scan, &token) != KDI_XML_FINISH) {
            assert_ptr_equal(token.begin, at);
            assert_true(token.size > 0);
            at += token.size;
            int line, column;
            if (token.kind == KDI_XML_START || token.kind == KDI_XML_EMPTY)
                kdi_xml_attribute_place(&token, "a", &line, &column);
        }
        assert_ptr_equal(at, text + size);
        free(text);
    }
}

static void attributes_are_found_by_their_whole_name(void **state)
{
    (void)state;
    static const char text[] = "<x in='out=1' inMax = '2'\n   out='3'/>";
    kdi_xml_scan scan = kdi_xml_scan_make(text, sizeof text - 1);
    kdi_xml_token token;
    int line, column;
    assert_int_equal(kdi_xml_next(&scan, &token), KDI_XML_EMPTY);
    kdi_xml_attribute_place(&token, "out", &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 4);
    kdi_xml_attribute_place(&token, "inMax", &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 15);
    kdi_xml_attribute_place(&token, "none", &line, &column);
    assert_int_equal(column, 1);
}

static void names_and_namespaces_are_counted(void **state)
{
    (void)state;
    static const char text[] = "<longest xmlns='a' xmlns:b='c' d='xmlns'>";
    kdi_xml_scan scan = kdi_xml_scan_make(text, sizeof text - 1);
    kdi_xml_token token;
    size_t length;
    kdi_xml_next(&scan, &token);
    assert_int_equal(token.namespace_count, 2);
    assert_int_equal(token.attribute_count, 3);
    assert_int_equal(token.longest_name, 7);
    assert_memory_equal(kdi_xml_name(&token, &length), "longest", 7);
    assert_int_equal(length, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_have_the_right_kinds_and_places),
        cmocka_unit_test(tokens_cover_any_bytes_without_a_gap),
        cmocka_unit_test(attributes_are_found_by_their_whole_name),
        cmocka_unit_test(names_and_namespaces_are_counted),
    };
    return kt_run(tests);
}
