/* The borders of what is lit at least so much, as closed lines in the text of an SVG path. */
#ifndef KDI_IO_SVG_CONTOUR_H
#define KDI_IO_SVG_CONTOUR_H

#include "io/svg_canvas.h"
#include "kinedriver/buffer.h"

typedef struct kdi_svg_point {
    float x, y; /* in samples */
} kdi_svg_point;

typedef struct kdi_svg_contour {
    const kdi_svg_canvas *canvas;
    uint8_t paint;          /* only this one; KDI_SVG_NOTHING: any */
    float level;            /* of light: inside is at least this */
    double scale;           /* units of the path a sample; the result is rounded */
    double tolerance;       /* in samples: how far a line may leave the true border */
    double least_area;      /* in square samples: smaller islands and holes are left out */
    kd_allocator allocator; /* of the lists below, which begin as NULL and are kept from call to call */
    uint8_t *visited;       /* [sample] */
    kdi_svg_point *points;  /* of the line at hand */
    size_t point_count, point_capacity;
} kdi_svg_contour;

/* Appends the path data ("M12 3l5-1z"), to be filled by the rule evenodd; nothing where there is no border. KD_OK or
 * KD_OUT_OF_MEMORY. */
kd_result kdi_svg_contour_write(kdi_svg_contour *contour, kd_buffer *out);

/* Frees the lists. */
void kdi_svg_contour_free(kdi_svg_contour *contour);

#endif
