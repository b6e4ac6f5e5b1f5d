/* Nearness of words: insertions, deletions, replacements and swaps of neighbours, letters compared without regard to
 * case. A word of which the written one is the beginning is always near. Three rows of the table of costs are enough,
 * so that words of any origin cost a bounded amount of stack. */
#include "kinedriver/suggestion.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SUGGEST_MAX_LENGTH = 48 };

kd_suggestion kd_suggestion_make(const char *word, size_t length)
{
    kd_suggestion suggestion = {word, length, NULL, INT_MAX};
    return suggestion;
}

static char suggest_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int suggest_min(int a, int b)
{
    return a < b ? a : b;
}

static int suggest_distance(const char *a, int a_length, const char *b, int b_length)
{
    int rows[3][SUGGEST_MAX_LENGTH + 1];
    for (int k = 0; k <= b_length; k++)
        rows[0][k] = k;
    for (int i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *above_that = rows[(i + 1) % 3];
        row[0] = i;
        for (int k = 1; k <= b_length; k++) {
            int replaced = above[k - 1] + (suggest_lower(a[i - 1]) != suggest_lower(b[k - 1]));
            row[k] = suggest_min(replaced, suggest_min(above[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = suggest_min(row[k], above_that[k - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/* Two letters at least: one would be the beginning of anything. */
static bool suggest_begins(const kd_suggestion *suggestion, const char *known, size_t known_length)
{
    if (suggestion->length < 2 || suggestion->length > known_length)
        return false;
    for (size_t i = 0; i < suggestion->length; i++)
        if (suggest_lower(suggestion->word[i]) != suggest_lower(known[i]))
            return false;
    return true;
}

void kd_suggestion_offer(kd_suggestion *suggestion, const char *known)
{
    size_t known_length = strlen(known);
    if (suggestion->length == 0 || suggestion->length > SUGGEST_MAX_LENGTH || known_length > SUGGEST_MAX_LENGTH)
        return;
    int word_length = (int)suggestion->length, length = (int)known_length;
    int allowed = 1 + (length < word_length ? length : word_length) / 4;
    int difference = length < word_length ? word_length - length : length - word_length;
    bool begins = suggest_begins(suggestion, known, known_length);
    if (difference > allowed && !begins)
        return;
    int distance = begins ? difference > 0 : suggest_distance(suggestion->word, word_length, known, length);
    bool shares = distance < (length > word_length ? length : word_length); /* some letter at least */
    if (shares && distance <= allowed && distance < suggestion->distance) {
        suggestion->best = known;
        suggestion->distance = distance;
    }
}

void kd_suggestion_offer_list(kd_suggestion *suggestion, const char *const *known)
{
    for (; *known; known++)
        kd_suggestion_offer(suggestion, *known);
}

const char *kd_suggestion_text(const kd_suggestion *suggestion, char text[KD_SUGGESTION_TEXT_SIZE])
{
    text[0] = '\0';
    if (suggestion->best)
        snprintf(text, KD_SUGGESTION_TEXT_SIZE, "; did you mean '%s'?", suggestion->best);
    return text;
}
