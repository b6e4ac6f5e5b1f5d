/* The byte code of an expression, as words and as text: `var N;` an input, `push X;` a number, `op NAME;` an operation
 * on the values that came last. A word holds the operation in its low byte and the input above it. */
#include "compile/expr_text.h"

#include "compile/expr_lexer.h"
#include "text/number.h"

#include <stdio.h>
#include <string.h>

typedef struct text_reader {
    kdi_expr_tree *tree;
    int at;
} text_reader;

static void text_skip(text_reader *r)
{
    r->at = kdi_expr_skip_space(r->tree, r->at);
}

/* A word of letters and digits from here; its length. */
static int text_word(const text_reader *r)
{
    int end = r->at;
    while ((size_t)end < r->tree->length && kdi_expr_is_name_byte(r->tree->source[end]))
        end++;
    return end - r->at;
}

static bool text_word_is(const text_reader *r, int length, const char *word)
{
    return strlen(word) == (size_t)length && memcmp(r->tree->source + r->at, word, (size_t)length) == 0;
}

static bool text_var(text_reader *r, int place)
{
    int length = text_word(r), input = 0;
    for (int i = 0; i < length; i++) {
        char c = r->tree->source[r->at + i];
        if (c < '0' || c > '9')
            length = 0;
        else
            input = input < 100000 ? input * 10 + (c - '0') : input;
    }
    if (length == 0)
        return kdi_expr_fail(r->tree, KD_SYNTAX, r->at, "the number of an input is expected after 'var'");
    r->at += length;
    return kdi_expr_tree_var(r->tree, input, place);
}

static bool text_push(text_reader *r, int place)
{
    float value = 0.0f;
    int length = kdi_expr_lex_number(r->tree, r->at, &value);
    r->at += length;
    return length > 0 && kdi_expr_tree_push(r->tree, value, place);
}

static bool text_op(text_reader *r, int place)
{
    int length = text_word(r);
    int row = length > 0 ? kdi_expr_row_find(r->tree->source + r->at, (size_t)length, false) : -1;
    if (row < 0)
        return kdi_expr_fail(r->tree, KD_NAME_UNKNOWN, r->at, "there is no operation '%.*s'", length < 40 ? length : 40,
                             r->tree->source + r->at);
    char shown[48];
    snprintf(shown, sizeof shown, "'op %s'", kdi_expr_rows[row].name);
    r->at += length;
    return kdi_expr_tree_op(r->tree, row, kdi_expr_row_arity(row), shown, place);
}

static bool text_step(text_reader *r)
{
    int place = r->at, length = text_word(r);
    bool is_var = text_word_is(r, length, "var"), is_push = text_word_is(r, length, "push");
    if (!is_var && !is_push && !text_word_is(r, length, "op"))
        return kdi_expr_fail(r->tree, KD_SYNTAX, place, "'var', 'push' or 'op' is expected");
    r->at += length;
    text_skip(r);
    if (!(is_var ? text_var(r, place) : is_push ? text_push(r, place) : text_op(r, place)))
        return false;
    text_skip(r);
    if ((size_t)r->at >= r->tree->length || r->tree->source[r->at] != ';')
        return kdi_expr_fail(r->tree, KD_SYNTAX, r->at, "';' is expected after a step");
    r->at++;
    text_skip(r);
    return true;
}

bool kdi_expr_read_text(kdi_expr_tree *tree)
{
    text_reader r = {tree, 0};
    text_skip(&r);
    if ((size_t)r.at >= tree->length)
        return kdi_expr_fail(tree, KD_EMPTY, 0, "the byte code is empty");
    while ((size_t)r.at < tree->length)
        if (!text_step(&r))
            return false;
    return true;
}

bool kdi_expr_read_words(kdi_expr_tree *tree, const uint32_t *words, size_t count)
{
    if (count == 0)
        return kdi_expr_fail(tree, KD_EMPTY, 0, "the byte code is empty");
    for (size_t i = 0; i < count; i++) {
        uint32_t row = words[i] & 0xFF, argument = words[i] >> 8;
        int place = i < INT32_MAX ? (int)i : INT32_MAX;
        bool good;
        if (row == KDI_ROW_VAR) {
            good = kdi_expr_tree_var(tree, (int)argument, place);
        } else if (row == KDI_ROW_PUSH && argument == 0 && i + 1 < count) {
            float value;
            memcpy(&value, &words[++i], sizeof value);
            if (!(value - value == 0.0f))
                return kdi_expr_fail(tree, KD_NUMBER, place, "word %d of the byte code is not a finite number", place);
            good = kdi_expr_tree_push(tree, value, place);
        } else if (row < KDI_ROW_COUNT && argument == 0) {
            good = kdi_expr_tree_op(tree, (int)row, kdi_expr_row_arity((int)row), kdi_expr_rows[row].name, place);
            if (good && tree->result == KD_OK && tree->nodes[tree->count - 1].row != row)
                return kdi_expr_fail(tree, KD_TYPE_MISMATCH, place, "word %d of the byte code is for other types",
                                     place);
        } else {
            return kdi_expr_fail(tree, KD_VALUE, place, "word %d of the byte code is no operation", place);
        }
        if (!good)
            return false;
    }
    return true;
}

uint32_t *kdi_expr_make_words(kdi_expr_tree *tree, size_t *count)
{
    uint32_t *words = KDI_ARENA_PUSH(tree->arena, uint32_t, (size_t)tree->count * 2);
    *count = 0;
    for (int i = 0; words && i < tree->count; i++) {
        const kdi_expr_node *node = &tree->nodes[i];
        words[(*count)++] = node->row | (node->row == KDI_ROW_VAR ? (uint32_t)node->input << 8 : 0);
        if (node->row == KDI_ROW_PUSH)
            memcpy(&words[(*count)++], &node->value, sizeof(float));
    }
    return words;
}

kd_result kdi_expr_write_step(const kdi_expr_node *node, kd_buffer *text)
{
    char line[KDI_NUMBER_SIZE + 32];
    char number[KDI_NUMBER_SIZE];
    int length;
    if (node->row == KDI_ROW_VAR) {
        length = snprintf(line, sizeof line, "var %d;", (int)node->input);
    } else if (node->row == KDI_ROW_PUSH) {
        kdi_number_format_float(node->value, number);
        length = snprintf(line, sizeof line, "push %s;", number);
    } else {
        length = snprintf(line, sizeof line, "op %s;", kdi_expr_rows[node->row].name);
    }
    return kd_buffer_append(text, line, (size_t)length);
}
