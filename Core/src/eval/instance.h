/* Binding and instance in memory. An instance holds a register file for each block of characters: for one character
 * plain floats, for several KDI_LANES characters side by side in every register. */
#ifndef KDI_EVAL_INSTANCE_H
#define KDI_EVAL_INSTANCE_H

#include "kinedriver/eval.h"
#include "program/layout.h"

struct kd_binding {
    const kd_program *program;
    /* followed by: int32_t host[joint_count], uint8_t state[joint_count], int32_t lacks[node_count] */
    int32_t *host;
    int32_t *lacks; /* joint that switches the node off; KDI_NOTHING: it is on */
    uint8_t *state; /* kd_binding_state */
};

/* An influence that the host moves. */
typedef struct kdi_fade {
    float from, to;
    float passed_s, length_s; /* length 0: it rests at `to` */
} kdi_fade;

struct kd_instance {
    const kd_binding *binding;
    const kd_program *program;
    int32_t character_count;
    int32_t lanes; /* 1, or KDI_LANES */
    float *registers;
    kdi_fade *node_fades;  /* [character][node] */
    kdi_fade *group_fades; /* [character][group] */
    kdi_fade *rig_fades;   /* [character] */
    uint8_t *is_reset;     /* [character]: the next evaluation jumps */
    uint8_t *is_fading;    /* [character]: influences are to be computed anew */
};

/* The first register of a block of characters. */
static inline float *kdi_instance_block(const kd_instance *instance, int32_t block)
{
    return instance->registers + (size_t)block * instance->program->register_count * (size_t)instance->lanes;
}

/* A register of a character. */
static inline float *kdi_instance_register(const kd_instance *instance, int32_t character, uint32_t place)
{
    return kdi_instance_block(instance, character / instance->lanes) + (size_t)place * (size_t)instance->lanes +
           character % instance->lanes;
}

/* Moves the fades of a character on and writes its influences, if anything changed. */
void kdi_instance_step_fades(kd_instance *instance, int32_t character, float seconds);

#endif
