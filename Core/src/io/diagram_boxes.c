/* Boxes and wires of a rig's diagram: what each node says, which ports are connected, and the column it belongs to
 * (one behind the last that feeds it). */
#include "io/diagram.h"

#include "base/text_copy.h"
#include "model/rig_order.h"

#include <stdio.h>
#include <string.h>

static kdi_diagram_role boxes_role(kd_node_type type)
{
    switch (type) {
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        return KDI_DIAGRAM_EXTERNAL;
    case KD_NODE_SOURCE_OP:
        return KDI_DIAGRAM_SOURCE;
    case KD_NODE_TARGET_OP:
    case KD_NODE_TWIST_CHAIN:
        return KDI_DIAGRAM_TARGET;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        return KDI_DIAGRAM_CONSTRAINT;
    default:
        return KDI_DIAGRAM_EFFECTOR;
    }
}

/* "hand_l" or "hand_l +2". */
static void boxes_list_detail(char detail[KDI_DIAGRAM_TEXT], const kd_joint_list *list)
{
    char name[KDI_DIAGRAM_TEXT - 16];
    if (list->count == 0)
        return;
    kdi_text_copy(name, sizeof name, list->items[0].joint);
    if (list->count == 1)
        snprintf(detail, KDI_DIAGRAM_TEXT, "%s", name);
    else
        snprintf(detail, KDI_DIAGRAM_TEXT, "%s +%d", name, (int)list->count - 1);
}

static void boxes_detail(const kd_node *node, char detail[KDI_DIAGRAM_TEXT])
{
    detail[0] = '\0';
    switch (boxes_role(node->type)) {
    case KDI_DIAGRAM_SOURCE:
        boxes_list_detail(detail, &node->as.source.sources);
        break;
    case KDI_DIAGRAM_TARGET:
        if (node->type == KD_NODE_TWIST_CHAIN)
            boxes_list_detail(detail, &node->as.twist.targets);
        else
            kdi_text_copy(detail, KDI_DIAGRAM_TEXT, node->as.target.joint);
        break;
    case KDI_DIAGRAM_CONSTRAINT:
        kdi_text_copy(detail, KDI_DIAGRAM_TEXT, node->as.constraint.joint);
        break;
    default:
        kdi_text_copy(detail, KDI_DIAGRAM_TEXT, node->group[0] ? node->group : "");
        break;
    }
}

/* The port of a box, added if it is new; KDI_DIAGRAM_NOTHING without memory. */
static int32_t boxes_port(kdi_diagram *diagram, kdi_diagram_box *box, const char *name, bool is_input)
{
    for (int32_t i = 0; i < box->port_count; i++)
        if (box->ports[i].is_input == is_input && strcmp(box->ports[i].name, name) == 0)
            return i;
    kdi_diagram_port *ports = (kdi_diagram_port *)kdi_arena_grow(&diagram->arena, box->ports, (size_t)box->port_count,
                                                                 sizeof(kdi_diagram_port));
    if (!ports)
        return KDI_DIAGRAM_NOTHING;
    box->ports = ports;
    int32_t *rows = is_input ? &box->input_count : &box->output_count;
    kdi_diagram_port port = {name, is_input, (*rows)++};
    ports[box->port_count] = port;
    return box->port_count++;
}

static kd_result boxes_add_wires(kdi_diagram *diagram, const kd_rig *rig, const kdi_rig_names *names)
{
    diagram->wires = KDI_ARENA_PUSH(&diagram->arena, kdi_diagram_wire, (size_t)rig->connection_count);
    if (!diagram->wires)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = 0; i < rig->connection_count; i++) {
        const kd_connection *connection = &rig->connections[i];
        kdi_diagram_wire *wire = &diagram->wires[diagram->wire_count];
        wire->from = kdi_rig_names_find(names, connection->from.node);
        wire->to = kdi_rig_names_find(names, connection->to.node);
        if (wire->from == KDI_NO_INDEX || wire->to == KDI_NO_INDEX)
            continue;
        wire->factor = connection->factor;
        wire->from_port = boxes_port(diagram, &diagram->boxes[wire->from], connection->from.port, false);
        wire->to_port = boxes_port(diagram, &diagram->boxes[wire->to], connection->to.port, true);
        if (wire->from_port == KDI_DIAGRAM_NOTHING || wire->to_port == KDI_DIAGRAM_NOTHING)
            return KD_OUT_OF_MEMORY;
        diagram->wire_count++;
    }
    return KD_OK;
}

static int32_t boxes_layer_behind(const kdi_diagram *diagram, const kdi_rig_graph *graph, int32_t vertex)
{
    int32_t layer = 0;
    for (int32_t i = graph->first[vertex]; i < graph->first[vertex + 1]; i++) {
        int32_t before = diagram->boxes[graph->needs[i]].layer;
        /* membership in a group that nothing drives says nothing about the order */
        bool counts = graph->needs[i] < graph->node_count || diagram->boxes[graph->needs[i]].port_count > 0;
        layer = counts && before + 1 > layer ? before + 1 : layer;
    }
    return layer;
}

/* Nodes are in evaluation order and all that drives a group stands before its members, so that one pass is enough. */
static void boxes_set_layers(kdi_diagram *diagram, const kd_rig *rig, const kdi_rig_graph *graph)
{
    for (int32_t v = 0; v < graph->node_count; v++) {
        for (int32_t i = graph->first[v]; i < graph->first[v + 1]; i++)
            if (graph->needs[i] >= graph->node_count && diagram->boxes[graph->needs[i]].layer == KDI_DIAGRAM_NOTHING)
                diagram->boxes[graph->needs[i]].layer = boxes_layer_behind(diagram, graph, graph->needs[i]);
        diagram->boxes[v].layer = boxes_layer_behind(diagram, graph, v);
    }
    for (int32_t v = graph->node_count; v < graph->node_count + rig->group_count; v++)
        if (diagram->boxes[v].layer == KDI_DIAGRAM_NOTHING)
            diagram->boxes[v].layer = boxes_layer_behind(diagram, graph, v);
}

static kd_result boxes_fill(kdi_diagram *diagram, const kd_rig *rig, const kdi_rig_names *names)
{
    diagram->box_count = rig->node_count + rig->group_count;
    diagram->boxes = KDI_ARENA_PUSH(&diagram->arena, kdi_diagram_box, (size_t)diagram->box_count);
    if (!diagram->boxes)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = 0; i < diagram->box_count; i++) {
        kdi_diagram_box *box = &diagram->boxes[i];
        const kd_node *node = i < rig->node_count ? rig->nodes[i] : NULL;
        box->title = node ? node->name : rig->groups[i - rig->node_count].name;
        box->type = node ? kd_node_type_text(node->type) : "Group";
        box->role = node ? boxes_role(node->type) : KDI_DIAGRAM_GROUP;
        box->layer = KDI_DIAGRAM_NOTHING;
        if (node)
            boxes_detail(node, box->detail);
    }
    kd_result result = boxes_add_wires(diagram, rig, names);
    kdi_rig_graph graph;
    if (result == KD_OK)
        result = kdi_rig_graph_make(&graph, rig, names);
    if (result != KD_OK)
        return result;
    boxes_set_layers(diagram, rig, &graph);
    kdi_rig_graph_free(&graph);
    return KD_OK;
}

/* Groups that nothing drives are only words on their members. They are the last boxes. */
static void boxes_drop_idle_groups(kdi_diagram *diagram, int32_t node_count)
{
    int32_t kept = node_count;
    for (int32_t i = node_count; i < diagram->box_count; i++) {
        if (diagram->boxes[i].port_count == 0)
            continue;
        for (int32_t k = 0; k < diagram->wire_count; k++)
            if (diagram->wires[k].to == i)
                diagram->wires[k].to = kept;
        diagram->boxes[kept++] = diagram->boxes[i];
    }
    diagram->box_count = kept;
}

kd_result kdi_diagram_make(kdi_diagram *diagram, const kd_rig *rig)
{
    kdi_rig_names names;
    memset(diagram, 0, sizeof *diagram);
    kdi_arena_init(&diagram->arena, &rig->arena->allocator, 0);
    kd_result result = kdi_rig_names_make(&names, rig);
    if (result != KD_OK)
        return result;
    result = boxes_fill(diagram, rig, &names);
    kdi_rig_names_free(&names);
    if (result == KD_OK)
        boxes_drop_idle_groups(diagram, rig->node_count);
    return result;
}

void kdi_diagram_free(kdi_diagram *diagram)
{
    kdi_arena_free(&diagram->arena);
}
