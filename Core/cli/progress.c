/* A sign of life while a large file is read. */
#include "progress.h"

#include "terminal.h"

#include <stdio.h>
#include <sys/stat.h>

enum { PROGRESS_LONG_BYTES = 32 * 1024 * 1024 }; /* smaller files are read before one could look */

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
