/* Random rigs for properties: every node type, value and reference that the format allows, and valid by construction.
 */
#ifndef KT_RANDOM_RIG_H
#define KT_RANDOM_RIG_H

#include "kinedriver/rig.h"
#include "support/test.h"

/* A rig of node_count nodes in evaluation order that kd_rig_validate finds no error in. With comments, groups, rest
 * poses, names of many tools and scripts, text of every kind. The same seed gives the same rig. */
kd_rig *kt_random_rig(uint64_t seed, int node_count);

/* The same in the memory of an allocator. */
kd_rig *kt_random_rig_in(uint64_t seed, int node_count, const kd_allocator *allocator);

/* Of the listed types only, but for the first node, which is an ExternalInput. */
kd_rig *kt_random_rig_of(uint64_t seed, int node_count, const kd_node_type *types, int type_count);

/* A unit quaternion, evenly distributed. */
void kt_random_rotation(kt_random *random, double q[4]);

/* The joints that random rigs speak of. */
extern const char *const kt_random_rig_joints[];
extern const int kt_random_rig_joint_count;

#endif
