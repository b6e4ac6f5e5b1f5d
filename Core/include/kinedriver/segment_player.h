/* Playing motion segments: a queue of short motions, each bent so that it ends where the next begins, or where the game
 * wants a foot or a hand to be. Nothing here allocates, locks or fails; all memory is the caller's.
 *
 *     kd_segment_player *player = kd_segment_player_init(malloc(kd_segment_player_size(segments)), segments);
 *     kd_segment_request step = kd_segment_request_default(0);
 *     kd_segment_player_push(player, &step);
 *     ...
 *     kd_segment_player_advance(player, 1.0f / 60.0f);
 *     kd_segment_player_pose(player, pose);
 *
 * A segment is latched when the one before it begins: push it, with its targets, by then. One that comes later begins
 * in the pose that is there. */
#ifndef KINEDRIVER_SEGMENT_PLAYER_H
#define KINEDRIVER_SEGMENT_PLAYER_H

#include "kinedriver/error.h"
#include "kinedriver/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A figure and its segments: one block without pointers (a .kds file), shared by any number of threads. */
typedef struct kd_segments kd_segments;

/* Checks everything that playing relies on and returns the asset, which is `data` itself: keep it as long as it is in
 * use. data must lie on an address that is a multiple of 8. NULL with an error if anything is wrong. */
const kd_segments *kd_segments_open(const void *data, size_t size, kd_error *error);

int32_t kd_segments_joint_count(const kd_segments *segments);
const char *kd_segments_joint_name(const kd_segments *segments, int32_t joint);
int32_t kd_segments_joint_parent(const kd_segments *segments, int32_t joint); /* -1: none */
float kd_segments_frame_seconds(const kd_segments *segments);
float kd_segments_height(const kd_segments *segments); /* of the figure */
int32_t kd_segments_link_count(const kd_segments *segments);

int32_t kd_segments_handle_count(const kd_segments *segments);
const char *kd_segments_handle_name(const kd_segments *segments, int32_t handle); /* of its joint */
int32_t kd_segments_handle_joint(const kd_segments *segments, int32_t handle);
int32_t kd_segments_find_handle(const kd_segments *segments, const char *joint); /* -1: none */
bool kd_segments_handle_is_foot(const kd_segments *segments, int32_t handle);
int32_t kd_segments_root_handle(const kd_segments *segments);

typedef struct kd_segment_info {
    int32_t clip;        /* of those it was cut from */
    int32_t first_frame; /* in the clip */
    int32_t length;      /* in frames: it has length + 1 of them, the last is the next one's first */
    bool is_followed;    /* the next segment continues it */
    size_t handle_bytes; /* of storage: paths and coefficients of handles */
    size_t texture_bytes;
    size_t sampled_handle_bytes; /* what they would take as samples of every frame */
    size_t sampled_texture_bytes;
} kd_segment_info;

int32_t kd_segments_count(const kd_segments *segments);
kd_segment_info kd_segments_info(const kd_segments *segments, int32_t segment);

/* Where a handle is in the clip, frame 0 .. length, and its three coefficients there: delta, gamma, epsilon. */
kd_vec3 kd_segments_handle_position(const kd_segments *segments, int32_t segment, int32_t handle, float frame,
                                    float coefficients[3]);
/* Per frame; at the start and at the end. */
kd_vec3 kd_segments_handle_velocity(const kd_segments *segments, int32_t segment, int32_t handle, bool at_end);
/* How far it goes: the sum of the speeds that the coefficients are made of. */
float kd_segments_handle_travel(const kd_segments *segments, int32_t segment, int32_t handle);

/* How a change of position and velocity is spread over the frames. */
typedef enum kd_segment_rule {
    KD_SEGMENT_RULE_TWO_STEPS, /* position by speed, then velocity: no unnatural bends */
    KD_SEGMENT_RULE_POSITION,  /* position by speed only */
    KD_SEGMENT_RULE_DIRECT,    /* both at once, least change of acceleration */
} kd_segment_rule;

/* Where a handle is to be at the end of a segment, in the player's world. */
typedef struct kd_segment_target {
    int32_t handle;
    bool has_velocity;
    bool is_loose; /* goes there only as far as pinned points and links allow */
    kd_vec3 position;
    kd_vec3 velocity; /* per second; without has_velocity that of the next segment's start */
} kd_segment_target;

enum { KD_SEGMENT_MOST_TARGETS = 16, KD_SEGMENT_QUEUE = 8 };

typedef struct kd_segment_request {
    int32_t segment;
    kd_segment_rule rule;
    int32_t target_count; /* up to KD_SEGMENT_MOST_TARGETS; other handles go where the next segment begins */
    kd_segment_target targets[KD_SEGMENT_MOST_TARGETS];
} kd_segment_request;

/* The segment as it is, two steps, no targets. */
kd_segment_request kd_segment_request_default(int32_t segment);

typedef enum kd_segment_solver {
    KD_SEGMENT_SOLVER_NEWTON, /* a few steps with a direct solution */
    KD_SEGMENT_SOLVER_RELAX,  /* sweeps over the links, as published: for comparison */
} kd_segment_solver;

typedef struct kd_segment_player kd_segment_player;

/* memory: kd_segment_player_size bytes on an address that is a multiple of 16. The asset must outlive the player. */
size_t kd_segment_player_size(const kd_segments *segments);
kd_segment_player *kd_segment_player_init(void *memory, const kd_segments *segments);

/* False if the queue is full or the request names what is not there. The first one is placed as it is in its clip. */
bool kd_segment_player_push(kd_segment_player *player, const kd_segment_request *request);
int32_t kd_segment_player_queued(const kd_segment_player *player); /* that have not begun */

/* iterations: most steps of Newton's method, or sweeps. The start: Newton, 12. */
void kd_segment_player_set_solver(kd_segment_player *player, kd_segment_solver solver, int32_t iterations);

/* Goes on in time; at the end of the last segment it stands still. Not below 0. */
void kd_segment_player_advance(kd_segment_player *player, float seconds);
/* Goes on by one frame of the clips, without rounding. */
void kd_segment_player_next_frame(kd_segment_player *player);

bool kd_segment_player_is_at_end(const kd_segment_player *player);
int32_t kd_segment_player_segment(const kd_segment_player *player); /* that is playing; -1: none yet */
float kd_segment_player_frame(const kd_segment_player *player);     /* in it */

/* The pose as local transforms, one a joint. */
void kd_segment_player_pose(kd_segment_player *player, kd_transform *pose);

/* Where the segment that plays is placed in the world: a turn about the vertical, then a move. */
kd_transform kd_segment_player_placement(const kd_segment_player *player);
/* Where a handle's edited path is now, and where it goes at the end of the segment that plays. */
kd_vec3 kd_segment_player_handle(const kd_segment_player *player, int32_t handle);
kd_vec3 kd_segment_player_handle_end(const kd_segment_player *player, int32_t handle);
/* The velocity with which the segment that plays leaves its end, and the one with which the next begins; per frame.
 * False where there is no next one. */
bool kd_segment_player_seam(const kd_segment_player *player, int32_t handle, kd_vec3 *leaving, kd_vec3 *beginning);

/* Of the last pose. */
typedef struct kd_segment_stats {
    int32_t iterations;
    float link_error; /* the largest, relative to the link's length */
    float pin_error;  /* largest distance of a pinned point from where it has to be, over the figure's height */
    int32_t flips;    /* knees and elbows that had to be put back on their side */
} kd_segment_stats;
kd_segment_stats kd_segment_player_stats(const kd_segment_player *player);

#ifdef __cplusplus
}
#endif
#endif
