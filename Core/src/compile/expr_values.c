/* The values of an expression: equal ones are found by hash, and steps with a cheaper equal are replaced. Every
 * replacement here keeps the bits, or (powers) is part of what the language promises. */
#include "compile/expr_values.h"

#include <string.h>

static uint32_t values_hash(const kdi_expr_value *value)
{
    uint32_t bits, hash = value->op * UINT32_C(0x9E3779B1) + (uint32_t)value->input;
    memcpy(&bits, &value->constant, sizeof bits);
    hash = (hash ^ bits) * UINT32_C(0x85EBCA6B);
    for (int i = 0; i < value->operand_count; i++)
        hash = (hash ^ (uint32_t)value->operands[i]) * UINT32_C(0xC2B2AE35) + (hash >> 15);
    return hash ^ (hash >> 16);
}

static bool values_equal(const kdi_expr_value *a, const kdi_expr_value *b)
{
    return a->op == b->op && a->input == b->input && memcmp(&a->constant, &b->constant, sizeof a->constant) == 0 &&
           memcmp(a->operands, b->operands, a->operand_count * sizeof a->operands[0]) == 0;
}

/* The operand for this value, an earlier one where there is an equal. The table is never full: see values_room. */
static kdi_operand values_add(kdi_expr_values *values, const kdi_expr_value *value)
{
    uint32_t slot = values_hash(value) & values->table_mask;
    while (values->table[slot] != 0) {
        int32_t found = values->table[slot] - 1;
        if (values_equal(&values->items[found], value))
            return found * 4;
        slot = (slot + 1) & values->table_mask;
    }
    values->items[values->count] = *value;
    values->table[slot] = ++values->count;
    return (values->count - 1) * 4;
}

static kdi_operand values_constant(kdi_expr_values *values, float constant)
{
    kdi_expr_value value = {0};
    value.op = KDI_VALUE_CONSTANT;
    value.width = 1;
    value.constant = constant;
    return values_add(values, &value);
}

static kdi_operand values_op(kdi_expr_values *values, kdi_expr_op op, const kdi_operand *operands)
{
    kdi_expr_value value = {0};
    const char *shape = kdi_expr_op_table[op].shape;
    value.op = (uint16_t)op;
    value.width = (uint8_t)kdi_expr_shape_width(shape[0]);
    value.operand_count = (uint8_t)(strlen(shape) - 1);
    memcpy(value.operands, operands, value.operand_count * sizeof operands[0]);
    return values_add(values, &value);
}

static kdi_operand values_op2(kdi_expr_values *values, kdi_expr_op op, kdi_operand a, kdi_operand b)
{
    kdi_operand operands[2] = {a, b};
    return values_op(values, op, operands);
}

static bool values_is_constant(const kdi_expr_values *values, kdi_operand operand, float *constant)
{
    const kdi_expr_value *value = kdi_value_of(values, operand);
    *constant = value->constant;
    return value->op == KDI_VALUE_CONSTANT;
}

/* -x * c = x * -c, x * 1 = x. */
static kdi_operand values_mul(kdi_expr_values *values, kdi_operand a, kdi_operand b)
{
    float c;
    if (values_is_constant(values, a, &c)) {
        kdi_operand swap = a;
        a = b;
        b = swap;
    }
    if (values_is_constant(values, b, &c)) {
        const kdi_expr_value *value = kdi_value_of(values, a);
        if (value->op == KDI_EXPR_NEG)
            return values_mul(values, value->operands[0], values_constant(values, -c));
        if (c == 1.0f)
            return a;
    }
    return values_op2(values, KDI_EXPR_MUL, a, b);
}

/* -(x * c) = x * -c. */
static kdi_operand values_neg(kdi_expr_values *values, kdi_operand a)
{
    const kdi_expr_value *value = kdi_value_of(values, a);
    float c;
    if (value->op == KDI_EXPR_MUL && values_is_constant(values, value->operands[1], &c))
        return values_mul(values, value->operands[0], values_constant(values, -c));
    return values_op(values, KDI_EXPR_NEG, &a);
}

/* x / 2^n = x * 2^-n, both exact. */
static kdi_operand values_div(kdi_expr_values *values, kdi_operand a, kdi_operand b)
{
    float c;
    if (values_is_constant(values, b, &c)) {
        uint32_t bits;
        memcpy(&bits, &c, sizeof bits);
        uint32_t exponent = (bits >> 23) & 0xFF;
        if ((bits & UINT32_C(0x7FFFFF)) == 0 && exponent > 1 && exponent < 253)
            return values_mul(values, a, values_constant(values, 1.0f / c));
    }
    return values_op2(values, KDI_EXPR_DIV, a, b);
}

/* Small whole powers are products; the square root is a power that has a function of its own. */
static kdi_operand values_pow(kdi_expr_values *values, kdi_operand a, kdi_operand b)
{
    float c;
    if (values_is_constant(values, b, &c)) {
        if (c == 1.0f)
            return a;
        if (c == 0.5f)
            return values_op(values, KDI_EXPR_SQRT, &a);
        kdi_operand square = c == 2.0f || c == 3.0f || c == 4.0f ? values_op2(values, KDI_EXPR_MUL, a, a) : 0;
        if (c == 2.0f)
            return square;
        if (c == 3.0f)
            return values_op2(values, KDI_EXPR_MUL, square, a);
        if (c == 4.0f)
            return values_op2(values, KDI_EXPR_MUL, square, square);
    }
    return values_op2(values, KDI_EXPR_POW, a, b);
}

static kdi_operand values_part(kdi_expr_values *values, kdi_operand a, int part)
{
    const kdi_expr_value *value = kdi_value_of(values, a);
    if (value->op == KDI_EXPR_GATHER3 || value->op == KDI_EXPR_GATHER4)
        return value->operands[part];
    return a + part;
}

static kdi_operand values_from_row(kdi_expr_values *values, int row, const kdi_operand *o)
{
    float c;
    switch (row) {
    case KDI_ROW_MUL:
        return values_mul(values, o[0], o[1]);
    case KDI_ROW_MUL_SV:
        return values_op2(values, KDI_EXPR_VSCALE, o[1], o[0]);
    case KDI_ROW_NEG:
        return values_neg(values, o[0]);
    case KDI_ROW_SUB: /* x - c = x + -c */
        if (values_is_constant(values, o[1], &c))
            return values_op2(values, KDI_EXPR_ADD, o[0], values_constant(values, -c));
        return values_op2(values, KDI_EXPR_SUB, o[0], o[1]);
    case KDI_ROW_DIV:
        return values_div(values, o[0], o[1]);
    case KDI_ROW_POW:
        return values_pow(values, o[0], o[1]);
    case KDI_ROW_GT:
        return values_op2(values, KDI_EXPR_LT, o[1], o[0]);
    case KDI_ROW_GE:
        return values_op2(values, KDI_EXPR_LE, o[1], o[0]);
    case KDI_ROW_DEG:
        return values_mul(values, o[0], values_constant(values, 57.2957795f));
    case KDI_ROW_RAD:
        return values_mul(values, o[0], values_constant(values, 0.0174532925f));
    case KDI_ROW_X_V:
    case KDI_ROW_X_Q:
        return values_part(values, o[0], 0);
    case KDI_ROW_Y_V:
    case KDI_ROW_Y_Q:
        return values_part(values, o[0], 1);
    case KDI_ROW_Z_V:
    case KDI_ROW_Z_Q:
        return values_part(values, o[0], 2);
    case KDI_ROW_W_Q:
        return values_part(values, o[0], 3);
    default:
        return values_op(values, (kdi_expr_op)kdi_expr_rows[row].instruction, o);
    }
}

/* A node makes at most two values more than constants of its own: three for each are enough for all. */
static bool values_room(kdi_expr_values *values, int nodes)
{
    uint32_t slots = 16;
    while (slots < (uint32_t)nodes * 6)
        slots *= 2;
    values->table_mask = slots - 1;
    values->table = KDI_ARENA_PUSH(values->arena, int32_t, slots);
    values->items = KDI_ARENA_PUSH(values->arena, kdi_expr_value, (size_t)nodes * 3);
    return values->table && values->items;
}

static void values_count_uses(kdi_expr_values *values)
{
    kdi_value_of(values, values->root)->uses = 1;
    for (int32_t i = values->count - 1; i >= 0; i--) {
        const kdi_expr_value *value = &values->items[i];
        for (int k = 0; value->uses > 0 && k < value->operand_count; k++)
            kdi_value_of(values, value->operands[k])->uses++;
    }
}

bool kdi_expr_values_make(kdi_expr_values *values, kdi_arena *arena, const kdi_expr_node *nodes, int count)
{
    kdi_operand stack[KD_EXPR_STACK_MAX + 1];
    int height = 0;
    memset(values, 0, sizeof *values);
    values->arena = arena;
    if (!values_room(values, count))
        return false;
    for (int i = 0; i < count; i++) {
        const kdi_expr_node *node = &nodes[i];
        if (node->row == KDI_ROW_PUSH) {
            stack[height++] = values_constant(values, node->value);
        } else if (node->row == KDI_ROW_VAR) {
            kdi_expr_value value = {0};
            value.op = KDI_VALUE_INPUT;
            value.width = (uint8_t)kd_expr_type_width((kd_expr_type)node->type);
            value.input = node->input;
            stack[height++] = values_add(values, &value);
        } else {
            height -= kdi_expr_row_arity(node->row);
            stack[height] = values_from_row(values, node->row, stack + height);
            height++;
        }
    }
    values->root = stack[0];
    values_count_uses(values);
    return true;
}
