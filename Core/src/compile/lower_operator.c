/* SourceOp, TargetOp and TwistChain: a joint's transform as numbers from rest, and back. */
#include "compile/rig_compile.h"

#include <string.h>

/* Offsets of the channels in a transform's registers. */
static const uint32_t CHANNEL_AT[3] = {4, 0, 7};
static const float OPERATOR_NO_TURN[4] = {0, 0, 0, 1};

typedef struct operator_axes {
    uint32_t index[3]; /* joint axis that is the bone's direction, its vertical, its horizontal */
    float sign[3];     /* of the quaternion's parts along them */
} operator_axes;

static operator_axes operator_find_axes(const kd_joint_channel *channel)
{
    operator_axes axes;
    uint32_t bone = (uint32_t)channel->axis / 2;
    uint32_t vertical = channel->vertical == KD_AXIS_AUTO ? (bone + 1) % 3 : (uint32_t)channel->vertical / 2;
    float bone_sign = channel->axis % 2 ? -1.0f : 1.0f;
    float vertical_sign = channel->vertical != KD_AXIS_AUTO && channel->vertical % 2 ? -1.0f : 1.0f;
    if (vertical == bone) {
        vertical = (bone + 1) % 3;
        vertical_sign = 1.0f;
    }
    axes.index[0] = bone;
    axes.index[1] = vertical;
    axes.index[2] = 3 - bone - vertical;
    axes.sign[0] = bone_sign;
    axes.sign[1] = vertical_sign;
    /* Horizontal = bone x vertical. */
    axes.sign[2] = bone_sign * vertical_sign * ((bone + 1) % 3 == vertical ? 1.0f : -1.0f);
    return axes;
}

static float operator_flip(const kd_joint_channel *channel, uint32_t axis)
{
    return channel->flip & (1 << axis) ? -1.0f : 1.0f;
}

/* Factors of the three numbers at the ports. A bend belongs to the axis it turns about. */
static void operator_units(const kd_joint_channel *channel, float unit, float units[3])
{
    uint32_t belongs_to[3] = {0, 1, 2};
    if (channel->mapping == KD_MAPPING_BEND_ROLL) {
        operator_axes axes = operator_find_axes(channel);
        belongs_to[0] = axes.index[1];
        belongs_to[1] = axes.index[2];
        belongs_to[2] = axes.index[0];
    }
    for (uint32_t i = 0; i < 3; i++)
        units[i] = unit * operator_flip(channel, belongs_to[i]);
}

/* A rotation between joint and port: parts along flipped axes change sign. */
static kdi_place_id operator_flip_quat(rig_compile *compile, const kd_joint_channel *channel, kdi_place_id quat)
{
    if (channel->flip == 0)
        return quat;
    kdi_place_id flipped = kdi_build_values(&compile->build, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const float sign = i < 3 ? operator_flip(channel, i) : 1.0f;
        const kdi_place_id from = quat + i, to = flipped + i;
        kdi_build_op_to(&compile->build, KDI_OP_SCALED, &from, &sign, &to);
    }
    return flipped;
}

void kdi_compile_numbers_from_quat(rig_compile *compile, const kd_joint_channel *channel, kdi_place_id quat,
                                   kdi_place_id influence, kdi_place_id places[3])
{
    float units[3];
    kdi_place_id first;
    operator_units(channel, 1.0f / compile->angle_unit, units);
    if (channel->mapping == KD_MAPPING_EXPMAP) {
        first = kdi_build_op(&compile->build, KDI_OP_LOG_Q, (const kdi_place_id[]){quat, influence}, units);
    } else {
        operator_axes axes = operator_find_axes(channel);
        kdi_op op = channel->order == KD_BEND_THEN_ROLL ? KDI_OP_BEND_ROLL : KDI_OP_ROLL_BEND;
        const kdi_place_id in[5] = {quat + axes.index[0], quat + axes.index[1], quat + axes.index[2], quat + 3,
                                    influence};
        const float parameters[6] = {axes.sign[0], axes.sign[1], axes.sign[2], units[0], units[1], units[2]};
        first = kdi_build_op(&compile->build, op, in, parameters);
    }
    for (uint32_t i = 0; i < 3; i++)
        places[i] = first + i;
}

kdi_place_id kdi_compile_quat_from_numbers(rig_compile *compile, const kd_joint_channel *channel,
                                           const kdi_place_id places[3])
{
    float units[3];
    operator_units(channel, compile->angle_unit, units);
    if (channel->mapping == KD_MAPPING_EXPMAP)
        return kdi_build_op(&compile->build, KDI_OP_EXP_Q, places, units);
    operator_axes axes = operator_find_axes(channel);
    kdi_op op = channel->order == KD_BEND_THEN_ROLL ? KDI_OP_FROM_BEND_ROLL : KDI_OP_FROM_ROLL_BEND;
    const float parameters[6] = {0.5f * units[0], 0.5f * units[1], 0.5f * units[2],
                                 axes.sign[0],    axes.sign[1],    axes.sign[2]};
    kdi_place_id quat = kdi_build_values(&compile->build, 4);
    const kdi_place_id out[4] = {quat + axes.index[0], quat + axes.index[1], quat + axes.index[2], quat + 3};
    kdi_build_op_to(&compile->build, op, places, parameters, out);
    return quat;
}

/* The scale that a target or source of the joint itself means: what the joint was given, without what keeps its size
 * while its parent is scaled. Scaled, then given back: a * b / c. */
static kdi_place_id operator_own_scale(rig_compile *compile, int32_t joint)
{
    static const float ONES[3] = {1, 1, 1};
    kdi_place_id scale = kdi_compile_local(compile, joint) + CHANNEL_AT[KD_CHANNEL_SCALE];
    kdi_place_id ones = kdi_build_constants(&compile->build, ONES, 3), kept = compile->joints[joint].kept;
    return kdi_build_op(&compile->build, KDI_OP_SEGMENT_SCALE, (const kdi_place_id[]){scale, ones, kept}, NULL);
}

static bool operator_is_kept(const rig_compile *compile, const kd_joint_channel *channel, int32_t joint)
{
    return channel->channel == KD_CHANNEL_SCALE && channel->space == KD_SPACE_PARENT &&
           compile->joints[joint].kept != KDI_PLACE_NONE;
}

/* The channel of a joint as it stands in the node's space: three or four registers. */
static kdi_place_id operator_current(rig_compile *compile, const kd_joint_channel *channel, int32_t joint)
{
    kdi_place_id transform;
    if (operator_is_kept(compile, channel, joint))
        return operator_own_scale(compile, joint);
    if (channel->space == KD_SPACE_PARENT)
        transform = kdi_compile_local(compile, joint);
    else if (channel->space == KD_SPACE_MODEL)
        transform = kdi_compile_model(compile, joint);
    else {
        kdi_place_id space = kdi_compile_space_model(compile, joint, channel->space, channel->space_joint);
        transform = kdi_build_op(&compile->build, KDI_OP_RELATIVE,
                                 (const kdi_place_id[]){space, kdi_compile_model(compile, joint)}, NULL);
    }
    return transform + CHANNEL_AT[channel->channel];
}

static kd_transform operator_rest(const rig_compile *compile, const kd_joint_channel *channel, int32_t joint)
{
    if (channel->space == KD_SPACE_PARENT)
        return compile->joints[joint].rest;
    kd_transform space = kdi_compile_space_rest(compile, joint, channel->space, channel->space_joint);
    kd_transform rest = kd_transform_relative(space, compile->joints[joint].rest_model);
    rest.rotate = kd_quat_normalize(rest.rotate);
    return rest;
}

/* The matrix that turns a rotation in the bone's frame by the joint's rest and takes it out of the frame, as sixteen
 * parameters; or its inverse, which takes a rotation into the frame and off rest. */
static void operator_rest_matrix(const rig_compile *compile, int32_t joint, const operator_axes *axes, bool inverse,
                                 float *parameters)
{
    const kd_quat *rest = &compile->joints[joint].rest.rotate;
    const float parts[3] = {rest->x, rest->y, rest->z};
    const uint32_t to[4] = {axes->index[0], axes->index[1], axes->index[2], 3};
    const float sign[4] = {axes->sign[0], axes->sign[1], axes->sign[2], 1};
    float x = sign[0] * parts[to[0]], y = sign[1] * parts[to[1]], z = sign[2] * parts[to[2]], w = rest->w;
    const float times_rest[4][4] = {{w, -z, y, x}, {z, w, -x, y}, {-y, x, w, z}, {-x, -y, -z, w}};
    for (int i = 0; i < 4; i++)
        for (uint32_t k = 0; k < 4; k++)
            parameters[inverse ? 4 * k + to[i] : 4 * to[i] + k] = sign[i] * times_rest[i][k];
}

/* How far a joint is from rest: a vector in the distance unit, logarithms of scale, or a rotation. */
static kdi_place_id operator_from_rest(rig_compile *compile, const kd_joint_channel *channel, int32_t joint,
                                       kdi_place_id influence)
{
    kdi_place_id current = operator_current(compile, channel, joint);
    kd_transform rest = operator_rest(compile, channel, joint);
    if (channel->channel == KD_CHANNEL_ROTATE) {
        const float parameters[4] = {rest.rotate.x, rest.rotate.y, rest.rotate.z, rest.rotate.w};
        return kdi_build_op(&compile->build, KDI_OP_FROM_REST_Q, &current, parameters);
    }
    bool moves = channel->channel == KD_CHANNEL_TRANSLATE;
    kd_vec3 from = moves ? rest.translate : rest.scale;
    float flips[3] = {1, 1, 1};
    for (uint32_t i = 0; moves && i < 3; i++)
        flips[i] = operator_flip(channel, i);
    const float parameters[6] = {from.x, from.y, from.z, flips[0], flips[1], flips[2]};
    return kdi_build_op(&compile->build, moves ? KDI_OP_FROM_REST_V : KDI_OP_LOG_SCALE,
                        (const kdi_place_id[]){current, influence}, parameters);
}

/* Several sources: the sum of their shares; for rotations on the side of the first, then of unit length. */
static kdi_place_id operator_blend(rig_compile *compile, const kd_source_op *source, kdi_place_id *influence)
{
    static const float ZERO[4] = {0, 0, 0, 0};
    kdi_program_build *build = &compile->build;
    int32_t count = source->sources.count;
    kdi_place_id *weights = (kdi_place_id *)kdi_compile_memory(compile, (size_t)count, sizeof(kdi_place_id));
    if (weights == NULL)
        return KDI_PLACE_ZERO;
    kdi_compile_weights(compile, &source->sources, weights, influence);
    bool turns = source->channel.channel == KD_CHANNEL_ROTATE;
    kdi_place_id sum = kdi_build_constants(build, ZERO, 4), first = KDI_PLACE_NONE;
    for (int32_t i = 0; i < count; i++) {
        int32_t joint = kdi_compile_find_joint(compile, source->sources.items[i].joint);
        kdi_place_id from_rest = operator_from_rest(compile, &source->channel, joint, KDI_PLACE_ONE);
        first = first == KDI_PLACE_NONE ? from_rest : first;
        if (turns)
            sum = kdi_build_op(build, KDI_OP_GATHER_Q, (const kdi_place_id[]){sum, from_rest, first, weights[i]}, NULL);
        else
            sum = kdi_build_op(build, KDI_OP_GATHER_V, (const kdi_place_id[]){sum, from_rest, weights[i]}, NULL);
    }
    if (turns)
        return kdi_build_op(build, KDI_OP_UNIT_Q, (const kdi_place_id[]){sum, first}, NULL);
    return kdi_build_op(build, KDI_OP_GATHER_V,
                        (const kdi_place_id[]){kdi_build_constants(build, ZERO, 4), sum, *influence}, NULL);
}

static const char *const PORTS_TRANSLATE[] = {"translateX", "translateY", "translateZ", "translate"};
static const char *const PORTS_SCALE[] = {"scaleX", "scaleY", "scaleZ", "scale"};
static const char *const PORTS_BEND[] = {"bendH", "bendV", "roll", NULL};
static const char *const PORTS_EXPMAP[] = {"expmapX", "expmapY", "expmapZ", "expmap"};

/* Names of the three numbers, then of all of them as a vector (NULL: there is none). */
static const char *const *operator_ports(const kd_joint_channel *channel)
{
    if (channel->channel == KD_CHANNEL_TRANSLATE)
        return PORTS_TRANSLATE;
    if (channel->channel == KD_CHANNEL_SCALE)
        return PORTS_SCALE;
    return channel->mapping == KD_MAPPING_EXPMAP ? PORTS_EXPMAP : PORTS_BEND;
}

/* The usual case in one instruction: bends and roll of one joint from rest, in the parent's space. */
static bool source_read(rig_compile *compile, const kd_source_op *source, kdi_place_id influence,
                        kdi_place_id numbers[3])
{
    const kd_joint_channel *channel = &source->channel;
    if (channel->channel != KD_CHANNEL_ROTATE || channel->mapping != KD_MAPPING_BEND_ROLL ||
        channel->space != KD_SPACE_PARENT)
        return false;
    operator_axes axes = operator_find_axes(channel);
    int32_t joint = kdi_compile_find_joint(compile, source->sources.items[0].joint);
    kdi_place_id quat = kdi_compile_local(compile, joint);
    const kdi_place_id in[2] = {quat, influence};
    float parameters[19];
    operator_units(channel, 1.0f / compile->angle_unit, parameters);
    operator_rest_matrix(compile, joint, &axes, true, parameters + 3);
    kdi_op op = channel->order == KD_BEND_THEN_ROLL ? KDI_OP_READ_BEND_ROLL : KDI_OP_READ_ROLL_BEND;
    kdi_place_id first = kdi_build_op(&compile->build, op, in, parameters);
    for (uint32_t i = 0; i < 3; i++)
        numbers[i] = first + i;
    return true;
}

void kdi_compile_source(rig_compile *compile, const kd_node *node)
{
    const kd_source_op *source = &node->as.source;
    const kd_joint_channel *channel = &source->channel;
    kdi_place_id influence = kdi_compile_influence(compile), from_rest, numbers[3];
    bool is_plain =
        source->sources.count == 1 && source->sources.items[0].weight > 0 && !kdi_compile_is_fed(compile, "weight0");
    if (is_plain) {
        int32_t joint = kdi_compile_find_joint(compile, source->sources.items[0].joint);
        from_rest = operator_from_rest(compile, channel, joint, influence);
    } else
        from_rest = operator_blend(compile, source, &influence);
    if (channel->channel == KD_CHANNEL_ROTATE) {
        kdi_place_id none = kdi_build_constants(&compile->build, OPERATOR_NO_TURN, 4);
        kdi_place_id turn = operator_flip_quat(compile, channel, from_rest);
        if (!is_plain || !source_read(compile, source, influence, numbers))
            kdi_compile_numbers_from_quat(compile, channel, from_rest, influence, numbers);
        turn = kdi_build_op(&compile->build, KDI_OP_MIX_Q, (const kdi_place_id[]){none, turn, influence}, NULL);
        kdi_compile_output(compile, "rotation", turn);
    } else
        for (uint32_t i = 0; i < 3; i++)
            numbers[i] = from_rest + i;
    const char *const *ports = operator_ports(channel);
    for (int i = 0; i < 3; i++)
        kdi_compile_output(compile, ports[i], numbers[i]);
    if (ports[3] != NULL)
        kdi_compile_output(compile, ports[3], numbers[0]);
}

/* The numbers at the ports, or of the rotation `turn` (KDI_PLACE_NONE: none is connected); those that the mask leaves
 * out are what they are now, or nothing where the base is what they are now. */
static void target_numbers(rig_compile *compile, const kd_target_op *target, int32_t joint, kdi_place_id turn,
                           kdi_place_id numbers[3])
{
    const kd_joint_channel *channel = &target->channel;
    const char *const *ports = operator_ports(channel);
    kdi_place_id whole = ports[3] != NULL ? kdi_compile_input(compile, ports[3], KDI_PLACE_NONE) : KDI_PLACE_NONE;
    for (uint32_t i = 0; i < 3; i++)
        numbers[i] = whole != KDI_PLACE_NONE ? whole + i : kdi_compile_input(compile, ports[i], KDI_PLACE_ZERO);
    if (turn != KDI_PLACE_NONE)
        kdi_compile_numbers_from_quat(compile, channel, turn, KDI_PLACE_ONE, numbers);
    if (target->axes == KD_AXES_XYZ)
        return;
    kdi_place_id now[3] = {KDI_PLACE_ZERO, KDI_PLACE_ZERO, KDI_PLACE_ZERO};
    if (target->base == KD_BASE_REST) {
        kdi_place_id from_rest = operator_from_rest(compile, channel, joint, KDI_PLACE_ONE);
        if (channel->channel == KD_CHANNEL_ROTATE)
            kdi_compile_numbers_from_quat(compile, channel, from_rest, KDI_PLACE_ONE, now);
        else
            for (uint32_t i = 0; i < 3; i++)
                now[i] = from_rest + i;
    }
    for (int i = 0; i < 3; i++)
        if (!(target->axes & (1 << i)))
            numbers[i] = now[i];
}

/* The channel as the ports want it, in the node's space. */
static kdi_place_id target_wanted(rig_compile *compile, const kd_target_op *target, int32_t joint)
{
    const kd_joint_channel *channel = &target->channel;
    kdi_program_build *build = &compile->build;
    kd_transform rest = operator_rest(compile, channel, joint);
    kdi_place_id base, numbers[3];
    if (target->base == KD_BASE_CURRENT)
        base = operator_current(compile, channel, joint);
    else if (channel->channel == KD_CHANNEL_ROTATE)
        base = kdi_build_constants(build, &rest.rotate.x, 4);
    else
        base =
            kdi_build_constants(build, channel->channel == KD_CHANNEL_TRANSLATE ? &rest.translate.x : &rest.scale.x, 3);
    if (channel->channel == KD_CHANNEL_ROTATE) {
        kdi_place_id turn = kdi_compile_input(compile, "rotation", KDI_PLACE_NONE);
        if (turn != KDI_PLACE_NONE)
            turn = operator_flip_quat(compile, channel, turn);
        if (turn == KDI_PLACE_NONE || target->axes != KD_AXES_XYZ) {
            target_numbers(compile, target, joint, turn, numbers);
            turn = kdi_compile_quat_from_numbers(compile, channel, numbers);
        }
        return kdi_build_op(build, KDI_OP_MUL_Q, (const kdi_place_id[]){base, turn}, NULL);
    }
    target_numbers(compile, target, joint, KDI_PLACE_NONE, numbers);
    bool moves = channel->channel == KD_CHANNEL_TRANSLATE;
    float flips[3] = {1, 1, 1};
    for (uint32_t i = 0; moves && i < 3; i++)
        flips[i] = operator_flip(channel, i);
    const kdi_place_id in[4] = {base, numbers[0], numbers[1], numbers[2]};
    return kdi_build_op(build, moves ? KDI_OP_ADD_V : KDI_OP_EXP_SCALE, in, flips);
}

/* From the node's space to the joint's own: the transform as it stands in that space with the wanted channel in it,
 * carried over. A scale of a joint that keeps its size goes on doing so. */
static kdi_place_id target_to_local(rig_compile *compile, const kd_joint_channel *channel, int32_t joint,
                                    kdi_place_id wanted)
{
    static const float ONES[3] = {1, 1, 1};
    kdi_program_build *build = &compile->build;
    if (operator_is_kept(compile, channel, joint)) {
        kdi_place_id ones = kdi_build_constants(build, ONES, 3), kept = compile->joints[joint].kept;
        return kdi_build_op(build, KDI_OP_SEGMENT_SCALE, (const kdi_place_id[]){wanted, kept, ones}, NULL);
    }
    if (channel->space == KD_SPACE_PARENT)
        return wanted;
    kdi_place_id space = kdi_compile_space_model(compile, joint, channel->space, channel->space_joint);
    kdi_place_id now =
        kdi_build_op(build, KDI_OP_RELATIVE, (const kdi_place_id[]){space, kdi_compile_model(compile, joint)}, NULL);
    uint32_t at = CHANNEL_AT[channel->channel], width = channel->channel == KD_CHANNEL_ROTATE ? 4 : 3;
    kdi_place_id mixed = kdi_build_values(build, KDI_JOINT_FLOATS);
    for (uint32_t k = 0; k < KDI_JOINT_FLOATS; k++) {
        kdi_place_id from = k >= at && k < at + width ? wanted + (k - at) : now + k, to = mixed + k;
        kdi_build_op_to(build, KDI_OP_COPY, &from, NULL, &to);
    }
    kdi_place_id model = kdi_build_op(build, KDI_OP_CONCAT, (const kdi_place_id[]){space, mixed}, NULL);
    kdi_place_id parent = kdi_compile_parent_model(compile, joint);
    return kdi_build_op(build, KDI_OP_RELATIVE, (const kdi_place_id[]){parent, model}, NULL) + at;
}

static kdi_place_id target_copy_scale(rig_compile *compile, kdi_place_id scale)
{
    kdi_place_id copy = kdi_build_values(&compile->build, 3);
    for (uint32_t k = 0; k < 3; k++)
        kdi_build_op_to(&compile->build, KDI_OP_COPY, (const kdi_place_id[]){scale + k}, NULL,
                        (const kdi_place_id[]){copy + k});
    return copy;
}

/* The children of a joint whose scale went from `before` to what it is now keep their own size. */
static void target_compensate(rig_compile *compile, int32_t joint, kdi_place_id before)
{
    static const float ONES[3] = {1, 1, 1};
    kdi_program_build *build = &compile->build;
    kdi_place_id now = kdi_compile_local(compile, joint) + CHANNEL_AT[KD_CHANNEL_SCALE];
    for (int32_t i = joint + 1; i < compile->joint_count; i++) {
        compile_joint *child = &compile->joints[i];
        if (child->parent != joint || !child->segment_scale)
            continue;
        child->is_used = true; /* not a joint that the node cannot do without */
        kdi_place_id scale = KDI_PLACE(KDI_PLACE_JOINT, i * KDI_JOINT_FLOATS) + CHANNEL_AT[KD_CHANNEL_SCALE];
        kdi_place_id kept = child->kept != KDI_PLACE_NONE ? child->kept : kdi_build_constants(build, ONES, 3);
        kdi_build_op_to(build, KDI_OP_SEGMENT_SCALE, (const kdi_place_id[]){scale, before, now}, NULL, &scale);
        child->kept = kdi_build_op(build, KDI_OP_SEGMENT_SCALE, (const kdi_place_id[]){kept, before, now}, NULL);
        kdi_compile_joint_written(compile, i, KD_PART_SCALE);
    }
}

/* The usual case in one instruction: bends and roll added to rest, in the parent's space. */
static bool target_turn(rig_compile *compile, const kd_target_op *target, int32_t joint, kdi_place_id influence)
{
    const kd_joint_channel *channel = &target->channel;
    bool is_usual = channel->channel == KD_CHANNEL_ROTATE && channel->mapping == KD_MAPPING_BEND_ROLL &&
                    channel->space == KD_SPACE_PARENT && target->base == KD_BASE_REST && target->axes == KD_AXES_XYZ &&
                    !kdi_compile_is_fed(compile, "rotation");
    if (!is_usual)
        return false;
    operator_axes axes = operator_find_axes(channel);
    kdi_place_id quat = kdi_compile_local(compile, joint);
    kdi_place_id in[5] = {0, 0, 0, quat, influence};
    float parameters[19];
    operator_units(channel, 0.5f * compile->angle_unit, parameters);
    for (int i = 0; i < 3; i++) {
        float factor;
        in[i] = kdi_compile_input_factor(compile, PORTS_BEND[i], &factor);
        parameters[i] *= factor;
    }
    operator_rest_matrix(compile, joint, &axes, false, parameters + 3);
    kdi_build_op_to(&compile->build,
                    channel->order == KD_BEND_THEN_ROLL ? KDI_OP_TURN_BEND_ROLL : KDI_OP_TURN_ROLL_BEND, in, parameters,
                    &quat);
    kdi_compile_joint_written(compile, joint, KD_PART_ROTATE);
    return true;
}

void kdi_compile_target(rig_compile *compile, const kd_node *node)
{
    static const uint32_t PARTS[3] = {KD_PART_TRANSLATE, KD_PART_ROTATE, KD_PART_SCALE};
    const kd_target_op *target = &node->as.target;
    const kd_joint_channel *channel = &target->channel;
    int32_t joint = kdi_compile_find_joint(compile, target->joint);
    kdi_place_id influence = kdi_compile_influence(compile);
    if (target_turn(compile, target, joint, influence))
        return;
    kdi_place_id wanted = target_to_local(compile, channel, joint, target_wanted(compile, target, joint));
    kdi_place_id place = kdi_compile_local(compile, joint) + CHANNEL_AT[channel->channel];
    bool scales = channel->channel == KD_CHANNEL_SCALE && target->segment_scale;
    kdi_place_id before = scales ? target_copy_scale(compile, place) : KDI_PLACE_NONE;
    kdi_op mix = channel->channel == KD_CHANNEL_ROTATE ? KDI_OP_MIX_Q : KDI_OP_MIX_V;
    kdi_build_op_to(&compile->build, mix, (const kdi_place_id[]){place, wanted, influence}, NULL, &place);
    kdi_compile_joint_written(compile, joint, PARTS[channel->channel]);
    if (scales)
        target_compensate(compile, joint, before);
}

static kdi_place_id twist_total(rig_compile *compile, const kd_twist_chain *twist)
{
    kdi_place_id roll = kdi_compile_input(compile, "roll", KDI_PLACE_ZERO);
    if (twist->source[0] == '\0')
        return roll;
    kd_joint_channel channel = twist->channel;
    channel.channel = KD_CHANNEL_ROTATE;
    channel.mapping = KD_MAPPING_BEND_ROLL;
    channel.space = KD_SPACE_PARENT;
    kdi_place_id numbers[3];
    kdi_place_id from_rest =
        operator_from_rest(compile, &channel, kdi_compile_find_joint(compile, twist->source), KDI_PLACE_ONE);
    kdi_compile_numbers_from_quat(compile, &channel, from_rest, KDI_PLACE_ONE, numbers);
    return kdi_build_op(&compile->build, KDI_OP_ADD_SCALED, (const kdi_place_id[]){roll, numbers[2]},
                        (const float[]){1});
}

void kdi_compile_twist(rig_compile *compile, const kd_node *node)
{
    const kd_twist_chain *twist = &node->as.twist;
    kdi_program_build *build = &compile->build;
    kd_joint_channel channel = twist->channel;
    channel.mapping = KD_MAPPING_BEND_ROLL;
    kdi_place_id influence = kdi_compile_influence(compile), total = twist_total(compile, twist);
    kdi_compile_output(compile, "total", kdi_compile_fade(compile, total, KD_VALUE_FLOAT));
    for (int32_t i = 0; i < twist->targets.count; i++) {
        const kd_joint_weight *item = &twist->targets.items[i];
        int32_t joint = kdi_compile_find_joint(compile, item->joint);
        kdi_place_id weight =
            kdi_compile_list_input(compile, "weight", i, kdi_build_constant(build, (float)item->weight));
        kdi_place_id roll = kdi_build_op(build, KDI_OP_PRODUCT, (const kdi_place_id[]){total, weight}, NULL);
        const kdi_place_id numbers[3] = {KDI_PLACE_ZERO, KDI_PLACE_ZERO, roll};
        kdi_place_id turn = kdi_compile_quat_from_numbers(compile, &channel, numbers);
        kdi_place_id place = kdi_compile_local(compile, joint);
        const kd_quat *rest = &compile->joints[joint].rest.rotate;
        kdi_place_id base = twist->base == KD_BASE_CURRENT ? place : kdi_build_constants(build, &rest->x, 4);
        kdi_place_id wanted = kdi_build_op(build, KDI_OP_MUL_Q, (const kdi_place_id[]){base, turn}, NULL);
        kdi_build_op_to(build, KDI_OP_MIX_Q, (const kdi_place_id[]){place, wanted, influence}, NULL, &place);
        kdi_compile_joint_written(compile, joint, KD_PART_ROTATE);
    }
}
