/* SVG text, piece by piece. */
#include "compile/svg.h"

#include "text/number.h"

#include <math.h>
#include <string.h>

void kdi_svg_raw(kdi_svg *svg, const char *text)
{
    if (!svg->failed && kd_buffer_append(svg->text, text, strlen(text)) != KD_OK)
        svg->failed = true;
}

void kdi_svg_number(kdi_svg *svg, double value)
{
    char text[KDI_NUMBER_SIZE + 1];
    int length = kdi_number_format(round(value * 100) / 100, text);
    text[length] = ' ';
    text[length + 1] = 0;
    kdi_svg_raw(svg, text);
}

/* name="value" */
static void svg_attribute(kdi_svg *svg, const char *name, double value)
{
    kdi_svg_raw(svg, " ");
    kdi_svg_raw(svg, name);
    kdi_svg_raw(svg, "=\"");
    kdi_svg_number(svg, value);
    kdi_svg_raw(svg, "\"");
}

kdi_svg kdi_svg_begin(kd_buffer *text, double width, double height)
{
    kdi_svg svg = {text, false};
    kdi_svg_raw(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    kdi_svg_number(&svg, width);
    kdi_svg_number(&svg, height);
    kdi_svg_raw(&svg, "\"");
    svg_attribute(&svg, "width", width);
    svg_attribute(&svg, "height", height);
    kdi_svg_raw(&svg, " font-family=\"sans-serif\" font-size=\"12\">\n");
    kdi_svg_rect(&svg, 0, 0, width, height, "fill=\"#ffffff\"");
    return svg;
}

kd_result kdi_svg_end(kdi_svg *svg)
{
    kdi_svg_raw(svg, "</svg>\n");
    return svg->failed ? KD_OUT_OF_MEMORY : KD_OK;
}

void kdi_svg_rect(kdi_svg *svg, double x, double y, double width, double height, const char *attributes)
{
    kdi_svg_raw(svg, "<rect");
    svg_attribute(svg, "x", x);
    svg_attribute(svg, "y", y);
    svg_attribute(svg, "width", width);
    svg_attribute(svg, "height", height);
    kdi_svg_raw(svg, " ");
    kdi_svg_raw(svg, attributes);
    kdi_svg_raw(svg, "/>\n");
}

void kdi_svg_circle(kdi_svg *svg, double x, double y, double radius, const char *attributes)
{
    kdi_svg_raw(svg, "<circle");
    svg_attribute(svg, "cx", x);
    svg_attribute(svg, "cy", y);
    svg_attribute(svg, "r", radius);
    kdi_svg_raw(svg, " ");
    kdi_svg_raw(svg, attributes);
    kdi_svg_raw(svg, "/>\n");
}

void kdi_svg_text(kdi_svg *svg, double x, double y, const char *anchor, const char *text)
{
    kdi_svg_raw(svg, "<text");
    svg_attribute(svg, "x", x);
    svg_attribute(svg, "y", y);
    kdi_svg_raw(svg, " text-anchor=\"");
    kdi_svg_raw(svg, anchor);
    kdi_svg_raw(svg, "\" fill=\"#333333\">");
    for (; *text; text++) {
        char one[2] = {*text, 0};
        bool control = (unsigned char)*text < 0x20;
        kdi_svg_raw(svg, *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : control ? " " : one);
    }
    kdi_svg_raw(svg, "</text>\n");
}

void kdi_svg_path_begin(kdi_svg *svg, const char *attributes)
{
    kdi_svg_raw(svg, "<path fill=\"none\" ");
    kdi_svg_raw(svg, attributes);
    kdi_svg_raw(svg, " d=\"");
}

void kdi_svg_path_point(kdi_svg *svg, double x, double y, bool starts)
{
    kdi_svg_raw(svg, starts ? "M" : "L");
    kdi_svg_number(svg, x);
    kdi_svg_number(svg, y);
}

void kdi_svg_path_end(kdi_svg *svg)
{
    kdi_svg_raw(svg, "\"/>\n");
}
