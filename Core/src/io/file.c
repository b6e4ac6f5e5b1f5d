/* Files: bounded reading, all-or-nothing writing. */
#include "kinedriver/file.h"

#include "text/findings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_CHUNK = 1 << 16 };

static kd_result file_read_stream(FILE *stream, const char *path, size_t limit, kd_buffer *content,
                                  kd_findings *findings)
{
    for (;;) {
        size_t before = content->size;
        void *chunk = kd_buffer_extend(content, FILE_CHUNK);
        if (!chunk)
            return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to read '%s'", path);
        size_t got = fread(chunk, 1, FILE_CHUNK, stream);
        content->size = before + got;
        content->data[content->size] = 0;
        if (content->size > limit)
            return KDI_ERROR(findings, KD_LIMIT, NULL, "'%s' is larger than the limit of %zu bytes", path, limit);
        if (got < FILE_CHUNK)
            break;
    }
    if (ferror(stream))
        return KDI_ERROR(findings, KD_FILE_READ, NULL, "cannot read '%s': %s", path, strerror(errno));
    return KD_OK;
}

kd_result kd_file_read(const char *path, size_t limit, kd_buffer *content, kd_findings *findings)
{
    if (strcmp(path, "-") == 0)
        return file_read_stream(stdin, "standard input", limit, content, findings);
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return KDI_ERROR(findings, KD_FILE_NOT_FOUND, NULL, "'%s' is a folder, not a file", path);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return KDI_ERROR(findings, KD_FILE_NOT_FOUND, NULL, "cannot open '%s': %s", path, strerror(errno));
    kd_result result = file_read_stream(stream, path, limit, content, findings);
    fclose(stream);
    return result;
}

static int file_write_stream(FILE *stream, const void *data, size_t size)
{
    return fwrite(data, 1, size, stream) == size && fflush(stream) == 0;
}

/* A pipe or device cannot be replaced: it is written to. Returns 0 or an errno value, as the next one does. */
static int file_write_device(const char *path, const void *data, size_t size)
{
    FILE *stream = fopen(path, "wb");
    if (!stream)
        return errno;
    int problem = file_write_stream(stream, data, size) ? 0 : errno;
    fclose(stream);
    return problem;
}

static int file_replace(const char *path, const struct stat *old, const void *data, size_t size)
{
    char beside[PATH_MAX];
    int length = snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof beside)
        return ENAMETOOLONG;
    FILE *stream = fopen(beside, "wb");
    if (!stream)
        return errno;
    int problem = 0;
    if (!file_write_stream(stream, data, size) || fsync(fileno(stream)) != 0)
        problem = errno;
    if (problem == 0 && old && fchmod(fileno(stream), old->st_mode) != 0)
        problem = errno;
    if (fclose(stream) != 0 && problem == 0)
        problem = errno;
    if (problem == 0 && rename(beside, path) != 0)
        problem = errno;
    if (problem != 0)
        remove(beside);
    return problem;
}

kd_result kd_file_write(const char *path, const void *data, size_t size, kd_findings *findings)
{
    if (strcmp(path, "-") == 0) {
        if (file_write_stream(stdout, data, size))
            return KD_OK;
        return KDI_ERROR(findings, KD_FILE_WRITE, NULL, "cannot write to the standard output: %s", strerror(errno));
    }
    char target[PATH_MAX];
    if (!realpath(path, target)) /* a link is followed, so that it stays a link; a new file has no real path yet */
        snprintf(target, sizeof target, "%s", path);
    struct stat status;
    int exists = stat(target, &status) == 0;
    int problem = exists && !S_ISREG(status.st_mode) ? file_write_device(target, data, size)
                                                     : file_replace(target, exists ? &status : NULL, data, size);
    if (problem == 0)
        return KD_OK;
    return KDI_ERROR(findings, KD_FILE_WRITE, NULL, "cannot write '%s': %s", path, strerror(problem));
}
