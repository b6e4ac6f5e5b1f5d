/* Builds a program: registers by kind, constants, instructions in the order of the rig. The finished list is trimmed to
 * what has an effect, put into steps of independent instructions of one kind, and written as one block. */
#ifndef KDI_COMPILE_PROGRAM_BUILD_H
#define KDI_COMPILE_PROGRAM_BUILD_H

#include "base/arena.h"
#include "kinedriver/buffer.h"
#include "program/layout.h"

#include <stdbool.h>

/* A register before its place is known: kind in the upper four bits, number in the others. */
typedef uint32_t kdi_place_id;

typedef enum kdi_place_kind {
    KDI_PLACE_FIXED, /* the program's fixed registers */
    KDI_PLACE_CONSTANT,
    KDI_PLACE_JOINT,
    KDI_PLACE_INPUT,
    KDI_PLACE_INFLUENCE,
    KDI_PLACE_STATE,
    KDI_PLACE_VALUE,
    KDI_PLACE_SCRATCH, /* overwritten by any call: nothing in it outlives one */
    KDI_PLACE_KIND_COUNT
} kdi_place_kind;

#define KDI_PLACE(kind, number) (((uint32_t)(kind) << 28) | (uint32_t)(number))
#define KDI_PLACE_ZERO          KDI_PLACE(KDI_PLACE_FIXED, KDI_REGISTER_ZERO)
#define KDI_PLACE_ONE           KDI_PLACE(KDI_PLACE_FIXED, KDI_REGISTER_ONE)
#define KDI_PLACE_NONE          UINT32_MAX

typedef struct kdi_instruction {
    uint32_t op;
    uint32_t lod;    /* the coarsest level at which it runs */
    uint32_t level;  /* instructions of one level do not depend on each other */
    bool has_effect; /* on the pose, on state or on an output */
    bool is_used;
    kdi_place_id operands[KDI_OP_MAX_OPERANDS]; /* in, then out */
    float parameters[KDI_OP_MAX_PARAMETERS];
    struct kdi_call_build *call; /* of expressions and RBFs */
} kdi_instruction;

/* An expression or RBF: code made for places in the register file once these are known. */
typedef struct kdi_call_build {
    const void *source; /* what the code is made from */
    kd_result (*write)(const struct kdi_call_build *call, const uint32_t *registers, kd_buffer *code);
    void (*end)(const struct kdi_call_build *call); /* frees the source; NULL: nothing to free */
    kdi_place_id *operands;                         /* in, then out, then the first of its own temporary values */
    uint32_t in_count, out_count, own_count;
    uint8_t *widths; /* of the operands in and out */
} kdi_call_build;

typedef struct kdi_program_build {
    kdi_arena arena;
    bool is_out_of_memory;
    uint32_t lod; /* of the node at hand */
    float *constants;
    kdi_instruction *instructions;
    uint32_t constant_count, instruction_count, state_count, value_count, scratch_count;
    /* Sections that the compiler fills; counts below. */
    kdi_program_joint *joints;
    kdi_program_node *nodes;
    kdi_program_group *groups;
    kdi_program_external *inputs, *outputs; /* places are ids until written */
    kdi_program_probe *probes;
    uint32_t *needs;
    kd_buffer names;
    kd_buffer data; /* curves, in words; code of calls comes after them */
    uint32_t joint_count, node_count, group_count, input_count, output_count, probe_count, needs_count;
    uint32_t rig_name;
} kdi_program_build;

void kdi_build_init(kdi_program_build *build, const kd_allocator *allocator);
void kdi_build_free(kdi_program_build *build);

/* A number as programs hold it: within KDI_BOUND, not a number as zero. Constants and parameters go through it by
 * themselves. */
float kdi_build_number(double x);

/* One of a row of constants; equal rows are shared. */
kdi_place_id kdi_build_constants(kdi_program_build *build, const float *values, uint32_t count);
kdi_place_id kdi_build_constant(kdi_program_build *build, float value);
kdi_place_id kdi_build_state(kdi_program_build *build, uint32_t count);
kdi_place_id kdi_build_values(kdi_program_build *build, uint32_t count);

/* Appends an instruction. in: its operands read; parameters may be NULL where there are none. kdi_build_op gives the
 * results new registers in a row and returns the first; kdi_build_op_to writes them to the places given. */
kdi_place_id kdi_build_op(kdi_program_build *build, kdi_op op, const kdi_place_id *in, const float *parameters);
void kdi_build_op_to(kdi_program_build *build, kdi_op op, const kdi_place_id *in, const float *parameters,
                     const kdi_place_id *out);

/* Appends an expression or RBF; operands and widths are copied. */
kdi_call_build *kdi_build_call(kdi_program_build *build, kdi_op op, const kdi_place_id *operands, const uint8_t *widths,
                               uint32_t in_count, uint32_t out_count);

/* Gives a call room of its own that keeps its content (constants), or room that all calls share. */
void kdi_build_call_room(kdi_program_build *build, kdi_call_build *call, uint32_t count, bool keeps);

/* The place of a name in the names section. */
uint32_t kdi_build_name(kdi_program_build *build, const char *name);

/* The register of a place, once all counts are known. */
uint32_t kdi_build_register(const kdi_program_build *build, kdi_place_id place);
uint32_t kdi_build_register_count(const kdi_program_build *build);

/* Renumbers values so that those of instructions that are left out take no room. */
kd_result kdi_build_compact(kdi_program_build *build);

/* Marks what has an effect and lets instructions run only at levels of detail where someone uses them. */
kd_result kdi_build_trim(kdi_program_build *build);

/* Levels, then one order: by level, kind, level of detail. order: instruction_count numbers; *count those that are
 * used. */
kd_result kdi_build_schedule(kdi_program_build *build, uint32_t *order, uint32_t *count);

/* Trims, schedules and appends the program. */
kd_result kdi_build_write(kdi_program_build *build, kd_buffer *program);

#endif
