/* Bringing motions into step: how far apart their poses are, which moments belong together, how they lie to each other
 * on the ground. Method, equations and limits: Core/docs/blending.md. Authoring only; one thread per call. */
#ifndef KINEDRIVER_ALIGN_H
#define KINEDRIVER_ALIGN_H

#include "kinedriver/allocator.h"
#include "kinedriver/clip.h"
#include "kinedriver/findings.h"
#include "kinedriver/skeleton.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The joint `other` of a motion's skeleton stands for the joint `own` of the first motion's. */
typedef struct kd_joint_pair {
    const char *own;
    const char *other;
} kd_joint_pair;

/* A motion, or a part of one. Nothing of it is copied until it is used. */
typedef struct kd_motion_source {
    const char *name;
    const kd_skeleton *skeleton;
    const kd_clip *clip;
    int32_t first_frame;            /* what comes before is dropped: a T-pose, say */
    int32_t frame_count;            /* 0: to the end */
    const kd_joint_pair *joint_map; /* NULL: joints go by their names alone */
    int32_t joint_map_count;
} kd_motion_source;

/* All frames of a clip, no map, the clip's name. */
kd_motion_source kd_motion_source_make(const kd_skeleton *skeleton, const kd_clip *clip);

typedef enum kd_distance_kind {
    KD_DISTANCE_POINTS, /* root mean square distance of the joints' places, after the best turn and shift on the ground */
    KD_DISTANCE_ANGLES, /* root mean square angle between the joints' rotations, radians; the root without its heading */
} kd_distance_kind;

typedef struct kd_distance_desc {
    kd_distance_kind kind;
    int32_t up_axis;            /* 0 x, 1 y, 2 z */
    int32_t window;             /* frames on each side that count too, the less the farther; points only */
    bool align_height;          /* a difference of height as a whole does not count; points only */
    const float *joint_weights; /* by joint of the first motion; NULL: all the same. Not below 0, one above */
} kd_distance_desc;

/* Points, y up, no window, heights count. */
kd_distance_desc kd_distance_desc_default(void);

/* Distances of every frame of one motion to every frame of another, both sampled at the first one's rate. */
typedef struct kd_distance_matrix {
    int32_t rows;    /* frames of the first */
    int32_t columns; /* frames of the second */
    float *values;   /* [row * columns + column] */
    kd_allocator allocator;
} kd_distance_matrix;

/* allocator NULL: the default one. On failure *out is empty. */
kd_result kd_distance_matrix_make(const kd_motion_source *a, const kd_motion_source *b, const kd_distance_desc *desc,
                                  const kd_allocator *allocator, kd_distance_matrix *out, kd_findings *findings);
void kd_distance_matrix_free(kd_distance_matrix *matrix);

/* A cell of the matrix: these two frames belong together. */
typedef struct kd_path_cell {
    int32_t row;
    int32_t column;
} kd_path_cell;

typedef struct kd_path_desc {
    int32_t slope_limit; /* so many steps in a row that move in one motion only, at most; 0: any number; up to 64 */
    float band;          /* half width around the diagonal as a part of the rows; 0: no band */
    bool open_begin;     /* the path may begin anywhere on the first row or column */
    bool open_end;       /* likewise at its end */
} kd_path_desc;

/* Slope limit 3, no band, fixed ends. */
kd_path_desc kd_path_desc_default(void);

typedef struct kd_path {
    kd_path_cell *cells; /* from the first pair of frames to the last */
    int32_t count;
    double cost; /* sum of the cells' distances */
    kd_allocator allocator;
    size_t capacity;
} kd_path;

/* The path of least cost from corner to corner; every step goes one frame on in one motion or in both. KD_RANGE where
 * no path keeps to the limits. */
kd_result kd_path_find(const kd_distance_matrix *matrix, const kd_path_desc *desc, const kd_allocator *allocator,
                       kd_path *out, kd_findings *findings);
void kd_path_free(kd_path *path);

/* The time-warp matrix of a path, rows x columns: a row vector of the first motion's frame numbers times it gives for
 * each frame of the second the frame of the first that belongs to it. Columns sum to one, the result never runs
 * backwards, the first and the last frame are hit. warped has the path's last column + 1 numbers; matrix may be NULL,
 * else it has room for rows * columns. */
kd_result kd_time_warp_matrix(const kd_path *path, float *matrix, double *warped, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
