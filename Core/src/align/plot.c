/* The picture of a registration: the matrix of distances with the path, the time curve and the contacts of the feet. */
#include "align/distance.h"
#include "align/png.h"
#include "align/registration.h"

#include "compile/svg.h"
#include "io/gltf_base64.h"
#include "text/findings.h"

#include <math.h>

enum { PLOT_PIXELS = 280, PLOT_SIDE = 560, PLOT_MARGIN = 60, PLOT_POINTS = 400 };

/* Distances as shades; the first frame of the second motion at the bottom. */
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
            pixels[y * width + x] = (uint8_t)(((float)KDI_PNG_SHADES - 0.01f) * sqrtf(part));
        }
}

static void plot_matrix(kdi_svg *svg, kdi_arena *arena, const kd_distance_matrix *matrix)
{
    int width = matrix->rows < PLOT_PIXELS ? matrix->rows : PLOT_PIXELS;
    int height = matrix->columns < PLOT_PIXELS ? matrix->columns : PLOT_PIXELS;
    uint8_t *pixels = KDI_ARENA_PUSH(arena, uint8_t, (size_t)width * (size_t)height);
    kd_buffer png = kd_buffer_make(&svg->text->allocator);
    if (pixels)
        plot_shade(matrix, width, height, pixels);
    svg->failed = svg->failed || !pixels || kdi_png_append(&png, pixels, width, height) != KD_OK;
    kdi_svg_raw(svg, "<image x=\"60\" y=\"60\" width=\"560\" height=\"560\" preserveAspectRatio=\"none\" "
                     "href=\"data:image/png;base64,");
    svg->failed = svg->failed || kdi_base64_encode(png.data, png.size, svg->text) != KD_OK;
    kdi_svg_raw(svg, "\"/>\n");
    kd_buffer_free(&png);
}

static double plot_x(double part)
{
    return PLOT_MARGIN + part * PLOT_SIDE;
}

static double plot_y(double part)
{
    return PLOT_MARGIN + PLOT_SIDE - part * PLOT_SIDE;
}

/* Only the cells where the path changes its direction. */
static void plot_path(kdi_svg *svg, const kd_path *path, int32_t rows, int32_t columns)
{
    const kd_path_cell *c = path->cells;
    kdi_svg_path_begin(svg, "stroke=\"#fc0\" stroke-width=\"2\"");
    for (int32_t i = 0; i < path->count; i++) {
        bool is_end = i == 0 || i == path->count - 1;
        if (is_end || c[i + 1].row - c[i].row != c[i].row - c[i - 1].row ||
            c[i + 1].column - c[i].column != c[i].column - c[i - 1].column)
            kdi_svg_path_point(svg, plot_x((double)c[i].row / (double)(rows - 1)),
                               plot_y((double)c[i].column / (double)(columns - 1)), i == 0);
    }
    kdi_svg_path_end(svg);
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
        const char *colour = foot % 2 ? "fill=\"#d33\"" : "fill=\"#36c\"";
        if (below)
            kdi_svg_rect(svg, plot_x(from), PLOT_MARGIN + PLOT_SIDE + 4 + 8 * foot, plot_x(to) - plot_x(from), 6,
                         colour);
        else
            kdi_svg_rect(svg, PLOT_MARGIN - 10 - 8 * foot, plot_y(to), 6, plot_y(from) - plot_y(to), colour);
    }
}

static void plot_time_curve(kdi_svg *svg, const kd_registration *registration, int32_t motion)
{
    double first = kd_registration_duration_s(registration, 0),
           other = kd_registration_duration_s(registration, motion);
    kdi_svg_path_begin(svg, "stroke=\"#e11\" stroke-width=\"2\"");
    for (int i = 0; i <= PLOT_POINTS; i++) {
        double phase = (double)i / PLOT_POINTS;
        kdi_svg_path_point(svg, plot_x(kd_registration_time_s(registration, 0, phase) / first),
                           plot_y(kd_registration_time_s(registration, motion, phase) / other), i == 0);
    }
    kdi_svg_path_end(svg);
}

static void plot_names(kdi_svg *svg, const char *first, const char *other)
{
    const double middle = PLOT_MARGIN + PLOT_SIDE / 2;
    kdi_svg_text(svg, middle, PLOT_SIDE + 2 * PLOT_MARGIN - 12, "middle", first);
    kdi_svg_raw(svg, "<g transform=\"translate(20 340) rotate(-90)\">");
    kdi_svg_text(svg, 0, 0, "middle", other);
    kdi_svg_raw(svg, "</g>\n");
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
    size_t size_before = out->size;
    kdi_svg svg = kdi_svg_begin(out, PLOT_SIDE + 2 * PLOT_MARGIN, PLOT_SIDE + 2 * PLOT_MARGIN);
    plot_matrix(&svg, arena, &matrix);
    if (registration->motions[motion].path.count > 0)
        plot_path(&svg, &registration->motions[motion].path, a.frame_count, b.frame_count);
    plot_time_curve(&svg, registration, motion);
    plot_contacts(&svg, registration, 0, true);
    plot_contacts(&svg, registration, motion, false);
    plot_names(&svg, first->name, other->name);
    if (kdi_svg_end(&svg) == KD_OK)
        return KD_OK;
    out->size = size_before;
    return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
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
