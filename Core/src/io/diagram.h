/* A rig's node graph on its way to a diagram: boxes with ports, wires between them. Boxes are first known by what they
 * say (diagram_boxes.c), then get places (diagram_layout.c). */
#ifndef KDI_IO_DIAGRAM_H
#define KDI_IO_DIAGRAM_H

#include "base/arena.h"
#include "kinedriver/buffer.h"
#include "kinedriver/rig.h"

enum { KDI_DIAGRAM_NOTHING = -1, KDI_DIAGRAM_TEXT = 64 };

/* What a box stands for: gives it its colour. */
typedef enum kdi_diagram_role {
    KDI_DIAGRAM_EXTERNAL,
    KDI_DIAGRAM_SOURCE,
    KDI_DIAGRAM_EFFECTOR,
    KDI_DIAGRAM_TARGET,
    KDI_DIAGRAM_CONSTRAINT,
    KDI_DIAGRAM_GROUP,
    KDI_DIAGRAM_ROLE_COUNT
} kdi_diagram_role;

typedef struct kdi_diagram_port {
    const char *name;
    bool is_input;
    int32_t row; /* counted for inputs and outputs apart */
} kdi_diagram_port;

typedef struct kdi_diagram_box {
    const char *title;
    char detail[KDI_DIAGRAM_TEXT]; /* the joint it is about, or empty */
    const char *type;
    kdi_diagram_role role;
    kdi_diagram_port *ports; /* connected ones */
    int32_t port_count, input_count, output_count;
    int32_t layer;
    double x, y, width, height;
} kdi_diagram_box;

typedef struct kdi_diagram_wire {
    int32_t from, from_port, to, to_port; /* boxes, and ports in their lists */
    double factor;
    int32_t *bends; /* [layers between]: rows of the layout that it passes, or NULL */
    int32_t bend_count;
} kdi_diagram_wire;

typedef struct kdi_diagram {
    kdi_arena arena;
    kdi_diagram_box *boxes;
    int32_t box_count;
    kdi_diagram_wire *wires;
    int32_t wire_count;
    double *bend_x, *bend_y; /* left ends of the places where long wires pass a column */
    double *bend_width;
    int32_t bend_count;
    double width, height;
} kdi_diagram;

/* Boxes and wires without places. KD_OK or KD_OUT_OF_MEMORY; free in either case. */
kd_result kdi_diagram_make(kdi_diagram *diagram, const kd_rig *rig);
void kdi_diagram_free(kdi_diagram *diagram);

/* Places for all of it. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_diagram_lay_out(kdi_diagram *diagram);

/* Where a wire meets a box. */
double kdi_diagram_port_y(const kdi_diagram_box *box, int32_t port);

#endif
