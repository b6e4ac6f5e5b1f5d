/* Grey pictures as PNG files, small ones: sixteen shades, packed only by leaving out what repeats. */
#ifndef KDI_ALIGN_PNG_H
#define KDI_ALIGN_PNG_H

#include "kinedriver/buffer.h"

#include <stdint.h>

enum { KDI_PNG_SHADES = 16 };

/* Appends the file. pixels: width * height, rows from top to bottom, 0 black to 15 white. */
kd_result kdi_png_append(kd_buffer *out, const uint8_t *pixels, int width, int height);

#endif
