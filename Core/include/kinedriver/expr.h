/* Expressions as authors write them: compiled, checked, kept in their text form, shown step by step, and lowered to the
 * code that expr_eval.h evaluates. The language is described in Core/docs/expressions.md. */
#ifndef KINEDRIVER_EXPR_H
#define KINEDRIVER_EXPR_H

#include "kinedriver/allocator.h"
#include "kinedriver/buffer.h"
#include "kinedriver/expr_eval.h"
#include "kinedriver/findings.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KD_EXPR_SOURCE_MAX = 65536, /* bytes of a source or text form */
    KD_EXPR_OPS_MAX = 1024,     /* steps of the byte code */
    KD_EXPR_STACK_MAX = 64,     /* values that wait for their operator, and parentheses inside each other */
    KD_EXPR_INPUTS_MAX = 1024
};

typedef struct kd_expr_input {
    const char *name; /* in the expression, beside x0, x1 ...; NULL: none */
    kd_expr_type type;
    bool is_angle; /* arrives in degrees: sin(x0) without rad() gets a warning */
} kd_expr_input;

typedef struct kd_expr_desc {
    const kd_expr_input *inputs;
    int input_count;
    bool open_inputs; /* x0, x1 ... beyond the list are floats, as many as the expression uses */
    int result_type;  /* kd_expr_type that is wanted; -1: any */
    int line, column; /* where the source begins in its file, for findings; 1-based */
    kd_allocator allocator;
} kd_expr_desc;

/* Open inputs, any result, line 1 and column 1, the default allocator. */
kd_expr_desc kd_expr_desc_default(void);

/* A checked expression: its byte code and types. Never changes; free from any thread. */
typedef struct kd_expression kd_expression;

/* From the source. Problems go to findings with their place, all that can be told at once; *expression is NULL then. */
kd_result kd_expression_compile(const char *source, size_t length, const kd_expr_desc *desc, kd_expression **expression,
                                kd_findings *findings);

/* From the text form ("var 0; push 3; op add;") or from byte code. Nothing about them is trusted. */
kd_result kd_expression_read(const char *text, size_t length, const kd_expr_desc *desc, kd_expression **expression,
                             kd_findings *findings);
kd_result kd_expression_open(const uint32_t *words, size_t count, const kd_expr_desc *desc, kd_expression **expression,
                             kd_findings *findings);
void kd_expression_free(kd_expression *expression); /* NULL is fine */

kd_expr_type kd_expression_type(const kd_expression *expression);
int kd_expression_input_count(const kd_expression *expression); /* with those that open_inputs has added */
const char *kd_expr_type_name(kd_expr_type type);               /* "float", "vec3", "quat" */

/* The byte code: postfix steps, a word each, a pushed number with its bits in a second word. Lives with the expression.
 */
const uint32_t *kd_expression_bytecode(const kd_expression *expression, size_t *count);

/* Appends the text form, in one line. Reading it back gives the same byte code. */
kd_result kd_expression_write(const kd_expression *expression, kd_buffer *text);

/* Where the code finds its registers. By default (NULL) the inputs come first, in order, then constants and temporary
 * values. A rig gives the places in its own register file instead, so that nothing is copied. */
typedef struct kd_expr_lower_desc {
    const int32_t *input_registers; /* one for each input; NULL: from 0 on */
    int32_t first_register;         /* constants and temporary values begin here */
    int32_t result_register;        /* -1: among the temporary ones */
} kd_expr_lower_desc;

/* Appends the code as one block, a multiple of 4 bytes; pass it to kd_expr_code_open. */
kd_result kd_expression_lower(const kd_expression *expression, const kd_expr_lower_desc *desc, kd_buffer *code);

/* Appends what happens to an expression as lines of text: tokens, tree, byte code, lowered code. */
kd_result kd_expression_explain(const kd_expression *expression, kd_buffer *text);

/* Appends the lowered code as a list, an instruction a line. */
kd_result kd_expr_code_list(const kd_expr_code *code, kd_buffer *text);

#ifdef __cplusplus
}
#endif
#endif
