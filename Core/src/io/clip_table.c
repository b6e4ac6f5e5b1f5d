/* A clip as a table of comma-separated values, or as JSON. Numbers are local transforms as they stand in the clip. */
#include "kinedriver/clip_table.h"

#include "io/json_emit.h"
#include "text/number.h"

#include <string.h>

enum { TABLE_CHANNELS = 10 };

static const char *const TABLE_SUFFIXES[TABLE_CHANNELS] = {"tx", "ty", "tz", "rx", "ry", "rz", "rw", "sx", "sy", "sz"};

/* The channels in the order of the columns. */
static void csv_gather(const kd_transform *t, float values[TABLE_CHANNELS])
{
    const float all[TABLE_CHANNELS] = {t->translate.x, t->translate.y, t->translate.z, t->rotate.x, t->rotate.y,
                                       t->rotate.z,    t->rotate.w,    t->scale.x,     t->scale.y,  t->scale.z};
    memcpy(values, all, sizeof all);
}

static bool csv_put(kd_buffer *out, const char *text, size_t length)
{
    return kd_buffer_append(out, text, length) == KD_OK;
}

/* A column name; in quotes where the separator, a quote or a line's end is in it. */
static bool csv_put_name(kd_buffer *out, const char *name, const char *suffix)
{
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    bool good = csv_put(out, quoted ? ",\"" : ",", quoted ? 2 : 1);
    for (const char *c = name; *c && good; c++)
        good = csv_put(out, c, 1) && (*c != '"' || csv_put(out, c, 1));
    if (suffix)
        good = good && csv_put(out, ".", 1) && csv_put(out, suffix, strlen(suffix));
    return good && (!quoted || csv_put(out, "\"", 1));
}

static bool csv_put_float(kd_buffer *out, float value)
{
    char text[KDI_NUMBER_SIZE + 1];
    text[0] = ',';
    int length = kdi_number_format_float(value, text + 1);
    return csv_put(out, text, (size_t)length + 1);
}

static bool csv_put_double(kd_buffer *out, double value, char before)
{
    char text[KDI_NUMBER_SIZE + 1];
    text[0] = before;
    int length = kdi_number_format(value, text + 1);
    return csv_put(out, text, (size_t)length + 1);
}

static bool csv_put_head(const kd_skeleton *skeleton, const kd_clip *clip, const bool *wanted, kd_buffer *out)
{
    bool good = csv_put(out, "frame,time_s", 12);
    for (int32_t j = 0; j < clip->joint_count; j++)
        for (int k = 0; k < TABLE_CHANNELS && (!wanted || wanted[j]); k++)
            good = good && csv_put_name(out, skeleton->joints[j].name, TABLE_SUFFIXES[k]);
    for (int32_t i = 0; i < clip->curve_count; i++)
        good = good && csv_put_name(out, clip->curve_names[i], NULL);
    return good;
}

static bool csv_put_frame(const kd_clip *clip, int32_t frame, const bool *wanted, kd_buffer *out)
{
    bool good = csv_put_double(out, frame, '\n') && csv_put_double(out, (double)frame * clip->frame_time_s, ',');
    for (int32_t j = 0; j < clip->joint_count; j++) {
        float values[TABLE_CHANNELS];
        csv_gather(&clip->locals[(size_t)frame * (size_t)clip->joint_count + (size_t)j], values);
        for (int k = 0; k < TABLE_CHANNELS && (!wanted || wanted[j]); k++)
            good = good && csv_put_float(out, values[k]);
    }
    for (int32_t i = 0; i < clip->curve_count; i++)
        good = good && csv_put_float(out, clip->curves[(size_t)frame * (size_t)clip->curve_count + (size_t)i]);
    return good;
}

kd_result kd_clip_write_csv(const kd_skeleton *skeleton, const kd_clip *clip, const bool *wanted, kd_buffer *out)
{
    size_t before = out->size;
    bool good = csv_put_head(skeleton, clip, wanted, out);
    for (int32_t f = 0; f < clip->frame_count && good; f++)
        good = csv_put_frame(clip, f, wanted, out);
    if (good && csv_put(out, "\n", 1))
        return KD_OK;
    out->size = before;
    return KD_OUT_OF_MEMORY;
}

/* One of translate, rotate, scale of a joint, a list a frame. */
static void table_emit_channel(kdi_emit *emit, const kd_clip *clip, int32_t joint, const char *key, int first,
                               int width)
{
    kdi_emit_open(emit, key, '[');
    for (int32_t f = 0; f < clip->frame_count; f++) {
        float values[TABLE_CHANNELS];
        csv_gather(&clip->locals[(size_t)f * (size_t)clip->joint_count + (size_t)joint], values);
        kdi_emit_floats(emit, NULL, values + first, width);
    }
    kdi_emit_close(emit, ']');
}

static void table_emit_joint(kdi_emit *emit, const kd_skeleton *skeleton, const kd_clip *clip, int32_t joint)
{
    int32_t parent = skeleton->joints[joint].parent;
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_text(emit, "name", skeleton->joints[joint].name);
    if (parent >= 0)
        kdi_emit_text(emit, "parent", skeleton->joints[parent].name);
    table_emit_channel(emit, clip, joint, "translate", 0, 3);
    table_emit_channel(emit, clip, joint, "rotate", 3, 4);
    table_emit_channel(emit, clip, joint, "scale", 7, 3);
    kdi_emit_close(emit, '}');
}

static void table_emit_curve(kdi_emit *emit, const kd_clip *clip, int32_t curve)
{
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_text(emit, "name", clip->curve_names[curve]);
    kdi_emit_open(emit, "values", '[');
    for (int32_t f = 0; f < clip->frame_count; f++)
        kdi_emit_float(emit, NULL, clip->curves[(size_t)f * (size_t)clip->curve_count + (size_t)curve]);
    kdi_emit_close(emit, ']');
    kdi_emit_close(emit, '}');
}

kd_result kd_clip_write_json(const kd_skeleton *skeleton, const kd_clip *clip, const bool *wanted, kd_buffer *out)
{
    kdi_emit emit = kdi_emit_make(&out->allocator);
    kdi_emit_open(&emit, NULL, '{');
    kdi_emit_text(&emit, "name", clip->name);
    kdi_emit_int(&emit, "frame_count", clip->frame_count);
    kdi_emit_double(&emit, "frame_time_s", clip->frame_time_s);
    kdi_emit_open(&emit, "joints", '[');
    for (int32_t j = 0; j < clip->joint_count; j++)
        if (!wanted || wanted[j])
            table_emit_joint(&emit, skeleton, clip, j);
    kdi_emit_close(&emit, ']');
    kdi_emit_open(&emit, "curves", '[');
    for (int32_t i = 0; i < clip->curve_count; i++)
        table_emit_curve(&emit, clip, i);
    kdi_emit_close(&emit, ']');
    kdi_emit_close(&emit, '}');
    bool good = !emit.failed && kd_buffer_append(out, emit.text.data, emit.text.size) == KD_OK &&
                kd_buffer_append(out, "\n", 1) == KD_OK;
    kdi_emit_free(&emit);
    return good ? KD_OK : KD_OUT_OF_MEMORY;
}
