/* What a blend asset holds: the motions with their seconds, the joints, the feet. */
#include "info.h"

#include "json_text.h"

#include <stdio.h>

static json_t *info_blend_motions(const kd_blend *blend)
{
    json_t *rows = json_array();
    for (int32_t i = 0; i < kd_blend_motion_count(blend); i++) {
        json_t *row = json_object();
        json_object_set_new(row, "name", cli_json_text(kd_blend_motion_name(blend, i)));
        json_object_set_new(row, "seconds", cli_json_double((double)kd_blend_motion_duration_s(blend, i)));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *info_blend_joints(const kd_blend *blend, bool with_list)
{
    if (!with_list)
        return json_integer(kd_blend_joint_count(blend));
    json_t *list = json_array();
    for (int32_t i = 0; i < kd_blend_joint_count(blend); i++)
        json_array_append_new(list, cli_json_text(kd_blend_joint_name(blend, i)));
    return list;
}

void cli_info_blend(json_t *object, const kd_blend *blend, bool with_list)
{
    char hash[20];
    json_t *feet = json_array();
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)kd_blend_content_hash(blend));
    for (int32_t i = 0; i < kd_blend_foot_count(blend); i++)
        json_array_append_new(feet, cli_json_text(kd_blend_joint_name(blend, kd_blend_foot_joint(blend, i))));
    json_object_set_new(object, "format", json_string("KDM"));
    json_object_set_new(object, "bytes", json_integer((json_int_t)kd_blend_size(blend)));
    json_object_set_new(object, "hash", json_string(hash));
    json_object_set_new(object, "joints", info_blend_joints(blend, with_list));
    json_object_set_new(object, "feet", feet);
    json_object_set_new(object, "motions", info_blend_motions(blend));
}
