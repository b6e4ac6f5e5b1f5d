/* The inputs of an expression as typed: values for the commands that run it, types for those that do not. */
#ifndef CLI_EXPR_VALUES_H
#define CLI_EXPR_VALUES_H

#include "call.h"

#include <kinedriver/expr.h>

typedef struct cli_expr_values {
    kd_expr_input *inputs;
    int count;
    float *numbers; /* all values in a row, each with the width of its type */
    char *names;    /* what the inputs' names point into */
} cli_expr_values;

/* Reads the call's arguments from the place `first` on: "2", "1,0,0", "elbow=30", "v=1,0,0". On CLI_WRONG_USE the
 * reason has been printed. */
cli_exit cli_expr_values_read(const cli_call *call, int first, cli_expr_values *values);

/* Reads them as types: "vec3", "v:vec3". */
cli_exit cli_expr_types_read(const cli_call *call, int first, cli_expr_values *values);

void cli_expr_values_free(cli_expr_values *values);

#endif
