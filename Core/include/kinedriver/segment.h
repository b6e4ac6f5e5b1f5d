/* Cutting clips into motion segments for kd_segment_player: events, handles, coefficients, asset. The method is told in
 * Core/docs/segments.md. Y is up. */
#ifndef KINEDRIVER_SEGMENT_H
#define KINEDRIVER_SEGMENT_H

#include "kinedriver/buffer.h"
#include "kinedriver/findings.h"
#include "kinedriver/scene.h"
#include "kinedriver/segment_player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clip to cut. */
typedef struct kd_segment_source {
    const kd_scene *scene;
    int32_t clip;
    const int32_t *events; /* frames to cut at, rising; NULL: where the feet, or all handles, move least */
    int32_t event_count;
    int32_t kept_event; /* with events NULL: a frame to cut at in any case, others near it are dropped; -1: none */
} kd_segment_source;

typedef struct kd_segment_desc {
    const char *const *handles; /* joints that are handles beside root, feet, hands and head */
    int32_t handle_count;
    double still_speed; /* a foot slower than this stands: in heights of the figure a second; 0: none does */
    double tolerance;   /* above 0: curves within this part of the figure's height instead of samples */
    kd_allocator allocator;
} kd_segment_desc;

/* No further handles, 0.15 heights a second, samples, the default allocator. */
kd_segment_desc kd_segment_desc_default(void);

/* Cuts clips and appends the asset to an empty buffer, ready for kd_segments_open. All clips must have the same joints
 * and rate; those of other proportions are moved to the first one's figure. The first frame is left out, with a note,
 * where it does not belong to the motion (a T-pose put before it). desc NULL: the defaults. KD_OK, or the code of the
 * first error in the findings; the buffer is as before then. */
kd_result kd_segments_build(const kd_segment_source *sources, int32_t source_count, const kd_segment_desc *desc,
                            kd_buffer *asset, kd_findings *findings);

/* How well the end of one segment fits the start of another: mean distance of handles and of where they go, after
 * turning and moving one on the other, over the figure's height. */
float kd_segments_distance(const kd_segments *segments, int32_t segment, int32_t next);

#ifdef __cplusplus
}
#endif
#endif
