/* What the files of the rig document share: life of items and values by the rows of the format table. */
#ifndef KDI_MODEL_RIG_H
#define KDI_MODEL_RIG_H

#include "base/arena.h"
#include "model/kdi_format.h"

/* Gives the attributes of a zeroed item their defaults; those without one are zero, "" or an empty list. KD_OK or
 * KD_OUT_OF_MEMORY. */
kd_result kdi_item_init(kd_rig *rig, const kdi_element *element, void *item);

/* Appends an item with its defaults to the list that `child` (KDI_CHILD_LIST) describes in `owner`; NULL without
 * memory. */
void *kdi_child_add(kd_rig *rig, const kdi_child *child, void *owner);

/* The items of a list that `child` (KDI_CHILD_LIST) describes in `owner`. */
void *kdi_child_items(const kdi_child *child, const void *owner, int32_t *count);

/* The list of the rig itself that holds this element ("Group", "Joint", "Connection"); NULL for others. */
const kdi_child *kdi_section_child(const char *element);

/* Reads an attribute as files write it (`length` bytes, blanks around numbers are skipped) into the field of `item`.
 * KD_OK; KD_NUMBER: not a finite number; KD_COUNT_MISMATCH: not as many numbers as it takes; KD_VALUE: none of the
 * words that are known, or no "node.port"; KD_OUT_OF_MEMORY. On an error *at is the byte that does not fit. Ranges and
 * names are left to kd_rig_validate. `at` may be NULL. */
kd_result kdi_value_parse(kd_rig *rig, const kdi_attribute *attribute, const char *text, size_t length, void *item,
                          size_t *at);

/* True if the field of both items says the same. */
bool kdi_value_equal(const kdi_attribute *attribute, const void *a, const void *b);

/* The numbers in a field of kind number, vec3, quat or numbers; NULL with *count 0 for other kinds. */
double *kdi_value_numbers(const kdi_attribute *attribute, const void *item, int32_t *count);

/* The text in a field of a kind that is one `const char *`; NULL for other kinds. */
const char **kdi_value_text(const kdi_attribute *attribute, void *item);

#endif
