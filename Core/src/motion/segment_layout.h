/* What a segment asset looks like in memory and in a .kds file: one block of 32-bit words, little-endian, offsets
 * instead of pointers, verified once when it is opened and never changed. It holds the figure as points and links, the
 * order in which the links' equations are eliminated, and for each segment the paths and coefficients of its handles
 * and the rotations of its joints (the texture). */
#ifndef KDI_MOTION_SEGMENT_LAYOUT_H
#define KDI_MOTION_SEGMENT_LAYOUT_H

#include "kinedriver/segment_player.h"

#include <stdint.h>

enum {
    KDI_SEGMENTS_VERSION = 1,
    KDI_SEGMENT_NONE = -1,
    KDI_SEGMENT_TRACK = 6, /* numbers of a handle in a frame: position, then the three coefficients */
    KDI_SEGMENT_LEAD = 2,  /* frames of texture kept from the end on: the last one and the one behind it */
    KDI_SEGMENT_MOST_JOINTS = 4096,
    KDI_SEGMENT_MOST_HANDLES = KD_SEGMENT_MOST_TARGETS, /* so that each can have a target */
    KDI_SEGMENT_MOST_FRAMES = 1 << 22
};
#define KDI_SEGMENTS_MAGIC UINT32_C(0x31534B44) /* "DKS1" as bytes 44 4B 53 31 */
#define KDI_SEGMENT_BOUND  1e9f                 /* no number in an asset is larger */

typedef struct kdi_segment_section {
    uint32_t offset; /* bytes from the start of the asset; a multiple of 4 */
    uint32_t count;  /* items */
} kdi_segment_section;

enum {
    KDI_SEGMENT_JOINT_TIP = 1,    /* never animated */
    KDI_SEGMENT_JOINT_BELOW = 4,  /* below the root */
    KDI_SEGMENT_JOINT_STANDS = 2, /* part of a foot: keeps its twist in the world rather than against its parent */
};

typedef struct kdi_segment_joint {
    uint32_t name;
    int32_t parent;
    uint32_t point;
    uint32_t flags;
    float rotate[4], translate[3]; /* where it is not animated */
    int32_t rotation, translation; /* column of the texture; KDI_SEGMENT_NONE: not animated */
    int32_t aim[2];                /* points that its rotation is recovered from */
} kdi_segment_joint;

typedef struct kdi_segment_point {
    uint32_t joint; /* the first of those that coincide in it; of a mast the one at its foot */
    float inverse_mass;
    int32_t handle; /* whose member it is: moves as one with the handle's own point */
} kdi_segment_point;

typedef struct kdi_segment_handle {
    uint32_t name;
    uint32_t joint;
    uint32_t point;
    uint32_t is_foot; /* pinned always; others where a target asks for it */
} kdi_segment_handle;

/* Two points that keep their distance. Links lie in the order of elimination. */
typedef struct kdi_segment_link {
    uint32_t a, b;
} kdi_segment_link;

/* Two links that meet in a point: an entry of the matrix below its diagonal. */
typedef struct kdi_segment_coupling {
    uint32_t slot;
    uint32_t row, column; /* links, row > column */
    uint32_t point;
    float sign; /* 1 where the point is the same end of both */
} kdi_segment_coupling;

/* One step of elimination: value[target] -= value[left] * value[right] / diagonal. Values are the diagonal, then slots.
 */
typedef struct kdi_segment_update {
    uint32_t target, left, right;
} kdi_segment_update;

/* A column of the matrix: its slots and updates. */
typedef struct kdi_segment_column {
    uint32_t first_slot, slot_count;
    uint32_t first_update, update_count;
} kdi_segment_column;

/* A point that no joint has, off the plane of three others: it holds the shape of pelvis and shoulders, which are
 * nearly flat, so that their links alone would not tell them from their mirror image. */
typedef struct kdi_segment_mast {
    uint32_t point;
    uint32_t foot, side[2]; /* points that span the plane */
    float height;
} kdi_segment_mast;

/* A knee or an elbow: the middle point stays on its side. */
typedef struct kdi_segment_hinge {
    uint32_t top, middle, bottom; /* points */
    uint32_t joint;               /* in whose frame the side is told */
    float side[3];
} kdi_segment_hinge;

/* Per handle of a segment. Velocities in units per frame. */
typedef struct kdi_segment_end {
    float start_velocity[3], end_velocity[3];
    float start_gain, end_gain; /* what the position rule adds to them, per unit of change */
    float travel;               /* sum of speeds */
} kdi_segment_end;

/* A curve through `key_count` keys: frames in `frames`, then for each key its value and its slope. */
typedef struct kdi_segment_curve {
    uint32_t first_key, key_count;
    uint32_t data; /* word: key_count times 2 * width floats */
} kdi_segment_curve;

enum { KDI_SEGMENT_CURVED_HANDLES = 1, KDI_SEGMENT_CURVED_TEXTURE = 2 };

typedef struct kdi_segment {
    uint32_t clip;
    uint32_t first_frame;  /* in its clip */
    uint32_t length;       /* n: the last frame's number; at least 1 */
    uint32_t is_followed;  /* 1: the next segment continues this one in its clip */
    uint32_t ends;         /* item */
    uint32_t smooth;       /* word: [n + 1][2] coefficients of position and velocity for the texture */
    uint32_t curved;       /* bits below: what is stored as curves, the rest is samples */
    uint32_t handles;      /* word: [n + 1][handle][6], or the first curve: two a handle */
    uint32_t rotations;    /* word: [n + 2][column][4], or the first curve */
    uint32_t translations; /* word: [n + 2][column][3], or the first curve */
} kdi_segment;

struct kd_segments {
    uint32_t magic;
    uint32_t version;
    uint32_t size;                              /* bytes of all */
    uint32_t root;                              /* the joint that moves the figure */
    uint64_t hash;                              /* of everything, with this field zero */
    float seconds;                              /* of a frame */
    float height;                               /* of the figure: the scale of all that is relative */
    uint32_t rotation_count, translation_count; /* columns of the texture */
    kdi_segment_section names;                  /* char */
    kdi_segment_section joints, points, handles, links, couplings, columns, rows, updates, hinges, masts;
    kdi_segment_section weights; /* float [point][handle]: how a point goes with the handles */
    kdi_segment_section segments, ends, curves;
    kdi_segment_section frames; /* uint32_t: of keys */
    kdi_segment_section data;   /* float */
};

#define KDI_SEGMENT_SECTION(asset, section, type) \
    ((const type *)(const void *)((const char *)(asset) + (asset)->section.offset))

static inline const kdi_segment *kdi_segment_at(const kd_segments *asset, int32_t segment)
{
    return KDI_SEGMENT_SECTION(asset, segments, kdi_segment) + segment;
}

/* The hash of an asset whose `hash` field is ignored. */
uint64_t kdi_segments_hash(const kd_segments *asset);

/* NULL, or what is wrong with an asset whose head is in order. */
const char *kdi_segments_verify(const kd_segments *asset);

#endif
