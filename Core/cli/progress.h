/* A sign of life while a large file is read: on a terminal only, and gone when the work is done. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "call.h"

/* Says that a file is being read, if that may take long and somebody is watching; true: it has to be cleared. */
bool cli_progress_show(const cli_call *call, const char *path);
void cli_progress_clear(void);

#endif
