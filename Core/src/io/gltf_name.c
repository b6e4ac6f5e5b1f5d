/* Names of what a glTF file holds. glTF allows things without a name and things of the same name; in a scene everything
 * is found by its name, so that each gets one of its own. */
#include "io/gltf_read.h"

#include <stdio.h>
#include <string.h>

bool kdi_gltf_take_name(kdi_gltf *gltf, const kdi_gltf_naming *naming, const char **name, const char **instead_of)
{
    kdi_arena *arena = gltf->scene->arena;
    const char *given = naming->given;
    char made[32];
    *name = *instead_of = NULL;
    if (strlen(given) > gltf->desc->limits.name_bytes)
        return kdi_gltf_error(gltf, KD_LIMIT, naming->at, "the name is longer than the limit of %zu bytes",
                              gltf->desc->limits.name_bytes);
    if (given[0] == '\0') {
        snprintf(made, sizeof made, "%s_%d", naming->kind, (int)naming->index);
        given = made;
    }
    const char *copy = kdi_arena_text(arena, given, strlen(given));
    *name = copy ? kdi_name_table_add_unique(naming->taken, arena, copy, naming->number) : NULL;
    if (!*name)
        return kdi_gltf_no_memory(gltf);
    *instead_of = *name == copy ? NULL : copy;
    return true;
}
