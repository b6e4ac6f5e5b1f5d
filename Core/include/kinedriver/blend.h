/* Playing several motions in step, mixed by weights that may change every frame. A blend is one block of memory without
 * pointers, made offline from a registration and saved as a .kdm file; it is verified when it is opened, never written
 * to, and shared by any number of players and threads. Nothing here allocates, locks or fails. Method:
 * Core/docs/blending.md.
 *
 *     const kd_blend *blend = kd_blend_open(data, size, &error);
 *     kd_blend_player player;
 *     kd_blend_start(blend, weights, &player);
 *     kd_blend_job job = {blend, &player, weights, 1.0f / 60.0f, true, false, pose};
 *     kd_blend_advance(&job);          // pose and player.delta are the frame's pose and root motion
 */
#ifndef KINEDRIVER_BLEND_H
#define KINEDRIVER_BLEND_H

#include "kinedriver/error.h"
#include "kinedriver/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_blend kd_blend;

enum { KD_BLEND_MAX_MOTIONS = 16 };

/* Checks everything that playing relies on and returns the blend, which is `data` itself: keep it as long as the blend
 * is in use. data must lie on an address that is a multiple of 8. NULL with an error if anything is wrong. */
const kd_blend *kd_blend_open(const void *data, size_t size, kd_error *error);

size_t kd_blend_size(const kd_blend *blend);
uint64_t kd_blend_content_hash(const kd_blend *blend);

int32_t kd_blend_motion_count(const kd_blend *blend);
const char *kd_blend_motion_name(const kd_blend *blend, int32_t motion);
float kd_blend_motion_duration_s(const kd_blend *blend, int32_t motion);

int32_t kd_blend_joint_count(const kd_blend *blend);
const char *kd_blend_joint_name(const kd_blend *blend, int32_t joint);
int32_t kd_blend_joint_parent(const kd_blend *blend, int32_t joint); /* -1: a root */

/* Seconds that the blend takes with these weights, one for each motion: their weighted mean. */
float kd_blend_duration_s(const kd_blend *blend, const float *weights);

/* Weights count in proportion to their sum; below zero or not a number counts as zero, and without any the first motion
 * has all. */
typedef struct kd_blend_player {
    double phase;       /* 0 at the beginning of all motions, 1 at their end */
    double heading_rad; /* of the base: turn about the up axis since the model's own heading */
    double place[3];    /* of the base, along x, y, z */
    kd_transform base;  /* the same as a transform: model from base */
    kd_transform delta; /* what the last advance did to it, seen from the base before: the root motion of the frame */
    int32_t loops;      /* how often the end has been passed */
    bool ended;         /* the end was reached without looping */
} kd_blend_player;

/* Phase 0, the base where the motions begin. */
void kd_blend_start(const kd_blend *blend, const float *weights, kd_blend_player *player);

typedef struct kd_blend_job {
    const kd_blend *blend;
    kd_blend_player *player;
    const float *weights; /* one for each motion */
    float seconds;        /* to go on; 0: only the pose */
    bool loop;            /* at the end go on from the beginning, the base where it is */
    bool place_root;      /* roots relative to the model; otherwise relative to the base */
    kd_transform *pose;   /* room for all joints: local transforms; NULL: not wanted */
} kd_blend_job;

/* Finite, and unit rotations, whatever the weights. */
void kd_blend_advance(const kd_blend_job *job);

/* Seconds of a motion at a phase. */
double kd_blend_time_s(const kd_blend *blend, int32_t motion, double phase);

/* Joints that touch the ground, and how much of the weight belongs to motions in which this one does at a phase: 1 all,
 * 0 none. */
int32_t kd_blend_foot_count(const kd_blend *blend);
int32_t kd_blend_foot_joint(const kd_blend *blend, int32_t foot);
float kd_blend_foot_contact(const kd_blend *blend, const float *weights, double phase, int32_t foot);

#ifdef __cplusplus
}
#endif
#endif
