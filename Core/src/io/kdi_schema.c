/* The RELAX NG schema of KDI files, made from the format table. It says what XML can say about one element at a time;
 * names, references and order are left to kd_rig_validate. */
#include "io/xml_out.h"
#include "kinedriver/kdi.h"
#include "model/kdi_format.h"
#include "text/number.h"

#include <stdio.h>

static void schema_element(kdi_xml_out *xml, const kdi_element *element);

/* A line of the schema: tag is what stands between < and >. */
static void schema_line(kdi_xml_out *xml, const char *tag)
{
    kdi_xml_line(xml);
    kdi_xml_put(xml, "<");
    kdi_xml_put(xml, tag);
    kdi_xml_put(xml, ">");
}

static void schema_open(kdi_xml_out *xml, const char *tag)
{
    schema_line(xml, tag);
    xml->depth++;
}

static void schema_close(kdi_xml_out *xml, const char *name)
{
    xml->depth--;
    kdi_xml_line(xml);
    kdi_xml_put(xml, "</");
    kdi_xml_put(xml, name);
    kdi_xml_put(xml, ">");
}

static void schema_wrapped(kdi_xml_out *xml, const char *begin, const char *text, const char *end)
{
    kdi_xml_line(xml);
    kdi_xml_put(xml, begin);
    kdi_xml_put_escaped(xml, text, KDI_XML_ESCAPE_TEXT, NULL);
    kdi_xml_put(xml, end);
}

static void schema_documentation(kdi_xml_out *xml, const char *text)
{
    schema_wrapped(xml, "<a:documentation>", text, "</a:documentation>");
}

static void schema_words(kdi_xml_out *xml, const char *const *words)
{
    schema_open(xml, "choice");
    for (; *words; words++)
        schema_wrapped(xml, "<value type=\"string\">", *words, "</value>");
    schema_close(xml, "choice");
}

/* A number or whole number with the range of the row. */
static void schema_number(kdi_xml_out *xml, const kdi_attribute *row, const char *type)
{
    char low[KDI_NUMBER_SIZE], high[KDI_NUMBER_SIZE];
    if (row->min == 0.0 && row->max == 0.0) {
        schema_line(xml, "ref name=\"number\"/");
        return;
    }
    kdi_number_format(row->min, low);
    kdi_number_format(row->max, high);
    kdi_xml_line(xml);
    kdi_xml_put(xml, "<data type=\"");
    kdi_xml_put(xml, type);
    kdi_xml_put(xml, "\">");
    xml->depth++;
    schema_wrapped(xml, "<param name=\"minInclusive\">", low, "</param>");
    schema_wrapped(xml, "<param name=\"maxInclusive\">", high, "</param>");
    schema_close(xml, "data");
}

static void schema_numbers(kdi_xml_out *xml, int count)
{
    schema_open(xml, "list");
    for (int i = 0; i < count; i++)
        schema_line(xml, "ref name=\"number\"/");
    schema_close(xml, "list");
}

static void schema_number_list(kdi_xml_out *xml, bool required)
{
    const char *many = required ? "oneOrMore" : "zeroOrMore";
    schema_open(xml, "list");
    schema_open(xml, many);
    schema_line(xml, "ref name=\"number\"/");
    schema_close(xml, many);
    schema_close(xml, "list");
}

static void schema_value(kdi_xml_out *xml, const kdi_attribute *row)
{
    static const char *const bools[] = {"true", "false", NULL};
    switch (row->kind) {
    case KDI_KIND_BOOL:
        schema_words(xml, bools);
        break;
    case KDI_KIND_ENUM:
        schema_words(xml, row->names);
        break;
    case KDI_KIND_INT:
        schema_number(xml, row, "integer");
        break;
    case KDI_KIND_NUMBER:
        schema_number(xml, row, "double");
        break;
    case KDI_KIND_AXES:
        schema_line(xml, "ref name=\"axes\"/");
        break;
    case KDI_KIND_VEC3:
        schema_numbers(xml, 3);
        break;
    case KDI_KIND_QUAT:
        schema_numbers(xml, 4);
        break;
    case KDI_KIND_NUMBERS:
        schema_number_list(xml, row->initial == NULL);
        break;
    case KDI_KIND_PORT:
        schema_line(xml, "ref name=\"port\"/");
        break;
    default:
        schema_line(xml, row->initial ? "text/" : "ref name=\"name\"/");
    }
}

static void schema_attribute(kdi_xml_out *xml, const kdi_attribute *row)
{
    if (row->initial)
        schema_open(xml, "optional");
    kdi_xml_line(xml);
    kdi_xml_put(xml, "<attribute name=\"");
    kdi_xml_put(xml, row->name);
    if (row->initial) {
        kdi_xml_put(xml, "\" a:defaultValue=\"");
        kdi_xml_put_escaped(xml, row->initial, KDI_XML_ESCAPE_ATTRIBUTE, NULL);
    }
    kdi_xml_put(xml, "\">");
    xml->depth++;
    schema_documentation(xml, row->text);
    schema_value(xml, row);
    schema_close(xml, "attribute");
    if (row->initial)
        schema_close(xml, "optional");
}

static void schema_child(kdi_xml_out *xml, const kdi_child *child)
{
    bool many = child->kind == KDI_CHILD_LIST || child->kind == KDI_CHILD_NODES;
    const char *wrapper = !many ? "optional" : child->min_count > 0 ? "oneOrMore" : "zeroOrMore";
    schema_open(xml, wrapper);
    if (child->kind == KDI_CHILD_NODES)
        schema_line(xml, "ref name=\"node\"/");
    else
        schema_element(xml, child->element);
    schema_close(xml, wrapper);
}

static void schema_element(kdi_xml_out *xml, const kdi_element *element)
{
    char tag[128];
    const kdi_attribute *row;
    snprintf(tag, sizeof tag, "element name=\"%s\"", element->name);
    schema_open(xml, tag);
    schema_documentation(xml, element->text);
    if (element->is_node)
        schema_line(xml, "ref name=\"common\"/");
    for (int i = element->is_node ? kdi_node_attribute_count : 0; (row = kdi_element_attribute(element, i)) != NULL;
         i++)
        schema_attribute(xml, row);
    for (int i = 0; i < element->child_count; i++)
        schema_child(xml, &element->children[i]);
    if (element->attribute_count == 0 && element->child_count == 0)
        schema_line(xml, "text/");
    schema_close(xml, "element");
}

static void schema_pattern(kdi_xml_out *xml, const char *name, const char *type, const char *pattern)
{
    char tag[64];
    snprintf(tag, sizeof tag, "define name=\"%s\"", name);
    schema_open(xml, tag);
    snprintf(tag, sizeof tag, "data type=\"%s\"", type);
    schema_open(xml, tag);
    schema_wrapped(xml, "<param name=\"pattern\">", pattern, "</param>");
    schema_close(xml, "data");
    schema_close(xml, "define");
}

static void schema_definitions(kdi_xml_out *xml)
{
    schema_pattern(xml, "number", "double", "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?");
    schema_pattern(xml, "axes", "string", "none|x|y|z|xy|yx|xz|zx|yz|zy|xyz|xzy|yxz|yzx|zxy|zyx");
    schema_pattern(xml, "name", "string", ".+");
    schema_pattern(xml, "port", "string", ".+\\.[^.]+");
    schema_open(xml, "define name=\"common\"");
    for (int i = 0; i < kdi_node_attribute_count; i++)
        schema_attribute(xml, &kdi_node_attributes[i]);
    schema_close(xml, "define");
    schema_open(xml, "define name=\"node\"");
    schema_open(xml, "choice");
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++)
        schema_element(xml, &kdi_node_formats[i].element);
    schema_close(xml, "choice");
    schema_close(xml, "define");
}

kd_result kd_kdi_write_schema(kd_buffer *out)
{
    kdi_xml_out xml = {out, NULL, KD_OK, 0};
    kdi_xml_put(&xml,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- The schema of KDI files, version 1. Made from the "
                "format table of the program: do not edit. -->");
    schema_open(&xml, "grammar xmlns=\"http://relaxng.org/ns/structure/1.0\"\n"
                      "         xmlns:a=\"http://relaxng.org/ns/compatibility/annotations/1.0\"\n"
                      "         datatypeLibrary=\"http://www.w3.org/2001/XMLSchema-datatypes\"");
    schema_open(&xml, "start");
    schema_element(&xml, &kdi_element_root);
    schema_close(&xml, "start");
    schema_definitions(&xml);
    schema_close(&xml, "grammar");
    kdi_xml_put(&xml, "\n");
    return xml.result;
}
