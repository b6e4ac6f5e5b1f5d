/* Skins: joints and weights of every vertex, reduced to what a kd_mesh promises: largest first, at most
 * KD_MAX_INFLUENCES, each joint once, sum 1. */
#include "io/gltf_read.h"

#include <math.h>
#include <stdio.h>

enum { SKIN_MAX_SETS = 8, SKIN_MAX_SLOTS = SKIN_MAX_SETS * 4 };

typedef struct skin_influence {
    uint16_t joint;
    double weight;
} skin_influence;

/* What was put right, told once for each primitive. */
typedef struct skin_repairs {
    int64_t negative;
    int64_t weightless;
    int64_t not_normalised;
    int64_t reduced;
} skin_repairs;

typedef struct skin_set {
    const uint32_t *joints; /* [vertex * 4], in the skin's list */
    const float *weights;
} skin_set;

typedef struct skin_reading {
    const uint16_t *joints; /* [place in the skin's list] of the skeleton */
    int32_t joint_count;
    skin_set sets[SKIN_MAX_SETS];
    int set_count;
    double tolerance; /* of the sum of weights */
    skin_repairs repairs;
} skin_reading;

static bool skin_read_joints(kdi_gltf *gltf, const kdi_json *skin, kdi_arena *temp, skin_reading *reading)
{
    kdi_json list = kdi_json_member(skin, "joints");
    if (!kdi_json_get_count(gltf, &list, &reading->joint_count))
        return false;
    if (reading->joint_count == 0)
        return kdi_gltf_error(gltf, KD_ELEMENT_MISSING, &list, "a skin must have joints");
    uint16_t *joints = KDI_ARENA_PUSH(temp, uint16_t, (size_t)reading->joint_count);
    if (!joints)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < reading->joint_count; i++) {
        kdi_json at = kdi_json_item(&list, (size_t)i);
        int32_t node = -1;
        if (!kdi_json_get_index(gltf, &at, gltf->node_count, &node))
            return false;
        if (!gltf->nodes[node].in_scene || !gltf->nodes[node].is_joint)
            return kdi_gltf_error(gltf, KD_INDEX, &at, "node %d is not part of the scene's hierarchy", (int)node);
        if (gltf->nodes[node].joint > UINT16_MAX)
            return kdi_gltf_error(gltf, KD_LIMIT, &at, "skins can use the first 65536 joints only");
        joints[i] = (uint16_t)gltf->nodes[node].joint;
    }
    reading->joints = joints;
    return true;
}

static bool skin_read_set(kdi_gltf *gltf, const kdi_gltf_primitive *primitive, int index, kdi_arena *temp,
                          skin_reading *reading)
{
    char names[2][24];
    snprintf(names[0], sizeof names[0], "JOINTS_%d", index);
    snprintf(names[1], sizeof names[1], "WEIGHTS_%d", index);
    kdi_json joints_at = kdi_json_member(&primitive->attributes, names[0]);
    kdi_json weights_at = kdi_json_member(&primitive->attributes, names[1]);
    kdi_gltf_accessor joints, weights;
    if (!joints_at.value || !weights_at.value)
        return true;
    if (!kdi_gltf_open_accessor(gltf, &joints_at, &joints) || !kdi_gltf_open_accessor(gltf, &weights_at, &weights))
        return false;
    if (joints.components != 4 || weights.components != 4 || joints.count != primitive->vertex_count ||
        weights.count != primitive->vertex_count)
        return kdi_gltf_error(gltf, KD_COUNT_MISMATCH, &joints_at, "%s and %s must be a VEC4 for each of %d vertices",
                              names[0], names[1], (int)primitive->vertex_count);
    size_t count = (size_t)primitive->vertex_count * 4;
    uint32_t *joint_values = KDI_ARENA_PUSH(temp, uint32_t, count);
    float *weight_values = KDI_ARENA_PUSH(temp, float, count);
    if (!joint_values || !weight_values)
        return kdi_gltf_no_memory(gltf);
    if (!kdi_gltf_read_uints(gltf, &joints_at, &joints, joint_values) ||
        !kdi_gltf_read_floats(gltf, &weights_at, &weights, weight_values))
        return false;
    reading->sets[reading->set_count].joints = joint_values;
    reading->sets[reading->set_count++].weights = weight_values;
    if (weights.is_normalized)
        reading->tolerance = 0.02; /* rounded to 8 bits each */
    return true;
}

/* Gathers the influences of a vertex, each joint once, largest first. Returns their number, or -1 for a joint out of
 * range. */
static int skin_gather(const skin_reading *reading, size_t vertex, skin_influence *list, int64_t *negative)
{
    int count = 0;
    for (int slot = 0; slot < reading->set_count * 4; slot++) {
        uint32_t place = reading->sets[slot / 4].joints[vertex * 4 + (size_t)(slot % 4)];
        double weight = (double)reading->sets[slot / 4].weights[vertex * 4 + (size_t)(slot % 4)];
        *negative += weight < 0.0;
        if (!(weight > 0.0))
            continue;
        if (place >= (uint32_t)reading->joint_count)
            return -1;
        skin_influence added = {reading->joints[place], weight};
        int at = 0;
        while (at < count && list[at].joint != added.joint)
            at++;
        if (at < count)
            added.weight += list[at].weight;
        else
            count++;
        for (; at > 0 && list[at - 1].weight < added.weight; at--)
            list[at] = list[at - 1];
        list[at] = added;
    }
    return count;
}

/* Writes one vertex in KD_MAX_INFLUENCES slots. Returns how many are used, or -1 for a joint out of range. */
static int skin_settle_vertex(skin_reading *reading, size_t vertex, uint16_t *joints, float *weights)
{
    skin_influence list[SKIN_MAX_SLOTS];
    int count = skin_gather(reading, vertex, list, &reading->repairs.negative);
    if (count < 0)
        return -1;
    if (count == 0) {
        reading->repairs.weightless++;
        joints[0] = reading->joints[0];
        weights[0] = 1.0f;
        return 1;
    }
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += list[i].weight;
    reading->repairs.not_normalised += fabs(sum - 1.0) > reading->tolerance;
    if (count > KD_MAX_INFLUENCES) {
        reading->repairs.reduced++;
        for (; count > KD_MAX_INFLUENCES; count--)
            sum -= list[count - 1].weight;
    }
    for (int i = 0; i < count; i++) {
        joints[i] = list[i].joint;
        weights[i] = fabs(sum - 1.0) > 1e-7 ? (float)(list[i].weight / sum) : (float)list[i].weight;
    }
    return count;
}

static bool skin_tell_repairs(kdi_gltf *gltf, const kdi_json *at, const skin_repairs *repairs)
{
    if (repairs->negative &&
        !kdi_gltf_repair(gltf, KD_RANGE, at, "%lld weights are negative; 0 is taken", (long long)repairs->negative))
        return false;
    if (repairs->weightless &&
        !kdi_gltf_repair(gltf, KD_RANGE, at, "%lld vertices have no weight; the skin's first joint is taken",
                         (long long)repairs->weightless))
        return false;
    if (repairs->not_normalised &&
        !kdi_gltf_repair(gltf, KD_RANGE, at, "the weights of %lld vertices do not add up to 1; they are scaled",
                         (long long)repairs->not_normalised))
        return false;
    return !repairs->reduced ||
           kdi_gltf_repair(gltf, KD_LIMIT, at, "%lld vertices have more than %d influences; the largest are kept",
                           (long long)repairs->reduced, KD_MAX_INFLUENCES);
}

static bool skin_read_primitive(kdi_gltf *gltf, const kdi_gltf_primitive *primitive, kdi_arena *temp,
                                skin_reading *reading, const kd_mesh *mesh, int32_t *used)
{
    skin_repairs none = {0};
    reading->set_count = 0;
    reading->tolerance = 1e-3;
    reading->repairs = none;
    for (int set = 0; set < SKIN_MAX_SETS; set++)
        if (!skin_read_set(gltf, primitive, set, temp, reading))
            return false;
    for (int32_t v = 0; v < primitive->vertex_count; v++) {
        size_t to = (size_t)(primitive->first_vertex + v) * KD_MAX_INFLUENCES;
        int count = skin_settle_vertex(reading, (size_t)v, mesh->skin_joints + to, mesh->skin_weights + to);
        if (count < 0)
            return kdi_gltf_error(gltf, KD_INDEX, &primitive->attributes,
                                  "vertex %d uses a joint that the skin's %d joints do not have", (int)v,
                                  (int)reading->joint_count);
        if (count > *used)
            *used = count;
    }
    return skin_tell_repairs(gltf, &primitive->attributes, &reading->repairs);
}

/* Takes out the slots that no vertex uses. */
static void skin_compact(kd_mesh *mesh, int32_t used)
{
    for (size_t v = 0; v < (size_t)mesh->vertex_count; v++)
        for (size_t slot = 0; slot < (size_t)used; slot++) {
            mesh->skin_joints[v * (size_t)used + slot] = mesh->skin_joints[v * KD_MAX_INFLUENCES + slot];
            mesh->skin_weights[v * (size_t)used + slot] = mesh->skin_weights[v * KD_MAX_INFLUENCES + slot];
        }
    mesh->influence_count = used;
}

static bool skin_read_all(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count,
                          kdi_arena *temp)
{
    kd_mesh *mesh = in->mesh;
    kdi_json skins = kdi_json_member(&gltf->top, "skins");
    kdi_json skin = kdi_json_item(&skins, (size_t)in->skin);
    skin_reading reading = {0};
    int32_t used = 1;
    size_t slots = (size_t)mesh->vertex_count * KD_MAX_INFLUENCES;
    if (!skin_read_joints(gltf, &skin, temp, &reading))
        return false;
    mesh->skin_joints = KDI_ARENA_PUSH(gltf->scene->arena, uint16_t, slots);
    mesh->skin_weights = KDI_ARENA_PUSH(gltf->scene->arena, float, slots);
    if (!mesh->skin_joints || !mesh->skin_weights)
        return kdi_gltf_no_memory(gltf);
    for (int32_t i = 0; i < count; i++)
        if (!primitives[i].shares_vertices && !skin_read_primitive(gltf, &primitives[i], temp, &reading, mesh, &used))
            return false;
    skin_compact(mesh, used);
    return kdi_gltf_read_bind(gltf, in, &skin, reading.joints, reading.joint_count);
}

bool kdi_gltf_read_skin(kdi_gltf *gltf, kdi_gltf_mesh *in, const kdi_gltf_primitive *primitives, int32_t count)
{
    kdi_arena temp;
    kdi_arena_init(&temp, &gltf->desc->allocator, gltf->desc->limits.memory_bytes);
    bool good = skin_read_all(gltf, in, primitives, count, &temp);
    kdi_arena_free(&temp);
    return good;
}
