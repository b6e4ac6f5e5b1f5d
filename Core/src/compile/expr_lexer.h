/* The source of an expression as tokens. */
#ifndef KDI_COMPILE_EXPR_LEXER_H
#define KDI_COMPILE_EXPR_LEXER_H

#include "compile/expr_tree.h"

/* X(NAME, spelling): the signs, longer ones before their beginnings. */
#define KDI_EXPR_SIGN_LIST(X) \
    X(OR_SIGN, "||")          \
    X(AND_SIGN, "&&")         \
    X(EQUAL, "==")            \
    X(NOT_EQUAL, "!=")        \
    X(LESS_EQUAL, "<=")       \
    X(GREATER_EQUAL, ">=")    \
    X(LESS, "<")              \
    X(GREATER, ">")           \
    X(PLUS, "+")              \
    X(MINUS, "-")             \
    X(TIMES, "*")             \
    X(OVER, "/")              \
    X(PERCENT, "%")           \
    X(POWER, "^")             \
    X(BANG, "!")              \
    X(OPEN, "(")              \
    X(CLOSE, ")")             \
    X(COMMA, ",")             \
    X(DOT, ".")               \
    X(QUESTION, "?")          \
    X(COLON, ":")

typedef enum kdi_expr_token_kind {
    KDI_TOKEN_END,
    KDI_TOKEN_NUMBER,
    KDI_TOKEN_NAME,
    KDI_TOKEN_OR,  /* the word */
    KDI_TOKEN_AND, /* the word */
    KDI_TOKEN_NOT, /* the word */
#define KDI_EXPR_TOKEN_ENUM(name, text) KDI_TOKEN_##name,
    KDI_EXPR_SIGN_LIST(KDI_EXPR_TOKEN_ENUM)
#undef KDI_EXPR_TOKEN_ENUM
        KDI_TOKEN_KIND_COUNT
} kdi_expr_token_kind;

typedef struct kdi_expr_token {
    uint8_t kind;
    int32_t place;
    int32_t length;
    float value; /* of a number */
} kdi_expr_token;

/* The tokens of tree->source with a KDI_TOKEN_END at the end, in the tree's arena; NULL after an error. */
kdi_expr_token *kdi_expr_lex(kdi_expr_tree *tree, int *count);

/* A number at the start of text as a float; its length, or 0 after an error. */
int kdi_expr_lex_number(kdi_expr_tree *tree, int place, float *value);

bool kdi_expr_is_name_byte(char c); /* also digits */

/* The place of the first byte from here on that is no blank. */
int kdi_expr_skip_space(const kdi_expr_tree *tree, int place);

#endif
