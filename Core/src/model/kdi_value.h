/* One attribute on its way to a file: the text of its value, whether it may be left out, and the words for what it may
 * be. The way from a file is kdi_value_parse in rig.h. */
#ifndef KDI_MODEL_KDI_VALUE_H
#define KDI_MODEL_KDI_VALUE_H

#include "kinedriver/buffer.h"
#include "model/kdi_format.h"

/* True if the field has its default in this rig; never for a required one. */
bool kdi_value_is_initial(const kdi_attribute *row, const kd_rig *rig, const void *item);

/* Appends the text of the field, as it is before XML escapes. KD_NUMBER or KD_VALUE for what no file can say. */
kd_result kdi_value_append(const kdi_attribute *row, const void *item, kd_buffer *out);

/* "a number from 0 to 1": what the attribute may be. Cut if it does not fit. */
void kdi_value_describe(const kdi_attribute *row, char *text, size_t capacity);

#endif
