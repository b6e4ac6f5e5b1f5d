/* The table of file formats: one row each, nothing else to change for a new one. Content comes before the extension,
 * for files are renamed more often than they lie about themselves; the extension decides where the content says
 * nothing, and for a file that is still to be written. */
#include "io/scene_format.h"

#include "kinedriver/bvh.h"
#include "kinedriver/gltf.h"
#include "kinedriver/obj.h"
#include "kinedriver/pointcache.h"
#include "kinedriver/scene_file.h"
#include "kinedriver/svg.h"

#include <stdio.h>
#include <string.h>

enum { RECOGNISE_BYTES = 1 << 16 }; /* how far comments are passed over in search of a first statement */

static char format_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool format_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *format_skip_blanks(const char *at, const char *end)
{
    while (at < end && format_is_blank(*at))
        at++;
    return at;
}

/* Passes over a byte order mark and white space. */
static const char *format_text_start(const char *data, const char *end)
{
    bool marked = end - data >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0;
    return format_skip_blanks(marked ? data + 3 : data, end);
}

/* Whether the text begins with this lower-case word, followed by a blank. */
static bool format_begins_with(const char *at, const char *end, const char *word, bool any_case)
{
    for (; *word; word++, at++)
        if (at >= end || (any_case ? format_lower(*at) : *at) != *word)
            return false;
    return at < end && format_is_blank(*at);
}

static bool recognise_bvh(const char *data, size_t size)
{
    return format_begins_with(format_text_start(data, data + size), data + size, "hierarchy", true);
}

/* The binary container by its signature; the other form is the only JSON among the formats. */
static bool recognise_gltf(const char *data, size_t size)
{
    if (size >= 4 && memcmp(data, "glTF", 4) == 0)
        return true;
    const char *at = format_text_start(data, data + size);
    return at < data + size && *at == '{';
}

static bool recognise_pc2(const char *data, size_t size)
{
    return size >= 12 && memcmp(data, "POINTCACHE2", 12) == 0;
}

static bool recognise_mdd(const char *data, size_t size)
{
    return kd_mdd_fits(data, size);
}

/* The first line that is no comment begins with a statement of OBJ. */
static bool recognise_obj(const char *data, size_t size)
{
    static const char *const words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    const char *end = data + (size < RECOGNISE_BYTES ? size : RECOGNISE_BYTES);
    const char *at = format_text_start(data, end);
    while (at < end && *at == '#') {
        while (at < end && *at != '\n' && *at != '\r')
            at++;
        at = format_skip_blanks(at, end);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (format_begins_with(at, end, words[i], false))
            return true;
    return false;
}

static kd_result write_bvh(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    (void)path;
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    return kd_bvh_write(scene, &desc, out, findings);
}

static kd_result write_gltf(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    kd_gltf_write_desc desc = kd_gltf_write_desc_default();
    desc.binary = !kdi_path_has_extension(path, "gltf");
    return kd_gltf_write(scene, &desc, out, findings);
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

static kd_result write_mdd(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    (void)path;
    return kd_mdd_write(scene, out, findings);
}

static kd_result write_svg(const kd_scene *scene, const char *path, kd_buffer *out, kd_findings *findings)
{
    (void)path;
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    kd_svg_panel panel = {scene, NULL};
    return kd_svg_write(&panel, 1, &desc, out, findings);
}

/* Asked in this order whether they recognise a file: those with a signature before those without. */
static const kdi_scene_format SCENE_FORMATS[] = {
    {"BVH", "bvh", recognise_bvh, kd_bvh_read, write_bvh},
    {"glTF", "gltf glb", recognise_gltf, kd_gltf_read, write_gltf},
    {"PC2", "pc2", recognise_pc2, kd_pc2_read, write_pc2},
    {"MDD", "mdd", recognise_mdd, kd_mdd_read, write_mdd},
    {"OBJ", "obj", recognise_obj, kd_obj_read, write_obj},
    {"SVG", "svg", NULL, NULL, write_svg},
};

enum { SCENE_FORMAT_COUNT = sizeof SCENE_FORMATS / sizeof SCENE_FORMATS[0] };

const char *kdi_path_file_name(const char *path)
{
    const char *name = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '\\')
            name = p + 1;
    return name;
}

bool kdi_path_has_extension(const char *path, const char *extensions)
{
    const char *dot = strrchr(kdi_path_file_name(path), '.');
    if (!dot || dot[1] == '\0')
        return false;
    while (*extensions) {
        size_t length = strcspn(extensions, " ");
        size_t same = 0;
        while (same < length && format_lower(dot[1 + same]) == extensions[same])
            same++;
        if (same == length && dot[1 + length] == '\0')
            return true;
        extensions += length + (extensions[length] == ' ');
    }
    return false;
}

const kdi_scene_format *kdi_scene_format_of(const char *path, const void *data, size_t size)
{
    for (int i = 0; i < SCENE_FORMAT_COUNT && size > 0; i++) {
        const kdi_scene_format *format = &SCENE_FORMATS[i];
        if (format->read && format->recognise && format->recognise((const char *)data, size))
            return format;
    }
    for (int i = 0; i < SCENE_FORMAT_COUNT && path; i++)
        if (SCENE_FORMATS[i].read && kdi_path_has_extension(path, SCENE_FORMATS[i].extensions))
            return &SCENE_FORMATS[i];
    return NULL;
}

const kdi_scene_format *kdi_scene_format_for(const char *path)
{
    for (int i = 0; i < SCENE_FORMAT_COUNT; i++)
        if (SCENE_FORMATS[i].write && kdi_path_has_extension(path, SCENE_FORMATS[i].extensions))
            return &SCENE_FORMATS[i];
    return NULL;
}

void kdi_scene_format_list(bool writable, char list[KDI_SCENE_FORMAT_LIST_SIZE])
{
    size_t length = 0;
    list[0] = '\0';
    for (int i = 0; i < SCENE_FORMAT_COUNT; i++) {
        const kdi_scene_format *format = &SCENE_FORMATS[i];
        if (writable ? !format->write : !format->read)
            continue;
        const char *blank = strchr(format->extensions, ' '); /* of two extensions at most, each gets its dot */
        int first = blank ? (int)(blank - format->extensions) : (int)strlen(format->extensions);
        int added = snprintf(list + length, KDI_SCENE_FORMAT_LIST_SIZE - length, "%s%s (.%.*s%s%s)", length ? ", " : "",
                             format->name, first, format->extensions, blank ? " ." : "", blank ? blank + 1 : "");
        if (added < 0 || (size_t)added >= KDI_SCENE_FORMAT_LIST_SIZE - length)
            break;
        length += (size_t)added;
    }
}

bool kd_scene_format_get(int index, kd_scene_format *format)
{
    if (index < 0 || index >= SCENE_FORMAT_COUNT)
        return false;
    format->name = SCENE_FORMATS[index].name;
    format->extensions = SCENE_FORMATS[index].extensions;
    format->readable = SCENE_FORMATS[index].read != NULL;
    format->writable = SCENE_FORMATS[index].write != NULL;
    return true;
}

const char *kd_scene_format_name(const char *path, const void *data, size_t size)
{
    const kdi_scene_format *format = kdi_scene_format_of(path, data, size);
    return format ? format->name : NULL;
}
