/* The instructions of a program, in one list: enum, names, operand tables, verifier, kernel table and disassembler come
 * from it.
 *
 * Instructions work on a file of float registers. Operands are registers named by a letter for their width: F one
 * float, V three (x y z), Q four (x y z w), T ten (a transform: rotate, translate, scale). A parameter is a constant of
 * the instruction. Every result is finite and bounded (KDI_BOUND), every Q result of unit length. Formulas:
 * Core/docs/program.md. */
#ifndef KDI_PROGRAM_OP_LIST_H
#define KDI_PROGRAM_OP_LIST_H

#include <stdint.h>

/* X(NAME, "operands read", parameters, "operands written", what it does) */
#define KDI_OP_LIST(X)                                                                                           \
    /* Transforms */                                                                                             \
    X(CONCAT, "TT", 0, "T", "a then b below it: model from parent's model and local")                            \
    X(RELATIVE, "TT", 0, "T", "b as seen from a")                                                                \
    X(POINT, "T", 3, "V", "a point of the transform's space, outside it")                                        \
    X(APPLY, "TV", 0, "V", "a point of the transform's space, outside it")                                       \
    X(INTO, "TV", 0, "V", "a point from outside, in the transform's space")                                      \
    X(ROTATE, "QV", 0, "V", "a vector turned")                                                                   \
    X(UNROTATE, "QV", 0, "V", "a vector turned back")                                                            \
    /* Rotations */                                                                                              \
    X(MUL_Q, "QQ", 0, "Q", "a * b")                                                                              \
    X(BACK_MUL_Q, "QQ", 0, "Q", "inverse(a) * b")                                                                \
    X(MUL_BACK_Q, "QQ", 0, "Q", "a * inverse(b)")                                                                \
    X(FROM_REST_Q, "Q", 4, "Q", "inverse(rest) * a")                                                             \
    X(OFFSET_Q, "Q", 4, "Q", "a * offset")                                                                       \
    X(MIX_Q, "QQF", 0, "Q", "from a to b by a share of 0 to 1")                                                  \
    X(GATHER_Q, "QQQF", 0, "Q", "a + weight * b, b on the side of the reference c; not of unit length")          \
    X(UNIT_Q, "QQ", 0, "Q", "a with unit length, b where a has none")                                            \
    X(AIM_Q, "QVV", 6, "Q", "a turned the shortest way so that an axis points from b to c")                      \
    X(AIM_UP_Q, "QVVV", 9, "Q", "the same, then about that axis until another points towards d")                 \
    X(LIMIT_Q, "QQ", 2, "Q", "b turned back until it is no further from a than an angle")                        \
    /* Rotations as numbers and back */                                                                          \
    X(BEND_ROLL, "FFFFF", 6, "FFF", "bends and roll of x y z w, bend before roll; times an influence")           \
    X(ROLL_BEND, "FFFFF", 6, "FFF", "the same, roll before bend")                                                \
    X(FROM_BEND_ROLL, "FFF", 6, "FFFF", "x y z w of bends and roll, bend before roll")                           \
    X(FROM_ROLL_BEND, "FFF", 6, "FFFF", "the same, roll before bend")                                            \
    X(READ_BEND_ROLL, "QF", 19, "FFF", "bends and roll from rest, bend before roll; times an influence")         \
    X(READ_ROLL_BEND, "QF", 19, "FFF", "the same, roll before bend")                                             \
    X(TURN_BEND_ROLL, "FFFQF", 19, "Q", "a rotation mixed with rest turned by bends and roll, bend before roll") \
    X(TURN_ROLL_BEND, "FFFQF", 19, "Q", "the same, roll before bend")                                            \
    X(LOG_Q, "QF", 3, "V", "rotation vector times units, times an influence")                                    \
    X(EXP_Q, "FFF", 3, "Q", "rotation of a rotation vector times units")                                         \
    /* Vectors and scales */                                                                                     \
    X(FROM_REST_V, "VF", 6, "V", "(a - rest) * units, times an influence")                                       \
    X(ADD_V, "VFFF", 3, "V", "a + (b c d) * units")                                                              \
    X(SUB_V, "VV", 0, "V", "a - b")                                                                              \
    X(GATHER_V, "VVF", 0, "V", "a + weight * b")                                                                 \
    X(MIX_V, "VVF", 0, "V", "from a to b by a share of 0 to 1")                                                  \
    X(LOG_SCALE, "VF", 6, "V", "log(a / rest) * units, times an influence")                                      \
    X(EXP_SCALE, "VFFF", 3, "V", "a * exp((b c d) * units)")                                                     \
    X(SEGMENT_SCALE, "VVV", 0, "V", "a * b / c: a child's scale while its parent's goes from b to c")            \
    /* Numbers */                                                                                                \
    X(COPY, "F", 0, "F", "a")                                                                                    \
    X(ADD_SCALED, "FF", 1, "F", "a + factor * b")                                                                \
    X(SCALED, "F", 1, "F", "factor * a")                                                                         \
    X(PRODUCT, "FF", 0, "F", "a * b")                                                                            \
    X(MUL, "FF", 2, "F", "a * b, each times a factor")                                                           \
    X(MIN, "FF", 2, "F", "the smaller of a and b, each times a factor")                                          \
    X(MAX, "FF", 2, "F", "the larger of a and b, each times a factor")                                           \
    X(MIX, "FFF", 0, "F", "from a to b by a share of 0 to 1")                                                    \
    X(SHARE, "FF", 0, "F", "a * b held between 0 and 1: influences")                                             \
    X(RECIPROCAL, "F", 0, "F", "1 / a, 0 where a is nearly 0")                                                   \
    X(CLAMP, "F", 2, "F", "a held between two bounds")                                                           \
    X(OUTPUT, "FF", 3, "F", "from a default to a by an influence, held between two bounds")                      \
    X(LINK, "FF", 6, "F", "range to range, straight; times an influence")                                        \
    X(LINK_EASE, "FF", 8, "F", "range to range with ease; times an influence")                                   \
    X(REMAP, "FF", 6, "F", "range to range, clamped with rounded ends; times an influence")                      \
    X(CURVE, "FF", 1, "F", "driven key: a curve of the data section; times an influence")                        \
    /* Time: the state is read and written in place; the last two operands are seconds and reset */              \
    X(FOLLOW, "FFFFF", 2, "FF", "a followed by value and speed")                                                 \
    X(FOLLOW_V, "VVVFF", 2, "VV", "the same for a vector")                                                       \
    X(FOLLOW_Q, "QQVFF", 2, "QV", "the same for a rotation and its angular speed")

typedef enum kdi_op {
#define KDI_OP_ENUM(name, in, parameters, out, text) KDI_OP_##name,
    KDI_OP_LIST(KDI_OP_ENUM)
#undef KDI_OP_ENUM
        KDI_OP_KERNEL_COUNT, /* instructions after this one have tables of their own */
    KDI_OP_EXPRESSION = KDI_OP_KERNEL_COUNT,
    KDI_OP_RBF,
    KDI_OP_COUNT
} kdi_op;

/* Lanes that one kernel call works on: nodes of one character, or characters of one node. */
enum { KDI_LANES = 8, KDI_OP_MAX_IN = 26, KDI_OP_MAX_OUT = 10, KDI_OP_MAX_PARAMETERS = 19, KDI_OP_MAX_OPERANDS = 12 };

typedef struct kdi_op_info {
    const char *name;
    const char *in;       /* letters */
    const char *out;      /* letters */
    const char *operands; /* both */
    const char *text;
    int parameter_count;
} kdi_op_info;

/* NULL for a number that is no kernel instruction. */
const kdi_op_info *kdi_op_find(uint32_t op);

/* Floats of an operand letter: 1, 3, 4, 10. */
static inline int kdi_operand_width(char letter)
{
    return letter == 'F' ? 1 : letter == 'V' ? 3 : letter == 'Q' ? 4 : 10;
}

/* Letters in and out. */
int kdi_op_operand_count(const kdi_op_info *info);

#endif
