/* Graphviz, where it is installed: another program that draws graphs. */
#ifndef CLI_GRAPHVIZ_H
#define CLI_GRAPHVIZ_H

#include <kinedriver/buffer.h>
#include <stdbool.h>

/* Lets `dot` turn a graph into SVG, appended to an empty buffer. False if there is no such program on the path or it
 * fails; the buffer is empty then. */
bool cli_graphviz_svg(const kd_buffer *graph, kd_buffer *svg);

#endif
