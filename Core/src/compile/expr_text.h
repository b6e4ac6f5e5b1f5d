/* The byte code of an expression, as words and as text. */
#ifndef KDI_COMPILE_EXPR_TEXT_H
#define KDI_COMPILE_EXPR_TEXT_H

#include "compile/expr_tree.h"

/* Build the tree from the text form (tree->source) or from words; false after an error. Do not finish the tree. */
bool kdi_expr_read_text(kdi_expr_tree *tree);
bool kdi_expr_read_words(kdi_expr_tree *tree, const uint32_t *words, size_t count);

/* The words of a tree, in its arena; NULL without memory. */
uint32_t *kdi_expr_make_words(kdi_expr_tree *tree, size_t *count);

/* Appends "push 3;" or the like, without the blank after it. */
kd_result kdi_expr_write_step(const kdi_expr_node *node, kd_buffer *text);

#endif
