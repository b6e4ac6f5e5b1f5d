/* Borders of a set of samples, traced as closed lines.
 *
 * Between two neighbouring samples, one inside and one outside, the border crosses; where both are of the surface, the
 * light tells how near to which. The tracer stands in a square of four samples and moves so that inside is to its
 * left: it turns left if the sample ahead on the left is outside, else goes on if the one ahead on the right is
 * outside, else turns right. Every line passes downwards between two samples of a row at least once: there it starts,
 * and there it is marked as done.
 *
 *   headings 0 right, 1 down, 2 left, 3 up; a square is named by its upper left sample. */
#include "io/svg_contour.h"

#include "base/allocator.h"
#include "io/svg_path.h"

#include <math.h>
#include <string.h>

typedef struct contour_cursor {
    int32_t x, y; /* the square */
    int heading;
} contour_cursor;

static const int8_t CONTOUR_AHEAD[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
/* Samples of a square ahead, on the left and on the right, by heading. */
static const int8_t CONTOUR_LEFT[4][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};
static const int8_t CONTOUR_RIGHT[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};

static size_t contour_index(const kdi_svg_contour *contour, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)contour->canvas->width + (size_t)x;
}

static bool contour_is_painted(const kdi_svg_contour *contour, size_t i)
{
    uint8_t paint = contour->canvas->paint[i];
    return paint != KDI_SVG_NOTHING && (contour->paint == KDI_SVG_NOTHING || paint == contour->paint);
}

static bool contour_is_inside(const kdi_svg_contour *contour, int32_t x, int32_t y)
{
    size_t i = contour_index(contour, x, y);
    return contour_is_painted(contour, i) && contour->canvas->light[i] >= contour->level;
}

/* Where the border lies between a sample inside and its neighbour outside. */
static kdi_svg_point contour_crossing(const kdi_svg_contour *contour, const int32_t in[2], const int32_t out[2])
{
    size_t a = contour_index(contour, in[0], in[1]), b = contour_index(contour, out[0], out[1]);
    float share = 0.5f;
    if (contour_is_painted(contour, b)) {
        float in_light = contour->canvas->light[a], out_light = contour->canvas->light[b];
        share = (in_light - contour->level) / (in_light - out_light); /* the lights differ: one is below the level */
    }
    kdi_svg_point point = {(float)in[0] + share * (float)(out[0] - in[0]),
                           (float)in[1] + share * (float)(out[1] - in[1])};
    return point;
}

static bool contour_add_point(kdi_svg_contour *contour, kdi_svg_point point)
{
    void *points = contour->points;
    if (!kdi_reserve(&contour->allocator, &points, &contour->point_capacity, contour->point_count + 1, sizeof point))
        return false;
    contour->points = (kdi_svg_point *)points;
    contour->points[contour->point_count++] = point;
    return true;
}

/* Turns within the square and goes to the next one; the border crosses between the two samples passed. */
static void contour_step(const kdi_svg_contour *contour, contour_cursor *at)
{
    const int8_t *left = CONTOUR_LEFT[at->heading], *right = CONTOUR_RIGHT[at->heading];
    if (!contour_is_inside(contour, at->x + left[0], at->y + left[1]))
        at->heading = (at->heading + 3) % 4;
    else if (contour_is_inside(contour, at->x + right[0], at->y + right[1]))
        at->heading = (at->heading + 1) % 4;
    at->x += CONTOUR_AHEAD[at->heading][0];
    at->y += CONTOUR_AHEAD[at->heading][1];
}

/* The line that enters the square at x, y downwards. */
static bool contour_trace(kdi_svg_contour *contour, int32_t x, int32_t y)
{
    contour_cursor at = {x, y, 1};
    contour->point_count = 0;
    do {
        /* the two samples just passed lie at the back of the square */
        const int8_t *left = CONTOUR_LEFT[at.heading], *right = CONTOUR_RIGHT[at.heading];
        const int8_t *ahead = CONTOUR_AHEAD[at.heading];
        int32_t in[2] = {at.x + left[0] - ahead[0], at.y + left[1] - ahead[1]};
        int32_t out[2] = {at.x + right[0] - ahead[0], at.y + right[1] - ahead[1]};
        if (!contour_add_point(contour, contour_crossing(contour, in, out)))
            return false;
        if (at.heading == 1)
            contour->visited[contour_index(contour, at.x, at.y)] = 1;
        contour_step(contour, &at);
    } while (at.x != x || at.y != y || at.heading != 1);
    return true;
}

static double contour_area(const kdi_svg_contour *contour)
{
    double twice = 0.0;
    for (size_t i = 0; i < contour->point_count; i++) {
        const kdi_svg_point *p = &contour->points[i], *q = &contour->points[(i + 1) % contour->point_count];
        twice += (double)p->x * (double)q->y - (double)p->y * (double)q->x;
    }
    return fabs(twice) / 2.0;
}

/* The directions from an anchor in which a straight line passes all points since then within the tolerance. */
typedef struct contour_cone {
    double left[2], right[2]; /* towards its borders */
    double farthest;
    bool open; /* no point was far enough yet to restrict it */
} contour_cone;

static double contour_cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

/* Narrows the cone by a point; false if no line passes this one too. */
static bool contour_cone_take(contour_cone *cone, kdi_svg_point anchor, kdi_svg_point point, double tolerance)
{
    double to[2] = {(double)point.x - (double)anchor.x, (double)point.y - (double)anchor.y};
    double distance = sqrt(to[0] * to[0] + to[1] * to[1]);
    if (distance + tolerance < cone->farthest)
        return false; /* it turns back */
    cone->farthest = fmax(cone->farthest, distance);
    if (distance <= tolerance)
        return true;
    double aside[2] = {-to[1] / distance * tolerance, to[0] / distance * tolerance};
    double left[2] = {to[0] - aside[0], to[1] - aside[1]}, right[2] = {to[0] + aside[0], to[1] + aside[1]};
    if (!cone->open && (contour_cross(cone->left, to) < 0.0 || contour_cross(to, cone->right) < 0.0))
        return false;
    if (cone->open || contour_cross(cone->left, left) > 0.0)
        memcpy(cone->left, left, sizeof left);
    if (cone->open || contour_cross(right, cone->right) > 0.0)
        memcpy(cone->right, right, sizeof right);
    cone->open = false;
    return true;
}

/* Moves the points to keep to the front of the list: each as far from the one before as the tolerance allows. */
static void contour_simplify(kdi_svg_contour *contour)
{
    kdi_svg_point *points = contour->points;
    size_t kept = 1;
    contour_cone cone = {{0}, {0}, 0.0, true};
    for (size_t i = 1; i < contour->point_count; i++) {
        if (contour_cone_take(&cone, points[kept - 1], points[i], contour->tolerance))
            continue;
        points[kept++] = points[i - 1]; /* never ahead of the reading */
        contour_cone fresh = {{0}, {0}, 0.0, true};
        cone = fresh;
        contour_cone_take(&cone, points[kept - 1], points[i], contour->tolerance);
    }
    kdi_svg_point last = points[contour->point_count - 1];
    if (contour->point_count > 1)
        points[kept++] = last;
    contour->point_count = kept;
}

static kd_result contour_write_line(const kdi_svg_contour *contour, kd_buffer *out)
{
    kdi_svg_path path = {out, KD_OK, 0, 0, true};
    for (size_t i = 0; i < contour->point_count; i++) {
        int32_t x = (int32_t)lround((double)contour->points[i].x * contour->scale);
        int32_t y = (int32_t)lround((double)contour->points[i].y * contour->scale);
        if (i == 0)
            kdi_svg_path_move(&path, x, y);
        if (i == 1)
            kdi_svg_path_letter(&path, 'l');
        if (i > 0 && (x != path.x || y != path.y))
            kdi_svg_path_line(&path, x, y);
    }
    kdi_svg_path_letter(&path, 'z');
    return path.result;
}

static size_t contour_samples(const kdi_svg_contour *contour)
{
    return (size_t)contour->canvas->width * (size_t)contour->canvas->height;
}

static bool contour_begin(kdi_svg_contour *contour)
{
    if (!contour->visited)
        contour->visited = (uint8_t *)kdi_allocate(&contour->allocator, contour_samples(contour), 1);
    if (contour->visited)
        memset(contour->visited, 0, contour_samples(contour));
    return contour->visited != NULL;
}

void kdi_svg_contour_free(kdi_svg_contour *contour)
{
    kdi_free(&contour->allocator, contour->visited, contour_samples(contour));
    kdi_free(&contour->allocator, contour->points, contour->point_capacity * sizeof *contour->points);
}

kd_result kdi_svg_contour_write(kdi_svg_contour *contour, kd_buffer *out)
{
    const kdi_svg_canvas *canvas = contour->canvas;
    if (!contour_begin(contour))
        return KD_OUT_OF_MEMORY;
    for (int32_t y = canvas->top; y < canvas->bottom; y++) {
        for (int32_t x = canvas->left - 1; x < canvas->right; x++) {
            /* downwards: outside on the right hand, which is the left sample, and inside on the other */
            if (contour->visited[contour_index(contour, x, y)] || contour_is_inside(contour, x, y) ||
                !contour_is_inside(contour, x + 1, y))
                continue;
            if (!contour_trace(contour, x, y))
                return KD_OUT_OF_MEMORY;
            if (contour_area(contour) < contour->least_area)
                continue;
            contour_simplify(contour);
            kd_result result = contour_write_line(contour, out);
            if (result != KD_OK)
                return result;
        }
    }
    return KD_OK;
}
