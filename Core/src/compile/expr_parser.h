/* From tokens to the typed tree. */
#ifndef KDI_COMPILE_EXPR_PARSER_H
#define KDI_COMPILE_EXPR_PARSER_H

#include "compile/expr_lexer.h"

/* Builds the tree of tree->source; false after an error. Does not finish the tree. */
bool kdi_expr_parse(kdi_expr_tree *tree, const kdi_expr_token *tokens);

#endif
