/* The reference for nodes that read and write joints: operators, twist chains, constraints. */
#include "support/rig_reference.h"

#include <math.h>

enum { REF_SOURCES_MOST = 64 };

static ref_vec axis_of(int32_t axis)
{
    ref_vec v = ref_vec_make(0, 0, 0);
    v.x[axis / 2] = axis % 2 ? -1 : 1;
    return v;
}

static ref_bone bone_of(const kd_joint_channel *channel)
{
    ref_bone bone = {axis_of(channel->axis), {{0, 0, 0}}, {{0, 0, 0}}, channel->order == KD_BEND_THEN_ROLL};
    if (channel->vertical == KD_AXIS_AUTO || channel->vertical / 2 == channel->axis / 2)
        bone.vertical.x[(channel->axis / 2 + 1) % 3] = 1;
    else
        bone.vertical = axis_of(channel->vertical);
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

static ref_mat mixed_turn(ref_rig *ref, ref_mat from, ref_mat to, long double influence)
{
    const ref_mat ends[2] = {from, to};
    const long double parts[2] = {1 - influence, influence};
    bool doubt = false;
    ref_mat mixed = ref_blend(ends, parts, 2, &doubt);
    ref->doubt |= doubt && influence > 0 && influence < 1;
    return influence <= 0 ? from : influence >= 1 ? to : mixed;
}

static ref_vec mixed_vector(ref_vec from, ref_vec to, long double influence)
{
    return ref_add(ref_times(from, 1 - influence), ref_times(to, influence));
}

static void mark_written(ref_rig *ref, int32_t joint)
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
        mark_written(ref, i);
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
        own->local.rotate = mixed_turn(ref, own->local.rotate, wanted.rotate, influence);
    else if (channel->channel == KD_CHANNEL_TRANSLATE)
        own->local.translate = mixed_vector(own->local.translate, wanted.translate, influence);
    else
        own->local.scale = mixed_vector(own->local.scale, wanted.scale, influence);
    mark_written(ref, joint);
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
            mixed_turn(ref, own->local.rotate, ref_mul(base, ref_about(axis_of(channel.axis), roll)), influence);
        mark_written(ref, joint);
    }
}

/* The point that is followed, in the source's space. */
static ref_vec followed_point(const ref_rig *ref, const kd_constraint *constraint, int32_t item, bool keep)
{
    const kd_joint_weight *source = &constraint->sources.items[item];
    ref_vec point = ref_vec_make(source->translate[0], source->translate[1], source->translate[2]);
    const ref_joint *own = &ref->joints[ref_find_joint(ref, constraint->joint)];
    if (keep)
        point = ref_add(point, ref_point_into(ref->joints[ref_find_joint(ref, source->joint)].rest_model,
                                              own->rest_model.translate));
    return point;
}

static ref_mat followed_turn(const ref_rig *ref, const kd_constraint *constraint, int32_t item)
{
    const kd_joint_weight *source = &constraint->sources.items[item];
    ref_quat q = {{source->rotate[0], source->rotate[1], source->rotate[2], source->rotate[3]}};
    ref_mat offset = ref_mat_from_quat(q);
    const ref_joint *own = &ref->joints[ref_find_joint(ref, constraint->joint)];
    const ref_joint *other = &ref->joints[ref_find_joint(ref, source->joint)];
    if (constraint->keep_offset)
        offset = ref_mul(ref_mul(ref_transposed(other->rest_model.rotate), own->rest_model.rotate), offset);
    return offset;
}

static ref_vec blended_point(ref_rig *ref, const kd_constraint *constraint, const long double *shares, bool keep)
{
    ref_vec point = ref_vec_make(0, 0, 0);
    for (int32_t i = 0; i < constraint->sources.count; i++) {
        ref_frame model = ref_model(ref, ref_find_joint(ref, constraint->sources.items[i].joint));
        point = ref_add(point, ref_times(ref_point_out(model, followed_point(ref, constraint, i, keep)), shares[i]));
    }
    return point;
}

static ref_mat blended_turn(ref_rig *ref, const kd_constraint *constraint, const long double *shares)
{
    ref_mat turns[REF_SOURCES_MOST];
    for (int32_t i = 0; i < constraint->sources.count; i++) {
        ref_frame model = ref_model(ref, ref_find_joint(ref, constraint->sources.items[i].joint));
        turns[i] = ref_mul(model.rotate, followed_turn(ref, constraint, i));
    }
    return ref_blend(turns, shares, constraint->sources.count, &ref->doubt);
}

static void write_point(ref_rig *ref, const kd_constraint *constraint, ref_vec point, long double influence)
{
    int32_t joint = ref_find_joint(ref, constraint->joint);
    if (constraint->translate_axes != KD_AXES_XYZ) {
        ref_frame space = ref_space(ref, joint, constraint->space, constraint->space_joint);
        ref_vec wanted = ref_point_into(space, point), now = ref_point_into(space, ref_model(ref, joint).translate);
        for (int k = 0; k < 3; k++)
            if (!(constraint->translate_axes & (1 << k)))
                wanted.x[k] = now.x[k];
        point = ref_point_out(space, wanted);
    }
    ref_vec local = ref_point_into(ref_parent_model(ref, joint), point);
    ref->joints[joint].local.translate = mixed_vector(ref->joints[joint].local.translate, local, influence);
}

static void write_turn(ref_rig *ref, const kd_constraint *constraint, ref_mat turn, long double influence)
{
    int32_t joint = ref_find_joint(ref, constraint->joint);
    if (constraint->rotate_axes != KD_AXES_XYZ) {
        ref_mat space = ref_space(ref, joint, constraint->space, constraint->space_joint).rotate;
        ref_mat now = ref_mul(ref_transposed(space), ref_model(ref, joint).rotate);
        ref_vec way = ref_log(ref_mul(ref_mul(ref_transposed(space), turn), ref_transposed(now)), &ref->doubt);
        for (int k = 0; k < 3; k++)
            if (!(constraint->rotate_axes & (1 << k)))
                way.x[k] = 0;
        turn = ref_mul(space, ref_mul(ref_exp(way), now));
    }
    ref_mat local = ref_mul(ref_transposed(ref_parent_model(ref, joint).rotate), turn);
    ref->joints[joint].local.rotate = mixed_turn(ref, ref->joints[joint].local.rotate, local, influence);
}

/* The rotation of a joint at `own` whose aim axis points at `target`: from `base` the shortest way, or with the up axis
 * in the half plane of `up`. */
static ref_mat aimed(ref_rig *ref, const kd_constraint *constraint, ref_mat base, ref_vec way, const ref_vec *up)
{
    ref_vec axis = axis_of(constraint->aim_axis);
    long double length = ref_length(way);
    if (length < 1e-4L * ref->extent)
        ref->doubt = true;
    ref_vec direction = length > 0 ? ref_times(way, 1 / length) : ref_turn(base, axis);
    if (up == NULL)
        return ref_mul(ref_between(ref_turn(base, axis), direction, &ref->doubt), base);
    ref_vec square = ref_sub(ref_unit(*up), ref_times(direction, ref_dot(ref_unit(*up), direction)));
    if (ref_length(square) < 0.02L || ref_length(*up) < 1e-4L * ref->extent)
        ref->doubt = true;
    square = ref_unit(square);
    ref_vec up_axis = axis_of(constraint->up_axis);
    ref_mat to = ref_columns(direction, square, ref_cross(direction, square));
    return ref_mul(to, ref_transposed(ref_columns(axis, up_axis, ref_cross(axis, up_axis))));
}

static const ref_vec *up_now(ref_rig *ref, const kd_constraint *constraint, ref_vec *up)
{
    int32_t joint = ref_find_joint(ref, constraint->joint);
    if (constraint->up == KD_UP_KIND_NONE)
        return NULL;
    if (constraint->up == KD_UP_KIND_JOINT)
        *up = ref_sub(ref_model(ref, ref_find_joint(ref, constraint->up_joint)).translate,
                      ref_model(ref, joint).translate);
    else
        *up = ref_times(ref_turn(ref_space(ref, joint, constraint->space, constraint->space_joint).rotate,
                                 ref_unit(ref_vec_make(constraint->up_vector[0], constraint->up_vector[1],
                                                       constraint->up_vector[2]))),
                        ref->extent);
    return up;
}

static const ref_vec *up_at_rest(const ref_rig *ref, const kd_constraint *constraint, ref_vec *up)
{
    int32_t joint = ref_find_joint(ref, constraint->joint);
    if (constraint->up == KD_UP_KIND_NONE)
        return NULL;
    if (constraint->up == KD_UP_KIND_JOINT)
        *up = ref_sub(ref->joints[ref_find_joint(ref, constraint->up_joint)].rest_model.translate,
                      ref->joints[joint].rest_model.translate);
    else
        *up = ref_times(ref_turn(ref_space_at_rest(ref, joint, constraint->space, constraint->space_joint).rotate,
                                 ref_unit(ref_vec_make(constraint->up_vector[0], constraint->up_vector[1],
                                                       constraint->up_vector[2]))),
                        ref->extent);
    return up;
}

/* What is left to turn, in the joint's own space, from where it would aim at rest to its rest pose. */
static ref_mat kept_aim(ref_rig *ref, const kd_constraint *constraint)
{
    const kd_joint_list *list = &constraint->sources;
    const ref_joint *own = &ref->joints[ref_find_joint(ref, constraint->joint)];
    long double sum = 0;
    ref_vec point = ref_vec_make(0, 0, 0), up;
    for (int32_t i = 0; i < list->count; i++)
        sum += list->items[i].weight;
    for (int32_t i = 0; sum > 0 && i < list->count; i++)
        point =
            ref_add(point, ref_times(ref_point_out(ref->joints[ref_find_joint(ref, list->items[i].joint)].rest_model,
                                                   followed_point(ref, constraint, i, false)),
                                     list->items[i].weight / sum));
    ref_vec way = ref_sub(point, own->rest_model.translate);
    const ref_vec *up_way = up_at_rest(ref, constraint, &up);
    ref_mat at_rest = aimed(ref, constraint, own->rest_model.rotate, way, up_way);
    return ref_mul(ref_transposed(at_rest), own->rest_model.rotate);
}

static ref_mat limited(ref_rig *ref, ref_mat base, ref_mat turn, long double most)
{
    bool doubt = false;
    ref_vec way = ref_log(ref_mul(ref_transposed(base), turn), &doubt);
    if (ref_length(way) <= most)
        return turn;
    ref->doubt |= doubt;
    return ref_mul(base, ref_exp(ref_times(ref_unit(way), most)));
}

static ref_mat direction_turn(ref_rig *ref, const kd_constraint *constraint, const long double *shares)
{
    int32_t joint = ref_find_joint(ref, constraint->joint);
    ref_vec point = blended_point(ref, constraint, shares, false), up;
    ref_mat base = ref_mul(ref_parent_model(ref, joint).rotate, ref->joints[joint].rest.rotate);
    ref_mat turn =
        aimed(ref, constraint, base, ref_sub(point, ref_model(ref, joint).translate), up_now(ref, constraint, &up));
    if (constraint->keep_offset)
        turn = ref_mul(turn, kept_aim(ref, constraint));
    return limited(ref, base, turn, constraint->max_angle * ref->angle_unit);
}

void ref_run_constraint(ref_rig *ref, const kd_node *node, long double influence)
{
    const kd_constraint *constraint = &node->as.constraint;
    int32_t joint = ref_find_joint(ref, constraint->joint);
    long double shares[REF_SOURCES_MOST];
    bool any = ref_shares(ref, &constraint->sources, shares);
    ref_mat turn = ref_identity();
    ref_vec point = ref_vec_make(0, 0, 0);
    if (any && node->type == KD_NODE_DIRECTION_CONSTRAINT)
        turn = direction_turn(ref, constraint, shares);
    else if (any && node->type != KD_NODE_POSITION_CONSTRAINT)
        turn = blended_turn(ref, constraint, shares);
    if (any && (node->type == KD_NODE_POSITION_CONSTRAINT || node->type == KD_NODE_PARENT_CONSTRAINT))
        point = blended_point(ref, constraint, shares, constraint->keep_offset);
    ref_joint *own = &ref->joints[joint];
    ref_frame before = own->local;
    if (any && (node->type == KD_NODE_POSITION_CONSTRAINT || node->type == KD_NODE_PARENT_CONSTRAINT))
        write_point(ref, constraint, point, influence);
    ref_frame moved = own->local;
    own->local = before; /* both parts start from how things were */
    if (any && node->type != KD_NODE_POSITION_CONSTRAINT)
        write_turn(ref, constraint, turn, influence);
    own->local.translate = moved.translate;
    mark_written(ref, joint);
}
