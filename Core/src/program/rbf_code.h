/* Layout of RBF code: this head, then the tables in the order of kdi_rbf_tables. Native byte order, as the program that
 * holds it.
 *
 * Every input becomes features, numbers whose plain distance is what the function measures: a number gives one, a
 * rotation gives the nine of its matrix, the three of its swung axis, or the two of its twist. Numbers come first. Keys
 * lie in blocks of eight, feature by feature; what fills up the last block has weights of zero. Sums are the
 * interpolated numbers, of each node first those that are outputs as they are.
 *
 * Invariant of verified code: all tables lie inside the block, all registers inside register_count, no register is both
 * a temporary and an operand, all numbers are finite. */
#ifndef KDI_PROGRAM_RBF_CODE_H
#define KDI_PROGRAM_RBF_CODE_H

#include "kinedriver/rbf_eval.h"

#include <stdint.h>

#define KDI_RBF_MAGIC UINT32_C(0x3142524B) /* "KRB1" */

enum { KDI_RBF_BLOCK = 8, KDI_RBF_POWER_MAX = 9, KDI_RBF_GROUP_MAX = 256 };

/* Kernels of s, the square of the scaled distance. */
typedef enum kdi_rbf_kernel {
    KDI_RBF_POWER_ODD,  /* s^(power / 2) */
    KDI_RBF_POWER_EVEN, /* s^(power / 2) (ln(s) + bend) */
    KDI_RBF_GAUSSIAN,
    KDI_RBF_MULTIQUADRIC,
    KDI_RBF_INVERSE_QUADRATIC,
    KDI_RBF_INVERSE_MULTIQUADRIC,
    KDI_RBF_KERNEL_COUNT
} kdi_rbf_kernel;

typedef enum kdi_rbf_turn_kind { KDI_RBF_TURN_FULL, KDI_RBF_TURN_SWING, KDI_RBF_TURN_TWIST } kdi_rbf_turn_kind;
typedef enum kdi_rbf_made_kind { KDI_RBF_MADE_SCALE, KDI_RBF_MADE_ROTATION } kdi_rbf_made_kind;

/* An input that is a rotation. */
typedef struct kdi_rbf_turn {
    uint32_t kind;         /* kdi_rbf_turn_kind */
    uint32_t axis;         /* of swing and twist: 0 1 2 */
    uint32_t registers[4]; /* x y z w */
    float scale;
} kdi_rbf_turn;

/* An output that is made of sums: a scale of its logarithm, a rotation of its vector. */
typedef struct kdi_rbf_made {
    uint32_t kind;         /* kdi_rbf_made_kind */
    uint32_t sum;          /* the first */
    uint32_t registers[4]; /* x y z w; a scale has one */
    float base[4];         /* of a rotation */
} kdi_rbf_made;

/* Sums of one node that are outputs as they are, where they are normalised or kept from being negative. */
typedef struct kdi_rbf_group {
    uint32_t first, count;
    uint32_t normalize; /* 0: not, 1: where the sum is above one, 2: always */
    uint32_t non_negative;
} kdi_rbf_group;

struct kd_rbf_code {
    uint32_t magic;
    uint32_t size; /* of the whole block, in bytes */
    uint32_t register_count;
    uint32_t temporary; /* the first */
    uint32_t kernel;    /* kdi_rbf_kernel */
    uint32_t power;
    uint32_t number_count, turn_count, made_count, group_count;
    uint32_t feature_count, block_count, sum_count;
    uint32_t has_clamp, has_radii, has_linear;
    float bend;
    float limit; /* features of numbers are held within +-limit, so that nothing overflows */
    uint32_t padding[6];
};

/* Lists of numbers are filled up to a multiple of eight, that of weights to one of four sums. */
typedef struct kdi_rbf_tables {
    const float *centres, *scales; /* [number]: the feature is (x - centre) * scale */
    const float *lows, *highs,
        *margins;                     /* [number]: x is kept softly between, and never beyond by more than the margin */
    const float *keys;                /* [block][feature][8] */
    const float *factors;             /* [block][8]: 1 / radius^2; NULL without radii */
    const float *weights;             /* [sum / 4][block][sum % 4][8] */
    const float *constants;           /* [sum] */
    const float *linear;              /* [feature][sum]; NULL without linear term */
    const uint32_t *number_registers; /* [number] */
    const uint32_t *sum_registers;    /* [sum]: where it is written; made outputs are written over it */
    const kdi_rbf_turn *turns;
    const kdi_rbf_made *made;
    const kdi_rbf_group *groups;
    uint64_t size; /* of all in bytes */
} kdi_rbf_tables;

static inline uint32_t kdi_rbf_round_up(uint32_t count, uint32_t step)
{
    return (count + step - 1) / step * step;
}

/* Where the tables of a block with this head lie. */
kdi_rbf_tables kdi_rbf_tables_of(const kd_rbf_code *code);

/* Floats for one lane: features, values of the kernel, sums. */
static inline uint32_t kdi_rbf_scratch(const kd_rbf_code *code)
{
    return kdi_rbf_round_up(code->feature_count, 8) + 8 + KDI_RBF_BLOCK * code->block_count +
           kdi_rbf_round_up(code->sum_count, 8);
}

/* Features of a rotation. */
static inline uint32_t kdi_rbf_turn_features(uint32_t kind)
{
    return kind == KDI_RBF_TURN_FULL ? 9 : kind == KDI_RBF_TURN_SWING ? 3 : 2;
}

#endif
