/* Inside of the glTF writer: the binary data grows in one buffer while each list of the document grows as text of its
 * own; at the end the lists are put together. A step returns false after it has reported an error. */
#ifndef KDI_IO_GLTF_WRITE_H
#define KDI_IO_GLTF_WRITE_H

#include "base/arena.h"
#include "io/json_emit.h"
#include "kinedriver/gltf.h"
#include "text/findings.h"

/* componentType of accessors */
enum { KDI_GLTF_U8 = 5121, KDI_GLTF_U16 = 5123, KDI_GLTF_U32 = 5125, KDI_GLTF_F32 = 5126 };
/* target of bufferViews */
enum { KDI_GLTF_NO_TARGET = 0, KDI_GLTF_VERTICES = 34962, KDI_GLTF_INDICES = 34963 };

/* Where a mesh of the scene went. */
typedef struct kdi_gltf_written {
    int32_t mesh; /* in the document; -1: not written */
    int32_t skin; /* -1: none */
    int32_t node; /* -1: not written */
} kdi_gltf_written;

typedef struct kdi_gltf_writer {
    const kd_scene *scene;
    kd_scene clean; /* the scene with rotations at rest of unit length */
    kd_mesh bones;  /* shown where there is no mesh */
    kd_findings *findings;
    kd_result result;
    kdi_arena temp;
    double scale;          /* metres a unit */
    const kd_mesh *meshes; /* the scene's, or the bone mesh */
    int32_t mesh_count;
    bool is_bone_mesh;
    kdi_gltf_written *written; /* [mesh] */
    int32_t group_node;        /* holds several roots together for the skins; -1: none */
    int32_t document_meshes;
    int32_t document_skins;
    int32_t view_count;
    kd_buffer data;
    kdi_emit nodes, materials, meshes_text, skins, animations, accessors, views;
} kdi_gltf_writer;

bool kdi_gltf_fail(kdi_gltf_writer *writer, kd_result code, const char *path, const char *text);
bool kdi_gltf_write_no_memory(kdi_gltf_writer *writer);

/* gltf_write_data.c: an array of numbers in the buffer. Returns the accessor's index, or -1 after an error. */
typedef struct kdi_gltf_array {
    const char *path; /* what it is, for errors */
    int target;
    int components;  /* 1, 2, 3, 4 or 16 */
    size_t count;    /* of elements, at least 1 */
    double factor;   /* that floats are multiplied by */
    bool has_bounds; /* min and max are written */
} kdi_gltf_array;

int32_t kdi_gltf_put_floats(kdi_gltf_writer *writer, const kdi_gltf_array *array, const float *values);
int32_t kdi_gltf_put_uints(kdi_gltf_writer *writer, const kdi_gltf_array *array, int component_type,
                           const uint32_t *values);

/* gltf_write_mesh.c */
bool kdi_gltf_write_meshes(kdi_gltf_writer *writer);

/* gltf_write_skin.c: the accessors of JOINTS_n and WEIGHTS_n of a mesh, and the skin that it uses. */
typedef struct kdi_gltf_skin_accessors {
    int sets; /* 0: no skin */
    int32_t joints[2];
    int32_t weights[2];
} kdi_gltf_skin_accessors;
bool kdi_gltf_write_skin(kdi_gltf_writer *writer, int32_t mesh_index, kdi_gltf_skin_accessors *accessors);

/* gltf_write_node.c */
void kdi_gltf_plan_nodes(kdi_gltf_writer *writer);
void kdi_gltf_write_nodes(kdi_gltf_writer *writer);
void kdi_gltf_write_roots(const kdi_gltf_writer *writer, kdi_emit *emit);

/* gltf_write_clip.c */
bool kdi_gltf_write_clips(kdi_gltf_writer *writer);

#endif
