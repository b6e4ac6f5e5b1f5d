/* One panel of a picture at one moment. */
#ifndef KDI_IO_SVG_FRAME_H
#define KDI_IO_SVG_FRAME_H

#include "io/svg_actor.h"
#include "io/svg_canvas.h"
#include "io/svg_contour.h"
#include "io/svg_view.h"
#include "io/xml_out.h"

/* What the frames of all panels share. */
typedef struct kdi_svg_stage {
    kdi_svg_view view;
    kdi_svg_canvas canvas;
    kdi_svg_contour contour;
    double ground;    /* height of what the figures stand on */
    double dot_step;  /* distance of the dots on it */
    double dot_reach; /* how far from the middle there are dots */
} kdi_svg_stage;

/* Appends ground, shadow and figure of an actor that has been posed; `centre` is the point that the viewer follows.
 * Failures stick to xml->result. */
void kdi_svg_frame_write(kdi_svg_stage *stage, const kdi_svg_actor *actor, kd_vec3 centre, kdi_xml_out *xml);

#endif
