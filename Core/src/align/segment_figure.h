/* The figure of a segment asset: joints as points and links, handles, the order of elimination. */
#ifndef KDI_ALIGN_SEGMENT_FIGURE_H
#define KDI_ALIGN_SEGMENT_FIGURE_H

#include "base/arena.h"
#include "kinedriver/segment.h"
#include "motion/segment_layout.h"

enum { KDI_FIGURE_MOST_JOINTS = 512 };

/* A clip on the figure: positions in the clip's world. */
typedef struct kdi_segment_motion {
    const kd_segment_source *source;
    const kd_clip *clip;
    int32_t first, count; /* frames used */
    kd_transform *locals; /* [frame * joints + joint], all frames, in the figure's proportions */
    kd_vec3 *places;      /* likewise, in the world */
    kd_quat *rotations;   /* likewise */
} kdi_segment_motion;

typedef struct kdi_segment_builder {
    kdi_arena arena;
    kd_findings *findings;
    const kd_segment_desc *desc;
    const kd_skeleton *skeleton;
    uint32_t joint_count;
    kdi_segment_motion *motions;
    int32_t motion_count;
    double height;
    uint32_t root;
    uint8_t *moves; /* [joint] 1: rotation changes, 2: translation changes */
    kdi_segment_joint *joints;
    kdi_segment_point *points;
    int32_t *point_parents; /* [point] */
    uint32_t point_count;
    kdi_segment_handle *handles;
    uint32_t handle_count;
    float *weights;
    kdi_segment_link *links;
    uint32_t link_count;
    kd_buffer couplings, columns, rows, updates, hinges, masts;
    uint32_t rotation_count, translation_count;
} kdi_segment_builder;

kd_result kdi_segment_figure_make(kdi_segment_builder *builder);

/* Bones, and braces that make points on the same one rigid; adds the points of masts. */
kd_result kdi_segment_links_make(kdi_segment_builder *builder);

/* Elimination of the links' equations: sorts the links and fills couplings, columns, rows, updates. */
kd_result kdi_segment_eliminate(kdi_segment_builder *builder);

/* Root, feet, hands, head, and those asked for; with their members and the weights of all points. */
kd_result kdi_segment_handles_make(kdi_segment_builder *builder);

/* Frames at which a motion is cut, its first and last included; rising. */
int32_t *kdi_segment_events(kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t *count);

/* Speed of a handle between a frame and the next, per frame. */
double kdi_segment_speed(const kdi_segment_builder *builder, const kdi_segment_motion *motion, uint32_t handle,
                         int32_t frame);

#endif
