/* From chosen instructions to a block of code: constants and registers get their places. */
#ifndef KDI_COMPILE_EXPR_EMIT_H
#define KDI_COMPILE_EXPR_EMIT_H

#include "compile/expr_values.h"

typedef struct kdi_expr_emit_desc {
    kd_expr_lower_desc places;
    const uint8_t *input_types;
    int input_count;
    kd_expr_type type;
    bool raw; /* end with the value as it is, for folding; such code is not for kd_expr_code_open */
} kdi_expr_emit_desc;

/* The block, in the arena of values; NULL without memory or (*too_large) without registers. */
kd_expr_code *kdi_expr_emit(kdi_expr_values *values, const kdi_expr_emit_desc *desc, bool *too_large);

#endif
