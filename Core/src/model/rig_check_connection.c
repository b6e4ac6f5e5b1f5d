/* Connections: both ends exist, an output feeds an input of its type, no input is fed twice. Ends are gathered by node,
 * so that a node with many named ports is put into a table once and not searched for every connection. */
#include "base/allocator.h"
#include "base/arena.h"
#include "model/rig_check.h"
#include "model/rig_port.h"

#include <stdio.h>
#include <string.h>

enum { CONNECTION_NO_PORT = -1, CONNECTION_NONE = -1 };

/* One end of a connection; connection i has the ends 2i (from) and 2i + 1 (to). */
typedef struct connection_end {
    int32_t vertex, port; /* key of the table of taken inputs: no padding between the two */
    int32_t next;         /* end at the same node */
    int32_t type, unit;
    bool is_input, is_whole; /* whole: a vector or rotation of an operator, of which other ports are parts */
} connection_end;

typedef struct connection_check {
    kdi_rig_check *check;
    connection_end *ends;
    int32_t *heads; /* of each node: its first end */
} connection_check;

static const kd_port_ref *connection_ref(const kd_rig *rig, int32_t end)
{
    const kd_connection *connection = &rig->connections[end / 2];
    return end % 2 == 0 ? &connection->from : &connection->to;
}

static void connection_set(connection_end *end, const kdi_port_view *view)
{
    end->port = view->index;
    end->type = view->type;
    end->unit = view->unit;
    end->is_input = view->is_input;
    end->is_whole = !view->row->of_list && view->type != KD_VALUE_FLOAT;
}

/* Names of all ports of a node whose items name some of them. Reports names used twice. */
static kd_result connection_port_table(kdi_rig_check *check, const kd_node *node, kdi_name_table *table)
{
    kdi_port_view view;
    char shown[KDI_NAME_SHOW_SIZE];
    for (int32_t i = 0; kdi_node_port_view(node, i, &view); i++) {
        int32_t present;
        if (!view.name || view.name[0] == '\0')
            continue;
        if (kdi_name_table_add(table, view.name, strlen(view.name), i, &present) != KD_OK)
            return KD_OUT_OF_MEMORY;
        if (present == KDI_NO_NAME)
            continue;
        kdi_rig_check_enter_node(check, node);
        KDI_RIG_ERROR(check, KD_NAME_DUPLICATE, "the node has two ports '%s'; rename one of them",
                      kdi_name_show(view.name, shown, sizeof shown));
    }
    return KD_OK;
}

static bool connection_items_name_ports(const kd_node *node)
{
    const kdi_node_format *format = &kdi_node_formats[node->type];
    for (int i = 0; i < format->port_count; i++)
        if (format->ports[i].of_list && !format->ports[i].name)
            return true;
    return false;
}

static kd_result connection_resolve_node(connection_check *state, int32_t index)
{
    kdi_rig_check *check = state->check;
    const kd_node *node = check->rig->nodes[index];
    bool by_table = connection_items_name_ports(node);
    kdi_name_table table;
    kdi_name_table_init(&table, &check->rig->arena->allocator);
    kd_result result = by_table ? connection_port_table(check, node, &table) : KD_OK;
    for (int32_t i = state->heads[index]; i != CONNECTION_NONE && result == KD_OK; i = state->ends[i].next) {
        const char *name = connection_ref(check->rig, i)->port;
        int32_t named = by_table ? kdi_name_table_find(&table, name, strlen(name)) : KDI_NO_NAME;
        kdi_port_view view;
        if (named != KDI_NO_NAME ? kdi_node_port_view(node, named, &view)
                                 : !by_table && kdi_node_find_port_view(node, name, false, &view))
            connection_set(&state->ends[i], &view);
    }
    kdi_name_table_free(&table);
    return result;
}

static kd_result connection_resolve(connection_check *state)
{
    const kd_rig *rig = state->check->rig;
    for (int32_t i = 0; i < rig->node_count; i++)
        state->heads[i] = CONNECTION_NONE;
    for (int32_t i = 2 * rig->connection_count - 1; i >= 0; i--) {
        const kd_port_ref *ref = connection_ref(rig, i);
        connection_end *end = &state->ends[i];
        memset(end, 0, sizeof *end);
        end->port = CONNECTION_NO_PORT;
        end->vertex = kdi_rig_names_find(&state->check->names, ref->node);
        if (end->vertex >= rig->node_count && strcmp(ref->port, "influence") == 0) {
            end->port = 0;
            end->is_input = true;
        } else if (end->vertex != KDI_NO_INDEX && end->vertex < rig->node_count) {
            end->next = state->heads[end->vertex];
            state->heads[end->vertex] = i;
        }
    }
    for (int32_t i = 0; i < rig->node_count; i++) {
        kd_result result = connection_resolve_node(state, i);
        if (result != KD_OK)
            return result;
    }
    return KD_OK;
}

/* The word after "the node has no port": a port that the node would have if it were set up otherwise, or a similar one.
 */
static void connection_hint(kdi_rig_check *check, const kd_node *node, const char *name, char *hint, size_t capacity)
{
    const kdi_node_format *format = &kdi_node_formats[node->type];
    hint[0] = '\0';
    for (int i = 0; i < format->port_count; i++)
        if (!format->ports[i].of_list && strcmp(format->ports[i].name, name) == 0) {
            snprintf(hint, capacity, "; it has one with another channel, mapping or type");
            return;
        }
    char text[KD_SUGGESTION_TEXT_SIZE];
    snprintf(hint, capacity, "%s", kdi_rig_check_suggest_port(check, node, name, text));
}

/* False, with a finding, if the end leads nowhere. */
static bool connection_check_end(connection_check *state, int32_t index)
{
    kdi_rig_check *check = state->check;
    const connection_end *end = &state->ends[index];
    const kd_port_ref *ref = connection_ref(check->rig, index);
    const char *side = index % 2 == 0 ? "from" : "to";
    char node[KDI_NAME_SHOW_SIZE], port[KDI_NAME_SHOW_SIZE], hint[KD_SUGGESTION_TEXT_SIZE];
    kdi_name_show(ref->node, node, sizeof node);
    kdi_name_show(ref->port, port, sizeof port);
    if (ref->node[0] == '\0' || ref->port[0] == '\0') {
        KDI_RIG_ERROR_AT(check, side, KD_ATTRIBUTE_MISSING, "'%s' is missing: it must be node.port", side);
    } else if (end->vertex == KDI_NO_INDEX) {
        KDI_RIG_ERROR_AT(check, side, KD_NODE_UNKNOWN, "'%s': there is no node '%s'%s", side, node,
                         kdi_rig_check_suggest_node(check, ref->node, hint));
    } else if (end->port == CONNECTION_NO_PORT && end->vertex >= check->rig->node_count) {
        KDI_RIG_ERROR_AT(check, side, KD_PORT_UNKNOWN, "'%s': group '%s' has no port '%s'; its only one is 'influence'",
                         side, node, port);
    } else if (end->port == CONNECTION_NO_PORT) {
        const kd_node *found = check->rig->nodes[end->vertex];
        connection_hint(check, found, ref->port, hint, sizeof hint);
        KDI_RIG_ERROR_AT(check, side, KD_PORT_UNKNOWN, "'%s': %s '%s' has no port '%s'%s", side,
                         kd_node_type_text(found->type), node, port, hint);
    } else if (end->is_input != (index % 2 == 1)) {
        KDI_RIG_ERROR_AT(check, side, KD_PORT_TYPE,
                         "'%s': %s.%s is an %s; a connection leads from an output to an input", side, node, port,
                         end->is_input ? "input" : "output");
    } else {
        return true;
    }
    return false;
}

static void connection_check_fit(kdi_rig_check *check, const kd_connection *connection, const connection_end *from,
                                 const connection_end *to)
{
    static const char *const types[] = {"a number", "a vector", "a rotation"};
    static const char *const units[] = {"a plain number", "an angle", "a distance"};
    if (from->type != to->type) {
        KDI_RIG_ERROR(check, KD_PORT_TYPE,
                      "%s cannot go into %s; take the port of the right type, or convert in an Expr", types[from->type],
                      types[to->type]);
        return;
    }
    if (from->unit != KD_UNIT_NONE && to->unit != KD_UNIT_NONE && from->unit != to->unit && connection->factor == 1.0)
        KDI_RIG_WARNING(check, KD_PORT_TYPE, "%s is used as %s; a 'factor' or a node between them says how",
                        units[from->unit], units[to->unit]);
    if (connection->factor == 0.0)
        KDI_RIG_WARNING_AT(check, "factor", KD_UNUSED, "'factor' is 0: nothing comes through");
    if (to->type == KD_VALUE_QUAT && connection->factor != 1.0)
        KDI_RIG_WARNING_AT(check, "factor", KD_UNUSED, "'factor' has no effect on a rotation");
}

/* An input is fed once; a vector or rotation of an operator is not fed beside its components. The tables hold the
 * first connection to each input, and to any component and any whole of each operator. */
static kd_result connection_check_taken(connection_check *state, int32_t index, kdi_name_table taken[3])
{
    kdi_rig_check *check = state->check;
    const connection_end *to = &state->ends[2 * index + 1];
    size_t key_size = offsetof(connection_end, next);
    int32_t present, other = KDI_NO_NAME;
    if (kdi_name_table_add(&taken[0], (const char *)to, key_size, index, &present) != KD_OK)
        return KD_OUT_OF_MEMORY;
    bool is_target =
        to->vertex < check->rig->node_count && to->port > 0 && check->rig->nodes[to->vertex]->type == KD_NODE_TARGET_OP;
    if (is_target && present == KDI_NO_NAME) {
        const char *node = (const char *)&to->vertex;
        other = kdi_name_table_find(&taken[2], node, sizeof to->vertex);
        if (other == KDI_NO_NAME && to->is_whole)
            other = kdi_name_table_find(&taken[1], node, sizeof to->vertex);
        int32_t ignored;
        if (kdi_name_table_add(&taken[to->is_whole ? 2 : 1], node, sizeof to->vertex, index, &ignored) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    char node[KDI_NAME_SHOW_SIZE], port[KDI_NAME_SHOW_SIZE];
    const kd_port_ref *ref = &check->rig->connections[index].to;
    kdi_name_show(ref->node, node, sizeof node);
    kdi_name_show(ref->port, port, sizeof port);
    if (present != KDI_NO_NAME)
        KDI_RIG_ERROR_AT(check, "to", KD_PORT_TAKEN, "%s.%s is already connected in line %d; add values with a Combine",
                         node, port, (int)check->rig->connections[present].item.line);
    else if (other != KDI_NO_NAME)
        KDI_RIG_ERROR_AT(check, "to", KD_PORT_TAKEN,
                         "%s.%s overlaps with the port connected in line %d; use one of the two", node, port,
                         (int)check->rig->connections[other].item.line);
    return KD_OK;
}

static kd_result connection_check_all(connection_check *state)
{
    kdi_rig_check *check = state->check;
    kdi_name_table taken[3];
    for (int i = 0; i < 3; i++)
        kdi_name_table_init(&taken[i], &check->rig->arena->allocator);
    kd_result result = connection_resolve(state);
    for (int32_t i = 0; i < check->rig->connection_count && result == KD_OK; i++) {
        kdi_rig_check_enter_section(check, "Connection", &check->rig->connections[i], i);
        bool from = connection_check_end(state, 2 * i), to = connection_check_end(state, 2 * i + 1);
        if (from && to)
            connection_check_fit(check, &check->rig->connections[i], &state->ends[2 * i], &state->ends[2 * i + 1]);
        if (to)
            result = connection_check_taken(state, i, taken);
    }
    for (int i = 0; i < 3; i++)
        kdi_name_table_free(&taken[i]);
    return result;
}

void kdi_rig_check_connections(kdi_rig_check *check)
{
    const kd_allocator *allocator = &check->rig->arena->allocator;
    size_t end_bytes = ((size_t)check->rig->connection_count * 2 + 1) * sizeof(connection_end);
    size_t head_bytes = ((size_t)check->rig->node_count + 1) * sizeof(int32_t);
    connection_check state = {check, (connection_end *)kdi_allocate(allocator, 1, end_bytes),
                              (int32_t *)kdi_allocate(allocator, 1, head_bytes)};
    kd_result result = state.ends && state.heads ? connection_check_all(&state) : KD_OUT_OF_MEMORY;
    if (result != KD_OK)
        KDI_RIG_ERROR(check, result, "no memory to check the connections");
    kdi_free(allocator, state.ends, end_bytes);
    kdi_free(allocator, state.heads, head_bytes);
}
