/* From handles to a pose: the texture gives a pose that is right but for the edit, the handles move its points, the
 * solver makes the links whole again, and the joints follow the points with the twist they had. */
#ifndef KDI_MOTION_SEGMENT_POSE_H
#define KDI_MOTION_SEGMENT_POSE_H

#include "motion/segment_plan.h"
#include "motion/segment_solver.h"

/* Memory of one figure; all points relative to the root's edited place. */
typedef struct kdi_segment_figure {
    kd_quat *locals;    /* [joint] of the unedited pose */
    kd_vec3 *offsets;   /* [joint] translations against the parent */
    kd_quat *rotations; /* [joint] in the world, unedited */
    kd_quat *turned;    /* [joint] what the edit turns it by */
    kd_vec3 *before;    /* [point] unedited */
    kd_vec3 *points;    /* [point] edited */
    kd_vec3 *places;    /* [joint] where the new pose has it */
    float *inverse_masses;
    float *lengths;   /* [link] */
    kd_vec3 *handles; /* [handle] in the world */
    float *solve;
} kdi_segment_figure;

void kdi_segment_pose_make(const kd_segments *asset, const kdi_segment_plan *plan, kdi_segment_time time,
                           const kdi_segment_figure *figure, kdi_segment_solve *solve, kd_segment_stats *stats,
                           kd_transform *pose);

#endif
