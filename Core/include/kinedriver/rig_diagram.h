/* The node graph of a rig as a diagram. */
#ifndef KINEDRIVER_RIG_DIAGRAM_H
#define KINEDRIVER_RIG_DIAGRAM_H

#include "kinedriver/buffer.h"
#include "kinedriver/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Both show every node with its type, its joints and the ports that are connected, and every connection with its
 * factor. The rig must be valid. KD_OK or KD_OUT_OF_MEMORY; `out` is as before then. */

/* Appends the graph in the language of Graphviz, for `dot`. */
kd_result kd_rig_write_dot(const kd_rig *rig, kd_buffer *out);

/* Appends an SVG drawing: nodes in columns, what feeds a node to the left of it. */
kd_result kd_rig_write_svg(const kd_rig *rig, kd_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
