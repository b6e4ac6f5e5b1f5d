/* What an asset of motion segments holds: handles, segments, and what they take of memory. */
#include "info.h"

#include "json_text.h"

static json_t *info_segment(const kd_segment_info *info)
{
    json_t *row = json_object();
    json_object_set_new(row, "clip", json_integer(info->clip));
    json_object_set_new(row, "first", json_integer(info->first_frame));
    json_object_set_new(row, "last", json_integer(info->first_frame + info->length));
    json_object_set_new(row, "handle_bytes", json_integer((json_int_t)info->handle_bytes));
    json_object_set_new(row, "sampled", json_integer((json_int_t)info->sampled_handle_bytes));
    json_object_set_new(row, "texture_bytes", json_integer((json_int_t)info->texture_bytes));
    json_object_set_new(row, "sampled_texture", json_integer((json_int_t)info->sampled_texture_bytes));
    return row;
}

static json_t *info_saved(size_t stored, size_t sampled)
{
    return cli_json_double(sampled > 0 ? 1.0 - (double)stored / (double)sampled : 0);
}

void cli_info_segments(json_t *out, const kd_segments *segments, size_t size)
{
    json_t *handles = json_array(), *rows = json_array();
    size_t stored[2] = {0, 0}, sampled[2] = {0, 0};
    for (int32_t i = 0; i < kd_segments_handle_count(segments); i++) {
        json_t *row = json_object();
        json_object_set_new(row, "joint", cli_json_text(kd_segments_handle_name(segments, i)));
        json_object_set_new(row, "foot", json_boolean(kd_segments_handle_is_foot(segments, i)));
        json_array_append_new(handles, row);
    }
    for (int32_t i = 0; i < kd_segments_count(segments); i++) {
        kd_segment_info info = kd_segments_info(segments, i);
        json_array_append_new(rows, info_segment(&info));
        stored[0] += info.handle_bytes;
        stored[1] += info.texture_bytes;
        sampled[0] += info.sampled_handle_bytes;
        sampled[1] += info.sampled_texture_bytes;
    }
    json_object_set_new(out, "format", json_string("KDS"));
    json_object_set_new(out, "bytes", json_integer((json_int_t)size));
    json_object_set_new(out, "joints", json_integer(kd_segments_joint_count(segments)));
    json_object_set_new(out, "links", json_integer(kd_segments_link_count(segments)));
    json_object_set_new(out, "frame_seconds", cli_json_double((double)kd_segments_frame_seconds(segments)));
    json_object_set_new(out, "height", cli_json_double((double)kd_segments_height(segments)));
    json_object_set_new(out, "handles_saved", info_saved(stored[0], sampled[0]));
    json_object_set_new(out, "texture_saved", info_saved(stored[1], sampled[1]));
    json_object_set_new(out, "handles", handles);
    json_object_set_new(out, "segments", rows);
}
