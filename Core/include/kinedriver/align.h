/* Bringing motions into step: how far apart their poses are, which moments belong together, how they lie to each other
 * on the ground. Method, equations and limits: Core/docs/blending.md. Authoring only; one thread per call. */
#ifndef KINEDRIVER_ALIGN_H
#define KINEDRIVER_ALIGN_H

#include "kinedriver/buffer.h"
#include "kinedriver/scene.h"

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
    KD_DISTANCE_POINTS, /* root mean square distance of the joints' places, after the best turn and shift on the ground
                         */
    KD_DISTANCE_ANGLES, /* root mean square angle between the joints' rotations, radians; the root without its heading
                         */
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
    bool count_frames;   /* a step in both motions counts its cell twice, so that every frame of each counts once; under
                            a slope limit a run in one motion then never follows right upon a run in the other */
} kd_path_desc;

/* Slope limit 3, no band, fixed ends, cells counted. */
kd_path_desc kd_path_desc_default(void);

typedef struct kd_path {
    kd_path_cell *cells; /* from the first pair of frames to the last */
    int32_t count;
    double cost; /* sum of the cells' distances, see count_frames */
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

/* In a registration: 8, or twice the ratio of the lengths if that is more. */
enum { KD_SLOPE_AUTOMATIC = -1 };

typedef enum kd_curve_kind {
    KD_CURVE_SPLINE,         /* quadratic B-spline nearest to the path */
    KD_CURVE_MOVING_AVERAGE, /* the paper's smoothing */
    KD_CURVE_STRAIGHT,       /* no registration: time scaled evenly, for comparison */
} kd_curve_kind;

/* A foot on the ground: frames of a motion, counted from the beginning of its range, both ends included. */
typedef struct kd_contact {
    int32_t motion;
    int32_t joint;
    int32_t first_frame;
    int32_t last_frame;
} kd_contact;

typedef struct kd_registration_desc {
    kd_distance_desc distance;
    kd_path_desc path;
    kd_curve_kind curve;
    double smoothing_s;                /* spline: between knots; moving average: to each side. Above 0 */
    double metres_per_unit;            /* 0: from the height of the hips, which counts as 0.95 m */
    double contact_speed;              /* m/s below which a foot stands */
    double contact_cost;               /* added to the distance of two poses for each foot that stands in one of them
                                          only: metres, or radians where angles are compared. 0: contacts do not matter */
    const char *const *contact_joints; /* of the first motion; NULL: those whose names tell a toe, else a foot */
    int32_t contact_joint_count;
    const kd_contact *contacts; /* edited by the user; NULL: they are found */
    int32_t contact_count;
    kd_allocator allocator;
    void (*progress)(void *user, double part); /* 0 to 1; NULL: nobody is told */
    void *user;
} kd_registration_desc;

/* Points over a window of 5 frames to each side, whole heights left out, automatic slope limit, frames counted, spline
 * with knots every 0.1 s, 1.5 cm for a foot that stands in one motion only. */
kd_registration_desc kd_registration_desc_default(void);

/* Several motions in step: for every phase u from 0 to 1 a moment of each motion. */
typedef struct kd_registration kd_registration;

enum { KD_REGISTRATION_MAX_MOTIONS = 16 };

/* The first motion is the reference that the others are compared with. On failure *out is NULL. */
kd_result kd_registration_make(const kd_motion_source *motions, int32_t count, const kd_registration_desc *desc,
                               kd_registration **out, kd_findings *findings);
void kd_registration_free(kd_registration *registration);

int32_t kd_registration_motion_count(const kd_registration *registration);
double kd_registration_duration_s(const kd_registration *registration, int32_t motion);
double kd_registration_time_s(const kd_registration *registration, int32_t motion, double phase);
double kd_registration_phase(const kd_registration *registration, int32_t motion, double time_s);
double kd_registration_metres_per_unit(const kd_registration *registration);

/* The contacts of all motions, in order of motion, joint and frame. */
int32_t kd_registration_contacts(const kd_registration *registration, const kd_contact **contacts);

/* The contact of another motion that belongs to a contact: on the same joint, the one with which it shares most of its
 * time on the curve. -1: there is none. */
int32_t kd_registration_contact_match(const kd_registration *registration, int32_t contact, int32_t motion);

/* How well a motion is registered with the first. Frames are those of the first; distances in centimetres. */
typedef struct kd_registration_quality {
    double distance_cm;       /* mean distance of poses that belong together */
    int32_t contact_mismatch; /* frames and feet where one motion stands and the other does not */
    int32_t longest_freeze;   /* frames in which the other motion stands still while the first goes on */
    double largest_step;      /* frames of the other motion in one of the first, the most */
    double steepest;          /* frames of the other motion in one of the first, or the other way round */
    int32_t contacts_matched; /* contacts of the first with one of the other that have each other as their match */
    int32_t contacts_alone;   /* contacts of either without */
    double path_cost;
} kd_registration_quality;

void kd_registration_measure(const kd_registration *registration, int32_t motion, kd_registration_quality *quality);

/* Appends the blend asset (.kdm, see blend.h) of a registration. On failure out is as before. */
kd_result kd_blend_build(const kd_registration *registration, kd_buffer *out, kd_findings *findings);

/* Weights over time: between rows they change evenly, before the first and behind the last they stay. */
typedef struct kd_weight_rows {
    const double *times_s; /* [row], increasing; not read where there is one row */
    const float *weights;  /* [row * motion_count + motion] */
    int32_t row_count;     /* at least 1 */
} kd_weight_rows;

typedef struct kd_bake_desc {
    kd_weight_rows weights;
    double frame_time_s; /* 0: that of the first motion. With constant weights it gives way a little, so that the last
                            frame is the end */
    bool fix_feet;       /* feet that stand are held in place */
} kd_bake_desc;

typedef struct kd_bake_report {
    double duration_s;
    double slide_cm_s;        /* mean speed of the feet while they stand in all motions */
    double source_slide_cm_s; /* the same of the motions themselves, by weight */
    int32_t planted;          /* contacts held in place */
    double lowered_cm;        /* the most that the root had to come down for the legs to reach */
} kd_bake_report;

/* Plays the blend of a registration from its beginning to its end into a clip on the first motion's skeleton, whose
 * rest pose is mixed too. report may be NULL. The scene is the caller's: kd_scene_free. On failure *out is NULL. */
kd_result kd_blend_bake(const kd_registration *registration, const kd_bake_desc *desc, kd_scene **out,
                        kd_bake_report *report, kd_findings *findings);

/* Pictures as SVG, appended. */

/* The distance matrix of a motion with the first (dark is near), the path in it, the time curve on top. */
kd_result kd_registration_plot(const kd_registration *registration, int32_t motion, kd_buffer *out,
                               kd_findings *findings);

/* The figure at `count` moments of a clip, seen from the side of the way that it takes; lighter is earlier. */
kd_result kd_clip_plot(const kd_skeleton *skeleton, const kd_clip *clip, int32_t up_axis, int32_t count, kd_buffer *out,
                       kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
