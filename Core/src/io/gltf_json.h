/* Access to parsed JSON that knows where it is: a place is a link to the place above it, on the stack, and becomes a
 * path such as meshes[0].primitives[1].attributes.POSITION only when something is reported there. */
#ifndef KDI_IO_GLTF_JSON_H
#define KDI_IO_GLTF_JSON_H

#include "kinedriver/result.h"
#include "text/findings.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct kdi_gltf kdi_gltf;

typedef struct kdi_json {
    const json_t *value; /* NULL: absent */
    const struct kdi_json *parent;
    const char *key; /* NULL: an item of an array */
    size_t index;
} kdi_json;

kdi_json kdi_json_member(const kdi_json *object, const char *key);
kdi_json kdi_json_item(const kdi_json *array, size_t index);

/* These report at a place (NULL: none). An error is remembered as the reader's result; always returns false. */
bool kdi_gltf_error(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...) KDI_PRINTF(4, 5);
/* For what can be put right: a warning and true, or in a strict reading an error and false. */
bool kdi_gltf_repair(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...) KDI_PRINTF(4, 5);
void kdi_gltf_note(kdi_gltf *gltf, kd_result code, const kdi_json *at, const char *format, ...) KDI_PRINTF(4, 5);
bool kdi_gltf_no_memory(kdi_gltf *gltf);

/* Values. What is absent leaves the output as it was and is no error; what is of the wrong kind is one. */
bool kdi_json_get_count(kdi_gltf *gltf, const kdi_json *array, int32_t *count);
bool kdi_json_get_int(kdi_gltf *gltf, const kdi_json *at, int64_t low, int64_t high, int64_t *value);
bool kdi_json_get_index(kdi_gltf *gltf, const kdi_json *at, int32_t count, int32_t *index);
bool kdi_json_get_floats(kdi_gltf *gltf, const kdi_json *at, float *values, int32_t count);
bool kdi_json_get_text(kdi_gltf *gltf, const kdi_json *at, const char **text);
bool kdi_json_is_true(const kdi_json *at);

/* The item that the index at `reference` selects from the array `list`; absent or out of range is an error. */
bool kdi_json_need_item(kdi_gltf *gltf, const kdi_json *reference, const kdi_json *list, kdi_json *item);

#endif
