/* Rigs and scenes in and out of files, for commands. */
#include "files.h"

#include "progress.h"
#include "report.h"

#include <kinedriver/kdi.h>
#include <kinedriver/scene_file.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FILES_LIST = 256 };

static const char files_rig[] = "kdi";
static const char files_asset[] = "kdp|kdm|kds";

/* Appends the extensions of the library's table to a list: those that can be written, or those that can be read. */
static const char *files_list_scenes(char list[FILES_LIST], bool writable)
{
    kd_scene_format format;
    for (int i = 0; kd_scene_format_get(i, &format); i++) {
        if (!(writable ? format.writable : format.readable))
            continue;
        size_t length = strlen(list);
        snprintf(list + length, FILES_LIST - length, "%s%s", length > 0 ? "|" : "", format.extensions);
    }
    for (char *blank = list; (blank = strchr(blank, ' ')) != NULL;)
        *blank = '|';
    return list;
}

const char *cli_rig_files(void)
{
    return files_rig;
}

const char *cli_asset_files(void)
{
    return files_asset;
}

const char *cli_scene_files(void)
{
    static char list[FILES_LIST];
    list[0] = 0;
    return files_list_scenes(list, false);
}

const char *cli_readable_files(void)
{
    static char list[FILES_LIST];
    memcpy(list, files_rig, sizeof files_rig);
    return files_list_scenes(list, false);
}

const char *cli_writable_files(void)
{
    static char list[FILES_LIST];
    memcpy(list, files_rig, sizeof files_rig);
    return files_list_scenes(list, true);
}

bool cli_has_extension(const char *name, const char *extensions)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    const char *part = NULL;
    int length;
    while (dot && cli_values_next(extensions, &part, &length))
        if (strlen(dot + 1) == (size_t)length && strncasecmp(dot + 1, part, (size_t)length) == 0)
            return true;
    return false;
}

/* The first byte of a file, which stays to be read; EOF if there is none. */
static int files_peek(const char *path)
{
    if (strcmp(path, "-") == 0)
        return ungetc(getc(stdin), stdin);
    FILE *stream = fopen(path, "rb");
    int byte = stream ? getc(stream) : EOF;
    if (stream)
        fclose(stream);
    return byte;
}

bool cli_input_is_rig(const char *path)
{
    return files_peek(path) == '<' || cli_has_extension(path, files_rig);
}

bool cli_input_is_asset(const char *path)
{
    int first = files_peek(path);
    return first == 'D' ? !cli_has_extension(path, cli_readable_files())
                        : first != '<' && cli_has_extension(path, files_asset);
}

const char *cli_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

const char *cli_output_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdout>" : path;
}

/* Reports what was found; a failure always has a reason. Frees the findings. */
static cli_exit files_report(cli_call *call, const char *file, kd_result result, kd_findings *findings)
{
    bool has_reason = findings->counts[KD_SEVERITY_ERROR] > 0;
    cli_report(call, file, findings);
    if (result == KD_OK)
        return CLI_GOOD;
    if (!has_reason)
        cli_report_one(call, KD_SEVERITY_ERROR, result, file, "%s", kd_result_text(result));
    return CLI_WRONG_INPUT;
}

cli_exit cli_rig_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_rig **out)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    *out = NULL;
    kd_result result = kd_file_read(path, (size_t)desc->limits.rig_file_bytes, &content, &findings);
    if (result == KD_OK)
        result = kd_kdi_read(content.data, content.size, desc, out, &findings);
    kd_buffer_free(&content);
    cli_exit problem = files_report(call, cli_input_name(path), result, &findings);
    if (problem && cli_has_extension(path, cli_scene_files()))
        cli_report_one(call, KD_SEVERITY_NOTE, KD_FORMAT_UNKNOWN, path,
                       "rigs are .kdi files; 'kinedriver info' tells what is in this one");
    return problem;
}

cli_exit cli_scene_load(cli_call *call, const char *path, const kd_read_desc *desc, kd_scene **out)
{
    kd_findings findings = kd_findings_make(NULL);
    bool shown = cli_progress_show(call, path);
    kd_result result = kd_scene_load(path, desc, out, &findings);
    if (shown)
        cli_progress_clear();
    return files_report(call, cli_input_name(path), result, &findings);
}

/* Writes what a writer has put into the buffer, if it was content with it. */
static cli_exit files_finish(cli_call *call, const char *path, kd_result result, kd_buffer *content,
                             kd_findings *findings)
{
    if (result == KD_OK)
        result = kd_file_write(path, content->data, content->size, findings);
    kd_buffer_free(content);
    return files_report(call, cli_output_name(path), result, findings);
}

cli_exit cli_rig_save(cli_call *call, const kd_rig *rig, const char *path)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_result result = kd_kdi_write(rig, &content, &findings);
    return files_finish(call, path, result, &content, &findings);
}

cli_exit cli_scene_save(cli_call *call, const kd_scene *scene, const char *path, const char *name)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    kd_result result = kd_scene_write(scene, name, &content, &findings);
    return files_finish(call, path, result, &content, &findings);
}

static bool files_are_same(const char *a, const char *b)
{
    struct stat status[2];
    return stat(a, &status[0]) == 0 && stat(b, &status[1]) == 0 && S_ISREG(status[0].st_mode) &&
           status[0].st_dev == status[1].st_dev && status[0].st_ino == status[1].st_ino;
}

cli_exit cli_check_output(const cli_call *call, const char *input, const char *output, bool in_place)
{
    if (call->json && strcmp(output, "-") == 0)
        return cli_wrong_use(call->command, "--json and an output to '-' would mix on the standard output");
    if (!in_place && files_are_same(input, output))
        return cli_wrong_use(call->command, "'%s' is the input; --in-place lets it be replaced", output);
    return CLI_GOOD;
}
