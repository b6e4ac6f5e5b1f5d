/* The handles of a figure: found by the names of joints as capture systems and engines give them, or by shape where
 * names tell nothing; their members, the weights by which all other points follow, and the hinges between. */
#include "align/segment_figure.h"

#include "kinedriver/math.h"
#include "text/findings.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Whether a name has one of the words in it, whatever its case. words: separated by blanks. */
static bool handle_name_has(const char *name, const char *words)
{
    while (*words) {
        size_t length = strcspn(words, " ");
        for (const char *at = name; *at; at++) {
            size_t k = 0;
            while (k < length && tolower((unsigned char)at[k]) == words[k])
                k++;
            if (k == length)
                return true;
        }
        words += length + (words[length] == ' ');
    }
    return false;
}

static const char *handle_joint_name(const kdi_segment_builder *builder, uint32_t joint)
{
    return builder->skeleton->joints[joint].name;
}

static bool handle_usable(const kdi_segment_builder *builder, uint32_t joint)
{
    return (builder->joints[joint].flags & KDI_SEGMENT_JOINT_BELOW) != 0;
}

static bool handle_add(kdi_segment_builder *builder, uint32_t joint, bool is_foot)
{
    for (uint32_t i = 0; i < builder->handle_count; i++)
        if (builder->handles[i].point == builder->joints[joint].point)
            return true;
    if (builder->handle_count == KD_SEGMENT_MOST_TARGETS)
        return false;
    kdi_segment_handle *handle = &builder->handles[builder->handle_count++];
    handle->joint = joint;
    handle->point = builder->joints[joint].point;
    handle->is_foot = is_foot;
    return true;
}

static bool handle_above_has(const kdi_segment_builder *builder, uint32_t joint, const char *words)
{
    for (int32_t i = builder->joints[joint].parent; i >= 0; i = builder->joints[i].parent)
        if (handle_name_has(handle_joint_name(builder, (uint32_t)i), words))
            return true;
    return false;
}

static bool handle_below_has(const kdi_segment_builder *builder, uint32_t joint, const char *words)
{
    for (uint32_t i = joint + 1; i < builder->joint_count; i++) {
        int32_t up = builder->joints[i].parent;
        while (up > (int32_t)joint)
            up = builder->joints[up].parent;
        if (up == (int32_t)joint && !builder->skeleton->joints[i].is_tip &&
            handle_name_has(handle_joint_name(builder, i), words))
            return true;
    }
    return false;
}

/* The topmost joints of a kind. */
static void handle_add_named(kdi_segment_builder *builder, const char *words, const char *rather, bool is_foot)
{
    for (uint32_t i = 0; i < builder->joint_count; i++)
        if (handle_usable(builder, i) && !builder->skeleton->joints[i].is_tip &&
            handle_name_has(handle_joint_name(builder, i), words) && !handle_above_has(builder, i, words) &&
            !(rather && handle_below_has(builder, i, rather)))
            handle_add(builder, i, is_foot);
}

/* Ends of chains, where no name tells anything: the lowest are feet. */
static void handle_add_ends(kdi_segment_builder *builder)
{
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_vec3 *places = motion->places + (size_t)motion->first * builder->joint_count;
    double lowest = 1e300;
    for (uint32_t i = 0; i < builder->joint_count; i++)
        if (handle_usable(builder, i))
            lowest = fmin(lowest, (double)places[i].y);
    for (uint32_t i = 0; i < builder->joint_count; i++) {
        bool is_end = handle_usable(builder, i);
        for (uint32_t k = i + 1; k < builder->joint_count && is_end; k++)
            is_end = builder->joints[k].parent != (int32_t)i;
        if (is_end)
            handle_add(builder, i, (double)places[i].y < lowest + 0.15 * builder->height);
    }
}

/* Points that move as one with a handle: all below it, and a toe's foot; beside the root those around it. */
static void handle_members(kdi_segment_builder *builder)
{
    for (uint32_t i = builder->handle_count; i-- > 0;) {
        const kdi_segment_handle *handle = &builder->handles[i];
        builder->points[handle->point].handle = (int32_t)i;
        int32_t above = builder->point_parents[handle->point];
        if (handle->is_foot && above >= 0 && builder->points[above].handle == KDI_SEGMENT_NONE &&
            handle_name_has(handle_joint_name(builder, handle->joint), "toe ball"))
            builder->points[above].handle = (int32_t)i;
    }
    for (uint32_t p = 0; p < builder->point_count; p++) {
        int32_t above = builder->point_parents[p];
        if (above == KDI_SEGMENT_NONE || builder->points[p].handle != KDI_SEGMENT_NONE)
            continue;
        int32_t handle = builder->points[above].handle;
        bool is_root_itself = (uint32_t)above == builder->handles[0].point;
        if (handle > 0 || (handle == 0 && is_root_itself))
            builder->points[p].handle = handle;
    }
    for (uint32_t p = 0; p < builder->point_count; p++)
        if (builder->points[p].handle != KDI_SEGMENT_NONE)
            builder->points[p].inverse_mass = builder->points[p].handle == 0 ? 0.15f : 0.4f;
}

/* Trunk bones hold together: those above several handles, and those braced against each other. */
static double handle_stiffness(const kdi_segment_builder *builder, uint32_t child)
{
    const double trunk = 20;
    uint32_t below = 0, siblings = 0;
    for (uint32_t h = 1; h < builder->handle_count; h++) {
        int32_t p = (int32_t)builder->handles[h].point;
        while (p >= 0 && p != (int32_t)child)
            p = builder->point_parents[p];
        below += p == (int32_t)child;
    }
    for (uint32_t q = 0; q < builder->point_count; q++)
        siblings += builder->point_parents[q] == builder->point_parents[child];
    return below > 1 || siblings > 1 ? trunk : 1;
}

/* Weights that are one at a handle's members and change evenly along the bones between: each point is the mean of its
 * neighbours, nearer ones counting more. */
static void handle_weights(kdi_segment_builder *builder)
{
    enum { SWEEPS = 400 };
    double stiff[2 * KDI_FIGURE_MOST_JOINTS];
    uint32_t handles = builder->handle_count;
    const kdi_segment_motion *motion = &builder->motions[0];
    const kd_vec3 *places = motion->places + (size_t)motion->first * builder->joint_count;
    for (uint32_t p = 0; p < builder->point_count; p++)
        if (builder->points[p].handle != KDI_SEGMENT_NONE)
            builder->weights[p * handles + (uint32_t)builder->points[p].handle] = 1.0f;
    for (uint32_t p = 0; p < builder->point_count; p++)
        stiff[p] = handle_stiffness(builder, p);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t p = 0; p < builder->point_count; p++) {
            double total = 0, sums[KDI_SEGMENT_MOST_HANDLES] = {0};
            for (uint32_t q = 0; q < builder->point_count && builder->points[p].handle == KDI_SEGMENT_NONE; q++) {
                if (builder->point_parents[q] != (int32_t)p && builder->point_parents[p] != (int32_t)q)
                    continue;
                kd_vec3 way = kd_vec3_sub(places[builder->points[p].joint], places[builder->points[q].joint]);
                uint32_t child = builder->point_parents[q] == (int32_t)p ? q : p;
                double stiffness = stiff[child] / ((double)kd_vec3_length(way) + 1e-6 * builder->height);
                total += stiffness;
                for (uint32_t h = 0; h < handles; h++)
                    sums[h] += stiffness * (double)builder->weights[q * handles + h];
            }
            for (uint32_t h = 0; h < handles && total > 0; h++)
                builder->weights[p * handles + h] = (float)(sums[h] / total);
        }
}

/* Points that are braced against each other start as one, for their shape's sake. Masts go with their foot. */
static void handle_unite(kdi_segment_builder *builder)
{
    uint32_t handles = builder->handle_count;
    for (uint32_t p = 0; p < builder->point_count; p++) {
        uint32_t group[KDI_FIGURE_MOST_JOINTS], count = 0;
        if (builder->points[p].handle != KDI_SEGMENT_NONE)
            continue;
        group[count++] = p;
        for (uint32_t q = p + 1; q < builder->point_count; q++)
            if (builder->point_parents[q] == (int32_t)p && builder->points[q].handle == KDI_SEGMENT_NONE)
                group[count++] = q;
        for (uint32_t h = 0; h < handles && count > 2; h++) {
            double sum = 0;
            for (uint32_t i = 0; i < count; i++)
                sum += (double)builder->weights[group[i] * handles + h];
            for (uint32_t i = 0; i < count; i++)
                builder->weights[group[i] * handles + h] = (float)(sum / count);
        }
    }
    const kdi_segment_mast *masts = (const kdi_segment_mast *)(const void *)builder->masts.data;
    for (size_t i = 0; i < builder->masts.size / sizeof *masts; i++) {
        kdi_segment_point *point = &builder->points[masts[i].point];
        int32_t handle = builder->points[masts[i].foot].handle;
        bool is_one =
            handle == builder->points[masts[i].side[0]].handle && handle == builder->points[masts[i].side[1]].handle;
        point->handle = is_one ? handle : KDI_SEGMENT_NONE;
        point->inverse_mass = builder->points[masts[i].foot].inverse_mass;
        for (uint32_t h = 0; h < handles; h++)
            builder->weights[masts[i].point * handles + h] = builder->weights[masts[i].foot * handles + h];
    }
}

/* The side to which the middle of three points bends on average, in the frame of the joint above it. */
static bool handle_side(const kdi_segment_builder *builder, kdi_segment_hinge *hinge)
{
    double side[3] = {0, 0, 0}, chords = 0, bends = 0;
    for (int32_t m = 0; m < builder->motion_count; m++) {
        const kdi_segment_motion *motion = &builder->motions[m];
        for (int32_t f = motion->first; f < motion->first + motion->count; f++) {
            const kd_vec3 *places = motion->places + (size_t)f * builder->joint_count;
            kd_vec3 top = places[builder->points[hinge->top].joint];
            kd_vec3 chord = kd_vec3_sub(places[builder->points[hinge->bottom].joint], top);
            kd_vec3 unit = kd_vec3_normalize(chord, kd_vec3_make(0, 0, 0));
            kd_vec3 middle = kd_vec3_sub(places[builder->points[hinge->middle].joint], top);
            kd_vec3 bend = kd_vec3_sub(middle, kd_vec3_scale(unit, kd_vec3_dot(middle, unit)));
            kd_quat frame = motion->rotations[(size_t)f * builder->joint_count + hinge->joint];
            bend = kd_quat_rotate(kd_quat_conjugate(frame), bend);
            side[0] += (double)bend.x, side[1] += (double)bend.y, side[2] += (double)bend.z;
            chords += (double)kd_vec3_length(chord);
            bends += (double)kd_vec3_length(bend);
        }
    }
    double size = sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
    for (int k = 0; k < 3; k++)
        hinge->side[k] = size > 0 ? (float)(side[k] / size) : 0.0f;
    return size > 0.01 * chords && size > 0.9 * bends; /* it bends, and to one side */
}

static int handle_link_count(const kdi_segment_builder *builder, int32_t point)
{
    int count = 0;
    for (uint32_t i = 0; i < builder->link_count; i++)
        count += builder->links[i].a == (uint32_t)point || builder->links[i].b == (uint32_t)point;
    return count;
}

static kd_result handle_hinges(kdi_segment_builder *builder)
{
    for (uint32_t i = 1; i < builder->handle_count; i++) {
        int32_t bottom = (int32_t)builder->handles[i].point;
        while (builder->point_parents[bottom] >= 0 &&
               builder->points[builder->point_parents[bottom]].handle == (int32_t)i)
            bottom = builder->point_parents[bottom];
        int32_t middle = builder->point_parents[bottom];
        int32_t top = middle < 0 ? KDI_SEGMENT_NONE : builder->point_parents[middle];
        if (top < 0 || builder->points[middle].handle != KDI_SEGMENT_NONE || handle_link_count(builder, middle) != 2)
            continue;
        kdi_segment_hinge hinge = {(uint32_t)top, (uint32_t)middle, (uint32_t)bottom, 0, {0, 0, 0}};
        hinge.joint = (uint32_t)builder->joints[builder->points[middle].joint].parent;
        if (handle_side(builder, &hinge) && kd_buffer_append(&builder->hinges, &hinge, sizeof hinge) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

static kd_result handle_add_wanted(kdi_segment_builder *builder)
{
    for (int32_t i = 0; i < builder->desc->handle_count; i++) {
        const char *name = builder->desc->handles[i];
        int32_t joint = kd_skeleton_find(builder->skeleton, name);
        if (joint == KD_NO_JOINT)
            return KDI_ERROR(builder->findings, KD_JOINT_UNKNOWN, NULL, "no joint is called '%.100s'", name);
        if ((uint32_t)joint != builder->root && !handle_usable(builder, (uint32_t)joint))
            return KDI_ERROR(builder->findings, KD_HIERARCHY, NULL,
                             "joint '%.100s' is not below the moving root '%.100s'", name,
                             handle_joint_name(builder, builder->root));
        if (!handle_add(builder, (uint32_t)joint, false))
            return KDI_ERROR(builder->findings, KD_LIMIT, NULL, "more than %d handles", KD_SEGMENT_MOST_TARGETS);
    }
    return KD_OK;
}

kd_result kdi_segment_handles_make(kdi_segment_builder *builder)
{
    builder->handles = KDI_ARENA_PUSH(&builder->arena, kdi_segment_handle, KD_SEGMENT_MOST_TARGETS);
    builder->weights = KDI_ARENA_PUSH(&builder->arena, float, (size_t)builder->point_count *KD_SEGMENT_MOST_TARGETS);
    if (!builder->handles || !builder->weights)
        return KD_OUT_OF_MEMORY;
    handle_add(builder, builder->root, false);
    kd_result result = handle_add_wanted(builder);
    if (result != KD_OK)
        return result;
    uint32_t before = builder->handle_count;
    handle_add_named(builder, "toe ball", NULL, true);
    handle_add_named(builder, "foot ankle", "toe ball", true);
    handle_add_named(builder, "hand wrist", NULL, false);
    handle_add_named(builder, "head", NULL, false);
    if (builder->handle_count == before)
        handle_add_ends(builder);
    handle_members(builder);
    handle_weights(builder);
    handle_unite(builder);
    for (uint32_t i = 0; i < builder->joint_count; i++) {
        int32_t handle = builder->points[builder->joints[i].point].handle;
        if (handle > 0 && builder->handles[handle].is_foot)
            builder->joints[i].flags |= KDI_SEGMENT_JOINT_STANDS;
    }
    return handle_hinges(builder);
}
