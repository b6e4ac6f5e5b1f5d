/* What a compiled program holds: sizes, unit, the joints that it writes, externals, groups. */
#include "info.h"

#include "json_text.h"

#include <stdio.h>

static json_t *info_program_joints(const kd_program *program, bool with_list, bool written)
{
    json_t *list = json_array();
    int32_t count = 0;
    for (int32_t i = 0; i < kd_program_joint_count(program); i++) {
        if ((kd_program_joint_writes(program, i) != 0) != written)
            continue;
        count++;
        json_array_append_new(list, cli_json_text(kd_program_joint_name(program, i)));
    }
    if (with_list)
        return list;
    json_decref(list);
    return json_integer(count);
}

static void info_add_external(json_t *list, kd_external_info external, const char *direction)
{
    json_t *row = json_object();
    json_object_set_new(row, "name", cli_json_text(external.name));
    json_object_set_new(row, "direction", json_string(direction));
    json_object_set_new(row, "initial", cli_json_double((double)external.initial));
    json_object_set_new(row, "min", cli_json_double((double)external.min));
    json_object_set_new(row, "max", cli_json_double((double)external.max));
    json_array_append_new(list, row);
}

static json_t *info_program_externals(const kd_program *program)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < kd_program_input_count(program); i++)
        info_add_external(list, kd_program_input(program, i), "input");
    for (int32_t i = 0; i < kd_program_output_count(program); i++)
        info_add_external(list, kd_program_output(program, i), "output");
    return list;
}

static json_t *info_program_names(const kd_program *program, int32_t count,
                                  const char *(*name)(const kd_program *, int32_t))
{
    json_t *list = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(list, cli_json_text(name(program, i)));
    return list;
}

void cli_info_program(json_t *object, const kd_program *program, bool with_list)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)kd_program_content_hash(program));
    json_object_set_new(object, "format", json_string("KDP"));
    json_object_set_new(object, "name", cli_json_text(kd_program_rig_name(program)));
    json_object_set_new(object, "bytes", json_integer((json_int_t)kd_program_size(program)));
    json_object_set_new(object, "hash", json_string(hash));
    json_object_set_new(object, "metres_per_unit", cli_json_double(kd_program_metres_per_unit(program)));
    json_object_set_new(object, "nodes", json_integer(kd_program_node_count(program)));
    json_object_set_new(object, "joints_read", info_program_joints(program, with_list, false));
    json_object_set_new(object, "joints_written", info_program_joints(program, with_list, true));
    json_object_set_new(object, "externals", info_program_externals(program));
    json_object_set_new(object, "groups",
                        info_program_names(program, kd_program_group_count(program), kd_program_group_name));
    if (with_list)
        json_object_set_new(object, "node_list",
                            info_program_names(program, kd_program_node_count(program), kd_program_node_name));
}
