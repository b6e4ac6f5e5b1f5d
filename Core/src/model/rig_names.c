/* The table of the names of nodes and groups. */
#include "model/rig_names.h"

#include "base/arena.h"

#include <string.h>

kd_result kdi_rig_names_make(kdi_rig_names *names, const kd_rig *rig)
{
    kdi_name_table_init(&names->table, &rig->arena->allocator);
    for (int32_t i = 0; i < rig->node_count + rig->group_count; i++) {
        const char *name = i < rig->node_count ? rig->nodes[i]->name : rig->groups[i - rig->node_count].name;
        int32_t present;
        if (kdi_name_table_add(&names->table, name, strlen(name), i, &present) != KD_OK) {
            kdi_rig_names_free(names);
            return KD_OUT_OF_MEMORY;
        }
    }
    return KD_OK;
}

void kdi_rig_names_free(kdi_rig_names *names)
{
    kdi_name_table_free(&names->table);
}

int32_t kdi_rig_names_find(const kdi_rig_names *names, const char *name)
{
    return kdi_name_table_find(&names->table, name, strlen(name));
}

kd_node *kdi_rig_names_node(const kdi_rig_names *names, const kd_rig *rig, const char *name)
{
    int32_t index = kdi_rig_names_find(names, name);
    return index != KDI_NO_INDEX && index < rig->node_count ? rig->nodes[index] : NULL;
}
