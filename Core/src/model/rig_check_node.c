/* Rules of the node types that the format table cannot state: values that must fit each other. */
#include "model/rig.h"
#include "model/rig_check.h"
#include "text/number.h"
#include "text/utf8.h"

#include <string.h>

static void check_child_counts(kdi_rig_check *check, const kd_node *node)
{
    const kdi_element *element = &kdi_node_formats[node->type].element;
    for (int i = 0; i < element->child_count; i++) {
        const kdi_child *child = &element->children[i];
        int32_t count;
        if (child->kind != KDI_CHILD_LIST)
            continue;
        kdi_child_items(child, node, &count);
        if (count < child->min_count)
            KDI_RIG_ERROR(check, KD_ELEMENT_MISSING, "%s needs at least %d <%s>", element->name, child->min_count,
                          child->element->name);
    }
}

static void check_space(kdi_rig_check *check, int32_t space, const char *joint)
{
    if (space == KD_SPACE_JOINT && joint[0] == '\0')
        KDI_RIG_ERROR_AT(check, "space", KD_ATTRIBUTE_MISSING,
                         "the space is a joint, but 'spaceJoint' does not say which");
    if (space != KD_SPACE_JOINT && joint[0] != '\0')
        KDI_RIG_WARNING_AT(check, "spaceJoint", KD_UNUSED, "'spaceJoint' has no effect unless space is \"joint\"");
}

static bool check_same_line(int32_t axis, int32_t other)
{
    return axis / 2 == other / 2;
}

static void check_channel(kdi_rig_check *check, const kd_joint_channel *channel)
{
    check_space(check, channel->space, channel->space_joint);
    bool bends = channel->channel == KD_CHANNEL_ROTATE && channel->mapping == KD_MAPPING_BEND_ROLL;
    if (bends && channel->vertical != KD_AXIS_AUTO && check_same_line(channel->axis, channel->vertical))
        KDI_RIG_ERROR_AT(check, "vertical", KD_RANGE,
                         "'vertical' lies along the bone axis; choose another axis or \"auto\"");
}

/* Weights that add up to nothing read nothing. */
static void check_weights(kdi_rig_check *check, const kd_joint_list *joints)
{
    for (int32_t i = 0; i < joints->count; i++)
        if (joints->items[i].weight != 0.0)
            return;
    if (joints->count > 0)
        KDI_RIG_WARNING(check, KD_UNUSED, "all weights are 0: the node does nothing while no weight port is connected");
}

static void check_external(kdi_rig_check *check, const kd_external *external)
{
    char low[KDI_NUMBER_SIZE], high[KDI_NUMBER_SIZE], value[KDI_NUMBER_SIZE];
    kdi_number_format(external->min, low);
    kdi_number_format(external->max, high);
    kdi_number_format(external->initial, value);
    if (external->min > external->max)
        KDI_RIG_ERROR_AT(check, "min", KD_RANGE, "'min' (%s) is greater than 'max' (%s)", low, high);
    else if (external->initial < external->min || external->initial > external->max)
        KDI_RIG_ERROR_AT(check, "default", KD_RANGE, "'default' (%s) is not between 'min' (%s) and 'max' (%s)", value,
                         low, high);
}

static void check_link(kdi_rig_check *check, const kd_link *link)
{
    if (link->in_min == link->in_max)
        KDI_RIG_ERROR_AT(check, "inMin", KD_RANGE, "'inMin' and 'inMax' are equal: the range is empty");
}

static void check_curve(kdi_rig_check *check, const kd_link_with *link)
{
    for (int32_t i = 1; i < link->key_count; i++) {
        char in[KDI_NUMBER_SIZE], before[KDI_NUMBER_SIZE];
        if (link->keys[i].in > link->keys[i - 1].in)
            continue;
        kdi_number_format(link->keys[i].in, in);
        kdi_number_format(link->keys[i - 1].in, before);
        check->place.line = link->keys[i].item.line;
        check->place.column = link->keys[i].item.column;
        KDI_RIG_ERROR(check, KD_KEY, "key %d is at %s, not after the key before it at %s; sort the keys by 'in'",
                      (int)i + 1, in, before);
        return;
    }
}

static void check_expr_text(kdi_rig_check *check, const char *element, const char *text)
{
    if (text && kdi_utf8_valid_length(text, strlen(text)) != strlen(text))
        KDI_RIG_ERROR(check, KD_ENCODING, "<%s> is not valid UTF-8", element);
}

static void check_expr(kdi_rig_check *check, const kd_expr *expr)
{
    check_expr_text(check, "Source", expr->source.text);
    check_expr_text(check, "Code", expr->code.text);
    bool has_source = expr->source.text && expr->source.text[0];
    bool has_code = expr->code.text && expr->code.text[0];
    if (!has_source && !has_code)
        KDI_RIG_ERROR(check, KD_ELEMENT_MISSING, "Expr needs a <Source> with the expression, or its <Code>");
}

static void check_direction(kdi_rig_check *check, const kd_constraint *constraint)
{
    const double *up = constraint->up_vector;
    if (constraint->up == KD_UP_KIND_JOINT && constraint->up_joint[0] == '\0')
        KDI_RIG_ERROR_AT(check, "up", KD_ATTRIBUTE_MISSING, "up is a joint, but 'upJoint' does not say which");
    if (constraint->up == KD_UP_KIND_VECTOR && up[0] == 0.0 && up[1] == 0.0 && up[2] == 0.0)
        KDI_RIG_ERROR_AT(check, "upVector", KD_RANGE, "'upVector' is zero: it has no direction");
    if (constraint->up != KD_UP_KIND_NONE && check_same_line(constraint->aim_axis, constraint->up_axis))
        KDI_RIG_ERROR_AT(check, "upAxis", KD_RANGE, "'upAxis' lies along 'aimAxis'; choose another axis");
}

static void check_constraint(kdi_rig_check *check, const kd_node *node)
{
    const kd_constraint *constraint = &node->as.constraint;
    check_space(check, constraint->space, constraint->space_joint);
    check_weights(check, &constraint->sources);
    if (node->type == KD_NODE_DIRECTION_CONSTRAINT)
        check_direction(check, constraint);
    bool moves = node->type == KD_NODE_POSITION_CONSTRAINT || node->type == KD_NODE_PARENT_CONSTRAINT;
    bool turns = node->type != KD_NODE_POSITION_CONSTRAINT;
    if (!(moves && constraint->translate_axes) && !(turns && constraint->rotate_axes))
        KDI_RIG_WARNING(check, KD_UNUSED, "every axis is frozen: the constraint has no effect");
}

static void check_node_type(kdi_rig_check *check, const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        check_external(check, &node->as.external);
        break;
    case KD_NODE_SOURCE_OP:
        check_channel(check, &node->as.source.channel);
        check_weights(check, &node->as.source.sources);
        break;
    case KD_NODE_TARGET_OP:
        check_channel(check, &node->as.target.channel);
        if (node->as.target.axes == 0)
            KDI_RIG_WARNING_AT(check, "axes", KD_UNUSED, "'axes' is \"none\": the node writes nothing");
        break;
    case KD_NODE_EZ_PARAM_LINK_LINEAR:
    case KD_NODE_EZ_PARAM_LINK:
    case KD_NODE_REMAP:
        check_link(check, &node->as.link);
        break;
    case KD_NODE_LINK_WITH:
        check_curve(check, &node->as.link_with);
        break;
    case KD_NODE_RBF_INTERP:
        kdi_rig_check_rbf(check, &node->as.rbf);
        break;
    case KD_NODE_EXPR:
        check_expr(check, &node->as.expr);
        break;
    case KD_NODE_TWIST_CHAIN:
        check_weights(check, &node->as.twist.targets);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        check_constraint(check, node);
        break;
    default:
        break;
    }
}

static void check_rest_scale(kdi_rig_check *check)
{
    for (int32_t i = 0; i < check->rig->joint_count; i++) {
        const kd_rig_joint *joint = &check->rig->joints[i];
        if (joint->scale[0] != 0.0 && joint->scale[1] != 0.0 && joint->scale[2] != 0.0)
            continue;
        kdi_rig_check_enter_section(check, "Joint", joint, i);
        KDI_RIG_ERROR_AT(check, "scale", KD_RANGE, "'scale' has a zero; a scale at rest of zero cannot be undone");
    }
}

void kdi_rig_check_nodes(kdi_rig_check *check)
{
    const kd_rig *rig = check->rig;
    if (rig->version > KDI_FORMAT_VERSION)
        KDI_RIG_ERROR(check, KD_VERSION, "the rig has format version %d; this program knows up to %d",
                      (int)rig->version, KDI_FORMAT_VERSION);
    check_rest_scale(check);
    for (int32_t i = 0; i < rig->node_count; i++) {
        const kd_node *node = rig->nodes[i];
        const kdi_node_format *format = &kdi_node_formats[node->type];
        kdi_rig_check_enter_node(check, node);
        if (node->algorithm > format->algorithm_count)
            KDI_RIG_ERROR_AT(check, "algorithm", KD_ALGORITHM,
                             "algorithm %d of %s is not known; this program knows up to %d, a newer one is needed",
                             (int)node->algorithm, format->element.name, format->algorithm_count);
        check_child_counts(check, node);
        check_node_type(check, node);
    }
}
