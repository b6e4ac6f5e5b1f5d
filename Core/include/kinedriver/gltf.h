/* glTF 2.0, binary (.glb) and text (.gltf). Core/docs/gltf.md says what is read, what is written and what is dropped.
 */
#ifndef KINEDRIVER_GLTF_H
#define KINEDRIVER_GLTF_H

#include "kinedriver/buffer.h"
#include "kinedriver/file.h"
#include "kinedriver/scene.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads either form, told apart by content. Buffers in files of their own are looked for in desc->folder, by relative
 * path only. On success *out is a scene to be freed with kd_scene_free; on failure it is NULL and the findings hold an
 * error. */
kd_result kd_gltf_read(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);

typedef struct kd_gltf_write_desc {
    bool binary;    /* .glb; otherwise .gltf with the data in it as base64 */
    bool add_bones; /* a scene without any mesh gets one that shows its bones, so that viewers have something to show;
                       the reader leaves it out */
} kd_gltf_write_desc;

/* Binary, with bones. */
kd_gltf_write_desc kd_gltf_write_desc_default(void);

/* Appends the file to out. Lengths are written in metres if the scene says what its unit is. On failure out is as
 * before. */
kd_result kd_gltf_write(const kd_scene *scene, const kd_gltf_write_desc *desc, kd_buffer *out, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
