/* A grid of samples with a depth buffer: what the SVG writer draws a frame on before it traces the borders of light. */
#ifndef KDI_IO_SVG_CANVAS_H
#define KDI_IO_SVG_CANVAS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { KDI_SVG_NOTHING = 0, KDI_SVG_PAINTS = 255 }; /* paints are numbered from 1 */

typedef struct kdi_svg_canvas {
    int32_t width, height;            /* samples; the outermost ones always stay empty */
    float *depth;                     /* [y * width + x], larger is nearer */
    float *light;                     /* 0 .. 1 */
    uint8_t *paint;                   /* KDI_SVG_NOTHING or a paint */
    int32_t left, top, right, bottom; /* the samples that may be set, right and bottom excluded */
} kdi_svg_canvas;

typedef struct kdi_svg_corner {
    float x, y, depth; /* in samples, y down */
    float light;
} kdi_svg_corner;

/* False without memory. */
bool kdi_svg_canvas_make(kdi_svg_canvas *canvas, int32_t width, int32_t height, kdi_arena *arena);
void kdi_svg_canvas_clear(kdi_svg_canvas *canvas);

/* Draws a triangle whose corners run counter-clockwise as seen; others show their back and are left out. What is
 * nearer stays; of equals the first. Corners that are not finite draw nothing. */
void kdi_svg_canvas_triangle(kdi_svg_canvas *canvas, const kdi_svg_corner corners[3], uint8_t paint);

/* Darkens samples close to a place that is nearer by more than `step`: limbs stand off from what is behind them. */
void kdi_svg_canvas_shade_edges(kdi_svg_canvas *canvas, float step, int32_t radius, float strength);

#endif
