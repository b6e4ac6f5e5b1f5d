/* Random rigs with numbers as authors use them: comparisons of float with long double are about formulas, not about
 * numbers of 150 digits. */
#include "support/rig_compare.h"

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

/* A node that random rigs have and that is not compared becomes one that nobody feeds or reads. */
static void sane_replace(kd_rig *rig, kd_node *node)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < rig->connection_count; i++)
        if (strcmp(rig->connections[i].from.node, node->name) != 0 &&
            strcmp(rig->connections[i].to.node, node->name) != 0)
            rig->connections[kept++] = rig->connections[i];
    rig->connection_count = kept;
    memset(&node->as, 0, sizeof node->as);
    node->type = KD_NODE_COMBINE;
    kd_named_input *input = (kd_named_input *)kd_rig_add_child(rig, node, "Input");
    assert_non_null(input);
    input->name = "a";
    input->weight = 1;
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
        sane_replace(rig, node);
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
