/* Fusing. Each pattern is the same operations in the same order, with the same roundings, as the values it replaces. */
#include "compile/expr_fuse.h"

#include "program/expr_code.h"

#include <string.h>

typedef struct fuse_choice {
    kdi_expr_values *values;
    uint16_t op;
    int count;
    kdi_operand operands[KDI_EXPR_POLY_MAX];
} fuse_choice;

/* The value behind an operand, if it is this operation and no one else needs it. */
static const kdi_expr_value *fuse_inner(const fuse_choice *choice, kdi_operand operand, kdi_expr_op op)
{
    const kdi_expr_value *value = kdi_value_of(choice->values, operand);
    return value->op == op && value->uses == 1 ? value : NULL;
}

static void fuse_take(fuse_choice *choice, kdi_expr_op op)
{
    choice->op = (uint16_t)op;
    choice->count = 0;
}

static void fuse_put(fuse_choice *choice, const kdi_operand *operands, int count)
{
    memcpy(choice->operands + choice->count, operands, (size_t)count * sizeof *operands);
    choice->count += count;
}

/* If value is (u * x) + c with inner product, gives u and c for this x. */
static bool fuse_horner_step(const fuse_choice *choice, const kdi_expr_value *value, kdi_operand x, kdi_operand *u,
                             kdi_operand *c)
{
    for (int k = 0; k < 2; k++) {
        const kdi_expr_value *product = fuse_inner(choice, value->operands[k], KDI_EXPR_MUL);
        if (!product || (product->operands[0] != x && product->operands[1] != x))
            continue;
        *u = product->operands[product->operands[1] == x ? 0 : 1];
        *c = value->operands[1 - k];
        return true;
    }
    return false;
}

/* Counts the steps of a polynomial in x that ends with this sum, and collects its parts from the outside in. */
static int fuse_horner(const fuse_choice *choice, const kdi_expr_value *value, kdi_operand x, kdi_operand *parts)
{
    int steps = 0;
    kdi_operand u = 0;
    while (value && steps < KDI_EXPR_POLY_MAX - 2 && fuse_horner_step(choice, value, x, &u, &parts[steps])) {
        steps++;
        value = fuse_inner(choice, u, KDI_EXPR_ADD);
    }
    parts[steps] = u;
    return steps;
}

static bool fuse_poly(fuse_choice *choice, const kdi_expr_value *sum)
{
    kdi_operand parts[KDI_EXPR_POLY_MAX];
    for (int k = 0; k < 4; k++) {
        const kdi_expr_value *product = fuse_inner(choice, sum->operands[k >> 1], KDI_EXPR_MUL);
        if (!product)
            continue;
        kdi_operand x = product->operands[k & 1];
        int steps = fuse_horner(choice, sum, x, parts);
        if (steps < 2)
            continue;
        fuse_take(choice, KDI_EXPR_POLY);
        fuse_put(choice, &x, 1);
        for (int i = steps; i >= 0; i--)
            fuse_put(choice, &parts[i], 1);
        return true;
    }
    return false;
}

/* Sums of two or three products. */
static bool fuse_sum(fuse_choice *choice, const kdi_expr_value *sum, kdi_expr_op op2, kdi_expr_op op3)
{
    const kdi_expr_value *last = fuse_inner(choice, sum->operands[1], KDI_EXPR_MUL);
    const kdi_expr_value *left = fuse_inner(choice, sum->operands[0], KDI_EXPR_ADD);
    const kdi_expr_value *first = fuse_inner(choice, left ? left->operands[0] : sum->operands[0], KDI_EXPR_MUL);
    const kdi_expr_value *second = left ? fuse_inner(choice, left->operands[1], KDI_EXPR_MUL) : first;
    if (!last || !first || !second)
        return false;
    fuse_take(choice, left ? op3 : op2);
    fuse_put(choice, first->operands, 2);
    if (left)
        fuse_put(choice, second->operands, 2);
    fuse_put(choice, last->operands, 2);
    return true;
}

static bool fuse_product_in(fuse_choice *choice, kdi_expr_op op, kdi_operand product, kdi_operand other)
{
    const kdi_expr_value *inner = fuse_inner(choice, product, KDI_EXPR_MUL);
    if (!inner)
        return false;
    fuse_take(choice, op);
    fuse_put(choice, inner->operands, 2);
    fuse_put(choice, &other, 1);
    return true;
}

static bool fuse_add(fuse_choice *choice, const kdi_expr_value *v)
{
    return fuse_poly(choice, v) || fuse_sum(choice, v, KDI_EXPR_SUM2, KDI_EXPR_SUM3) ||
           fuse_product_in(choice, KDI_EXPR_MUL_ADD, v->operands[0], v->operands[1]) ||
           fuse_product_in(choice, KDI_EXPR_MUL_ADD, v->operands[1], v->operands[0]);
}

/* A product takes over a sum, unless that does better by taking over products itself. */
static bool fuse_mul(fuse_choice *choice, const kdi_expr_value *v)
{
    static const uint16_t pairs[][2] = {{KDI_EXPR_ADD, KDI_EXPR_ADD_TIMES},
                                        {KDI_EXPR_SUB, KDI_EXPR_SUB_TIMES},
                                        {KDI_EXPR_MAX, KDI_EXPR_MAX_TIMES},
                                        {KDI_EXPR_MIN, KDI_EXPR_MIN_TIMES}};
    for (int k = 0; k < 8; k++) {
        const kdi_expr_value *inner = fuse_inner(choice, v->operands[k & 1], (kdi_expr_op)pairs[k >> 1][0]);
        if (!inner || (inner->op == KDI_EXPR_ADD && fuse_add(choice, inner) && choice->op != KDI_EXPR_MUL_ADD))
            continue;
        fuse_take(choice, (kdi_expr_op)pairs[k >> 1][1]);
        fuse_put(choice, inner->operands, 2);
        fuse_put(choice, &v->operands[1 - (k & 1)], 1);
        return true;
    }
    return false;
}

static bool fuse_select(fuse_choice *choice, const kdi_expr_value *v)
{
    static const uint16_t pairs[][2] = {
        {KDI_EXPR_LT, KDI_EXPR_SELECT_LT}, {KDI_EXPR_LE, KDI_EXPR_SELECT_LE}, {KDI_EXPR_EQ, KDI_EXPR_SELECT_EQ}};
    for (int k = 0; k < 3; k++) {
        const kdi_expr_value *inner = fuse_inner(choice, v->operands[0], (kdi_expr_op)pairs[k][0]);
        if (!inner)
            continue;
        fuse_take(choice, (kdi_expr_op)pairs[k][1]);
        fuse_put(choice, inner->operands, 2);
        fuse_put(choice, v->operands + 1, 2);
        return true;
    }
    return false;
}

static bool fuse_clamp(fuse_choice *choice, const kdi_expr_value *v)
{
    const kdi_expr_value *inner = fuse_inner(choice, v->operands[0], KDI_EXPR_MUL);
    if (!inner)
        return false;
    fuse_take(choice, KDI_EXPR_TIMES_CLAMP);
    fuse_put(choice, inner->operands, 2);
    fuse_put(choice, v->operands + 1, 2);
    return true;
}

static bool fuse_try(fuse_choice *choice, const kdi_expr_value *v)
{
    const kdi_expr_value *sum;
    switch (v->op) {
    case KDI_EXPR_ADD:
        return fuse_add(choice, v);
    case KDI_EXPR_SUB:
        return fuse_product_in(choice, KDI_EXPR_MUL_SUB, v->operands[0], v->operands[1]) ||
               fuse_product_in(choice, KDI_EXPR_SUB_MUL, v->operands[1], v->operands[0]);
    case KDI_EXPR_MUL:
        return fuse_mul(choice, v);
    case KDI_EXPR_SELECT:
        return fuse_select(choice, v);
    case KDI_EXPR_CLAMP:
        return fuse_clamp(choice, v);
    case KDI_EXPR_SQRT:
        sum = fuse_inner(choice, v->operands[0], KDI_EXPR_ADD);
        return sum && fuse_sum(choice, sum, KDI_EXPR_NORM2, KDI_EXPR_NORM3);
    default:
        return false;
    }
}

bool kdi_expr_fuse(kdi_expr_values *values)
{
    fuse_choice choice;
    choice.values = values;
    /* From the result backwards: those who need a value come before it. */
    kdi_value_of(values, values->root)->needed = true;
    for (int32_t i = values->count - 1; i >= 0; i--) {
        kdi_expr_value *value = &values->items[i];
        if (!value->needed || value->op >= KDI_EXPR_OP_COUNT)
            continue;
        if (!fuse_try(&choice, value)) {
            fuse_take(&choice, (kdi_expr_op)value->op);
            fuse_put(&choice, value->operands, value->operand_count);
        }
        value->fused_op = choice.op;
        value->fused_count = choice.count;
        value->fused = KDI_ARENA_PUSH(values->arena, kdi_operand, (size_t)choice.count);
        if (!value->fused)
            return false;
        memcpy(value->fused, choice.operands, (size_t)choice.count * sizeof(kdi_operand));
        for (int k = 0; k < choice.count; k++)
            kdi_value_of(values, choice.operands[k])->needed = true;
    }
    return true;
}
