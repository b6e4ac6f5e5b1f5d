/* The evaluation order: nodes are taken as they stand, each after those of its needs that are still missing. A valid
 * order therefore stays as it is. The search keeps its own stack, so that no chain of nodes is too long, and touches
 * every dependency once. */
#include "model/rig_order.h"

#include "base/allocator.h"
#include "base/arena.h"
#include "text/findings.h"

#include <stdio.h>
#include <string.h>

enum { ORDER_WAITING = -1, ORDER_DONE = -2, ORDER_PATH_NAMES = 6, ORDER_NAME_SIZE = 28, ORDER_MOST_CYCLES = 20 };

/* The state of one search. place[v]: ORDER_WAITING, ORDER_DONE or the vertex's place on the stack. */
typedef struct order_search {
    const kdi_rig_graph *graph;
    const kd_rig *rig;
    kd_findings *findings;
    int32_t *place, *stack, *next; /* next[v]: the need to look at next */
    int32_t depth;
    int32_t cycle_count;
    int32_t *order;
    int32_t order_count;
} order_search;

static const char *order_vertex_name(const kd_rig *rig, int32_t vertex)
{
    return vertex < rig->node_count ? rig->nodes[vertex]->name : rig->groups[vertex - rig->node_count].name;
}

/* The stack from `start` on is the circle, each vertex needing the one above it; told in the direction of the values,
 * which is from the top down. */
static void order_report_cycle(order_search *search, int32_t start)
{
    if (++search->cycle_count > ORDER_MOST_CYCLES)
        return;
    char path[ORDER_PATH_NAMES * (ORDER_NAME_SIZE + 4)] = "", name[ORDER_NAME_SIZE];
    size_t used = 0;
    int32_t length = search->depth - start;
    int32_t shown = length <= ORDER_PATH_NAMES ? length : ORDER_PATH_NAMES;
    for (int32_t i = 0; i < shown; i++) {
        int32_t vertex = search->stack[search->depth - 1 - i];
        kdi_name_show(order_vertex_name(search->rig, vertex), name, sizeof name);
        used += (size_t)snprintf(path + used, sizeof path - used, "%s -> ", name);
    }
    int32_t top = search->stack[search->depth - 1];
    const kd_item *item = top < search->rig->node_count ? &search->rig->nodes[top]->item
                                                        : &search->rig->groups[top - search->rig->node_count].item;
    kdi_name_show(order_vertex_name(search->rig, top), name, sizeof name);
    kdi_place place = {item->line, item->column, name};
    KDI_ERROR(search->findings, KD_CYCLE, &place, "%d node%s in a circle: %s%s%s; cut a connection", (int)length,
              length == 1 ? " depends on itself" : "s depend on each other", path, shown < length ? "… -> " : "", name);
}

static void order_enter(order_search *search, int32_t vertex)
{
    search->place[vertex] = search->depth;
    search->next[vertex] = search->graph->first[vertex];
    search->stack[search->depth++] = vertex;
}

static void order_visit(order_search *search, int32_t root)
{
    const kdi_rig_graph *graph = search->graph;
    order_enter(search, root);
    while (search->depth > 0) {
        int32_t vertex = search->stack[search->depth - 1];
        if (search->next[vertex] == graph->first[vertex + 1]) {
            search->depth--;
            search->place[vertex] = ORDER_DONE;
            if (vertex < graph->node_count)
                search->order[search->order_count++] = vertex;
            continue;
        }
        int32_t need = graph->needs[search->next[vertex]++];
        if (search->place[need] == ORDER_WAITING)
            order_enter(search, need);
        else if (search->place[need] != ORDER_DONE)
            order_report_cycle(search, search->place[need]);
    }
}

kd_result kdi_rig_graph_order(const kdi_rig_graph *graph, const kd_rig *rig, int32_t *order, kd_findings *findings)
{
    size_t count = (size_t)graph->vertex_count, bytes = (3 * count + 1) * sizeof(int32_t);
    int32_t *memory = (int32_t *)kdi_allocate(&graph->allocator, 1, bytes);
    if (!memory)
        return KD_OUT_OF_MEMORY;
    order_search search = {graph, rig, findings, memory, memory + count, memory + 2 * count, 0, 0, order, 0};
    for (size_t i = 0; i < count; i++)
        search.place[i] = ORDER_WAITING;
    for (int32_t i = 0; i < graph->vertex_count; i++)
        if (search.place[i] == ORDER_WAITING)
            order_visit(&search, i);
    kdi_free(&graph->allocator, memory, bytes);
    return search.cycle_count > 0 ? KD_CYCLE : KD_OK;
}

/* Marks in `stays` a longest ascending part of order: all others are moved. tails and before are scratch. */
static void order_mark_staying(const int32_t *order, int32_t count, int32_t *tails, int32_t *before, int32_t *stays)
{
    int32_t length = 0; /* tails[k]: place in order of the smallest end of an ascending part of k + 1 nodes */
    for (int32_t i = 0; i < count; i++) {
        int32_t low = 0, high = length;
        while (low < high) {
            int32_t middle = low + (high - low) / 2;
            if (order[tails[middle]] < order[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? tails[low - 1] : -1;
        tails[low] = i;
        if (low == length)
            length++;
        stays[i] = 0;
    }
    for (int32_t i = length > 0 ? tails[length - 1] : -1; i >= 0; i = before[i])
        stays[i] = 1;
}

kd_result kdi_rig_report_moves(const kd_rig *rig, const int32_t *order, kd_findings *findings)
{
    size_t count = (size_t)rig->node_count, bytes = (3 * count + 1) * sizeof(int32_t);
    int32_t *memory = (int32_t *)kdi_allocate(&rig->arena->allocator, 1, bytes);
    if (!memory)
        return KD_OUT_OF_MEMORY;
    int32_t *stays = memory + 2 * count;
    order_mark_staying(order, rig->node_count, memory, memory + count, stays);
    for (int32_t i = 0; i < rig->node_count; i++) {
        const kd_node *node = rig->nodes[order[i]];
        char name[KDI_NAME_SHOW_SIZE];
        if (stays[i])
            continue;
        kdi_place place = {node->item.line, node->item.column, kdi_name_show(node->name, name, sizeof name)};
        KDI_WARNING(findings, KD_ORDER, &place,
                    "'%s' is node %d of the file but must be evaluated as number %d, where the values it needs are "
                    "there and nobody needs its own yet",
                    name, (int)order[i] + 1, (int)i + 1);
    }
    kdi_free(&rig->arena->allocator, memory, bytes);
    return KD_OK;
}

kd_result kdi_rig_find_order(const kd_rig *rig, int32_t *order, kd_findings *findings)
{
    kdi_rig_names names;
    kdi_rig_graph graph;
    kd_result result = kdi_rig_names_make(&names, rig);
    if (result != KD_OK)
        return result;
    result = kdi_rig_graph_make(&graph, rig, &names);
    kdi_rig_names_free(&names);
    if (result != KD_OK)
        return result;
    result = kdi_rig_graph_order(&graph, rig, order, findings);
    kdi_rig_graph_free(&graph);
    return result;
}
