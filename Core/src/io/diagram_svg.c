/* kd_rig_write_svg. */
#include "kinedriver/rig_diagram.h"

#include "io/diagram.h"
#include "io/xml_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SVG_TITLE_CHARACTERS = 44, SVG_PORT_CHARACTERS = 26 };

typedef struct svg_color {
    const char *name, *fill, *edge;
} svg_color;

static const svg_color SVG_COLORS[KDI_DIAGRAM_ROLE_COUNT] = {
    {"external", "#f3e8ff", "#7e22ce"}, {"source", "#dbeafe", "#1d4ed8"},     {"effector", "#f4f4f5", "#52525b"},
    {"target", "#dcfce7", "#15803d"},   {"constraint", "#ffedd5", "#c2410c"}, {"group", "#fef9c3", "#a16207"},
};

static void diagram_print(kdi_xml_out *xml, const char *format, ...) KDI_PRINTF(2, 3);

static void diagram_print(kdi_xml_out *xml, const char *format, ...)
{
    char line[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    kdi_xml_put(xml, line);
}

/* Tenths are fine enough, and need no care for the locale's decimal point. */
static void diagram_number(kdi_xml_out *xml, double value)
{
    long long tenths = (long long)(value * 10.0 + (value < 0.0 ? -0.5 : 0.5));
    const char *sign = tenths < 0 ? "-" : "";
    tenths = tenths < 0 ? -tenths : tenths;
    if (tenths % 10)
        diagram_print(xml, "%s%lld.%lld", sign, tenths / 10, tenths % 10);
    else
        diagram_print(xml, "%s%lld", sign, tenths / 10);
}

static void diagram_attribute(kdi_xml_out *xml, const char *name, double value)
{
    diagram_print(xml, " %s=\"", name);
    diagram_number(xml, value);
    kdi_xml_put(xml, "\"");
}

static void diagram_point(kdi_xml_out *xml, const char *before, double x, double y)
{
    kdi_xml_put(xml, before);
    diagram_number(xml, x);
    kdi_xml_put(xml, " ");
    diagram_number(xml, y);
}

/* Text of at most so many characters; a dot at the end tells that it was cut. */
static void diagram_words(kdi_xml_out *xml, const char *text, int most)
{
    char cut[4 * SVG_TITLE_CHARACTERS + 8];
    size_t bytes = 0;
    int characters = 0;
    for (const char *c = text; *c; c++, bytes++) {
        if (((unsigned char)*c & 0xC0) != 0x80 && characters++ == most)
            break;
        if (bytes + 5 >= sizeof cut)
            break;
    }
    memcpy(cut, text, bytes);
    memcpy(cut + bytes, text[bytes] ? "\xE2\x80\xA6" : "", text[bytes] ? 4 : 1);
    kdi_xml_put_escaped(xml, cut, KDI_XML_ESCAPE_TEXT, NULL);
}

static void diagram_text(kdi_xml_out *xml, const char *shape, double x, double y, const char *text, int most)
{
    kdi_xml_line(xml);
    diagram_print(xml, "<text class=\"%s\"", shape);
    diagram_attribute(xml, "x", x);
    diagram_attribute(xml, "y", y);
    kdi_xml_put(xml, ">");
    diagram_words(xml, text, most);
    kdi_xml_put(xml, "</text>");
}

static void diagram_box(kdi_xml_out *xml, const kdi_diagram_box *box)
{
    double right = box->x + box->width;
    kdi_xml_line(xml);
    diagram_print(xml, "<rect class=\"%s\"", SVG_COLORS[box->role].name);
    diagram_attribute(xml, "x", box->x);
    diagram_attribute(xml, "y", box->y);
    diagram_attribute(xml, "width", box->width);
    diagram_attribute(xml, "height", box->height);
    kdi_xml_put(xml, " rx=\"5\"><title>");
    kdi_xml_put_escaped(xml, box->title, KDI_XML_ESCAPE_TEXT, NULL);
    kdi_xml_put(xml, "</title></rect>");
    diagram_text(xml, "name", box->x + 10.0, box->y + 17.0, box->title, SVG_TITLE_CHARACTERS);
    diagram_text(xml, "type", box->x + 10.0, box->y + 32.0, box->type, SVG_TITLE_CHARACTERS);
    if (box->detail[0])
        diagram_text(xml, "joint", right - 10.0, box->y + 32.0, box->detail, SVG_PORT_CHARACTERS);
    for (int32_t i = 0; i < box->port_count; i++) {
        double y = kdi_diagram_port_y(box, i);
        const kdi_diagram_port *port = &box->ports[i];
        diagram_text(xml, port->is_input ? "in" : "out", port->is_input ? box->x + 8.0 : right - 8.0, y + 4.0,
                     port->name, SVG_PORT_CHARACTERS);
        kdi_xml_line(xml);
        kdi_xml_put(xml, "<circle r=\"3\"");
        diagram_attribute(xml, "cx", port->is_input ? box->x : right);
        diagram_attribute(xml, "cy", y);
        kdi_xml_put(xml, "/>");
    }
}

static void diagram_curve(kdi_xml_out *xml, double x0, double y0, double x1, double y1)
{
    double reach = x1 > x0 ? 0.5 * (x1 - x0) : 40.0;
    diagram_point(xml, "C", x0 + reach, y0);
    diagram_point(xml, " ", x1 - reach, y1);
    diagram_point(xml, " ", x1, y1);
}

static void diagram_wire(kdi_xml_out *xml, const kdi_diagram *diagram, const kdi_diagram_wire *wire)
{
    const kdi_diagram_box *from = &diagram->boxes[wire->from], *to = &diagram->boxes[wire->to];
    double x = from->x + from->width, y = kdi_diagram_port_y(from, wire->from_port);
    double end_y = kdi_diagram_port_y(to, wire->to_port);
    kdi_xml_line(xml);
    kdi_xml_put(xml, "<path d=\"");
    diagram_point(xml, "M", x, y);
    for (int32_t i = 0; i < wire->bend_count; i++) {
        int32_t bend = wire->bends[i];
        diagram_curve(xml, x, y, diagram->bend_x[bend], diagram->bend_y[bend]);
        x = diagram->bend_x[bend] + diagram->bend_width[bend];
        y = diagram->bend_y[bend];
        diagram_point(xml, "L", x, y);
    }
    diagram_curve(xml, x, y, to->x, end_y);
    kdi_xml_put(xml, "\"/>");
    if (wire->factor != 1.0) {
        char factor[32];
        snprintf(factor, sizeof factor, "\xC3\x97%g", wire->factor);
        for (char *c = factor; *c; c++)
            *c = *c == ',' ? '.' : *c;
        diagram_text(xml, "factor", to->x - 8.0, end_y - 5.0, factor, SVG_PORT_CHARACTERS);
    }
}

static void diagram_head(kdi_xml_out *xml, const kd_rig *rig, const kdi_diagram *diagram)
{
    double width = diagram->width < 480.0 ? 480.0 : diagram->width;
    kdi_xml_put(xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    diagram_attribute(xml, "width", width);
    diagram_attribute(xml, "height", diagram->height);
    kdi_xml_put(xml, ">\n<style>\n"
                     "text { font-family: sans-serif; font-size: 10px; fill: #27272a }\n"
                     ".name { font-size: 12px; font-weight: bold }\n"
                     ".title { font-size: 15px; font-weight: bold }\n"
                     ".type { fill: #71717a }\n"
                     ".joint, .out, .factor { text-anchor: end }\n"
                     ".joint { font-style: italic }\n"
                     ".factor { fill: #b45309; paint-order: stroke; stroke: #ffffff; stroke-width: 3px }\n"
                     "path { fill: none; stroke: #71717a; stroke-width: 1.3px }\n"
                     "circle { fill: #3f3f46 }\n");
    for (int role = 0; role < KDI_DIAGRAM_ROLE_COUNT; role++)
        diagram_print(xml, ".%s { fill: %s; stroke: %s }\n", SVG_COLORS[role].name, SVG_COLORS[role].fill,
                      SVG_COLORS[role].edge);
    kdi_xml_put(xml, "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    diagram_text(xml, "title", 24.0, 24.0, rig->name[0] ? rig->name : "rig", SVG_TITLE_CHARACTERS);
    for (int role = 0; role < KDI_DIAGRAM_ROLE_COUNT; role++) {
        double x = 24.0 + 74.0 * role;
        kdi_xml_line(xml);
        diagram_print(xml, "<rect class=\"%s\" y=\"34\" width=\"9\" height=\"9\"", SVG_COLORS[role].name);
        diagram_attribute(xml, "x", x);
        kdi_xml_put(xml, "/>");
        diagram_text(xml, "type", x + 13.0, 42.0, SVG_COLORS[role].name, SVG_PORT_CHARACTERS);
    }
}

kd_result kd_rig_write_svg(const kd_rig *rig, kd_buffer *out)
{
    kdi_diagram diagram;
    kdi_xml_out xml = {out, NULL, KD_OK, 0};
    size_t before = out->size;
    kd_result result = kdi_diagram_make(&diagram, rig);
    if (result == KD_OK)
        result = kdi_diagram_lay_out(&diagram);
    if (result == KD_OK) {
        diagram_head(&xml, rig, &diagram);
        for (int32_t i = 0; i < diagram.wire_count; i++)
            diagram_wire(&xml, &diagram, &diagram.wires[i]);
        for (int32_t i = 0; i < diagram.box_count; i++)
            diagram_box(&xml, &diagram.boxes[i]);
        kdi_xml_put(&xml, "\n</svg>\n");
        result = xml.result;
    }
    kdi_diagram_free(&diagram);
    if (result != KD_OK)
        out->size = before;
    return result;
}
