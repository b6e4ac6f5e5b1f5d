/* The values of an expression, each computed once: what the tree says, without its repetitions, in the instructions of
 * the code but not yet fused. A value stands after those that it needs. */
#ifndef KDI_COMPILE_EXPR_VALUES_H
#define KDI_COMPILE_EXPR_VALUES_H

#include "compile/expr_tree.h"

/* An operand: the value's number * 4 + the part of it (0 for all of it or its x). */
typedef int32_t kdi_operand;

enum { KDI_VALUE_INPUT = KDI_EXPR_OP_COUNT, KDI_VALUE_CONSTANT };

typedef struct kdi_expr_value {
    uint16_t op; /* kdi_expr_op, or one of the two above */
    uint8_t width;
    uint8_t operand_count;
    int32_t uses; /* operands that name it */
    int32_t input;
    float constant;
    kdi_operand operands[6];
    /* Set by fusing: whether an instruction that is left names it, and the one that computes it. */
    bool needed;
    uint16_t fused_op;
    int32_t fused_count;
    kdi_operand *fused;
    /* Set by emitting. */
    int32_t last_use;
    int32_t reg;
} kdi_expr_value;

typedef struct kdi_expr_values {
    kdi_arena *arena;
    kdi_expr_value *items;
    int32_t count;
    int32_t *table; /* by hash of operation and operands; 0 is empty, otherwise the number + 1 */
    uint32_t table_mask;
    kdi_operand root;
} kdi_expr_values;

/* From a subtree given by its nodes (the last is the root); false without memory. */
bool kdi_expr_values_make(kdi_expr_values *values, kdi_arena *arena, const kdi_expr_node *nodes, int count);

static inline kdi_expr_value *kdi_value_of(const kdi_expr_values *values, kdi_operand operand)
{
    return &values->items[operand >> 2];
}

#endif
