/* What a program looks like in memory and in a .kdp file: one block of 32-bit words, little-endian, offsets instead of
 * pointers. The block is verified once when it is opened and never changes.
 *
 * Registers, in this order: the fixed ones below, constants, ten for each joint, one for each external input, one
 * influence for each node, state that lives from frame to frame, and values of the frame. */
#ifndef KDI_PROGRAM_LAYOUT_H
#define KDI_PROGRAM_LAYOUT_H

#include "kinedriver/program.h"
#include "program/op_list.h"

enum { KDI_PROGRAM_VERSION = 1, KDI_NOTHING = -1, KDI_JOINT_FLOATS = 10, KDI_CALL_MAX_OPERANDS = 4096 };
#define KDI_PROGRAM_MAGIC UINT32_C(0x31504B44) /* "DKP1" as bytes 44 4B 50 31 */

/* Registers with a fixed place. */
enum {
    KDI_REGISTER_ZERO,
    KDI_REGISTER_ONE,
    KDI_REGISTER_SECONDS, /* since the last evaluation */
    KDI_REGISTER_RESET,   /* 1 in the first evaluation and after a reset */
    KDI_REGISTER_NOWHERE, /* ten that nobody reads: where idle lanes write */
    KDI_REGISTER_CONSTANTS = KDI_REGISTER_NOWHERE + KDI_JOINT_FLOATS,
};

/* No number in a register is larger than this, so that no product of two overflows. */
#define KDI_BOUND 1e15f

typedef struct kdi_section {
    uint32_t offset; /* bytes from the start of the program; a multiple of 4 */
    uint32_t count;  /* items */
} kdi_section;

typedef struct kdi_program_joint {
    uint32_t name; /* byte in the names */
    int32_t
        parent; /* index, smaller than the joint's own; KDI_NOTHING: a root, or a joint whose parent does not matter */
    uint32_t reads, writes;       /* sets of kd_joint_part */
    float rest[KDI_JOINT_FLOATS]; /* rotate, translate, scale */
} kdi_program_joint;

typedef struct kdi_program_node {
    uint32_t name;
    uint32_t type; /* kd_node_type of the rig */
    int32_t group; /* KDI_NOTHING: none */
    uint32_t lod;  /* the coarsest level at which it runs */
    float influence;
    uint32_t first_joint,
        joint_count; /* in the section `needs`: joints it cannot do without, through other nodes too */
    uint32_t first_probe, probe_count; /* its values */
} kdi_program_node;

typedef struct kdi_program_group {
    uint32_t name;
    float influence;
} kdi_program_group;

typedef struct kdi_program_external {
    uint32_t name;
    uint32_t place; /* outputs: the register; inputs lie in order */
    uint32_t kind;  /* kd_output_kind of the rig */
    uint32_t lod;   /* outputs: beyond this level they are `initial` */
    float initial, min, max;
} kdi_program_external;

/* A value to look at while debugging a rig. */
typedef struct kdi_program_probe {
    uint32_t name; /* of the port */
    uint32_t place;
    uint32_t width; /* registers: 1, 3, 4 */
    uint32_t is_input;
} kdi_program_probe;

/* `count` independent instructions of one kind. Kernel instructions lie in blocks of KDI_LANES: for each operand
 * KDI_LANES registers, then for each parameter KDI_LANES floats. Expressions and RBFs have one kdi_call each. */
typedef struct kdi_step {
    uint32_t op;
    uint32_t lod; /* the coarsest level of detail at which it runs */
    uint32_t count;
    uint32_t table; /* word in the section `tables` */
} kdi_step;

/* An expression or RBF: its code in the section `data`, made for this register file. */
typedef struct kdi_call {
    uint32_t code; /* word */
    uint32_t code_words;
} kdi_call;

/* A curve in the section `data`: a kdi_curve, then piece_count + 2 pieces; the first and the last serve outside the
 * keys. */
typedef struct kdi_curve {
    uint32_t piece_count;
    uint32_t cycle_before, cycle_after; /* 0 or 1 */
    float start, end;                   /* of the keys */
} kdi_curve;

/* y = c0 + u (c1 + u (c2 + u c3)), u from 0 to 1 where x = start + length u + a cubic that vanishes at both ends. */
typedef struct kdi_curve_piece {
    float start;
    float reciprocal_length;
    float c[4];
    float bend1, bend2; /* x = u + 3 u (1-u)^2 bend1 + 3 u^2 (1-u) bend2, as parts of the length; 0 0: x is u itself */
} kdi_curve_piece;

struct kd_program {
    uint32_t magic;
    uint32_t version;
    uint32_t size; /* bytes of all */
    uint32_t register_count;
    uint64_t hash;         /* of everything, with this field zero */
    uint32_t state_count;  /* registers that live from frame to frame, right after the influences */
    uint32_t name;         /* of the rig */
    kdi_section names;     /* char */
    kdi_section constants; /* float */
    kdi_section joints;
    kdi_section nodes;
    kdi_section groups;
    kdi_section inputs;
    kdi_section outputs;
    kdi_section probes;
    kdi_section needs; /* uint32_t */
    kdi_section steps;
    kdi_section tables; /* uint32_t or float */
    kdi_section data;   /* uint32_t or float */
};

#define KDI_SECTION(program, section, type) ((const type *)((const char *)(program) + (program)->section.offset))

static inline const char *kdi_program_name(const kd_program *program, uint32_t name)
{
    return KDI_SECTION(program, names, char) + name;
}

/* First registers of the kinds. */
static inline uint32_t kdi_register_joint(const kd_program *program, uint32_t joint)
{
    return KDI_REGISTER_CONSTANTS + program->constants.count + joint * KDI_JOINT_FLOATS;
}

static inline uint32_t kdi_register_input(const kd_program *program, uint32_t input)
{
    return kdi_register_joint(program, program->joints.count) + input;
}

static inline uint32_t kdi_register_influence(const kd_program *program, uint32_t node)
{
    return kdi_register_input(program, program->inputs.count) + node;
}

static inline uint32_t kdi_register_state(const kd_program *program)
{
    return kdi_register_influence(program, program->nodes.count);
}

/* The hash of a program whose `hash` field is ignored. */
uint64_t kdi_program_hash(const kd_program *program);

#endif
