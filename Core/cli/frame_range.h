/* A range of frames as typed: "10:20", "10:", ":20". Frames count from 0, both ends belong to it. */
#ifndef CLI_FRAME_RANGE_H
#define CLI_FRAME_RANGE_H

#include <kinedriver/scene.h>
#include <stdbool.h>

typedef struct cli_frame_range {
    int32_t first;
    int32_t last; /* INT32_MAX: to the end */
} cli_frame_range;

/* text NULL: all frames. */
bool cli_frame_range_parse(const char *text, cli_frame_range *range);

/* Drops the frames outside the range from all clips and shapes. Returns -1, or the number of frames of a clip that
 * begins and ends before the range; the scene is then untouched. */
int32_t cli_frame_range_cut(const cli_frame_range *range, kd_scene *scene);

#endif
