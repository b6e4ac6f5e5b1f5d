/* A skeleton: joints in a tree, each with its transform at rest. */
#ifndef KINEDRIVER_SKELETON_H
#define KINEDRIVER_SKELETON_H

#include "kinedriver/types.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KD_NO_JOINT = -1 };

typedef struct kd_joint {
    const char *name;  /* UTF-8; unique in its skeleton */
    int32_t parent;    /* always smaller than the joint's own index; KD_NO_JOINT for a root */
    bool is_tip;       /* marks the end of a bone only (a BVH "End Site"): never animated */
    kd_transform rest; /* parent from joint */
} kd_joint;

typedef struct kd_skeleton {
    const kd_joint *joints;
    int32_t joint_count;
} kd_skeleton;

/* The joint's index, or KD_NO_JOINT. Linear: for loops over names build a table. */
int32_t kd_skeleton_find(const kd_skeleton *skeleton, const char *name);

/* Model space from local transforms: model[i] = model[parent(i)] * local[i]. The arrays have joint_count items and may
 * be the same. */
void kd_skeleton_model_from_local(const kd_skeleton *skeleton, const kd_transform *local, kd_transform *model);

#ifdef __cplusplus
}
#endif
#endif
