/* From tokens to the typed tree, by precedence: each operator takes what binds tighter on its right and adds its node
 * when both sides are there, so that the nodes come out in postfix order. A plain shunting-yard would give the same
 * order; descending knows what it waits for, and can say so.
 *
 * Binding, from loose to tight: ?:  or  and  not  comparisons  + -  * / %  unary - + !  ^  .x and calls. */
#include "compile/expr_parser.h"

#include "compile/expr_names.h"

#include <string.h>

typedef struct parser {
    kdi_expr_tree *tree;
    const kdi_expr_token *at;
    int depth;
} parser;

static bool parser_choice(parser *p);
static bool parser_unary(parser *p);

static bool parser_take(parser *p, kdi_expr_token_kind kind)
{
    if (p->at->kind != kind)
        return false;
    p->at++;
    return true;
}

/* "a number, a name or '('" is expected, but something else is there. */
static bool parser_unexpected(parser *p, const char *expected)
{
    const kdi_expr_token *token = p->at;
    if (token->kind == KDI_TOKEN_END)
        return kdi_expr_fail(p->tree, KD_SYNTAX, token->place, "the expression ends too early, %s is expected",
                             expected);
    int shown = token->length < 32 ? token->length : 32;
    return kdi_expr_fail(p->tree, KD_SYNTAX, token->place, "%s is expected, not '%.*s'", expected, shown,
                         p->tree->source + token->place);
}

static bool parser_enter(parser *p)
{
    if (++p->depth <= KD_EXPR_STACK_MAX)
        return true;
    return kdi_expr_fail(p->tree, KD_LIMIT, p->at->place, "more than %d parts lie inside each other here",
                         KD_EXPR_STACK_MAX);
}

typedef struct parser_operator {
    uint8_t token;
    uint8_t row;
    uint8_t level;
} parser_operator;

enum { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_UNARY };

static const parser_operator PARSER_OPERATORS[] = {
    {KDI_TOKEN_OR, KDI_ROW_OR, LEVEL_OR},
    {KDI_TOKEN_OR_SIGN, KDI_ROW_OR, LEVEL_OR},
    {KDI_TOKEN_AND, KDI_ROW_AND, LEVEL_AND},
    {KDI_TOKEN_AND_SIGN, KDI_ROW_AND, LEVEL_AND},
    {KDI_TOKEN_EQUAL, KDI_ROW_EQ, LEVEL_COMPARE},
    {KDI_TOKEN_NOT_EQUAL, KDI_ROW_NE, LEVEL_COMPARE},
    {KDI_TOKEN_LESS, KDI_ROW_LT, LEVEL_COMPARE},
    {KDI_TOKEN_LESS_EQUAL, KDI_ROW_LE, LEVEL_COMPARE},
    {KDI_TOKEN_GREATER, KDI_ROW_GT, LEVEL_COMPARE},
    {KDI_TOKEN_GREATER_EQUAL, KDI_ROW_GE, LEVEL_COMPARE},
    {KDI_TOKEN_PLUS, KDI_ROW_ADD, LEVEL_SUM},
    {KDI_TOKEN_MINUS, KDI_ROW_SUB, LEVEL_SUM},
    {KDI_TOKEN_TIMES, KDI_ROW_MUL, LEVEL_PRODUCT},
    {KDI_TOKEN_OVER, KDI_ROW_DIV, LEVEL_PRODUCT},
    {KDI_TOKEN_PERCENT, KDI_ROW_MOD, LEVEL_PRODUCT},
};

static const parser_operator *parser_operator_at(const parser *p)
{
    for (size_t i = 0; i < sizeof PARSER_OPERATORS / sizeof PARSER_OPERATORS[0]; i++)
        if (PARSER_OPERATORS[i].token == p->at->kind)
            return &PARSER_OPERATORS[i];
    return NULL;
}

/* Adds an operation written as this token: '+' takes ... */
static bool parser_add(parser *p, int row, int operands, const kdi_expr_token *token)
{
    char shown[48];
    int length = token->length < 32 ? token->length : 32;
    memcpy(shown + 1, p->tree->source + token->place, (size_t)length);
    shown[0] = shown[length + 1] = '\'';
    shown[length + 2] = 0;
    return kdi_expr_tree_op(p->tree, row, operands, shown, token->place);
}

static bool parser_binary(parser *p, int level)
{
    if (level == LEVEL_UNARY)
        return parser_unary(p);
    if (level <= LEVEL_NOT && p->at->kind == KDI_TOKEN_NOT) {
        const kdi_expr_token *token = p->at++;
        if (!parser_enter(p) || !parser_binary(p, LEVEL_NOT) || !parser_add(p, KDI_ROW_NOT, 1, token))
            return false;
        p->depth--;
    } else if (!parser_binary(p, level + 1)) {
        return false;
    }
    const parser_operator *found;
    while ((found = parser_operator_at(p)) != NULL && found->level >= level) {
        const kdi_expr_token *token = p->at++;
        if (!parser_binary(p, found->level + 1) || !parser_add(p, found->row, 2, token))
            return false;
        const parser_operator *next = parser_operator_at(p);
        if (found->level == LEVEL_COMPARE && next && next->level == LEVEL_COMPARE)
            return kdi_expr_fail(p->tree, KD_SYNTAX, p->at->place,
                                 "comparisons do not chain; write a < b and b < c instead of a < b < c");
    }
    return true;
}

/* condition ? a : b, the last part again a choice. */
static bool parser_choice(parser *p)
{
    if (!parser_enter(p) || !parser_binary(p, LEVEL_OR))
        return false;
    if (p->at->kind == KDI_TOKEN_QUESTION) {
        const kdi_expr_token *token = p->at++;
        if (!parser_choice(p))
            return false;
        if (!parser_take(p, KDI_TOKEN_COLON))
            return parser_unexpected(p, "':' and what holds otherwise");
        if (!parser_choice(p) || !kdi_expr_tree_op(p->tree, KDI_ROW_SELECT, 3, "'? :'", token->place))
            return false;
    }
    p->depth--;
    return true;
}

/* The arguments of a call, the parenthesis being open. A function of many takes them two by two. */
static bool parser_arguments(parser *p, int row, const kdi_expr_token *name, int *count)
{
    for (*count = 0; p->at->kind != KDI_TOKEN_CLOSE;) {
        if (*count > 0 && !parser_take(p, KDI_TOKEN_COMMA))
            return parser_unexpected(p, "',' or ')'");
        if (!parser_choice(p))
            return false;
        ++*count;
        if (row >= 0 && kdi_expr_rows[row].use == 'M' && *count >= 2 && !parser_add(p, row, 2, name))
            return false;
    }
    p->at++;
    return true;
}

static bool parser_call(parser *p)
{
    kdi_expr_tree *tree = p->tree;
    const kdi_expr_token *name = p->at;
    const char *text = tree->source + name->place;
    int row = kdi_expr_row_find(text, (size_t)name->length, true), count;
    int shown = name->length < 40 ? name->length : 40;
    p->at += 2;
    if (row < 0) {
        char hint[KDI_SUGGEST_TEXT_SIZE];
        kdi_expr_fail(tree, KD_NAME_UNKNOWN, name->place, "there is no function '%.*s'%s", shown, text,
                      kdi_expr_suggest_function(text, name->length, hint));
    }
    if (!parser_arguments(p, row, name, &count))
        return false;
    if (row < 0) {
        tree->height -= count;
        return kdi_expr_tree_unknown(tree, name->place);
    }
    if (kdi_expr_rows[row].use != 'M')
        return parser_add(p, row, count, name);
    if (count >= 2)
        return true;
    return kdi_expr_fail(tree, KD_TYPE_MISMATCH, name->place, "'%s' takes two or more floats, not %d",
                         kdi_expr_rows[row].name, count);
}

static bool parser_name(parser *p)
{
    kdi_expr_tree *tree = p->tree;
    const kdi_expr_token *name = p->at;
    const char *text = tree->source + name->place;
    if (name[1].kind == KDI_TOKEN_OPEN)
        return parser_call(p);
    p->at++;
    float value;
    int input = kdi_expr_input_find(tree->desc, text, name->length);
    if (input >= 0)
        return kdi_expr_tree_var(tree, input, name->place);
    if (kdi_expr_constant_find(text, name->length, &value))
        return kdi_expr_tree_push(tree, value, name->place);
    int shown = name->length < 40 ? name->length : 40;
    if (kdi_expr_row_find(text, (size_t)name->length, true) >= 0) {
        kdi_expr_fail(tree, KD_SYNTAX, name->place + name->length, "'%.*s' is a function, '(' is expected", shown,
                      text);
        return kdi_expr_tree_unknown(tree, name->place);
    }
    char hint[KDI_SUGGEST_TEXT_SIZE];
    kdi_expr_suggest_input(tree->desc, text, name->length, hint);
    kdi_expr_fail(tree, KD_NAME_UNKNOWN, name->place, "there is no input '%.*s'%s", shown, text,
                  *hint ? hint : "; inputs are x0, x1 and so on");
    return kdi_expr_tree_unknown(tree, name->place);
}

static bool parser_primary(parser *p)
{
    const kdi_expr_token *token = p->at;
    if (token->kind == KDI_TOKEN_NAME)
        return parser_name(p);
    if (parser_take(p, KDI_TOKEN_NUMBER))
        return kdi_expr_tree_push(p->tree, token->value, token->place);
    if (!parser_take(p, KDI_TOKEN_OPEN))
        return parser_unexpected(p, "a number, a name or '('");
    if (!parser_choice(p))
        return false;
    return parser_take(p, KDI_TOKEN_CLOSE) || parser_unexpected(p, "an operator or ')'");
}

static bool parser_parts(parser *p)
{
    if (!parser_primary(p))
        return false;
    while (p->at->kind == KDI_TOKEN_DOT) {
        const kdi_expr_token *name = ++p->at;
        const char *text = p->tree->source + name->place;
        int row = name->kind == KDI_TOKEN_NAME && name->length == 1 && text[0] >= 'w' && text[0] <= 'z'
                      ? kdi_expr_row_find(text, 1, false)
                      : -1;
        if (row < 0)
            return parser_unexpected(p, "a part x, y, z or w");
        p->at++;
        char shown[] = "'.?'";
        shown[2] = text[0];
        if (!kdi_expr_tree_op(p->tree, row, 1, shown, name->place))
            return false;
    }
    return true;
}

/* Signs bind looser than a power on their right, tighter than a product: -x^2 is -(x^2), 2^-1 is a half. */
static bool parser_unary(parser *p)
{
    const kdi_expr_token *token = p->at;
    if (token->kind == KDI_TOKEN_MINUS || token->kind == KDI_TOKEN_PLUS || token->kind == KDI_TOKEN_BANG) {
        p->at++;
        if (!parser_enter(p) || !parser_unary(p))
            return false;
        p->depth--;
        return token->kind == KDI_TOKEN_PLUS ||
               parser_add(p, token->kind == KDI_TOKEN_MINUS ? KDI_ROW_NEG : KDI_ROW_NOT, 1, token);
    }
    if (!parser_parts(p))
        return false;
    token = p->at;
    if (!parser_take(p, KDI_TOKEN_POWER))
        return true;
    if (!parser_enter(p) || !parser_unary(p))
        return false;
    p->depth--;
    return parser_add(p, KDI_ROW_POW, 2, token);
}

bool kdi_expr_parse(kdi_expr_tree *tree, const kdi_expr_token *tokens)
{
    parser p = {tree, tokens, 0};
    if (tokens->kind == KDI_TOKEN_END)
        return kdi_expr_fail(tree, KD_EMPTY, 0, "the expression is empty");
    if (!parser_choice(&p))
        return false;
    if (p.at->kind != KDI_TOKEN_END)
        return parser_unexpected(&p, p.at->kind == KDI_TOKEN_CLOSE ? "an operator or the end (one ')' too many)"
                                                                   : "an operator");
    return true;
}
