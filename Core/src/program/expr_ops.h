/* The instructions of expression code, one list: enum, names, verifier, evaluators, listing and document come from it.
 *
 * An instruction is a row of 16-bit units: the opcode, the destination register, the operand registers. Its shape says
 * what they are, destination first: s a float, v a vec3, q a quat (each named by its first register), * a unit with the
 * number of float operands that follow it. All operands are read before the destination is written. */
#ifndef KDI_PROGRAM_EXPR_OPS_H
#define KDI_PROGRAM_EXPR_OPS_H

#include <stdint.h>

/* X(NAME, name, shape) */
#define KDI_EXPR_OP_LIST(X)                                                          \
    /* The end: the value as it is, or made fit to leave (finite, of unit length) */ \
    X(END, "end", "")                                                                \
    X(END_FLOAT, "end_float", "ss")                                                  \
    X(END_VEC3, "end_vec3", "vv")                                                    \
    X(END_QUAT, "end_quat", "qq")                                                    \
    /* One float */                                                                  \
    X(NEG, "neg", "ss")                                                              \
    X(NOT, "not", "ss")                                                              \
    X(ABS, "abs", "ss")                                                              \
    X(SIGN, "sign", "ss")                                                            \
    X(FLOOR, "floor", "ss")                                                          \
    X(CEIL, "ceil", "ss")                                                            \
    X(ROUND, "round", "ss")                                                          \
    X(FRACT, "fract", "ss")                                                          \
    X(SQRT, "sqrt", "ss")                                                            \
    X(CBRT, "cbrt", "ss")                                                            \
    X(SIN, "sin", "ss")                                                              \
    X(COS, "cos", "ss")                                                              \
    X(TAN, "tan", "ss")                                                              \
    X(ASIN, "asin", "ss")                                                            \
    X(ACOS, "acos", "ss")                                                            \
    X(ATAN, "atan", "ss")                                                            \
    X(SINH, "sinh", "ss")                                                            \
    X(COSH, "cosh", "ss")                                                            \
    X(TANH, "tanh", "ss")                                                            \
    X(EXP, "exp", "ss")                                                              \
    X(LOG, "log", "ss")                                                              \
    X(LOG2, "log2", "ss")                                                            \
    X(LOG10, "log10", "ss")                                                          \
    /* Two floats */                                                                 \
    X(ADD, "add", "sss")                                                             \
    X(SUB, "sub", "sss")                                                             \
    X(MUL, "mul", "sss")                                                             \
    X(DIV, "div", "sss")                                                             \
    X(MOD, "mod", "sss")                                                             \
    X(POW, "pow", "sss")                                                             \
    X(MIN, "min", "sss")                                                             \
    X(MAX, "max", "sss")                                                             \
    X(ATAN2, "atan2", "sss")                                                         \
    X(HYPOT, "hypot", "sss")                                                         \
    X(STEP, "step", "sss")                                                           \
    X(LT, "lt", "sss")                                                               \
    X(LE, "le", "sss")                                                               \
    X(EQ, "eq", "sss")                                                               \
    X(NE, "ne", "sss")                                                               \
    X(AND, "and", "sss")                                                             \
    X(OR, "or", "sss")                                                               \
    /* More floats */                                                                \
    X(CLAMP, "clamp", "ssss")                                                        \
    X(LERP, "lerp", "ssss")                                                          \
    X(SMOOTHSTEP, "smoothstep", "ssss")                                              \
    X(REMAP, "remap", "ssssss")                                                      \
    X(SELECT, "select", "ssss")                                                      \
    /* Fused: several of the above at once, with the same roundings */               \
    X(MUL_ADD, "mul_add", "ssss")          /* a * b + c */                           \
    X(MUL_SUB, "mul_sub", "ssss")          /* a * b - c */                           \
    X(SUB_MUL, "sub_mul", "ssss")          /* c - a * b */                           \
    X(ADD_TIMES, "add_times", "ssss")      /* (a + b) * c */                         \
    X(SUB_TIMES, "sub_times", "ssss")      /* (a - b) * c */                         \
    X(MAX_TIMES, "max_times", "ssss")      /* max(a, b) * c */                       \
    X(MIN_TIMES, "min_times", "ssss")      /* min(a, b) * c */                       \
    X(TIMES_CLAMP, "times_clamp", "sssss") /* clamp(a * b, c, d) */                  \
    X(SELECT_LT, "select_lt", "sssss")     /* a < b ? c : d */                       \
    X(SELECT_LE, "select_le", "sssss")                                               \
    X(SELECT_EQ, "select_eq", "sssss")                                               \
    X(SUM2, "sum2", "sssss")   /* a * b + c * d */                                   \
    X(SUM3, "sum3", "sssssss") /* a * b + c * d + e * f */                           \
    X(NORM2, "norm2", "sssss") /* sqrt of sum2 */                                    \
    X(NORM3, "norm3", "sssssss")                                                     \
    X(POLY, "poly", "s*") /* x, c0, c1 ... cn: (c0 * x + c1) * x ... + cn */         \
    /* Vectors */                                                                    \
    X(GATHER3, "gather3", "vsss")                                                    \
    X(VNEG, "vneg", "vv")                                                            \
    X(VADD, "vadd", "vvv")                                                           \
    X(VSUB, "vsub", "vvv")                                                           \
    X(VMUL, "vmul", "vvv")                                                           \
    X(VSCALE, "vscale", "vvs")                                                       \
    X(VDIV, "vdiv", "vvs")                                                           \
    X(VLERP, "vlerp", "vvvs")                                                        \
    X(VSELECT, "vselect", "vsvv")                                                    \
    X(DOT, "dot", "svv")                                                             \
    X(CROSS, "cross", "vvv")                                                         \
    X(LENGTH, "length", "sv")                                                        \
    X(DISTANCE, "distance", "svv")                                                   \
    X(VNORMALIZE, "vnormalize", "vv")                                                \
    /* Quaternions */                                                                \
    X(GATHER4, "gather4", "qssss")                                                   \
    X(QNEG, "qneg", "qq")                                                            \
    X(QSELECT, "qselect", "qsqq")                                                    \
    X(QNORMALIZE, "qnormalize", "qq")                                                \
    X(QMUL, "qmul", "qqq")                                                           \
    X(QINV, "qinv", "qq")                                                            \
    X(QROT, "qrot", "vqv")                                                           \
    X(AXISANGLE, "axisangle", "qvs")                                                 \
    X(SLERP, "slerp", "qqqs")                                                        \
    X(QLOG, "qlog", "vq")                                                            \
    X(QEXP, "qexp", "qv")                                                            \
    X(BEND, "bend", "vq")                                                            \
    X(ROLL, "roll", "sq")                                                            \
    X(TWIST, "twist", "sqv")

typedef enum kdi_expr_op {
#define KDI_EXPR_OP_ENUM(name, text, shape) KDI_EXPR_##name,
    KDI_EXPR_OP_LIST(KDI_EXPR_OP_ENUM)
#undef KDI_EXPR_OP_ENUM
        KDI_EXPR_OP_COUNT
} kdi_expr_op;

typedef struct kdi_expr_op_info {
    const char *name;
    const char *shape;
} kdi_expr_op_info;

extern const kdi_expr_op_info kdi_expr_op_table[KDI_EXPR_OP_COUNT];

/* Registers of a letter of a shape: 1, 3, 4; 0 for any other. */
int kdi_expr_shape_width(char letter);

/* Units of the instruction at `at`, of which `left` units exist; 0 where it does not fit or is none. */
int kdi_expr_op_units(const uint16_t *at, uint32_t left);

#endif
