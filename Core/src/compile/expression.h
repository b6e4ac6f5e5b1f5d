/* What an expression keeps. */
#ifndef KDI_COMPILE_EXPRESSION_H
#define KDI_COMPILE_EXPRESSION_H

#include "compile/expr_lexer.h"
#include "compile/expr_tree.h"

struct kd_expression {
    kdi_arena arena; /* of all that follows, and of this */
    kd_expr_desc desc;
    const char *source;     /* or text form; NULL for byte code */
    kdi_expr_token *tokens; /* NULL if not compiled from a source */
    int token_count;
    kdi_expr_tree tree;
    uint8_t *input_types; /* kd_expr_type */
    uint32_t *words;
    size_t word_count;
};

#endif
