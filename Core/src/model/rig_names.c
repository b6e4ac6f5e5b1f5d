/* The table of the names of nodes and groups, and names as findings show them. */
#include "model/rig_names.h"

#include "base/arena.h"
#include "text/utf8.h"

#include <stdio.h>
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

const char *kdi_name_show(const char *name, char *shown, size_t capacity)
{
    static const char more[] = "…";
    size_t length = name ? strlen(name) : 0, used = 0;
    for (size_t at = 0; at < length;) {
        unsigned char lead = (unsigned char)name[at];
        size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        bool whole = size <= length - at && kdi_utf8_valid_length(name + at, size) == size;
        if (!whole)
            size = 1;
        if (used + size + sizeof more > capacity) {
            memcpy(shown + used, more, sizeof more);
            return shown;
        }
        if (!whole || lead < 0x20 || lead == 0x7F)
            shown[used] = '?';
        else
            memcpy(shown + used, name + at, size);
        used += size;
        at += size;
    }
    shown[used] = '\0';
    return shown;
}

/* "below 'spine'", or "as a root". */
static void names_show_parent(const char *parent, char shown[KDI_NAME_SHOW_SIZE + 8])
{
    char name[KDI_NAME_SHOW_SIZE];
    if (parent[0] == '\0')
        snprintf(shown, KDI_NAME_SHOW_SIZE + 8, "as a root");
    else
        snprintf(shown, KDI_NAME_SHOW_SIZE + 8, "below '%s'", kdi_name_show(parent, name, sizeof name));
}

bool kdi_rig_joint_fits(const kd_rig_joint *joint, const kd_skeleton *skeleton, int32_t index,
                        char problem[KD_ERROR_TEXT_SIZE])
{
    int32_t above = skeleton->joints[index].parent;
    const char *parent = above == KD_NO_JOINT ? "" : skeleton->joints[above].name;
    if (strcmp(joint->parent, parent) == 0)
        return true;
    char stated[KDI_NAME_SHOW_SIZE + 8], found[KDI_NAME_SHOW_SIZE + 8];
    names_show_parent(joint->parent, stated);
    names_show_parent(parent, found);
    snprintf(problem, KD_ERROR_TEXT_SIZE,
             "stated %s, but the skeleton has it %s: that counts, and the rest pose is taken from there", stated,
             found);
    return false;
}
