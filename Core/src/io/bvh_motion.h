/* The second half of a BVH file: frames of channel values that become local transforms. */
#ifndef KDI_IO_BVH_MOTION_H
#define KDI_IO_BVH_MOTION_H

#include "io/bvh_hierarchy.h"
#include "model/scene.h"

/* From MOTION to the end of the file, into a clip of the scene, whose skeleton is complete. No frames: no clip. */
kd_result kdi_bvh_read_motion(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, kd_scene *scene);

/* Turns frames of channel values into frames of local transforms. */
typedef struct kdi_bvh_decoder kdi_bvh_decoder;

kdi_bvh_decoder *kdi_bvh_decoder_make(const kdi_bvh_hierarchy *hierarchy, const kd_skeleton *skeleton);
void kdi_bvh_decoder_free(kdi_bvh_decoder *decoder);

/* Reads the values of one frame from the text and writes the transforms of all joints. before: those of the frame
 * before, or NULL. KD_TRUNCATED, without a finding and with the text as it was, if the file ends first or another word
 * than a number follows the last whole frame. */
kd_result kdi_bvh_decode_frame(kdi_bvh_decoder *decoder, kdi_bvh_text *text, const kd_transform *before,
                               kd_transform *locals);

#endif
