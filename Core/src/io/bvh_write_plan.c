/* The plan of a BVH file to be written: one pass over the skeleton for the order and the offsets, one over the clip for
 * the joints that move and for what is lost. The scene is trusted to be valid: parents first, names there. */
#include "io/bvh_write_plan.h"

#include "base/allocator.h"
#include "io/bvh_rotation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const kd_transform *plan_locals(const kdi_bvh_plan *plan, int32_t frame, int32_t joint)
{
    if (!plan->clip)
        return &plan->scene->skeleton.joints[joint].rest;
    return &plan->clip->locals[(size_t)frame * (size_t)plan->clip->joint_count + (size_t)joint];
}

static kd_result plan_choose(kdi_bvh_plan *plan, const kd_bvh_write_desc *desc, kd_findings *findings)
{
    static const unsigned char orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const kd_scene *scene = plan->scene;
    if (scene->skeleton.joint_count <= 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "the scene has no skeleton; a BVH file is one");
    if ((unsigned)desc->order > KD_BVH_ORDER_ZYX)
        return KDI_ERROR(findings, KD_RANGE, NULL, "unknown rotation order %d", (int)desc->order);
    memcpy(plan->axes, orders[desc->order], sizeof plan->axes);
    plan->frame_time_s = desc->rest_frame_time_s;
    if (desc->clip != KD_BVH_REST_POSE && scene->clip_count > 0) {
        if (desc->clip < 0 || desc->clip >= scene->clip_count)
            return KDI_ERROR(findings, KD_INDEX, NULL, "clip %d is asked for, the scene has %d", (int)desc->clip,
                             (int)scene->clip_count);
        plan->clip = &scene->clips[desc->clip];
        plan->frame_time_s = plan->clip->frame_time_s;
        if (plan->clip->joint_count != scene->skeleton.joint_count)
            return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL, "the clip has %d joints, the skeleton %d",
                             (int)plan->clip->joint_count, (int)scene->skeleton.joint_count);
    }
    if (!(plan->frame_time_s > 0.0 && isfinite(plan->frame_time_s)))
        return KDI_ERROR(findings, KD_RANGE, NULL, "the frame time must be finite and above 0");
    return KD_OK;
}

static bool plan_is_tip(const kdi_bvh_plan *plan, int32_t joint)
{
    const kd_joint *j = &plan->scene->skeleton.joints[joint];
    return j->is_tip && j->parent != KD_NO_JOINT && plan->links[3 * joint] == KD_NO_JOINT;
}

/* Depth first without recursion: down to the first child, else to the next sibling of the nearest ancestor that has
 * one. */
static void plan_order(kdi_bvh_plan *plan)
{
    const kd_joint *joints = plan->scene->skeleton.joints;
    int32_t count = plan->scene->skeleton.joint_count;
    int32_t first_root = KD_NO_JOINT;
    int roots = 0;
    for (int32_t i = 0; i < 3 * count; i++)
        plan->links[i] = KD_NO_JOINT;
    for (int32_t i = count - 1; i >= 0; i--) { /* backwards, so that lists come out in order */
        int32_t *head = joints[i].parent == KD_NO_JOINT ? &first_root : &plan->links[3 * joints[i].parent];
        plan->links[3 * i + 1] = *head;
        *head = i;
        roots += joints[i].parent == KD_NO_JOINT;
    }
    plan->added_root = roots > 1 ? plan->added_name : NULL;
    int depth = roots > 1;
    for (int32_t at = first_root; at != KD_NO_JOINT;) {
        kdi_bvh_plan_joint *joint = &plan->joints[plan->joint_count];
        joint->joint = at;
        joint->depth = depth;
        joint->has_children = plan->links[3 * at] != KD_NO_JOINT;
        plan->links[3 * at + 2] = plan->joint_count++;
        if (joint->has_children) {
            at = plan->links[3 * at];
            depth++;
            continue;
        }
        while (at != KD_NO_JOINT && plan->links[3 * at + 1] == KD_NO_JOINT) {
            at = joints[at].parent;
            depth--;
        }
        if (at != KD_NO_JOINT)
            at = plan->links[3 * at + 1];
    }
}

static void plan_name_root(kdi_bvh_plan *plan)
{
    snprintf(plan->added_name, sizeof plan->added_name, "Root");
    for (int n = 2; kd_skeleton_find(&plan->scene->skeleton, plan->added_name) != KD_NO_JOINT; n++)
        snprintf(plan->added_name, sizeof plan->added_name, "Root_%d", n);
}

/* Scale of a joint's space: its own times that of all above it. */
static void plan_take_scales(kdi_bvh_plan *plan, const kd_transform *local, int32_t joint)
{
    static const double none[3] = {1.0, 1.0, 1.0};
    int32_t parent = plan->scene->skeleton.joints[joint].parent;
    const double *above = parent == KD_NO_JOINT ? none : plan->scales[parent];
    double *scale = plan->scales[joint];
    scale[0] = above[0] * (double)local->scale.x;
    scale[1] = above[1] * (double)local->scale.y;
    scale[2] = above[2] * (double)local->scale.z;
}

static void plan_take_position(const kdi_bvh_plan *plan, const kd_transform *local, int32_t joint, double position[3])
{
    static const double none[3] = {1.0, 1.0, 1.0};
    int32_t parent = plan->scene->skeleton.joints[joint].parent;
    const double *above = parent == KD_NO_JOINT ? none : plan->scales[parent];
    position[0] = above[0] * (double)local->translate.x;
    position[1] = above[1] * (double)local->translate.y;
    position[2] = above[2] * (double)local->translate.z;
}

static void plan_take_rest(kdi_bvh_plan *plan)
{
    for (int32_t i = 0; i < plan->scene->skeleton.joint_count; i++) {
        const kd_transform *rest = &plan->scene->skeleton.joints[i].rest;
        kdi_bvh_plan_joint *joint = &plan->joints[plan->links[3 * i + 2]];
        plan_take_position(plan, rest, i, joint->offset);
        plan_take_scales(plan, rest, i);
        joint->is_end_site = plan_is_tip(plan, i);
        joint->moves = plan->scene->skeleton.joints[i].parent == KD_NO_JOINT;
    }
}

/* Position channels go to every joint that leaves its offset in any frame, be it by a scale above it. */
static void plan_find_moves(kdi_bvh_plan *plan, int32_t frame)
{
    for (int32_t i = 0; i < plan->scene->skeleton.joint_count; i++) {
        kdi_bvh_plan_joint *joint = &plan->joints[plan->links[3 * i + 2]];
        const kd_transform *local = plan_locals(plan, frame, i);
        double position[3];
        plan_take_position(plan, local, i, position);
        plan_take_scales(plan, local, i);
        for (int axis = 0; axis < 3; axis++)
            joint->moves = joint->moves || position[axis] != joint->offset[axis];
    }
}

void kdi_bvh_plan_take_frame(kdi_bvh_plan *plan, int32_t frame)
{
    for (int32_t i = 0; i < plan->scene->skeleton.joint_count; i++) {
        kdi_bvh_plan_joint *joint = &plan->joints[plan->links[3 * i + 2]];
        const kd_transform *local = plan_locals(plan, frame, i);
        plan_take_position(plan, local, i, joint->position);
        plan_take_scales(plan, local, i);
        kdi_bvh_angles_from_quat(local->rotate, plan->axes, joint->angles, joint->angles);
    }
}

typedef struct plan_losses {
    bool scale;
    bool rest_rotation;
    bool tip;
} plan_losses;

static bool plan_turns(const kd_transform *t)
{
    return t->rotate.x != 0.0f || t->rotate.y != 0.0f || t->rotate.z != 0.0f;
}

static plan_losses plan_find_losses(const kdi_bvh_plan *plan)
{
    plan_losses losses = {false, false, false};
    int32_t frames = plan->clip ? plan->clip->frame_count : 0;
    for (int32_t i = 0; i < plan->scene->skeleton.joint_count; i++) {
        const kdi_bvh_plan_joint *joint = &plan->joints[plan->links[3 * i + 2]];
        const kd_transform *rest = &plan->scene->skeleton.joints[i].rest;
        losses.tip = losses.tip || (joint->is_end_site && (joint->moves || plan_turns(rest)));
        losses.rest_rotation = losses.rest_rotation || (plan->clip && !joint->is_end_site && plan_turns(rest));
        for (int32_t frame = -1; frame < frames; frame++) {
            const kd_transform *t = frame < 0 ? rest : plan_locals(plan, frame, i);
            losses.scale = losses.scale || t->scale.x != 1.0f || t->scale.y != 1.0f || t->scale.z != 1.0f;
            losses.tip = losses.tip || (joint->is_end_site && plan_turns(t));
        }
    }
    return losses;
}

static void plan_report_losses(const kdi_bvh_plan *plan, kd_findings *findings)
{
    const kd_scene *scene = plan->scene;
    plan_losses losses = plan_find_losses(plan);
    if (plan->added_root)
        KDI_WARNING(findings, KD_LOSSY, NULL, "the skeleton has several roots; '%s' is written above them",
                    plan->added_root);
    if (losses.scale)
        KDI_WARNING(findings, KD_LOSSY, NULL, "BVH has no scale: joints keep their places, their scale is left out");
    if (losses.rest_rotation)
        KDI_WARNING(findings, KD_LOSSY, NULL, "BVH has no rotations at rest: only the motion is kept");
    if (losses.tip)
        KDI_WARNING(findings, KD_LOSSY, NULL, "an End Site cannot move: the motion of tips is left out");
    if (plan->clip && plan->clip->curve_count > 0)
        KDI_WARNING(findings, KD_LOSSY, NULL, "BVH has no curves: %d are left out", (int)plan->clip->curve_count);
    if (scene->clip_count > (plan->clip ? 1 : 0))
        KDI_WARNING(findings, KD_LOSSY, NULL, "a BVH file holds one clip: %d are left out",
                    (int)scene->clip_count - (plan->clip ? 1 : 0));
    if (scene->mesh_count > 0 || scene->shapes_count > 0)
        KDI_WARNING(findings, KD_LOSSY, NULL, "BVH has no meshes or shapes: %d are left out",
                    (int)(scene->mesh_count + scene->shapes_count));
}

kd_result kdi_bvh_plan_make(kdi_bvh_plan *plan, const kd_scene *scene, const kd_bvh_write_desc *desc, kd_buffer *out,
                            kd_findings *findings)
{
    memset(plan, 0, sizeof *plan);
    plan->scene = scene;
    plan->out = out;
    kd_result result = plan_choose(plan, desc, findings);
    if (result != KD_OK)
        return result;
    size_t count = (size_t)scene->skeleton.joint_count;
    plan->joints = (kdi_bvh_plan_joint *)kdi_allocate(&out->allocator, count, sizeof *plan->joints);
    plan->scales = (double(*)[3])kdi_allocate(&out->allocator, count, sizeof *plan->scales);
    plan->links = (int32_t *)kdi_allocate(&out->allocator, count, 3 * sizeof *plan->links);
    if (!plan->joints || !plan->scales || !plan->links) {
        kdi_bvh_plan_free(plan);
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for a plan of the file");
    }
    memset(plan->joints, 0, count * sizeof *plan->joints);
    plan_order(plan);
    if (plan->added_root)
        plan_name_root(plan);
    plan_take_rest(plan);
    for (int32_t frame = 0; plan->clip && frame < plan->clip->frame_count; frame++)
        plan_find_moves(plan, frame);
    plan_report_losses(plan, findings);
    return KD_OK;
}

void kdi_bvh_plan_free(kdi_bvh_plan *plan)
{
    size_t count = (size_t)plan->scene->skeleton.joint_count;
    kdi_free(&plan->out->allocator, plan->joints, count * sizeof *plan->joints);
    kdi_free(&plan->out->allocator, plan->scales, count * sizeof *plan->scales);
    kdi_free(&plan->out->allocator, plan->links, count * 3 * sizeof *plan->links);
}
