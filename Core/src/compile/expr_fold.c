/* Constant folding. The largest parts without inputs are lowered and run as small expressions of their own, so that a
 * folded number has the bits that it would have had at run time. */
#include "compile/expr_fold.h"

#include "compile/expr_emit.h"
#include "compile/expr_fuse.h"

#include <string.h>

enum { FOLD_NONE = -1 };

/* Marks the nodes whose subtree has no input. */
static void fold_mark(const kdi_expr_tree *tree, bool *constant)
{
    for (int i = 0; i < tree->count; i++) {
        const kdi_expr_node *node = &tree->nodes[i];
        constant[i] = node->row != KDI_ROW_VAR;
        for (int k = i - 1; k >= node->start; k = tree->nodes[k].start - 1)
            constant[i] &= constant[k];
    }
}

static bool fold_is_plain(const kdi_expr_tree *tree, int root)
{
    const kdi_expr_node *node = &tree->nodes[root];
    bool vector = node->row == KDI_ROW_VEC3 || node->row == KDI_ROW_QUAT;
    return node->row == KDI_ROW_PUSH || (vector && root - node->start == kdi_expr_row_arity(node->row));
}

/* Runs a part; false where its value cannot be written as numbers. */
static bool fold_run(const kdi_expr_tree *tree, int root, float result[4])
{
    kdi_expr_values values;
    kdi_expr_emit_desc desc = {{NULL, 0, -1}, NULL, 0, KD_EXPR_FLOAT, true};
    const kdi_expr_node *node = &tree->nodes[root];
    bool too_large;
    desc.type = (kd_expr_type)node->type;
    if (!kdi_expr_values_make(&values, tree->arena, tree->nodes + node->start, root + 1 - node->start) ||
        !kdi_expr_fuse(&values))
        return false;
    const kd_expr_code *code = kdi_expr_emit(&values, &desc, &too_large);
    float *registers = code ? KDI_ARENA_PUSH(tree->arena, float, (size_t)kd_expr_register_count(code)) : NULL;
    if (!registers)
        return false;
    kd_expr_eval(code, NULL, registers, result);
    for (int k = 0; k < kd_expr_type_width(desc.type); k++)
        if (!(result[k] - result[k] == 0.0f))
            return false;
    return true;
}

static bool fold_write(kdi_expr_tree *folded, const kdi_expr_node *node, const float *result)
{
    int width = kd_expr_type_width((kd_expr_type)node->type);
    for (int k = 0; k < width; k++)
        if (!kdi_expr_tree_push(folded, result[k], node->place))
            return false;
    return width == 1 || kdi_expr_tree_op(folded, width == 3 ? KDI_ROW_VEC3 : KDI_ROW_QUAT, width, "", node->place);
}

static bool fold_copy(kdi_expr_tree *folded, const kdi_expr_node *node)
{
    if (node->row == KDI_ROW_VAR)
        return kdi_expr_tree_var(folded, node->input, node->place);
    if (node->row == KDI_ROW_PUSH)
        return kdi_expr_tree_push(folded, node->value, node->place);
    return kdi_expr_tree_op(folded, node->row, kdi_expr_row_arity(node->row), "", node->place);
}

static bool fold_rebuild(kdi_expr_tree *tree, const int32_t *root_of)
{
    kdi_expr_tree folded = *tree;
    folded.findings = NULL;
    folded.nodes = NULL;
    folded.count = folded.height = 0;
    for (int i = 0; i < tree->count; i++) {
        float result[4];
        int32_t root = root_of[i];
        bool run = root != FOLD_NONE && fold_run(tree, root, result);
        if (!(run ? fold_write(&folded, &tree->nodes[root], result) : fold_copy(&folded, &tree->nodes[i])))
            return false;
        if (run)
            i = root;
    }
    folded.findings = tree->findings;
    *tree = folded;
    return true;
}

bool kdi_expr_fold(kdi_expr_tree *tree)
{
    bool *constant = KDI_ARENA_PUSH(tree->arena, bool, (size_t)tree->count);
    int32_t *root_of = KDI_ARENA_PUSH(tree->arena, int32_t, (size_t)tree->count);
    if (!constant || !root_of)
        return false;
    fold_mark(tree, constant);
    for (int i = 0; i < tree->count; i++)
        root_of[i] = FOLD_NONE;
    bool any = false;
    for (int i = tree->count - 1; i >= 0; i--) {
        if (!constant[i])
            continue;
        int start = tree->nodes[i].start;
        if (!fold_is_plain(tree, i)) {
            root_of[start] = i;
            any = true;
        }
        i = start;
    }
    return !any || fold_rebuild(tree, root_of);
}
