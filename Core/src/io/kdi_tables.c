/* The reference part of the KDI specification as Markdown, made from the format table. */
#include "io/xml_out.h"
#include "kinedriver/kdi.h"
#include "model/kdi_value.h"

#include <stdio.h>
#include <string.h>

static const char *const TABLE_UNITS[] = {"", ", angle", ", distance"};
static const char *const TABLE_TYPES[] = {"float", "vec3", "quat"};

/* A row of a table: cells that a NULL ends. */
static void tables_row(kdi_xml_out *out, const char *const *cells)
{
    kdi_xml_put(out, "|");
    for (; *cells; cells++) {
        kdi_xml_put(out, " ");
        kdi_xml_put(out, *cells);
        kdi_xml_put(out, " |");
    }
    kdi_xml_put(out, "\n");
}

static void tables_attributes(kdi_xml_out *out, const kdi_attribute *rows, int count)
{
    static const char *const head[] = {"Attribute", "Value", "Default", "Meaning", NULL};
    static const char *const rule[] = {"---", "---", "---", "---", NULL};
    if (count == 0)
        return;
    tables_row(out, head);
    tables_row(out, rule);
    for (int i = 0; i < count; i++) {
        char name[64], value[256], initial[64];
        snprintf(name, sizeof name, "`%s`", rows[i].name);
        kdi_value_describe(&rows[i], value, sizeof value - 16);
        strcat(value, strstr(value, "degrees") ? "" : TABLE_UNITS[rows[i].unit]);
        if (!rows[i].initial)
            snprintf(initial, sizeof initial, "required");
        else
            snprintf(initial, sizeof initial, rows[i].initial[0] ? "`%s`" : "empty%s", rows[i].initial);
        const char *const cells[] = {name, value, initial, rows[i].text, NULL};
        tables_row(out, cells);
    }
    kdi_xml_put(out, "\n");
}

/* One row for a port; the three of a type-dependent port in one. */
static void tables_ports(kdi_xml_out *out, const kdi_node_format *format)
{
    static const char *const head[] = {"Port", "Direction", "Type", "Meaning", NULL};
    static const char *const rule[] = {"---", "---", "---", "---", NULL};
    tables_row(out, head);
    tables_row(out, rule);
    for (int i = 0; i < format->port_count; i++) {
        const kdi_port *port = &format->ports[i];
        bool by_type =
            i + 2 < format->port_count && port->name && port[2].name && strcmp(port->name, port[2].name) == 0;
        char name[64], type[64];
        if (!port->name) /* only ports of a list have none */
            snprintf(name, sizeof name, "by name");
        else
            snprintf(name, sizeof name, port->of_list ? "`%s0` …" : "`%s`", port->name);
        if (by_type || port->type_offset)
            snprintf(type, sizeof type, "by `type`");
        else
            snprintf(type, sizeof type, "%s%s", TABLE_TYPES[port->type], TABLE_UNITS[port->unit]);
        const char *const cells[] = {name, port->is_input ? "in" : "out", type, port->text, NULL};
        tables_row(out, cells);
        i += by_type ? 2 : 0;
    }
    kdi_xml_put(out, "\n");
}

static const char *tables_occurrence(const kdi_child *child)
{
    if (child->kind == KDI_CHILD_LIST || child->kind == KDI_CHILD_NODES)
        return child->min_count > 0 ? "one or more" : "any number";
    return "at most one";
}

static void tables_children(kdi_xml_out *out, const kdi_element *element)
{
    char text[512];
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        if (child->kind == KDI_CHILD_NODES) {
            kdi_xml_put(out, "Child elements, any number: the nodes below.\n\n");
            continue;
        }
        snprintf(text, sizeof text, "Child element `%s`, %s: %s.%s\n\n", child->element->name, tables_occurrence(child),
                 child->element->text, child->kind == KDI_CHILD_TEXT ? " Holds text." : "");
        kdi_xml_put(out, text);
        tables_attributes(out, child->element->attributes, child->element->attribute_count);
        tables_children(out, child->element);
    }
}

static void tables_heading(kdi_xml_out *out, const char *name, const char *text)
{
    kdi_xml_put(out, "### ");
    kdi_xml_put(out, name);
    kdi_xml_put(out, "\n\n");
    kdi_xml_put(out, text);
    kdi_xml_put(out, ".\n\n");
}

kd_result kd_kdi_write_tables(kd_buffer *buffer)
{
    kdi_xml_out out = {buffer, NULL, KD_OK, 0};
    tables_heading(&out, kdi_element_root.name, kdi_element_root.text);
    tables_attributes(&out, kdi_element_root.attributes, kdi_element_root.attribute_count);
    tables_children(&out, &kdi_element_root);
    tables_heading(&out, "All nodes", "Attributes that every node has, before its own");
    tables_attributes(&out, kdi_node_attributes, kdi_node_attribute_count);
    kdi_xml_put(&out, "Every node has the input port `influence` (float), which takes the place of the attribute.\n\n");
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++) {
        const kdi_node_format *format = &kdi_node_formats[i];
        tables_heading(&out, format->element.name, format->element.text);
        tables_attributes(&out, format->element.attributes, format->element.attribute_count);
        tables_children(&out, &format->element);
        tables_ports(&out, format);
    }
    return out.result;
}
