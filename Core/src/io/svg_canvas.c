/* Triangles to samples. A sample belongs to a triangle if its place lies inside or on the border; with the depth test
 * this leaves no gaps between neighbours, and of two that share a border the nearer, then the first, wins. */
#include "io/svg_canvas.h"

#include <math.h>
#include <string.h>

static const float CANVAS_FARTHEST = 1e6f; /* samples from the origin; what is further away is not drawn */

bool kdi_svg_canvas_make(kdi_svg_canvas *canvas, int32_t width, int32_t height, kdi_arena *arena)
{
    size_t count = (size_t)width * (size_t)height;
    memset(canvas, 0, sizeof *canvas);
    canvas->width = width;
    canvas->height = height;
    canvas->depth = KDI_ARENA_PUSH(arena, float, count);
    canvas->light = KDI_ARENA_PUSH(arena, float, count);
    canvas->paint = KDI_ARENA_PUSH(arena, uint8_t, count);
    return canvas->depth && canvas->light && canvas->paint;
}

void kdi_svg_canvas_clear(kdi_svg_canvas *canvas)
{
    memset(canvas->paint, KDI_SVG_NOTHING, (size_t)canvas->width * (size_t)canvas->height);
    canvas->left = canvas->width;
    canvas->top = canvas->height;
    canvas->right = canvas->bottom = 0;
}

typedef struct canvas_span {
    int32_t first, last;
} canvas_span;

/* The samples between the least and the largest of three coordinates, within the canvas. */
static canvas_span canvas_cover(float a, float b, float c, int32_t size)
{
    canvas_span span;
    span.first = (int32_t)ceilf(fminf(a, fminf(b, c)));
    span.last = (int32_t)floorf(fmaxf(a, fmaxf(b, c)));
    span.first = span.first < 1 ? 1 : span.first;
    span.last = span.last > size - 2 ? size - 2 : span.last;
    return span;
}

static bool canvas_is_near(const kdi_svg_corner *corner)
{
    return fabsf(corner->x) < CANVAS_FARTHEST && fabsf(corner->y) < CANVAS_FARTHEST && isfinite(corner->depth) &&
           isfinite(corner->light);
}

static double canvas_side(const kdi_svg_corner *from, const kdi_svg_corner *to, double x, double y)
{
    return ((double)to->x - (double)from->x) * (y - (double)from->y) -
           ((double)to->y - (double)from->y) * (x - (double)from->x);
}

static void canvas_set(kdi_svg_canvas *canvas, int32_t x, int32_t y, float depth, float light, uint8_t paint)
{
    size_t i = (size_t)y * (size_t)canvas->width + (size_t)x;
    if (canvas->paint[i] != KDI_SVG_NOTHING && !(depth > canvas->depth[i]))
        return;
    canvas->depth[i] = depth;
    canvas->light[i] = light;
    canvas->paint[i] = paint;
}

static void canvas_grow_box(kdi_svg_canvas *canvas, canvas_span columns, canvas_span rows)
{
    if (columns.first < canvas->left)
        canvas->left = columns.first;
    if (columns.last >= canvas->right)
        canvas->right = columns.last + 1;
    if (rows.first < canvas->top)
        canvas->top = rows.first;
    if (rows.last >= canvas->bottom)
        canvas->bottom = rows.last + 1;
}

void kdi_svg_canvas_triangle(kdi_svg_canvas *canvas, const kdi_svg_corner corners[3], uint8_t paint)
{
    const kdi_svg_corner *a = &corners[0], *b = &corners[1], *c = &corners[2];
    if (!canvas_is_near(a) || !canvas_is_near(b) || !canvas_is_near(c))
        return;
    double area = canvas_side(a, b, (double)c->x, (double)c->y);
    if (!(area < 0.0)) /* y points down: counter-clockwise as seen is negative */
        return;
    canvas_span columns = canvas_cover(a->x, b->x, c->x, canvas->width);
    canvas_span rows = canvas_cover(a->y, b->y, c->y, canvas->height);
    if (columns.first > columns.last || rows.first > rows.last)
        return;
    canvas_grow_box(canvas, columns, rows);
    for (int32_t y = rows.first; y <= rows.last; y++) {
        for (int32_t x = columns.first; x <= columns.last; x++) {
            double in_a = canvas_side(b, c, x, y) / area;
            double in_b = canvas_side(c, a, x, y) / area;
            double in_c = 1.0 - in_a - in_b;
            if (in_a < 0.0 || in_b < 0.0 || in_c < 0.0)
                continue;
            double depth = in_a * (double)a->depth + in_b * (double)b->depth + in_c * (double)c->depth;
            double light = in_a * (double)a->light + in_b * (double)b->light + in_c * (double)c->light;
            canvas_set(canvas, x, y, (float)depth, (float)light, paint);
        }
    }
}

/* How much of the ring around a sample is nearer than it by more than the step: 0 .. 1. */
static float canvas_hidden_share(const kdi_svg_canvas *canvas, int32_t x, int32_t y, float step, int32_t radius)
{
    static const int8_t ring[8][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    float own = canvas->depth[(size_t)y * (size_t)canvas->width + (size_t)x];
    int hidden = 0;
    for (int i = 0; i < 8; i++) {
        int32_t nx = x + ring[i][0] * radius / 2, ny = y + ring[i][1] * radius / 2;
        if (nx < canvas->left || ny < canvas->top || nx >= canvas->right || ny >= canvas->bottom)
            continue;
        size_t n = (size_t)ny * (size_t)canvas->width + (size_t)nx;
        hidden += canvas->paint[n] != KDI_SVG_NOTHING && canvas->depth[n] > own + step;
    }
    return (float)hidden / 8.0f;
}

void kdi_svg_canvas_shade_edges(kdi_svg_canvas *canvas, float step, int32_t radius, float strength)
{
    for (int32_t y = canvas->top; y < canvas->bottom; y++)
        for (int32_t x = canvas->left; x < canvas->right; x++) {
            size_t i = (size_t)y * (size_t)canvas->width + (size_t)x;
            if (canvas->paint[i] != KDI_SVG_NOTHING)
                canvas->light[i] *= 1.0f - strength * canvas_hidden_share(canvas, x, y, step, radius);
        }
}
