/* The typed tree of an expression, as a row of nodes in postfix order: the operands of a node stand before it, the last
 * one right before it. So the row is tree and byte code at once. Parser, text form and byte code all build it here, one
 * node at a time, and here every type is checked. */
#ifndef KDI_COMPILE_EXPR_TREE_H
#define KDI_COMPILE_EXPR_TREE_H

#include "base/arena.h"
#include "compile/expr_rows.h"
#include "kinedriver/expr.h"
#include "text/findings.h"

/* A value whose mistake has been reported already: fits everywhere. */
enum { KDI_EXPR_UNKNOWN = KD_EXPR_QUAT + 1 };

typedef struct kdi_expr_node {
    uint8_t row;   /* kdi_expr_row_id */
    uint8_t type;  /* kd_expr_type, or unknown */
    bool degrees;  /* an angle as it came in */
    int32_t start; /* first node of the subtree that ends here */
    int32_t place; /* byte offset in the source */
    int32_t input; /* of VAR */
    float value;   /* of PUSH */
} kdi_expr_node;

typedef struct kdi_expr_tree {
    kdi_arena *arena;
    const kd_expr_desc *desc;
    kd_findings *findings;
    const char *source; /* what places point into; NULL for byte code */
    size_t length;
    kd_result result; /* the first error */
    kdi_expr_node *nodes;
    int count;
    int input_count;
    int height;
    int32_t stack[KD_EXPR_STACK_MAX]; /* the nodes that wait for an operator */
} kdi_expr_tree;

/* Adds a node for what stands at `place`. False after an error that makes going on useless. */
bool kdi_expr_tree_var(kdi_expr_tree *tree, int input, int place);
bool kdi_expr_tree_push(kdi_expr_tree *tree, float value, int place);
bool kdi_expr_tree_unknown(kdi_expr_tree *tree, int place);

/* Takes `operands` values; row is the first overload. `shown` is the operation as the author wrote it. */
bool kdi_expr_tree_op(kdi_expr_tree *tree, int row, int operands, const char *shown, int place);

/* Checks that exactly one value is left, of the wanted type. */
bool kdi_expr_tree_finish(kdi_expr_tree *tree);

/* The place of a byte offset, for findings. */
kdi_place kdi_expr_tree_place(const kdi_expr_tree *tree, int place);

/* Reports an error, and keeps its code as the tree's result if it is the first. Returns false. */
bool kdi_expr_fail(kdi_expr_tree *tree, kd_result code, int place, const char *format, ...) KDI_PRINTF(4, 5);
void kdi_expr_warn(kdi_expr_tree *tree, kd_result code, int place, const char *format, ...) KDI_PRINTF(4, 5);

/* "float", "vec3", "quat" for a letter of the rows. */
const char *kdi_expr_letter_name(char letter);

#endif
