/* The first half of a BVH file: joints and their channels as the file has them, before they become a scene. */
#ifndef KDI_IO_BVH_HIERARCHY_H
#define KDI_IO_BVH_HIERARCHY_H

#include "base/arena.h"
#include "io/bvh_text.h"
#include "kinedriver/skeleton.h"

/* 0 to 2: position along X, Y, Z; 3 to 5: rotation about X, Y, Z. */
typedef unsigned char kdi_bvh_channel;

enum { KDI_BVH_FIRST_ROTATION = 3 };

typedef struct kdi_bvh_joint {
    const char *name;    /* in the scene's arena; NULL for a tip until kdi_bvh_name_joints */
    const char *name_at; /* where the file has it */
    float offset[3];
    int32_t parent;
    int depth;             /* 1 for the root */
    int32_t first_channel; /* in the list of all channels, which is the order of the values in a frame */
    int32_t channel_count;
    bool is_tip;
    bool has_offset;
    bool has_channels;
    bool has_children;
} kdi_bvh_joint;

typedef struct kdi_bvh_hierarchy {
    kd_allocator allocator;
    kdi_arena *arena; /* for names */
    kdi_bvh_joint *joints;
    size_t joint_count;
    size_t joint_capacity;
    kdi_bvh_channel *channels;
    size_t channel_count;
    size_t channel_capacity;
} kdi_bvh_hierarchy;

void kdi_bvh_hierarchy_init(kdi_bvh_hierarchy *hierarchy, const kd_allocator *allocator, kdi_arena *arena);
void kdi_bvh_hierarchy_free(kdi_bvh_hierarchy *hierarchy);

/* From HIERARCHY to the root's closing brace. Parents come before their children. */
kd_result kdi_bvh_read_hierarchy(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy);

/* A name as the file has it, in the arena as clean UTF-8. *name stays NULL if it is empty. */
kd_result kdi_bvh_read_name(kdi_bvh_text *text, kdi_bvh_word raw, kdi_arena *arena, const char **name);

/* Gives every tip a name and makes all names unique. */
kd_result kdi_bvh_name_joints(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy);

#endif
