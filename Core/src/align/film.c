/* The picture of a motion: the figure at several moments, seen from the side of its way. */
#include "kinedriver/align.h"
#include "kinedriver/math.h"

#include "base/arena.h"
#include "compile/svg.h"
#include "text/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FILM_WIDTH = 1200, FILM_HEIGHT = 360, FILM_MARGIN = 20 };

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
    double scale = fmin((FILM_WIDTH - 2 * FILM_MARGIN) / fmax(view->high[0] - view->low[0], 1e-6),
                        (FILM_HEIGHT - 2 * FILM_MARGIN) / fmax(view->high[1] - view->low[1], 1e-6));
    int grey = 190 - (count > 1 ? 170 * figure / (count - 1) : 0);
    char stroke[96];
    snprintf(stroke, sizeof stroke, "stroke=\"rgb(%d,%d,%d)\" stroke-width=\"2\" stroke-linecap=\"round\"", grey, grey,
             grey + 40);
    kdi_svg_path_begin(svg, stroke);
    for (int32_t j = 0; j < skeleton->joint_count; j++) {
        int32_t ends[2] = {skeleton->joints[j].parent, j};
        for (int k = 0; k < 2 && ends[0] != KD_NO_JOINT; k++) {
            double at[2];
            film_project(view, models[ends[k]].translate, figure, at);
            kdi_svg_path_point(svg, round(FILM_MARGIN + (at[0] - view->low[0]) * scale),
                               round(FILM_HEIGHT - FILM_MARGIN - (at[1] - view->low[1]) * scale), k == 0);
        }
    }
    kdi_svg_path_end(svg);
}

static kd_result film_make(const kd_skeleton *skeleton, const kd_clip *clip, const film_view *view, int32_t count,
                           kd_transform *models, kd_buffer *out)
{
    size_t size_before = out->size;
    kdi_svg svg = kdi_svg_begin(out, FILM_WIDTH, FILM_HEIGHT);
    kdi_svg_rect(&svg, 0, FILM_HEIGHT - FILM_MARGIN, FILM_WIDTH, 1, "fill=\"#999\"");
    for (int32_t i = 0; i < count; i++) {
        kd_skeleton_model_from_local(
            skeleton, clip->locals + (size_t)film_frame(clip, i, count) * (size_t)clip->joint_count, models);
        film_draw(&svg, skeleton, models, view, i, count);
    }
    kd_result result = kdi_svg_end(&svg);
    out->size = result == KD_OK ? out->size : size_before;
    return result;
}

kd_result kd_clip_plot(const kd_skeleton *skeleton, const kd_clip *clip, int32_t up_axis, int32_t count, kd_buffer *out,
                       kd_findings *findings)
{
    if (count < 1 || up_axis < 0 || up_axis > 2)
        return KDI_ERROR(findings, KD_RANGE, NULL, "a picture needs one figure and an up axis of 0 to 2");
    kdi_arena arena;
    kdi_arena_init(&arena, &out->allocator, 0);
    kd_transform *models = KDI_ARENA_PUSH(&arena, kd_transform, (size_t)skeleton->joint_count);
    kd_result result = KD_OUT_OF_MEMORY;
    if (models) {
        film_view view = film_view_make(skeleton, clip, up_axis, count, models);
        result = film_make(skeleton, clip, &view, count, models, out);
    }
    kdi_arena_free(&arena);
    return result == KD_OK ? KD_OK : KDI_ERROR(findings, result, NULL, "no memory for the picture");
}
