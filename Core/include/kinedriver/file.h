/* Files. Reading is bounded; writing is all or nothing: a new file beside the old one that takes its place when
 * complete. */
#ifndef KINEDRIVER_FILE_H
#define KINEDRIVER_FILE_H

#include "kinedriver/buffer.h"
#include "kinedriver/findings.h"
#include "kinedriver/limits.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How files are read. Make one with kd_read_desc_default and change what is needed. */
typedef struct kd_read_desc {
    kd_allocator allocator;
    kd_limits limits;
    bool strict;         /* what would be repaired with a warning becomes an error */
    const char *folder;  /* where files named by this one are looked for; NULL: such files are refused */
    double frame_time_s; /* overrides the file's; 0: as the file says */
} kd_read_desc;

kd_read_desc kd_read_desc_default(void);

/* Reads a whole file of at most limit bytes into an empty buffer. "-" is the standard input. */
kd_result kd_file_read(const char *path, size_t limit, kd_buffer *content, kd_findings *findings);

/* Replaces the file at path by these bytes, or leaves it untouched on failure. "-" is the standard output. */
kd_result kd_file_write(const char *path, const void *data, size_t size, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
