/* Motions on one skeleton: each given motion cut to its range and brought into the joint order of the first, or refused
 * with the list of what differs. */
#ifndef KDI_ALIGN_SOURCE_H
#define KDI_ALIGN_SOURCE_H

#include "base/arena.h"
#include "kinedriver/align.h"

typedef struct kdi_source {
    const char *name;
    const kd_skeleton *skeleton; /* of the first motion: names and parents */
    int32_t joint_count;
    int32_t frame_count;
    double frame_time_s;
    kd_transform *locals; /* [frame * joint_count + joint] */
    kd_transform *rests;  /* [joint]: its own */
} kdi_source;

/* Fills out[count]; everything lives in the arena, except the first motion's skeleton. */
kd_result kdi_sources_make(kdi_arena *arena, const kd_motion_source *motions, int32_t count, kdi_source *out,
                           kd_findings *findings);

/* Seconds from the first frame to the last. */
double kdi_source_duration(const kdi_source *source);

/* The local transforms at a place counted in frames, clamped to the ends. */
void kdi_source_pose(const kdi_source *source, double frame, kd_transform *locals);

/* Frames that the motion has when sampled about every `step` seconds with both ends hit; its own number where the step
 * is its own. */
int32_t kdi_source_samples(const kdi_source *source, double step_s);

/* The place in frames of sample i of so many. */
double kdi_source_sample_frame(const kdi_source *source, int32_t sample, int32_t samples);

/* Model-space positions of all joints: positions[joint * 3 + axis]. models: room for joint_count transforms. */
void kdi_source_positions(const kdi_source *source, double frame, kd_transform *models, double *positions);

#endif
