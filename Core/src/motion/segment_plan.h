/* What a segment is to do, latched before it plays: where it is placed, where each handle starts and ends, and what the
 * texture has to turn to meet the next segment. Making one costs a little for each handle and joint, nothing for each
 * frame. */
#ifndef KDI_MOTION_SEGMENT_PLAN_H
#define KDI_MOTION_SEGMENT_PLAN_H

#include "motion/segment_track.h"

/* Per handle. */
typedef struct kdi_segment_course {
    kd_vec3 start, end; /* in the world */
    kd_vec3 base;       /* placed path plus base begins at start */
    kd_vec3 change;     /* of the end's position, by the handle's own coefficients */
    kd_vec3 ride;       /* the same, by the root's: what a free handle shares with the body */
    kd_vec3 pull;       /* change of the end's velocity */
    kd_vec3 carry;      /* velocity at the start that the path itself does not have */
    float pin_start, pin_end;
} kdi_segment_course;

/* Per column of the texture: what it has to become at the end, turns as rotation vectors. */
typedef struct kdi_segment_turning {
    kd_vec3 change, pull;
    kd_vec3 lag; /* what it has to become at the start: the segment before went elsewhere */
} kdi_segment_turning;

typedef struct kdi_segment_placement {
    kd_quat turn; /* about the vertical */
    kd_vec3 move;
} kdi_segment_placement;

typedef struct kdi_segment_plan {
    kd_segment_request request;
    kdi_segment_placement place;
    bool has_next; /* the rest is known */
    kdi_segment_placement next_place;
    bool is_turning;
    kdi_segment_course *courses;   /* [handle] */
    kdi_segment_turning *turnings; /* [column] of rotations */
    kdi_segment_turning *shifts;   /* [column] of translations */
} kdi_segment_plan;

/* Latches positions. before: the plan of the segment before, NULL for the first; next: NULL if nothing follows. */
void kdi_segment_plan_places(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before,
                             const kd_segment_request *next);

/* Latches velocities and turns, once the places of the next plan are known; NULL if nothing follows. */
void kdi_segment_plan_velocities(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *next);

/* The velocity at the start that continues the plan before, where the plan itself has another. */
void kdi_segment_plan_carry(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before);

/* The texture at the start continues that of the plan before, which was played without knowing this one. */
void kdi_segment_plan_lag(const kd_segments *asset, kdi_segment_plan *plan, const kdi_segment_plan *before);

/* How much of a change of position a handle has taken, 0 .. 1; and where it is, with the root's part. */
float kdi_segment_plan_part(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle,
                            kdi_segment_time time);
kd_vec3 kdi_segment_plan_handle(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle,
                                kdi_segment_time time, float root_part, float *delta);

/* Per frame: with which the edited path begins, and leaves its end. */
kd_vec3 kdi_segment_plan_beginning(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle);
kd_vec3 kdi_segment_plan_leaving(const kd_segments *asset, const kdi_segment_plan *plan, uint32_t handle);

/* What is added to a column of the texture: smooth has the coefficients of constant speed. */
kd_vec3 kdi_segment_turning_at(const kdi_segment_turning *turning, const float smooth[2]);

/* The rotation that the root has in the world beyond its own: placement and the static joints above it. */
kd_quat kdi_segment_plan_above(const kd_segments *asset, kd_quat turn, kd_vec3 *above_translate);

#endif
