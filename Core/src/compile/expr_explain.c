/* An expression shown step by step, and its code as a list: what `expr explain` prints. */
#include "compile/expression.h"

#include "compile/expr_text.h"
#include "program/expr_code.h"
#include "text/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that grows; remembers the first failure. */
typedef struct explain_out {
    kd_buffer *text;
    kd_result result;
} explain_out;

static void explain_print(explain_out *out, const char *format, ...) KDI_PRINTF(2, 3);

static void explain_print(explain_out *out, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (out->result == KD_OK && length > 0)
        out->result =
            kd_buffer_append(out->text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

static void explain_tokens(explain_out *out, const kd_expression *expression)
{
    explain_print(out, "tokens\n ");
    for (int i = 0; i + 1 < expression->token_count; i++)
        explain_print(out, " %.*s", (int)expression->tokens[i].length < 200 ? (int)expression->tokens[i].length : 200,
                      expression->source + expression->tokens[i].place);
    explain_print(out, "\n");
}

/* A node and its operands, the first operand first, each level indented. */
static void explain_tree(explain_out *out, const kdi_expr_tree *tree, int root, int depth)
{
    const kdi_expr_node *node = &tree->nodes[root];
    int operands[5], count = 0;
    char number[KDI_NUMBER_SIZE];
    kdi_number_format_float(node->value, number);
    explain_print(out, "%*s", 2 + 2 * depth, "");
    if (node->row == KDI_ROW_VAR)
        explain_print(out, "x%d", (int)node->input);
    else if (node->row == KDI_ROW_PUSH)
        explain_print(out, "%s", number);
    else
        explain_print(out, "%s", kdi_expr_rows[node->row].name);
    explain_print(out, " : %s\n", kd_expr_type_name((kd_expr_type)node->type));
    for (int k = root - 1; k >= node->start && count < 5; k = tree->nodes[k].start - 1)
        operands[count++] = k;
    while (count > 0)
        explain_tree(out, tree, operands[--count], depth + 1);
}

static void explain_steps(explain_out *out, const kdi_expr_tree *tree)
{
    explain_print(out, "byte code\n");
    for (int i = 0; i < tree->count && out->result == KD_OK; i++) {
        explain_print(out, "  ");
        out->result = kdi_expr_write_step(&tree->nodes[i], out->text);
        explain_print(out, "\n");
    }
}

static void explain_instruction(explain_out *out, const kd_expr_code *code, const uint16_t *at, int units)
{
    explain_print(out, "  %s", kdi_expr_op_table[at[0]].name);
    const char *shape = kdi_expr_op_table[at[0]].shape;
    bool many = shape[0] != 0 && shape[1] == '*';
    for (int i = 1; i < units; i++) {
        if (many && i == 2)
            continue;
        uint32_t reg = at[i], constant = reg - code->constant_register;
        char number[KDI_NUMBER_SIZE];
        if (i > 1 && reg >= code->constant_register && constant < code->constant_count) {
            bool scalar = many || shape[i - 1] == 's';
            kdi_number_format_float(kdi_expr_constants(code)[constant], number);
            explain_print(out, scalar ? ", %s" : ", (%s ...)", number);
        } else {
            explain_print(out, "%s r%u", i > 1 ? "," : "", (unsigned)reg);
        }
    }
    explain_print(out, "\n");
}

kd_result kd_expr_code_list(const kd_expr_code *code, kd_buffer *text)
{
    explain_out out = {text, KD_OK};
    const uint16_t *at = kdi_expr_units(code);
    for (int i = 0; i < kd_expr_input_count(code); i++)
        explain_print(&out, "  r%d = x%d : %s\n", kd_expr_input_register(code, i), i,
                      kd_expr_type_name(kd_expr_input_type(code, i)));
    for (uint32_t left = code->unit_count; left > 0;) {
        int units = kdi_expr_op_units(at, left);
        explain_instruction(&out, code, at, units);
        at += units;
        left -= (uint32_t)units;
    }
    return out.result;
}

static kd_result explain_lowered(explain_out *out, const kd_expression *expression)
{
    kd_buffer block = kd_buffer_make(&expression->arena.allocator);
    kd_result result = kd_expression_lower(expression, NULL, &block);
    if (result == KD_OK) {
        explain_print(out, "lowered code\n");
        result = kd_expr_code_list((const kd_expr_code *)(const void *)block.data, out->text);
    }
    kd_buffer_free(&block);
    return result;
}

kd_result kd_expression_explain(const kd_expression *expression, kd_buffer *text)
{
    explain_out out = {text, KD_OK};
    if (expression->tokens)
        explain_tokens(&out, expression);
    explain_print(&out, "tree\n");
    explain_tree(&out, &expression->tree, expression->tree.count - 1, 0);
    explain_steps(&out, &expression->tree);
    kd_result result = explain_lowered(&out, expression);
    return out.result != KD_OK ? out.result : result;
}
