/* The points of two motions in the form that makes their distances sums of products. Every frame is a cloud: joints
 * that always coincide are one point with the sum of their weights, the centre is taken out, coordinates are multiplied
 * by the root of the weight. A window of frames adds the way of the centre inside it as further points.
 *
 * Coordinates are (a, b, h): h up, a and b on the ground so that a counter-clockwise turn about the up axis goes from a
 * to b. With z = a + i b the distance of two clouds after the best turn and shift is
 *     D^2 = |p|^2 + |q|^2 - 2 |sum z_p conj(z_q)| - 2 sum h_p h_q. */
#ifndef KDI_ALIGN_CLOUD_H
#define KDI_ALIGN_CLOUD_H

#include "align/source.h"

enum { KDI_CLOUD_MAX_WINDOW = 30 };

typedef struct kdi_cloud {
    int32_t frame_count;
    int32_t point_count;
    int32_t window;
    bool align_height;
    double weight;  /* of all points */
    double *taper;  /* [2 * window + 1], sums to one */
    double *points; /* [frame * point_count * 3]: centred, weighted */
    double *norms;  /* [frame]: the squared length of the frame's points */
    double *centre; /* [frame * 3] */
    double
        *way; /* [frame * (2 * window + 1) * 3]: centre inside the window about its mean, weighted; NULL: no window */
    double *total;   /* [frame]: the squared length of all that belongs to the frame, its window included */
    double *heights; /* [point]: taken from every height, the same in both motions */
} kdi_cloud;

/* The clouds of two motions that are to be compared: the same points in both. */
kd_result kdi_clouds_make(kdi_arena *arena, const kdi_source *a, const kdi_source *b, const kd_distance_desc *desc,
                          kdi_cloud *cloud_a, kdi_cloud *cloud_b, kd_findings *findings);

/* Turn about the up axis, then shift, that brings a frame of b closest to a frame of a; from (a, b, h) to the same. */
typedef struct kdi_alignment {
    double angle_rad;
    double shift[3];
} kdi_alignment;

/* The distance of two frames in double precision, with the alignment if it is wanted (may be NULL). */
double kdi_cloud_distance(const kdi_cloud *a, int32_t row, const kdi_cloud *b, int32_t column,
                          kdi_alignment *alignment);

#endif
