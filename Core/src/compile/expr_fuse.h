/* Chooses the instructions: values that are used once, by a value that can do their work along with its own, lose their
 * instruction to it. */
#ifndef KDI_COMPILE_EXPR_FUSE_H
#define KDI_COMPILE_EXPR_FUSE_H

#include "compile/expr_values.h"

/* Sets fused_op, fused and fused_count of every value that needs an instruction; false without memory. */
bool kdi_expr_fuse(kdi_expr_values *values);

#endif
