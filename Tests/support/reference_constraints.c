/* The reference for constraints: where the sources want a joint, in model space, then in the joint's own. */
#include "support/rig_reference.h"

#include <math.h>

enum { REF_SOURCES_MOST = 64 };

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
    ref->joints[joint].local.translate = ref_mixed_vector(ref->joints[joint].local.translate, local, influence);
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
    ref->joints[joint].local.rotate = ref_mixed_turn(ref, ref->joints[joint].local.rotate, local, influence);
}

/* The rotation of a joint at `own` whose aim axis points at `target`: from `base` the shortest way, or with the up axis
 * in the half plane of `up`. */
static ref_mat aimed(ref_rig *ref, const kd_constraint *constraint, ref_mat base, ref_vec way, const ref_vec *up)
{
    ref_vec axis = ref_axis(constraint->aim_axis);
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
    ref_vec up_axis = ref_axis(constraint->up_axis);
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
    ref_mark_written(ref, joint);
}
