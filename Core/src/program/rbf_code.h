/* Layout of RBF code: this head, then the tables in the order of kdi_rbf_tables. Native byte order, as the program that
 * holds it.
 *
 * Every input becomes features, numbers whose plain distance is what the function measures: a number gives one, a
 * rotation gives the nine of its matrix, the three of its swung axis, or the two of its twist. Keys lie in blocks of
 * eight, feature by feature; what fills up the last block has weights of zero. Sums are the interpolated numbers; an
 * output is made of one or (rotations) three of them.
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
    KDI_RBF_POWER_EVEN, /* s^(power / 2) (ln(s) / 2 + bend) */
    KDI_RBF_GAUSSIAN,
    KDI_RBF_MULTIQUADRIC,
    KDI_RBF_INVERSE_QUADRATIC,
    KDI_RBF_INVERSE_MULTIQUADRIC,
    KDI_RBF_KERNEL_COUNT
} kdi_rbf_kernel;

typedef enum kdi_rbf_in_kind { KDI_RBF_IN_NUMBER, KDI_RBF_IN_FULL, KDI_RBF_IN_SWING, KDI_RBF_IN_TWIST } kdi_rbf_in_kind;
typedef enum kdi_rbf_out_kind { KDI_RBF_OUT_PLAIN, KDI_RBF_OUT_LOG, KDI_RBF_OUT_ROTATION } kdi_rbf_out_kind;

typedef struct kdi_rbf_in {
    uint32_t kind;         /* kdi_rbf_in_kind */
    uint32_t registers[4]; /* rotations x y z w; a number the first */
    uint32_t axis;         /* of swing and twist: 0 1 2 */
    float scale;           /* the feature is (x - centre) * scale; a rotation has no centre */
    float centre;
    float low, high; /* of a number: kept softly between these */
    float margin;    /* how far beyond at most */
} kdi_rbf_in;

typedef struct kdi_rbf_out {
    uint32_t kind; /* kdi_rbf_out_kind */
    uint32_t sum;  /* the first */
    uint32_t registers[4];
    float base[4]; /* of a rotation */
} kdi_rbf_out;

/* Outputs of one node. */
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
    uint32_t input_count, output_count, group_count;
    uint32_t feature_count, block_count, sum_count;
    uint32_t has_linear, has_radii;
    float bend;
    float limit; /* features are held within +-limit, so that nothing overflows */
};

typedef struct kdi_rbf_tables {
    const kdi_rbf_in *inputs;
    const kdi_rbf_out *outputs;
    const kdi_rbf_group *groups;
    const float *keys;      /* [block][feature][8] */
    const float *factors;   /* [block][8]: 1 / radius^2; NULL without radii */
    const float *weights;   /* [sum, up to a multiple of 4][block][8] */
    const float *constants; /* [sum, up to a multiple of 8] */
    const float *linear;    /* [feature][sum, up to a multiple of 8]; NULL without linear term */
    uint64_t size;          /* of all in bytes */
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
    return code->feature_count + KDI_RBF_BLOCK * code->block_count + kdi_rbf_round_up(code->sum_count, 8);
}

/* Features of an input. */
static inline uint32_t kdi_rbf_in_features(uint32_t kind)
{
    return kind == KDI_RBF_IN_FULL ? 9 : kind == KDI_RBF_IN_SWING ? 3 : kind == KDI_RBF_IN_TWIST ? 2 : 1;
}

#endif
