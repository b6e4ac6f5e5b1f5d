/* The picture of an edited motion as SVG: paths of handles before (grey) and after (coloured), with the figure drawn
 * now and then, from the side above and from the top below. */
#include "files.h"
#include "report.h"
#include "segment_work.h"

#include <kinedriver/file.h>
#include <kinedriver/math.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PLOT_WIDTH = 1200, PLOT_MARGIN = 40, PLOT_FIGURES = 20, PLOT_POINTS = 160 };

static const char *const plot_colours[] = {"#444444", "#c03028", "#2060b0", "#d08020",
                                           "#20a080", "#8040a0", "#a06040", "#607020"};

typedef struct plot_state {
    const segment_work *work;
    kd_buffer text;
    bool failed;
    kd_vec3 along, across;  /* horizontal directions */
    double low[3], high[3]; /* along, up, across */
    double scale, top;
    bool from_above;
} plot_state;

static void plot_print(plot_state *plot, const char *format, ...) CLI_PRINTF(2, 3);

static void plot_print(plot_state *plot, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || kd_buffer_append(&plot->text, line, strlen(line)) != KD_OK)
        plot->failed = true;
}

static void plot_measure(const plot_state *plot, kd_vec3 p, double out[3])
{
    out[0] = (double)kd_vec3_dot(p, plot->along);
    out[1] = (double)p.y;
    out[2] = (double)kd_vec3_dot(p, plot->across);
}

static void plot_include(plot_state *plot, kd_vec3 p)
{
    double q[3];
    plot_measure(plot, p, q);
    for (int k = 0; k < 3; k++) {
        plot->low[k] = fmin(plot->low[k], q[k]);
        plot->high[k] = fmax(plot->high[k], q[k]);
    }
}

static void plot_point(plot_state *plot, kd_vec3 p)
{
    double q[3];
    plot_measure(plot, p, q);
    double up = plot->from_above ? q[2] - plot->low[2] : plot->high[1] - q[1];
    plot_print(plot, "%.1f,%.1f ", PLOT_MARGIN + (q[0] - plot->low[0]) * plot->scale, plot->top + up * plot->scale);
}

static kd_vec3 plot_joint(const segment_work *work, int32_t frame, int32_t joint)
{
    return work->places[(size_t)frame * (size_t)kd_segments_joint_count(work->segments) + (size_t)joint];
}

static void plot_measure_all(plot_state *plot)
{
    const segment_work *work = plot->work;
    kd_vec3 way = kd_vec3_sub(plot_joint(work, work->frame_count - 1, 0), plot_joint(work, 0, 0));
    way.y = 0.0f;
    plot->along = kd_vec3_normalize(way, kd_vec3_make(0.0f, 0.0f, 1.0f));
    plot->across = kd_vec3_make(-plot->along.z, 0.0f, plot->along.x);
    for (int k = 0; k < 3; k++) {
        plot->low[k] = 1e300;
        plot->high[k] = -1e300;
    }
    for (int32_t f = 0; f < work->frame_count; f++) {
        for (int32_t j = 0; j < kd_segments_joint_count(work->segments); j++)
            plot_include(plot, plot_joint(work, f, j));
        for (int32_t h = 0; h < kd_segments_handle_count(work->segments); h++)
            plot_include(plot, cli_segment_before(work, f, h));
    }
    double width = fmax(plot->high[0] - plot->low[0], 1e-6), height = fmax(plot->high[1] - plot->low[1], 1e-6);
    plot->scale = fmin((PLOT_WIDTH - 2 * PLOT_MARGIN) / width, 500 / height);
}

static void plot_figures(plot_state *plot)
{
    const segment_work *work = plot->work;
    int32_t step = work->frame_count / PLOT_FIGURES + 1;
    plot_print(plot, "<g stroke=\"#9aa8b8\" stroke-width=\"1\" fill=\"none\" opacity=\"0.7\">\n");
    for (int32_t f = 0; f < work->frame_count; f += step) {
        plot_print(plot, "<path d=\"");
        for (int32_t j = 1; j < kd_segments_joint_count(work->segments); j++) {
            int32_t parent = kd_segments_joint_parent(work->segments, j);
            if (parent < 0)
                continue;
            plot_print(plot, "M");
            plot_point(plot, plot_joint(work, f, parent));
            plot_print(plot, "L");
            plot_point(plot, plot_joint(work, f, j));
        }
        plot_print(plot, "\"/>\n");
    }
    plot_print(plot, "</g>\n");
}

/* Whether a frame's segment does not continue the one before where that is placed. */
static bool plot_jumps(const segment_work *work, int32_t f)
{
    const segment_frame *now = &work->frames[f], *last = &work->frames[f - 1];
    kd_vec3 moved = kd_vec3_sub(now->placement.translate, last->placement.translate);
    bool is_moved = work->placed_before && kd_vec3_length(moved) > 1e-3f * kd_segments_height(work->segments);
    return now->frame == 0.0f && (now->segment != last->segment + 1 || is_moved);
}

static void plot_handle(plot_state *plot, int32_t handle, bool before)
{
    const segment_work *work = plot->work;
    const char *colour = before ? "#b8b8b8" : plot_colours[handle % 8];
    plot_print(plot, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" points=\"", colour,
               before ? "1" : "1.6");
    int32_t step = work->frame_count / PLOT_POINTS + 1;
    for (int32_t f = 0; f < work->frame_count; f++) {
        bool jumps = before && f > 0 && plot_jumps(work, f);
        if (jumps)
            plot_print(plot, "\"/>\n<polyline fill=\"none\" stroke=\"%s\" points=\"", colour);
        if (f % step == 0 || jumps || f + 1 == work->frame_count)
            plot_point(plot, before ? cli_segment_before(work, f, handle)
                                    : plot_joint(work, f, kd_segments_handle_joint(work->segments, handle)));
    }
    plot_print(plot, "\"/>\n");
}

static void plot_panel(plot_state *plot)
{
    int32_t handles = kd_segments_handle_count(plot->work->segments);
    if (!plot->from_above) /* from there they would only hide the paths */
        plot_figures(plot);
    for (int32_t h = 0; h < handles; h++)
        plot_handle(plot, h, true);
    for (int32_t h = 0; h < handles; h++)
        plot_handle(plot, h, false);
    const segment_work *work = plot->work;
    for (int32_t f = 1; f < work->frame_count; f++)
        for (int32_t h = 0; h < handles && work->frames[f].frame == 0.0f; h++) {
            double q[3];
            plot_measure(plot, plot_joint(work, f, kd_segments_handle_joint(work->segments, h)), q);
            double up = plot->from_above ? q[2] - plot->low[2] : plot->high[1] - q[1];
            plot_print(plot, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n",
                       PLOT_MARGIN + (q[0] - plot->low[0]) * plot->scale, plot->top + up * plot->scale,
                       plot_colours[h % 8]);
        }
}

/* A handle's name in its colour; characters that mean something in XML are left out. */
static void plot_handle_name(plot_state *plot, int32_t handle)
{
    char name[32];
    size_t length = 0;
    for (const char *c = kd_segments_handle_name(plot->work->segments, handle); *c && length + 1 < sizeof name; c++)
        if ((unsigned char)*c >= 0x20 && (unsigned char)*c < 0x7f && !strchr("<>&\"", *c))
            name[length++] = *c;
    name[length] = 0;
    plot_print(plot, "<text x=\"%d\" y=\"44\" fill=\"%s\">%s</text>\n", PLOT_MARGIN + 140 * (int)handle,
               plot_colours[handle % 8], name);
}

cli_exit cli_segment_plot(cli_call *call, const segment_work *work, const char *path)
{
    plot_state plot;
    memset(&plot, 0, sizeof plot);
    plot.work = work;
    plot.text = kd_buffer_make(NULL);
    plot_measure_all(&plot);
    double side = (plot.high[1] - plot.low[1]) * plot.scale, above = (plot.high[2] - plot.low[2]) * plot.scale;
    double height = side + above + 4 * PLOT_MARGIN;
    plot_print(
        &plot,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        PLOT_WIDTH, height);
    plot.top = 1.5 * PLOT_MARGIN;
    plot_panel(&plot);
    plot.top += side + PLOT_MARGIN;
    plot.from_above = true;
    plot_panel(&plot);
    plot_print(&plot, "<text x=\"%d\" y=\"24\">from the side; below from above; grey: before; dots: seams</text>\n",
               PLOT_MARGIN);
    for (int32_t h = 0; h < kd_segments_handle_count(work->segments) && h < 8; h++)
        plot_handle_name(&plot, h);
    plot_print(&plot, "</svg>\n");
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = plot.failed ? KD_OUT_OF_MEMORY : kd_file_write(path, plot.text.data, plot.text.size, &findings);
    kd_buffer_free(&plot.text);
    cli_exit problem = cli_report(call, cli_output_name(path), &findings);
    return result == KD_OK ? problem : CLI_WRONG_INPUT;
}
