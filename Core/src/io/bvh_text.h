/* The text of a BVH file under the reader's finger: blanks, words, names, numbers, and the place of everything that is
 * reported. Blank is every byte up to 0x20, so that tabs, all line ends, NUL and Ctrl-Z need no care elsewhere.
 * Invariant: begin <= at <= end; nothing beyond end is ever read. */
#ifndef KDI_IO_BVH_TEXT_H
#define KDI_IO_BVH_TEXT_H

#include "kinedriver/file.h"
#include "text/findings.h"

#include <stdbool.h>

typedef struct kdi_bvh_text {
    const char *begin;
    const char *at;
    const char *end;
    const kd_read_desc *desc;
    kd_findings *findings;
    const char *path; /* name of the joint concerned, or NULL */
    /* Counting goes on from the last place reported, since most files are reported on from top to bottom. */
    const char *counted;
    const char *counted_line;
    int counted_lines;
    kdi_place place;
} kdi_bvh_text;

typedef struct kdi_bvh_word {
    const char *text;
    size_t length; /* 0 at the end of the file */
} kdi_bvh_word;

enum { KDI_BVH_QUOTE_SIZE = 36 };
typedef struct kdi_bvh_quote {
    char text[KDI_BVH_QUOTE_SIZE];
} kdi_bvh_quote;

static inline bool kdi_bvh_is_blank(char c)
{
    return (unsigned char)c <= 0x20;
}

static inline const char *kdi_bvh_skip_blanks(const char *at, const char *end)
{
    while (at < end && kdi_bvh_is_blank(*at))
        at++;
    return at;
}

/* Starts behind a byte order mark; UTF-16 is refused. */
kd_result kdi_bvh_text_init(kdi_bvh_text *text, const void *data, size_t size, const kd_read_desc *desc,
                            kd_findings *findings);

/* The next word, without and with going on behind it. A word ends at a blank, a brace or a colon; each of the latter is
 * a word of its own. */
kdi_bvh_word kdi_bvh_peek(kdi_bvh_text *text);
kdi_bvh_word kdi_bvh_next(kdi_bvh_text *text);

/* Whether a word is this keyword, given in capitals; small letters count as capitals. */
bool kdi_bvh_word_is(kdi_bvh_word word, const char *keyword);

/* The rest of the line without blanks around it, up to the brace that opens the block if it stands on the same line. */
kdi_bvh_word kdi_bvh_rest_of_line(kdi_bvh_text *text);

/* Reads a finite number that ends at a blank, a brace or the end. `what` is named in the error. */
kd_result kdi_bvh_number(kdi_bvh_text *text, const char *what, double *value);

/* The same as an error only, for a caller that found no number at `at`. */
kd_result kdi_bvh_number_error(kdi_bvh_text *text, const char *at, const char *what);

/* Whether a length can be a float. The shortest text of the largest float is a little larger than it: that is brought
 * down to it. */
bool kdi_bvh_fits_float(double *value);

/* The word at `at` made fit for a message: cut, anything but printable ASCII replaced; "the end of the file" there. */
kdi_bvh_quote kdi_bvh_quote_at(const kdi_bvh_text *text, const char *at);

/* Line and column of `at`; valid until the next call. */
const kdi_place *kdi_bvh_place(kdi_bvh_text *text, const char *at);
int kdi_bvh_line(kdi_bvh_text *text, const char *at);

#define KDI_BVH_ERROR(text, code, at, ...) KDI_ERROR((text)->findings, (code), kdi_bvh_place((text), (at)), __VA_ARGS__)

/* Something that can be mended: an error with its code in strict mode, else a warning and KD_OK. */
#define KDI_BVH_REPAIR(text, code, at, ...)                                                                       \
    kdi_bvh_repaired((text),                                                                                      \
                     kdi_report((text)->findings, (text)->desc->strict ? KD_SEVERITY_ERROR : KD_SEVERITY_WARNING, \
                                (code), kdi_bvh_place((text), (at)), __VA_ARGS__))

static inline kd_result kdi_bvh_repaired(const kdi_bvh_text *text, kd_result code)
{
    return text->desc->strict ? code : KD_OK;
}

#endif
