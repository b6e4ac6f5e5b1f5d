/* From handles to a pose, one frame. */
#include "motion/segment_pose.h"

#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "math/geometry.h"

static const kdi_segment_joint *pose_joints(const kd_segments *asset)
{
    return KDI_SEGMENT_SECTION(asset, joints, kdi_segment_joint);
}

/* The texture: rotations and translations of the frame, turned towards the next segment. */
static void pose_texture(const kd_segments *asset, const kdi_segment_plan *plan, kdi_segment_time time,
                         const kdi_segment_figure *figure)
{
    const kdi_segment *segment = kdi_segment_at(asset, plan->request.segment);
    const kdi_segment_joint *joints = pose_joints(asset);
    float smooth[2];
    kdi_segment_smooth_sample(asset, segment, time, smooth);
    for (uint32_t i = 0; i < asset->joints.count; i++) {
        const kdi_segment_joint *joint = &joints[i];
        kd_quat q = kdi_quat_make(joint->rotate[0], joint->rotate[1], joint->rotate[2], joint->rotate[3]);
        kd_vec3 v = kdi_vec3_make(joint->translate[0], joint->translate[1], joint->translate[2]);
        if (joint->rotation != KDI_SEGMENT_NONE)
            q = kdi_segment_rotation_sample(asset, segment, (uint32_t)joint->rotation, time);
        if (joint->translation != KDI_SEGMENT_NONE)
            v = kdi_segment_translation_sample(asset, segment, (uint32_t)joint->translation, time);
        if (plan->is_turning && joint->rotation != KDI_SEGMENT_NONE) {
            kd_vec3 turn = kdi_segment_turning_at(&plan->turnings[joint->rotation], smooth);
            q = kdi_quat_renormalize(kdi_quat_mul(q, kd_quat_exp(turn)));
        }
        if (plan->is_turning && joint->translation != KDI_SEGMENT_NONE)
            v = kdi_vec3_add(v, kdi_segment_turning_at(&plan->shifts[joint->translation], smooth));
        figure->locals[i] = q;
        figure->offsets[i] = v;
    }
}

/* The unedited pose in the world, the root's place as origin. Joints beside the root stand at the origin. */
static void pose_forward(const kd_segments *asset, kd_quat above, const kdi_segment_figure *figure)
{
    const kdi_segment_joint *joints = pose_joints(asset);
    for (uint32_t i = 0; i < asset->joints.count; i++) {
        int32_t parent = joints[i].parent;
        bool is_below = (joints[i].flags & KDI_SEGMENT_JOINT_BELOW) != 0;
        if (!is_below) {
            figure->rotations[i] = i == asset->root ? kdi_quat_mul(above, figure->locals[i]) : kdi_quat_identity();
            figure->places[i] = kdi_vec3_make(0.0f, 0.0f, 0.0f);
        } else {
            figure->rotations[i] = kdi_quat_renormalize(kdi_quat_mul(figure->rotations[parent], figure->locals[i]));
            figure->places[i] =
                kdi_vec3_add(figure->places[parent], kdi_quat_rotate(figure->rotations[parent], figure->offsets[i]));
        }
        figure->before[joints[i].point] = figure->places[i];
    }
    kdi_segment_solve_masts(asset, figure->before);
}

/* Moves points with the handles and pins what has to be exact. */
static void pose_move(const kd_segments *asset, const kdi_segment_plan *plan, kdi_segment_time time,
                      const kdi_segment_figure *figure)
{
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    const kdi_segment_point *points = KDI_SEGMENT_SECTION(asset, points, kdi_segment_point);
    const float *weights = KDI_SEGMENT_SECTION(asset, weights, float);
    kd_vec3 moves[KDI_SEGMENT_MOST_HANDLES];
    float masses[KDI_SEGMENT_MOST_HANDLES] = {0.0f};
    uint32_t count = asset->handles.count;
    float root_part = kdi_segment_plan_part(asset, plan, 0, time);
    for (uint32_t i = 0; i < count; i++) {
        float delta;
        figure->handles[i] = kdi_segment_plan_handle(asset, plan, i, time, root_part, &delta);
        kd_vec3 wanted = kdi_vec3_sub(figure->handles[i], figure->handles[0]);
        moves[i] = kdi_vec3_sub(wanted, figure->before[handles[i].point]);
        float pin_start = plan->courses[i].pin_start * (1.0f - delta), pin_end = plan->courses[i].pin_end * delta;
        float pin = pin_start > pin_end ? pin_start : pin_end;
        masses[i] = handles[i].is_foot || pin > 1.0f ? 0.0f : 1.0f - pin;
    }
    for (uint32_t p = 0; p < asset->points.count; p++) {
        kd_vec3 move = kdi_vec3_make(0.0f, 0.0f, 0.0f);
        for (uint32_t i = 0; i < count; i++)
            move = kdi_vec3_add(move, kdi_vec3_scale(moves[i], weights[p * count + i]));
        figure->points[p] = kdi_vec3_add(figure->before[p], move);
        bool is_pinned = points[p].handle != KDI_SEGMENT_NONE && points[p].handle != 0;
        figure->inverse_masses[p] = points[p].inverse_mass * (is_pinned ? masses[points[p].handle] : 1.0f);
    }
    figure->inverse_masses[handles[0].point] = points[handles[0].point].inverse_mass * masses[0];
}

static void pose_lengths(const kd_segments *asset, const kdi_segment_figure *figure)
{
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(asset, links, kdi_segment_link);
    for (uint32_t i = 0; i < asset->links.count; i++) {
        kd_vec3 d = kdi_vec3_sub(figure->before[links[i].a], figure->before[links[i].b]);
        figure->lengths[i] = KDI_SQRT(kdi_vec3_dot(d, d));
    }
}

/* What the edit turns a joint by: its parent's turn, then the shortest way to where its points are now, so that the
 * twist against the parent stays; a foot's joint keeps its twist in the world instead. */
static kd_quat pose_turn(const kdi_segment_joint *joint, const kdi_segment_figure *figure)
{
    bool stands = (joint->flags & KDI_SEGMENT_JOINT_STANDS) != 0;
    bool is_below = (joint->flags & KDI_SEGMENT_JOINT_BELOW) != 0;
    kd_quat turn = is_below && !stands ? figure->turned[joint->parent] : kdi_quat_identity();
    if (joint->aim[0] == KDI_SEGMENT_NONE)
        return turn;
    kd_vec3 before = figure->before[joint->point], now = figure->points[joint->point];
    kd_vec3 aim = kdi_vec3_sub(figure->points[joint->aim[0]], now);
    kd_vec3 from = kdi_quat_rotate(turn, kdi_vec3_sub(figure->before[joint->aim[0]], before));
    turn = kdi_quat_mul(kd_quat_from_directions(from, aim), turn);
    float square = kdi_vec3_dot(aim, aim);
    if (joint->aim[1] == KDI_SEGMENT_NONE || !(square > 0.0f))
        return kdi_quat_renormalize(turn);
    kd_vec3 second = kdi_vec3_sub(figure->points[joint->aim[1]], now);
    from = kdi_quat_rotate(turn, kdi_vec3_sub(figure->before[joint->aim[1]], before));
    second = kdi_vec3_sub(second, kdi_vec3_scale(aim, kdi_vec3_dot(aim, second) / square));
    from = kdi_vec3_sub(from, kdi_vec3_scale(aim, kdi_vec3_dot(aim, from) / square));
    return kdi_quat_renormalize(kdi_quat_mul(kd_quat_from_directions(from, second), turn));
}

static void pose_write_root(const kd_segments *asset, const kdi_segment_figure *figure, kd_quat above,
                            kd_vec3 above_translate, kd_transform *out)
{
    const kdi_segment_joint *joint = pose_joints(asset) + asset->root;
    kd_quat back = kdi_quat_conjugate(above);
    kd_quat world = kdi_quat_mul(figure->turned[asset->root], figure->rotations[asset->root]);
    kd_vec3 place = kdi_vec3_add(figure->handles[0], figure->points[joint->point]);
    out->rotate = kdi_quat_renormalize(kdi_quat_mul(back, world));
    out->translate = kdi_quat_rotate(back, kdi_vec3_sub(place, above_translate));
}

/* Local transforms from the turns; follows the chain to see where the joints come out. */
static void pose_write(const kd_segments *asset, kd_quat above, kd_vec3 above_translate,
                       const kdi_segment_figure *figure, kd_transform *pose)
{
    const kdi_segment_joint *joints = pose_joints(asset);
    for (uint32_t i = 0; i < asset->joints.count; i++) {
        int32_t parent = joints[i].parent;
        bool is_below = (joints[i].flags & KDI_SEGMENT_JOINT_BELOW) != 0;
        pose[i].rotate = figure->locals[i];
        pose[i].translate = figure->offsets[i];
        pose[i].scale = kdi_vec3_make(1.0f, 1.0f, 1.0f);
        if (i != asset->root && !is_below)
            continue;
        figure->turned[i] = pose_turn(&joints[i], figure);
        if (i == asset->root) {
            pose_write_root(asset, figure, above, above_translate, &pose[i]);
            figure->places[i] = figure->points[joints[i].point];
            continue;
        }
        kd_quat turned_parent = kdi_quat_mul(figure->turned[parent], figure->rotations[parent]);
        kd_quat turned = kdi_quat_mul(figure->turned[i], figure->rotations[i]);
        if ((joints[i].flags & KDI_SEGMENT_JOINT_TIP) == 0)
            pose[i].rotate = kdi_quat_renormalize(kdi_quat_mul(kdi_quat_conjugate(turned_parent), turned));
        figure->places[i] = kdi_vec3_add(figure->places[parent], kdi_quat_rotate(turned_parent, figure->offsets[i]));
    }
}

/* How far pinned handles are from where they have to be. */
static float pose_pin_error(const kd_segments *asset, const kdi_segment_figure *figure)
{
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    float worst = 0.0f;
    for (uint32_t i = 0; i < asset->handles.count; i++) {
        if (figure->inverse_masses[handles[i].point] > 0.0f)
            continue;
        kd_vec3 wanted = kdi_vec3_sub(figure->handles[i], figure->handles[0]);
        kd_vec3 gap = kdi_vec3_sub(figure->places[handles[i].joint], wanted);
        float error = KDI_SQRT(kdi_vec3_dot(gap, gap));
        worst = error > worst ? error : worst;
    }
    return worst / asset->height;
}

void kdi_segment_pose_make(const kd_segments *asset, const kdi_segment_plan *plan, kdi_segment_time time,
                           const kdi_segment_figure *figure, kdi_segment_solve *solve, kd_segment_stats *stats,
                           kd_transform *pose)
{
    kd_vec3 above_translate;
    kd_quat above_alone = kdi_segment_plan_above(asset, kdi_quat_identity(), &above_translate);
    pose_texture(asset, plan, time, figure);
    pose_forward(asset, kdi_quat_mul(plan->place.turn, above_alone), figure);
    pose_move(asset, plan, time, figure);
    pose_lengths(asset, figure);
    solve->points = figure->points;
    solve->mends = plan->is_turning;
    stats->flips = kdi_segment_solve_hinges(solve, figure->before, figure->rotations);
    stats->iterations = kdi_segment_solve_run(solve, &stats->link_error);
    stats->flips += kdi_segment_solve_sides(solve, figure->before, figure->rotations);
    pose_write(asset, above_alone, above_translate, figure, pose);
    stats->pin_error = pose_pin_error(asset, figure);
}
