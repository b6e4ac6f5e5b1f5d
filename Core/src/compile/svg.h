/* SVG text, piece by piece: the few shapes that pictures of functions need. Numbers have two decimals in every locale.
 * A lack of memory is remembered and shows at the end. */
#ifndef KDI_COMPILE_SVG_H
#define KDI_COMPILE_SVG_H

#include "kinedriver/buffer.h"

#include <stdbool.h>

typedef struct kdi_svg {
    kd_buffer *text;
    bool failed;
} kdi_svg;

kdi_svg kdi_svg_begin(kd_buffer *text, double width, double height);
kd_result kdi_svg_end(kdi_svg *svg);

void kdi_svg_raw(kdi_svg *svg, const char *text);
void kdi_svg_number(kdi_svg *svg, double value); /* with two decimals and a blank behind */
void kdi_svg_rect(kdi_svg *svg, double x, double y, double width, double height, const char *attributes);
void kdi_svg_circle(kdi_svg *svg, double x, double y, double radius, const char *attributes);

/* Text with its marks escaped; anchor: "start", "middle" or "end". */
void kdi_svg_text(kdi_svg *svg, double x, double y, const char *anchor, const char *text);

/* A path: begin, then points (`starts`: the pen is lifted first), then end. */
void kdi_svg_path_begin(kdi_svg *svg, const char *attributes);
void kdi_svg_path_point(kdi_svg *svg, double x, double y, bool starts);
void kdi_svg_path_end(kdi_svg *svg);

#endif
