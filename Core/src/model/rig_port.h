/* Ports without copies of their names: what the checks of a rig use. */
#ifndef KDI_MODEL_RIG_PORT_H
#define KDI_MODEL_RIG_PORT_H

#include "model/kdi_format.h"

typedef struct kdi_port_view {
    int32_t index;    /* as kd_node_port counts */
    const char *name; /* NULL: row->name followed by the number `item` */
    bool is_input;
    int32_t type; /* kd_value_type */
    int32_t unit; /* kd_unit */
    int32_t item; /* of the list that it belongs to */
    const kdi_port *row;
} kdi_port_view;

int32_t kdi_node_port_count(const kd_node *node);

/* False when index is beyond the last. index >= 0. */
bool kdi_node_port_view(const kd_node *node, int32_t index, kdi_port_view *view);

/* False if there is none of this name. Ports that list items name cost a search through the list: they are left out
 * unless search_items. */
bool kdi_node_find_port_view(const kd_node *node, const char *name, bool search_items, kdi_port_view *view);

#endif
