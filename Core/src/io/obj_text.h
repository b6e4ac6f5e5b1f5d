/* The words of an OBJ file: lines, tokens, numbers. A backslash at the end of a line continues it; the line ends of all
 * systems count. */
#ifndef KDI_IO_OBJ_TEXT_H
#define KDI_IO_OBJ_TEXT_H

#include "text/findings.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct kdi_obj_cursor {
    const char *at;
    const char *end;
    const char *line_start;
    int line;
} kdi_obj_cursor;

typedef struct kdi_obj_token {
    const char *text;
    size_t length; /* 0: the line has ended */
} kdi_obj_token;

/* At the first line, behind a byte order mark. */
kdi_obj_cursor kdi_obj_cursor_make(const void *data, size_t size);

/* The place of the cursor for findings. */
kdi_place kdi_obj_place(const kdi_obj_cursor *cursor);

/* Goes to the next token of the line, over blanks and continued lines; false where the line (or a comment) ends. */
bool kdi_obj_skip_blanks(kdi_obj_cursor *cursor);

/* Takes the next token; the cursor is behind it. */
kdi_obj_token kdi_obj_take_token(kdi_obj_cursor *cursor);

/* Takes the rest of the line without blanks around it: a name, which may have blanks and '#' inside and is never
 * continued. */
kdi_obj_token kdi_obj_take_rest(kdi_obj_cursor *cursor);

/* Takes a number that is a whole token; false (cursor at its beginning) where there is none. */
bool kdi_obj_take_number(kdi_obj_cursor *cursor, double *value);

/* Goes to the next line; a line whose last token is taken is not continued any more. */
void kdi_obj_next_line(kdi_obj_cursor *cursor);

bool kdi_obj_token_is(kdi_obj_token token, const char *word);

#endif
