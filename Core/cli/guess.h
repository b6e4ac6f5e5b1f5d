/* "Did you mean": the known word nearest to a misspelt one. */
#ifndef CLI_GUESS_H
#define CLI_GUESS_H

typedef struct cli_guess {
    const char *word; /* what was typed */
    const char *best; /* the nearest word offered so far that is near enough, or NULL */
    int distance;
} cli_guess;

cli_guess cli_guess_make(const char *word);

/* Considers a known word, which must outlive the guess. */
void cli_guess_offer(cli_guess *guess, const char *known);

#endif
