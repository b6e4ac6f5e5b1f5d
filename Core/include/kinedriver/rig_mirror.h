/* Left and right: which names belong together, and a rig made for the other side. Formulas in
 * Core/docs/mirroring.md. */
#ifndef KINEDRIVER_RIG_MIRROR_H
#define KINEDRIVER_RIG_MIRROR_H

#include "kinedriver/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the axes of a joint relate to those of its partner on the other side. */
typedef enum kd_mirror_frames {
    KD_MIRROR_FRAMES_ORIENTATION, /* world-aligned: only the axis across the plane is reversed (Blender; Maya
                                     "orientation") */
    KD_MIRROR_FRAMES_BEHAVIOR,    /* all three axes are reversed: equal rotations move both sides alike (Unreal; Maya
                                     "behavior") */
} kd_mirror_frames;

typedef enum kd_mirror_mode {
    KD_MIRROR_SWAP,       /* left becomes right and right becomes left; doing it twice changes nothing */
    KD_MIRROR_SYMMETRISE, /* everything stays, and what has no partner yet gets one */
} kd_mirror_mode;

typedef struct kd_mirror_desc {
    kd_mirror_mode mode;
    kd_mirror_frames frames;
    int32_t axis;        /* kd_up_axis: the model axis that is reversed; x: the plane is YZ */
    int32_t centre_axis; /* kd_up_axis: the local axis of joints without a side that lies across the plane */
    const char *from;    /* an own rule instead of the known patterns: text of one side … */
    const char *to;      /* … and of the other; both NULL: the known patterns */
} kd_mirror_desc;

/* Swap, orientation, x, x, known patterns. */
kd_mirror_desc kd_mirror_desc_default(void);

/* The name on the other side, written to `mirrored` (capacity bytes, terminated). False, with a copy, if the name has
 * no side or the result would not fit. Doing it twice gives the first name. */
bool kd_mirror_name(const char *name, const kd_mirror_desc *desc, char *mirrored, size_t capacity);

/* Mirrors the rig, which must be valid, in place. desc NULL: the defaults. Names of nodes, groups and joints change
 * sides, names of ports do not. Ports see the same numbers on both sides: `flip` of the operators takes up the change
 * of sign. Warns if no name has a side (KD_UNUSED) and where the result rests on an assumption. On KD_OUT_OF_MEMORY the
 * rig is half done and only good for kd_rig_free. */
kd_result kd_rig_mirror(kd_rig *rig, const kd_mirror_desc *desc, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
