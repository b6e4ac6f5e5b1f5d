/* The dependencies between nodes as lists of needs, made by two counting sorts: linear in nodes and connections
 * whatever the file. */
#include "model/rig_order.h"

#include "base/allocator.h"
#include "base/arena.h"

#include <string.h>

typedef struct graph_edge {
    int32_t from, to;
} graph_edge;

static void graph_add_edge(graph_edge *edges, int32_t *count, int32_t from, int32_t to)
{
    edges[*count].from = from;
    edges[*count].to = to;
    (*count)++;
}

static int32_t graph_collect(const kd_rig *rig, const kdi_rig_names *names, graph_edge *edges)
{
    int32_t count = 0;
    for (int32_t i = 0; i < rig->connection_count; i++) {
        int32_t from = kdi_rig_names_find(names, rig->connections[i].from.node);
        int32_t to = kdi_rig_names_find(names, rig->connections[i].to.node);
        if (from != KDI_NO_INDEX && from < rig->node_count && to != KDI_NO_INDEX)
            graph_add_edge(edges, &count, from, to);
    }
    for (int32_t i = 0; i < rig->node_count; i++) {
        int32_t group = rig->nodes[i]->group[0] ? kdi_rig_names_find(names, rig->nodes[i]->group) : KDI_NO_INDEX;
        if (group >= rig->node_count)
            graph_add_edge(edges, &count, group, i);
    }
    return count;
}

/* first[v] becomes the number of edges whose `to` (or `from`) is below v. */
static void graph_count(int32_t *first, int32_t vertex_count, const graph_edge *edges, int32_t edge_count, bool by_to)
{
    memset(first, 0, ((size_t)vertex_count + 1) * sizeof *first);
    for (int32_t i = 0; i < edge_count; i++)
        first[(by_to ? edges[i].to : edges[i].from) + 1]++;
    for (int32_t v = 0; v < vertex_count; v++)
        first[v + 1] += first[v];
}

/* edges by `from` into sorted, then by `to` into needs. cursor has room for vertex_count + 1. */
static void graph_sort(kdi_rig_graph *graph, const graph_edge *edges, graph_edge *sorted, int32_t *cursor)
{
    graph_count(cursor, graph->vertex_count, edges, graph->edge_count, false);
    for (int32_t i = 0; i < graph->edge_count; i++)
        sorted[cursor[edges[i].from]++] = edges[i];
    graph_count(graph->first, graph->vertex_count, sorted, graph->edge_count, true);
    memcpy(cursor, graph->first, ((size_t)graph->vertex_count + 1) * sizeof *cursor);
    for (int32_t i = 0; i < graph->edge_count; i++)
        graph->needs[cursor[sorted[i].to]++] = sorted[i].from;
}

kd_result kdi_rig_graph_make(kdi_rig_graph *graph, const kd_rig *rig, const kdi_rig_names *names)
{
    memset(graph, 0, sizeof *graph);
    graph->allocator = rig->arena->allocator;
    graph->node_count = rig->node_count;
    graph->vertex_count = rig->node_count + rig->group_count;
    size_t vertices = (size_t)graph->vertex_count + 1;
    size_t most_edges = (size_t)rig->connection_count + (size_t)rig->node_count;
    graph->memory_bytes = (vertices + most_edges) * sizeof(int32_t);
    graph->first = (int32_t *)kdi_allocate(&graph->allocator, 1, graph->memory_bytes);
    size_t scratch_bytes = vertices * sizeof(int32_t) + (2 * most_edges + 1) * sizeof(graph_edge);
    graph_edge *scratch = (graph_edge *)kdi_allocate(&graph->allocator, 1, scratch_bytes);
    if (!graph->first || !scratch) {
        kdi_free(&graph->allocator, scratch, scratch_bytes);
        kdi_rig_graph_free(graph);
        return KD_OUT_OF_MEMORY;
    }
    graph->needs = graph->first + vertices;
    graph->edge_count = graph_collect(rig, names, scratch);
    graph_sort(graph, scratch, scratch + most_edges, (int32_t *)(void *)(scratch + 2 * most_edges));
    kdi_free(&graph->allocator, scratch, scratch_bytes);
    return KD_OK;
}

void kdi_rig_graph_free(kdi_rig_graph *graph)
{
    kdi_free(&graph->allocator, graph->first, graph->memory_bytes);
    graph->first = graph->needs = NULL;
}
