/* The figure as mass points: moves points as little as possible, measured by their masses, until all links have their
 * lengths again. Points without inverse mass are pinned: they stay where they are to the bit. */
#ifndef KDI_MOTION_SEGMENT_SOLVER_H
#define KDI_MOTION_SEGMENT_SOLVER_H

#include "motion/segment_layout.h"

typedef struct kdi_segment_solve {
    const kd_segments *asset;
    kd_vec3 *points;             /* [point] read and written */
    const float *inverse_masses; /* [point] 0: pinned */
    const float *lengths;        /* [link] */
    float *scratch;              /* kdi_segment_solve_floats */
    kd_segment_solver solver;
    bool mends;         /* the unedited pose is a mix of two, in which a hinge on the wrong side means nothing */
    int32_t iterations; /* at most */
} kdi_segment_solve;

size_t kdi_segment_solve_floats(const kd_segments *asset);

/* Returns the steps made and the largest relative error of a link that could change. */
int32_t kdi_segment_solve_run(const kdi_segment_solve *solve, float *error);

/* After the links: those that came out on the other side are mirrored back. Returns how many. */
int32_t kdi_segment_solve_sides(const kdi_segment_solve *solve, const kd_vec3 *before, const kd_quat *frames);

/* Puts masts where the points that they stand on tell. */
void kdi_segment_solve_masts(const kd_segments *asset, kd_vec3 *points);

/* Puts the middle points of hinges where both their links have the right length, as a start for the solver: bent as in
 * the unedited pose (`before`), and what more bend it takes goes to the side that `frames` (rotations by joint,
 * unedited) tell, so that a straight knee bends forward. Without an edit nothing changes. Returns how many changed
 * sides. */
int32_t kdi_segment_solve_hinges(const kdi_segment_solve *solve, const kd_vec3 *before, const kd_quat *frames);

#endif
