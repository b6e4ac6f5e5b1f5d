/* Clips made ready for cutting: on one figure, in the world, without frames that do not belong to them. */
#ifndef KDI_ALIGN_SEGMENT_MOTION_H
#define KDI_ALIGN_SEGMENT_MOTION_H

#include "align/segment_figure.h"

/* Checks the sources and fills motions, moves, root and height. */
kd_result kdi_segment_motions_make(kdi_segment_builder *builder, const kd_segment_source *sources, int32_t count);

#endif
