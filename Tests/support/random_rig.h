/* Random rigs for properties: every node type, value and reference that the format allows, and valid by construction.
 */
#ifndef KT_RANDOM_RIG_H
#define KT_RANDOM_RIG_H

#include "kinedriver/rig.h"
#include "support/test.h"

/* A rig of node_count nodes in evaluation order that kd_rig_validate finds no error in. With comments, groups, rest
 * poses, names of many tools and scripts. The same random state gives the same rig. allocator NULL: the default one. */
kd_rig *kt_random_rig(kt_random *random, int node_count, const kd_allocator *allocator);

/* A unit quaternion, evenly distributed. */
void kt_random_rotation(kt_random *random, double q[4]);

/* The joints that random rigs speak of. */
extern const char *const kt_random_rig_joints[];
extern const int kt_random_rig_joint_count;

#endif
