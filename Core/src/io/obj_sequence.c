/* kd_obj_sequence_read: a numbered series of OBJ files as shapes. The files are counted first, so that all positions go
 * straight into their place; then each is read, and only its vertices are looked at. */
#include "io/obj_parse.h"
#include "io/pointcache.h"
#include "io/scene_format.h"
#include "kinedriver/obj.h"
#include "model/scene.h"

#include <stdio.h>
#include <string.h>

enum { SEQUENCE_PATH_SIZE = 4096, SEQUENCE_MAX_DIGITS = 9, SEQUENCE_LAST_NUMBER = 999999999 };

typedef struct obj_sequence {
    const char *path;
    size_t number_at;     /* where the number (or its '#') stands in path */
    size_t number_length; /* how many characters it takes there */
    int digits;           /* at least so many are written, with zeros before */
    int first;
    int count;
    const kd_read_desc *desc;
    kd_findings *findings;
} obj_sequence;

static bool sequence_path(const obj_sequence *s, int number, char path[SEQUENCE_PATH_SIZE])
{
    int length = snprintf(path, SEQUENCE_PATH_SIZE, "%.*s%0*d%s", (int)s->number_at, s->path, s->digits, number,
                          s->path + s->number_at + s->number_length);
    return length > 0 && length < SEQUENCE_PATH_SIZE;
}

static bool sequence_exists(const obj_sequence *s, int number)
{
    char path[SEQUENCE_PATH_SIZE];
    FILE *file = sequence_path(s, number, path) ? fopen(path, "rb") : NULL;
    if (file)
        fclose(file);
    return file != NULL;
}

static bool sequence_is_number(char c, bool pattern)
{
    return pattern ? c == '#' : c >= '0' && c <= '9';
}

/* Finds the last run of '#' or, without one, of digits in the file's name before its extension. */
static bool sequence_find_number(obj_sequence *s)
{
    const char *name = kdi_path_file_name(s->path);
    bool pattern = strchr(name, '#') != NULL;
    const char *dot = strrchr(name, '.');
    const char *end = dot ? dot : name + strlen(name);
    while (end > name && !sequence_is_number(end[-1], pattern))
        end--;
    const char *begin = end;
    while (begin > name && sequence_is_number(begin[-1], pattern))
        begin--;
    s->number_at = (size_t)(begin - s->path);
    s->number_length = (size_t)(end - begin);
    if (begin == end || s->number_length > SEQUENCE_MAX_DIGITS || s->number_at > SEQUENCE_PATH_SIZE)
        return false;
    s->digits = pattern || *begin == '0' ? (int)s->number_length : 1;
    for (const char *p = begin; p < end && !pattern; p++)
        s->first = s->first * 10 + (*p - '0');
    if (pattern)
        s->first = sequence_exists(s, 0) ? 0 : 1;
    return true;
}

static kd_result sequence_count(obj_sequence *s)
{
    while (s->first <= SEQUENCE_LAST_NUMBER - s->count && sequence_exists(s, s->first + s->count)) {
        if (s->count >= s->desc->limits.frames)
            return KDI_ERROR(s->findings, KD_LIMIT, NULL, "the series has more files than the limit of %d frames",
                             s->desc->limits.frames);
        s->count++;
    }
    if (s->count == 0)
        return KDI_ERROR(s->findings, KD_FILE_NOT_FOUND, NULL,
                         "no file of the series '%s' can be opened at number %d; name the first file instead", s->path,
                         s->first);
    int missing = s->first + s->count;
    if (missing >= SEQUENCE_LAST_NUMBER || !sequence_exists(s, missing + 1))
        return KD_OK;
    if (s->desc->strict)
        return KDI_ERROR(s->findings, KD_COUNT_MISMATCH, NULL,
                         "number %d of the series is missing although %d is there", missing, missing + 1);
    KDI_WARNING(s->findings, KD_COUNT_MISMATCH, NULL,
                "number %d of the series is missing although %d is there; it ends before", missing, missing + 1);
    return KD_OK;
}

/* Passes on the errors of one file (all findings for the first), with the file as their path. */
static void sequence_pass_on(obj_sequence *s, const kd_findings *found, const char *path, bool all)
{
    for (size_t i = 0; i < found->count; i++) {
        const kd_finding *f = &found->items[i];
        kdi_place place = {f->error.line, f->error.column, path};
        if (all || f->severity == KD_SEVERITY_ERROR)
            kdi_report(s->findings, f->severity, f->error.code, &place, "%s", f->error.text);
    }
}

static kd_result sequence_make_scene(const kd_buffer *content, const kd_read_desc *desc, int count, kd_scene **out,
                                     kd_findings *findings)
{
    kd_result result = kd_obj_read(content->data, content->size, desc, out, findings);
    if (result != KD_OK)
        return result;
    kd_scene *scene = *out;
    size_t vertices = (size_t)scene->meshes[0].vertex_count;
    kd_shapes *shapes = scene->shapes = KDI_ARENA_PUSH(scene->arena, kd_shapes, 1);
    if (shapes) {
        scene->shapes_count = 1;
        shapes->name = scene->meshes[0].name;
        shapes->vertex_count = (int32_t)vertices;
        shapes->frame_count = count;
        shapes->times_s = KDI_ARENA_PUSH(scene->arena, float, (size_t)count);
        shapes->positions = KDI_ARENA_PUSH(scene->arena, kd_vec3, (size_t)count * vertices);
    }
    if (!shapes || !shapes->times_s || !shapes->positions)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for %d frames within the limit of %zu bytes",
                         count, desc->limits.memory_bytes);
    memcpy(shapes->positions, scene->meshes[0].positions, vertices * sizeof(kd_vec3));
    return KD_OK;
}

static kd_result sequence_read_frame(const kd_buffer *content, const kd_read_desc *desc, kd_shapes *shapes, int frame,
                                     kd_findings *findings)
{
    kdi_obj_data obj;
    kdi_obj_data_init(&obj, desc);
    kd_result result = kdi_obj_parse(&obj, content->data, content->size, true, findings);
    size_t vertices = (size_t)shapes->vertex_count;
    if (result == KD_OK && obj.positions.count != vertices)
        result = KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL, "the file has %zu vertices, the first of the series %zu",
                           obj.positions.count, vertices);
    if (result == KD_OK)
        memcpy(shapes->positions + (size_t)frame * vertices, obj.positions.items, vertices * sizeof(kd_vec3));
    kdi_obj_data_free(&obj);
    return result;
}

static kd_result sequence_read_file(obj_sequence *s, int frame, kd_scene **out)
{
    char path[SEQUENCE_PATH_SIZE];
    sequence_path(s, s->first + frame, path);
    kd_findings found = kd_findings_make(&s->desc->allocator);
    kd_buffer content = kd_buffer_make(&s->desc->allocator);
    kd_result result = kd_file_read(path, s->desc->limits.file_bytes, &content, &found);
    if (result == KD_OK && frame == 0)
        result = sequence_make_scene(&content, s->desc, s->count, out, &found);
    else if (result == KD_OK)
        result = sequence_read_frame(&content, s->desc, (*out)->shapes, frame, &found);
    sequence_pass_on(s, &found, path, frame == 0);
    if (result != KD_OK && found.count == 0) /* no memory even for the finding */
        KDI_ERROR(s->findings, result, NULL, "'%s' cannot be read: %s", path, kd_result_text(result));
    kd_buffer_free(&content);
    kd_findings_free(&found);
    return result;
}

kd_result kd_obj_sequence_read(const char *path, const kd_read_desc *desc, kd_scene **out, kd_findings *findings)
{
    *out = NULL;
    obj_sequence s = {path, 0, 0, 1, 0, 0, desc, findings};
    if (!sequence_find_number(&s))
        return KDI_ERROR(findings, KD_VALUE, NULL,
                         "'%s' has no number of 1 to 9 digits (or '#') in the file's name to count by", path);
    kd_result result = sequence_count(&s);
    for (int frame = 0; result == KD_OK && frame < s.count; frame++)
        result = sequence_read_file(&s, frame, out);
    double frame_time_s = desc->frame_time_s > 0.0 ? desc->frame_time_s : KD_SHAPES_FRAME_TIME_S;
    if (result == KD_OK)
        result = kdi_shapes_space_times((*out)->shapes->times_s, s.count, frame_time_s, findings);
    if (result != KD_OK) {
        kd_scene_free(*out);
        *out = NULL;
    }
    return result;
}
