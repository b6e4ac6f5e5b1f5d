/* Ports: what feeds an input, what an output holds, and the influence of nodes and groups. */
#include "compile/rig_compile.h"

#include "kinedriver/scalar.h"

#include <string.h>

static const compile_feed *port_feed(const rig_compile *compile, int32_t vertex, int32_t port)
{
    for (int32_t i = compile->nodes[vertex].first_feed; i != KDI_NOTHING; i = compile->feeds[i].next)
        if (compile->feeds[i].to_port == port)
            return &compile->feeds[i];
    return NULL;
}

/* A value times the connection's factor. */
static kdi_place_id port_scaled(rig_compile *compile, const compile_feed *feed, int32_t type)
{
    kdi_place_id from = compile->nodes[feed->from_node].ports[feed->from_port];
    if (feed->factor == 1.0f || type == KD_VALUE_QUAT)
        return from;
    if (type == KD_VALUE_FLOAT)
        return kdi_build_op(&compile->build, KDI_OP_SCALED, &from, &feed->factor);
    const float units[3] = {feed->factor, feed->factor, feed->factor};
    const float zero[3] = {0, 0, 0};
    kdi_place_id none = kdi_build_constants(&compile->build, zero, 3);
    return kdi_build_op(&compile->build, KDI_OP_ADD_V, (const kdi_place_id[]){none, from, from + 1, from + 2}, units);
}

kdi_place_id kdi_compile_input(rig_compile *compile, const char *port, kdi_place_id fallback)
{
    kdi_port_view view;
    if (!kdi_node_find_port_view(compile->rig->nodes[compile->at], port, true, &view))
        return fallback;
    const compile_feed *feed = port_feed(compile, compile->at, view.index);
    return feed != NULL ? port_scaled(compile, feed, view.type) : fallback;
}

kdi_place_id kdi_compile_input_factor(rig_compile *compile, const char *port, float *factor)
{
    kdi_port_view view;
    const compile_feed *feed = NULL;
    if (kdi_node_find_port_view(compile->rig->nodes[compile->at], port, true, &view))
        feed = port_feed(compile, compile->at, view.index);
    *factor = feed != NULL ? feed->factor : 1.0f;
    return feed != NULL ? compile->nodes[feed->from_node].ports[feed->from_port] : KDI_PLACE_ZERO;
}

bool kdi_compile_is_fed(const rig_compile *compile, const char *port)
{
    kdi_port_view view;
    return kdi_node_find_port_view(compile->rig->nodes[compile->at], port, true, &view) &&
           port_feed(compile, compile->at, view.index) != NULL;
}

int32_t kdi_compile_fed_unit(const rig_compile *compile, const char *port, float *factor)
{
    kdi_port_view view;
    *factor = 1.0f;
    if (!kdi_node_find_port_view(compile->rig->nodes[compile->at], port, true, &view))
        return KD_UNIT_NONE;
    const compile_feed *feed = port_feed(compile, compile->at, view.index);
    if (feed == NULL || !kdi_node_port_view(compile->rig->nodes[feed->from_node], feed->from_port, &view))
        return KD_UNIT_NONE;
    *factor = feed->factor;
    return view.unit;
}

kdi_place_id kdi_compile_list_input(rig_compile *compile, const char *prefix, int32_t item, kdi_place_id fallback)
{
    const kd_node *node = compile->rig->nodes[compile->at];
    for (int32_t i = compile->nodes[compile->at].first_feed; i != KDI_NOTHING; i = compile->feeds[i].next) {
        kdi_port_view view;
        const compile_feed *feed = &compile->feeds[i];
        if (kdi_node_port_view(node, feed->to_port, &view) && view.name == NULL &&
            strcmp(view.row->name, prefix) == 0 && view.item == item)
            return port_scaled(compile, feed, view.type);
    }
    return fallback;
}

void kdi_compile_output(rig_compile *compile, const char *port, kdi_place_id place)
{
    kdi_port_view view;
    if (kdi_node_find_port_view(compile->rig->nodes[compile->at], port, true, &view))
        compile->nodes[compile->at].ports[view.index] = place;
}

/* A driven influence of the node or group, or KDI_PLACE_NONE. Port 0 is the influence of a node; a group has only this
 * one. */
static kdi_place_id port_driven_influence(rig_compile *compile, int32_t vertex)
{
    const compile_feed *feed = port_feed(compile, vertex, 0);
    return feed != NULL ? port_scaled(compile, feed, KD_VALUE_FLOAT) : KDI_PLACE_NONE;
}

kdi_place_id kdi_compile_influence(rig_compile *compile)
{
    compile_node *node = &compile->nodes[compile->at];
    if (node->influence != KDI_PLACE_NONE)
        return node->influence;
    kdi_place_id influence = KDI_PLACE(KDI_PLACE_INFLUENCE, compile->at);
    int32_t vertices[2] = {compile->at, KDI_NOTHING};
    const char *group = compile->rig->nodes[compile->at]->group;
    if (group[0] != '\0')
        vertices[1] = kdi_rig_names_find(&compile->names, group);
    for (int i = 0; i < 2 && vertices[i] != KDI_NOTHING; i++) {
        kdi_place_id driven = port_driven_influence(compile, vertices[i]);
        if (driven != KDI_PLACE_NONE)
            influence = kdi_build_op(&compile->build, KDI_OP_SHARE, (const kdi_place_id[]){driven, influence}, NULL);
    }
    node->influence = influence;
    return influence;
}

kdi_place_id kdi_compile_fade(rig_compile *compile, kdi_place_id value, int32_t type)
{
    static const float IDENTITY[4] = {0, 0, 0, 1};
    kdi_program_build *build = &compile->build;
    kdi_place_id influence = kdi_compile_influence(compile);
    if (type == KD_VALUE_QUAT) {
        kdi_place_id none = kdi_build_constants(build, IDENTITY, 4);
        return kdi_build_op(build, KDI_OP_MIX_Q, (const kdi_place_id[]){none, value, influence}, NULL);
    }
    if (type == KD_VALUE_VEC3) {
        kdi_place_id none = kdi_build_constants(build, IDENTITY, 3);
        return kdi_build_op(build, KDI_OP_GATHER_V, (const kdi_place_id[]){none, value, influence}, NULL);
    }
    return kdi_build_op(build, KDI_OP_PRODUCT, (const kdi_place_id[]){value, influence}, NULL);
}

static bool weight_is_driven(rig_compile *compile, const kd_joint_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (kdi_compile_list_input(compile, "weight", i, KDI_PLACE_NONE) != KDI_PLACE_NONE)
            return true;
    return false;
}

/* Weights as numbers: shares are known now. */
static void weight_constants(rig_compile *compile, const kd_joint_list *list, kdi_place_id *weights,
                             kdi_place_id *influence)
{
    double sum = 0;
    for (int32_t i = 0; i < list->count; i++)
        sum += list->items[i].weight;
    if (!(sum > 0))
        *influence = KDI_PLACE_ZERO;
    for (int32_t i = 0; i < list->count; i++)
        weights[i] = kdi_build_constant(&compile->build, sum > 0 ? (float)(list->items[i].weight / sum) : 0.0f);
}

void kdi_compile_weights(rig_compile *compile, const kd_joint_list *list, kdi_place_id *weights,
                         kdi_place_id *influence)
{
    kdi_program_build *build = &compile->build;
    if (!weight_is_driven(compile, list)) {
        weight_constants(compile, list, weights, influence);
        return;
    }
    kdi_place_id sum = KDI_PLACE_ZERO;
    for (int32_t i = 0; i < list->count; i++) {
        kdi_place_id weight =
            kdi_compile_list_input(compile, "weight", i, kdi_build_constant(build, (float)list->items[i].weight));
        weights[i] = kdi_build_op(build, KDI_OP_CLAMP, &weight, (const float[]){0, 1e6f});
        sum = kdi_build_op(build, KDI_OP_ADD_SCALED, (const kdi_place_id[]){sum, weights[i]}, (const float[]){1});
    }
    kdi_place_id reciprocal = kdi_build_op(build, KDI_OP_RECIPROCAL, &sum, NULL);
    for (int32_t i = 0; i < list->count; i++)
        weights[i] = kdi_build_op(build, KDI_OP_PRODUCT, (const kdi_place_id[]){weights[i], reciprocal}, NULL);
    /* Nothing to follow where all weights vanish. */
    kdi_place_id any = kdi_build_op(build, KDI_OP_SCALED, &sum, (const float[]){1e12f});
    *influence = kdi_build_op(build, KDI_OP_SHARE, (const kdi_place_id[]){any, *influence}, NULL);
}
