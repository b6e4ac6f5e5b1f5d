/* Circles, a wrong order, and what has no effect: nodes from which no value reaches a joint or the host. */
#include "base/allocator.h"
#include "base/arena.h"
#include "model/rig_check.h"
#include "model/rig_order.h"

#include <string.h>

static bool use_is_sink(const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_TARGET_OP:
    case KD_NODE_EXTERNAL_OUTPUT:
    case KD_NODE_TWIST_CHAIN:
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        return true;
    default:
        return false;
    }
}

/* Marks everything that the sinks need. stack has room for every vertex. */
static void use_mark(const kd_rig *rig, const kdi_rig_graph *graph, int32_t *used, int32_t *stack)
{
    int32_t depth = 0;
    for (int32_t i = 0; i < graph->vertex_count; i++) {
        used[i] = i < rig->node_count && use_is_sink(rig->nodes[i]);
        if (used[i])
            stack[depth++] = i;
    }
    while (depth > 0) {
        int32_t vertex = stack[--depth];
        for (int32_t k = graph->first[vertex]; k < graph->first[vertex + 1]; k++) {
            int32_t need = graph->needs[k];
            if (!used[need])
                stack[depth++] = need;
            used[need] = 1;
        }
    }
}

/* fed[i]: how many connections end in ports of node i other than `influence`. */
static void use_count_fed(const kdi_rig_check *check, int32_t *fed)
{
    const kd_rig *rig = check->rig;
    memset(fed, 0, (size_t)rig->node_count * sizeof *fed);
    for (int32_t i = 0; i < rig->connection_count; i++) {
        const kd_port_ref *to = &rig->connections[i].to;
        int32_t index = kdi_rig_names_find(&check->names, to->node);
        if (index != KDI_NO_INDEX && index < rig->node_count && strcmp(to->port, "influence") != 0)
            fed[index]++;
    }
}

static void use_report(kdi_rig_check *check, const int32_t *used, const int32_t *fed)
{
    const kd_rig *rig = check->rig;
    for (int32_t i = 0; i < rig->node_count; i++) {
        const kd_node *node = rig->nodes[i];
        kdi_rig_check_enter_node(check, node);
        if (!used[i])
            KDI_RIG_WARNING(check, KD_UNUSED,
                            "the node has no effect: no joint and no ExternalOutput gets a value that comes from it");
        else if (fed[i] == 0 && (node->type == KD_NODE_TARGET_OP || node->type == KD_NODE_EXTERNAL_OUTPUT ||
                                 (node->type == KD_NODE_TWIST_CHAIN && node->as.twist.source[0] == '\0')))
            KDI_RIG_WARNING(check, KD_UNUSED, "the node has no effect: none of its inputs is connected");
    }
    for (int32_t i = 0; i < rig->group_count; i++) {
        if (used[rig->node_count + i])
            continue;
        kdi_rig_check_enter_section(check, "Group", &rig->groups[i], i);
        KDI_RIG_WARNING(check, KD_UNUSED, "no node with an effect belongs to this group");
    }
}

static kd_result order_check_with(kdi_rig_check *check, const kdi_rig_graph *graph, int32_t *memory)
{
    kd_result result = kdi_rig_graph_order(graph, check->rig, memory, check->findings);
    if (result == KD_CYCLE)
        kdi_rig_check_keep(check, KD_CYCLE);
    else if (result == KD_OK)
        result = kdi_rig_report_moves(check->rig, memory, check->findings);
    if (result == KD_OUT_OF_MEMORY)
        return result;
    int32_t *used = memory, *stack = memory + graph->vertex_count;
    use_mark(check->rig, graph, used, stack);
    use_count_fed(check, stack);
    use_report(check, used, stack);
    return KD_OK;
}

void kdi_rig_check_order(kdi_rig_check *check)
{
    kdi_rig_graph graph;
    kd_result result = kdi_rig_graph_make(&graph, check->rig, &check->names);
    if (result == KD_OK) {
        size_t bytes = ((size_t)graph.vertex_count * 2 + 1) * sizeof(int32_t);
        int32_t *memory = (int32_t *)kdi_allocate(&graph.allocator, 1, bytes);
        result = memory ? order_check_with(check, &graph, memory) : KD_OUT_OF_MEMORY;
        kdi_free(&graph.allocator, memory, bytes);
        kdi_rig_graph_free(&graph);
    }
    if (result != KD_OK)
        KDI_RIG_ERROR(check, result, "no memory to check the order of the nodes");
}
