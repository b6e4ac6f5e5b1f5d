/* kd_rig_sort: puts the nodes into evaluation order, or leaves them as they are. */
#include "base/allocator.h"
#include "base/arena.h"
#include "model/rig_order.h"
#include "text/findings.h"

#include <string.h>

static kd_result sort_with(kd_rig *rig, int32_t *order, kd_node **sorted, kd_findings *findings)
{
    kd_result result = kdi_rig_find_order(rig, order, findings);
    if (result == KD_OK)
        result = kdi_rig_report_moves(rig, order, findings);
    if (result != KD_OK)
        return result;
    for (int32_t i = 0; i < rig->node_count; i++)
        sorted[i] = rig->nodes[order[i]];
    memcpy(rig->nodes, sorted, (size_t)rig->node_count * sizeof *sorted);
    return KD_OK;
}

kd_result kd_rig_sort(kd_rig *rig, kd_findings *findings)
{
    if (rig->node_count == 0)
        return KD_OK;
    const kd_allocator *allocator = &rig->arena->allocator;
    size_t bytes = (size_t)rig->node_count * (sizeof(kd_node *) + sizeof(int32_t));
    kd_node **memory = (kd_node **)kdi_allocate(allocator, 1, bytes);
    kd_result result = KD_OUT_OF_MEMORY;
    if (memory)
        result = sort_with(rig, (int32_t *)(void *)(memory + rig->node_count), memory, findings);
    kdi_free(allocator, memory, bytes);
    if (result == KD_OUT_OF_MEMORY)
        KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory to sort the nodes");
    return result;
}
