/* Who needs whom: the dependencies between nodes, an order that obeys them, and the circles in them. */
#ifndef KDI_MODEL_RIG_ORDER_H
#define KDI_MODEL_RIG_ORDER_H

#include "model/rig_names.h"

/* Vertices are nodes, then groups: a group needs what drives its influence, its nodes need the group. Connections whose
 * ends do not exist are left out. */
typedef struct kdi_rig_graph {
    kd_allocator allocator;
    int32_t vertex_count, node_count;
    int32_t edge_count;
    int32_t *first; /* vertex_count + 1: where the vertex's needs begin */
    int32_t *needs; /* ascending for each vertex; may repeat */
    size_t memory_bytes;
} kdi_rig_graph;

/* KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rig_graph_make(kdi_rig_graph *graph, const kd_rig *rig, const kdi_rig_names *names);
void kdi_rig_graph_free(kdi_rig_graph *graph);

/* Fills order (node_count items) with a valid order near the present one and reports every circle met, with its path.
 * KD_OK, KD_CYCLE or KD_OUT_OF_MEMORY. */
kd_result kdi_rig_graph_order(const kdi_rig_graph *graph, const kd_rig *rig, int32_t *order, kd_findings *findings);

/* The same from the rig alone. */
kd_result kdi_rig_find_order(const kd_rig *rig, int32_t *order, kd_findings *findings);

/* One KD_ORDER warning for each node that `order` moves, as few as can be. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rig_report_moves(const kd_rig *rig, const int32_t *order, kd_findings *findings);

#endif
