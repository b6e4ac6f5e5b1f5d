/* Names in an expression: inputs, constants, functions, and what a misspelt one was meant to be. */
#ifndef KDI_COMPILE_EXPR_NAMES_H
#define KDI_COMPILE_EXPR_NAMES_H

#include "compile/expr_tree.h"

/* The input of this name or of the form x12; -1 if it is none. A form that is too large is an input no one has. */
int kdi_expr_input_find(const kd_expr_desc *desc, const char *name, int length);

/* A constant of the language; false if there is none. */
bool kdi_expr_constant_find(const char *name, int length, float *value);

/* The known name nearest to a misspelt one, NULL if none is near. functions: look among them too. */
const char *kdi_expr_name_guess(const kd_expr_desc *desc, const char *name, int length, bool functions);

#endif
