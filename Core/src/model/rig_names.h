/* The names that connections may use, as a table: nodes and groups share one set. */
#ifndef KDI_MODEL_RIG_NAMES_H
#define KDI_MODEL_RIG_NAMES_H

#include "kinedriver/rig.h"
#include "text/name_table.h"

/* Index i < node_count is a node, the others are groups. Of equal names the first counts. Valid while the rig is not
 * changed. */
typedef struct kdi_rig_names {
    kdi_name_table table;
} kdi_rig_names;

enum { KDI_NO_INDEX = -1 };

/* KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rig_names_make(kdi_rig_names *names, const kd_rig *rig);
void kdi_rig_names_free(kdi_rig_names *names);

/* The index, or KDI_NO_INDEX. */
int32_t kdi_rig_names_find(const kdi_rig_names *names, const char *name);

/* The node, or NULL if there is none or the name is a group's. */
kd_node *kdi_rig_names_node(const kdi_rig_names *names, const kd_rig *rig, const char *name);

enum { KDI_NAME_SHOW_SIZE = 68 };

/* A name fit for a finding: cut at a character boundary, bytes that are no UTF-8 and control characters as '?'.
 * capacity > 8. Returns shown. */
const char *kdi_name_show(const char *name, char *shown, size_t capacity);

/* Whether a joint that the rig states has the same parent in a skeleton, where it is joint `index`; if not, a sentence
 * for a KD_HIERARCHY warning. */
bool kdi_rig_joint_fits(const kd_rig_joint *joint, const kd_skeleton *skeleton, int32_t index,
                        char problem[KD_ERROR_TEXT_SIZE]);

#endif
