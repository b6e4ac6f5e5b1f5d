/* The rows of the format table for everything that is not a node, and look-ups in the whole table. */
#include "model/kdi_format.h"

#include "model/kdi_rows.h"

#include <string.h>

static const char *const NAMES_DISTANCE[] = {"millimeter", "centimeter", "meter", "inch", "foot", NULL};
static const char *const NAMES_ANGLE[] = {"degree", "radian", NULL};
static const char *const NAMES_HANDEDNESS[] = {"right", "left", NULL};
static const char *const NAMES_UP_AXIS[] = {"x", "y", "z", NULL};

static const kdi_attribute ROWS_UNITS[] = {
    ROW_ENUM(kd_units, distance, "distance", "centimeter", NAMES_DISTANCE, "Unit of all distances in the file"),
    ROW_ENUM(kd_units, angle, "angle", "degree", NAMES_ANGLE, "Unit of all angles in the file"),
    ROW_ENUM(kd_units, handedness, "handedness", "right", NAMES_HANDEDNESS,
             "Handedness of the tool the rig was made in"),
    ROW_ENUM(kd_units, up, "up", "y", NAMES_UP_AXIS, "The axis that points up in that tool"),
};
static const kdi_attribute ROWS_GROUP[] = {
    ROW_NAME(kd_group, name, "name", "Unique among nodes and groups"),
    ROW_NUMBER(kd_group, influence, "influence", "1", 0, 1,
               "Multiplies the influence of its nodes, while the port is not connected"),
    ROW_INT(kd_group, lod, "lod", "255", 0, 255,
            "The coarsest level of detail at which its nodes still run; 255 means every one"),
};
static const kdi_attribute ROWS_JOINT[] = {
    ROW_JOINT(kd_rig_joint, name, "name", NULL, "Name of the joint"),
    ROW_JOINT(kd_rig_joint, parent, "parent", "", "Name of its parent; empty: a root"),
    ROW_VEC3(kd_rig_joint, translate, "translate", KD_UNIT_DISTANCE, "0 0 0", KDI_MIRROR_VECTOR_PARENT,
             "Position in the parent's space"),
    ROW_QUAT(kd_rig_joint, rotate, "rotate", KDI_MIRROR_ROTATION_PARENT, "Rotation, parent from joint"),
    ROW_VEC3(kd_rig_joint, scale, "scale", KD_UNIT_NONE, "1 1 1", KDI_MIRROR_KEEP, "Scale along the joint's axes"),
    ROW_BOOL(kd_rig_joint, segment_scale, "segmentScale", "true",
             "Takes no part in its parent's scale where a TargetOp says so"),
};
static const kdi_attribute ROWS_CONNECTION[] = {
    ROW_PORT(kd_connection, from, "from", "The output, node.port"),
    ROW_PORT(kd_connection, to, "to", "The input, node.port; also group.influence"),
    ROW_NUMBER(kd_connection, factor, "factor", "1", 0, 0, "The value is multiplied by this on its way"),
};
static const kdi_attribute ROWS_ROOT[] = {
    ROW_INT(kd_rig, version, "version", NULL, 1, 1000000, "Version of the format"),
    ROW_TEXT(kd_rig, name, "name", "", "Name of the rig"),
    ROW_TEXT(kd_rig, generator, "generator", "", "The program that wrote the file"),
};

static const kdi_element ITEM_UNITS =
    ROW_ELEMENT("Units", kd_units, ROWS_UNITS, "What the numbers of the file are counted in");
static const kdi_element ITEM_GROUP =
    ROW_ELEMENT("Group", kd_group, ROWS_GROUP, "Nodes that are faded and left out together");
static const kdi_element ITEM_JOINT = ROW_ELEMENT(
    "Joint", kd_rig_joint, ROWS_JOINT, "A joint whose rest pose is stated here and not taken from the skeleton");
static const kdi_element ITEM_CONNECTION =
    ROW_ELEMENT("Connection", kd_connection, ROWS_CONNECTION, "Carries a value from an output to an input");

static const kdi_child CHILDREN_GROUPS[] = {CHILD_LIST(ITEM_GROUP, kd_rig, groups, group_count, 0)};
static const kdi_child CHILDREN_JOINTS[] = {CHILD_LIST(ITEM_JOINT, kd_rig, joints, joint_count, 0)};
static const kdi_child CHILDREN_NODES[] = {
    {.kind = KDI_CHILD_NODES, .offset = offsetof(kd_rig, nodes), .count_offset = offsetof(kd_rig, node_count)},
};
static const kdi_child CHILDREN_CONNECTIONS[] = {CHILD_LIST(ITEM_CONNECTION, kd_rig, connections, connection_count, 0)};

#define SECTION(label, kids, doc)                                                                     \
    {                                                                                                 \
        .name = (label), .size = 0, .children = (kids), .child_count = ROW_COUNT(kids), .text = (doc) \
    }
static const kdi_element ITEM_GROUPS = SECTION("Groups", CHILDREN_GROUPS, "The groups");
static const kdi_element ITEM_JOINTS = SECTION("Joints", CHILDREN_JOINTS, "Rest poses stated in the file");
static const kdi_element ITEM_NODES = SECTION("Nodes", CHILDREN_NODES, "The nodes, in evaluation order");
static const kdi_element ITEM_CONNECTIONS = SECTION("Connections", CHILDREN_CONNECTIONS, "The connections");

static const kdi_child CHILDREN_ROOT[] = {
    {.kind = KDI_CHILD_SINGLE, .element = &ITEM_UNITS, .offset = offsetof(kd_rig, units)},
    {.kind = KDI_CHILD_SECTION, .element = &ITEM_GROUPS, .offset = offsetof(kd_rig, groups_item)},
    {.kind = KDI_CHILD_SECTION, .element = &ITEM_JOINTS, .offset = offsetof(kd_rig, joints_item)},
    {.kind = KDI_CHILD_SECTION, .element = &ITEM_NODES, .offset = offsetof(kd_rig, nodes_item)},
    {.kind = KDI_CHILD_SECTION, .element = &ITEM_CONNECTIONS, .offset = offsetof(kd_rig, connections_item)},
};

const kdi_element kdi_element_root = {
    .name = "KineDriver",
    .size = sizeof(kd_rig),
    .attributes = ROWS_ROOT,
    .attribute_count = ROW_COUNT(ROWS_ROOT),
    .children = CHILDREN_ROOT,
    .child_count = ROW_COUNT(CHILDREN_ROOT),
    .text = "A rig",
};

const kdi_node_format *kdi_format_find_node(const char *element_name)
{
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++)
        if (strcmp(kdi_node_formats[i].element.name, element_name) == 0)
            return &kdi_node_formats[i];
    return NULL;
}

const kdi_attribute *kdi_element_attribute(const kdi_element *element, int index)
{
    int common = element->is_node ? kdi_node_attribute_count : 0;
    if (index < common)
        return &kdi_node_attributes[index];
    return index - common < element->attribute_count ? &element->attributes[index - common] : NULL;
}

double kdi_attribute_factor(const kdi_attribute *attribute, const kd_rig *rig)
{
    bool radians = attribute->unit == KD_UNIT_ANGLE && rig->units.angle == KD_ANGLE_RADIAN;
    return radians ? 3.14159265358979323846 / 180.0 : 1.0;
}

static unsigned format_channel_variant(const kd_joint_channel *channel)
{
    if (channel->channel == KD_CHANNEL_TRANSLATE)
        return KDI_VARIANT_TRANSLATE;
    if (channel->channel == KD_CHANNEL_SCALE)
        return KDI_VARIANT_SCALE;
    return channel->mapping == KD_MAPPING_EXPMAP ? KDI_VARIANT_EXPMAP : KDI_VARIANT_BEND;
}

unsigned kdi_node_variant(const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        return format_channel_variant(&node->as.source.channel);
    case KD_NODE_TARGET_OP:
        return format_channel_variant(&node->as.target.channel);
    case KD_NODE_EXPR:
        return 1u << (node->as.expr.type & 7);
    case KD_NODE_DAMPED_FOLLOW:
        return 1u << (node->as.follow.type & 7);
    default:
        return 1;
    }
}

int kdi_value_components(int32_t type)
{
    return type == KD_VALUE_FLOAT ? 1 : type == KD_VALUE_VEC3 ? 3 : 4;
}

double kdi_distance_metres(int32_t unit)
{
    static const double metres[] = {0.001, 0.01, 1.0, 0.0254, 0.3048};
    return metres[unit];
}
