/* Which curve of a clip moves which morph. */
#ifndef KDI_MODEL_CLIP_CURVE_H
#define KDI_MODEL_CLIP_CURVE_H

#include "kinedriver/clip.h"
#include "kinedriver/mesh.h"

/* The curve that moves a morph: by its full name "mesh.morph" or by its own; -1: none. morph may be NULL. */
int32_t kdi_clip_find_curve(const kd_clip *clip, const kd_mesh *mesh, const char *morph);

#endif
