/* Several motions in step, from the inside. */
#ifndef KDI_ALIGN_REGISTRATION_H
#define KDI_ALIGN_REGISTRATION_H

#include "align/cloud.h"
#include "align/curve.h"

/* A motion's place on the ground at a frame: turn about the up axis and shift in (a, b, h), see cloud.h. What is left
 * of the root relative to it is what motions have in common and is averaged; the bases are accumulated. */
typedef struct kdi_base {
    double heading_rad;
    double place[3];
} kdi_base;

typedef struct kdi_registered {
    kd_path path;        /* to the first motion: rows are its samples, columns those of this one; none for the first */
    kdi_curve_fit curve; /* likewise */
    int32_t samples;     /* frames at the first one's rate */
    double *times;   /* [2 * segment_count + 1]: seconds; value, middle control number, value, ... of each segment */
    double *turn;    /* [segment_count + 1]: angle that brings it onto the first at this phase */
    kdi_base *bases; /* [frame] */
} kdi_registered;

struct kd_registration {
    kdi_arena arena;
    kd_registration_desc desc;
    int32_t motion_count;
    kdi_source sources[KD_REGISTRATION_MAX_MOTIONS];
    kdi_registered motions[KD_REGISTRATION_MAX_MOTIONS];
    int32_t segment_count;
    double metres_per_unit;
    int32_t *feet; /* joints that touch the ground */
    int32_t foot_count;
    kd_contact *contacts;
    int32_t contact_count;
};

/* Fills the turns along the curve and the bases of all frames. */
kd_result kdi_bases_make(kd_registration *registration, kd_findings *findings);

/* Fills feet, the unit and the contacts. */
kd_result kdi_contacts_find(kd_registration *registration, kd_findings *findings);

/* Adds to the distances of a motion to the first what feet cost that stand in one of them only; cells that no path can
 * pass are left alone. */
kd_result kdi_contacts_add_cost(kdi_arena *arena, const kd_registration *registration, int32_t motion,
                                const kd_path_desc *path, kd_distance_matrix *matrix, kd_findings *findings);

/* Whether the foot stands at this moment. */
bool kdi_contact_at(const kd_registration *registration, int32_t motion, int32_t joint, double time_s);

/* Speeds in m/s of a joint at every frame, with or without its height: speeds[frame_count]. */
kd_result kdi_contact_speeds(kdi_arena *arena, const kd_registration *registration, int32_t motion, int32_t joint,
                             bool along_ground, double *speeds);

#endif
