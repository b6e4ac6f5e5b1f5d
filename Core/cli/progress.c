/* A sign of life while a large file is read or a long clip is baked. */
#include "progress.h"

#include "terminal.h"

#include <stdio.h>
#include <sys/stat.h>

enum { PROGRESS_LONG_BYTES = 32 * 1024 * 1024 }; /* smaller files are read before one could look */
enum { PROGRESS_STEPS = 64 };                    /* frames between looks at the clock */
#define PROGRESS_LONG_S 0.5

bool cli_progress_show(const cli_call *call, const char *path)
{
    struct stat status;
    if (call->quiet || !cli_terminal_can_erase(stderr) || stat(path, &status) != 0 ||
        status.st_size < PROGRESS_LONG_BYTES)
        return false;
    fputs("reading ", stderr);
    cli_terminal_print(stderr, path);
    fprintf(stderr, " (%lld MB) ...", (long long)(status.st_size / 1000000));
    fflush(stderr);
    return true;
}

void cli_progress_clear(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

cli_progress cli_progress_begin(const cli_call *call, const char *what)
{
    cli_progress progress = {what, !call->quiet && cli_terminal_can_erase(stderr), false, -1, {0, 0}};
    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    return progress;
}

void cli_progress_step(void *user, int32_t done, int32_t total)
{
    cli_progress *progress = (cli_progress *)user;
    struct timespec now;
    if (!progress->is_watched || done % PROGRESS_STEPS != 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - progress->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - progress->start.tv_nsec);
    int32_t percent = (int32_t)((int64_t)done * 100 / total);
    if (seconds < PROGRESS_LONG_S || percent == progress->shown_percent)
        return;
    progress->is_shown = true;
    progress->shown_percent = percent;
    fprintf(stderr, "\r%s %d%% (frame %d of %d)", progress->what, (int)percent, (int)done, (int)total);
    fflush(stderr);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->is_shown)
        cli_progress_clear();
    progress->is_shown = false;
}
