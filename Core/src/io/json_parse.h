/* Reading of JSON text into a tree of the JSON library.
 *
 * The library's own reader is not used: it stops the program when memory runs out inside a token, its memory cannot be
 * bounded, and it recurses as deep as the text wants. The tree, which is the larger part, is the library's. */
#ifndef KDI_IO_JSON_PARSE_H
#define KDI_IO_JSON_PARSE_H

#include "kinedriver/allocator.h"
#include "kinedriver/result.h"

#include <jansson.h>
#include <stddef.h>

/* An object costs the library some 250 bytes, any other value about 50: with these the tree stays below 500 MB. */
enum { KDI_JSON_MAX_VALUES = 1 << 22, KDI_JSON_MAX_OBJECTS = 1 << 20 };

typedef struct kdi_json_fault {
    kd_result code; /* KD_OK: none */
    int line;       /* both from 1 */
    int column;
    const char *text;
} kdi_json_fault;

/* RFC 8259: the text is UTF-8 and holds one value. All numbers become reals; texts with U+0000 are refused; of members
 * with the same name the last one counts. depth is the limit of nested arrays and objects. Returns a new reference, or
 * NULL with the fault filled. */
json_t *kdi_json_parse(const char *text, size_t size, int depth, const kd_allocator *allocator, kdi_json_fault *fault);

#endif
