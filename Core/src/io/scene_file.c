/* The table of file formats, and reading and writing by it: one row a format, nothing else to change for a new one. */
#include "kinedriver/scene_file.h"

#include "kinedriver/obj.h"
#include "kinedriver/pointcache.h"
#include "model/scene.h"
#include "text/findings.h"

#include <stdio.h>
#include <string.h>

enum { SCENE_FILE_PATH_SIZE = 4096, SCENE_FILE_LIST_SIZE = 256, SCENE_FILE_SNIFF_BYTES = 1 << 16 };

/* data of at least one byte */
typedef bool (*scene_file_sniff)(const char *data, size_t size);
typedef kd_result (*scene_file_read)(const void *data, size_t size, const kd_read_desc *desc, kd_scene **out,
                                     kd_findings *findings);
typedef kd_result (*scene_file_write)(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings);

typedef struct scene_file_format {
    const char *name;
    const char *extensions;
    scene_file_sniff sniff;
    scene_file_read read;
    scene_file_write write; /* NULL: reading only */
} scene_file_format;

/* Skips a byte order mark and white space. */
static const char *sniff_text_start(const char *at, const char *end)
{
    if (end - at >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at;
}

static bool sniff_word(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - at) > length && memcmp(at, word, length) == 0 && (at[length] == ' ' || at[length] == '\t');
}

/* The first line that is no comment begins with an OBJ statement. */
static bool sniff_obj(const char *data, size_t size)
{
    static const char *const words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    const char *end = data + (size < SCENE_FILE_SNIFF_BYTES ? size : SCENE_FILE_SNIFF_BYTES);
    const char *at = sniff_text_start(data, end);
    while (at < end && *at == '#') {
        while (at < end && *at != '\n' && *at != '\r')
            at++;
        at = sniff_text_start(at, end);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (sniff_word(at, end, words[i]))
            return true;
    return false;
}

static bool sniff_pc2(const char *data, size_t size)
{
    return size >= 12 && memcmp(data, "POINTCACHE2", 12) == 0;
}

static bool sniff_mdd(const char *data, size_t size)
{
    return kd_mdd_fits(data, size);
}

static kd_result write_obj(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    (void)path;
    return kd_obj_write(scene, out, findings);
}

static kd_result write_pc2(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    (void)path;
    return kd_pc2_write(scene, out, findings);
}

/* Those with a signature first: the sniffers are asked in this order. */
static const scene_file_format SCENE_FILE_FORMATS[] = {
    {"PC2", "pc2", sniff_pc2, kd_pc2_read, write_pc2},
    {"MDD", "mdd", sniff_mdd, kd_mdd_read, NULL},
    {"OBJ", "obj", sniff_obj, kd_obj_read, write_obj},
};

enum { SCENE_FILE_FORMAT_COUNT = sizeof SCENE_FILE_FORMATS / sizeof SCENE_FILE_FORMATS[0] };

static char scene_file_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Where the file's own name begins in a path. */
static const char *scene_file_name(const char *path)
{
    const char *name = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '\\')
            name = p + 1;
    return name;
}

/* Whether the file's extension, without regard to case, is one of those separated by blanks. */
static bool scene_file_has_extension(const char *path, const char *extensions)
{
    const char *dot = strrchr(scene_file_name(path), '.');
    if (!dot || dot[1] == '\0')
        return false;
    while (*extensions) {
        size_t length = strcspn(extensions, " ");
        size_t same = 0;
        while (same < length && scene_file_lower(dot[1 + same]) == extensions[same])
            same++;
        if (same == length && dot[1 + length] == '\0')
            return true;
        extensions += length + (extensions[length] == ' ');
    }
    return false;
}

static const scene_file_format *scene_file_by_extension(const char *path)
{
    for (int i = 0; i < SCENE_FILE_FORMAT_COUNT; i++)
        if (scene_file_has_extension(path, SCENE_FILE_FORMATS[i].extensions))
            return &SCENE_FILE_FORMATS[i];
    return NULL;
}

static const scene_file_format *scene_file_find(const char *path, const void *data, size_t size)
{
    for (int i = 0; i < SCENE_FILE_FORMAT_COUNT && size > 0; i++)
        if (SCENE_FILE_FORMATS[i].sniff((const char *)data, size))
            return &SCENE_FILE_FORMATS[i];
    return path ? scene_file_by_extension(path) : NULL;
}

bool kd_scene_format_get(int index, kd_scene_format *format)
{
    if (index < 0 || index >= SCENE_FILE_FORMAT_COUNT)
        return false;
    format->name = SCENE_FILE_FORMATS[index].name;
    format->extensions = SCENE_FILE_FORMATS[index].extensions;
    format->writable = SCENE_FILE_FORMATS[index].write != NULL;
    return true;
}

const char *kd_scene_format_name(const char *path, const void *data, size_t size)
{
    const scene_file_format *format = scene_file_find(path, data, size);
    return format ? format->name : NULL;
}

/* "PC2 (pc2), MDD (mdd)", all or those that can be written. */
static void scene_file_list(bool writable, char list[SCENE_FILE_LIST_SIZE])
{
    size_t length = 0;
    list[0] = '\0';
    for (int i = 0; i < SCENE_FILE_FORMAT_COUNT; i++) {
        const scene_file_format *format = &SCENE_FILE_FORMATS[i];
        if ((writable && !format->write) || length >= SCENE_FILE_LIST_SIZE)
            continue;
        int added = snprintf(list + length, SCENE_FILE_LIST_SIZE - length, "%s%s (.%s)", length ? ", " : "",
                             format->name, format->extensions);
        length += added > 0 ? (size_t)added : 0;
    }
}

static kd_result scene_file_parse(const char *path, const kd_buffer *content, const kd_read_desc *desc, kd_scene **out,
                                  kd_findings *findings)
{
    const scene_file_format *format = scene_file_find(path, content->data, content->size);
    if (format)
        return format->read(content->data, content->size, desc, out, findings);
    char list[SCENE_FILE_LIST_SIZE];
    scene_file_list(false, list);
    return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, NULL,
                     "neither content nor extension of '%s' tells its format; known are %s", scene_file_name(path),
                     list);
}

/* The folder of a path: "." where it has none. False where it is too long. */
static bool scene_file_folder(const char *path, char folder[SCENE_FILE_PATH_SIZE])
{
    size_t length = (size_t)(scene_file_name(path) - path);
    if (length >= SCENE_FILE_PATH_SIZE)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    if (length == 0)
        memcpy(folder, ".", 2);
    else if (length > 1)
        folder[length - 1] = '\0'; /* the slash, unless it is the root */
    return true;
}

kd_result kd_scene_load(const char *path, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    kd_read_desc own = desc ? *desc : kd_read_desc_default();
    if (strchr(scene_file_name(path), '#') && scene_file_has_extension(path, "obj"))
        return kd_obj_sequence_read(path, &own, out, findings);
    char folder[SCENE_FILE_PATH_SIZE];
    if (!own.folder && strcmp(path, "-") != 0 && scene_file_folder(path, folder))
        own.folder = folder;
    kd_buffer content = kd_buffer_make(&own.allocator);
    kd_result result = kd_file_read(path, own.limits.file_bytes, &content, findings);
    if (result == KD_OK)
        result = scene_file_parse(path, &content, &own, out, findings);
    kd_buffer_free(&content);
    return result;
}

kd_result kd_scene_save(const kd_scene *scene, const char *path, kd_findings *findings)
{
    const scene_file_format *format = scene_file_by_extension(path);
    if (!format || !format->write) {
        char list[SCENE_FILE_LIST_SIZE];
        scene_file_list(true, list);
        return KDI_ERROR(findings, KD_FORMAT_UNKNOWN, NULL,
                         "'%s' has no extension of a format that can be written; those are %s", scene_file_name(path),
                         list);
    }
    kd_buffer bytes = kd_buffer_make(scene->arena ? &scene->arena->allocator : NULL);
    kd_result result = format->write(scene, path, &bytes, findings);
    if (result == KD_OK)
        result = kd_file_write(path, bytes.data, bytes.size, findings);
    kd_buffer_free(&bytes);
    return result;
}
