/* Heat maps with contours, axes with round numbers. */
#include "compile/rbf_plot.h"
#include "text/number.h"

#include <math.h>
#include <stdio.h>

enum { PLOT_BANDS = 32 };

double kdi_plot_x(const kdi_plot_frame *frame, double x)
{
    return frame->left + frame->width * (x - frame->x_low) / (frame->x_high - frame->x_low);
}

double kdi_plot_y(const kdi_plot_frame *frame, double y)
{
    return frame->top + frame->height * (frame->y_high - y) / (frame->y_high - frame->y_low);
}

void kdi_plot_colour(double part, char text[8])
{
    static const double stops[5][3] = {{49, 54, 149}, {69, 145, 180}, {247, 247, 219}, {244, 155, 85}, {165, 20, 38}};
    part = fmin(fmax(part, 0), 1) * 4;
    int stop = part >= 4 ? 3 : (int)part;
    int colour[3];
    for (int i = 0; i < 3; i++)
        colour[i] = (int)(stops[stop][i] + (stops[stop + 1][i] - stops[stop][i]) * (part - stop));
    snprintf(text, 8, "#%02x%02x%02x", colour[0] & 255, colour[1] & 255, colour[2] & 255);
}

double kdi_plot_step(double range, int count)
{
    double step = pow(10, floor(log10(range / count)));
    double ratio = range / count / step;
    return step * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);
}

/* A round number without the noise of its last digits. */
static void plot_label(double value, double step, char text[KDI_NUMBER_SIZE])
{
    double digits = pow(10, fmax(0, ceil(-log10(step)) + 1));
    kdi_number_format(fabs(value) < step / 1e6 ? 0 : round(value * digits) / digits, text);
}

void kdi_plot_axes(kdi_svg *svg, const kdi_plot_frame *frame, const char *x_name, const char *y_name)
{
    char text[KDI_NUMBER_SIZE];
    double bottom = frame->top + frame->height;
    double step = kdi_plot_step(frame->x_high - frame->x_low, 6);
    for (double x = ceil(frame->x_low / step) * step; x <= frame->x_high + step * 1e-9; x += step) {
        plot_label(x, step, text);
        kdi_svg_rect(svg, kdi_plot_x(frame, x) - 0.5, bottom, 1, 4, "fill=\"#333333\"");
        kdi_svg_text(svg, kdi_plot_x(frame, x), bottom + 17, "middle", text);
    }
    step = kdi_plot_step(frame->y_high - frame->y_low, 5);
    for (double y = ceil(frame->y_low / step) * step; y <= frame->y_high + step * 1e-9; y += step) {
        plot_label(y, step, text);
        kdi_svg_rect(svg, frame->left - 4, kdi_plot_y(frame, y) - 0.5, 4, 1, "fill=\"#333333\"");
        kdi_svg_text(svg, frame->left - 7, kdi_plot_y(frame, y) + 4, "end", text);
    }
    kdi_svg_rect(svg, frame->left, frame->top, frame->width, frame->height, "fill=\"none\" stroke=\"#333333\"");
    kdi_svg_text(svg, frame->left + frame->width / 2, bottom + 34, "middle", x_name);
    kdi_svg_text(svg, frame->left, frame->top - 8, "start", y_name);
}

static int plot_band(const kdi_plot_field *field, double value)
{
    double range = field->high - field->low;
    int band = range > 0 ? (int)((value - field->low) / range * PLOT_BANDS) : PLOT_BANDS / 2;
    return band < 0 ? 0 : band >= PLOT_BANDS ? PLOT_BANDS - 1 : band;
}

/* Cells of one band that lie beside each other become one rectangle. */
static void plot_bands(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field)
{
    double width = frame->width / (field->columns - 1), height = frame->height / (field->rows - 1);
    char attributes[32] = "fill=\"", colour[8];
    for (int r = 0; r + 1 < field->rows; r++) {
        const double *row = field->values + (size_t)r * (size_t)field->columns;
        for (int c = 0, next; c + 1 < field->columns; c = next) {
            int band = 0;
            for (next = c; next + 1 < field->columns; next++) {
                const double *v = row + next;
                int here = plot_band(field, (v[0] + v[1] + v[field->columns] + v[field->columns + 1]) / 4);
                if (next > c && here != band)
                    break;
                band = here;
            }
            kdi_plot_colour((band + 0.5) / PLOT_BANDS, colour);
            snprintf(attributes, sizeof attributes, "fill=\"%s\"", colour);
            kdi_svg_rect(svg, frame->left + c * width, frame->top + frame->height - (r + 1) * height - 0.3,
                         (next - c) * width + 0.3, height + 0.6, attributes);
        }
    }
}

/* The pieces of a contour in one cell: up to two lines between crossed edges. */
static void plot_cell(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field, int c, int r,
                      double level)
{
    static const int corners[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    double width = frame->width / (field->columns - 1), height = frame->height / (field->rows - 1);
    double bottom = frame->top + frame->height, points[4][2];
    int count = 0;
    for (int e = 0; e < 4; e++) {
        const int *p = corners[e], *q = corners[e + 1];
        double a = field->values[(size_t)(r + p[1]) * (size_t)field->columns + (size_t)(c + p[0])] - level;
        double b = field->values[(size_t)(r + q[1]) * (size_t)field->columns + (size_t)(c + q[0])] - level;
        if ((a < 0) == (b < 0))
            continue;
        double t = a / (a - b);
        points[count][0] = frame->left + (c + p[0] + t * (q[0] - p[0])) * width;
        points[count][1] = bottom - (r + p[1] + t * (q[1] - p[1])) * height;
        count++;
    }
    for (int i = 0; i + 1 < count; i += 2) {
        kdi_svg_path_point(svg, points[i][0], points[i][1], true);
        kdi_svg_path_point(svg, points[i + 1][0], points[i + 1][1], false);
    }
}

void kdi_plot_heat(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field)
{
    plot_bands(svg, frame, field);
    if (!(field->high > field->low))
        return;
    double step = kdi_plot_step(field->high - field->low, 8);
    kdi_svg_path_begin(svg, "stroke=\"#222222\" stroke-opacity=\"0.6\" stroke-width=\"0.8\"");
    for (double level = ceil(field->low / step) * step; level < field->high; level += step)
        for (int r = 0; r + 1 < field->rows; r++)
            for (int c = 0; c + 1 < field->columns; c++)
                plot_cell(svg, frame, field, c, r, level);
    kdi_svg_path_end(svg);
}

void kdi_plot_legend(kdi_svg *svg, const kdi_plot_frame *frame, const kdi_plot_field *field)
{
    char attributes[32], colour[8], text[KDI_NUMBER_SIZE];
    double left = frame->left + frame->width + 16, height = frame->height / PLOT_BANDS;
    for (int band = 0; band < PLOT_BANDS; band++) {
        kdi_plot_colour((band + 0.5) / PLOT_BANDS, colour);
        snprintf(attributes, sizeof attributes, "fill=\"%s\"", colour);
        kdi_svg_rect(svg, left, frame->top + frame->height - (band + 1) * height, 14, height + 0.4, attributes);
    }
    if (!(field->high > field->low))
        return;
    double step = kdi_plot_step(field->high - field->low, 8);
    for (double level = ceil(field->low / step) * step; level <= field->high; level += step) {
        double y = frame->top + frame->height * (field->high - level) / (field->high - field->low);
        plot_label(level, step, text);
        kdi_svg_rect(svg, left + 14, y - 0.5, 4, 1, "fill=\"#333333\"");
        kdi_svg_text(svg, left + 21, y + 4, "start", text);
    }
}
