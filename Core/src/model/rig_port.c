/* The ports of a node as it is set up now: `influence` first, then the rows of its format; a row for a list gives one
 * port for each item, named by the item or by prefix and index. */
#include "model/rig_port.h"

#include "base/text_copy.h"

#include <stdio.h>
#include <string.h>

static const kdi_port PORT_INFLUENCE = {.name = "influence", .is_input = true};

static const char *port_list(const kd_node *node, const kdi_port *row, int32_t *count)
{
    const char *items;
    memcpy(&items, (const char *)node + row->list_offset, sizeof items);
    memcpy(count, (const char *)node + row->count_offset, sizeof *count);
    if (*count < 0)
        *count = 0;
    return items;
}

static bool port_row_is_there(const kd_node *node, const kdi_port *row)
{
    return row->variants == 0 || (row->variants & kdi_node_variant(node)) != 0;
}

static const char *port_item_name(const kdi_port *row, const char *item)
{
    const char *name;
    memcpy(&name, item + row->name_offset, sizeof name);
    return name ? name : "";
}

static kdi_port_view port_view(const kd_node *node, const kdi_port *row, int32_t index, int32_t item)
{
    kdi_port_view view = {index, NULL, row->is_input, (int32_t)row->type, (int32_t)row->unit, item, row};
    if (!row->of_list) {
        view.name = row->name;
        return view;
    }
    int32_t count;
    const char *at = port_list(node, row, &count) + (size_t)item * row->item_size;
    if (!row->name)
        view.name = port_item_name(row, at);
    if (row->type_offset)
        memcpy(&view.type, at + row->type_offset, sizeof view.type);
    return view;
}

int32_t kdi_node_port_count(const kd_node *node)
{
    const kdi_node_format *format = &kdi_node_formats[node->type];
    int32_t total = 1;
    for (int i = 0; i < format->port_count; i++) {
        int32_t count = 1;
        if (!port_row_is_there(node, &format->ports[i]))
            continue;
        if (format->ports[i].of_list)
            port_list(node, &format->ports[i], &count);
        total += count;
    }
    return total;
}

bool kdi_node_port_view(const kd_node *node, int32_t index, kdi_port_view *view)
{
    const kdi_node_format *format = &kdi_node_formats[node->type];
    if (index == 0) {
        *view = port_view(node, &PORT_INFLUENCE, 0, 0);
        return true;
    }
    int32_t left = index - 1;
    for (int i = 0; i < format->port_count && left >= 0; i++) {
        const kdi_port *row = &format->ports[i];
        int32_t count = 1;
        if (!port_row_is_there(node, row))
            continue;
        if (row->of_list)
            port_list(node, row, &count);
        if (left < count) {
            *view = port_view(node, row, index, left);
            return true;
        }
        left -= count;
    }
    return false;
}

/* The number after the prefix, written as a program writes it (no sign, no leading zero); -1 if it is none. */
static int32_t port_suffix_index(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0)
        return -1;
    const char *digits = name + length;
    size_t digit_count = strspn(digits, "0123456789");
    if (digit_count == 0 || digit_count > 9 || digits[digit_count] != '\0' || (digits[0] == '0' && digit_count > 1))
        return -1;
    int32_t index = 0;
    for (size_t i = 0; i < digit_count; i++)
        index = index * 10 + (digits[i] - '0');
    return index;
}

static int32_t port_find_in_list(const kd_node *node, const kdi_port *row, const char *name)
{
    int32_t count;
    const char *items = port_list(node, row, &count);
    if (row->name) {
        int32_t index = port_suffix_index(name, row->name);
        return index < count ? index : -1;
    }
    for (int32_t i = 0; i < count; i++)
        if (strcmp(port_item_name(row, items + (size_t)i * row->item_size), name) == 0)
            return i;
    return -1;
}

bool kdi_node_find_port_view(const kd_node *node, const char *name, bool search_items, kdi_port_view *view)
{
    const kdi_node_format *format = &kdi_node_formats[node->type];
    if (strcmp(name, PORT_INFLUENCE.name) == 0)
        return kdi_node_port_view(node, 0, view);
    int32_t index = 1;
    for (int i = 0; i < format->port_count; i++) {
        const kdi_port *row = &format->ports[i];
        int32_t count = 1, item = -1;
        if (!port_row_is_there(node, row))
            continue;
        if (row->of_list)
            port_list(node, row, &count);
        if (!row->of_list)
            item = strcmp(name, row->name) == 0 ? 0 : -1;
        else if (row->name || search_items)
            item = port_find_in_list(node, row, name);
        if (item >= 0) {
            *view = port_view(node, row, index + item, item);
            return true;
        }
        index += count;
    }
    return false;
}

static void port_from_view(const kdi_port_view *view, kd_port *port)
{
    if (view->name)
        kdi_text_copy(port->name, sizeof port->name, view->name);
    else
        snprintf(port->name, sizeof port->name, "%s%d", view->row->name, (int)view->item);
    port->is_input = view->is_input;
    port->type = view->type;
    port->unit = view->unit;
}

bool kd_node_port(const kd_node *node, int32_t index, kd_port *port)
{
    kdi_port_view view;
    if (index < 0 || !kdi_node_port_view(node, index, &view))
        return false;
    port_from_view(&view, port);
    return true;
}

bool kd_node_find_port(const kd_node *node, const char *name, kd_port *port)
{
    kdi_port_view view;
    if (!kdi_node_find_port_view(node, name, true, &view))
        return false;
    port_from_view(&view, port);
    return true;
}
