/* The lists of an OBJ file as they stand in it, before they become a mesh. */
#ifndef KDI_IO_OBJ_PARSE_H
#define KDI_IO_OBJ_PARSE_H

#include "io/obj_text.h"
#include "kinedriver/file.h"
#include "text/name_table.h"

#include <stdint.h>

/* One corner of a triangle: indices from 0, or -1 where the file gives none. */
typedef struct kdi_obj_corner {
    int32_t position;
    int32_t texcoord;
    int32_t normal;
} kdi_obj_corner;

/* From this triangle on, until the next run, this material. */
typedef struct kdi_obj_run {
    int32_t first_triangle;
    int32_t material; /* -1: none */
} kdi_obj_run;

/* A list of size-byte items that grows. */
typedef struct kdi_obj_list {
    void *items;
    size_t count;
    size_t capacity;
    size_t item_size;
} kdi_obj_list;

typedef struct kdi_obj_data {
    const kd_read_desc *desc;
    kdi_obj_list positions; /* kd_vec3 */
    kdi_obj_list normals;   /* kd_vec3 */
    kdi_obj_list texcoords; /* float[2] */
    kdi_obj_list corners;   /* kdi_obj_corner, three a triangle */
    kdi_obj_list runs;      /* kdi_obj_run */
    kdi_obj_list materials; /* kdi_obj_token, in the file's bytes */
    kdi_name_table material_names;
    kdi_obj_token object_name; /* of the first "o" line */
    kdi_obj_token group_name;  /* of the first "g" line */
} kdi_obj_data;

void kdi_obj_data_init(kdi_obj_data *obj, const kd_read_desc *desc);
void kdi_obj_data_free(kdi_obj_data *obj);

/* Fills the lists from a file's bytes, which must outlive them. only_positions: the "v" lines and nothing else. Goes on
 * after an error, so that all are found; returns the code of the first. With KD_OK there is at least one position and
 * all indices are in range. */
kd_result kdi_obj_parse(kdi_obj_data *obj, const void *data, size_t size, bool only_positions, kd_findings *findings);

#endif
