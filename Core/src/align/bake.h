/* A blend played into a clip, while it is being made. */
#ifndef KDI_ALIGN_BAKE_H
#define KDI_ALIGN_BAKE_H

#include "align/registration.h"
#include "kinedriver/blend.h"

typedef struct kdi_bake {
    kdi_arena *arena;
    const kd_registration *registration;
    const kd_blend *blend;
    const kd_skeleton *skeleton;
    kd_joint *joints; /* those of the skeleton */
    kd_clip *clip;
    double *phases; /* [frame] */
    float *weights; /* [frame * motion_count + motion] */
} kdi_bake;

/* Holds standing feet in place: legs by two-bone inverse kinematics, the root lowered where they would not reach. */
kd_result kdi_bake_fix_feet(kdi_bake *bake, kd_bake_report *report, kd_findings *findings);

/* Speeds of the feet while they stand in all motions that count, in the clip and in the motions. */
kd_result kdi_bake_measure(const kdi_bake *bake, kd_bake_report *report);

/* Whether a foot stands in all motions with weight, by the plain speeds: speeds[motion] has a list by frame. */
bool kdi_bake_all_stand(const kdi_bake *bake, double *const *speeds, int32_t frame);

#endif
