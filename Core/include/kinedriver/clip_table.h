/* A clip as numbers for other programs: a spreadsheet or a script. */
#ifndef KINEDRIVER_CLIP_TABLE_H
#define KINEDRIVER_CLIP_TABLE_H

#include "kinedriver/buffer.h"
#include "kinedriver/clip.h"
#include "kinedriver/skeleton.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Appends a line of column names and a line a frame, separated by commas: frame, time_s, then for each joint its local
 * transform (tx ty tz in the scene's unit, quaternion rx ry rz rw, scale sx sy sz) as "joint.tx" and so on, then the
 * curves. wanted: [joint], those that get columns; NULL: all. Numbers are the shortest that read back as the same
 * float. KD_OK or KD_OUT_OF_MEMORY; `out` is as before then. */
kd_result kd_clip_write_csv(const kd_skeleton *skeleton, const kd_clip *clip, const bool *wanted, kd_buffer *out);

/* Appends the same as one JSON object: name, frame_count, frame_time_s; joints, each with name, parent (unless it is a
 * root) and translate, rotate, scale as lists by frame; curves, each with name and values. */
kd_result kd_clip_write_json(const kd_skeleton *skeleton, const kd_clip *clip, const bool *wanted, kd_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
