/* Random rigs: filled by the format table, then put right where rules go beyond it. */
#include "model/rig.h"
#include "model/rig_port.h"
#include "support/kdi.h"

#include <math.h>

enum { RIG_TEXT_SIZE = 64, RIG_JOINTS = 12 };

typedef struct rig_maker {
    kd_rig *rig;
    kt_random random;
    int name_count;
} rig_maker;

static uint32_t rig_below(rig_maker *maker, uint32_t limit)
{
    return kt_random_below(&maker->random, limit);
}

/* Text with everything that needs care: quotes, marks, blanks, line ends, several scripts. */
static const char *rig_any_text(rig_maker *maker)
{
    static const char *const pieces[] = {"a",     "Z9", " ",  "&",        "<",
                                         ">",     "\"", "'",  "\n",       "\t",
                                         "\r",    "--", "]]", "\xC3\xA9", "\xE8\x82\xA9",
                                         "&amp;", ".L", "%s", "{}",       "\\",
                                         ";",     "=",  "_",  "-",        "\xF0\x9F\xA6\xB4"};
    char text[RIG_TEXT_SIZE] = "";
    for (uint32_t count = rig_below(maker, 8); count > 0; count--)
        strcat(text, pieces[rig_below(maker, sizeof pieces / sizeof pieces[0])]);
    return kd_rig_text(maker->rig, text);
}

static const char *rig_new_name(rig_maker *maker, bool stops)
{
    static const char *const patterns[] = {"n%d", "arm_l_%d", "\xE8\x85\x95 %d", "Node-%d<&>", "x.%d.L"};
    char text[RIG_TEXT_SIZE];
    snprintf(text, sizeof text, patterns[rig_below(maker, stops ? 5 : 4)], maker->name_count++);
    return kd_rig_text(maker->rig, text);
}

static const char *rig_joint_name(rig_maker *maker)
{
    char text[RIG_TEXT_SIZE];
    snprintf(text, sizeof text, "joint \"%u\".L", (unsigned)rig_below(maker, RIG_JOINTS));
    return kd_rig_text(maker->rig, text);
}

static double rig_number(rig_maker *maker, const kdi_attribute *row)
{
    if (row && (row->min != 0.0 || row->max != 0.0)) {
        double factor = kdi_attribute_factor(row, maker->rig);
        return kt_random_in(&maker->random, row->min * factor, row->max * factor);
    }
    double number = kt_random_in(&maker->random, -10.0, 10.0);
    switch (rig_below(maker, 5)) {
    case 0:
        return floor(number);
    case 1:
        return number * pow(10.0, kt_random_in(&maker->random, -300.0, 300.0));
    case 2:
        return (double)(float)number;
    default:
        return number;
    }
}

static void rig_rotation(rig_maker *maker, double q[4])
{
    double square = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = kt_random_in(&maker->random, -1.0, 1.0);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] = square > 1e-6 ? q[i] / sqrt(square) : i == 3;
}

static int32_t rig_word(rig_maker *maker, const kdi_attribute *row)
{
    uint32_t count = 0;
    while (row->names[count])
        count++;
    return (int32_t)rig_below(maker, count);
}

static void rig_fill_number(rig_maker *maker, const kdi_attribute *row, void *field)
{
    double *numbers = (double *)field;
    switch (row->kind) {
    case KDI_KIND_BOOL:
        *(bool *)field = rig_below(maker, 2) == 1;
        break;
    case KDI_KIND_INT:
        *(int32_t *)field = (int32_t)floor(rig_number(maker, row));
        break;
    case KDI_KIND_ENUM:
        *(int32_t *)field = rig_word(maker, row);
        break;
    case KDI_KIND_AXES:
        *(int32_t *)field = (int32_t)rig_below(maker, 8);
        break;
    case KDI_KIND_NUMBER:
        *numbers = rig_number(maker, row);
        break;
    case KDI_KIND_VEC3:
        for (int i = 0; i < 3; i++)
            numbers[i] = rig_number(maker, row);
        break;
    case KDI_KIND_QUAT:
        rig_rotation(maker, numbers);
        break;
    default:
        break;
    }
}

/* Half of the attributes keep their default. */
static void rig_fill(rig_maker *maker, const kdi_element *element, void *item)
{
    const kdi_attribute *row;
    for (int i = 0; (row = kdi_element_attribute(element, i)) != NULL; i++) {
        const char **text = kdi_value_text(row, item);
        if (row->initial && rig_below(maker, 2) == 0)
            continue;
        if (!text)
            rig_fill_number(maker, row, (char *)item + row->offset);
        else if (row->kind == KDI_KIND_JOINT)
            *text = rig_joint_name(maker);
        else if (row->kind == KDI_KIND_TEXT)
            *text = rig_any_text(maker);
        else if (row->kind == KDI_KIND_GROUP)
            *text = maker->rig->group_count == 0
                        ? ""
                        : maker->rig->groups[rig_below(maker, (uint32_t)maker->rig->group_count)].name;
        else
            *text = rig_new_name(maker, row->kind == KDI_KIND_NAME);
    }
}

static kd_comment *rig_comments(rig_maker *maker)
{
    kd_comment *first = NULL, **last = &first;
    for (uint32_t count = rig_below(maker, 12) / 10; count > 0; count--) {
        const char *text = rig_any_text(maker);
        kd_comment *comment = KDI_ARENA_PUSH(maker->rig->arena, kd_comment, 1);
        bool holds = !strstr(text, "--") && !strchr(text, '\r') && (text[0] == '\0' || text[strlen(text) - 1] != '-');
        comment->text = holds ? text : " plain ";
        *last = comment;
        last = &comment->next;
    }
    return first;
}

static void rig_comment_on(rig_maker *maker, kd_item *item)
{
    item->before = rig_comments(maker);
    item->inside = rig_comments(maker);
}

static void rig_numbers(rig_maker *maker, kd_number_list *list, int32_t count)
{
    list->items = NULL;
    list->count = 0;
    for (int32_t i = 0; i < count; i++) {
        double *number = (double *)kd_rig_list_add(maker->rig, &list->items, &list->count, sizeof *number);
        *number = rig_number(maker, NULL);
    }
}

static void rig_set_rotation(rig_maker *maker, int32_t type, double *at)
{
    if (type == KD_VALUE_QUAT)
        rig_rotation(maker, at);
}

static void rig_repair_rbf(rig_maker *maker, kd_rbf_interp *rbf)
{
    int32_t in = 0, out = 0;
    for (int32_t i = 0; i < rbf->input_count; i++)
        in += kdi_value_components(rbf->inputs[i].type);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        kd_rbf_output *output = &rbf->outputs[i];
        out += kdi_value_components(output->type);
        rig_numbers(maker, &output->base, rig_below(maker, 2) ? kdi_value_components(output->type) : 0);
        if (output->base.count > 0)
            rig_set_rotation(maker, output->type, output->base.items);
    }
    bool solved = rig_below(maker, 2) == 1;
    for (int32_t i = 0; i < rbf->key_count; i++) {
        kd_rbf_key *key = &rbf->keys[i];
        rig_numbers(maker, &key->in, in);
        rig_numbers(maker, &key->out, out);
        rig_numbers(maker, &key->weights, solved ? out : 0);
        double *at = key->in.items;
        for (int32_t k = 0; k < rbf->input_count; at += kdi_value_components(rbf->inputs[k].type), k++)
            rig_set_rotation(maker, rbf->inputs[k].type, at);
        at = key->out.items;
        for (int32_t k = 0; k < rbf->output_count; at += kdi_value_components(rbf->outputs[k].type), k++)
            rig_set_rotation(maker, rbf->outputs[k].type, at);
    }
    rbf->linear_count = 0;
    rbf->linears = NULL;
    for (int32_t i = 0; solved && i < in + 1; i++) {
        kd_rbf_linear *row =
            (kd_rbf_linear *)kd_rig_list_add(maker->rig, &rbf->linears, &rbf->linear_count, sizeof *row);
        rig_numbers(maker, &row->weights, out);
    }
}

static void rig_repair_space(rig_maker *maker, int32_t space, const char **joint)
{
    *joint = space == KD_SPACE_JOINT ? rig_joint_name(maker) : "";
}

static void rig_repair_channel(rig_maker *maker, kd_joint_channel *channel)
{
    rig_repair_space(maker, channel->space, &channel->space_joint);
    channel->vertical = KD_AXIS_AUTO;
}

static void rig_repair_constraint(rig_maker *maker, kd_constraint *constraint)
{
    rig_repair_space(maker, constraint->space, &constraint->space_joint);
    constraint->up_joint = rig_joint_name(maker);
    constraint->up_vector[1] = 1.0;
    constraint->up_axis = (constraint->aim_axis + 2) % 6;
}

static void rig_repair(rig_maker *maker, kd_node *node)
{
    kd_external *external = &node->as.external;
    switch (node->type) {
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        external->min = fmin(external->min, external->initial);
        external->max = fmax(external->max, external->initial);
        break;
    case KD_NODE_SOURCE_OP:
        rig_repair_channel(maker, &node->as.source.channel);
        break;
    case KD_NODE_TARGET_OP:
        rig_repair_channel(maker, &node->as.target.channel);
        break;
    case KD_NODE_EZ_PARAM_LINK_LINEAR:
    case KD_NODE_EZ_PARAM_LINK:
    case KD_NODE_REMAP:
        if (node->as.link.in_min == node->as.link.in_max)
            node->as.link.in_min = node->as.link.in_max == 0.0 ? 1.0 : 0.0;
        break;
    case KD_NODE_LINK_WITH:
        for (int32_t i = 0; i < node->as.link_with.key_count; i++)
            node->as.link_with.keys[i].in = i + kt_random_in(&maker->random, 0.0, 0.9);
        break;
    case KD_NODE_RBF_INTERP:
        rig_repair_rbf(maker, &node->as.rbf);
        break;
    case KD_NODE_EXPR:
        node->as.expr.source.text = kd_rig_text(maker->rig, "x0 < 1 && x0 > 2 ? 3 : \"4\"\n");
        if (rig_below(maker, 2))
            node->as.expr.code.text = rig_any_text(maker);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        rig_repair_constraint(maker, &node->as.constraint);
        break;
    default:
        break;
    }
}

static void rig_add_random_node(rig_maker *maker)
{
    kd_node_type type = (kd_node_type)rig_below(maker, KD_NODE_TYPE_COUNT);
    const kdi_element *element = &kdi_node_formats[type].element;
    kd_node *node = kd_rig_add_node(maker->rig, type, "");
    rig_fill(maker, element, node);
    rig_comment_on(maker, &node->item);
    node->algorithm = 1;
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        if (child->kind != KDI_CHILD_LIST)
            continue;
        for (uint32_t count = 1 + rig_below(maker, 4); count > 0; count--) {
            void *item = kdi_child_add(maker->rig, child, node);
            rig_fill(maker, child->element, item);
            rig_comment_on(maker, (kd_item *)item);
        }
    }
    rig_repair(maker, node);
}

/* Tries to feed an input of a node from an output of an earlier one. */
static void rig_add_random_connection(rig_maker *maker, kd_port_ref *taken, int32_t *taken_count)
{
    kd_rig *rig = maker->rig;
    uint32_t count = (uint32_t)rig->node_count;
    const kd_node *to = rig->nodes[rig_below(maker, count)], *from = rig->nodes[rig_below(maker, count)];
    kd_port in, out;
    int32_t from_index = 0, to_index = 0;
    while (rig->nodes[from_index] != from)
        from_index++;
    while (rig->nodes[to_index] != to)
        to_index++;
    if (from_index >= to_index || !kd_node_port(to, (int32_t)rig_below(maker, 8), &in) || !in.is_input ||
        !kd_node_port(from, (int32_t)rig_below(maker, 8), &out) || out.is_input || in.type != out.type)
        return;
    bool is_whole = to->type == KD_NODE_TARGET_OP && strcmp(in.name, "influence") != 0;
    for (int32_t i = 0; i < *taken_count; i++)
        if (strcmp(taken[i].node, to->name) == 0 && (is_whole || strcmp(taken[i].port, in.name) == 0))
            return;
    kd_connection *connection = kd_rig_connect(rig, from->name, out.name, to->name, in.name);
    connection->factor = rig_below(maker, 2) ? 1.0 : rig_number(maker, NULL);
    rig_comment_on(maker, &connection->item);
    taken[(*taken_count)++] = connection->to;
}

static void rig_add_joints_and_groups(rig_maker *maker)
{
    kd_rig *rig = maker->rig;
    const kdi_child *sections = kdi_element_root.children;
    for (uint32_t count = rig_below(maker, 4); count > 0; count--) {
        kd_group *group = kd_rig_add_group(rig, "");
        rig_fill(maker, sections[1].element->children[0].element, group);
        rig_comment_on(maker, &group->item);
    }
    for (uint32_t count = rig_below(maker, 4); count > 0; count--) {
        kd_rig_joint *joint = kd_rig_add_joint(rig, "", "");
        rig_fill(maker, sections[2].element->children[0].element, joint);
        joint->name = rig_new_name(maker, true);
        joint->scale[0] = joint->scale[1] = joint->scale[2] = kt_random_in(&maker->random, 0.5, 2.0);
    }
}

kd_rig *kt_kdi_random_rig(uint64_t seed, int node_count)
{
    rig_maker maker = {kd_rig_make(NULL, NULL), kt_random_make(seed), 0};
    kd_rig *rig = maker.rig;
    assert_non_null(rig);
    rig_fill(&maker, kdi_element_root.children[0].element, &rig->units);
    rig->name = rig_any_text(&maker);
    rig->generator = rig_any_text(&maker);
    rig_comment_on(&maker, &rig->item);
    rig_comment_on(&maker, &rig->units.item);
    rig_comment_on(&maker, &rig->nodes_item);
    rig_comment_on(&maker, &rig->groups_item);
    rig->epilogue = rig_comments(&maker);
    rig_add_joints_and_groups(&maker);
    for (int i = 0; i < node_count; i++)
        rig_add_random_node(&maker);
    kd_port_ref *taken = (kd_port_ref *)calloc((size_t)node_count * 4 + 1, sizeof *taken);
    int32_t taken_count = 0;
    for (int i = 0; i < node_count * 4; i++)
        rig_add_random_connection(&maker, taken, &taken_count);
    free(taken);
    return rig;
}
