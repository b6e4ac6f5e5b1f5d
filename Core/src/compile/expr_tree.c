/* The typed tree: nodes, overloads, types. */
#include "compile/expr_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char TREE_LETTERS[] = "svq?";

const char *kd_expr_type_name(kd_expr_type type)
{
    static const char *const names[] = {"float", "vec3", "quat", "unknown"};
    return names[type];
}

const char *kdi_expr_letter_name(char letter)
{
    return kd_expr_type_name((kd_expr_type)(strchr(TREE_LETTERS, letter) - TREE_LETTERS));
}

kdi_place kdi_expr_tree_place(const kdi_expr_tree *tree, int place)
{
    kdi_place found = {tree->desc->line, tree->desc->column, NULL};
    if (!tree->source) {
        found.column += place;
        return found;
    }
    for (int i = 0; i < place && (size_t)i < tree->length; i++) {
        found.column++;
        if (tree->source[i] == '\n') {
            found.line++;
            found.column = 1;
        }
    }
    return found;
}

static void tree_report(kdi_expr_tree *tree, kd_severity severity, kd_result code, int place, const char *format,
                        va_list arguments)
{
    char text[KD_ERROR_TEXT_SIZE * 2];
    vsnprintf(text, sizeof text, format, arguments);
    kdi_place at = kdi_expr_tree_place(tree, place);
    kdi_report(tree->findings, severity, code, &at, "%s", text);
}

bool kdi_expr_fail(kdi_expr_tree *tree, kd_result code, int place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tree_report(tree, KD_SEVERITY_ERROR, code, place, format, arguments);
    va_end(arguments);
    if (tree->result == KD_OK)
        tree->result = code;
    return false;
}

void kdi_expr_warn(kdi_expr_tree *tree, kd_result code, int place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tree_report(tree, KD_SEVERITY_WARNING, code, place, format, arguments);
    va_end(arguments);
}

static kdi_expr_node *tree_add(kdi_expr_tree *tree, int operands, int place)
{
    if (tree->count >= KD_EXPR_OPS_MAX) {
        kdi_expr_fail(tree, KD_LIMIT, place, "the expression has more than %d steps; share it between two nodes",
                      KD_EXPR_OPS_MAX);
        return NULL;
    }
    if (tree->height - operands >= KD_EXPR_STACK_MAX) {
        kdi_expr_fail(tree, KD_LIMIT, place,
                      "more than %d values wait for their operator; share the expression between "
                      "two nodes",
                      KD_EXPR_STACK_MAX);
        return NULL;
    }
    kdi_expr_node *nodes =
        (kdi_expr_node *)kdi_arena_grow(tree->arena, tree->nodes, (size_t)tree->count, sizeof *nodes);
    if (!nodes) {
        kdi_expr_fail(tree, KD_OUT_OF_MEMORY, place, "out of memory");
        return NULL;
    }
    tree->nodes = nodes;
    kdi_expr_node *node = &nodes[tree->count];
    memset(node, 0, sizeof *node);
    node->place = place;
    tree->height -= operands;
    node->start = operands > 0 ? nodes[tree->stack[tree->height]].start : tree->count;
    tree->stack[tree->height++] = tree->count++;
    return node;
}

bool kdi_expr_tree_push(kdi_expr_tree *tree, float value, int place)
{
    kdi_expr_node *node = tree_add(tree, 0, place);
    if (!node)
        return false;
    node->row = KDI_ROW_PUSH;
    node->type = KD_EXPR_FLOAT;
    node->value = value;
    return true;
}

bool kdi_expr_tree_unknown(kdi_expr_tree *tree, int place)
{
    kdi_expr_node *node = tree_add(tree, 0, place);
    if (!node)
        return false;
    node->row = KDI_ROW_PUSH;
    node->type = KDI_EXPR_UNKNOWN;
    return true;
}

bool kdi_expr_tree_var(kdi_expr_tree *tree, int input, int place)
{
    const kd_expr_desc *desc = tree->desc;
    bool listed = input < desc->input_count;
    if (!listed && (!desc->open_inputs || input >= KD_EXPR_INPUTS_MAX)) {
        if (desc->open_inputs)
            return kdi_expr_fail(tree, KD_LIMIT, place, "x%d is beyond the last possible input, x%d", input,
                                 KD_EXPR_INPUTS_MAX - 1);
        kdi_expr_fail(tree, KD_INDEX, place, "there is no input %d; the expression has %d, counted from 0", input,
                      desc->input_count);
        return kdi_expr_tree_unknown(tree, place);
    }
    kdi_expr_node *node = tree_add(tree, 0, place);
    if (!node)
        return false;
    node->row = KDI_ROW_VAR;
    node->input = input;
    node->type = (uint8_t)(listed ? desc->inputs[input].type : KD_EXPR_FLOAT);
    node->degrees = listed && desc->inputs[input].is_angle;
    if (tree->input_count <= input)
        tree->input_count = input + 1;
    return true;
}

/* The operand number k of the `operands` on top. */
static kdi_expr_node *tree_operand(const kdi_expr_tree *tree, int operands, int k)
{
    return &tree->nodes[tree->stack[tree->height - operands + k]];
}

static bool tree_fits(const kdi_expr_tree *tree, int row, int operands)
{
    if (kdi_expr_row_arity(row) != operands)
        return false;
    for (int k = 0; k < operands; k++) {
        int type = tree_operand(tree, operands, k)->type;
        if (type != KDI_EXPR_UNKNOWN && TREE_LETTERS[type] != kdi_expr_rows[row].operands[k])
            return false;
    }
    return true;
}

/* Writes "(float, vec3)"; returns the new end. */
static size_t tree_show_types(char *text, size_t size, size_t used, const char *letters, int count)
{
    for (int k = 0; k < count && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", k ? ", " : "(", kdi_expr_letter_name(letters[k]));
    if (used < size)
        used += (size_t)snprintf(text + used, size - used, count ? ")" : "()");
    return used < size ? used : size;
}

static bool tree_refuse(kdi_expr_tree *tree, int row, int operands, const char *shown, int place)
{
    char wanted[200] = "", given[64] = "", letters[KD_EXPR_STACK_MAX + 1];
    size_t used = 0;
    bool count_fits = false;
    for (int i = row; kdi_expr_row_same(row, i) && used < sizeof wanted; i++) {
        if (i > row)
            used += (size_t)snprintf(wanted + used, sizeof wanted - used, " or ");
        used = tree_show_types(wanted, sizeof wanted, used, kdi_expr_rows[i].operands, kdi_expr_row_arity(i));
        count_fits |= kdi_expr_row_arity(i) == operands;
    }
    for (int k = 0; k < operands; k++)
        letters[k] = TREE_LETTERS[tree_operand(tree, operands, k)->type];
    tree_show_types(given, sizeof given, 0, letters, operands < 8 ? operands : 8);
    if (!count_fits)
        kdi_expr_fail(tree, KD_TYPE_MISMATCH, place, "%s takes %d argument%s, %s, not %d", shown,
                      kdi_expr_row_arity(row), kdi_expr_row_arity(row) == 1 ? "" : "s", wanted, operands);
    else
        kdi_expr_fail(tree, KD_TYPE_MISMATCH, place, "%s takes %s, not %s", shown, wanted, given);
    tree->height -= operands;
    return kdi_expr_tree_unknown(tree, place);
}

/* Sums and limits of angles are angles; anything else is taken for converted. */
static bool tree_keeps_degrees(const kdi_expr_tree *tree, int row, int operands)
{
    switch (row) {
    case KDI_ROW_NEG:
    case KDI_ROW_ADD:
    case KDI_ROW_SUB:
    case KDI_ROW_ABS:
    case KDI_ROW_MIN:
    case KDI_ROW_MAX:
    case KDI_ROW_CLAMP:
    case KDI_ROW_MOD:
        return tree_operand(tree, operands, 0)->degrees || (operands == 2 && tree_operand(tree, operands, 1)->degrees);
    default:
        return false;
    }
}

static void tree_warn_degrees(kdi_expr_tree *tree, int row, int place)
{
    if ((row == KDI_ROW_SIN || row == KDI_ROW_COS || row == KDI_ROW_TAN) && tree_operand(tree, 1, 0)->degrees)
        kdi_expr_warn(tree, KD_VALUE, place, "%s takes radians, but this angle arrives in degrees; write %s(rad(...))",
                      kdi_expr_rows[row].name, kdi_expr_rows[row].name);
}

bool kdi_expr_tree_op(kdi_expr_tree *tree, int row, int operands, const char *shown, int place)
{
    if (operands > tree->height)
        return kdi_expr_fail(tree, KD_SYNTAX, place, "%s needs %d value%s, but only %d %s there", shown, operands,
                             operands == 1 ? "" : "s", tree->height, tree->height == 1 ? "is" : "are");
    int found = row;
    while (kdi_expr_row_same(row, found) && !tree_fits(tree, found, operands))
        found++;
    if (!kdi_expr_row_same(row, found))
        return tree_refuse(tree, row, operands, shown, place);
    bool unknown = false;
    for (int k = 0; k < operands; k++)
        unknown |= tree_operand(tree, operands, k)->type == KDI_EXPR_UNKNOWN;
    bool degrees = tree_keeps_degrees(tree, found, operands);
    tree_warn_degrees(tree, found, place);
    kdi_expr_node *node = tree_add(tree, operands, place);
    if (!node)
        return false;
    node->row = (uint8_t)found;
    node->degrees = degrees;
    node->type =
        unknown ? KDI_EXPR_UNKNOWN : (uint8_t)(strchr(TREE_LETTERS, kdi_expr_rows[found].result) - TREE_LETTERS);
    return true;
}

bool kdi_expr_tree_finish(kdi_expr_tree *tree)
{
    if (tree->result != KD_OK)
        return false;
    if (tree->height != 1)
        return kdi_expr_fail(tree, KD_SYNTAX, (int)tree->length, "an expression leaves one value, this one leaves %d",
                             tree->height);
    if (tree->input_count < tree->desc->input_count)
        tree->input_count = tree->desc->input_count;
    const kdi_expr_node *root = &tree->nodes[tree->count - 1];
    int wanted = tree->desc->result_type;
    if (wanted >= 0 && root->type != wanted)
        return kdi_expr_fail(tree, KD_TYPE_MISMATCH, root->place,
                             "the expression gives a %s, but a %s is wanted here%s",
                             kd_expr_type_name((kd_expr_type)root->type), kd_expr_type_name((kd_expr_type)wanted),
                             wanted == KD_EXPR_FLOAT ? "; take a part with .x, .y or .z" : "");
    return true;
}
