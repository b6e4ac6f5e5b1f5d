/* Short forms for the rows of the format table; included by the two files that hold them. */
#ifndef KDI_MODEL_KDI_ROWS_H
#define KDI_MODEL_KDI_ROWS_H

#include "model/kdi_format.h"

/* Sets of kdi_node_variant: channel and mapping of operators, type of expressions. */
enum {
    KDI_VARIANT_TRANSLATE = 1,
    KDI_VARIANT_BEND = 2,
    KDI_VARIANT_EXPMAP = 4,
    KDI_VARIANT_SCALE = 8,
    KDI_VARIANT_FLOAT = 1,
    KDI_VARIANT_VEC3 = 2,
    KDI_VARIANT_QUAT = 4,
};

#define ROW_COUNT(rows) ((int)(sizeof(rows) / sizeof((rows)[0])))
#define ROW(type, field, k, label, def, doc) \
    .name = (label), .kind = KDI_KIND_##k, .offset = offsetof(type, field), .initial = (def), .text = (doc)

#define ROW_BOOL(type, field, label, def, doc)  \
    {                                           \
        ROW(type, field, BOOL, label, def, doc) \
    }
#define ROW_TEXT(type, field, label, def, doc)  \
    {                                           \
        ROW(type, field, TEXT, label, def, doc) \
    }
#define ROW_NAME(type, field, label, doc)        \
    {                                            \
        ROW(type, field, NAME, label, NULL, doc) \
    }
#define ROW_PORT_NAME(type, field, label, doc)        \
    {                                                 \
        ROW(type, field, PORT_NAME, label, NULL, doc) \
    }
#define ROW_GROUP(type, field, label, doc)      \
    {                                           \
        ROW(type, field, GROUP, label, "", doc) \
    }
#define ROW_JOINT(type, field, label, def, doc)  \
    {                                            \
        ROW(type, field, JOINT, label, def, doc) \
    }
#define ROW_PORT(type, field, label, doc)        \
    {                                            \
        ROW(type, field, PORT, label, NULL, doc) \
    }
#define ROW_NUMBERS(type, field, label, def, doc)  \
    {                                              \
        ROW(type, field, NUMBERS, label, def, doc) \
    }
#define ROW_INT(type, field, label, def, low, high, doc)                    \
    {                                                                       \
        ROW(type, field, INT, label, def, doc), .min = (low), .max = (high) \
    }
#define ROW_NUMBER(type, field, label, def, low, high, doc)                    \
    {                                                                          \
        ROW(type, field, NUMBER, label, def, doc), .min = (low), .max = (high) \
    }
#define ROW_ANGLE(type, field, label, def, low, high, doc)                                            \
    {                                                                                                 \
        ROW(type, field, NUMBER, label, def, doc), .min = (low), .max = (high), .unit = KD_UNIT_ANGLE \
    }
#define ROW_ENUM(type, field, label, def, list, doc)             \
    {                                                            \
        ROW(type, field, ENUM, label, def, doc), .names = (list) \
    }
#define ROW_AXIS(type, field, label, def, list, doc)                                        \
    {                                                                                       \
        ROW(type, field, ENUM, label, def, doc), .names = (list), .mirror = KDI_MIRROR_AXIS \
    }
#define ROW_AXES(type, field, label, def, rule, doc)              \
    {                                                             \
        ROW(type, field, AXES, label, def, doc), .mirror = (rule) \
    }
#define ROW_VEC3(type, field, label, measure, def, rule, doc)                        \
    {                                                                                \
        ROW(type, field, VEC3, label, def, doc), .unit = (measure), .mirror = (rule) \
    }
#define ROW_QUAT(type, field, label, rule, doc)                         \
    {                                                                   \
        ROW(type, field, QUAT, label, "0 0 0 1", doc), .mirror = (rule) \
    }

#define ROW_ELEMENT(label, type, rows, doc)                                                                            \
    {                                                                                                                  \
        .name = (label), .size = sizeof(type), .attributes = (rows), .attribute_count = ROW_COUNT(rows), .text = (doc) \
    }
#define CHILD_LIST(item, type, list, length, least)                                 \
    {                                                                               \
        .kind = KDI_CHILD_LIST, .element = &(item), .offset = offsetof(type, list), \
        .count_offset = offsetof(type, length), .min_count = (least)                \
    }

#define PORT_ROW(label, input, t, u, set, doc)                                                              \
    {                                                                                                       \
        .name = (label), .is_input = (input), .type = KD_VALUE_##t, .unit = KD_UNIT_##u, .variants = (set), \
        .text = (doc)                                                                                       \
    }
#define PORT_IN(label, t, u, set, doc)  PORT_ROW(label, true, t, u, set, doc)
#define PORT_OUT(label, t, u, set, doc) PORT_ROW(label, false, t, u, set, doc)
#define PORT_LIST(input, list, length, item)                                      \
    .is_input = (input), .of_list = true, .list_offset = offsetof(kd_node, list), \
    .count_offset = offsetof(kd_node, length), .item_size = sizeof(item)
#define PORT_WEIGHTS(joints)                                                                                    \
    {                                                                                                           \
        PORT_LIST(true, joints.items, joints.count, kd_joint_weight),                                           \
            .name = "weight", .text = "One for each joint, weight0, weight1 …: takes the place of its weight" \
    }
#define PORT_NAMED_FLOAT(input, list, length, item, doc)                                         \
    {                                                                                            \
        PORT_LIST(input, list, length, item), .name_offset = offsetof(item, name), .text = (doc) \
    }
#define PORT_NAMED(input, list, length, item, doc)                                               \
    {                                                                                            \
        PORT_LIST(input, list, length, item), .name_offset = offsetof(item, name),               \
                                              .type_offset = offsetof(item, type), .text = (doc) \
    }

#define NODE_PARTS(label, rows, kids, kid_count, port_rows, doc)                       \
    {                                                                                  \
        .element = {.name = (label),                                                   \
                    .size = sizeof(kd_node),                                           \
                    .is_node = true,                                                   \
                    .attributes = (rows),                                              \
                    .attribute_count = ROW_COUNT(rows),                                \
                    .children = (kids),                                                \
                    .child_count = (kid_count),                                        \
                    .text = (doc)},                                                    \
        .ports = (port_rows), .port_count = ROW_COUNT(port_rows), .algorithm_count = 1 \
    }
#define NODE(label, rows, kids, port_rows, doc) NODE_PARTS(label, rows, kids, ROW_COUNT(kids), port_rows, doc)
#define NODE_LEAF(label, rows, port_rows, doc)  NODE_PARTS(label, rows, NULL, 0, port_rows, doc)

#endif
