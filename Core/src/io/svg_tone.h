/* Light and colour of pictures. */
#ifndef KDI_IO_SVG_TONE_H
#define KDI_IO_SVG_TONE_H

#include "io/svg_actor.h"
#include "io/svg_canvas.h"

enum { KDI_SVG_TONES = 12 };

typedef struct kdi_svg_color {
    uint8_t red, green, blue; /* sRGB */
} kdi_svg_color;

/* How much light falls on a surface with this normal, in the viewer's axes: 0 .. 1. */
float kdi_svg_light(kd_vec3 normal);

/* The paint of a material of the scene, -1 included; what is beyond the last paint gets that one. */
uint8_t kdi_svg_paint(int32_t material);

/* The colour of a paint where the light is from tone / KDI_SVG_TONES to the next. */
kdi_svg_color kdi_svg_tone(const kdi_svg_actor *actor, uint8_t paint, int tone);

#endif
