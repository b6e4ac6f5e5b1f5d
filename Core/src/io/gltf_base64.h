/* Base64, as data URIs carry it. */
#ifndef KDI_IO_GLTF_BASE64_H
#define KDI_IO_GLTF_BASE64_H

#include "kinedriver/buffer.h"

/* Appends the decoded bytes; padding may be missing. KD_SYNTAX for a character or a length that cannot be. */
kd_result kdi_base64_decode(const char *text, size_t length, kd_buffer *out);

/* Appends the text, padded. */
kd_result kdi_base64_encode(const void *data, size_t size, kd_buffer *out);

#endif
