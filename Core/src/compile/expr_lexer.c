/* The source of an expression as tokens. */
#include "compile/expr_lexer.h"

#include "text/number.h"

#include <string.h>

typedef struct lexer_sign {
    const char *text;
    uint8_t length;
    uint8_t kind;
} lexer_sign;

static const lexer_sign LEXER_SIGNS[] = {
#define LEXER_SIGN(name, text) {text, sizeof(text) - 1, KDI_TOKEN_##name},
    KDI_EXPR_SIGN_LIST(LEXER_SIGN)
#undef LEXER_SIGN
};

/* The first number that rounds to infinity; the largest float may be written with digits that are above it. */
#define LEXER_TOO_LARGE 3.4028235677973366e38

static bool lexer_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool kdi_expr_is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || lexer_is_digit(c) || c == '_' ||
           (unsigned char)c >= 0x80;
}

int kdi_expr_skip_space(const kdi_expr_tree *tree, int place)
{
    const char *source = tree->source;
    while ((size_t)place < tree->length && (source[place] == ' ' || (source[place] >= '\t' && source[place] <= '\r')))
        place++;
    return place;
}

int kdi_expr_lex_number(kdi_expr_tree *tree, int place, float *value)
{
    const char *begin = tree->source + place, *end = tree->source + tree->length;
    double number = 0.0;
    const char *after = kdi_number_parse(begin, end, &number);
    if (!after || number >= LEXER_TOO_LARGE || number <= -LEXER_TOO_LARGE) {
        kdi_expr_fail(tree, KD_NUMBER, place, "not a number that a float can hold (at most 3.4e38)");
        return 0;
    }
    if (after < end && (kdi_expr_is_name_byte(*after) || *after == '.')) {
        bool letter = *after != '.' && !lexer_is_digit(*after);
        kdi_expr_fail(tree, KD_NUMBER, (int)(after - tree->source),
                      letter ? "a number ends here and a name begins; write an operator between them, for example *"
                             : "a number has one decimal point");
        return 0;
    }
    *value = (float)number;
    return (int)(after - begin);
}

static bool lexer_word_is(const char *text, int length, const char *word)
{
    return (size_t)length == strlen(word) && memcmp(text, word, (size_t)length) == 0;
}

static int lexer_name(const kdi_expr_tree *tree, kdi_expr_token *token)
{
    const char *begin = tree->source + token->place, *end = tree->source + tree->length, *at = begin;
    while (at < end && kdi_expr_is_name_byte(*at))
        at++;
    int length = (int)(at - begin);
    token->kind = lexer_word_is(begin, length, "or")    ? KDI_TOKEN_OR
                  : lexer_word_is(begin, length, "and") ? KDI_TOKEN_AND
                  : lexer_word_is(begin, length, "not") ? KDI_TOKEN_NOT
                                                        : KDI_TOKEN_NAME;
    return length;
}

static int lexer_sign_at(kdi_expr_tree *tree, kdi_expr_token *token)
{
    const char *begin = tree->source + token->place;
    size_t left = tree->length - (size_t)token->place;
    for (size_t i = 0; i < sizeof LEXER_SIGNS / sizeof LEXER_SIGNS[0]; i++) {
        const lexer_sign *sign = &LEXER_SIGNS[i];
        if (sign->text[0] == *begin && sign->length <= left && memcmp(sign->text, begin, sign->length) == 0) {
            token->kind = sign->kind;
            return sign->length;
        }
    }
    const char *hint = *begin == '='   ? "; equality is written =="
                       : *begin == '&' ? "; write && or and"
                       : *begin == '|' ? "; write || or or"
                                       : "";
    if (*begin > ' ' && *begin < 0x7F)
        kdi_expr_fail(tree, KD_SYNTAX, token->place, "'%c' has no meaning in an expression%s", *begin, hint);
    else
        kdi_expr_fail(tree, KD_SYNTAX, token->place, "a byte with the code %u has no meaning in an expression",
                      (unsigned)(unsigned char)*begin);
    return 0;
}

static int lexer_token(kdi_expr_tree *tree, kdi_expr_token *token)
{
    const char *begin = tree->source + token->place;
    bool more = (size_t)token->place + 1 < tree->length;
    if (lexer_is_digit(*begin) || (*begin == '.' && more && lexer_is_digit(begin[1]))) {
        token->kind = KDI_TOKEN_NUMBER;
        return kdi_expr_lex_number(tree, token->place, &token->value);
    }
    if (kdi_expr_is_name_byte(*begin))
        return lexer_name(tree, token);
    return lexer_sign_at(tree, token);
}

kdi_expr_token *kdi_expr_lex(kdi_expr_tree *tree, int *count)
{
    kdi_expr_token *tokens = NULL;
    int place = 0, length = (int)tree->length;
    for (*count = 0;; ++*count) {
        place = kdi_expr_skip_space(tree, place);
        tokens = (kdi_expr_token *)kdi_arena_grow(tree->arena, tokens, (size_t)*count, sizeof *tokens);
        if (!tokens) {
            kdi_expr_fail(tree, KD_OUT_OF_MEMORY, place, "out of memory");
            return NULL;
        }
        kdi_expr_token *token = &tokens[*count];
        memset(token, 0, sizeof *token);
        token->place = place;
        if (place >= length)
            break;
        token->length = lexer_token(tree, token);
        if (token->length == 0)
            return NULL;
        place += token->length;
    }
    ++*count;
    return tokens;
}
