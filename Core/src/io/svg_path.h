/* Lines in the text of an SVG path, as short as it goes: whole numbers, relative, blanks only where needed. */
#ifndef KDI_IO_SVG_PATH_H
#define KDI_IO_SVG_PATH_H

#include "kinedriver/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { KDI_SVG_UNITS = 5 }; /* of paths a pixel: finer than a viewer sees, and without decimals */

typedef struct kdi_svg_path {
    kd_buffer *out;
    kd_result result; /* KD_OK until something fails */
    int32_t x, y;     /* where the line is */
    bool tight;       /* the next number may follow without a blank whatever it is */
} kdi_svg_path;

void kdi_svg_path_letter(kdi_svg_path *path, char letter);

/* To a place: as a move, or as a relative line behind the letter 'l'. */
void kdi_svg_path_move(kdi_svg_path *path, int32_t x, int32_t y);
void kdi_svg_path_line(kdi_svg_path *path, int32_t x, int32_t y);

#endif
