/* Places for the boxes of a diagram, in the manner of Sugiyama, Tagawa and Toda (1981): columns are given; wires that
 * pass columns get a place in each; the order within a column follows the mean place of the neighbours; heights are
 * pulled towards the neighbours without overlap. All of it is deterministic. */
#include "io/diagram.h"

#include <stdlib.h>
#include <string.h>

enum { LAYOUT_SWEEPS = 12, LAYOUT_MOST_BENDS = 200000 };

#define LAYOUT_MARGIN     24.0
#define LAYOUT_TITLE      56.0 /* above the columns */
#define LAYOUT_HEAD       40.0 /* of a box, above its ports */
#define LAYOUT_ROW        16.0
#define LAYOUT_BETWEEN    18.0 /* boxes of a column */
#define LAYOUT_COLUMN_GAP 70.0
#define LAYOUT_BEND       6.0 /* height of a passing wire */

/* Something that has a place in a column: a box, or a wire that passes. */
typedef struct layout_item {
    int32_t layer;
    int32_t number; /* boxes, then bends */
    double wish;    /* where it would like to be */
    double y, height;
} layout_item;

/* Two items of neighbouring columns that a wire joins, with the heights of its ends within them. */
typedef struct layout_link {
    int32_t layer; /* of the left one */
    int32_t left, right;
    double left_at, right_at;
} layout_link;

typedef struct layout_work {
    kdi_diagram *diagram;
    layout_item *items; /* in the order of the columns, then from top to bottom */
    int32_t *place;     /* [number]: index into items */
    int32_t item_count;
    int32_t *first; /* [layer]: in items; one more at the end */
    int32_t layer_count;
    layout_link *links; /* by layer */
    int32_t link_count;
    int32_t *first_link; /* [layer]: in links; one more at the end */
    double *sums;        /* [item], as are the counts: scratch */
    int32_t *counts;
} layout_work;

double kdi_diagram_port_y(const kdi_diagram_box *box, int32_t port)
{
    return box->y + LAYOUT_HEAD + LAYOUT_ROW * ((double)box->ports[port].row + 0.5);
}

static int32_t layout_text_width(const char *text)
{
    int32_t characters = 0;
    for (const char *c = text; *c; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    return characters;
}

static void layout_measure(kdi_diagram_box *box)
{
    int32_t characters[2] = {0, 0};
    for (int32_t i = 0; i < box->port_count; i++) {
        int32_t *side = &characters[box->ports[i].is_input];
        int32_t width = layout_text_width(box->ports[i].name);
        *side = width > *side ? width : *side;
    }
    double title = 7.2 * layout_text_width(box->title), ports = 6.0 * (characters[0] + characters[1]) + 16.0;
    double detail = 6.0 * (layout_text_width(box->type) + layout_text_width(box->detail) + 2);
    double widest = title > ports ? title : ports;
    widest = widest > detail ? widest : detail;
    int32_t rows = box->input_count > box->output_count ? box->input_count : box->output_count;
    box->width = widest + 20.0 < 90.0 ? 90.0 : widest + 20.0 > 340.0 ? 340.0 : widest + 20.0;
    box->height = LAYOUT_HEAD + LAYOUT_ROW * rows + (rows > 0 ? 6.0 : 0.0);
}

/* Numbers for the places where long wires pass columns; none where there would be too many. */
static bool layout_add_bends(kdi_diagram *diagram)
{
    for (int32_t i = 0; i < diagram->wire_count; i++) {
        kdi_diagram_wire *wire = &diagram->wires[i];
        int32_t count = diagram->boxes[wire->to].layer - diagram->boxes[wire->from].layer - 1;
        if (count <= 0 || diagram->bend_count + count > LAYOUT_MOST_BENDS)
            continue;
        wire->bends = KDI_ARENA_PUSH(&diagram->arena, int32_t, (size_t)count);
        if (!wire->bends)
            return false;
        for (; wire->bend_count < count; wire->bend_count++)
            wire->bends[wire->bend_count] = diagram->bend_count++;
    }
    size_t bends = (size_t)diagram->bend_count;
    diagram->bend_x = KDI_ARENA_PUSH(&diagram->arena, double, bends);
    diagram->bend_y = KDI_ARENA_PUSH(&diagram->arena, double, bends);
    diagram->bend_width = KDI_ARENA_PUSH(&diagram->arena, double, bends);
    return diagram->bend_x && diagram->bend_y && diagram->bend_width;
}

static int layout_compare(const void *a, const void *b)
{
    const layout_item *left = (const layout_item *)a, *right = (const layout_item *)b;
    if (left->layer != right->layer)
        return left->layer < right->layer ? -1 : 1;
    if (left->wish != right->wish)
        return left->wish < right->wish ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static void layout_sort(layout_work *work, int32_t begin, int32_t end)
{
    qsort(work->items + begin, (size_t)(end - begin), sizeof *work->items, layout_compare);
    for (int32_t i = begin; i < end; i++)
        work->place[work->items[i].number] = i;
}

static int layout_compare_links(const void *a, const void *b)
{
    const layout_link *left = (const layout_link *)a, *right = (const layout_link *)b;
    if (left->layer != right->layer)
        return left->layer < right->layer ? -1 : 1;
    if (left->left != right->left)
        return left->left < right->left ? -1 : 1;
    return left->right < right->right ? -1 : left->right > right->right;
}

/* Items of boxes and bends, and the links between neighbours. */
static void layout_fill(layout_work *work)
{
    kdi_diagram *diagram = work->diagram;
    for (int32_t i = 0; i < diagram->box_count; i++) {
        layout_item item = {diagram->boxes[i].layer, i, (double)i, 0.0, diagram->boxes[i].height};
        work->items[work->item_count++] = item;
    }
    for (int32_t i = 0; i < diagram->wire_count; i++) {
        const kdi_diagram_wire *wire = &diagram->wires[i];
        const kdi_diagram_box *from = &diagram->boxes[wire->from], *to = &diagram->boxes[wire->to];
        int32_t before = wire->from;
        double at = kdi_diagram_port_y(from, wire->from_port) - from->y;
        for (int32_t k = 0; k < wire->bend_count; k++) {
            int32_t number = diagram->box_count + wire->bends[k];
            layout_item item = {from->layer + 1 + k, number, (double)wire->from, 0.0, LAYOUT_BEND};
            work->items[work->item_count++] = item;
            layout_link link = {item.layer - 1, before, number, at, LAYOUT_BEND / 2};
            work->links[work->link_count++] = link;
            before = number;
            at = LAYOUT_BEND / 2;
        }
        layout_link link = {to->layer - 1, before, wire->to, at, kdi_diagram_port_y(to, wire->to_port) - to->y};
        if (to->layer == from->layer + 1 + wire->bend_count)
            work->links[work->link_count++] = link;
    }
}

static bool layout_prepare(layout_work *work)
{
    kdi_diagram *diagram = work->diagram;
    size_t items = (size_t)diagram->box_count + (size_t)diagram->bend_count;
    for (int32_t i = 0; i < diagram->box_count; i++)
        if (diagram->boxes[i].layer + 1 > work->layer_count)
            work->layer_count = diagram->boxes[i].layer + 1;
    work->items = KDI_ARENA_PUSH(&diagram->arena, layout_item, items);
    work->place = KDI_ARENA_PUSH(&diagram->arena, int32_t, items);
    work->first = KDI_ARENA_PUSH(&diagram->arena, int32_t, (size_t)work->layer_count + 1);
    work->links =
        KDI_ARENA_PUSH(&diagram->arena, layout_link, (size_t)diagram->bend_count + (size_t)diagram->wire_count);
    work->first_link = KDI_ARENA_PUSH(&diagram->arena, int32_t, (size_t)work->layer_count + 1);
    work->sums = KDI_ARENA_PUSH(&diagram->arena, double, items);
    work->counts = KDI_ARENA_PUSH(&diagram->arena, int32_t, items);
    if (!work->items || !work->place || !work->first || !work->links || !work->first_link || !work->sums ||
        !work->counts)
        return false;
    layout_fill(work);
    layout_sort(work, 0, work->item_count);
    qsort(work->links, (size_t)work->link_count, sizeof *work->links, layout_compare_links);
    for (int32_t i = 0; i < work->item_count; i++)
        work->first[work->items[i].layer + 1]++;
    for (int32_t i = 0; i < work->link_count; i++)
        work->first_link[work->links[i].layer + 1]++;
    for (int32_t i = 0; i < work->layer_count; i++) {
        work->first[i + 1] += work->first[i];
        work->first_link[i + 1] += work->first_link[i];
    }
    return true;
}

static void layout_stack(layout_work *work, int32_t begin, int32_t end)
{
    double y = 0.0;
    for (int32_t i = begin; i < end; i++) {
        work->items[i].y = y;
        y += work->items[i].height + LAYOUT_BETWEEN;
    }
}

/* Where the other ends of the links left of a layer (or right of it) would have its items. */
static void layout_gather(layout_work *work, int32_t layer, bool is_left)
{
    int32_t side = is_left ? layer - 1 : layer;
    if (side < 0)
        return;
    for (int32_t i = work->first_link[side]; i < work->first_link[side + 1]; i++) {
        const layout_link *link = &work->links[i];
        int32_t own = work->place[is_left ? link->right : link->left];
        int32_t other = work->place[is_left ? link->left : link->right];
        double shift = is_left ? link->left_at - link->right_at : link->right_at - link->left_at;
        work->sums[own] += work->items[other].y + shift;
        work->counts[own]++;
    }
}

/* Wishes of a layer: the means of the neighbours on the left, on the right, or on both sides. */
static void layout_wish(layout_work *work, int32_t layer, bool from_left, bool from_right)
{
    int32_t begin = work->first[layer], end = work->first[layer + 1];
    for (int32_t i = begin; i < end; i++) {
        work->sums[i] = 0.0;
        work->counts[i] = 0;
    }
    if (from_left)
        layout_gather(work, layer, true);
    if (from_right)
        layout_gather(work, layer, false);
    for (int32_t i = begin; i < end; i++)
        work->items[i].wish = work->counts[i] > 0 ? work->sums[i] / work->counts[i] : work->items[i].y;
}

/* The mean of the two placements nearest to the wishes that push all down, and all up: neither overlaps, so neither
 * does their mean. */
static void layout_settle(layout_work *work, int32_t begin, int32_t end)
{
    layout_item *items = work->items;
    double *down = work->sums, up = 0.0;
    for (int32_t i = begin; i < end; i++) {
        double least = i > begin ? down[i - 1] + items[i - 1].height + LAYOUT_BETWEEN : items[i].wish;
        down[i] = items[i].wish > least ? items[i].wish : least;
    }
    for (int32_t i = end - 1; i >= begin; i--) {
        double most = i < end - 1 ? up - items[i].height - LAYOUT_BETWEEN : items[i].wish;
        up = items[i].wish < most ? items[i].wish : most;
        items[i].y = 0.5 * (up + down[i]);
    }
}

/* Orders first, then heights; each sweep goes through the layers to one side and sees what it has just done. */
static void layout_run(layout_work *work)
{
    for (int32_t layer = 0; layer < work->layer_count; layer++)
        layout_stack(work, work->first[layer], work->first[layer + 1]);
    for (int sweep = 0; sweep < 2 * LAYOUT_SWEEPS; sweep++)
        for (int32_t step = 0; step < work->layer_count; step++) {
            bool to_right = sweep % 2 == 0, is_order = sweep < LAYOUT_SWEEPS;
            int32_t layer = to_right ? step : work->layer_count - 1 - step;
            int32_t begin = work->first[layer], end = work->first[layer + 1];
            layout_wish(work, layer, !is_order || to_right, !is_order || !to_right);
            if (is_order)
                layout_sort(work, begin, end);
            layout_settle(work, begin, end);
        }
}

/* Back to the diagram: columns from left to right, the topmost item at the top. */
static void layout_finish(layout_work *work)
{
    kdi_diagram *diagram = work->diagram;
    double top = 0.0, bottom = 0.0, x = LAYOUT_MARGIN;
    for (int32_t i = 0; i < work->item_count; i++) {
        const layout_item *item = &work->items[i];
        top = i == 0 || item->y < top ? item->y : top;
        bottom = i == 0 || item->y + item->height > bottom ? item->y + item->height : bottom;
    }
    for (int32_t layer = 0; layer < work->layer_count; layer++) {
        double widest = 0.0;
        for (int32_t i = work->first[layer]; i < work->first[layer + 1]; i++)
            if (work->items[i].number < diagram->box_count && diagram->boxes[work->items[i].number].width > widest)
                widest = diagram->boxes[work->items[i].number].width;
        for (int32_t i = work->first[layer]; i < work->first[layer + 1]; i++) {
            int32_t number = work->items[i].number, bend = number - diagram->box_count;
            double y = work->items[i].y - top + LAYOUT_TITLE;
            if (bend < 0) {
                diagram->boxes[number].x = x;
                diagram->boxes[number].y = y;
                diagram->boxes[number].width = widest;
            } else {
                diagram->bend_x[bend] = x;
                diagram->bend_y[bend] = y + LAYOUT_BEND / 2;
                diagram->bend_width[bend] = widest;
            }
        }
        x += widest + LAYOUT_COLUMN_GAP;
    }
    diagram->width = x - (work->layer_count > 0 ? LAYOUT_COLUMN_GAP : 0.0) + LAYOUT_MARGIN;
    diagram->height = bottom - top + LAYOUT_TITLE + LAYOUT_MARGIN;
}

kd_result kdi_diagram_lay_out(kdi_diagram *diagram)
{
    layout_work work;
    memset(&work, 0, sizeof work);
    work.diagram = diagram;
    for (int32_t i = 0; i < diagram->box_count; i++)
        layout_measure(&diagram->boxes[i]);
    if (!layout_add_bends(diagram) || !layout_prepare(&work))
        return KD_OUT_OF_MEMORY;
    layout_run(&work);
    layout_finish(&work);
    return KD_OK;
}
