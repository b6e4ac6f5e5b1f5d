/* kd_rig_write_dot: nodes as tables whose cells are the ports. */
#include "kinedriver/rig_diagram.h"

#include "io/diagram.h"
#include "io/xml_out.h"

#include <stdio.h>
#include <string.h>

static const char *const DOT_FILLS[KDI_DIAGRAM_ROLE_COUNT] = {"#f3e8ff", "#dbeafe", "#f4f4f5",
                                                              "#dcfce7", "#ffedd5", "#fef9c3"};

static void dot_put_port(kdi_xml_out *xml, const kdi_diagram_box *box, int32_t row, bool is_input)
{
    for (int32_t i = 0; i < box->port_count; i++) {
        const kdi_diagram_port *port = &box->ports[i];
        if (port->is_input != is_input || port->row != row)
            continue;
        char head[64];
        snprintf(head, sizeof head, "<td port=\"p%d\" align=\"%s\">", (int)i, is_input ? "left" : "right");
        kdi_xml_put(xml, head);
        kdi_xml_put_escaped(xml, port->name, KDI_XML_ESCAPE_TEXT, NULL);
        kdi_xml_put(xml, "</td>");
        return;
    }
    kdi_xml_put(xml, "<td></td>");
}

static void dot_put_box(kdi_xml_out *xml, const kdi_diagram_box *box, int32_t number)
{
    char head[128];
    int32_t rows = box->input_count > box->output_count ? box->input_count : box->output_count;
    snprintf(head, sizeof head,
             "  n%d [fillcolor=\"%s\" label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\">", (int)number,
             DOT_FILLS[box->role]);
    kdi_xml_put(xml, head);
    kdi_xml_put(xml, "<tr><td colspan=\"2\"><b>");
    kdi_xml_put_escaped(xml, box->title, KDI_XML_ESCAPE_TEXT, NULL);
    kdi_xml_put(xml, "</b></td></tr><tr><td colspan=\"2\">");
    kdi_xml_put(xml, box->type);
    kdi_xml_put(xml, box->detail[0] ? " " : "");
    kdi_xml_put_escaped(xml, box->detail, KDI_XML_ESCAPE_TEXT, NULL);
    kdi_xml_put(xml, "</td></tr>");
    for (int32_t row = 0; row < rows; row++) {
        kdi_xml_put(xml, "<tr>");
        dot_put_port(xml, box, row, true);
        dot_put_port(xml, box, row, false);
        kdi_xml_put(xml, "</tr>");
    }
    kdi_xml_put(xml, "</table>>]\n");
}

static void dot_put_wire(kdi_xml_out *xml, const kdi_diagram_wire *wire)
{
    char line[128];
    snprintf(line, sizeof line, "  n%d:p%d:e -> n%d:p%d:w", (int)wire->from, (int)wire->from_port, (int)wire->to,
             (int)wire->to_port);
    kdi_xml_put(xml, line);
    if (wire->factor != 1.0) {
        snprintf(line, sizeof line, " [label=\"\xC3\x97%g\"]", wire->factor);
        for (char *c = line; *c; c++)
            *c = *c == ',' ? '.' : *c;
        kdi_xml_put(xml, line);
    }
    kdi_xml_put(xml, "\n");
}

kd_result kd_rig_write_dot(const kd_rig *rig, kd_buffer *out)
{
    kdi_diagram diagram;
    kdi_xml_out xml = {out, NULL, KD_OK, 0};
    size_t before = out->size;
    kd_result result = kdi_diagram_make(&diagram, rig);
    if (result == KD_OK) {
        kdi_xml_put(&xml,
                    "digraph rig {\n  rankdir=LR\n  node [shape=box style=\"rounded,filled\" fontname=\"sans-serif\" "
                    "fontsize=10]\n  edge [fontname=\"sans-serif\" fontsize=9 color=\"#71717a\"]\n");
        for (int32_t i = 0; i < diagram.box_count; i++)
            dot_put_box(&xml, &diagram.boxes[i], i);
        for (int32_t i = 0; i < diagram.wire_count; i++)
            dot_put_wire(&xml, &diagram.wires[i]);
        kdi_xml_put(&xml, "}\n");
        result = xml.result;
    }
    kdi_diagram_free(&diagram);
    if (result != KD_OK)
        out->size = before;
    return result;
}
