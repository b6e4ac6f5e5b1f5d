/* A rig compiled and ready to run on a random skeleton, for tests of evaluation. */
#ifndef KT_RIG_RUN_H
#define KT_RIG_RUN_H

#include "kinedriver/compile.h"
#include "kinedriver/eval.h"
#include "support/random_rig.h"

typedef struct kt_skeleton {
    kd_skeleton skeleton;
    kd_joint joints[64];
} kt_skeleton;

/* The joints of random rigs as a tree with random rest poses, in random order of names. */
void kt_random_skeleton(kt_skeleton *skeleton, uint64_t seed);

/* A random rig whose expressions are expressions. */
kd_rig *kt_random_runnable_rig(uint64_t seed, int node_count);

/* Gives the expressions of a random rig a text that can be computed. */
void kt_make_runnable(kd_rig *rig);

typedef struct kt_run_state {
    kd_buffer blob;
    const kd_program *program;
    kd_binding *binding;
    void *instance_memory;
    kd_instance *instance;
} kt_run_state;

/* Compiles, opens, binds and makes an instance; fails the test if any of it does. */
kt_run_state kt_run_make(const kd_rig *rig, const kd_skeleton *skeleton, int32_t characters, bool probes);
void kt_run_free(kt_run_state *run);

/* Random local transforms: mostly sane, now and then scaled, far away or turned by half a turn. */
void kt_random_pose(const kd_skeleton *skeleton, kt_random *random, kd_transform *pose);

/* Fails the test unless all is finite and rotations have unit length. */
void kt_check_pose(const kd_skeleton *skeleton, const kd_transform *pose);

#endif
