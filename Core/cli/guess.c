/* Nearness of words: insertions, deletions, replacements and swaps of neighbours (optimal string alignment). A word of
 * which the typed one is the beginning is always near. */
#include "guess.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { GUESS_MAX_LENGTH = 32 };

cli_guess cli_guess_make(const char *word)
{
    cli_guess guess = {word, NULL, INT_MAX};
    return guess;
}

static int guess_min(int a, int b)
{
    return a < b ? a : b;
}

static int guess_distance(const char *a, int a_length, const char *b, int b_length)
{
    int cost[GUESS_MAX_LENGTH + 1][GUESS_MAX_LENGTH + 1];
    for (int i = 0; i <= a_length; i++)
        cost[i][0] = i;
    for (int j = 0; j <= b_length; j++)
        cost[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        for (int j = 1; j <= b_length; j++) {
            int replaced = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = guess_min(replaced, guess_min(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = guess_min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a_length][b_length];
}

void cli_guess_offer(cli_guess *guess, const char *known)
{
    size_t typed_length = strlen(guess->word), known_length = strlen(known);
    if (typed_length == 0 || typed_length > GUESS_MAX_LENGTH || known_length > GUESS_MAX_LENGTH)
        return;
    int distance = guess_distance(guess->word, (int)typed_length, known, (int)known_length);
    if (typed_length >= 2 && strncmp(guess->word, known, typed_length) == 0)
        distance = 1;
    int allowed = 1 + (int)known_length / 4;
    if (distance <= allowed && distance < guess->distance) {
        guess->best = known;
        guess->distance = distance;
    }
}
