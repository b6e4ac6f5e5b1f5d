/* The names of curves: that of a morph, with the mesh's before it where several meshes have a morph of that name. */
#include "model/clip_curve.h"

#include <string.h>

int32_t kdi_clip_find_curve(const kd_clip *clip, const kd_mesh *mesh, const char *morph)
{
    size_t mesh_length = mesh->name ? strlen(mesh->name) : 0;
    int32_t found = -1;
    for (int32_t i = 0; morph && i < clip->curve_count; i++) {
        const char *name = clip->curve_names[i];
        if (mesh_length > 0 && strncmp(name, mesh->name, mesh_length) == 0 && name[mesh_length] == '.' &&
            strcmp(name + mesh_length + 1, morph) == 0)
            return i;
        if (strcmp(name, morph) == 0)
            found = i;
    }
    return found;
}
