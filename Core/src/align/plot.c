/* Pictures of a registration and of a motion. */
#include "align/distance.h"
#include "align/registration.h"
#include "align/svg.h"

#include "kinedriver/math.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLOT_PIXELS = 320, PLOT_SIDE = 560, PLOT_MARGIN = 60, PLOT_FILM_WIDTH = 1200, PLOT_FILM_HEIGHT = 360 };

/* Distances as grey, averaged over the cells of a pixel; the first frame of the second motion at the bottom. */
static void plot_shade(const kd_distance_matrix *matrix, int width, int height, uint8_t *pixels)
{
    float most = 1e-30f;
    for (size_t i = 0; i < (size_t)matrix->rows * (size_t)matrix->columns; i++)
        most = matrix->values[i] > most ? matrix->values[i] : most;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int32_t row = (int32_t)((int64_t)x * matrix->rows / width);
            int32_t column = (int32_t)((int64_t)(height - 1 - y) * matrix->columns / height);
            float part = matrix->values[(size_t)row * (size_t)matrix->columns + (size_t)column] / most;
            pixels[y * width + x] = (uint8_t)(255.0f * sqrtf(part));
        }
}

static void plot_matrix(kdi_svg *svg, kdi_arena *arena, const kd_distance_matrix *matrix)
{
    int width = matrix->rows < PLOT_PIXELS ? matrix->rows : PLOT_PIXELS;
    int height = matrix->columns < PLOT_PIXELS ? matrix->columns : PLOT_PIXELS;
    uint8_t *pixels = KDI_ARENA_PUSH(arena, uint8_t, (size_t)width * (size_t)height);
    const int frame[4] = {PLOT_MARGIN, PLOT_MARGIN, PLOT_SIDE, PLOT_SIDE};
    svg->failed = svg->failed || !pixels;
    if (!pixels)
        return;
    plot_shade(matrix, width, height, pixels);
    kdi_svg_image(svg, frame, pixels, width, height);
}

static int plot_x(double part)
{
    return PLOT_MARGIN + (int)(part * PLOT_SIDE + 0.5);
}

static int plot_y(double part)
{
    return PLOT_MARGIN + PLOT_SIDE - (int)(part * PLOT_SIDE + 0.5);
}

static void plot_path(kdi_svg *svg, const kd_path *path, int32_t rows, int32_t columns)
{
    kdi_svg_put(svg, "<polyline fill=\"none\" stroke=\"#fc0\" stroke-width=\"2\" points=\"");
    for (int32_t i = 0; i < path->count; i++)
        kdi_svg_put(svg, "%d,%d ", plot_x((double)path->cells[i].row / (double)(rows - 1)),
                    plot_y((double)path->cells[i].column / (double)(columns - 1)));
    kdi_svg_put(svg, "\"/>\n");
}

/* The feet's contacts as bars along an edge. */
static void plot_contacts(kdi_svg *svg, const kd_registration *registration, int32_t motion, bool below)
{
    for (int32_t i = 0; i < registration->contact_count; i++) {
        const kd_contact *contact = &registration->contacts[i];
        if (contact->motion != motion)
            continue;
        int32_t foot = 0;
        while (foot < registration->foot_count && registration->feet[foot] != contact->joint)
            foot++;
        double last = (double)(registration->sources[motion].frame_count - 1);
        double from = contact->first_frame / last, to = contact->last_frame / last;
        const char *colour = foot % 2 ? "#d33" : "#36c";
        if (below)
            kdi_svg_put(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"6\" fill=\"%s\"/>\n", plot_x(from),
                        PLOT_MARGIN + PLOT_SIDE + 4 + 8 * (int)foot, plot_x(to) - plot_x(from) + 1, colour);
        else
            kdi_svg_put(svg, "<rect x=\"%d\" y=\"%d\" width=\"6\" height=\"%d\" fill=\"%s\"/>\n",
                        PLOT_MARGIN - 10 - 8 * (int)foot, plot_y(to), plot_y(from) - plot_y(to) + 1, colour);
    }
}

static void plot_curve(kdi_svg *svg, const kd_registration *registration, int32_t motion)
{
    double first = kd_registration_duration_s(registration, 0),
           other = kd_registration_duration_s(registration, motion);
    kdi_svg_put(svg, "<polyline fill=\"none\" stroke=\"#e11\" stroke-width=\"2\" points=\"");
    for (int i = 0; i <= 400; i++)
        kdi_svg_put(svg, "%d,%d ", plot_x(kd_registration_time_s(registration, 0, i / 400.0) / first),
                    plot_y(kd_registration_time_s(registration, motion, i / 400.0) / other));
    kdi_svg_put(svg, "\"/>\n");
}

static kd_result plot_registration(kdi_arena *arena, const kd_registration *registration, int32_t motion,
                                   kd_buffer *out, kd_findings *findings)
{
    const kdi_source *first = &registration->sources[0], *other = &registration->sources[motion];
    kdi_cloud a, b;
    kd_distance_matrix matrix;
    kdi_distance_options options = {NULL, false};
    kd_result result = kdi_clouds_make(arena, first, other, &registration->desc.distance, &a, &b, findings);
    if (result != KD_OK)
        return result;
    matrix.rows = a.frame_count;
    matrix.columns = b.frame_count;
    matrix.values = KDI_ARENA_PUSH(arena, float, (size_t)a.frame_count *(size_t)b.frame_count);
    if (!matrix.values)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
    result = registration->desc.distance.kind == KD_DISTANCE_ANGLES
                 ? kdi_distance_angles(arena, first, other, &registration->desc.distance, matrix.values, findings)
                 : kdi_distance_points(arena, &a, &b, &options, matrix.values, findings);
    if (result != KD_OK)
        return result;
    kdi_svg svg = kdi_svg_begin(out, PLOT_SIDE + 2 * PLOT_MARGIN, PLOT_SIDE + 2 * PLOT_MARGIN);
    plot_matrix(&svg, arena, &matrix);
    if (registration->motions[motion].path.count > 0)
        plot_path(&svg, &registration->motions[motion].path, a.frame_count, b.frame_count);
    plot_curve(&svg, registration, motion);
    plot_contacts(&svg, registration, 0, true);
    plot_contacts(&svg, registration, motion, false);
    kdi_svg_label(&svg, PLOT_MARGIN + PLOT_SIDE / 2, PLOT_SIDE + 2 * PLOT_MARGIN - 12, "text-anchor=\"middle\"",
                  first->name);
    char turned[96];
    snprintf(turned, sizeof turned, "text-anchor=\"middle\" transform=\"rotate(-90 20 %d)\"",
             PLOT_MARGIN + PLOT_SIDE / 2);
    kdi_svg_label(&svg, 20, PLOT_MARGIN + PLOT_SIDE / 2, turned, other->name);
    return kdi_svg_end(&svg, findings);
}

kd_result kd_registration_plot(const kd_registration *registration, int32_t motion, kd_buffer *out,
                               kd_findings *findings)
{
    kdi_arena arena;
    kdi_arena_init(&arena, &registration->desc.allocator, 0);
    kd_result result = plot_registration(&arena, registration, motion, out, findings);
    kdi_arena_free(&arena);
    return result;
}

/* The side view: along the way on the ground, and up. */
typedef struct film_view {
    double along[3];
    int32_t up;
    double low[2], high[2];
    double stretch; /* added along the way from figure to figure where it hardly moves */
} film_view;

static void film_project(const film_view *view, kd_vec3 at, double moment, double to[2])
{
    const double parts[3] = {(double)at.x, (double)at.y, (double)at.z};
    to[0] = view->along[0] * parts[0] + view->along[1] * parts[1] + view->along[2] * parts[2] + view->stretch * moment;
    to[1] = parts[view->up];
}

static int32_t film_frame(const kd_clip *clip, int32_t figure, int32_t count)
{
    return count > 1 ? (int32_t)((int64_t)figure * (clip->frame_count - 1) / (count - 1)) : 0;
}

/* Direction from the first to the last place of the root, and the bounds of all that is drawn. */
static film_view film_view_make(const kd_skeleton *skeleton, const kd_clip *clip, int32_t up, int32_t count,
                                kd_transform *models)
{
    film_view view;
    kd_vec3 first = clip->locals[0].translate;
    kd_vec3 last = clip->locals[(size_t)(clip->frame_count - 1) * (size_t)clip->joint_count].translate;
    double way[3] = {(double)(last.x - first.x), (double)(last.y - first.y), (double)(last.z - first.z)};
    memset(&view, 0, sizeof view);
    way[up] = 0.0;
    double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    view.up = up;
    for (int i = 0; i < 3; i++)
        view.along[i] = length > 1e-6 ? way[i] / length : i == (up + 1) % 3 ? 1.0 : 0.0;
    for (int pass = 0; pass < 2; pass++) {
        view.low[0] = view.low[1] = 1e30;
        view.high[0] = view.high[1] = -1e30;
        for (int32_t i = 0; i < count; i++) {
            kd_skeleton_model_from_local(
                skeleton, clip->locals + (size_t)film_frame(clip, i, count) * (size_t)clip->joint_count, models);
            for (int32_t j = 0; j < skeleton->joint_count; j++) {
                double at[2];
                film_project(&view, models[j].translate, i, at);
                for (int k = 0; k < 2; k++) {
                    view.low[k] = fmin(view.low[k], at[k]);
                    view.high[k] = fmax(view.high[k], at[k]);
                }
            }
        }
        double height = view.high[1] - view.low[1], width = view.high[0] - view.low[0];
        if (pass == 0 && width < 0.3 * height * count)
            view.stretch = (0.3 * height * count - width) / (double)count;
    }
    return view;
}

static void film_draw(kdi_svg *svg, const kd_skeleton *skeleton, const kd_transform *models, const film_view *view,
                      int32_t figure, int32_t count)
{
    double scale = fmin((PLOT_FILM_WIDTH - 40) / fmax(view->high[0] - view->low[0], 1e-6),
                        (PLOT_FILM_HEIGHT - 40) / fmax(view->high[1] - view->low[1], 1e-6));
    int grey = 190 - (count > 1 ? 170 * figure / (count - 1) : 0);
    kdi_svg_put(svg, "<g stroke=\"rgb(%d,%d,%d)\" stroke-width=\"2\" stroke-linecap=\"round\">\n", grey, grey,
                grey + 40);
    for (int32_t j = 0; j < skeleton->joint_count; j++) {
        double from[2], to[2];
        if (skeleton->joints[j].parent == KD_NO_JOINT)
            continue;
        film_project(view, models[skeleton->joints[j].parent].translate, figure, from);
        film_project(view, models[j].translate, figure, to);
        kdi_svg_put(svg, "<path d=\"M%d %dL%d %d\"/>", 20 + (int)((from[0] - view->low[0]) * scale),
                    PLOT_FILM_HEIGHT - 20 - (int)((from[1] - view->low[1]) * scale),
                    20 + (int)((to[0] - view->low[0]) * scale),
                    PLOT_FILM_HEIGHT - 20 - (int)((to[1] - view->low[1]) * scale));
    }
    kdi_svg_put(svg, "</g>\n");
}

kd_result kd_clip_plot(const kd_skeleton *skeleton, const kd_clip *clip, int32_t up_axis, int32_t count, kd_buffer *out,
                       kd_findings *findings)
{
    kdi_arena arena;
    kdi_arena_init(&arena, &out->allocator, 0);
    kd_transform *models = KDI_ARENA_PUSH(&arena, kd_transform, (size_t)skeleton->joint_count);
    kd_result result = KD_OK;
    if (!models || count < 1 || up_axis < 0 || up_axis > 2)
        result = !models ? KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture")
                         : KDI_ERROR(findings, KD_RANGE, NULL, "a picture needs one figure and an up axis of 0 to 2");
    if (result == KD_OK) {
        film_view view = film_view_make(skeleton, clip, up_axis, count, models);
        kdi_svg svg = kdi_svg_begin(out, PLOT_FILM_WIDTH, PLOT_FILM_HEIGHT);
        kdi_svg_put(&svg, "<path stroke=\"#999\" d=\"M0 %dH%d\"/>\n", PLOT_FILM_HEIGHT - 20, PLOT_FILM_WIDTH);
        for (int32_t i = 0; i < count; i++) {
            kd_skeleton_model_from_local(
                skeleton, clip->locals + (size_t)film_frame(clip, i, count) * (size_t)clip->joint_count, models);
            film_draw(&svg, skeleton, models, &view, i, count);
        }
        result = kdi_svg_end(&svg, findings);
    }
    kdi_arena_free(&arena);
    return result;
}
