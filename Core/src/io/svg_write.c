/* kd_svg_write: the document around the frames.
 *
 * First all moments are posed once to learn how much room they need, then each is posed again and drawn. A frame is a
 * group that is displayed during its part of the cycle, by declarative animation: no script, so that a picture plays
 * where scripts are not allowed. A viewer that knows no animation shows the first frame. */
#include "kinedriver/svg.h"

#include "io/svg_frame.h"
#include "io/svg_path.h"
#include "kinedriver/math.h"
#include "text/findings.h"
#include "text/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SVG_CAPTION_HEIGHT = 34, SVG_TEXT = 512 };
static const double SVG_MARGIN = 0.07; /* of a panel's smaller side */
static const double SVG_RADIANS = 0.017453292519943295;

typedef struct svg_writer {
    const kd_svg_panel *panels;
    int32_t panel_count;
    const kd_svg_write_desc *desc;
    kdi_xml_out xml;
    kdi_arena arena;
    kdi_svg_actor actors[KD_SVG_MAX_PANELS];
    int32_t focus[KD_SVG_MAX_PANELS]; /* joints */
    kdi_svg_stage stage;
    int32_t frame_count;
    double duration_s;
    bool has_captions;
} svg_writer;

kd_svg_write_desc kd_svg_write_desc_default(void)
{
    kd_svg_write_desc desc = {320, 420, 30.0, 8.0, 24, 0.0, 0.0, 1.0, NULL};
    return desc;
}

static bool svg_is_in(double value, double low, double high)
{
    return value >= low && value <= high; /* false for what is not a number */
}

static kd_result svg_check(const kd_svg_panel *panels, int32_t panel_count, const kd_svg_write_desc *desc,
                           kd_findings *findings)
{
    if (!panels || panel_count < 1 || panel_count > KD_SVG_MAX_PANELS)
        return KDI_ERROR(findings, KD_RANGE, NULL, "a picture has 1 to %d panels, not %d", KD_SVG_MAX_PANELS,
                         (int)panel_count);
    if (!svg_is_in(desc->width, KD_SVG_MIN_SIZE, KD_SVG_MAX_SIZE) ||
        !svg_is_in(desc->height, KD_SVG_MIN_SIZE, KD_SVG_MAX_SIZE))
        return KDI_ERROR(findings, KD_RANGE, NULL, "a panel has %d to %d pixels each way, not %d x %d", KD_SVG_MIN_SIZE,
                         KD_SVG_MAX_SIZE, (int)desc->width, (int)desc->height);
    if (!svg_is_in(desc->frame_count, 1, KD_SVG_MAX_FRAMES))
        return KDI_ERROR(findings, KD_RANGE, NULL, "a picture has 1 to %d frames, not %d", KD_SVG_MAX_FRAMES,
                         (int)desc->frame_count);
    if (!svg_is_in(desc->angle_deg, -360.0, 360.0) || !svg_is_in(desc->pitch_deg, -90.0, 90.0))
        return KDI_ERROR(findings, KD_RANGE, NULL, "the viewer's angle is within 360 degrees and the pitch within 90");
    if (!svg_is_in(desc->start_s, 0.0, 1e6) || !svg_is_in(desc->duration_s, 0.0, 1e6))
        return KDI_ERROR(findings, KD_RANGE, NULL, "start and duration are 0 to 1000000 seconds");
    if (!svg_is_in(desc->zoom, 0.01, 100.0))
        return KDI_ERROR(findings, KD_RANGE, NULL, "the zoom is 0.01 to 100");
    return KD_OK;
}

/* The actors, and how long they move. */
static kd_result svg_cast(svg_writer *w)
{
    double longest = 0.0;
    for (int32_t i = 0; i < w->panel_count; i++) {
        kdi_svg_actor *actor = &w->actors[i];
        if (!kdi_svg_actor_make(actor, w->panels[i].scene, &w->arena))
            return KDI_ERROR(w->xml.findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
        if (actor->mesh_count == 0)
            return KDI_ERROR(w->xml.findings, KD_EMPTY, NULL, "panel %d has neither meshes nor joints to show",
                             (int)i + 1);
        w->focus[i] = w->desc->focus ? kd_skeleton_find(&actor->scene->skeleton, w->desc->focus) : KD_NO_JOINT;
        if (w->desc->focus && w->focus[i] == KD_NO_JOINT)
            return KDI_ERROR(w->xml.findings, KD_JOINT_UNKNOWN, NULL, "panel %d has no joint '%s' to look at",
                             (int)i + 1, w->desc->focus);
        longest = fmax(longest, kdi_svg_actor_duration(actor));
        w->has_captions = w->has_captions || (w->panels[i].caption && *w->panels[i].caption);
    }
    w->duration_s = w->desc->duration_s > 0.0 ? w->desc->duration_s : fmax(longest - w->desc->start_s, 0.0);
    w->frame_count = longest > 0.0 && w->duration_s > 0.0 ? w->desc->frame_count : 1;
    return KD_OK;
}

/* A cycle ends one step before it begins again. */
static double svg_frame_time(const svg_writer *w, int32_t frame)
{
    return w->desc->start_s + w->duration_s * frame / w->frame_count;
}

/* The point that stays in the middle: a joint, or the mean of the vertices of the first panel, so that the figures side
 * by side stay side by side. The height follows a joint only: a jump is to be seen. */
static kd_vec3 svg_centre(const svg_writer *w, int32_t panel)
{
    if (w->focus[panel] != KD_NO_JOINT)
        return kd_vec3_finite(w->actors[panel].models[w->focus[panel]].translate);
    double x = 0.0, z = 0.0, count = 0.0;
    const kdi_svg_actor *actor = &w->actors[0];
    for (int32_t m = 0; m < actor->mesh_count; m++) {
        for (int32_t v = 0; v < actor->meshes[m].vertex_count; v++) {
            x += (double)actor->positions[m][v].x;
            z += (double)actor->positions[m][v].z;
        }
        count += actor->meshes[m].vertex_count;
    }
    return kd_vec3_finite(kd_vec3_make((float)(x / fmax(count, 1.0)), 0.0f, (float)(z / fmax(count, 1.0))));
}

static void svg_pose(svg_writer *w, int32_t frame)
{
    for (int32_t i = 0; i < w->panel_count; i++)
        kdi_svg_actor_pose(&w->actors[i], svg_frame_time(w, frame));
}

static void svg_measure_actor(svg_writer *w, int32_t panel, kdi_svg_box *seen, kdi_svg_box *world)
{
    const kdi_svg_actor *actor = &w->actors[panel];
    kd_vec3 centre = svg_centre(w, panel);
    for (int32_t m = 0; m < actor->mesh_count; m++) {
        for (int32_t v = 0; v < actor->meshes[m].vertex_count; v++) {
            kdi_svg_box_add(seen, kdi_svg_view_point(&w->stage.view, actor->positions[m][v], centre));
            kdi_svg_box_add(world, actor->positions[m][v]);
        }
    }
}

/* Chooses the view so that all frames of all panels fit in. */
static kd_result svg_measure(svg_writer *w)
{
    kdi_svg_box seen = kdi_svg_box_empty(), world = kdi_svg_box_empty();
    kdi_svg_view *view = &w->stage.view;
    view->sin_angle = sin(w->desc->angle_deg * SVG_RADIANS);
    view->cos_angle = cos(w->desc->angle_deg * SVG_RADIANS);
    view->sin_pitch = sin(w->desc->pitch_deg * SVG_RADIANS);
    view->cos_pitch = cos(w->desc->pitch_deg * SVG_RADIANS);
    view->width = w->desc->width * KDI_SVG_SAMPLES;
    view->height = w->desc->height * KDI_SVG_SAMPLES;
    for (int32_t frame = 0; frame < w->frame_count; frame++) {
        svg_pose(w, frame);
        for (int32_t i = 0; i < w->panel_count; i++)
            svg_measure_actor(w, i, &seen, &world);
    }
    if (!(seen.low[0] <= seen.high[0] && seen.low[1] <= seen.high[1] && world.low[1] <= world.high[1]))
        return KDI_ERROR(w->xml.findings, KD_EMPTY, NULL, "the scenes have no vertices to show");
    kdi_svg_view_fit(view, &seen, SVG_MARGIN * fmin(w->desc->width, w->desc->height), w->desc->zoom);
    if (w->desc->focus)
        view->middle_x = view->middle_y = 0.0;
    double size = fmax(view->height, view->width) / view->samples_per_unit;
    w->stage.ground = world.low[1];
    w->stage.dot_step = size / 9.0;
    w->stage.dot_reach = size / 2.2;
    return KD_OK;
}

static void svg_putf(svg_writer *w, const char *format, ...) KDI_PRINTF(2, 3);

static void svg_putf(svg_writer *w, const char *format, ...)
{
    char text[SVG_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kdi_xml_put(&w->xml, text);
}

static void svg_put_caption(svg_writer *w, int32_t panel)
{
    const char *caption = w->panels[panel].caption;
    if (!caption || !*caption)
        return;
    svg_putf(w, "<text x=\"%d\" y=\"%d\">", (int)(w->desc->width * panel + w->desc->width / 2),
             (int)w->desc->height + 14);
    kdi_xml_put_escaped(&w->xml, caption, KDI_XML_ESCAPE_TEXT, NULL);
    kdi_xml_put(&w->xml, "</text>\n");
}

static void svg_put_head(svg_writer *w)
{
    int width = (int)(w->desc->width * w->panel_count);
    int height = (int)w->desc->height + (w->has_captions ? SVG_CAPTION_HEIGHT : 0);
    svg_putf(
        w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        width, height, width, height);
    kdi_xml_put(&w->xml, "<defs><linearGradient id=\"b\" x2=\"0\" y2=\"1\"><stop stop-color=\"#eef2f7\"/>"
                         "<stop offset=\".72\" stop-color=\"#cfd8e3\"/><stop offset=\"1\" stop-color=\"#b4c0cf\"/>"
                         "</linearGradient>");
    svg_putf(w, "<clipPath id=\"c\"><path d=\"M0 0h%dv%dH0z\"/></clipPath></defs>\n",
             (int)w->desc->width * KDI_SVG_UNITS, (int)w->desc->height * KDI_SVG_UNITS);
    kdi_xml_put(&w->xml,
                "<style>path{fill-rule:evenodd;stroke-linejoin:round;stroke-width:5}.d{stroke:#8794a6;stroke-width:12;"
                "stroke-linecap:round}.s{fill:#27344a;fill-opacity:.22}text{font:600 15px system-ui,"
                "-apple-system,'Segoe UI',sans-serif;fill:#27344a;text-anchor:middle}</style>\n");
    svg_putf(w, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"url(#b)\"/>\n", width, height);
    for (int32_t i = 0; i < w->panel_count; i++)
        svg_put_caption(w, i);
}

/* Displays the group it stands in during the frame's part of the cycle. */
static void svg_put_timing(svg_writer *w, int32_t frame)
{
    char from[KDI_NUMBER_SIZE], to[KDI_NUMBER_SIZE], length[KDI_NUMBER_SIZE];
    kdi_number_format(floor(1e4 * frame / w->frame_count) / 1e4, from);
    kdi_number_format(floor(1e4 * (frame + 1) / w->frame_count) / 1e4, to);
    kdi_number_format(floor(1e3 * w->duration_s) / 1e3, length);
    kdi_xml_put(&w->xml, "<animate attributeName=\"display\" ");
    if (frame == 0)
        svg_putf(w, "values=\"inline;none\" keyTimes=\"0;%s\"", to);
    else if (frame == w->frame_count - 1)
        svg_putf(w, "values=\"none;inline\" keyTimes=\"0;%s\"", from);
    else
        svg_putf(w, "values=\"none;inline;none\" keyTimes=\"0;%s;%s\"", from, to);
    svg_putf(w, " dur=\"%ss\" calcMode=\"discrete\" repeatCount=\"indefinite\"/>\n", length);
}

static void svg_put_frame(svg_writer *w, int32_t frame)
{
    kdi_xml_put(&w->xml, frame == 0 ? "<g>" : "<g display=\"none\">");
    if (w->frame_count > 1)
        svg_put_timing(w, frame);
    svg_pose(w, frame);
    for (int32_t i = 0; i < w->panel_count; i++) {
        svg_putf(w, "<g transform=\"translate(%d) scale(.2)\" clip-path=\"url(#c)\">\n", (int)(w->desc->width * i));
        kdi_svg_frame_write(&w->stage, &w->actors[i], svg_centre(w, i), &w->xml);
        kdi_xml_put(&w->xml, "</g>\n");
    }
    kdi_xml_put(&w->xml, "</g>\n");
}

static kd_result svg_write_all(svg_writer *w)
{
    kd_result result = svg_cast(w);
    if (result == KD_OK)
        result = svg_measure(w);
    if (result != KD_OK)
        return result;
    if (!kdi_svg_canvas_make(&w->stage.canvas, w->stage.view.width, w->stage.view.height, &w->arena))
        return KDI_ERROR(w->xml.findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
    w->stage.contour.canvas = &w->stage.canvas;
    w->stage.contour.allocator = w->arena.allocator;
    w->stage.contour.scale = (double)KDI_SVG_UNITS / KDI_SVG_SAMPLES;
    svg_put_head(w);
    for (int32_t frame = 0; frame < w->frame_count && w->xml.result == KD_OK; frame++)
        svg_put_frame(w, frame);
    kdi_xml_put(&w->xml, "</svg>\n");
    kdi_svg_contour_free(&w->stage.contour);
    if (w->xml.result == KD_OUT_OF_MEMORY)
        return KDI_ERROR(w->xml.findings, KD_OUT_OF_MEMORY, NULL, "no memory for the picture");
    return w->xml.result;
}

kd_result kd_svg_write(const kd_svg_panel *panels, int32_t panel_count, const kd_svg_write_desc *desc, kd_buffer *out,
                       kd_findings *findings)
{
    kd_result result = svg_check(panels, panel_count, desc, findings);
    if (result != KD_OK)
        return result;
    size_t size_before = out->size;
    svg_writer w;
    memset(&w, 0, sizeof w);
    w.panels = panels;
    w.panel_count = panel_count;
    w.desc = desc;
    w.xml.out = out;
    w.xml.findings = findings;
    kdi_arena_init(&w.arena, &out->allocator, 0);
    result = svg_write_all(&w);
    kdi_arena_free(&w.arena);
    if (result != KD_OK)
        out->size = size_before;
    return result;
}
