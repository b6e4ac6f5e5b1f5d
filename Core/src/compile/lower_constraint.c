/* Position, orientation, direction and parent constraints: where the sources want the joint in model space, then in the
 * joint's own space with frozen axes left as they are. */
#include "compile/rig_compile.h"

#include "kinedriver/scalar.h"

typedef struct constraint_work {
    rig_compile *compile;
    const kd_constraint *constraint;
    bool keeps_place; /* the joint's place at rest, seen from the sources, is kept */
    int32_t joint;
    kdi_place_id influence;
    kdi_place_id *weights;
} constraint_work;

static int32_t constraint_source(const constraint_work *work, int32_t item)
{
    return kdi_compile_find_joint(work->compile, work->constraint->sources.items[item].joint);
}

/* The point of a source that is followed, in the source's space; with the relation of the rest pose where that is kept.
 */
static kd_vec3 constraint_offset(const constraint_work *work, int32_t item)
{
    const kd_joint_weight *source = &work->constraint->sources.items[item];
    const compile_joint *joints = work->compile->joints;
    kd_vec3 offset =
        kd_vec3_make((float)source->translate[0], (float)source->translate[1], (float)source->translate[2]);
    if (work->keeps_place) {
        kd_vec3 rest = joints[work->joint].rest_model.translate;
        offset =
            kd_vec3_add(offset, kd_transform_inverse_point(joints[constraint_source(work, item)].rest_model, rest));
    }
    return offset;
}

static kdi_place_id constraint_point(const constraint_work *work)
{
    static const float ZERO[3] = {0, 0, 0};
    kdi_program_build *build = &work->compile->build;
    kdi_place_id sum = kdi_build_constants(build, ZERO, 3);
    for (int32_t i = 0; i < work->constraint->sources.count; i++) {
        kd_vec3 offset = constraint_offset(work, i);
        kdi_place_id model = kdi_compile_model(work->compile, constraint_source(work, i));
        kdi_place_id point = kdi_build_op(build, KDI_OP_POINT, &model, &offset.x);
        if (work->constraint->sources.count == 1)
            return point;
        sum = kdi_build_op(build, KDI_OP_GATHER_V, (const kdi_place_id[]){sum, point, work->weights[i]}, NULL);
    }
    return sum;
}

static kdi_place_id constraint_rotation(const constraint_work *work)
{
    static const float ZERO[4] = {0, 0, 0, 0};
    kdi_program_build *build = &work->compile->build;
    const compile_joint *joints = work->compile->joints;
    kdi_place_id sum = kdi_build_constants(build, ZERO, 4), first = KDI_PLACE_NONE;
    for (int32_t i = 0; i < work->constraint->sources.count; i++) {
        const double *r = work->constraint->sources.items[i].rotate;
        int32_t source = constraint_source(work, i);
        kd_quat offset = kd_quat_normalize(kd_quat_make((float)r[0], (float)r[1], (float)r[2], (float)r[3]));
        if (work->constraint->keep_offset) {
            kd_quat kept =
                kd_quat_mul(kd_quat_conjugate(joints[source].rest_model.rotate), joints[work->joint].rest_model.rotate);
            offset = kd_quat_normalize(kd_quat_mul(kept, offset));
        }
        kdi_place_id model = kdi_compile_model(work->compile, source);
        kdi_place_id rotation = kdi_build_op(build, KDI_OP_OFFSET_Q, &model, &offset.x);
        if (work->constraint->sources.count == 1)
            return rotation;
        first = first == KDI_PLACE_NONE ? rotation : first;
        sum =
            kdi_build_op(build, KDI_OP_GATHER_Q, (const kdi_place_id[]){sum, rotation, first, work->weights[i]}, NULL);
    }
    return kdi_build_op(build, KDI_OP_UNIT_Q, (const kdi_place_id[]){sum, first}, NULL);
}

/* A model-space point with the frozen axes of the reference space as they stand. */
static kdi_place_id constraint_freeze_point(const constraint_work *work, kdi_place_id point)
{
    const kd_constraint *constraint = work->constraint;
    kdi_program_build *build = &work->compile->build;
    if (constraint->translate_axes == KD_AXES_XYZ)
        return point;
    kdi_place_id space =
        kdi_compile_space_model(work->compile, work->joint, constraint->space, constraint->space_joint);
    kdi_place_id now = kdi_compile_model(work->compile, work->joint) + 4;
    kdi_place_id wanted_in = kdi_build_op(build, KDI_OP_INTO, (const kdi_place_id[]){space, point}, NULL);
    kdi_place_id now_in = kdi_build_op(build, KDI_OP_INTO, (const kdi_place_id[]){space, now}, NULL);
    kdi_place_id mixed = kdi_build_values(build, 3);
    for (uint32_t k = 0; k < 3; k++) {
        kdi_place_id from = constraint->translate_axes & (1 << k) ? wanted_in + k : now_in + k, to = mixed + k;
        kdi_build_op_to(build, KDI_OP_COPY, &from, NULL, &to);
    }
    return kdi_build_op(build, KDI_OP_APPLY, (const kdi_place_id[]){space, mixed}, NULL);
}

/* A model-space rotation, reached from the present one by turning about the free axes of the reference space only. */
static kdi_place_id constraint_freeze_rotation(const constraint_work *work, kdi_place_id rotation)
{
    const kd_constraint *constraint = work->constraint;
    kdi_program_build *build = &work->compile->build;
    if (constraint->rotate_axes == KD_AXES_XYZ)
        return rotation;
    kdi_place_id space =
        kdi_compile_space_model(work->compile, work->joint, constraint->space, constraint->space_joint);
    kdi_place_id now = kdi_compile_model(work->compile, work->joint);
    kdi_place_id now_in = kdi_build_op(build, KDI_OP_BACK_MUL_Q, (const kdi_place_id[]){space, now}, NULL);
    kdi_place_id wanted_in = kdi_build_op(build, KDI_OP_BACK_MUL_Q, (const kdi_place_id[]){space, rotation}, NULL);
    kdi_place_id turn = kdi_build_op(build, KDI_OP_MUL_BACK_Q, (const kdi_place_id[]){wanted_in, now_in}, NULL);
    const float units[3] = {1, 1, 1};
    kdi_place_id vector = kdi_build_op(build, KDI_OP_LOG_Q, (const kdi_place_id[]){turn, KDI_PLACE_ONE}, units),
                 parts[3];
    for (uint32_t k = 0; k < 3; k++)
        parts[k] = constraint->rotate_axes & (1 << k) ? vector + k : KDI_PLACE_ZERO;
    turn = kdi_build_op(build, KDI_OP_EXP_Q, parts, units);
    kdi_place_id mixed = kdi_build_op(build, KDI_OP_MUL_Q, (const kdi_place_id[]){turn, now_in}, NULL);
    return kdi_build_op(build, KDI_OP_MUL_Q, (const kdi_place_id[]){space, mixed}, NULL);
}

static void constraint_write_point(const constraint_work *work, kdi_place_id point)
{
    kdi_program_build *build = &work->compile->build;
    point = constraint_freeze_point(work, point);
    kdi_place_id parent = kdi_compile_parent_model(work->compile, work->joint);
    kdi_place_id local = kdi_build_op(build, KDI_OP_INTO, (const kdi_place_id[]){parent, point}, NULL);
    kdi_place_id place = kdi_compile_local(work->compile, work->joint) + 4;
    kdi_build_op_to(build, KDI_OP_MIX_V, (const kdi_place_id[]){place, local, work->influence}, NULL, &place);
}

static void constraint_write_rotation(const constraint_work *work, kdi_place_id rotation)
{
    kdi_program_build *build = &work->compile->build;
    rotation = constraint_freeze_rotation(work, rotation);
    kdi_place_id parent = kdi_compile_parent_model(work->compile, work->joint);
    kdi_place_id local = kdi_build_op(build, KDI_OP_BACK_MUL_Q, (const kdi_place_id[]){parent, rotation}, NULL);
    kdi_place_id place = kdi_compile_local(work->compile, work->joint);
    kdi_build_op_to(build, KDI_OP_MIX_Q, (const kdi_place_id[]){place, local, work->influence}, NULL, &place);
}

static kd_vec3 constraint_axis(int32_t axis)
{
    float sign = axis % 2 ? -1.0f : 1.0f;
    return kd_vec3_make(axis / 2 == 0 ? sign : 0.0f, axis / 2 == 1 ? sign : 0.0f, axis / 2 == 2 ? sign : 0.0f);
}

/* The direction that is up, in model space; KDI_PLACE_NONE for the shortest rotation. */
static kdi_place_id constraint_up(const constraint_work *work)
{
    const kd_constraint *constraint = work->constraint;
    kdi_program_build *build = &work->compile->build;
    if (constraint->up == KD_UP_KIND_JOINT) {
        kdi_place_id above =
            kdi_compile_model(work->compile, kdi_compile_find_joint(work->compile, constraint->up_joint));
        kdi_place_id own = kdi_compile_model(work->compile, work->joint);
        return kdi_build_op(build, KDI_OP_SUB_V, (const kdi_place_id[]){above + 4, own + 4}, NULL);
    }
    if (constraint->up != KD_UP_KIND_VECTOR)
        return KDI_PLACE_NONE;
    const float up[3] = {(float)constraint->up_vector[0], (float)constraint->up_vector[1],
                         (float)constraint->up_vector[2]};
    kdi_place_id space =
        kdi_compile_space_model(work->compile, work->joint, constraint->space, constraint->space_joint);
    return kdi_build_op(build, KDI_OP_ROTATE, (const kdi_place_id[]){space, kdi_build_constants(build, up, 3)}, NULL);
}

static kdi_place_id constraint_direction(const constraint_work *work, kdi_place_id base)
{
    const kd_constraint *constraint = work->constraint;
    kdi_program_build *build = &work->compile->build;
    kd_vec3 axis = constraint_axis(constraint->aim_axis), up_axis = constraint_axis(constraint->up_axis);
    kd_vec3 square = kd_vec3_make(axis.y, axis.z, axis.x);
    kdi_place_id point = constraint_point(work), from = kdi_compile_model(work->compile, work->joint) + 4;
    kdi_place_id up = constraint_up(work);
    const float parameters[9] = {axis.x, axis.y, axis.z, square.x, square.y, square.z, up_axis.x, up_axis.y, up_axis.z};
    if (up == KDI_PLACE_NONE)
        return kdi_build_op(build, KDI_OP_AIM_Q, (const kdi_place_id[]){base, from, point}, parameters);
    return kdi_build_op(build, KDI_OP_AIM_UP_Q, (const kdi_place_id[]){base, from, point, up}, parameters);
}

/* The point that is aimed at, and up, in the rest pose. */
static kd_vec3 constraint_rest_point(const constraint_work *work)
{
    const kd_joint_list *list = &work->constraint->sources;
    double sum = 0;
    for (int32_t i = 0; i < list->count; i++)
        sum += list->items[i].weight;
    kd_vec3 point = kd_vec3_make(0, 0, 0);
    for (int32_t i = 0; sum > 0 && i < list->count; i++) {
        kd_transform rest = work->compile->joints[constraint_source(work, i)].rest_model;
        kd_vec3 part = kd_transform_point(rest, constraint_offset(work, i));
        point = kd_vec3_add(point, kd_vec3_scale(part, (float)(list->items[i].weight / sum)));
    }
    return point;
}

static kd_vec3 constraint_rest_up(const constraint_work *work)
{
    const kd_constraint *constraint = work->constraint;
    const compile_joint *joints = work->compile->joints;
    if (constraint->up == KD_UP_KIND_JOINT)
        return kd_vec3_sub(joints[kdi_compile_find_joint(work->compile, constraint->up_joint)].rest_model.translate,
                           joints[work->joint].rest_model.translate);
    const double *v = constraint->up_vector;
    kd_transform space = kdi_compile_space_rest(work->compile, work->joint, constraint->space, constraint->space_joint);
    return kd_quat_rotate(space.rotate, kd_vec3_make((float)v[0], (float)v[1], (float)v[2]));
}

/* A rotation turned the shortest way so that an axis points at the target, as evaluation does it. */
static kd_quat constraint_aimed(kd_quat rotation, kd_vec3 axis, kd_vec3 target)
{
    for (int step = 0; step < 2; step++) {
        kd_vec3 from = kd_quat_rotate(rotation, axis), about = kd_vec3_cross(from, target);
        kd_quat turn = kd_quat_make(about.x, about.y, about.z, 1.0f + kd_vec3_dot(from, target));
        kd_vec3 square = kd_quat_rotate(rotation, kd_vec3_make(axis.y, axis.z, axis.x));
        if (kd_quat_dot(turn, turn) <= 1e-24f)
            turn = kd_quat_make(square.x, square.y, square.z, 0.0f);
        rotation = kd_quat_normalize(kd_quat_mul(kd_quat_normalize(turn), rotation));
    }
    return rotation;
}

/* From what the direction alone gives at rest to the rest pose itself. */
static kd_quat constraint_kept_turn(const constraint_work *work)
{
    const kd_constraint *constraint = work->constraint;
    const kd_transform *rest = &work->compile->joints[work->joint].rest_model;
    kd_vec3 axis = kd_quat_rotate(rest->rotate, constraint_axis(constraint->aim_axis));
    kd_vec3 target = kd_vec3_normalize(kd_vec3_sub(constraint_rest_point(work), rest->translate), axis);
    kd_quat aimed = constraint_aimed(rest->rotate, constraint_axis(constraint->aim_axis), target);
    if (constraint->up != KD_UP_KIND_NONE) {
        kd_vec3 now = kd_vec3_cross(target, kd_quat_rotate(aimed, constraint_axis(constraint->up_axis)));
        kd_vec3 up = kd_vec3_cross(target, constraint_rest_up(work));
        float angle = kd_atan2(kd_vec3_dot(target, kd_vec3_cross(now, up)), kd_vec3_dot(now, up));
        aimed = kd_quat_mul(kd_quat_from_axis_angle(target, angle), aimed);
    }
    return kd_quat_normalize(kd_quat_mul(kd_quat_conjugate(aimed), rest->rotate));
}

static void constraint_aim(const constraint_work *work)
{
    const kd_constraint *constraint = work->constraint;
    kdi_program_build *build = &work->compile->build;
    const kd_quat *rest = &work->compile->joints[work->joint].rest.rotate;
    kdi_place_id parent = kdi_compile_parent_model(work->compile, work->joint);
    kdi_place_id base = kdi_build_op(build, KDI_OP_OFFSET_Q, &parent, &rest->x);
    kdi_place_id rotation = constraint_direction(work, base);
    if (constraint->keep_offset) {
        kd_quat kept = constraint_kept_turn(work);
        rotation = kdi_build_op(build, KDI_OP_OFFSET_Q, &rotation, &kept.x);
    }
    float half = 0.5f * (float)constraint->max_angle * work->compile->angle_unit;
    if (half < 1.57f) {
        const float limit[2] = {kd_sin(half), kd_cos(half)};
        rotation = kdi_build_op(build, KDI_OP_LIMIT_Q, (const kdi_place_id[]){base, rotation}, limit);
    }
    constraint_write_rotation(work, rotation);
}

void kdi_compile_constraint(rig_compile *compile, const kd_node *node)
{
    const kd_constraint *constraint = &node->as.constraint;
    bool keeps_place = constraint->keep_offset && node->type != KD_NODE_DIRECTION_CONSTRAINT;
    constraint_work work = {compile,
                            constraint,
                            keeps_place,
                            kdi_compile_find_joint(compile, constraint->joint),
                            kdi_compile_influence(compile),
                            NULL};
    work.weights = (kdi_place_id *)kdi_compile_memory(compile, (size_t)constraint->sources.count, sizeof(kdi_place_id));
    if (work.weights == NULL)
        return;
    kdi_compile_weights(compile, &constraint->sources, work.weights, &work.influence);
    kdi_place_id rotation = KDI_PLACE_NONE, point = KDI_PLACE_NONE;
    switch (node->type) {
    case KD_NODE_POSITION_CONSTRAINT:
        point = constraint_point(&work);
        break;
    case KD_NODE_ORIENTATION_CONSTRAINT:
        rotation = constraint_rotation(&work);
        break;
    case KD_NODE_DIRECTION_CONSTRAINT:
        constraint_aim(&work);
        break;
    default:
        point = constraint_point(&work);
        rotation = constraint_rotation(&work);
        break;
    }
    uint32_t parts = (point != KDI_PLACE_NONE ? KD_PART_TRANSLATE : 0u) |
                     (node->type != KD_NODE_POSITION_CONSTRAINT ? KD_PART_ROTATE : 0u);
    if (point != KDI_PLACE_NONE)
        constraint_write_point(&work, point);
    if (rotation != KDI_PLACE_NONE)
        constraint_write_rotation(&work, rotation);
    kdi_compile_joint_written(compile, work.joint, parts);
}
