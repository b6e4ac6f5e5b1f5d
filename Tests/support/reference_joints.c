/* The reference for operators and twist chains. */
#include "support/rig_reference.h"

#include <math.h>

enum { REF_SOURCES_MOST = 64 };

ref_vec ref_axis(int32_t axis)
{
    ref_vec v = ref_vec_make(0, 0, 0);
    v.x[axis / 2] = axis % 2 ? -1 : 1;
    return v;
}

static ref_bone bone_of(const kd_joint_channel *channel)
{
    ref_bone bone = {ref_axis(channel->axis), {{0, 0, 0}}, {{0, 0, 0}}, channel->order == KD_BEND_THEN_ROLL};
    if (channel->vertical == KD_AXIS_AUTO || channel->vertical / 2 == channel->axis / 2)
        bone.vertical.x[(channel->axis / 2 + 1) % 3] = 1;
    else
        bone.vertical = ref_axis(channel->vertical);
    bone.horizontal = ref_cross(bone.bone, bone.vertical);
    return bone;
}

/* The joint axis that a component of the ports belongs to. */
static int component_axis(const kd_joint_channel *channel, int component)
{
    if (channel->channel != KD_CHANNEL_ROTATE || channel->mapping == KD_MAPPING_EXPMAP)
        return component;
    ref_bone bone = bone_of(channel);
    const ref_vec *lines[3] = {&bone.vertical, &bone.horizontal, &bone.bone};
    for (int i = 0; i < 3; i++)
        if (lines[component]->x[i] != 0)
            return i;
    return 0;
}

static ref_vec flipped(const kd_joint_channel *channel, ref_vec numbers)
{
    for (int i = 0; i < 3; i++)
        if (channel->channel != KD_CHANNEL_SCALE && channel->flip & (1 << component_axis(channel, i)))
            numbers.x[i] = -numbers.x[i];
    return numbers;
}

/* A rotation with flipped components: at the ports x y z belong to the joint's axes. */
static ref_mat flipped_rotation(const kd_joint_channel *channel, ref_mat m)
{
    ref_quat q = ref_quat_from_mat(m);
    for (int i = 0; i < 3; i++)
        if (channel->flip & (1 << i))
            q.x[i] = -q.x[i];
    return ref_mat_from_quat(q);
}

/* A joint in the space of the node, its size as the author sees it. */
static ref_frame in_space(ref_rig *ref, const kd_joint_channel *channel, int32_t joint)
{
    ref_joint *own = &ref->joints[joint];
    if (channel->space != KD_SPACE_PARENT)
        return ref_seen_from(ref_space(ref, joint, channel->space, channel->space_joint), ref_model(ref, joint));
    ref_frame f = own->local;
    ref->doubt |= own->doubt;
    for (int i = 0; i < 3; i++)
        f.scale.x[i] /= own->kept.x[i];
    return f;
}

static ref_frame rest_in_space(const ref_rig *ref, const kd_joint_channel *channel, int32_t joint)
{
    if (channel->space == KD_SPACE_PARENT)
        return ref->joints[joint].rest;
    return ref_seen_from(ref_space_at_rest(ref, joint, channel->space, channel->space_joint),
                         ref->joints[joint].rest_model);
}

static long double log_of_scale(long double scale, long double rest)
{
    return logl(fmaxl(fabsl(scale), 1e-6L) / fmaxl(fabsl(rest), 1e-6L));
}

static ref_vec vector_from_rest(ref_rig *ref, const kd_joint_channel *channel, int32_t joint)
{
    ref_frame now = in_space(ref, channel, joint), rest = rest_in_space(ref, channel, joint);
    if (channel->channel == KD_CHANNEL_TRANSLATE)
        return ref_sub(now.translate, rest.translate);
    ref_vec logs;
    for (int i = 0; i < 3; i++)
        logs.x[i] = log_of_scale(now.scale.x[i], rest.scale.x[i]);
    return logs;
}

static ref_mat turn_from_rest(ref_rig *ref, const kd_joint_channel *channel, int32_t joint)
{
    return ref_mul(ref_transposed(rest_in_space(ref, channel, joint).rotate), in_space(ref, channel, joint).rotate);
}

/* Numbers at the ports, in the author's units. */
static ref_vec numbers_of_turn(ref_rig *ref, const kd_joint_channel *channel, ref_mat turn)
{
    ref_bone bone = bone_of(channel);
    ref_vec numbers =
        channel->mapping == KD_MAPPING_EXPMAP ? ref_log(turn, &ref->doubt) : ref_bend_roll(turn, &bone, &ref->doubt);
    return flipped(channel, ref_times(numbers, 1 / ref->angle_unit));
}

static ref_mat turn_of_numbers(ref_rig *ref, const kd_joint_channel *channel, ref_vec numbers)
{
    ref_bone bone = bone_of(channel);
    numbers = ref_times(flipped(channel, numbers), ref->angle_unit);
    if (ref_length(numbers) > 4 * REF_PI) /* a float has few digits left for what matters of many turns */
        ref->doubt = true;
    return channel->mapping == KD_MAPPING_EXPMAP ? ref_exp(numbers) : ref_from_bend_roll(numbers, &bone, &ref->doubt);
}

static const char *const *port_names(const kd_joint_channel *channel)
{
    static const char *const TRANSLATE[] = {"translateX", "translateY", "translateZ", "translate"};
    static const char *const SCALE[] = {"scaleX", "scaleY", "scaleZ", "scale"};
    static const char *const BEND[] = {"bendH", "bendV", "roll", ""};
    static const char *const EXPMAP[] = {"expmapX", "expmapY", "expmapZ", "expmap"};
    if (channel->channel != KD_CHANNEL_ROTATE)
        return channel->channel == KD_CHANNEL_TRANSLATE ? TRANSLATE : SCALE;
    return channel->mapping == KD_MAPPING_EXPMAP ? EXPMAP : BEND;
}

static long double size_of_numbers(const ref_rig *ref, const kd_joint_channel *channel)
{
    return channel->channel == KD_CHANNEL_TRANSLATE ? ref->extent
           : channel->channel == KD_CHANNEL_SCALE   ? 1
                                                    : 1 / ref->angle_unit;
}

void ref_run_source(ref_rig *ref, const kd_node *node, long double influence)
{
    const kd_source_op *source = &node->as.source;
    const kd_joint_channel *channel = &source->channel;
    long double shares[REF_SOURCES_MOST];
    ref_mat turns[REF_SOURCES_MOST];
    ref_vec numbers = ref_vec_make(0, 0, 0);
    bool any = ref_shares(ref, &source->sources, shares), turning = channel->channel == KD_CHANNEL_ROTATE;
    for (int32_t i = 0; i < source->sources.count; i++) {
        int32_t joint = ref_find_joint(ref, source->sources.items[i].joint);
        if (turning)
            turns[i] = turn_from_rest(ref, channel, joint);
        else
            numbers = ref_add(numbers, ref_times(vector_from_rest(ref, channel, joint), shares[i]));
    }
    if (turning) {
        ref_mat turn = any ? ref_blend(turns, shares, source->sources.count, &ref->doubt) : ref_identity();
        const ref_mat ends[2] = {ref_identity(), flipped_rotation(channel, turn)};
        const long double parts[2] = {1 - influence, influence};
        numbers = numbers_of_turn(ref, channel, turn);
        bool open = false; /* the sign of a half turn that influence mixes in matters to `rotation` alone */
        ref_value rotation = ref_rotation(ref_blend(ends, parts, 2, &open));
        rotation.doubt = open && influence < 1 && influence > 0;
        ref_output(ref, "rotation", rotation);
    } else
        numbers = flipped(channel, numbers);
    numbers = ref_times(numbers, influence);
    const char *const *ports = port_names(channel);
    for (int i = 0; i < 3; i++)
        ref_output(ref, ports[i], ref_number(numbers.x[i], size_of_numbers(ref, channel)));
    if (ports[3][0] != '\0')
        ref_output(ref, ports[3], ref_vector(numbers, size_of_numbers(ref, channel)));
}

static ref_vec target_now(ref_rig *ref, const kd_target_op *target, int32_t joint)
{
    const kd_joint_channel *channel = &target->channel;
    if (target->base == KD_BASE_CURRENT)
        return ref_vec_make(0, 0, 0);
    return channel->channel == KD_CHANNEL_ROTATE ? numbers_of_turn(ref, channel, turn_from_rest(ref, channel, joint))
                                                 : flipped(channel, vector_from_rest(ref, channel, joint));
}

/* What the ports say; components that the node does not write as they stand. */
static ref_vec target_numbers(ref_rig *ref, const kd_target_op *target, int32_t joint)
{
    const kd_joint_channel *channel = &target->channel;
    const char *const *ports = port_names(channel);
    ref_vec numbers;
    if (channel->channel == KD_CHANNEL_ROTATE && ref_is_fed(ref, "rotation"))
        numbers =
            numbers_of_turn(ref, channel, flipped_rotation(channel, ref_mat_from_value(ref_input(ref, "rotation"))));
    else if (ref_is_fed(ref, ports[3])) {
        ref_value whole = ref_input(ref, ports[3]);
        numbers = ref_vec_make(whole.x[0], whole.x[1], whole.x[2]);
    } else
        for (int i = 0; i < 3; i++)
            numbers.x[i] = ref_input(ref, ports[i]).x[0];
    if (target->axes == KD_AXES_XYZ)
        return numbers;
    ref_vec now = target_now(ref, target, joint);
    for (int i = 0; i < 3; i++)
        if (!(target->axes & (1 << i)))
            numbers.x[i] = now.x[i];
    return numbers;
}

static ref_mat target_turn(ref_rig *ref, const kd_target_op *target, int32_t joint)
{
    if (target->axes == KD_AXES_XYZ && ref_is_fed(ref, "rotation"))
        return flipped_rotation(&target->channel, ref_mat_from_value(ref_input(ref, "rotation")));
    return turn_of_numbers(ref, &target->channel, target_numbers(ref, target, joint));
}

/* The joint in the node's space as the ports want it. */
static ref_frame target_wanted(ref_rig *ref, const kd_target_op *target, int32_t joint)
{
    ref_frame now = in_space(ref, &target->channel, joint);
    ref_frame base = target->base == KD_BASE_CURRENT ? now : rest_in_space(ref, &target->channel, joint);
    if (target->channel.channel == KD_CHANNEL_ROTATE) {
        now.rotate = ref_mul(base.rotate, target_turn(ref, target, joint));
        return now;
    }
    ref_vec numbers = target_numbers(ref, target, joint);
    if (target->channel.channel == KD_CHANNEL_TRANSLATE) {
        now.translate = ref_add(base.translate, flipped(&target->channel, numbers));
        return now;
    }
    for (int i = 0; i < 3; i++)
        now.scale.x[i] = base.scale.x[i] * expl(fminl(fmaxl(numbers.x[i], -30), 30));
    return now;
}

ref_mat ref_mixed_turn(ref_rig *ref, ref_mat from, ref_mat to, long double influence)
{
    const ref_mat ends[2] = {from, to};
    const long double parts[2] = {1 - influence, influence};
    bool doubt = false;
    ref_mat mixed = ref_blend(ends, parts, 2, &doubt);
    ref->doubt |= doubt && influence > 0 && influence < 1;
    return influence <= 0 ? from : influence >= 1 ? to : mixed;
}

ref_vec ref_mixed_vector(ref_vec from, ref_vec to, long double influence)
{
    return ref_add(ref_times(from, 1 - influence), ref_times(to, influence));
}

void ref_mark_written(ref_rig *ref, int32_t joint)
{
    ref->joints[joint].is_written = true;
    ref->joints[joint].doubt |= ref->doubt;
}

/* Children that keep their size take part in the inverse of what their parent's scale was multiplied with. */
static void keep_children(ref_rig *ref, int32_t joint, ref_vec before)
{
    ref_vec now = ref->joints[joint].local.scale;
    for (int32_t i = 0; i < ref->joint_count; i++) {
        ref_joint *child = &ref->joints[i];
        if (child->parent != joint || !child->segment_scale)
            continue;
        for (int k = 0; k < 3; k++) {
            child->kept.x[k] *= before.x[k] / now.x[k];
            child->local.scale.x[k] *= before.x[k] / now.x[k];
        }
        ref_mark_written(ref, i);
    }
}

void ref_run_target(ref_rig *ref, const kd_node *node, long double influence)
{
    const kd_target_op *target = &node->as.target;
    const kd_joint_channel *channel = &target->channel;
    int32_t joint = ref_find_joint(ref, target->joint);
    ref_joint *own = &ref->joints[joint];
    ref_frame wanted = target_wanted(ref, target, joint);
    ref_vec before = own->local.scale;
    if (channel->space != KD_SPACE_PARENT)
        wanted = ref_seen_from(ref_parent_model(ref, joint),
                               ref_below(ref_space(ref, joint, channel->space, channel->space_joint), wanted));
    else
        for (int k = 0; k < 3; k++)
            wanted.scale.x[k] *= own->kept.x[k];
    if (channel->channel == KD_CHANNEL_ROTATE)
        own->local.rotate = ref_mixed_turn(ref, own->local.rotate, wanted.rotate, influence);
    else if (channel->channel == KD_CHANNEL_TRANSLATE)
        own->local.translate = ref_mixed_vector(own->local.translate, wanted.translate, influence);
    else
        own->local.scale = ref_mixed_vector(own->local.scale, wanted.scale, influence);
    ref_mark_written(ref, joint);
    if (channel->channel == KD_CHANNEL_SCALE && target->segment_scale)
        keep_children(ref, joint, before);
}

void ref_run_twist(ref_rig *ref, const kd_node *node, long double influence)
{
    const kd_twist_chain *twist = &node->as.twist;
    kd_joint_channel channel = twist->channel;
    channel.channel = KD_CHANNEL_ROTATE;
    channel.mapping = KD_MAPPING_BEND_ROLL;
    channel.space = KD_SPACE_PARENT;
    channel.vertical = KD_AXIS_AUTO;
    ref_value fed = ref_input(ref, "roll");
    long double total = fed.x[0];
    if (twist->source[0] != '\0')
        total += numbers_of_turn(ref, &channel, turn_from_rest(ref, &channel, ref_find_joint(ref, twist->source))).x[2];
    ref_output(ref, "total", ref_number(total * influence, fed.size + 1 / ref->angle_unit));
    for (int32_t i = 0; i < twist->targets.count; i++) {
        const kd_joint_weight *item = &twist->targets.items[i];
        char name[32];
        snprintf(name, sizeof name, "weight%d", (int)i);
        long double weight = ref_is_fed(ref, name) ? ref_input(ref, name).x[0] : (long double)item->weight;
        int32_t joint = ref_find_joint(ref, item->joint);
        ref_joint *own = &ref->joints[joint];
        ref->doubt |= own->doubt;
        ref_mat base = twist->base == KD_BASE_CURRENT ? own->local.rotate : own->rest.rotate;
        long double roll = total * weight * ref->angle_unit;
        if (channel.flip & (1 << (channel.axis / 2)))
            roll = -roll;
        ref->doubt |= fabsl(roll) > 4 * REF_PI;
        own->local.rotate =
            ref_mixed_turn(ref, own->local.rotate, ref_mul(base, ref_about(ref_axis(channel.axis), roll)), influence);
        ref_mark_written(ref, joint);
    }
}
