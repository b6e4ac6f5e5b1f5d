/* The operations of the byte code, one list: names, types, and the instruction that does the work. Rows with the same
 * name are overloads and stand together; the one whose operand types fit is taken. Order is part of the byte code. */
#ifndef KDI_COMPILE_EXPR_ROWS_H
#define KDI_COMPILE_EXPR_ROWS_H

#include "program/expr_ops.h"

#include <stdbool.h>
#include <stddef.h>

/* X(ID, name, operand types, result type, instruction, use): types s float, v vec3, q quat; use F a function of the
 * language, M one with two or more arguments of a kind, O an operator. Instruction END: lowered in a way of its own. */
#define KDI_EXPR_ROW_LIST(X)                                 \
    X(NEG, "neg", "s", 's', NEG, 'O')                        \
    X(NEG_V, "neg", "v", 'v', VNEG, 'O')                     \
    X(NEG_Q, "neg", "q", 'q', QNEG, 'O')                     \
    X(NOT, "not", "s", 's', NOT, 'O')                        \
    X(ADD, "add", "ss", 's', ADD, 'O')                       \
    X(ADD_V, "add", "vv", 'v', VADD, 'O')                    \
    X(SUB, "sub", "ss", 's', SUB, 'O')                       \
    X(SUB_V, "sub", "vv", 'v', VSUB, 'O')                    \
    X(MUL, "mul", "ss", 's', MUL, 'O')                       \
    X(MUL_VS, "mul", "vs", 'v', VSCALE, 'O')                 \
    X(MUL_SV, "mul", "sv", 'v', END, 'O')                    \
    X(MUL_V, "mul", "vv", 'v', VMUL, 'O')                    \
    X(MUL_Q, "mul", "qq", 'q', QMUL, 'O')                    \
    X(MUL_QV, "mul", "qv", 'v', QROT, 'O')                   \
    X(DIV, "div", "ss", 's', DIV, 'O')                       \
    X(DIV_V, "div", "vs", 'v', VDIV, 'O')                    \
    X(LT, "lt", "ss", 's', LT, 'O')                          \
    X(LE, "le", "ss", 's', LE, 'O')                          \
    X(GT, "gt", "ss", 's', END, 'O')                         \
    X(GE, "ge", "ss", 's', END, 'O')                         \
    X(EQ, "eq", "ss", 's', EQ, 'O')                          \
    X(NE, "ne", "ss", 's', NE, 'O')                          \
    X(AND, "and", "ss", 's', AND, 'O')                       \
    X(OR, "or", "ss", 's', OR, 'O')                          \
    X(SELECT, "select", "sss", 's', SELECT, 'O')             \
    X(SELECT_V, "select", "svv", 'v', VSELECT, 'O')          \
    X(SELECT_Q, "select", "sqq", 'q', QSELECT, 'O')          \
    X(X_V, "x", "v", 's', END, 'O')                          \
    X(X_Q, "x", "q", 's', END, 'O')                          \
    X(Y_V, "y", "v", 's', END, 'O')                          \
    X(Y_Q, "y", "q", 's', END, 'O')                          \
    X(Z_V, "z", "v", 's', END, 'O')                          \
    X(Z_Q, "z", "q", 's', END, 'O')                          \
    X(W_Q, "w", "q", 's', END, 'O')                          \
    X(MOD, "mod", "ss", 's', MOD, 'F')                       \
    X(POW, "pow", "ss", 's', POW, 'F')                       \
    X(SIN, "sin", "s", 's', SIN, 'F')                        \
    X(COS, "cos", "s", 's', COS, 'F')                        \
    X(TAN, "tan", "s", 's', TAN, 'F')                        \
    X(ASIN, "asin", "s", 's', ASIN, 'F')                     \
    X(ACOS, "acos", "s", 's', ACOS, 'F')                     \
    X(ATAN, "atan", "s", 's', ATAN, 'F')                     \
    X(ATAN2, "atan2", "ss", 's', ATAN2, 'F')                 \
    X(SINH, "sinh", "s", 's', SINH, 'F')                     \
    X(COSH, "cosh", "s", 's', COSH, 'F')                     \
    X(TANH, "tanh", "s", 's', TANH, 'F')                     \
    X(EXP, "exp", "s", 's', EXP, 'F')                        \
    X(LOG, "log", "s", 's', LOG, 'F')                        \
    X(LOG2, "log2", "s", 's', LOG2, 'F')                     \
    X(LOG10, "log10", "s", 's', LOG10, 'F')                  \
    X(SQRT, "sqrt", "s", 's', SQRT, 'F')                     \
    X(CBRT, "cbrt", "s", 's', CBRT, 'F')                     \
    X(ABS, "abs", "s", 's', ABS, 'F')                        \
    X(SIGN, "sign", "s", 's', SIGN, 'F')                     \
    X(FLOOR, "floor", "s", 's', FLOOR, 'F')                  \
    X(CEIL, "ceil", "s", 's', CEIL, 'F')                     \
    X(ROUND, "round", "s", 's', ROUND, 'F')                  \
    X(FRACT, "fract", "s", 's', FRACT, 'F')                  \
    X(MIN, "min", "ss", 's', MIN, 'M')                       \
    X(MAX, "max", "ss", 's', MAX, 'M')                       \
    X(CLAMP, "clamp", "sss", 's', CLAMP, 'F')                \
    X(LERP, "lerp", "sss", 's', LERP, 'F')                   \
    X(LERP_V, "lerp", "vvs", 'v', VLERP, 'F')                \
    X(SMOOTHSTEP, "smoothstep", "sss", 's', SMOOTHSTEP, 'F') \
    X(STEP, "step", "ss", 's', STEP, 'F')                    \
    X(REMAP, "remap", "sssss", 's', REMAP, 'F')              \
    X(DEG, "deg", "s", 's', END, 'F')                        \
    X(RAD, "rad", "s", 's', END, 'F')                        \
    X(HYPOT, "hypot", "ss", 's', HYPOT, 'F')                 \
    X(VEC3, "vec3", "sss", 'v', GATHER3, 'F')                \
    X(DOT, "dot", "vv", 's', DOT, 'F')                       \
    X(CROSS, "cross", "vv", 'v', CROSS, 'F')                 \
    X(LENGTH, "length", "v", 's', LENGTH, 'F')               \
    X(NORMALIZE, "normalize", "v", 'v', VNORMALIZE, 'F')     \
    X(NORMALIZE_Q, "normalize", "q", 'q', QNORMALIZE, 'F')   \
    X(DISTANCE, "distance", "vv", 's', DISTANCE, 'F')        \
    X(QUAT, "quat", "ssss", 'q', GATHER4, 'F')               \
    X(AXISANGLE, "axisangle", "vs", 'q', AXISANGLE, 'F')     \
    X(QMUL, "qmul", "qq", 'q', QMUL, 'F')                    \
    X(QINV, "qinv", "q", 'q', QINV, 'F')                     \
    X(QROT, "qrot", "qv", 'v', QROT, 'F')                    \
    X(SLERP, "slerp", "qqs", 'q', SLERP, 'F')                \
    X(QLOG, "qlog", "q", 'v', QLOG, 'F')                     \
    X(QEXP, "qexp", "v", 'q', QEXP, 'F')                     \
    X(BEND, "bend", "q", 'v', BEND, 'F')                     \
    X(ROLL, "roll", "q", 's', ROLL, 'F')                     \
    X(EXPMAP, "expmap", "q", 'v', QLOG, 'F')                 \
    X(TWIST, "twist", "qv", 's', TWIST, 'F')

typedef enum kdi_expr_row_id {
#define KDI_EXPR_ROW_ENUM(id, name, operands, result, instruction, use) KDI_ROW_##id,
    KDI_EXPR_ROW_LIST(KDI_EXPR_ROW_ENUM)
#undef KDI_EXPR_ROW_ENUM
        KDI_ROW_COUNT,
    KDI_ROW_VAR, /* an input */
    KDI_ROW_PUSH /* a number */
} kdi_expr_row_id;

typedef struct kdi_expr_row {
    const char *name;
    const char *operands;
    char result;
    char use;
    uint16_t instruction;
} kdi_expr_row;

extern const kdi_expr_row kdi_expr_rows[KDI_ROW_COUNT];

/* The first row of this name; -1 if there is none. only_functions: operators do not count. */
int kdi_expr_row_find(const char *name, size_t length, bool only_functions);

/* True for a row and the one after it when they are overloads of one name. */
bool kdi_expr_row_same(int row, int next);

int kdi_expr_row_arity(int row);

#endif
