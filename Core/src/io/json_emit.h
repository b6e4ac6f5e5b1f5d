/* Writing of JSON text, piece by piece. Compact, with a new line for each object of a list; numbers are the shortest
 * that read back the same. A lack of memory is remembered and shows at the end. */
#ifndef KDI_IO_JSON_EMIT_H
#define KDI_IO_JSON_EMIT_H

#include "kinedriver/buffer.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct kdi_emit {
    kd_buffer text;
    bool has_items; /* in the list or object that is open: a comma is due */
    bool failed;
} kdi_emit;

kdi_emit kdi_emit_make(const kd_allocator *allocator);
void kdi_emit_free(kdi_emit *emit);

/* key NULL: an item of a list. bracket: '{' or '['; close with the one that fits. */
void kdi_emit_open(kdi_emit *emit, const char *key, char bracket);
void kdi_emit_close(kdi_emit *emit, char bracket);
void kdi_emit_text(kdi_emit *emit, const char *key, const char *value); /* bytes that are not UTF-8 become U+FFFD */
void kdi_emit_int(kdi_emit *emit, const char *key, int64_t value);
void kdi_emit_float(kdi_emit *emit, const char *key, float value);
void kdi_emit_double(kdi_emit *emit, const char *key, double value);
void kdi_emit_true(kdi_emit *emit, const char *key);
void kdi_emit_bool(kdi_emit *emit, const char *key, bool value);
void kdi_emit_doubles(kdi_emit *emit, const char *key, const double *values, int count);
void kdi_emit_floats(kdi_emit *emit, const char *key, const float *values, int count);

/* Length of the UTF-8 sequence at p, which is before end; 0 if it is malformed. */
size_t kdi_json_sequence(const unsigned char *p, const unsigned char *end);

/* A list whose items were written elsewhere; nothing if there are none. */
void kdi_emit_list(kdi_emit *emit, const char *key, const kdi_emit *items);

#endif
