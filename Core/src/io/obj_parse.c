/* Parsing of OBJ lines. A line that is wrong is reported and its item kept as zeros, so that the indices behind it
 * still mean the same. Indices may point forward, as the format's users do it: the largest of each kind is remembered
 * with its place and compared with the list's length at the end. */
#include "io/obj_parse.h"

#include "base/allocator.h"

#include <float.h>
#include <string.h>

typedef enum obj_kind { OBJ_POSITION, OBJ_TEXCOORD, OBJ_NORMAL, OBJ_KINDS } obj_kind;

typedef struct obj_parser {
    kdi_obj_data *data;
    kd_findings *findings;
    kdi_obj_cursor cursor;
    kd_result result; /* of the first error */
    bool stop;        /* a limit or a lack of memory: nothing more can be read */
    bool only_positions;
    bool told_free_form, told_elements, told_unknown, told_library;
    int32_t material;
    int32_t largest[OBJ_KINDS]; /* index used, from 0; -1: none */
    kdi_place largest_place[OBJ_KINDS];
} obj_parser;

static void obj_keep_result(obj_parser *p, kd_result code)
{
    if (p->result == KD_OK)
        p->result = code;
}

#define OBJ_FAIL(p, code, place, ...) obj_keep_result((p), KDI_ERROR((p)->findings, (code), (place), __VA_ARGS__))

/* Reports where the cursor is. */
#define OBJ_FAIL_HERE(p, code, ...)                       \
    do {                                                  \
        kdi_place obj_here = kdi_obj_place(&(p)->cursor); \
        OBJ_FAIL(p, code, &obj_here, __VA_ARGS__);        \
    } while (0)

static void obj_stop(obj_parser *p, kd_result code, const char *text)
{
    OBJ_FAIL_HERE(p, code, "%s", text);
    p->stop = true;
}

/* Room for one more item, zeroed; NULL (and the parser stopped) beyond the limit or without memory. */
static void *obj_list_add(obj_parser *p, kdi_obj_list *list, size_t limit, const char *too_many)
{
    if (list->count >= limit) {
        obj_stop(p, KD_LIMIT, too_many);
        return NULL;
    }
    if (!kdi_reserve(&p->data->desc->allocator, &list->items, &list->capacity, list->count + 1, list->item_size)) {
        obj_stop(p, KD_OUT_OF_MEMORY, "no memory for the file's lists");
        return NULL;
    }
    void *item = (char *)list->items + list->count++ * list->item_size;
    memset(item, 0, list->item_size);
    return item;
}

/* Reads at least `least` numbers into values, which holds `most`; numbers behind these must still be numbers. */
static bool obj_take_floats(obj_parser *p, float *values, int least, int most, const char *what)
{
    int count = 0;
    while (kdi_obj_skip_blanks(&p->cursor)) {
        kdi_place place = kdi_obj_place(&p->cursor);
        double value;
        if (!kdi_obj_take_number(&p->cursor, &value)) {
            OBJ_FAIL(p, KD_NUMBER, &place, "%s needs finite decimal numbers; this is not one", what);
            return false;
        }
        if (value > FLT_MAX || value < -FLT_MAX) {
            OBJ_FAIL(p, KD_RANGE, &place, "the number is too large for a 32-bit float");
            return false;
        }
        if (count < most)
            values[count] = (float)value;
        count++;
    }
    if (count >= least)
        return true;
    OBJ_FAIL_HERE(p, KD_SYNTAX, "%s needs %d numbers, this line has %d", what, least, count);
    return false;
}

static void obj_parse_position(obj_parser *p)
{
    size_t limit = (size_t)p->data->desc->limits.vertices;
    float *item = (float *)obj_list_add(p, &p->data->positions, limit, "there are more vertices than the limit allows");
    float values[3];
    if (item && obj_take_floats(p, values, 3, 3, "a vertex ('v')"))
        memcpy(item, values, sizeof values);
}

static void obj_parse_normal(obj_parser *p)
{
    size_t limit = (size_t)p->data->desc->limits.triangles * 3;
    float *item = (float *)obj_list_add(p, &p->data->normals, limit, "there are more normals than the limit allows");
    float values[3];
    if (item && obj_take_floats(p, values, 3, 3, "a normal ('vn')"))
        memcpy(item, values, sizeof values);
}

static void obj_parse_texcoord(obj_parser *p)
{
    size_t limit = (size_t)p->data->desc->limits.triangles * 3;
    float *item = (float *)obj_list_add(p, &p->data->texcoords, limit,
                                        "there are more texture coordinates than the limit allows");
    float values[2] = {0.0f, 0.0f};
    if (item && obj_take_floats(p, values, 1, 2, "a texture coordinate ('vt')"))
        memcpy(item, values, sizeof values);
}

/* Reads one index at *text: 1 is the first item, -1 the last one so far. Returns false where there is no index. */
static bool obj_read_index(const char **text, const char *end, int64_t *value)
{
    const char *p = *text;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p >= end || *p < '0' || *p > '9')
        return false;
    *value = 0;
    for (; p < end && *p >= '0' && *p <= '9'; p++)
        if (*value < INT32_MAX)
            *value = *value * 10 + (*p - '0');
    if (negative)
        *value = -*value;
    *text = p;
    return true;
}

/* Makes an index count from 0 and remembers the largest; -1 (and an error) where it cannot mean anything. */
static int32_t obj_resolve(obj_parser *p, obj_kind kind, int64_t value, const kdi_place *place)
{
    static const char *const kinds[] = {"vertex", "texture coordinate", "normal"};
    const kdi_obj_list *lists[] = {&p->data->positions, &p->data->texcoords, &p->data->normals};
    int64_t resolved = value > 0 ? value - 1 : (int64_t)lists[kind]->count + value;
    if (value == 0)
        OBJ_FAIL(p, KD_INDEX, place, "a %s index is 0; OBJ counts from 1", kinds[kind]);
    else if (resolved < 0)
        OBJ_FAIL(p, KD_INDEX, place, "the relative %s index %lld goes back before the first of %zu", kinds[kind],
                 (long long)value, lists[kind]->count);
    else if (resolved >= INT32_MAX)
        OBJ_FAIL(p, KD_INDEX, place, "a %s index is far beyond the list", kinds[kind]);
    if (value == 0 || resolved < 0 || resolved >= INT32_MAX)
        return -1;
    if (resolved > p->largest[kind]) {
        p->largest[kind] = (int32_t)resolved;
        p->largest_place[kind] = *place;
    }
    return (int32_t)resolved;
}

/* v, v/t, v//n or v/t/n. */
static bool obj_parse_corner(obj_parser *p, kdi_obj_token token, const kdi_place *place, kdi_obj_corner *corner)
{
    const char *text = token.text, *end = token.text + token.length;
    int32_t indices[OBJ_KINDS] = {-1, -1, -1};
    for (int kind = 0; kind < OBJ_KINDS; kind++) {
        int64_t value;
        if (obj_read_index(&text, end, &value)) {
            indices[kind] = obj_resolve(p, (obj_kind)kind, value, place);
            if (indices[kind] < 0)
                return false;
        } else if (kind != OBJ_TEXCOORD || text >= end || *text != '/') {
            break;
        }
        if (text == end) {
            corner->position = indices[OBJ_POSITION];
            corner->texcoord = indices[OBJ_TEXCOORD];
            corner->normal = indices[OBJ_NORMAL];
            return true;
        }
        if (*text++ != '/')
            break;
    }
    OBJ_FAIL(p, KD_SYNTAX, place, "a face corner has the form v, v/t, v//n or v/t/n; this one has not");
    return false;
}

static bool obj_add_triangle(obj_parser *p, const kdi_obj_corner *fan, kdi_obj_corner last)
{
    kdi_obj_list *runs = &p->data->runs, *corners = &p->data->corners;
    size_t limit = (size_t)p->data->desc->limits.triangles;
    if (limit > INT32_MAX / 3)
        limit = INT32_MAX / 3; /* a mesh counts its indices in 32 bits */
    const kdi_obj_run *open = runs->count ? (const kdi_obj_run *)runs->items + (runs->count - 1) : NULL;
    if (!open || open->material != p->material) {
        kdi_obj_run *run =
            (kdi_obj_run *)obj_list_add(p, runs, limit, "there are more triangles than the limit allows");
        if (!run)
            return false;
        run->first_triangle = (int32_t)(corners->count / 3);
        run->material = p->material;
    }
    kdi_obj_corner triangle[3] = {fan[0], fan[1], last};
    for (int i = 0; i < 3; i++) {
        kdi_obj_corner *corner =
            (kdi_obj_corner *)obj_list_add(p, corners, limit * 3, "there are more triangles than the limit allows");
        if (!corner)
            return false;
        *corner = triangle[i];
    }
    return true;
}

/* A polygon as a fan around its first corner. */
static void obj_parse_face(obj_parser *p)
{
    kdi_obj_corner fan[2]; /* the first corner and the one before the present */
    int count = 0;
    while (kdi_obj_skip_blanks(&p->cursor)) {
        kdi_place place = kdi_obj_place(&p->cursor);
        kdi_obj_corner corner;
        if (!obj_parse_corner(p, kdi_obj_take_token(&p->cursor), &place, &corner))
            return;
        if (count >= 2 && !obj_add_triangle(p, fan, corner))
            return;
        fan[count == 0 ? 0 : 1] = corner;
        count += count < 3;
    }
    if (count < 3)
        OBJ_FAIL_HERE(p, KD_SYNTAX, "a face ('f') needs at least 3 corners, this one has %d", count);
}

static void obj_parse_material(obj_parser *p)
{
    kdi_obj_token name = kdi_obj_take_rest(&p->cursor);
    if (name.length == 0) {
        p->material = -1; /* from here on none */
        return;
    }
    int32_t next = (int32_t)p->data->materials.count, present;
    if (kdi_name_table_add(&p->data->material_names, name.text, name.length, next, &present) != KD_OK) {
        obj_stop(p, KD_OUT_OF_MEMORY, "no memory for the table of materials");
        return;
    }
    p->material = present == KDI_NO_NAME ? next : present;
    if (present != KDI_NO_NAME)
        return;
    size_t limit = (size_t)p->data->desc->limits.triangles;
    kdi_obj_token *item =
        (kdi_obj_token *)obj_list_add(p, &p->data->materials, limit, "there are more materials than the limit allows");
    if (item)
        *item = name;
}

static void obj_parse_name(obj_parser *p, kdi_obj_token *name)
{
    kdi_obj_token rest = kdi_obj_take_rest(&p->cursor);
    if (name->length == 0)
        *name = rest;
}

static bool obj_is_one_of(kdi_obj_token token, const char *const *words)
{
    for (; *words; words++)
        if (kdi_obj_token_is(token, *words))
            return true;
    return false;
}

/* Lines that make no triangles: told once for each kind. */
static void obj_pass_over(obj_parser *p, kdi_obj_token keyword, const kdi_place *place)
{
    static const char *const quiet[] = {"s",      "mg", "lod",        "bevel",     "c_interp", "d_interp", "usemap",
                                        "maplib", "vp", "shadow_obj", "trace_obj", "ctech",    "stech",    NULL};
    static const char *const free_form[] = {"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf", "parm",
                                            "trim",   "hole", "scrv", "sp",   "end",  "con",   NULL};
    static const char *const elements[] = {"l", "p", NULL};
    if (obj_is_one_of(keyword, quiet))
        return;
    if (kdi_obj_token_is(keyword, "mtllib")) {
        if (!p->told_library)
            KDI_NOTE(p->findings, KD_UNSUPPORTED, place, "material libraries are not read: materials have names only");
        p->told_library = true;
    } else if (obj_is_one_of(keyword, free_form)) {
        if (!p->told_free_form)
            KDI_NOTE(p->findings, KD_UNSUPPORTED, place,
                     "free-form curves and surfaces are passed over; export polygons to have them");
        p->told_free_form = true;
    } else if (obj_is_one_of(keyword, elements)) {
        if (!p->told_elements)
            KDI_NOTE(p->findings, KD_UNSUPPORTED, place, "points and lines are passed over: only faces make a surface");
        p->told_elements = true;
    } else if (!p->told_unknown) {
        p->told_unknown = true;
        int length = keyword.length < 32 ? (int)keyword.length : 32;
        if (p->data->desc->strict)
            OBJ_FAIL(p, KD_ELEMENT_UNKNOWN, place, "'%.*s' is no OBJ statement", length, keyword.text);
        else
            KDI_WARNING(p->findings, KD_ELEMENT_UNKNOWN, place,
                        "'%.*s' is no OBJ statement; such lines are passed over", length, keyword.text);
    }
}

static void obj_skip_tokens(obj_parser *p)
{
    while (kdi_obj_take_token(&p->cursor).length > 0) {
    }
}

static void obj_parse_line(obj_parser *p)
{
    if (!kdi_obj_skip_blanks(&p->cursor))
        return;
    kdi_place place = kdi_obj_place(&p->cursor);
    kdi_obj_token keyword = kdi_obj_take_token(&p->cursor);
    if (kdi_obj_token_is(keyword, "v")) {
        obj_parse_position(p);
    } else if (p->only_positions) {
        obj_skip_tokens(p);
    } else if (kdi_obj_token_is(keyword, "f") || kdi_obj_token_is(keyword, "fo")) {
        obj_parse_face(p);
    } else if (kdi_obj_token_is(keyword, "vn")) {
        obj_parse_normal(p);
    } else if (kdi_obj_token_is(keyword, "vt")) {
        obj_parse_texcoord(p);
    } else if (kdi_obj_token_is(keyword, "usemtl")) {
        obj_parse_material(p);
    } else if (kdi_obj_token_is(keyword, "o")) {
        obj_parse_name(p, &p->data->object_name);
    } else if (kdi_obj_token_is(keyword, "g")) {
        obj_parse_name(p, &p->data->group_name);
    } else {
        obj_pass_over(p, keyword, &place);
        obj_skip_tokens(p);
    }
}

static void obj_check_largest(obj_parser *p)
{
    static const char *const kinds[] = {"vertex", "texture coordinate", "normal"};
    const kdi_obj_list *lists[] = {&p->data->positions, &p->data->texcoords, &p->data->normals};
    for (int kind = 0; kind < OBJ_KINDS; kind++)
        if (p->largest[kind] >= 0 && (size_t)p->largest[kind] >= lists[kind]->count)
            OBJ_FAIL(p, KD_INDEX, &p->largest_place[kind], "the %s index %d is beyond the %zu of the file", kinds[kind],
                     (int)p->largest[kind] + 1, lists[kind]->count);
}

kd_result kdi_obj_parse(kdi_obj_data *obj, const void *data, size_t size, bool only_positions, kd_findings *findings)
{
    obj_parser p;
    memset(&p, 0, sizeof p);
    p.data = obj;
    p.findings = findings;
    p.only_positions = only_positions;
    p.material = -1;
    for (int kind = 0; kind < OBJ_KINDS; kind++)
        p.largest[kind] = -1;
    p.cursor = kdi_obj_cursor_make(data, size);
    if (size > obj->desc->limits.file_bytes)
        obj_stop(&p, KD_LIMIT, "the file is larger than the limit allows");
    while (!p.stop && p.cursor.at < p.cursor.end) {
        obj_parse_line(&p);
        kdi_obj_next_line(&p.cursor);
    }
    if (p.stop)
        return p.result;
    obj_check_largest(&p);
    if (p.result == KD_OK && obj->positions.count == 0)
        OBJ_FAIL(&p, KD_EMPTY, NULL, "there is no vertex ('v' line) in the file");
    return p.result;
}
