/* Points from a skeleton: joints that coincide share one; and the points by which a joint's rotation is found again. */
#include "align/segment_figure.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <math.h>

static double figure_distance(kd_vec3 a, kd_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static bool figure_is_below(const kdi_segment_builder *builder, uint32_t joint)
{
    int32_t parent = builder->skeleton->joints[joint].parent;
    return joint > builder->root && parent >= 0 &&
           ((uint32_t)parent == builder->root || (builder->joints[parent].flags & KDI_SEGMENT_JOINT_BELOW));
}

static void figure_fill_joint(kdi_segment_builder *builder, uint32_t i)
{
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_joint *from = &builder->skeleton->joints[i];
    kdi_segment_joint *joint = &builder->joints[i];
    kd_transform local = motion->locals[(size_t)motion->first * builder->joint_count + i];
    joint->parent = from->parent;
    joint->flags =
        (from->is_tip ? KDI_SEGMENT_JOINT_TIP : 0u) | (figure_is_below(builder, i) ? KDI_SEGMENT_JOINT_BELOW : 0u);
    float rotate[4] = {local.rotate.x, local.rotate.y, local.rotate.z, local.rotate.w};
    float translate[3] = {local.translate.x, local.translate.y, local.translate.z};
    for (int k = 0; k < 4; k++)
        joint->rotate[k] = rotate[k];
    for (int k = 0; k < 3; k++)
        joint->translate[k] = translate[k];
    bool turns = (builder->moves[i] & 1) != 0 || i == builder->root;
    bool shifts = (builder->moves[i] & 2) != 0 && i != builder->root;
    joint->rotation = turns ? (int32_t)builder->rotation_count++ : KDI_SEGMENT_NONE;
    joint->translation = shifts ? (int32_t)builder->translation_count++ : KDI_SEGMENT_NONE;
    joint->aim[0] = joint->aim[1] = KDI_SEGMENT_NONE;
}

static void figure_add_point(kdi_segment_builder *builder, uint32_t i)
{
    kdi_segment_joint *joint = &builder->joints[i];
    const float *t = joint->translate;
    bool is_below = (joint->flags & KDI_SEGMENT_JOINT_BELOW) != 0;
    double length = sqrt((double)t[0] * (double)t[0] + (double)t[1] * (double)t[1] + (double)t[2] * (double)t[2]);
    if (is_below && joint->translation == KDI_SEGMENT_NONE && length < 1e-5 * builder->height) {
        joint->point = builder->joints[joint->parent].point;
        return;
    }
    kdi_segment_point point = {i, 1.0f, KDI_SEGMENT_NONE};
    builder->point_parents[builder->point_count] =
        is_below ? (int32_t)builder->joints[joint->parent].point : KDI_SEGMENT_NONE;
    joint->point = builder->point_count;
    builder->points[builder->point_count++] = point;
}

/* Points that turn with a joint: of its children, through those that coincide with it where it has none itself. */
static int figure_aims(const kdi_segment_builder *builder, uint32_t joint, bool through, uint32_t *aims, int most)
{
    int count = 0;
    uint32_t point = builder->joints[joint].point;
    for (uint32_t i = joint + 1; i < builder->joint_count && count < most; i++) {
        int32_t parent = builder->joints[i].parent;
        bool is_child = parent == (int32_t)joint;
        bool is_near = through && parent > (int32_t)joint && builder->joints[parent].point == point;
        if ((is_child || is_near) && builder->joints[i].point != point &&
            (builder->joints[i].flags & KDI_SEGMENT_JOINT_BELOW))
            aims[count++] = builder->joints[i].point;
    }
    return count;
}

/* The two aims that span the widest angle. */
static void figure_aim(kdi_segment_builder *builder, uint32_t joint)
{
    enum { MOST = 16 };
    uint32_t aims[MOST];
    int count = figure_aims(builder, joint, false, aims, MOST);
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_vec3 *places = motion->places + (size_t)motion->first * builder->joint_count;
    if (count == 0)
        count = figure_aims(builder, joint, true, aims, MOST);
    if (count > 0)
        builder->joints[joint].aim[0] = (int32_t)aims[0];
    double widest = 1e-6 * builder->height * builder->height;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            kd_vec3 u = kd_vec3_sub(places[builder->points[aims[a]].joint], places[joint]);
            kd_vec3 v = kd_vec3_sub(places[builder->points[aims[b]].joint], places[joint]);
            double area = (double)kd_vec3_length(kd_vec3_cross(u, v));
            if (area > widest) {
                widest = area;
                builder->joints[joint].aim[0] = (int32_t)aims[a];
                builder->joints[joint].aim[1] = (int32_t)aims[b];
            }
        }
}

kd_result kdi_segment_figure_make(kdi_segment_builder *builder)
{
    size_t count = builder->joint_count;
    builder->joints = KDI_ARENA_PUSH(&builder->arena, kdi_segment_joint, count);
    builder->points = KDI_ARENA_PUSH(&builder->arena, kdi_segment_point, 2 * count);
    builder->point_parents = KDI_ARENA_PUSH(&builder->arena, int32_t, 2 * count);
    builder->links = KDI_ARENA_PUSH(&builder->arena, kdi_segment_link, 4 * count);
    if (!builder->joints || !builder->points || !builder->point_parents || !builder->links)
        return KD_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        figure_fill_joint(builder, i);
        figure_add_point(builder, i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (i == builder->root || (builder->joints[i].flags & KDI_SEGMENT_JOINT_BELOW))
            figure_aim(builder, i);
    return kdi_segment_links_make(builder);
}

double kdi_segment_speed(const kdi_segment_builder *builder, const kdi_segment_motion *motion, uint32_t handle,
                         int32_t frame)
{
    int32_t last = motion->first + motion->count - 1;
    if (frame >= last)
        frame = last - 1;
    if (frame < motion->first)
        return 0;
    const kd_vec3 *places = motion->places + builder->handles[handle].joint;
    return figure_distance(places[(size_t)(frame + 1) * builder->joint_count],
                           places[(size_t)frame * builder->joint_count]);
}
