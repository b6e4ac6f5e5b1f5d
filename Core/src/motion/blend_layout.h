/* What a blend looks like in memory and in a .kdm file: one block, little-endian, offsets instead of pointers. */
#ifndef KDI_MOTION_BLEND_LAYOUT_H
#define KDI_MOTION_BLEND_LAYOUT_H

#include "kinedriver/blend.h"

enum { KDI_BLEND_VERSION = 1, KDI_BLEND_BASE_FLOATS = 4, KDI_BLEND_TRACK_FLOATS = 6, KDI_BLEND_REST_FLOATS = 6 };
#define KDI_BLEND_MAGIC UINT32_C(0x314D4B44) /* bytes 44 4B 4D 31 */

/* No number is larger than this, so that no product of two overflows. */
#define KDI_BLEND_BOUND 1e15f

typedef struct kdi_blend_section {
    uint32_t offset; /* bytes from the start; a multiple of 8 */
    uint32_t count;
} kdi_blend_section;

typedef struct kdi_blend_joint {
    uint32_t name;  /* byte in the names */
    int32_t parent; /* smaller than the joint's own index; -1: a root */
    int32_t track;  /* its translation and scale change: their place in every frame's tracks; -1: they are constant */
    uint32_t padding;
} kdi_blend_joint;

/* Places count floats in the section `data`. */
typedef struct kdi_blend_motion {
    double frame_time_s;
    uint32_t name;
    uint32_t frame_count;
    uint32_t times;     /* [2 * segment_count + 1]: seconds; value, middle control number, value, ... */
    uint32_t rests;     /* [joint][6]: translation and scale */
    uint32_t rotations; /* [frame][joint][4]; roots relative to the base */
    uint32_t tracks;    /* [frame][track][6]: translation and scale */
    uint32_t bases;     /* [frame][4]: heading, place in (a, b, h) */
    uint32_t padding;
} kdi_blend_motion;

typedef struct kdi_blend_contact {
    uint32_t foot;
    uint32_t motion;
    float first, last; /* phases */
} kdi_blend_contact;

struct kd_blend {
    uint32_t magic;
    uint32_t version;
    uint32_t size;
    uint32_t up_axis; /* h is this axis, a the next, b the one after that, in the circle x y z */
    uint64_t hash;    /* of everything, with this field zero */
    uint32_t segment_count;
    uint32_t track_count;
    kdi_blend_section names; /* char */
    kdi_blend_section joints;
    kdi_blend_section motions;
    kdi_blend_section feet; /* uint32_t: joint */
    kdi_blend_section contacts;
    kdi_blend_section data; /* float */
};

#define KDI_BLEND_SECTION(blend, section, type) \
    ((const type *)(const void *)((const char *)(blend) + (blend)->section.offset))

static inline const float *kdi_blend_data(const kd_blend *blend, uint32_t place)
{
    return KDI_BLEND_SECTION(blend, data, float) + place;
}

/* The hash of a blend whose `hash` field is ignored. */
uint64_t kdi_blend_hash(const kd_blend *blend);

#endif
