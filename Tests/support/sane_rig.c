/* Random rigs with numbers as authors use them: comparisons of float with long double are about formulas, not about
 * numbers of 150 digits. */
#include "support/rig_compare.h"

#include "model/kdi_format.h"
#include "support/random_rig.h"

#include <math.h>

static void sane_link(kt_random *random, kd_link *link)
{
    link->in_min = kt_random_in(random, -90, 90);
    link->in_max = link->in_min + kt_random_in(random, 20, 200) * (kt_random_below(random, 4) == 0 ? -1 : 1);
    link->out_min = kt_random_in(random, -90, 90);
    link->out_max = kt_random_in(random, -90, 90);
}

static void sane_curve(kt_random *random, kd_link_with *link)
{
    double at = kt_random_in(random, -90, 0);
    for (int32_t i = 0; i < link->key_count; i++) {
        kd_curve_key *key = &link->keys[i];
        key->in = at;
        at += kt_random_in(random, 5, 60);
        key->out = kt_random_in(random, -90, 90);
        key->in_slope = kt_random_in(random, -3, 3);
        key->out_slope = kt_random_in(random, -3, 3);
    }
}

static void sane_list(kt_random *random, kd_joint_list *list, double lowest)
{
    for (int32_t i = 0; i < list->count; i++) {
        list->items[i].weight = kt_random_below(random, 8) == 0 ? 0 : kt_random_in(random, lowest, 2);
        for (int k = 0; k < 3; k++)
            list->items[i].translate[k] = kt_random_in(random, -10, 10);
    }
}

static void sane_constraint(kt_random *random, kd_constraint *constraint)
{
    sane_list(random, &constraint->sources, 0.1);
    for (int k = 0; k < 3; k++)
        constraint->up_vector[k] = kt_random_in(random, -1, 1);
}

static void sane_numbers(kt_random *random, kd_rig *rig, kd_number_list *list, int32_t count, double most)
{
    list->count = 0;
    list->items = NULL;
    for (int32_t i = 0; i < count; i++)
        *(double *)kd_rig_list_add(rig, &list->items, &list->count, sizeof(double)) = kt_random_in(random, -most, most);
}

/* Rotations of keys within a third of a turn from the base, scales between a half and two. */
static void sane_rbf_output(kt_random *random, const kd_rbf_output *output, double *to)
{
    double base[4] = {0, 0, 0, 1}, length = 0;
    for (int32_t c = 0; c < output->base.count && output->type == KD_VALUE_QUAT; c++)
        base[c] = output->base.items[c];
    for (int c = 0; c < 4 && output->type == KD_VALUE_QUAT; c++) {
        to[c] = base[c] + kt_random_in(random, -0.3, 0.3);
        length += to[c] * to[c];
    }
    for (int c = 0; c < 4 && output->type == KD_VALUE_QUAT; c++)
        to[c] /= sqrt(length);
    for (int c = 0; c < 3 && output->kind == KD_RBF_OUTPUT_LOG_SCALE; c++)
        if (c < kdi_value_components(output->type))
            to[c] = exp2(kt_random_in(random, -1, 1));
}

static void sane_rbf_key(kt_random *random, kd_rig *rig, const kd_rbf_interp *rbf, kd_rbf_key *key, double range)
{
    int32_t in = 0, out = 0;
    for (int32_t i = 0; i < rbf->input_count; i++)
        in += kdi_value_components(rbf->inputs[i].type);
    for (int32_t i = 0; i < rbf->output_count; i++)
        out += kdi_value_components(rbf->outputs[i].type);
    sane_numbers(random, rig, &key->in, in, range);
    sane_numbers(random, rig, &key->out, out, 2);
    key->weights.count = 0;
    key->influence = kt_random_below(random, 3) == 0 ? kt_random_in(random, 0, 1) : 1;
    key->mute = kt_random_below(random, 10) == 0;
    for (int32_t i = 0, at = 0; i < rbf->input_count; at += kdi_value_components(rbf->inputs[i].type), i++)
        if (rbf->inputs[i].type == KD_VALUE_QUAT)
            kt_random_rotation(random, key->in.items + at);
    for (int32_t i = 0, at = 0; i < rbf->output_count; at += kdi_value_components(rbf->outputs[i].type), i++)
        sane_rbf_output(random, &rbf->outputs[i], key->out.items + at);
}

/* Enough keys for the linear term, in the range of what feeds the inputs. */
static void sane_rbf(kt_random *random, kd_rig *rig, kd_node *node)
{
    kd_rbf_interp *rbf = &node->as.rbf;
    bool degrees = rig->units.angle == KD_ANGLE_DEGREE, radii = kt_random_below(random, 3) == 0;
    double range = degrees ? kt_random_in(random, 40, 150) : kt_random_in(random, 1, 3);
    int32_t wanted = 4 + (int32_t)kt_random_below(random, 8);
    for (int32_t i = 0; i < rbf->input_count; i++) {
        bool turns = rbf->inputs[i].type == KD_VALUE_QUAT;
        rbf->inputs[i].scale = kt_random_in(random, 0.5, 2) * (turns ? range : 1);
        wanted += turns ? 4 : kdi_value_components(rbf->inputs[i].type);
    }
    for (int32_t i = 0; i < rbf->output_count; i++) {
        kd_rbf_output *output = &rbf->outputs[i];
        output->kind = output->type != KD_VALUE_QUAT && kt_random_below(random, 3) == 0 ? KD_RBF_OUTPUT_LOG_SCALE
                                                                                        : KD_RBF_OUTPUT_PLAIN;
        output->base.count = 0;
        if (kt_random_below(random, 2) == 0) {
            sane_numbers(random, rig, &output->base, kdi_value_components(output->type), 1);
            if (output->type == KD_VALUE_QUAT)
                kt_random_rotation(random, output->base.items);
            else if (output->kind == KD_RBF_OUTPUT_LOG_SCALE)
                sane_rbf_output(random, output, output->base.items);
        }
    }
    while (rbf->key_count < wanted)
        assert_non_null(kd_rig_add_child(rig, node, "Key"));
    for (int32_t i = 0; i < rbf->key_count; i++) {
        sane_rbf_key(random, rig, rbf, &rbf->keys[i], range);
        rbf->keys[i].radius = radii ? kt_random_in(random, 0.7, 1.4) : 1;
    }
    rbf->linear_count = 0;
    rbf->decay = 0;
    rbf->power = 1 + (int32_t)kt_random_below(random, 5);
    rbf->width = kt_random_in(random, 0.7, 2) / range;
    rbf->clamp_margin = kt_random_below(random, 4) == 0 ? 0 : kt_random_in(random, 0, 0.5);
}

static void sane_node(kt_random *random, kd_rig *rig, kd_node *node)
{
    double turn = rig->units.angle == KD_ANGLE_DEGREE ? 180 : 3.14159265358979323846;
    switch (node->type) {
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        node->as.external.min = -turn * kt_random_in(random, 0.1, 1);
        node->as.external.max = turn * kt_random_in(random, 0.1, 1);
        node->as.external.initial = node->as.external.min * 0.5;
        break;
    case KD_NODE_EZ_PARAM_LINK_LINEAR:
    case KD_NODE_EZ_PARAM_LINK:
    case KD_NODE_REMAP:
        sane_link(random, &node->as.link);
        break;
    case KD_NODE_LINK_WITH:
        sane_curve(random, &node->as.link_with);
        break;
    case KD_NODE_COMBINE:
        for (int32_t i = 0; i < node->as.combine.input_count; i++)
            node->as.combine.inputs[i].weight = kt_random_in(random, -1, 1);
        break;
    case KD_NODE_DAMPED_FOLLOW:
        node->as.follow.half_life_s = kt_random_below(random, 10) == 0 ? 0 : kt_random_in(random, 0.005, 0.5);
        node->as.follow.damping = exp(kt_random_in(random, log(0.05), log(20)));
        if (kt_random_below(random, 3) == 0)
            node->as.follow.damping = 1;
        break;
    case KD_NODE_SOURCE_OP:
        sane_list(random, &node->as.source.sources, 0.1);
        break;
    case KD_NODE_TWIST_CHAIN:
        sane_list(random, &node->as.twist.targets, -1);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        sane_constraint(random, &node->as.constraint);
        break;
    case KD_NODE_RBF_INTERP:
        sane_rbf(random, rig, node);
        break;
    default:
        break;
    }
}

kd_rig *kt_random_sane_rig(uint64_t seed, int node_count, const kd_node_type *types, int type_count)
{
    kd_rig *rig = kt_random_rig_of(seed, node_count, types, type_count);
    kt_random random = kt_random_make(seed + 17);
    kt_make_runnable(rig);
    for (int32_t i = 0; i < rig->node_count; i++)
        sane_node(&random, rig, rig->nodes[i]);
    for (int32_t i = 0; i < rig->joint_count; i++)
        for (int k = 0; k < 3; k++)
            rig->joints[i].translate[k] = kt_random_in(&random, -20, 20);
    double turn = rig->units.angle == KD_ANGLE_DEGREE ? 180 : 3.14159265358979323846;
    for (int32_t i = 0; i < rig->connection_count; i++) {
        kd_connection *connection = &rig->connections[i];
        bool is_share = strcmp(connection->to.port, "influence") == 0 || strncmp(connection->to.port, "weight", 6) == 0;
        bool is_scale = strncmp(connection->to.port, "scale", 5) == 0;
        if (connection->factor != 1 || is_share || is_scale)
            connection->factor = kt_random_in(&random, -1, 1);
        if (is_share || is_scale)
            connection->factor /= turn;
        if (is_share) /* a distance as influence multiplies every error */
            connection->from = (kd_port_ref){rig->nodes[0]->name, "out"};
    }
    return rig;
}
