/* What a rig holds: units, nodes by type, the joints it reads and writes, connections, externals, groups. */
#include "info.h"

#include "json_text.h"

#include <stdlib.h>
#include <string.h>

static json_t *info_units(const kd_units *units)
{
    static const char *const distances[] = {"millimeter", "centimeter", "meter", "inch", "foot"};
    static const char *const angles[] = {"degree", "radian"};
    static const char *const hands[] = {"right", "left"};
    static const char *const axes[] = {"x", "y", "z"};
    json_t *object = json_object();
    json_object_set_new(object, "distance", json_string(distances[units->distance]));
    json_object_set_new(object, "angle", json_string(angles[units->angle]));
    json_object_set_new(object, "handedness", json_string(hands[units->handedness]));
    json_object_set_new(object, "up", json_string(axes[units->up]));
    return object;
}

static json_t *info_types(const kd_rig *rig)
{
    int counts[KD_NODE_TYPE_COUNT] = {0};
    json_t *object = json_object();
    for (int32_t i = 0; i < rig->node_count; i++)
        counts[rig->nodes[i]->type]++;
    for (int type = 0; type < KD_NODE_TYPE_COUNT; type++)
        if (counts[type] > 0)
            json_object_set_new(object, kd_node_type_text((kd_node_type)type), json_integer(counts[type]));
    return object;
}

/* A set of names: the members of a JSON object, which keeps them in the order of their first appearance. */
static void info_add_name(json_t *names, const char *name)
{
    if (name && *name)
        json_object_set_new(names, name, json_true());
}

static void info_add_list(json_t *names, const kd_joint_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        info_add_name(names, list->items[i].joint);
}

static void info_add_node_joints(const kd_node *node, json_t *read, json_t *written)
{
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        info_add_list(read, &node->as.source.sources);
        info_add_name(read, node->as.source.channel.space_joint);
        break;
    case KD_NODE_TARGET_OP:
        info_add_name(written, node->as.target.joint);
        info_add_name(read, node->as.target.channel.space_joint);
        break;
    case KD_NODE_TWIST_CHAIN:
        info_add_name(read, node->as.twist.source);
        info_add_list(written, &node->as.twist.targets);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        info_add_name(written, node->as.constraint.joint);
        info_add_list(read, &node->as.constraint.sources);
        info_add_name(read, node->as.constraint.space_joint);
        info_add_name(read, node->as.constraint.up_joint);
        break;
    default:
        break;
    }
}

static void info_set_joints(json_t *object, const kd_rig *rig, bool with_list)
{
    static const char *const keys[] = {"joints_read", "joints_written"};
    json_t *names[2] = {json_object(), json_object()};
    for (int32_t i = 0; i < rig->node_count; i++)
        info_add_node_joints(rig->nodes[i], names[0], names[1]);
    for (int side = 0; side < 2; side++) {
        json_t *list = json_array();
        for (void *at = json_object_iter(names[side]); at; at = json_object_iter_next(names[side], at))
            json_array_append_new(list, json_string(json_object_iter_key(at)));
        if (with_list)
            json_object_set(object, keys[side], list);
        else
            json_object_set_new(object, keys[side], json_integer((json_int_t)json_array_size(list)));
        json_decref(list);
        json_decref(names[side]);
    }
}

static json_t *info_externals(const kd_rig *rig)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < rig->node_count; i++) {
        const kd_node *node = rig->nodes[i];
        if (node->type != KD_NODE_EXTERNAL_INPUT && node->type != KD_NODE_EXTERNAL_OUTPUT)
            continue;
        json_t *row = json_object();
        json_object_set_new(row, "name", cli_json_text(node->name));
        json_object_set_new(row, "direction", json_string(node->type == KD_NODE_EXTERNAL_INPUT ? "input" : "output"));
        json_object_set_new(row, "initial", cli_json_double(node->as.external.initial));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *info_groups(const kd_rig *rig)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < rig->group_count; i++) {
        int members = 0;
        for (int32_t k = 0; k < rig->node_count; k++)
            members += rig->nodes[k]->group && strcmp(rig->nodes[k]->group, rig->groups[i].name) == 0;
        json_t *row = json_object();
        json_object_set_new(row, "name", cli_json_text(rig->groups[i].name));
        json_object_set_new(row, "nodes", json_integer(members));
        json_object_set_new(row, "influence", cli_json_double(rig->groups[i].influence));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *info_node_list(const kd_rig *rig)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < rig->node_count; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "type", json_string(kd_node_type_text(rig->nodes[i]->type)));
        json_object_set_new(row, "name", cli_json_text(rig->nodes[i]->name));
        json_object_set_new(row, "group", cli_json_text(rig->nodes[i]->group ? rig->nodes[i]->group : ""));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *info_port(const kd_port_ref *port)
{
    return json_sprintf("%s.%s", port->node, port->port);
}

static json_t *info_connection_list(const kd_rig *rig)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < rig->connection_count; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "from", info_port(&rig->connections[i].from));
        json_object_set_new(row, "to", info_port(&rig->connections[i].to));
        json_object_set_new(row, "factor", cli_json_double(rig->connections[i].factor));
        json_array_append_new(list, row);
    }
    return list;
}

bool cli_info_rig(json_t *object, const kd_rig *rig, bool with_list)
{
    json_object_set_new(object, "format", json_string("KDI"));
    json_object_set_new(object, "version", json_integer(rig->version));
    if (rig->name && *rig->name)
        json_object_set_new(object, "name", cli_json_text(rig->name));
    json_object_set_new(object, "nodes", json_integer(rig->node_count));
    json_object_set_new(object, "connections", json_integer(rig->connection_count));
    json_object_set_new(object, "rest_joints", json_integer(rig->joint_count));
    info_set_joints(object, rig, with_list);
    json_object_set_new(object, "units", info_units(&rig->units));
    json_object_set_new(object, "types", info_types(rig));
    json_object_set_new(object, "externals", info_externals(rig));
    json_object_set_new(object, "groups", info_groups(rig));
    if (with_list) {
        json_object_set_new(object, "node_list", info_node_list(rig));
        json_object_set_new(object, "connection_list", info_connection_list(rig));
    }
    return true;
}
