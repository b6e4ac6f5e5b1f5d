/* An expression from source, text form or byte code to code that runs: the steps in their order. */
#include "compile/expression.h"

#include "compile/expr_emit.h"
#include "compile/expr_fold.h"
#include "compile/expr_fuse.h"
#include "compile/expr_parser.h"
#include "compile/expr_text.h"

#include <string.h>

enum { EXPRESSION_MEMORY_LIMIT = 4 << 20 };

kd_expr_desc kd_expr_desc_default(void)
{
    kd_expr_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.open_inputs = true;
    desc.result_type = -1;
    desc.line = desc.column = 1;
    desc.allocator = kd_allocator_default();
    return desc;
}

static kd_result expression_no_memory(kd_findings *findings)
{
    return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "out of memory");
}

/* An expression without nodes, in an arena of its own. */
static kd_expression *expression_make(const kd_expr_desc *desc, const char *source, size_t length,
                                      kd_findings *findings)
{
    kdi_arena arena;
    kdi_arena_init(&arena, &desc->allocator, EXPRESSION_MEMORY_LIMIT);
    kd_expression *made = KDI_ARENA_PUSH(&arena, kd_expression, 1);
    if (!made)
        return NULL;
    made->source = source ? kdi_arena_text(&arena, source, length) : NULL;
    made->arena = arena;
    made->desc = *desc;
    made->tree.arena = &made->arena;
    made->tree.desc = &made->desc;
    made->tree.findings = findings;
    made->tree.source = made->source;
    made->tree.length = length;
    if (source && !made->source) {
        kd_expression_free(made);
        return NULL;
    }
    return made;
}

static bool expression_keep_types(kd_expression *made)
{
    kdi_expr_tree *tree = &made->tree;
    made->input_types = KDI_ARENA_PUSH(&made->arena, uint8_t, (size_t)tree->input_count + 1);
    for (int i = 0; made->input_types && i < made->desc.input_count; i++)
        made->input_types[i] = (uint8_t)made->desc.inputs[i].type;
    return made->input_types != NULL;
}

/* The last steps, the same for all origins. Frees what was made where anything went wrong. */
static kd_result expression_finish(kd_expression *made, bool built, bool fold, kd_expression **expression)
{
    kdi_expr_tree *tree = &made->tree;
    kd_findings *findings = tree->findings;
    built = built && kdi_expr_tree_finish(tree);
    kd_result result = tree->result;
    if (built) {
        bool good = (!fold || kdi_expr_fold(tree)) && expression_keep_types(made);
        made->words = good ? kdi_expr_make_words(tree, &made->word_count) : NULL;
        if (!made->words)
            result = expression_no_memory(findings);
    }
    if (result != KD_OK) {
        kd_expression_free(made);
        return result;
    }
    /* Nothing of the caller's is kept. */
    tree->findings = NULL;
    made->desc.inputs = NULL;
    *expression = made;
    return KD_OK;
}

/* The first steps: limits, then an expression without nodes. */
static kd_result expression_begin(const kd_expr_desc *desc, const char *source, size_t length, kd_expression **made,
                                  kd_findings *findings)
{
    if (length > KD_EXPR_SOURCE_MAX)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "an expression may have %d bytes, not %zu", KD_EXPR_SOURCE_MAX,
                         length);
    if (desc->input_count > KD_EXPR_INPUTS_MAX)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "an expression may have %d inputs, not %d", KD_EXPR_INPUTS_MAX,
                         desc->input_count);
    *made = expression_make(desc, source, length, findings);
    return *made ? KD_OK : expression_no_memory(findings);
}

kd_result kd_expression_compile(const char *source, size_t length, const kd_expr_desc *desc, kd_expression **expression,
                                kd_findings *findings)
{
    kd_expression *made;
    *expression = NULL;
    kd_result result = expression_begin(desc, source, length, &made, findings);
    if (result != KD_OK)
        return result;
    made->tokens = kdi_expr_lex(&made->tree, &made->token_count);
    return expression_finish(made, made->tokens && kdi_expr_parse(&made->tree, made->tokens), true, expression);
}

kd_result kd_expression_read(const char *text, size_t length, const kd_expr_desc *desc, kd_expression **expression,
                             kd_findings *findings)
{
    kd_expression *made;
    *expression = NULL;
    kd_result result = expression_begin(desc, text, length, &made, findings);
    return result == KD_OK ? expression_finish(made, kdi_expr_read_text(&made->tree), false, expression) : result;
}

kd_result kd_expression_open(const uint32_t *words, size_t count, const kd_expr_desc *desc, kd_expression **expression,
                             kd_findings *findings)
{
    kd_expression *made;
    *expression = NULL;
    kd_result result = expression_begin(desc, NULL, 0, &made, findings);
    return result == KD_OK ? expression_finish(made, kdi_expr_read_words(&made->tree, words, count), false, expression)
                           : result;
}

void kd_expression_free(kd_expression *expression)
{
    if (!expression)
        return;
    kdi_arena arena = expression->arena; /* the expression lies in it */
    kdi_arena_free(&arena);
}

kd_expr_type kd_expression_type(const kd_expression *expression)
{
    return (kd_expr_type)expression->tree.nodes[expression->tree.count - 1].type;
}

int kd_expression_input_count(const kd_expression *expression)
{
    return expression->tree.input_count;
}

const uint32_t *kd_expression_bytecode(const kd_expression *expression, size_t *count)
{
    *count = expression->word_count;
    return expression->words;
}

kd_result kd_expression_write(const kd_expression *expression, kd_buffer *text)
{
    kd_result result = KD_OK;
    for (int i = 0; result == KD_OK && i < expression->tree.count; i++) {
        if (i > 0)
            result = kd_buffer_append(text, " ", 1);
        if (result == KD_OK)
            result = kdi_expr_write_step(&expression->tree.nodes[i], text);
    }
    return result;
}

static bool expression_places_fit(const kd_expression *expression, const kd_expr_lower_desc *places)
{
    bool fits = places->first_register >= 0 && places->first_register < KD_EXPR_REGISTER_MAX &&
                places->result_register <= KD_EXPR_REGISTER_MAX - 4;
    for (int i = 0; places->input_registers && i < expression->tree.input_count; i++)
        fits = fits && places->input_registers[i] >= 0 && places->input_registers[i] <= KD_EXPR_REGISTER_MAX - 4;
    return fits;
}

kd_result kd_expression_lower(const kd_expression *expression, const kd_expr_lower_desc *desc, kd_buffer *code)
{
    kdi_expr_values values;
    kdi_expr_emit_desc emit = {{NULL, 0, -1}, NULL, 0, KD_EXPR_FLOAT, false};
    if (desc)
        emit.places = *desc;
    if (!expression_places_fit(expression, &emit.places))
        return KD_RANGE;
    emit.input_types = expression->input_types;
    emit.input_count = expression->tree.input_count;
    emit.type = kd_expression_type(expression);
    kdi_arena arena;
    kdi_arena_init(&arena, &expression->arena.allocator, 0);
    bool too_large = false;
    const kd_expr_code *block = NULL;
    if (kdi_expr_values_make(&values, &arena, expression->tree.nodes, expression->tree.count) && kdi_expr_fuse(&values))
        block = kdi_expr_emit(&values, &emit, &too_large);
    kd_result result =
        block ? kd_buffer_append(code, block, kd_expr_code_size(block)) : (too_large ? KD_LIMIT : KD_OUT_OF_MEMORY);
    kdi_arena_free(&arena);
    return result;
}
