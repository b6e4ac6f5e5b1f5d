/* Values on the other side. Ports of operators see the same numbers on both sides, because `flip` takes up the change
 * of sign; all that lies between operators therefore stays as it is. Every change here is a permutation of numbers with
 * signs that undoes itself: mirroring twice is exact. */
#include "model/mirror.h"

#include "model/rig.h"
#include "model/rig_names.h"
#include "text/findings.h"

#include <string.h>

static double reflect_sign(double value)
{
    return value == 0.0 ? value : -value; /* no negative zeros in files */
}

void kdi_reflect_vector(kdi_reflection d, double v[3])
{
    for (int i = 0; i < 3; i++)
        if (d == KDI_REFLECT_ALL || (int)d == i)
            v[i] = reflect_sign(v[i]);
}

/* The product with the quaternion whose only part is 1 at `axis`, on the left or the right. */
static void reflect_multiply(int axis, bool on_left, double q[4])
{
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    double turned[4];
    turned[axis] = q[3];
    turned[3] = reflect_sign(q[axis]);
    turned[next] = on_left ? reflect_sign(q[last]) : q[last];
    turned[last] = on_left ? q[next] : reflect_sign(q[next]);
    memcpy(q, turned, sizeof turned);
}

/* In which half of its cycle of four the pair stands: a quarter turn goes from one half to the other every second
 * time. */
static bool reflect_first_half(double a, double b)
{
    return (a > 0.0 && b >= 0.0) || (a < 0.0 && b <= 0.0);
}

/* D = -(half turn about its axis) for one axis, D = -1 for all: D_left q D_right is the product of the half turns. A
 * half turn applied twice gives -q, the same rotation; the sign is chosen so that it gives q. */
void kdi_reflect_rotation(kdi_reflection left, kdi_reflection right, double q[4])
{
    bool negate = true;
    if (left == KDI_REFLECT_ALL && right == KDI_REFLECT_ALL)
        return;
    if (left == KDI_REFLECT_ALL || right == KDI_REFLECT_ALL) {
        int axis = left == KDI_REFLECT_ALL ? (int)right : (int)left;
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        bool on_left = right == KDI_REFLECT_ALL;
        if (q[axis] != 0.0 || q[3] != 0.0)
            negate = !reflect_first_half(q[axis], q[3]);
        else
            negate = !(on_left ? reflect_first_half(q[last], q[next]) : reflect_first_half(q[next], q[last]));
    }
    if (left != KDI_REFLECT_ALL)
        reflect_multiply((int)left, true, q);
    if (right != KDI_REFLECT_ALL)
        reflect_multiply((int)right, false, q);
    for (int i = 0; negate && i < 4; i++)
        q[i] = reflect_sign(q[i]);
}

/* "" is the model. */
static kdi_reflection mirror_of_joint(kdi_mirroring *mirroring, const char *joint)
{
    const kd_mirror_desc *desc = &mirroring->desc;
    if (joint[0] == '\0')
        return (kdi_reflection)desc->axis;
    if (!kdi_mirror_has_side(mirroring, joint))
        return (kdi_reflection)desc->centre_axis;
    return desc->frames == KD_MIRROR_FRAMES_BEHAVIOR ? KDI_REFLECT_ALL : (kdi_reflection)desc->axis;
}

/* The joint that a node speaks of; "" if it has none. */
static const char *mirror_node_joint(const kd_node *node)
{
    const kd_joint_list *list = NULL;
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        list = &node->as.source.sources;
        break;
    case KD_NODE_TWIST_CHAIN:
        list = &node->as.twist.targets;
        break;
    case KD_NODE_TARGET_OP:
        return node->as.target.joint;
    default:
        return node->as.constraint.joint;
    }
    return list->count > 0 ? list->items[0].joint : "";
}

/* The parent is known for joints that the rig states. Others are taken to hang from a joint on their own side. */
static kdi_reflection mirror_of_parent(kdi_mirroring *mirroring, const kd_node *node, const char *joint)
{
    int32_t index = kdi_name_table_find(&mirroring->joints, joint, strlen(joint));
    if (index != KDI_NO_NAME)
        return mirror_of_joint(mirroring, mirroring->rig->joints[index].parent);
    bool matters =
        mirroring->desc.frames == KD_MIRROR_FRAMES_BEHAVIOR || mirroring->desc.axis != mirroring->desc.centre_axis;
    if (matters && kdi_mirror_has_side(mirroring, joint)) {
        char node_name[KDI_NAME_SHOW_SIZE], joint_name[KDI_NAME_SHOW_SIZE];
        kdi_place place = {node->item.line, node->item.column, kdi_name_show(node->name, node_name, sizeof node_name)};
        KDI_WARNING(mirroring->findings, KD_JOINT_UNKNOWN, &place,
                    "the parent of '%s' is not stated in <Joints>; it is taken to be on the same side",
                    kdi_name_show(joint, joint_name, sizeof joint_name));
    }
    return mirror_of_joint(mirroring, joint);
}

static kdi_reflection mirror_of_space(kdi_mirroring *mirroring, const kd_node *node)
{
    const kd_joint_channel *channel =
        node->type == KD_NODE_SOURCE_OP ? &node->as.source.channel : &node->as.target.channel;
    bool is_operator = node->type == KD_NODE_SOURCE_OP || node->type == KD_NODE_TARGET_OP;
    int32_t space = is_operator ? channel->space : node->as.constraint.space;
    if (space == KD_SPACE_MODEL)
        return mirror_of_joint(mirroring, "");
    if (space == KD_SPACE_JOINT)
        return mirror_of_joint(mirroring, is_operator ? channel->space_joint : node->as.constraint.space_joint);
    return mirror_of_parent(mirroring, node, mirror_node_joint(node));
}

/* What decides the signs of a joint's numbers in a node that reads or writes several: translations seen from the
 * parents go by those, other translations by the one reference space, rotations by the joints themselves. */
static kdi_reflection mirror_of_item(kdi_mirroring *mirroring, const kd_node *node, const char *joint)
{
    const kd_joint_channel *channel = &node->as.source.channel;
    if (node->type != KD_NODE_SOURCE_OP || channel->channel != KD_CHANNEL_TRANSLATE)
        return mirror_of_joint(mirroring, joint);
    return channel->space == KD_SPACE_PARENT ? mirror_of_parent(mirroring, node, joint)
                                             : mirror_of_space(mirroring, node);
}

/* Joints of one node ought to change sign alike. */
static void mirror_warn_mixed(kdi_mirroring *mirroring, const kd_node *node)
{
    if (node->type == KD_NODE_TARGET_OP)
        return;
    bool twists = node->type == KD_NODE_TWIST_CHAIN;
    const kd_joint_list *list = twists ? &node->as.twist.targets : &node->as.source.sources;
    if (list->count == 0)
        return;
    kd_findings *findings = mirroring->findings;
    mirroring->findings = NULL; /* parents that are not known are told of where the signs are decided */
    kdi_reflection first = mirror_of_item(mirroring, node, list->items[0].joint);
    bool mixed = twists && node->as.twist.source[0] && mirror_of_joint(mirroring, node->as.twist.source) != first;
    for (int32_t i = 1; !mixed && i < list->count; i++)
        mixed = mirror_of_item(mirroring, node, list->items[i].joint) != first;
    mirroring->findings = findings;
    if (!mixed)
        return;
    char name[KDI_NAME_SHOW_SIZE];
    kdi_place place = {node->item.line, node->item.column, kdi_name_show(node->name, name, sizeof name)};
    KDI_WARNING(mirroring->findings, KD_LOSSY, &place,
                "'%s' mixes joints with and without a side, whose axes are reversed differently; the first decides",
                name);
}

/* Components of translations behave as vectors, those of rotations as axial vectors, scales have no sign. */
static int32_t mirror_flips(kdi_mirroring *mirroring, const kd_node *node)
{
    int32_t channel = KD_CHANNEL_ROTATE;
    if (node->type == KD_NODE_SOURCE_OP)
        channel = node->as.source.channel.channel;
    else if (node->type == KD_NODE_TARGET_OP)
        channel = node->as.target.channel.channel;
    if (channel == KD_CHANNEL_SCALE)
        return 0;
    mirror_warn_mixed(mirroring, node);
    bool moves = channel == KD_CHANNEL_TRANSLATE;
    kdi_reflection d = moves ? mirror_of_space(mirroring, node) : mirror_of_joint(mirroring, mirror_node_joint(node));
    int32_t reversed = d == KDI_REFLECT_ALL ? KD_AXES_XYZ : 1 << (int)d;
    return moves ? reversed : d == KDI_REFLECT_ALL ? 0 : KD_AXES_XYZ ^ reversed;
}

static int32_t mirror_axis(kdi_reflection d, int32_t axis)
{
    bool reversed = axis < KD_AXIS_AUTO && (d == KDI_REFLECT_ALL || axis / 2 == (int)d);
    return reversed ? axis ^ 1 : axis; /* positive and negative stand in pairs */
}

static void mirror_attribute(kdi_mirroring *mirroring, const kdi_attribute *attribute, const kdi_visit *visit)
{
    void *field = (char *)visit->item + attribute->offset;
    double *numbers = (double *)field;
    const kd_joint_weight *source = (const kd_joint_weight *)visit->item;
    const kd_rig_joint *joint = (const kd_rig_joint *)visit->item;
    kdi_reflection own;
    switch (attribute->mirror) {
    case KDI_MIRROR_KEEP:
        break;
    case KDI_MIRROR_FLIP:
        *(int32_t *)field ^= mirror_flips(mirroring, visit->node);
        break;
    case KDI_MIRROR_AXIS:
        *(int32_t *)field = mirror_axis(mirror_of_joint(mirroring, mirror_node_joint(visit->node)), *(int32_t *)field);
        break;
    case KDI_MIRROR_VECTOR_SPACE:
        kdi_reflect_vector(mirror_of_space(mirroring, visit->node), numbers);
        break;
    case KDI_MIRROR_VECTOR_MODEL:
        kdi_reflect_vector(mirror_of_joint(mirroring, ""), numbers);
        break;
    case KDI_MIRROR_VECTOR_SOURCE:
        kdi_reflect_vector(mirror_of_joint(mirroring, source->joint), numbers);
        break;
    case KDI_MIRROR_ROTATION_SOURCE:
        /* Behind a kept offset it turns within the constrained joint. */
        own = mirror_of_joint(mirroring, mirror_node_joint(visit->node));
        kdi_reflect_rotation(visit->node->as.constraint.keep_offset ? own : mirror_of_joint(mirroring, source->joint),
                             own, numbers);
        break;
    case KDI_MIRROR_VECTOR_PARENT:
        kdi_reflect_vector(mirror_of_joint(mirroring, joint->parent), numbers);
        break;
    case KDI_MIRROR_ROTATION_PARENT:
        kdi_reflect_rotation(mirror_of_joint(mirroring, joint->parent), mirror_of_joint(mirroring, joint->name),
                             numbers);
        break;
    }
}

void kdi_mirror_values(void *user, const kdi_visit *visit)
{
    const kdi_attribute *attribute;
    for (int i = 0; (attribute = kdi_element_attribute(visit->element, i)) != NULL; i++)
        mirror_attribute((kdi_mirroring *)user, attribute, visit);
}

static bool mirror_list_has_side(kdi_mirroring *mirroring, const kd_joint_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (kdi_mirror_has_side(mirroring, list->items[i].joint))
            return true;
    return false;
}

bool kdi_mirror_changes_outputs(kdi_mirroring *mirroring, const kd_node *node)
{
    if (node->type != KD_NODE_SOURCE_OP && node->type != KD_NODE_TWIST_CHAIN)
        return false; /* the others read no joint for their outputs */
    if (node->type == KD_NODE_TWIST_CHAIN && node->as.twist.source[0] == '\0')
        return false;
    kd_findings *findings = mirroring->findings;
    mirroring->findings = NULL; /* what there is to say is said when a node is mirrored */
    int32_t flips = mirror_flips(mirroring, node);
    mirroring->findings = findings;
    if (node->type == KD_NODE_TWIST_CHAIN)
        return (flips & (1 << (node->as.twist.channel.axis / 2))) != 0 ||
               kdi_mirror_has_side(mirroring, node->as.twist.source);
    const kd_joint_channel *channel = &node->as.source.channel;
    return flips != 0 || mirror_list_has_side(mirroring, &node->as.source.sources) ||
           (channel->space == KD_SPACE_JOINT && kdi_mirror_has_side(mirroring, channel->space_joint));
}

bool kdi_mirror_writes_side(kdi_mirroring *mirroring, const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_TARGET_OP:
    case KD_NODE_TWIST_CHAIN:
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        return kdi_mirror_has_side(mirroring, mirror_node_joint(node));
    default:
        return false;
    }
}
