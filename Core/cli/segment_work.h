/* What the segment commands share: clips in, segments cut, a list of requests played, each frame recorded, a clip out,
 * with a report and a picture. */
#ifndef CLI_SEGMENT_WORK_H
#define CLI_SEGMENT_WORK_H

#include "call.h"

#include <kinedriver/segment.h>

enum { SEGMENT_MOST_CLIPS = 16 };

/* Options that all editing commands have, first in their tables and in this order. */
enum {
    SEGMENT_OPTION_OUTPUT,
    SEGMENT_OPTION_REPORT,
    SEGMENT_OPTION_PLOT,
    SEGMENT_OPTION_EVENTS,
    SEGMENT_OPTION_HANDLE,
    SEGMENT_OPTION_STILL,
    SEGMENT_OPTION_RULE,
    SEGMENT_OPTION_OWN, /* the command's own follow */
};

#define SEGMENT_OUTPUT_OPTION(hint, extensions)                                             \
    {                                                                                       \
        .name = "output", .letter = 'o', .kind = CLI_PATH, .placeholder = hint, extensions, \
        .help = "the file to write"                                                         \
    }
#define SEGMENT_REPORT_OPTION                                                                         \
    {                                                                                                 \
        .name = "report", .kind = CLI_PATH, .placeholder = "OUT.json", .values = "json",              \
        .help = "write what was measured: residuals, foot slide, link errors, change of acceleration" \
    }
#define SEGMENT_PLOT_OPTION                                                                    \
    {                                                                                          \
        .name = "plot", .kind = CLI_PATH, .placeholder = "OUT.svg", .values = "svg",           \
        .help = "draw the paths of the handles before and after, from the side and from above" \
    }
#define SEGMENT_EVENTS_OPTION                                                                              \
    {                                                                                                      \
        .name = "events", .letter = 'e', .kind = CLI_TEXT, .placeholder = "F1,F2,...", .fallback = "auto", \
        .help = "frames to cut at; auto: where the feet move least"                                        \
    }
#define SEGMENT_HANDLE_OPTION                                                           \
    {                                                                                   \
        .name = "handle", .kind = CLI_TEXT, .repeats = true, .placeholder = "JOINT",    \
        .help = "a further joint whose path is kept, beside root, feet, hands and head" \
    }
#define SEGMENT_STILL_OPTION                                                                         \
    {                                                                                                \
        .name = "still", .kind = CLI_NUMBER, .placeholder = "SPEED", .fallback = "0.15",             \
        .help = "a foot slower than this stands and is not moved, in heights of the figure a second" \
    }
#define SEGMENT_RULE_OPTION                                                                                            \
    {                                                                                                                  \
        .name = "rule", .kind = CLI_CHOICE, .placeholder = "RULE", .values = "two-steps|position|direct",              \
        .fallback = "two-steps", .help = "how changes are spread: position then velocity, position only, both at once" \
    }
#define SEGMENT_COMMON_OPTIONS                                                                        \
    [SEGMENT_OPTION_OUTPUT] = SEGMENT_OUTPUT_OPTION("OUT", .make_values = cli_segment_clip_files),    \
    [SEGMENT_OPTION_REPORT] = SEGMENT_REPORT_OPTION, [SEGMENT_OPTION_PLOT] = SEGMENT_PLOT_OPTION,     \
    [SEGMENT_OPTION_EVENTS] = SEGMENT_EVENTS_OPTION, [SEGMENT_OPTION_HANDLE] = SEGMENT_HANDLE_OPTION, \
    [SEGMENT_OPTION_STILL] = SEGMENT_STILL_OPTION, [SEGMENT_OPTION_RULE] = SEGMENT_RULE_OPTION

/* Extensions of files that can hold a motion. */
const char *cli_segment_clip_files(void);

/* A frame that was played. */
typedef struct segment_frame {
    int32_t segment;
    float frame; /* in the segment */
    kd_transform placement;
    kd_segment_stats stats;
} segment_frame;

typedef struct segment_work {
    kd_scene *scenes[SEGMENT_MOST_CLIPS];
    kd_segment_source sources[SEGMENT_MOST_CLIPS];
    int32_t clip_count;
    int32_t *events;
    const char **handles;
    kd_buffer asset;
    const kd_segments *segments;
    kd_segment_request *requests;
    int32_t request_count, request_capacity;
    /* Played: */
    segment_frame *frames; /* [frame] */
    int32_t frame_count, frame_capacity;
    kd_transform *locals; /* [frame * joints + joint] */
    kd_vec3 *places;      /* likewise, in the world */
    kd_vec3 *paths;       /* [frame * handles + handle] as planned */
    kd_vec3 *ends;        /* likewise: where it goes at the end of its segment */
    bool has_left;        /* the segment before was left with these velocities, per frame */
    kd_vec3 left[KD_SEGMENT_MOST_TARGETS], leaving[KD_SEGMENT_MOST_TARGETS];
    float seam_velocity; /* how much the first step of a segment differs from them at most */
    bool placed_before;  /* "before" is the source as placed, otherwise the source where it is in its clip */
} segment_work;

/* Loads the files that the arguments name from `first` on and cuts them; reasons have been reported. joint: a further
 * handle or NULL; kept_event: -1 or a frame to cut at. */
cli_exit cli_segment_open(cli_call *call, segment_work *work, const char *joint, int32_t kept_event);
void cli_segment_close(segment_work *work);

/* Adds a request, with the rule that the options tell; NULL without memory. */
kd_segment_request *cli_segment_request(const cli_call *call, segment_work *work, int32_t segment);

/* Plays all requests; writes output, report and plot. */
cli_exit cli_segment_finish(cli_call *call, segment_work *work);

/* The measured figures as an object. */
json_t *cli_segment_measure(const segment_work *work);

/* The picture. */
cli_exit cli_segment_plot(cli_call *call, const segment_work *work, const char *path);

/* Where a handle is in a frame before the edit. */
kd_vec3 cli_segment_before(const segment_work *work, int32_t frame, int32_t handle);

#endif
