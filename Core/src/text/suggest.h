/* "Did you mean": the known word nearest to a misspelt one. */
#ifndef KDI_TEXT_SUGGEST_H
#define KDI_TEXT_SUGGEST_H

#include <stddef.h>

typedef struct kdi_suggest {
    const char *word; /* what was written */
    size_t length;
    const char *best; /* the nearest word offered so far that is near enough, or NULL */
    int distance;
} kdi_suggest;

enum { KDI_SUGGEST_TEXT_SIZE = 96 };

/* The word need not be terminated; it must outlive the search, as must all that is offered. */
kdi_suggest kdi_suggest_make(const char *word, size_t length);

/* Considers a known word. Cheap where the lengths differ too much. */
void kdi_suggest_offer(kdi_suggest *suggest, const char *known);

/* Considers every word of a list that ends with NULL. */
void kdi_suggest_offer_list(kdi_suggest *suggest, const char *const *known);

/* "; did you mean 'best'?" or, where nothing is near, "". Returns text. */
const char *kdi_suggest_text(const kdi_suggest *suggest, char text[KDI_SUGGEST_TEXT_SIZE]);

#endif
