/* The frame of the reference evaluation: joints, ports, influence, order. */
#include "support/rig_reference.h"

#include <math.h>

enum { REF_CHILDREN_MOST = 64 };

static ref_frame rest_from_rig(const kd_rig_joint *joint)
{
    ref_quat q = {{joint->rotate[0], joint->rotate[1], joint->rotate[2], joint->rotate[3]}};
    ref_frame f = {ref_mat_from_quat(q), ref_vec_make(joint->translate[0], joint->translate[1], joint->translate[2]),
                   ref_vec_make(joint->scale[0], joint->scale[1], joint->scale[2])};
    return f;
}

static void make_joints(ref_rig *ref, const kd_skeleton *skeleton, const bool *missing)
{
    ref->joint_count = skeleton->joint_count;
    ref->joints = (ref_joint *)calloc((size_t)ref->joint_count, sizeof(ref_joint));
    for (int32_t i = 0; i < ref->joint_count; i++) {
        ref_joint *joint = &ref->joints[i];
        joint->name = skeleton->joints[i].name;
        joint->parent = skeleton->joints[i].parent;
        joint->segment_scale = true;
        joint->is_missing = missing != NULL && missing[i];
        joint->rest = ref_frame_from(skeleton->joints[i].rest);
        for (int32_t k = 0; k < ref->rig->joint_count; k++)
            if (strcmp(ref->rig->joints[k].name, joint->name) == 0) {
                joint->rest = rest_from_rig(&ref->rig->joints[k]);
                joint->segment_scale = ref->rig->joints[k].segment_scale;
            }
        joint->rest_model =
            joint->parent < 0 ? joint->rest : ref_below(ref->joints[joint->parent].rest_model, joint->rest);
    }
}

void ref_rig_shake_rest(ref_rig *ref, long double part, kt_random *random)
{
    for (int32_t i = 0; i < ref->joint_count; i++) {
        ref_joint *joint = &ref->joints[i];
        ref_vec turn;
        for (int k = 0; k < 3; k++) {
            long double sign = kt_random_below(random, 2) == 0 ? -part : part;
            turn.x[k] = sign;
            joint->rest.translate.x[k] += sign * (1 + fabsl(joint->rest.translate.x[k]));
            joint->rest.scale.x[k] *= 1 + sign;
        }
        joint->rest.rotate = ref_mul(joint->rest.rotate, ref_exp(turn));
        joint->rest_model =
            joint->parent < 0 ? joint->rest : ref_below(ref->joints[joint->parent].rest_model, joint->rest);
    }
}

static int32_t find_node(const kd_rig *rig, const char *name)
{
    for (int32_t i = 0; i < rig->node_count; i++)
        if (strcmp(rig->nodes[i]->name, name) == 0)
            return i;
    for (int32_t i = 0; i < rig->group_count; i++)
        if (strcmp(rig->groups[i].name, name) == 0)
            return rig->node_count + i;
    return REF_NONE;
}

static int32_t find_port(const ref_node *node, const char *name)
{
    for (int32_t i = 0; i < node->port_count; i++)
        if (strcmp(node->ports[i].port.name, name) == 0)
            return i;
    return REF_NONE;
}

static void make_ports(ref_node *node)
{
    kd_port port;
    while (node->node != NULL && kd_node_port(node->node, node->port_count, &port))
        node->port_count++;
    if (node->node == NULL)
        node->port_count = 1;
    node->ports = (ref_port *)calloc((size_t)node->port_count, sizeof(ref_port));
    for (int32_t i = 0; i < node->port_count; i++) {
        ref_port *own = &node->ports[i];
        if (node->node != NULL)
            kd_node_port(node->node, i, &own->port);
        else
            strcpy(own->port.name, "influence");
        own->width = own->port.type == KD_VALUE_FLOAT ? 1 : own->port.type == KD_VALUE_VEC3 ? 3 : 4;
        own->from_node = own->from_port = REF_NONE;
    }
}

static void make_expression(ref_node *node)
{
    const kd_expr *expr = &node->node->as.expr;
    kd_expr_input inputs[REF_CHILDREN_MOST];
    assert_true(expr->input_count <= REF_CHILDREN_MOST);
    for (int32_t i = 0; i < expr->input_count; i++) {
        kd_expr_input input = {expr->inputs[i].name, (kd_expr_type)expr->inputs[i].type, false};
        inputs[i] = input;
    }
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = inputs;
    desc.input_count = expr->input_count;
    desc.open_inputs = false;
    desc.result_type = expr->type;
    kd_expression *expression = NULL;
    kd_findings findings = kd_findings_make(NULL);
    kd_expression_compile(expr->source.text, strlen(expr->source.text), &desc, &expression, &findings);
    assert_non_null(expression);
    assert_int_equal(kd_expression_lower(expression, NULL, &node->code), KD_OK);
    kd_expression_free(expression);
    kd_findings_free(&findings);
}

ref_rig *ref_rig_make(const kd_rig *rig, const kd_skeleton *skeleton, const bool *missing)
{
    ref_rig *ref = (ref_rig *)calloc(1, sizeof(ref_rig));
    ref->rig = rig;
    ref->angle_unit = rig->units.angle == KD_ANGLE_DEGREE ? REF_PI / 180 : 1;
    make_joints(ref, skeleton, missing);
    int32_t count = rig->node_count + rig->group_count;
    ref->nodes = (ref_node *)calloc((size_t)count + 1, sizeof(ref_node));
    for (int32_t i = 0; i < count; i++) {
        ref_node *node = &ref->nodes[i];
        node->node = i < rig->node_count ? rig->nodes[i] : NULL;
        node->group = REF_NONE;
        node->is_new = true;
        node->code = kd_buffer_make(NULL);
        if (node->node != NULL && node->node->group[0] != '\0')
            node->group = find_node(rig, node->node->group);
        make_ports(node);
        if (node->node != NULL && node->node->type == KD_NODE_EXPR)
            make_expression(node);
    }
    for (int32_t i = 0; i < rig->connection_count; i++) {
        const kd_connection *connection = &rig->connections[i];
        ref_node *to = &ref->nodes[find_node(rig, connection->to.node)];
        ref_port *port = &to->ports[find_port(to, connection->to.port)];
        port->from_node = find_node(rig, connection->from.node);
        port->from_port = find_port(&ref->nodes[port->from_node], connection->from.port);
        port->factor = connection->factor;
    }
    return ref;
}

void ref_rig_free(ref_rig *ref)
{
    for (int32_t i = 0; i < ref->rig->node_count + ref->rig->group_count; i++) {
        free(ref->nodes[i].ports);
        kd_buffer_free(&ref->nodes[i].code);
    }
    free(ref->nodes);
    free(ref->joints);
    free(ref);
}

int32_t ref_find_joint(const ref_rig *ref, const char *name)
{
    for (int32_t i = 0; i < ref->joint_count; i++)
        if (strcmp(ref->joints[i].name, name) == 0)
            return i;
    return REF_NONE;
}

ref_frame ref_model(ref_rig *ref, int32_t joint)
{
    const ref_joint *own = &ref->joints[joint];
    ref->doubt |= own->doubt;
    return own->parent < 0 ? own->local : ref_below(ref_model(ref, own->parent), own->local);
}

ref_frame ref_parent_model(ref_rig *ref, int32_t joint)
{
    int32_t parent = ref->joints[joint].parent;
    return parent < 0 ? ref_frame_identity() : ref_model(ref, parent);
}

ref_frame ref_space(ref_rig *ref, int32_t joint, int32_t space, const char *space_joint)
{
    if (space == KD_SPACE_MODEL)
        return ref_frame_identity();
    return space == KD_SPACE_PARENT ? ref_parent_model(ref, joint) : ref_model(ref, ref_find_joint(ref, space_joint));
}

ref_frame ref_space_at_rest(const ref_rig *ref, int32_t joint, int32_t space, const char *space_joint)
{
    int32_t index = space == KD_SPACE_PARENT ? ref->joints[joint].parent : REF_NONE;
    if (space == KD_SPACE_JOINT)
        index = ref_find_joint(ref, space_joint);
    return index < 0 ? ref_frame_identity() : ref->joints[index].rest_model;
}

bool ref_is_fed(const ref_rig *ref, const char *port)
{
    const ref_node *node = &ref->nodes[ref->at];
    int32_t index = find_port(node, port);
    return index >= 0 && node->ports[index].from_node >= 0;
}

static ref_value fed_value(ref_rig *ref, const ref_port *port)
{
    ref_value value = {{0, 0, 0, port->port.type == KD_VALUE_QUAT}, 0, false};
    if (port->from_node < 0)
        return value;
    value = ref->nodes[port->from_node].ports[port->from_port].value;
    for (int32_t k = 0; port->port.type != KD_VALUE_QUAT && k < 4; k++)
        value.x[k] *= port->factor;
    value.size *= fabsl(port->factor);
    ref->doubt |= value.doubt;
    return value;
}

ref_value ref_input(ref_rig *ref, const char *port)
{
    const ref_node *node = &ref->nodes[ref->at];
    ref_value none = {{0, 0, 0, 0}, 0, false};
    int32_t index = find_port(node, port);
    return index >= 0 ? fed_value(ref, &node->ports[index]) : none;
}

void ref_output(ref_rig *ref, const char *port, ref_value value)
{
    const ref_node *node = &ref->nodes[ref->at];
    int32_t index = find_port(node, port);
    value.doubt |= ref->doubt;
    if (index >= 0)
        node->ports[index].value = value;
}

ref_value ref_number(long double x, long double size)
{
    ref_value value = {{x, 0, 0, 0}, fabsl(x) > size ? fabsl(x) : size, false};
    return value;
}

ref_value ref_vector(ref_vec v, long double size)
{
    ref_value value = {{v.x[0], v.x[1], v.x[2], 0}, size, false};
    for (int k = 0; k < 3; k++)
        value.size = fabsl(v.x[k]) > value.size ? fabsl(v.x[k]) : value.size;
    return value;
}

ref_value ref_rotation(ref_mat m)
{
    ref_quat q = ref_quat_from_mat(m);
    ref_value value = {{q.x[0], q.x[1], q.x[2], q.x[3]}, 1, false};
    return value;
}

ref_mat ref_mat_from_value(ref_value v)
{
    ref_quat q = {{v.x[0], v.x[1], v.x[2], v.x[3]}};
    return ref_mat_from_quat(q);
}

bool ref_shares(ref_rig *ref, const kd_joint_list *list, long double *shares)
{
    long double sum = 0;
    for (int32_t i = 0; i < list->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "weight%d", (int)i);
        shares[i] = ref_is_fed(ref, name) ? ref_input(ref, name).x[0] : (long double)list->items[i].weight;
        shares[i] = fminl(fmaxl(shares[i], 0), 1e6L);
        sum += shares[i];
    }
    if (sum > 0 && sum < 1e-6L)
        ref->doubt = true;
    for (int32_t i = 0; i < list->count; i++)
        shares[i] = sum > 1e-12L ? shares[i] / sum : 0;
    return sum > 1e-12L;
}

/* The influence that a node or group states itself, or is driven with. */
static long double own_influence(ref_rig *ref, const ref_node *node, double stated)
{
    if (node->ports[0].from_node < 0)
        return stated;
    return fminl(fmaxl(fed_value(ref, &node->ports[0]).x[0], 0), 1);
}

static long double influence_of(ref_rig *ref, int32_t index)
{
    const ref_node *node = &ref->nodes[index];
    const ref_job *job = ref->job;
    long double influence = own_influence(ref, node, node->node->influence);
    influence *= job->node_fades != NULL ? job->node_fades[index] : 1;
    if (node->group >= 0) {
        int32_t group = node->group - ref->rig->node_count;
        influence *= own_influence(ref, &ref->nodes[node->group], ref->rig->groups[group].influence);
        influence *= job->group_fades != NULL ? job->group_fades[group] : 1;
    }
    return influence;
}

static bool lacks_model(const ref_rig *ref, int32_t joint)
{
    for (; joint >= 0; joint = ref->joints[joint].parent)
        if (ref->joints[joint].is_missing)
            return true;
    return false;
}

static bool lacks_name(const ref_rig *ref, const char *name, bool with_parents)
{
    int32_t joint = ref_find_joint(ref, name);
    return joint < 0 || (with_parents ? lacks_model(ref, joint) : ref->joints[joint].is_missing);
}

static bool lacks_list(const ref_rig *ref, const kd_joint_list *list, bool with_parents)
{
    for (int32_t i = 0; i < list->count; i++)
        if (lacks_name(ref, list->items[i].joint, with_parents))
            return true;
    return false;
}

static bool lacks_channel(const ref_rig *ref, const kd_joint_channel *channel)
{
    return channel->space == KD_SPACE_JOINT && lacks_name(ref, channel->space_joint, true);
}

/* The space of a constraint counts where axes are frozen in it or up lies in it. */
static bool lacks_space(const ref_rig *ref, const kd_node *node)
{
    const kd_constraint *constraint = &node->as.constraint;
    bool moves = node->type == KD_NODE_POSITION_CONSTRAINT || node->type == KD_NODE_PARENT_CONSTRAINT;
    bool uses = (moves && constraint->translate_axes != KD_AXES_XYZ) ||
                (node->type != KD_NODE_POSITION_CONSTRAINT && constraint->rotate_axes != KD_AXES_XYZ) ||
                (node->type == KD_NODE_DIRECTION_CONSTRAINT && constraint->up == KD_UP_KIND_VECTOR);
    return constraint->space == KD_SPACE_JOINT && (ref_find_joint(ref, constraint->space_joint) < 0 ||
                                                   (uses && lacks_name(ref, constraint->space_joint, true)));
}

/* A joint that the node cannot do without is not there. */
static bool lacks_joint(const ref_rig *ref, const kd_node *node)
{
    const kd_constraint *constraint = &node->as.constraint;
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        return lacks_list(ref, &node->as.source.sources, node->as.source.channel.space != KD_SPACE_PARENT) ||
               lacks_channel(ref, &node->as.source.channel);
    case KD_NODE_TARGET_OP:
        return lacks_name(ref, node->as.target.joint, node->as.target.channel.space != KD_SPACE_PARENT) ||
               lacks_channel(ref, &node->as.target.channel);
    case KD_NODE_TWIST_CHAIN:
        return lacks_list(ref, &node->as.twist.targets, false) ||
               (node->as.twist.source[0] != '\0' && lacks_name(ref, node->as.twist.source, false));
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        return lacks_list(ref, &constraint->sources, true) || lacks_name(ref, constraint->joint, true) ||
               lacks_space(ref, node) ||
               (node->type == KD_NODE_DIRECTION_CONSTRAINT && constraint->up == KD_UP_KIND_JOINT &&
                lacks_name(ref, constraint->up_joint, true));
    default:
        return false;
    }
}

static bool is_fed_by_one_that_is_off(const ref_rig *ref, const ref_node *node)
{
    for (int32_t i = 0; i < node->port_count; i++)
        if (node->ports[i].from_node >= 0 && ref->nodes[node->ports[i].from_node].is_off)
            return true;
    return false;
}

static bool is_off(const ref_rig *ref, const ref_node *node)
{
    if (ref->job->lod > node->node->lod || lacks_joint(ref, node->node) || is_fed_by_one_that_is_off(ref, node))
        return true;
    if (node->group < 0)
        return false;
    return ref->job->lod > ref->rig->groups[node->group - ref->rig->node_count].lod ||
           is_fed_by_one_that_is_off(ref, &ref->nodes[node->group]);
}

static void run_node(ref_rig *ref, int32_t index)
{
    ref_node *node = &ref->nodes[index];
    ref->at = index;
    ref->doubt = false;
    node->influence = influence_of(ref, index);
    switch (node->node->type) {
    case KD_NODE_SOURCE_OP:
        ref_run_source(ref, node->node, node->influence);
        break;
    case KD_NODE_TARGET_OP:
        ref_run_target(ref, node->node, node->influence);
        break;
    case KD_NODE_TWIST_CHAIN:
        ref_run_twist(ref, node->node, node->influence);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        ref_run_constraint(ref, node->node, node->influence);
        break;
    default:
        ref_run_effector(ref, node, node->influence);
        break;
    }
}

void ref_rig_run(ref_rig *ref, const ref_job *job)
{
    ref->job = job;
    ref->extent = 1;
    for (int32_t i = 0; i < ref->joint_count; i++) {
        ref_joint *joint = &ref->joints[i];
        joint->local = joint->is_missing ? joint->rest : ref_frame_from(job->pose[i]);
        joint->kept = ref_vec_make(1, 1, 1);
        joint->is_written = joint->doubt = false;
        ref->extent = fmaxl(ref->extent, ref_length(ref_model(ref, i).translate));
        ref->extent = fmaxl(ref->extent, ref_length(joint->local.translate));
    }
    for (int32_t i = 0; i < ref->rig->node_count; i++) {
        ref_node *node = &ref->nodes[i];
        node->is_off = is_off(ref, node);
        if (!node->is_off)
            run_node(ref, i);
        else if (node->node->type == KD_NODE_EXTERNAL_OUTPUT)
            node->state = ref_number(node->node->as.external.initial, 0);
    }
}
