/* SVG text, piece by piece. All coordinates are whole numbers, so that no locale can put a comma into them. */
#ifndef KDI_ALIGN_SVG_H
#define KDI_ALIGN_SVG_H

#include "kinedriver/buffer.h"
#include "text/findings.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct kdi_svg {
    kd_buffer *out;
    size_t size_before;
    bool failed; /* a lack of memory: shows at the end */
} kdi_svg;

kdi_svg kdi_svg_begin(kd_buffer *out, int width, int height);
void kdi_svg_put(kdi_svg *svg, const char *format, ...) KDI_PRINTF(2, 3);

/* Text of any bytes, with what XML needs written as entities. */
void kdi_svg_label(kdi_svg *svg, int x, int y, const char *attributes, const char *text);

/* A grey picture, 0 black, as an embedded PNG; the rows from top to bottom. */
void kdi_svg_image(kdi_svg *svg, const int frame[4], const uint8_t *pixels, int width, int height);

/* Closes the document; on failure the buffer is as before. */
kd_result kdi_svg_end(kdi_svg *svg, kd_findings *findings);

#endif
