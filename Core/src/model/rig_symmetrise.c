/* KD_MIRROR_SYMMETRISE: everything stays, and what is on one side only gets a partner. A partner must see mirrored
 * values: where a node without a side would give it others (a spine bends to the other side), it gets a mirrored twin
 * of that node too. */
#include "base/allocator.h"
#include "base/arena.h"
#include "model/mirror.h"
#include "model/rig.h"
#include "model/rig_order.h"
#include "text/findings.h"

#include <stdio.h>
#include <string.h>

typedef struct symmetry {
    kdi_mirroring *mirroring;
    kd_rig *rig;
    kdi_rig_names names; /* of the rig before anything is added */
    kdi_rig_graph graph;
    kd_node **copies;         /* of each node, or NULL */
    const char **other_names; /* of each node, then group: on the other side; NULL: it has no side */
    int32_t *order;           /* evaluation order of the nodes */
    char *is_copied;          /* node or group gets a partner, or the node a twin */
    char *is_changed;         /* mirrored, the node's outputs would be others */
} symmetry;

static const char *symmetry_name(const symmetry *s, int32_t vertex)
{
    return vertex < s->rig->node_count ? s->rig->nodes[vertex]->name : s->rig->groups[vertex - s->rig->node_count].name;
}

/* What has a side, and which of it has no partner. */
static kd_result symmetry_find_sides(symmetry *s)
{
    for (int32_t i = 0; i < s->graph.vertex_count; i++) {
        const char *name = symmetry_name(s, i), *other = kdi_mirror_text(s->mirroring, name);
        if (!other)
            return KD_OUT_OF_MEMORY;
        if (other == name)
            continue;
        s->mirroring->sided_count++;
        s->other_names[i] = other;
        s->is_copied[i] = kdi_rig_names_find(&s->names, other) == KDI_NO_INDEX;
    }
    return KD_OK;
}

static bool symmetry_is_driven_by_change(const symmetry *s, int32_t node)
{
    for (int32_t k = s->graph.first[node]; k < s->graph.first[node + 1]; k++)
        if (s->graph.needs[k] < s->graph.node_count && s->is_changed[s->graph.needs[k]])
            return true;
    return false;
}

/* Forth, what changes; back, which twins the copies need. */
static void symmetry_find_twins(symmetry *s)
{
    for (int32_t i = 0; i < s->graph.node_count; i++) {
        int32_t node = s->order[i];
        s->is_changed[node] = s->other_names[node] || kdi_mirror_changes_outputs(s->mirroring, s->rig->nodes[node]) ||
                              symmetry_is_driven_by_change(s, node);
    }
    for (int32_t i = s->graph.node_count - 1; i >= 0; i--) {
        int32_t node = s->order[i];
        for (int32_t k = s->graph.first[node]; s->is_copied[node] && k < s->graph.first[node + 1]; k++) {
            int32_t need = s->graph.needs[k];
            if (need < s->graph.node_count && !s->other_names[need] && s->is_changed[need])
                s->is_copied[need] = 1;
        }
    }
}

/* "name_mirrored", with a number where that is taken. */
static const char *symmetry_twin_name(symmetry *s, const char *name)
{
    size_t capacity = strlen(name) + 24;
    char *twin = (char *)kdi_arena_push(s->rig->arena, capacity, 1);
    if (!twin)
        return NULL;
    snprintf(twin, capacity, "%s_mirrored", name);
    for (int number = 2; kdi_rig_names_find(&s->names, twin) != KDI_NO_INDEX; number++)
        snprintf(twin, capacity, "%s_mirrored%d", name, number);
    return twin;
}

static kd_result symmetry_copy_nodes(symmetry *s)
{
    for (int32_t i = 0; i < s->graph.node_count; i++) {
        if (!s->is_copied[i])
            continue;
        kd_node *copy = kdi_node_copy(s->rig, s->rig->nodes[i]);
        if (!copy)
            return KD_OUT_OF_MEMORY;
        kdi_node_walk(copy, i, kdi_mirror_values, s->mirroring);
        kdi_node_walk(copy, i, kdi_mirror_names, s->mirroring);
        if (!s->other_names[i])
            copy->name = symmetry_twin_name(s, copy->name);
        if (!copy->name || s->mirroring->result != KD_OK)
            return KD_OUT_OF_MEMORY;
        s->copies[i] = copy;
    }
    return KD_OK;
}

/* The name of the node or group on the other side as it will be; the same name for what both sides share. */
static const char *symmetry_counterpart(const symmetry *s, int32_t vertex)
{
    if (vertex < s->graph.node_count && s->copies[vertex])
        return s->copies[vertex]->name;
    return s->other_names[vertex] ? s->other_names[vertex] : symmetry_name(s, vertex);
}

static const char *symmetry_input_key(symmetry *s, const char *node, const char *port)
{
    size_t capacity = strlen(node) + strlen(port) + 2;
    char *key = (char *)kdi_arena_push(s->rig->arena, capacity, 1);
    if (key)
        snprintf(key, capacity, "%s.%s", node, port);
    return key;
}

/* Adds an input to the table. False without memory. */
static bool symmetry_take_input(symmetry *s, kdi_name_table *taken, const char *node, const char *port, bool *was_free)
{
    int32_t present;
    const char *key = symmetry_input_key(s, node, port);
    if (!key || kdi_name_table_add(taken, key, strlen(key), 0, &present) != KD_OK)
        return false;
    *was_free = present == KDI_NO_NAME;
    return true;
}

static kd_result symmetry_copy_connection(symmetry *s, kdi_name_table *taken, int32_t index)
{
    const kd_connection original = s->rig->connections[index];
    int32_t from = kdi_rig_names_find(&s->names, original.from.node);
    int32_t to = kdi_rig_names_find(&s->names, original.to.node);
    bool was_free;
    if (from == KDI_NO_INDEX || to == KDI_NO_INDEX || (!s->is_copied[to] && !s->other_names[to]))
        return KD_OK;
    const char *from_name = symmetry_counterpart(s, from), *to_name = symmetry_counterpart(s, to);
    if (!symmetry_take_input(s, taken, to_name, original.to.port, &was_free))
        return KD_OUT_OF_MEMORY;
    if (!was_free)
        return KD_OK;
    kd_connection *copy = kd_rig_connect(s->rig, from_name, original.from.port, to_name, original.to.port);
    if (!copy)
        return KD_OUT_OF_MEMORY;
    copy->factor = original.factor;
    return KD_OK;
}

static kd_result symmetry_copy_connections(symmetry *s)
{
    int32_t count = s->rig->connection_count;
    kd_result result = KD_OK;
    kdi_name_table taken;
    bool was_free;
    kdi_name_table_init(&taken, &s->rig->arena->allocator);
    for (int32_t i = 0; i < count && result == KD_OK; i++) {
        const kd_port_ref *to = &s->rig->connections[i].to;
        result = symmetry_take_input(s, &taken, to->node, to->port, &was_free) ? KD_OK : KD_OUT_OF_MEMORY;
    }
    for (int32_t i = 0; i < count && result == KD_OK; i++)
        result = symmetry_copy_connection(s, &taken, i);
    kdi_name_table_free(&taken);
    return result;
}

/* Each copy behind its original: a valid order stays nearly one. */
static kd_result symmetry_insert_nodes(symmetry *s)
{
    kd_node **nodes = NULL;
    int32_t count = 0;
    for (int32_t i = 0; i < 2 * s->graph.node_count; i++) {
        kd_node *node = i % 2 == 0 ? s->rig->nodes[i / 2] : s->copies[i / 2];
        if (!node)
            continue;
        void *slot = kd_rig_list_add(s->rig, &nodes, &count, sizeof node);
        if (!slot)
            return KD_OUT_OF_MEMORY;
        memcpy(slot, &node, sizeof node);
    }
    s->rig->nodes = nodes;
    s->rig->node_count = count;
    return KD_OK;
}

static kd_result symmetry_copy_groups(symmetry *s)
{
    int32_t count = s->rig->group_count;
    for (int32_t i = 0; i < count; i++) {
        int32_t vertex = s->graph.node_count + i;
        if (!s->is_copied[vertex])
            continue;
        kd_group *copy = kd_rig_add_group(s->rig, s->other_names[vertex]);
        if (!copy)
            return KD_OUT_OF_MEMORY;
        copy->influence = s->rig->groups[i].influence;
        copy->lod = s->rig->groups[i].lod;
    }
    return KD_OK;
}

static kd_result symmetry_copy_joints(symmetry *s)
{
    kdi_mirroring *mirroring = s->mirroring;
    int32_t count = s->rig->joint_count;
    for (int32_t i = 0; i < count; i++) {
        const char *name = s->rig->joints[i].name, *other = kdi_mirror_text(mirroring, name);
        if (!other)
            return KD_OUT_OF_MEMORY;
        if (other == name || kdi_name_table_find(&mirroring->joints, other, strlen(other)) != KDI_NO_NAME)
            continue;
        kd_rig_joint *copy = kd_rig_add_joint(s->rig, "", "");
        if (!copy)
            return KD_OUT_OF_MEMORY;
        kd_item item = copy->item;
        *copy = s->rig->joints[i];
        copy->item = item;
        kdi_visit visit = {kdi_section_child("Joint")->element, copy, i, NULL};
        kdi_mirror_values(mirroring, &visit);
        kdi_mirror_names(mirroring, &visit);
    }
    return mirroring->result;
}

static void symmetry_warn_hidden_sides(symmetry *s)
{
    for (int32_t i = 0; i < s->graph.node_count; i++) {
        const kd_node *node = s->rig->nodes[i];
        if (s->other_names[i] || s->is_copied[i] || !kdi_mirror_writes_side(s->mirroring, node))
            continue;
        char name[KDI_NAME_SHOW_SIZE];
        kdi_place place = {node->item.line, node->item.column, kdi_name_show(node->name, name, sizeof name)};
        KDI_WARNING(s->mirroring->findings, KD_NAME_INVALID, &place,
                    "'%s' writes a joint that has a side but has none in its own name: it gets no partner; rename it",
                    name);
    }
}

static kd_result symmetry_run(symmetry *s)
{
    kd_result result = kdi_rig_graph_order(&s->graph, s->rig, s->order, s->mirroring->findings);
    if (result == KD_OK)
        result = symmetry_find_sides(s);
    if (result != KD_OK)
        return result;
    symmetry_find_twins(s);
    symmetry_warn_hidden_sides(s);
    result = symmetry_copy_nodes(s);
    if (result == KD_OK)
        result = symmetry_copy_connections(s);
    if (result == KD_OK)
        result = symmetry_copy_groups(s);
    if (result == KD_OK)
        result = symmetry_insert_nodes(s);
    if (result == KD_OK)
        result = symmetry_copy_joints(s);
    return result == KD_OK ? kd_rig_sort(s->rig, NULL) : result;
}

kd_result kdi_rig_symmetrise(kdi_mirroring *mirroring)
{
    symmetry s;
    memset(&s, 0, sizeof s);
    s.mirroring = mirroring;
    s.rig = mirroring->rig;
    const kd_allocator *allocator = &s.rig->arena->allocator;
    kd_result result = kdi_rig_names_make(&s.names, s.rig);
    if (result != KD_OK)
        return result;
    result = kdi_rig_graph_make(&s.graph, s.rig, &s.names);
    size_t count = (size_t)s.graph.vertex_count + 1;
    size_t bytes = count * (2 * sizeof(void *) + sizeof(int32_t) + 2);
    char *memory = result == KD_OK ? (char *)kdi_allocate(allocator, 1, bytes) : NULL;
    if (memory) {
        memset(memory, 0, bytes);
        s.copies = (kd_node **)(void *)memory;
        s.other_names = (const char **)(void *)(s.copies + count);
        s.order = (int32_t *)(void *)(s.other_names + count);
        s.is_copied = (char *)(s.order + count);
        s.is_changed = s.is_copied + count;
        result = symmetry_run(&s);
    } else {
        result = KD_OUT_OF_MEMORY;
    }
    kdi_free(allocator, memory, bytes);
    kdi_rig_graph_free(&s.graph);
    kdi_rig_names_free(&s.names);
    return result;
}
