/* Reading the tracks of a segment at any time: samples with straight lines between them, or curves. */
#ifndef KDI_MOTION_SEGMENT_TRACK_H
#define KDI_MOTION_SEGMENT_TRACK_H

#include "motion/segment_layout.h"

/* A moment: the frame before it and the part of the way to the next one. */
typedef struct kdi_segment_time {
    uint32_t frame;
    float part; /* 0 .. 1 */
} kdi_segment_time;

/* frame within 0 .. last. */
kdi_segment_time kdi_segment_time_make(float frame, uint32_t last);

/* Position and coefficients of a handle. */
void kdi_segment_handle_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t handle,
                               kdi_segment_time time, float out[KDI_SEGMENT_TRACK]);

/* A rotation of unit length, and a translation, of a column of the texture; time up to length + 1. */
kd_quat kdi_segment_rotation_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t column,
                                    kdi_segment_time time);
kd_vec3 kdi_segment_translation_sample(const kd_segments *asset, const kdi_segment *segment, uint32_t column,
                                       kdi_segment_time time);

/* The two coefficients of the texture. */
void kdi_segment_smooth_sample(const kd_segments *asset, const kdi_segment *segment, kdi_segment_time time,
                               float out[2]);

#endif
