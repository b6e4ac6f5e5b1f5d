/* Segment assets for tests: made from real or random motions, with poses measured in double precision. */
#ifndef KT_SEGMENTS_H
#define KT_SEGMENTS_H

#include "kinedriver/segment.h"
#include "support/test.h"

typedef struct kt_segments {
    kd_scene *scenes[4];
    kd_segment_source sources[4];
    int32_t source_count;
    kd_buffer asset;
    const kd_segments *segments;
    void *memory;
    kd_segment_player *player;
} kt_segments;

/* A clip of the shared data, or NULL without it. */
kd_scene *kt_segments_scene(const char *name);

/* Builds, opens and makes a player; fails the test if any of it does. Takes the scenes. */
kt_segments kt_segments_make(kd_scene *const *scenes, int32_t count, const kd_segment_desc *desc);
void kt_segments_free(kt_segments *made);

/* A fresh player on the same asset. */
void kt_segments_restart(kt_segments *made);

/* A motion of a figure with two legs, two arms, spine and head that walks: feet stand and swing in turn. Random
 * proportions, joints in zero-length pairs now and then. Valid, with the feet exactly still while they stand not
 * promised. */
kd_scene *kt_random_walk(uint64_t seed, int32_t frames);

/* Where a joint is in the world. */
void kt_segments_world(const kd_segments *segments, const kd_transform *pose, double (*places)[3]);

#endif
