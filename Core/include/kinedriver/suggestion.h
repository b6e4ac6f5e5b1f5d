/* "Did you mean": the known word nearest to a misspelt one. */
#ifndef KINEDRIVER_SUGGESTION_H
#define KINEDRIVER_SUGGESTION_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_suggestion {
    const char *word; /* what was written */
    size_t length;
    const char *best; /* the nearest word offered so far that is near enough, or NULL */
    int distance;
} kd_suggestion;

enum { KD_SUGGESTION_TEXT_SIZE = 96 };

/* The word need not be terminated; it must outlive the search, as must all that is offered. */
kd_suggestion kd_suggestion_make(const char *word, size_t length);

/* Considers a known word: near are slips of the pen, and words that begin with what was written. Cheap where the
 * lengths differ too much. */
void kd_suggestion_offer(kd_suggestion *suggestion, const char *known);

/* Considers every word of a list that ends with NULL. */
void kd_suggestion_offer_list(kd_suggestion *suggestion, const char *const *known);

/* "; did you mean 'best'?" or, where nothing is near, "". Returns text. */
const char *kd_suggestion_text(const kd_suggestion *suggestion, char text[KD_SUGGESTION_TEXT_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
