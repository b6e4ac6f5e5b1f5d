/* The order in which the links' equations are eliminated, and every step of it, written down once so that a frame only
 * multiplies. Links that meet in a point are coupled; the one with the fewest couplings left goes first, which for a
 * figure that is nearly a tree fills in almost nothing. */
#include "align/segment_figure.h"

#include <string.h>

typedef struct eliminate_state {
    uint32_t count;
    uint8_t *coupled; /* [count * count] */
    uint8_t *done;
    uint32_t *order; /* [place] link */
    uint32_t *place; /* [link] */
    uint32_t *slots; /* [row * count + column] of the final order */
} eliminate_state;

static bool eliminate_meet(const kdi_segment_link *a, const kdi_segment_link *b)
{
    return a->a == b->a || a->a == b->b || a->b == b->a || a->b == b->b;
}

static uint32_t eliminate_next(const eliminate_state *state)
{
    uint32_t best = state->count, fewest = UINT32_MAX;
    for (uint32_t i = 0; i < state->count; i++) {
        uint32_t degree = 0;
        for (uint32_t k = 0; k < state->count && !state->done[i]; k++)
            degree += (uint32_t)(state->coupled[i * state->count + k] && !state->done[k]);
        if (!state->done[i] && degree < fewest) {
            best = i;
            fewest = degree;
        }
    }
    return best;
}

/* Those coupled with the link that goes become coupled with each other. */
static void eliminate_link(eliminate_state *state, uint32_t link)
{
    uint32_t n = state->count;
    state->done[link] = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n && state->coupled[link * n + i] && !state->done[i]; k++)
            if (i != k && state->coupled[link * n + k] && !state->done[k])
                state->coupled[i * n + k] = 1;
}

static void eliminate_order(kdi_segment_builder *builder, eliminate_state *state)
{
    uint32_t n = state->count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            state->coupled[i * n + k] = (uint8_t)(i != k && eliminate_meet(&builder->links[i], &builder->links[k]));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t link = eliminate_next(state);
        state->order[i] = link;
        state->place[link] = i;
        eliminate_link(state, link);
    }
}

static kd_result eliminate_columns(kdi_segment_builder *builder, eliminate_state *state)
{
    uint32_t n = state->count, slot = 0, update = 0;
    for (uint32_t column = 0; column < n; column++)
        for (uint32_t row = column + 1; row < n; row++)
            if (state->coupled[state->order[row] * n + state->order[column]]) {
                state->slots[row * n + column] = n + slot++;
                if (kd_buffer_append(&builder->rows, &row, sizeof row) != KD_OK)
                    return KD_OUT_OF_MEMORY;
            }
    const uint32_t *rows = (const uint32_t *)(const void *)builder->rows.data;
    for (uint32_t column = 0, first = 0; column < n; column++) {
        kdi_segment_column made = {first, 0, update, 0};
        while (first + made.slot_count < slot &&
               state->slots[rows[first + made.slot_count] * n + column] == n + first + made.slot_count)
            made.slot_count++;
        for (uint32_t a = first; a < first + made.slot_count; a++)
            for (uint32_t b = first; b <= a; b++) {
                kdi_segment_update step = {a == b ? rows[a] : state->slots[rows[a] * n + rows[b]], n + a, n + b};
                if (kd_buffer_append(&builder->updates, &step, sizeof step) != KD_OK)
                    return KD_OUT_OF_MEMORY;
            }
        made.update_count = made.slot_count * (made.slot_count + 1) / 2;
        first += made.slot_count;
        update += made.update_count;
        if (kd_buffer_append(&builder->columns, &made, sizeof made) != KD_OK)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

/* Entries of the matrix before elimination; links are in their final order. */
static kd_result eliminate_couplings(kdi_segment_builder *builder, const eliminate_state *state)
{
    uint32_t n = state->count;
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < row; column++) {
            const uint32_t a[2] = {builder->links[row].a, builder->links[row].b};
            const uint32_t b[2] = {builder->links[column].a, builder->links[column].b};
            for (int k = 0; k < 4; k++) {
                if (a[k / 2] != b[k % 2])
                    continue;
                kdi_segment_coupling made = {state->slots[row * n + column] - n, row, column, a[k / 2],
                                             k / 2 == k % 2 ? 1.0f : -1.0f};
                if (kd_buffer_append(&builder->couplings, &made, sizeof made) != KD_OK)
                    return KD_OUT_OF_MEMORY;
            }
        }
    return KD_OK;
}

kd_result kdi_segment_eliminate(kdi_segment_builder *builder)
{
    size_t n = builder->link_count;
    eliminate_state state;
    state.count = builder->link_count;
    state.coupled = KDI_ARENA_PUSH(&builder->arena, uint8_t, n * n);
    state.done = KDI_ARENA_PUSH(&builder->arena, uint8_t, n);
    state.order = KDI_ARENA_PUSH(&builder->arena, uint32_t, n);
    state.place = KDI_ARENA_PUSH(&builder->arena, uint32_t, n);
    state.slots = KDI_ARENA_PUSH(&builder->arena, uint32_t, n * n);
    kdi_segment_link *sorted = KDI_ARENA_PUSH(&builder->arena, kdi_segment_link, n);
    if (!state.coupled || !state.done || !state.order || !state.place || !state.slots || !sorted)
        return KD_OUT_OF_MEMORY;
    eliminate_order(builder, &state);
    for (size_t i = 0; i < n; i++)
        sorted[i] = builder->links[state.order[i]];
    builder->links = sorted;
    kd_result result = eliminate_columns(builder, &state);
    return result == KD_OK ? eliminate_couplings(builder, &state) : result;
}
