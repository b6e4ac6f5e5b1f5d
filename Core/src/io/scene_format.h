/* The formats of motion and mesh files: what each is called, how it is recognised, read and written. */
#ifndef KDI_IO_SCENE_FORMAT_H
#define KDI_IO_SCENE_FORMAT_H

#include "kinedriver/file.h"
#include "kinedriver/scene.h"

enum { KDI_SCENE_FORMAT_LIST_SIZE = 160 };

typedef struct kdi_scene_format {
    const char *name;
    const char *extensions; /* lower case, separated by blanks, without dots */
    /* Whether a file of at least one byte is of this format; NULL where its content does not tell. */
    bool (*recognise)(const char *data, size_t size);
    /* NULL: for writing only. */
    kd_result (*read)(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out, kd_findings *findings);
    /* NULL: for reading only. The path tells which of its forms, where a format has several. */
    kd_result (*write)(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings);
} kdi_scene_format;

/* The format to read a file by; NULL where neither content nor extension tells. path may be NULL. */
const kdi_scene_format *kdi_scene_format_of(const char *path, const void *data, size_t size);

/* The format to write to this path by; NULL where its extension is of none that can be written. */
const kdi_scene_format *kdi_scene_format_for(const char *path);

/* "BVH (.bvh), glTF (.gltf .glb)": those that can be written, or those that can be read. */
void kdi_scene_format_list(bool writable, char list[KDI_SCENE_FORMAT_LIST_SIZE]);

/* Where the file's own name begins in a path. */
const char *kdi_path_file_name(const char *path);

/* Whether the path's extension, without regard to case, is one of these (as in kdi_scene_format). */
bool kdi_path_has_extension(const char *path, const char *extensions);

#endif
