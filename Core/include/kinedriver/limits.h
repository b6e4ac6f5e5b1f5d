/* Limits for files from outside. Every reader obeys them before it allocates; the defaults are far above what a
 * character needs and far below what could hurt. */
#ifndef KINEDRIVER_LIMITS_H
#define KINEDRIVER_LIMITS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_limits {
    size_t file_bytes;   /* size of a file */
    size_t memory_bytes; /* of the document made from it, temporary tables excluded */
    size_t name_bytes;   /* length of one name */
    int joints;
    int frames;
    int vertices;
    int triangles;
    int morphs;
    int rig_file_bytes;      /* size of a KDI file */
    size_t rig_memory_bytes; /* of the document made from it; memory_bytes applies too */
    int rig_nodes;
    int rig_connections;
    int rig_list_items; /* sources, keys, inputs, outputs of one node */
    int xml_attributes; /* of one element */
    int xml_text_bytes; /* of one tag, text or comment */
    int depth;          /* of nested elements and JSON values */
    int joint_depth;    /* of joints nested in a BVH file */
} kd_limits;

kd_limits kd_limits_default(void);

#ifdef __cplusplus
}
#endif
#endif
