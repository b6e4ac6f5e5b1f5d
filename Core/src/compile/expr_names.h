/* Names in an expression: inputs, constants, functions, and what a misspelt one was meant to be. */
#ifndef KDI_COMPILE_EXPR_NAMES_H
#define KDI_COMPILE_EXPR_NAMES_H

#include "compile/expr_tree.h"
#include "text/suggest.h"

/* The input of this name or of the form x12; -1 if it is none. A form that is too large is an input no one has. */
int kdi_expr_input_find(const kd_expr_desc *desc, const char *name, int length);

/* A constant of the language; false if there is none. */
bool kdi_expr_constant_find(const char *name, int length, float *value);

/* "; did you mean 'sin'?" for a misspelt name, or "" if no known one is near. Both return text. */
const char *kdi_expr_suggest_function(const char *name, int length, char text[KDI_SUGGEST_TEXT_SIZE]);
const char *kdi_expr_suggest_input(const kd_expr_desc *desc, const char *name, int length,
                                   char text[KDI_SUGGEST_TEXT_SIZE]);

#endif
