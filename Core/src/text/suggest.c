/* Nearness of words: insertions, deletions, replacements and swaps of neighbours, letters compared without regard to
 * case. Three rows of the table of costs are enough, so that words of any origin cost a bounded amount of stack. */
#include "text/suggest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { SUGGEST_MAX_LENGTH = 48 };

kdi_suggest kdi_suggest_make(const char *word, size_t length)
{
    kdi_suggest suggest = {word, length, NULL, INT_MAX};
    return suggest;
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

void kdi_suggest_offer(kdi_suggest *suggest, const char *known)
{
    size_t known_length = strlen(known);
    if (suggest->length == 0 || suggest->length > SUGGEST_MAX_LENGTH || known_length > SUGGEST_MAX_LENGTH)
        return;
    int word_length = (int)suggest->length, length = (int)known_length;
    int allowed = 1 + (length < word_length ? length : word_length) / 4;
    int difference = length < word_length ? word_length - length : length - word_length;
    if (difference > allowed)
        return;
    int distance = suggest_distance(suggest->word, word_length, known, length);
    if (distance <= allowed && distance < suggest->distance) {
        suggest->best = known;
        suggest->distance = distance;
    }
}

void kdi_suggest_offer_list(kdi_suggest *suggest, const char *const *known)
{
    for (; *known; known++)
        kdi_suggest_offer(suggest, *known);
}

const char *kdi_suggest_text(const kdi_suggest *suggest, char text[KDI_SUGGEST_TEXT_SIZE])
{
    text[0] = '\0';
    if (suggest->best)
        snprintf(text, KDI_SUGGEST_TEXT_SIZE, "; did you mean '%s'?", suggest->best);
    return text;
}
