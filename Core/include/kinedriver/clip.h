/* A clip: a motion sampled at a fixed rate, with scalar curves (morph weights and the like) beside the joints. */
#ifndef KINEDRIVER_CLIP_H
#define KINEDRIVER_CLIP_H

#include "kinedriver/types.h"

#include <stdint.h>

typedef struct kd_clip {
    const char *name;
    int32_t frame_count;
    int32_t joint_count; /* that of the skeleton it belongs to */
    int32_t curve_count;
    double frame_time_s;  /* > 0 */
    kd_transform *locals; /* [frame * joint_count + joint], parent from joint; quaternions of neighbouring frames in the
                             same hemisphere */
    const char *const *curve_names; /* [curve] */
    float *curves;                  /* [frame * curve_count + curve] */
} kd_clip;

#endif
