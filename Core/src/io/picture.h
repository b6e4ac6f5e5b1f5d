/* A rig's node graph on its way to a picture: boxes with ports, wires between them. Boxes are first known by what they
 * say (picture_boxes.c), then get places (picture_layout.c). */
#ifndef KDI_IO_PICTURE_H
#define KDI_IO_PICTURE_H

#include "base/arena.h"
#include "kinedriver/buffer.h"
#include "kinedriver/rig.h"

enum { KDI_PICTURE_NOTHING = -1, KDI_PICTURE_TEXT = 64 };

/* What a box stands for: gives it its colour. */
typedef enum kdi_picture_role {
    KDI_PICTURE_EXTERNAL,
    KDI_PICTURE_SOURCE,
    KDI_PICTURE_EFFECTOR,
    KDI_PICTURE_TARGET,
    KDI_PICTURE_CONSTRAINT,
    KDI_PICTURE_GROUP,
    KDI_PICTURE_ROLE_COUNT
} kdi_picture_role;

typedef struct kdi_picture_port {
    const char *name;
    bool is_input;
    int32_t row; /* counted for inputs and outputs apart */
} kdi_picture_port;

typedef struct kdi_picture_box {
    const char *title;
    char detail[KDI_PICTURE_TEXT]; /* the joint it is about, or empty */
    const char *type;
    kdi_picture_role role;
    kdi_picture_port *ports; /* connected ones */
    int32_t port_count, input_count, output_count;
    int32_t layer;
    double x, y, width, height;
} kdi_picture_box;

typedef struct kdi_picture_wire {
    int32_t from, from_port, to, to_port; /* boxes, and ports in their lists */
    double factor;
    int32_t *bends; /* [layers between]: rows of the layout that it passes, or NULL */
    int32_t bend_count;
} kdi_picture_wire;

typedef struct kdi_picture {
    kdi_arena arena;
    kdi_picture_box *boxes;
    int32_t box_count;
    kdi_picture_wire *wires;
    int32_t wire_count;
    double *bend_x, *bend_y; /* left ends of the places where long wires pass a column */
    double *bend_width;
    int32_t bend_count;
    double width, height;
} kdi_picture;

/* Boxes and wires without places. KD_OK or KD_OUT_OF_MEMORY; free in either case. */
kd_result kdi_picture_make(kdi_picture *picture, const kd_rig *rig);
void kdi_picture_free(kdi_picture *picture);

/* Places for all of it. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_picture_lay_out(kdi_picture *picture);

/* Where a wire meets a box. */
double kdi_picture_port_y(const kdi_picture_box *box, int32_t port);

#endif
