/* Where the viewer of a picture stands, and how model space becomes samples of the canvas. */
#ifndef KDI_IO_SVG_VIEW_H
#define KDI_IO_SVG_VIEW_H

#include "io/svg_actor.h"
#include "kinedriver/types.h"

enum { KDI_SVG_SAMPLES = 2 }; /* of the canvas a pixel, along each axis */

typedef struct kdi_svg_view {
    double sin_angle, cos_angle, sin_pitch, cos_pitch;
    double samples_per_unit;
    double middle_x, middle_y; /* of the view space that is in the middle of the canvas */
    int32_t width, height;     /* of the canvas */
} kdi_svg_view;

typedef struct kdi_svg_box {
    double low[3], high[3]; /* empty while low is above high */
} kdi_svg_box;

/* Directions as the viewer sees them: x to the right, y up, z towards the viewer. */
kd_vec3 kdi_svg_view_direction(const kdi_svg_view *view, kd_vec3 direction);

/* A point relative to `centre`, in the same axes, in units of the model. */
kd_vec3 kdi_svg_view_point(const kdi_svg_view *view, kd_vec3 point, kd_vec3 centre);

/* From there to samples: y down, z nearer where larger. */
kd_vec3 kdi_svg_view_to_canvas(const kdi_svg_view *view, kd_vec3 seen);

kdi_svg_box kdi_svg_box_empty(void);
void kdi_svg_box_add(kdi_svg_box *box, kd_vec3 point); /* not finite ones are left out */

/* Chooses scale and middle so that the box, which is in view axes, fills the canvas but for its margins; in pixels. */
void kdi_svg_view_fit(kdi_svg_view *view, const kdi_svg_box *box, double margin, double zoom);

#endif
