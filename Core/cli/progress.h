/* A sign of life while a large file is read or a long clip is baked: on a terminal only, and gone when the work is
 * done. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "call.h"

#include <stdint.h>
#include <time.h>

/* Says that a file is being read, if that may take long and somebody is watching; true: it has to be cleared. */
bool cli_progress_show(const cli_call *call, const char *path);
void cli_progress_clear(void);

/* Work that is counted. Nothing is shown until it has lasted a while. */
typedef struct cli_progress {
    const char *what;
    bool is_watched, is_shown;
    int32_t shown_percent;
    struct timespec start;
} cli_progress;

cli_progress cli_progress_begin(const cli_call *call, const char *what);
void cli_progress_step(void *progress, int32_t done, int32_t total);
void cli_progress_end(cli_progress *progress);

#endif
