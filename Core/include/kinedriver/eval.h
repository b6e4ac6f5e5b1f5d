/* Evaluation: a program bound to a host's skeleton, run on a pose. Nothing here allocates, locks or fails; all memory
 * is the caller's.
 *
 *     kd_binding  *binding  = kd_binding_init(malloc(kd_binding_size(program)), program, &skeleton);
 *     kd_instance *instance = kd_instance_init(malloc(kd_instance_size(program, 1)), binding, 1);
 *     kd_eval_job  job      = kd_eval_job_default(instance);
 *     job.poses = &pose;               // array of local transforms, read and written
 *     job.seconds = 1.0f / 60.0f;
 *     kd_eval_run(&job);
 */
#ifndef KINEDRIVER_EVAL_H
#define KINEDRIVER_EVAL_H

#include "kinedriver/program.h"
#include "kinedriver/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which joint of the host is which of the program. Never changes after init: any number of threads and instances may
 * use it. */
typedef struct kd_binding kd_binding;

typedef enum kd_binding_state {
    KD_BINDING_FOUND,
    KD_BINDING_MISSING,      /* the host's skeleton has no joint of this name */
    KD_BINDING_OTHER_PARENT, /* it has, but below another joint, so that local transforms mean something else */
} kd_binding_state;

size_t kd_binding_size(const kd_program *program);

/* memory: kd_binding_size bytes on an address that is a multiple of 8; program and skeleton's names need not outlive
 * the call except the program. Nodes that cannot do without a joint that was not found are switched off, no others. */
kd_binding *kd_binding_init(void *memory, const kd_program *program, const kd_skeleton *skeleton);
kd_binding_state kd_binding_joint_state(const kd_binding *binding, int32_t joint);
int32_t kd_binding_host_joint(const kd_binding *binding, int32_t joint); /* -1: none */
bool kd_binding_node_is_on(const kd_binding *binding, int32_t node);

/* One of the joints whose lack switches a node off; -1 if the node is on. */
int32_t kd_binding_node_lacks(const kd_binding *binding, int32_t node);

/* State of one character, or of several with the same rig that are evaluated together. One thread at a time. */
typedef struct kd_instance kd_instance;

/* memory: kd_instance_size bytes on an address that is a multiple of 32. The binding must outlive the instance. */
size_t kd_instance_size(const kd_program *program, int32_t character_count);
kd_instance *kd_instance_init(void *memory, const kd_binding *binding, int32_t character_count);

/* Takes another binding of the same program: the host's skeleton lost or regained joints, as with a change of its level
 * of detail. What fades or follows in time goes on; joints that are missing now are at rest. */
void kd_instance_rebind(kd_instance *instance, const kd_binding *binding);

/* Everything that follows in time jumps to its place in the next evaluation: after a teleport or a cut. */
void kd_instance_reset(kd_instance *instance, int32_t character);

/* Influence 0 to 1 of a node, a group or the whole rig, reached in `seconds` along a smooth curve (0: at once). It
 * multiplies the influence in the rig. */
void kd_instance_fade_node(kd_instance *instance, int32_t character, int32_t node, float influence, float seconds);
void kd_instance_fade_group(kd_instance *instance, int32_t character, int32_t group, float influence, float seconds);
void kd_instance_fade_rig(kd_instance *instance, int32_t character, float influence, float seconds);
float kd_instance_node_influence(const kd_instance *instance, int32_t character, int32_t node);
float kd_instance_group_influence(const kd_instance *instance, int32_t character, int32_t group);
float kd_instance_rig_influence(const kd_instance *instance, int32_t character);

/* How lanes are computed; the results are the same to the bit. */
typedef enum kd_backend { KD_BACKEND_BEST, KD_BACKEND_PORTABLE, KD_BACKEND_AVX2 } kd_backend;

/* True if this machine and build have it. */
bool kd_backend_available(kd_backend backend);

typedef struct kd_eval_job {
    kd_instance *instance;
    kd_transform *const
        *poses; /* for each character its pose: local transforms by the host's joint index, read and written */
    const float *const
        *inputs;           /* for each character the external inputs by index; NULL, or NULL for one: the defaults */
    float *const *outputs; /* for each character room for the external outputs; NULL, or NULL for one: not wanted */
    float seconds;         /* since the last evaluation, not below 0 */
    int32_t lod;           /* level of detail, 0 the finest */
    kd_backend backend;
} kd_eval_job;

/* No poses, inputs and outputs, 0 seconds, level 0, the best backend. */
kd_eval_job kd_eval_job_default(kd_instance *instance);

/* Reads the joints, runs the nodes, writes those parts of joints that targets and constraints move; everything else
 * stays as it is to the bit. What is written is finite and has unit rotations whatever was read. */
void kd_eval_run(const kd_eval_job *job);

/* The value of a node's port in the last evaluation, for debugging. index counts the ports of the node; false beyond
 * the last. */
typedef struct kd_probe {
    const char *name;
    bool is_input;
    int32_t width; /* 1, 3 or 4 numbers */
    float value[4];
} kd_probe;
bool kd_instance_probe(const kd_instance *instance, int32_t character, int32_t node, int32_t index, kd_probe *probe);

#ifdef __cplusplus
}
#endif
#endif
