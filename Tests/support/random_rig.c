/* Random rigs: values by the rows of the format table, then the few rules between values that the table cannot state,
 * then connections between ports that fit. */
#include "support/random_rig.h"

#include "model/rig.h"

#include <math.h>

const char *const kt_random_rig_joints[] = {"pelvis",       "spine_01",       "upperarm_l",     "upperarm_r",
                                            "hand.L",       "hand.R",         "L_knee",         "R_knee",
                                            "LeftFoot",     "RightFoot",      "Bip01 L Thigh",  "Bip01 R Thigh",
                                            "ik_foot_root", "\xE8\x82\xA9_l", "\xE8\x82\xA9_r", "neck & <head>",
                                            "eye.L.001",    "eye.R.001",      "clavicle_out_l", "clavicle_out_r"};
const int kt_random_rig_joint_count = (int)(sizeof kt_random_rig_joints / sizeof kt_random_rig_joints[0]);

static const char *random_joint(kt_random *random)
{
    return kt_random_rig_joints[kt_random_below(random, (uint32_t)kt_random_rig_joint_count)];
}

static bool random_chance(kt_random *random, uint32_t percent)
{
    return kt_random_below(random, 100) < percent;
}

void kt_random_rotation(kt_random *random, double q[4])
{
    double square = 0.0;
    while (square < 1e-3 || square > 1.0) {
        square = 0.0;
        for (int i = 0; i < 4; i++) {
            q[i] = kt_random_in(random, -1.0, 1.0);
            square += q[i] * q[i];
        }
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
}

/* Round, tiny, huge and ordinary numbers. */
static double random_number(kt_random *random)
{
    double number = kt_random_in(random, -180.0, 180.0);
    switch (kt_random_below(random, 5)) {
    case 0:
        return (double)kt_random_below(random, 7) - 3.0;
    case 1:
        return number * pow(10.0, kt_random_in(random, -150.0, 150.0));
    case 2:
        return (double)(float)number;
    default:
        return number;
    }
}

static double random_in_row(kt_random *random, const kd_rig *rig, const kdi_attribute *row)
{
    if (row->min == 0.0 && row->max == 0.0)
        return random_number(random);
    double high = row->max > 1e3 ? row->min + 10.0 : row->max;
    return kt_random_in(random, row->min, high) * kdi_attribute_factor(row, rig);
}

static void random_numbers(kt_random *random, kd_rig *rig, kd_number_list *list, int32_t count)
{
    list->items = NULL;
    list->count = 0;
    while (list->count < count) {
        double *number = (double *)kd_rig_list_add(rig, &list->items, &list->count, sizeof *number);
        assert_non_null(number);
        *number = random_number(random);
    }
}

/* Text with everything that needs care: quotes, marks, blanks, line ends, several scripts. */
static const char *random_text(kt_random *random, kd_rig *rig)
{
    static const char *const pieces[] = {"a",     "Z9", " ",   "&",        "<",
                                         ">",     "\"", "'",   "\n",       "\t",
                                         "\r",    "--", "]]>", "\xC3\xA9", "\xE8\x82\xA9",
                                         "&amp;", ".L", "%s",  "{}",       "\\",
                                         ";",     "=",  "_",   "-",        "\xF0\x9F\xA6\xB4"};
    char text[64] = "";
    for (uint32_t count = kt_random_below(random, 8); count > 0; count--)
        strcat(text, pieces[kt_random_below(random, sizeof pieces / sizeof pieces[0])]);
    return kd_rig_text(rig, text);
}

static void random_value(kt_random *random, kd_rig *rig, const kdi_attribute *row, void *item)
{
    void *field = (char *)item + row->offset;
    int32_t count, names = 0;
    double *numbers = kdi_value_numbers(row, item, &count);
    switch (row->kind) {
    case KDI_KIND_BOOL:
        *(bool *)field = random_chance(random, 50);
        break;
    case KDI_KIND_INT:
        *(int32_t *)field = (int32_t)(row->min + floor(kt_random_in(random, 0.0, 1.0) * (row->max - row->min + 1.0)));
        break;
    case KDI_KIND_ENUM:
        while (row->names[names])
            names++;
        *(int32_t *)field = (int32_t)kt_random_below(random, (uint32_t)names);
        break;
    case KDI_KIND_AXES:
        *(int32_t *)field = (int32_t)kt_random_below(random, 8);
        break;
    case KDI_KIND_TEXT:
        *kdi_value_text(row, item) = random_text(random, rig);
        break;
    case KDI_KIND_JOINT:
        *kdi_value_text(row, item) = row->initial && random_chance(random, 50) ? "" : random_joint(random);
        break;
    case KDI_KIND_QUAT:
        kt_random_rotation(random, numbers);
        break;
    case KDI_KIND_NUMBER:
    case KDI_KIND_VEC3:
        for (int32_t i = 0; i < count; i++)
            numbers[i] = random_in_row(random, rig, row);
        break;
    default: /* names, groups, ports and lists of numbers depend on others */
        break;
    }
}

/* Comments hold neither "--" nor a "-" at their end, and XML reads every line end as \n. */
static void random_comment_list(kt_random *random, kd_rig *rig, kd_comment **list)
{
    while (random_chance(random, 10)) {
        const char *text = random_text(random, rig);
        kd_comment *comment = KDI_ARENA_PUSH(rig->arena, kd_comment, 1);
        assert_non_null(comment);
        bool holds = !strstr(text, "--") && !strchr(text, '\r') && (text[0] == '\0' || text[strlen(text) - 1] != '-');
        comment->text = holds ? text : " plain ";
        comment->next = *list;
        *list = comment;
    }
}

static void random_comments(kt_random *random, kd_rig *rig, kd_item *item)
{
    random_comment_list(random, rig, &item->before);
    random_comment_list(random, rig, &item->inside);
}

/* Leaves each attribute at its default now and then: files leave those out. */
static void random_item(kt_random *random, kd_rig *rig, const kdi_element *element, void *item)
{
    const kdi_attribute *row;
    for (int i = 0; (row = kdi_element_attribute(element, i)) != NULL; i++)
        if (!row->initial || random_chance(random, 70))
            random_value(random, rig, row, item);
    random_comments(random, rig, (kd_item *)item);
}

static void random_children(kt_random *random, kd_rig *rig, kd_node *node)
{
    const kdi_element *element = &kdi_node_formats[node->type].element;
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        if (child->kind == KDI_CHILD_TEXT) {
            ((kd_text *)(void *)((char *)node + child->offset))->text =
                random_chance(random, 70) ? random_text(random, rig) : NULL;
            continue;
        }
        uint32_t count = (uint32_t)child->min_count + kt_random_below(random, 5);
        for (uint32_t k = 0; k < count; k++) {
            void *item = kdi_child_add(rig, child, node);
            assert_non_null(item);
            random_item(random, rig, child->element, item);
        }
        int32_t total;
        char *items = (char *)kdi_child_items(child, node, &total);
        for (int32_t k = 0; k < total; k++)
            for (int a = 0; a < child->element->attribute_count; a++)
                if (child->element->attributes[a].kind == KDI_KIND_PORT_NAME) {
                    char name[64];
                    snprintf(name, sizeof name, "%s %d%c", child->element->name, (int)k,
                             "ab"[kt_random_below(random, 2)]);
                    *kdi_value_text(&child->element->attributes[a], items + (size_t)k * child->element->size) =
                        kd_rig_text(rig, name);
                }
    }
}

static void random_fix_space(kt_random *random, int32_t space, const char **joint)
{
    *joint = space == KD_SPACE_JOINT ? random_joint(random) : "";
}

static void random_fix_channel(kt_random *random, kd_joint_channel *channel)
{
    random_fix_space(random, channel->space, &channel->space_joint);
    if (channel->vertical / 2 == channel->axis / 2)
        channel->vertical = KD_AXIS_AUTO;
}

static void random_fix_external(kd_external *external)
{
    if (external->min > external->max) {
        double min = external->max;
        external->max = external->min;
        external->min = min;
    }
    external->initial = external->min;
}

static void random_fix_constraint(kt_random *random, kd_node *node)
{
    kd_constraint *constraint = &node->as.constraint;
    random_fix_space(random, constraint->space, &constraint->space_joint);
    if (node->type != KD_NODE_DIRECTION_CONSTRAINT)
        return;
    constraint->up_joint = constraint->up == KD_UP_KIND_JOINT ? random_joint(random) : "";
    constraint->up_vector[1] = 1.0 + fabs(constraint->up_vector[1]);
    if (constraint->up_axis / 2 == constraint->aim_axis / 2)
        constraint->up_axis = (constraint->aim_axis + 2) % 6;
}

static void random_fix_curve(kt_random *random, kd_link_with *link)
{
    for (int32_t i = 0; i < link->key_count; i++)
        link->keys[i].in = i + kt_random_in(random, 0.0, 0.9);
}

/* Random numbers for ports of these types, one after the other. */
static void random_port_values(kt_random *random, kd_rig *rig, const int32_t *types, int32_t count,
                               kd_number_list *list)
{
    int32_t total = 0, at = 0;
    for (int32_t i = 0; i < count; i++)
        total += kdi_value_components(types[i]);
    random_numbers(random, rig, list, total);
    for (int32_t i = 0; i < count; at += kdi_value_components(types[i]), i++)
        if (types[i] == KD_VALUE_QUAT)
            kt_random_rotation(random, list->items + at);
}

static void random_fix_rbf(kt_random *random, kd_rig *rig, kd_rbf_interp *rbf)
{
    int32_t in_types[8], out_types[8], in = 0, out = 0;
    bool solved = random_chance(random, 50);
    for (int32_t i = 0; i < rbf->input_count; i++)
        in += kdi_value_components(in_types[i] = rbf->inputs[i].type);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        out += kdi_value_components(out_types[i] = rbf->outputs[i].type);
        if (random_chance(random, 30))
            random_port_values(random, rig, &out_types[i], 1, &rbf->outputs[i].base);
    }
    for (int32_t i = 0; i < rbf->key_count; i++) {
        random_port_values(random, rig, in_types, rbf->input_count, &rbf->keys[i].in);
        random_port_values(random, rig, out_types, rbf->output_count, &rbf->keys[i].out);
        if (solved)
            random_numbers(random, rig, &rbf->keys[i].weights, out);
    }
    const kdi_child *linear = &kdi_node_formats[KD_NODE_RBF_INTERP].element.children[3];
    rbf->linear_count = 0;
    for (int32_t i = 0; solved && i < in + 1; i++) {
        kd_rbf_linear *row = (kd_rbf_linear *)kdi_child_add(rig, linear, (char *)rbf - offsetof(kd_node, as.rbf));
        assert_non_null(row);
        random_numbers(random, rig, &row->weights, out);
    }
}

static void random_fix_node(kt_random *random, kd_rig *rig, kd_node *node)
{
    node->algorithm = 1;
    node->group = rig->group_count > 0 && random_chance(random, 30)
                      ? rig->groups[kt_random_below(random, (uint32_t)rig->group_count)].name
                      : "";
    switch (node->type) {
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        random_fix_external(&node->as.external);
        break;
    case KD_NODE_SOURCE_OP:
        random_fix_channel(random, &node->as.source.channel);
        break;
    case KD_NODE_TARGET_OP:
        random_fix_channel(random, &node->as.target.channel);
        break;
    case KD_NODE_EZ_PARAM_LINK_LINEAR:
    case KD_NODE_EZ_PARAM_LINK:
    case KD_NODE_REMAP:
        if (node->as.link.in_min == node->as.link.in_max)
            node->as.link.in_max = node->as.link.in_min == 0.0 ? 1.0 : 0.0;
        break;
    case KD_NODE_LINK_WITH:
        random_fix_curve(random, &node->as.link_with);
        break;
    case KD_NODE_RBF_INTERP:
        random_fix_rbf(random, rig, &node->as.rbf);
        break;
    case KD_NODE_EXPR:
        if (!node->as.expr.code.text || !node->as.expr.code.text[0])
            node->as.expr.source.text = "x0 < 1 && x0 > 2 ? 3 : \"4\"\n";
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        random_fix_constraint(random, node);
        break;
    default:
        break;
    }
}

static void random_add_node(kt_random *random, kd_rig *rig, int index, const kd_node_type *types, int type_count)
{
    static const char *const forms[] = {"node%d_l", "node%d_r",       "Left Node %d", "node.%d.R",
                                        "node%d",   "\xE9\xAA\xA8%d", "<%d> & more",  "R_node%d"};
    char name[64];
    snprintf(name, sizeof name, forms[kt_random_below(random, 8)], index);
    /* The first is not in a group, so that it may drive them. */
    kd_node_type type =
        (kd_node_type)kt_random_below(random, types != NULL ? (uint32_t)type_count : KD_NODE_TYPE_COUNT);
    type = index == 0 ? KD_NODE_EXTERNAL_INPUT : types != NULL ? types[type] : type;
    kd_node *node = kd_rig_add_node(rig, type, name);
    assert_non_null(node);
    const char *given = node->name;
    random_item(random, rig, &kdi_node_formats[type].element, node);
    node->name = given;
    random_children(random, rig, node);
    random_fix_node(random, rig, node);
    if (index == 0)
        node->group = "";
}

static void random_connect(kt_random *random, kd_rig *rig, const kd_port *input, const char *to)
{
    for (int attempt = 0; attempt < 8; attempt++) {
        const kd_node *from = rig->nodes[kt_random_below(random, (uint32_t)rig->node_count - 1)];
        kd_port output;
        for (int32_t i = 0; kd_node_port(from, i, &output); i++) {
            if (output.is_input || output.type != input->type || random_chance(random, 50))
                continue;
            kd_connection *connection = kd_rig_connect(rig, from->name, output.name, to, input->name);
            assert_non_null(connection);
            if (input->type != KD_VALUE_QUAT && random_chance(random, 50))
                connection->factor = kt_random_in(random, -4.0, 4.0);
            random_comments(random, rig, &connection->item);
            return;
        }
    }
}

/* Inputs of the newest node from the outputs of the nodes before it. */
static void random_connect_node(kt_random *random, kd_rig *rig)
{
    const kd_node *node = rig->nodes[rig->node_count - 1];
    bool whole = random_chance(random, 30), whole_used = false;
    kd_port port;
    for (int32_t i = 0; kd_node_port(node, i, &port); i++) {
        bool is_part = node->type == KD_NODE_TARGET_OP && i > 0;
        bool is_whole = is_part && port.type != KD_VALUE_FLOAT;
        if (!port.is_input || (is_part && (is_whole != whole || whole_used)) || random_chance(random, 40))
            continue;
        random_connect(random, rig, &port, node->name);
        whole_used = is_whole;
    }
}

static void random_add_joints(kt_random *random, kd_rig *rig)
{
    for (int i = 0; i < kt_random_rig_joint_count; i++) {
        if (random_chance(random, 50))
            continue;
        const char *parent =
            rig->joint_count > 0 ? rig->joints[kt_random_below(random, (uint32_t)rig->joint_count)].name : "";
        kd_rig_joint *joint = kd_rig_add_joint(rig, kt_random_rig_joints[i], parent);
        assert_non_null(joint);
        const char *name = joint->name;
        random_item(random, rig, kdi_section_child("Joint")->element, joint);
        joint->name = name;
        joint->parent = parent;
        for (int k = 0; k < 3; k++)
            joint->scale[k] = kt_random_in(random, 0.1, 3.0);
    }
}

static kd_rig *random_rig(uint64_t seed, int node_count, const kd_allocator *allocator, const kd_node_type *types,
                          int type_count)
{
    kt_random state = kt_random_make(seed), *random = &state;
    static const char *const groups[] = {"arm_l", "arm_r", "Face", "fingers.L"};
    kd_rig *rig = kd_rig_make(allocator, NULL);
    assert_non_null(rig);
    rig->name = random_text(random, rig);
    rig->generator = random_text(random, rig);
    kd_item *const items[] = {&rig->item,        &rig->units.item, &rig->groups_item,
                              &rig->joints_item, &rig->nodes_item, &rig->connections_item};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        random_comments(random, rig, items[i]);
    random_comment_list(random, rig, &rig->epilogue);
    rig->units.distance = (int32_t)kt_random_below(random, 5);
    rig->units.angle = (int32_t)kt_random_below(random, 2);
    rig->units.handedness = (int32_t)kt_random_below(random, 2);
    rig->units.up = (int32_t)kt_random_below(random, 3);
    for (int i = 0; i < 4; i++)
        if (random_chance(random, 60)) {
            kd_group *group = kd_rig_add_group(rig, groups[i]);
            assert_non_null(group);
            group->influence = kt_random_in(random, 0.0, 1.0);
            group->lod = (int32_t)kt_random_below(random, 256);
        }
    random_add_joints(random, rig);
    for (int i = 0; i < node_count; i++) {
        random_add_node(random, rig, i, types, type_count);
        if (i > 0)
            random_connect_node(random, rig);
    }
    if (rig->group_count > 0 && node_count > 0 && random_chance(random, 70))
        assert_non_null(kd_rig_connect(rig, rig->nodes[0]->name, "out", rig->groups[0].name, "influence"));
    return rig;
}

kd_rig *kt_random_rig_in(uint64_t seed, int node_count, const kd_allocator *allocator)
{
    return random_rig(seed, node_count, allocator, NULL, 0);
}

kd_rig *kt_random_rig_of(uint64_t seed, int node_count, const kd_node_type *types, int type_count)
{
    return random_rig(seed, node_count, NULL, types, type_count);
}

kd_rig *kt_random_rig(uint64_t seed, int node_count)
{
    return kt_random_rig_in(seed, node_count, NULL);
}
