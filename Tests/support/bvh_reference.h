/* An independent, slow reading of BVH to compare with: words split at blanks, strtod, forward kinematics by matrices of
 * doubles. It knows plain, correct files only (names without blanks or colons). Also random files of that kind. */
#ifndef KT_BVH_REFERENCE_H
#define KT_BVH_REFERENCE_H

#include "support/test.h"

#include <stdbool.h>

enum { KT_BVH_CHANNELS = 12 };

typedef struct kt_bvh_joint {
    char name[64]; /* empty for an End Site */
    int parent;    /* -1 for the root */
    bool is_tip;
    double offset[3];
    int channels[KT_BVH_CHANNELS]; /* 0 to 2 positions, 3 to 5 rotations */
    int channel_count;
} kt_bvh_joint;

typedef struct kt_bvh {
    kt_bvh_joint *joints; /* in file order, End Sites among them */
    int joint_count;
    int channel_count;
    int frame_count;
    double frame_time_s;
    double *values; /* [frame * channel_count + channel] */
} kt_bvh;

/* Fails the test on a file that it does not understand. The text ends with a zero byte. */
kt_bvh kt_bvh_parse(const char *text);
void kt_bvh_free(kt_bvh *file);

/* Position of every joint and End Site in a frame. */
void kt_bvh_world(const kt_bvh *file, int frame, double (*positions)[3]);

/* A file with up to joint_limit joints: channels of any kind, number and order, zero-length bones, branches with and
 * without End Sites. */
kd_buffer kt_bvh_random(kt_random *random, int joint_limit, int frame_count);

#endif
