/* Inside of the glTF reader. One kdi_gltf travels through all of it:
 *   container (bytes to JSON and buffers) > nodes (skeleton) > meshes (with skins and morphs) > animations (clips).
 * Every step returns false after it has reported an error; the first error's code is what the reader returns. */
#ifndef KDI_IO_GLTF_READ_H
#define KDI_IO_GLTF_READ_H

#include "base/arena.h"
#include "io/gltf_json.h"
#include "kinedriver/file.h"
#include "model/affine.h"
#include "model/scene.h"
#include "text/name_table.h"

#include <stdbool.h>

typedef struct kdi_gltf_buffer {
    const unsigned char *data;
    size_t size;
    kd_buffer own; /* what data points to, unless it is part of the file */
} kdi_gltf_buffer;

typedef struct kdi_gltf_node {
    int32_t parent;       /* node; -1: none */
    int32_t next_sibling; /* node; -1: none. First children are in first_child */
    int32_t first_child;
    int32_t joint; /* of the skeleton; for a node that is no joint that of the nearest joint above; or KD_NO_JOINT */
    int32_t mesh;  /* of the scene; -1: none */
    bool in_scene;
    bool is_joint;
} kdi_gltf_node;

struct kdi_gltf {
    const kd_read_desc *desc;
    kd_findings *findings;
    kd_result result; /* of the first error */
    kd_scene *scene;
    kdi_arena scratch; /* tables that live as long as the reading */
    json_t *root;
    kdi_json top;
    const unsigned char *chunk; /* second chunk of a .glb */
    size_t chunk_size;
    kdi_gltf_buffer *buffers;
    int32_t buffer_count;
    size_t decoded_bytes; /* by all accessors so far: held against the memory limit, so that a small file cannot cause
                             endless work */
    kdi_gltf_node *nodes;
    int32_t node_count;
    int32_t *order; /* [rank] nodes of the scene, parents first */
    int32_t order_count;
    kd_mat34 *rest_models; /* [joint] model from joint at rest */
    int64_t vertex_total;
    int64_t triangle_total;
    int64_t morph_total;
    kdi_name_table mesh_names;
    const char ***curve_names; /* [mesh][morph] of the curves that animate them */
};

/* gltf_container.c */
bool kdi_gltf_open(kdi_gltf *gltf, const unsigned char *data, size_t size);
bool kdi_gltf_load_buffers(kdi_gltf *gltf);
void kdi_gltf_close(kdi_gltf *gltf);

/* gltf_accessor.c */
typedef struct kdi_gltf_accessor {
    const unsigned char *data; /* NULL: all zero */
    size_t stride;
    int32_t count;
    int component_type; /* as in the file: 5120 … 5126 */
    int components;     /* 1, 2, 3, 4 or 16 */
    bool is_normalized;
    int32_t sparse_count;
    int sparse_index_type;
    const unsigned char *sparse_indices;
    const unsigned char *sparse_values;
} kdi_gltf_accessor;

/* Opens the accessor whose index stands at `reference`; everything it covers lies inside its buffer. */
bool kdi_gltf_open_accessor(kdi_gltf *gltf, const kdi_json *reference, kdi_gltf_accessor *accessor);
/* Reads count * components values; floats are finite. `reference` is where an error is reported. */
bool kdi_gltf_read_floats(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor, float *values);
bool kdi_gltf_read_uints(kdi_gltf *gltf, const kdi_json *reference, const kdi_gltf_accessor *accessor,
                         uint32_t *values);

/* gltf_name.c */
typedef struct kdi_gltf_naming {
    kdi_name_table *taken;
    const kdi_json *at; /* where an error is reported */
    const char *given;  /* "": none */
    const char *kind;   /* what a thing without a name is called, with its index */
    int32_t index;
    int32_t number; /* what a name that is taken is told apart by */
} kdi_gltf_naming;

/* A name of its own for something of the scene. *instead_of: the name it has in the file if that was taken, else NULL.
 */
bool kdi_gltf_take_name(kdi_gltf *gltf, const kdi_gltf_naming *naming, const char **name, const char **instead_of);

/* gltf_nodes.c */
bool kdi_gltf_read_nodes(kdi_gltf *gltf);

/* gltf_material.c, gltf_mesh.c */
bool kdi_gltf_read_materials(kdi_gltf *gltf);
bool kdi_gltf_read_meshes(kdi_gltf *gltf);

/* A mesh being read: all primitives of one mesh node, one after the other. */
typedef struct kdi_gltf_mesh {
    const kdi_json *json; /* meshes[i] */
    const kdi_json *node; /* nodes[i] that shows it */
    kd_mesh *mesh;
    int32_t skin; /* -1: none */
    bool has_normals;
    bool has_texcoords;
} kdi_gltf_mesh;

/* A primitive of it that consists of triangles. */
typedef struct kdi_gltf_primitive {
    kdi_json json;
    kdi_json attributes;
    int mode;
    int32_t vertex_count;
    int32_t index_count; /* as triangles */
    int32_t first_vertex;
    int32_t first_index;
    bool shares_vertices; /* those of the primitive before it: there is nothing of its own to read but indices */
} kdi_gltf_primitive;

/* gltf_primitive.c */
/* *kept is false for what is left out: points, lines, nothing to show. */
bool kdi_gltf_measure_primitive(kdi_gltf *gltf, kdi_gltf_primitive *primitive, bool *kept);
bool kdi_gltf_read_primitive(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive);

/* gltf_morph.c */
bool kdi_gltf_begin_morphs(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count);
/* Once all meshes are read: the curve of a morph is called like it, or mesh.morph where several meshes have that name.
 */
bool kdi_gltf_name_curves(kdi_gltf *gltf);
bool kdi_gltf_read_morphs(kdi_gltf *gltf, const kdi_gltf_mesh *in, const kdi_gltf_primitive *primitive);

/* gltf_skin.c */
bool kdi_gltf_read_skin(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count);
/* gltf_bind.c: inverse bind matrices, and the mesh moved to where its bones are at rest if the file keeps it elsewhere.
 */
bool kdi_gltf_read_bind(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_json *skin, const uint16_t *joints, int32_t count);

/* gltf_animation.c */
bool kdi_gltf_read_animations(kdi_gltf *gltf);

/* gltf_sampler.c: keys and values of one animation sampler. */
typedef enum kdi_gltf_interpolation { KDI_GLTF_LINEAR, KDI_GLTF_STEP, KDI_GLTF_CUBICSPLINE } kdi_gltf_interpolation;

typedef struct kdi_gltf_sampler {
    int32_t key_count;
    int32_t width; /* values a key, tangents not counted */
    bool is_rotation;
    kdi_gltf_interpolation interpolation;
    const float *times_s;
    const float *values; /* [key * width], or in, value, out tangent for each key of a cubic spline */
} kdi_gltf_sampler;

/* Value at a time for callers that go forward; *key is their place, 0 at the start. A key nearer than snap_s is taken
 * as it is. */
void kdi_gltf_sample(const kdi_gltf_sampler *sampler, double time_s, double snap_s, int32_t *key, double *value);

/* gltf_rate.c: the frames of a clip. */
typedef struct kdi_gltf_frames {
    double start_s;
    double end_s;
    double frame_time_s;
    int64_t count;
} kdi_gltf_frames;

/* One series of key times, strictly increasing. */
typedef struct kdi_gltf_times {
    const float *times_s;
    int32_t count;
} kdi_gltf_times;

/* Whether all keys lie on frames of this length. */
bool kdi_gltf_rate_fits(const kdi_gltf_times *series, int32_t series_count, double frame_time_s);
/* Finds the common rate of the keys, between 10 and 1000 a second; false if there is none. */
bool kdi_gltf_rate_find(const kdi_gltf_times *series, int32_t series_count, double *frame_time_s);

#endif
