/* Part of a motion: one clip of several, a range of frames. Frames count from 0. */
#ifndef CLI_CUT_H
#define CLI_CUT_H

#include <kinedriver/scene.h>
#include <stdbool.h>

/* As typed: "10:20", "10:", ":20"; both ends belong to it. */
typedef struct cli_frame_range {
    int32_t first;
    int32_t last; /* INT32_MAX: to the end */
} cli_frame_range;

/* text NULL: all frames. */
bool cli_frame_range_parse(const char *text, cli_frame_range *range);

/* Whether anything in the scene has frames. */
bool cli_has_frames(const kd_scene *scene);

/* Drops the frames outside the range from all clips and shapes. Returns -1, or the number of frames of a clip that
 * ends before the range begins; the scene is then untouched. */
int32_t cli_cut_frames(const cli_frame_range *range, kd_scene *scene);

/* Drops all clips but the one of this name. Returns false, with the scene untouched, if there is none. */
bool cli_cut_clips(const char *name, kd_scene *scene);

#endif
