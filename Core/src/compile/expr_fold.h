/* Constant folding: parts of the tree without inputs become the numbers that they are. */
#ifndef KDI_COMPILE_EXPR_FOLD_H
#define KDI_COMPILE_EXPR_FOLD_H

#include "compile/expr_tree.h"

/* Replaces tree->nodes. A part whose value is not finite stays as it is, and so does a vector of plain numbers. The
 * numbers come from the evaluator itself. False without memory. */
bool kdi_expr_fold(kdi_expr_tree *tree);

#endif
