/* Motions from the command line: the options that `blend` and `register` share, the files loaded, cut to their ranges
 * and registered. */
#ifndef CLI_MOTIONS_H
#define CLI_MOTIONS_H

#include "files.h"

#include <kinedriver/align.h>

enum {
    MOTIONS_OUTPUT,
    MOTIONS_RANGE,
    MOTIONS_MAP,
    MOTIONS_UP,
    MOTIONS_DISTANCE,
    MOTIONS_WINDOW,
    MOTIONS_KEEP_HEIGHT,
    MOTIONS_SLOPE,
    MOTIONS_CURVE_KIND,
    MOTIONS_SMOOTH,
    MOTIONS_UNIT,
    MOTIONS_FEET,
    MOTIONS_CONTACTS,
    MOTIONS_WRITE_CONTACTS,
    MOTIONS_CONTACT_COST,
    MOTIONS_REPORT,
    MOTIONS_OPTION_COUNT
};

/* The first members of the table of options. */
#define CLI_MOTIONS_OPTIONS                                                                                            \
    [MOTIONS_OUTPUT] = {.name = "output",                                                                              \
                        .letter = 'o',                                                                                 \
                        .kind = CLI_PATH,                                                                              \
                        .placeholder = "OUT",                                                                          \
                        .help = "the file to write; its extension tells the format"},                                  \
    [MOTIONS_RANGE] = {.name = "range",                                                                                \
                       .letter = 'r',                                                                                  \
                       .kind = CLI_TEXT,                                                                               \
                       .placeholder = "A=N:M",                                                                         \
                       .repeats = true,                                                                                \
                       .help = "use frames N to M of motion A (B is the second, and so on), counted from 0; without "  \
                               "A= of all motions: 1: drops a T-pose at the beginning"},                               \
    [MOTIONS_MAP] = {.name = "map",                                                                                    \
                     .letter = 'm',                                                                                    \
                     .kind = CLI_TEXT,                                                                                 \
                     .placeholder = "OWN=OTHER",                                                                       \
                     .repeats = true,                                                                                  \
                     .help = "joint OTHER of the other motions stands for joint OWN of the first"},                    \
    [MOTIONS_UP] = {.name = "up",                                                                                      \
                    .kind = CLI_CHOICE,                                                                                \
                    .placeholder = "AXIS",                                                                             \
                    .values = "x|y|z",                                                                                 \
                    .fallback = "y",                                                                                   \
                    .help = "the axis that points up"},                                                                \
    [MOTIONS_DISTANCE] = {.name = "distance",                                                                          \
                          .kind = CLI_CHOICE,                                                                          \
                          .placeholder = "KIND",                                                                       \
                          .values = "points|angles",                                                                   \
                          .fallback = "points",                                                                        \
                          .help = "compare poses by joints' places or by their rotations"},                            \
    [MOTIONS_WINDOW] = {.name = "window",                                                                              \
                        .kind = CLI_NUMBER,                                                                            \
                        .placeholder = "N",                                                                            \
                        .fallback = "5",                                                                               \
                        .help = "frames on each side that count when poses are compared"},                             \
    [MOTIONS_KEEP_HEIGHT] = {.name = "keep-height",                                                                    \
                             .kind = CLI_FLAG,                                                                         \
                             .help = "poses at different heights are different: keeps stairs apart from floors"},      \
    [MOTIONS_SLOPE] = {.name = "slope",                                                                                \
                       .kind = CLI_NUMBER,                                                                             \
                       .placeholder = "N",                                                                             \
                       .help = "one motion goes at most N times as fast as the other; 0: any. Without it 8, or "       \
                               "twice the ratio of the lengths if that is more"},                                      \
    [MOTIONS_CURVE_KIND] = {.name = "smooth",                                                                          \
                            .kind = CLI_CHOICE,                                                                        \
                            .placeholder = "KIND",                                                                     \
                            .values = "spline|average|straight",                                                       \
                            .fallback = "spline",                                                                      \
                            .help = "how the time curve is made; straight: time is scaled evenly"},                    \
    [MOTIONS_SMOOTH] = {.name = "smooth-time",                                                                         \
                        .kind = CLI_NUMBER,                                                                            \
                        .placeholder = "S",                                                                            \
                        .fallback = "0.1",                                                                             \
                        .help = "seconds between the knots of the spline, or to each side of the average"},            \
    [MOTIONS_UNIT] = {.name = "unit-metres",                                                                           \
                      .kind = CLI_NUMBER,                                                                              \
                      .placeholder = "M",                                                                              \
                      .help = "metres in a unit of the files; without it told by the height of the hips"},             \
    [MOTIONS_FEET] = {.name = "feet",                                                                                  \
                      .kind = CLI_TEXT,                                                                                \
                      .placeholder = "JOINT",                                                                          \
                      .repeats = true,                                                                                 \
                      .help = "a joint that touches the ground; without it those whose names tell a toe or foot"},     \
    [MOTIONS_CONTACTS] = {.name = "contacts",                                                                          \
                          .kind = CLI_PATH,                                                                            \
                          .placeholder = "FILE.csv",                                                                   \
                          .values = "csv",                                                                             \
                          .help = "read the contacts of the feet instead of finding them: lines of motion, joint, "    \
                                  "first and last frame"},                                                             \
    [MOTIONS_WRITE_CONTACTS] = {.name = "write-contacts",                                                              \
                                .kind = CLI_PATH,                                                                      \
                                .placeholder = "FILE.csv",                                                             \
                                .values = "csv",                                                                       \
                                .help = "write the contacts of the feet, to be edited"},                               \
    [MOTIONS_CONTACT_COST] = {.name = "contact-cost",                                                                  \
                              .kind = CLI_NUMBER,                                                                      \
                              .placeholder = "CM",                                                                     \
                              .fallback = "1.5",                                                                       \
                              .help = "centimetres by which poses are farther apart for each foot that stands in one " \
                                      "of them only; 0: contacts do not matter"},                                      \
    [MOTIONS_REPORT] = {.name = "report",                                                                              \
                        .kind = CLI_PATH,                                                                              \
                        .placeholder = "FILE.json",                                                                    \
                        .values = "json",                                                                              \
                        .help = "write the figures of quality"}

typedef struct cli_motions {
    int count;
    kd_scene *scenes[KD_REGISTRATION_MAX_MOTIONS];
    kd_motion_source sources[KD_REGISTRATION_MAX_MOTIONS];
    kd_registration *registration;
    kd_joint_pair *map;
    char *map_text;
    const char **feet;
    kd_contact *contacts;
    json_t *report; /* what is known so far; the command adds to it */
} cli_motions;

/* Loads and registers what the call names; in any case free it. */
cli_exit cli_motions_make(cli_call *call, cli_motions *motions);
void cli_motions_free(cli_motions *motions);

/* Writes the report and the contacts where they are wanted, and hands the report to --json. */
cli_exit cli_motions_finish(cli_call *call, cli_motions *motions);

/* Writes bytes to a file and reports what goes wrong; frees the buffer. */
cli_exit cli_motions_write(cli_call *call, const char *path, kd_result result, kd_buffer *content,
                           kd_findings *findings);

#endif
