/* A frame is drawn on the canvas and then traced: first the outline of each material in its darkest tone, then, one
 * upon the other, the areas that are lit at least so much. Hidden parts never reach the file, neighbouring tones leave
 * no seams, and a smooth surface costs a few lines instead of thousands of triangles. */
#include "io/svg_frame.h"

#include "io/svg_path.h"
#include "io/svg_tone.h"
#include "kinedriver/math.h"

#include <math.h>
#include <stdio.h>

static const double FRAME_TOLERANCE = 0.6;   /* samples that lines may be off */
static const double FRAME_LEAST_AREA = 10.0; /* square samples of the smallest area shown */
static const float FRAME_EDGE_DEPTH = 9.0f;  /* samples that a limb must stand off to darken what is behind it */
static const int32_t FRAME_EDGE_RADIUS = 4;  /* samples */
static const float FRAME_EDGE_SHADE = 0.55f; /* how much it darkens */

typedef struct frame_job {
    kdi_svg_stage *stage;
    const kdi_svg_actor *actor;
    kd_vec3 centre;
    kdi_xml_out *xml;
} frame_job;

/* A corner of a triangle where it falls on the canvas. */
static kdi_svg_corner frame_corner(const frame_job *job, int32_t mesh, uint32_t vertex, kd_vec3 face_normal)
{
    const kdi_svg_view *view = &job->stage->view;
    const kd_vec3 *normals = job->actor->normals[mesh];
    kd_vec3 seen = kdi_svg_view_point(view, job->actor->positions[mesh][vertex], job->centre);
    kd_vec3 place = kdi_svg_view_to_canvas(view, seen);
    kd_vec3 normal = kdi_svg_view_direction(view, normals ? normals[vertex] : face_normal);
    kdi_svg_corner corner = {place.x, place.y, place.z, kdi_svg_light(normal)};
    return corner;
}

/* Where the shadow of a corner falls on the canvas. */
static kdi_svg_corner frame_shadow_corner(const frame_job *job, int32_t mesh, uint32_t vertex)
{
    const kdi_svg_view *view = &job->stage->view;
    kd_vec3 point = job->actor->positions[mesh][vertex];
    double height = (double)point.y - job->stage->ground;
    /* the sun stands high, behind the viewer's left shoulder */
    point.x += (float)(height * (0.22 * view->cos_angle - 0.16 * view->sin_angle));
    point.z += (float)(height * (-0.22 * view->sin_angle - 0.16 * view->cos_angle));
    point.y = (float)job->stage->ground;
    kd_vec3 place = kdi_svg_view_to_canvas(view, kdi_svg_view_point(view, point, job->centre));
    kdi_svg_corner corner = {place.x, place.y, 0.0f, 1.0f};
    return corner;
}

static void frame_draw_triangle(frame_job *job, int32_t mesh, const uint32_t *indices, uint8_t paint)
{
    const kd_vec3 *p = job->actor->positions[mesh];
    kd_vec3 across =
        kd_vec3_cross(kd_vec3_sub(p[indices[1]], p[indices[0]]), kd_vec3_sub(p[indices[2]], p[indices[0]]));
    kd_vec3 normal = kd_vec3_normalize(across, kd_vec3_make(0.0f, 0.0f, 1.0f));
    kdi_svg_corner corners[3];
    for (int i = 0; i < 3; i++)
        corners[i] = frame_corner(job, mesh, indices[i], normal);
    kdi_svg_canvas_triangle(&job->stage->canvas, corners, paint);
}

/* Both sides of a surface cast its shadow: one of the two ways round is seen from above. */
static void frame_draw_shadow(frame_job *job, int32_t mesh, const uint32_t *indices)
{
    kdi_svg_corner a = frame_shadow_corner(job, mesh, indices[0]), b = frame_shadow_corner(job, mesh, indices[1]);
    kdi_svg_corner c = frame_shadow_corner(job, mesh, indices[2]);
    kdi_svg_corner one[3] = {a, b, c}, other[3] = {a, c, b};
    kdi_svg_canvas_triangle(&job->stage->canvas, one, 1);
    kdi_svg_canvas_triangle(&job->stage->canvas, other, 1);
}

static void frame_draw(frame_job *job, bool shadow)
{
    kdi_svg_canvas_clear(&job->stage->canvas);
    for (int32_t m = 0; m < job->actor->mesh_count; m++) {
        const kd_mesh *mesh = &job->actor->meshes[m];
        for (int32_t part = 0; part < mesh->part_count; part++) {
            const uint32_t *indices = &mesh->indices[mesh->parts[part].first_index];
            uint8_t paint = kdi_svg_paint(mesh->parts[part].material);
            for (int32_t i = 0; i + 2 < mesh->parts[part].index_count; i += 3) {
                if (shadow)
                    frame_draw_shadow(job, m, &indices[i]);
                else
                    frame_draw_triangle(job, m, &indices[i], paint);
            }
        }
    }
}

/* A path of all that has the paint and at least the light; none where there is nothing. */
static bool frame_put_area(frame_job *job, uint8_t paint, float level, const char *attributes)
{
    kdi_xml_out *xml = job->xml;
    if (xml->result != KD_OK)
        return false;
    size_t before = xml->out->size;
    kdi_xml_put(xml, "<path ");
    kdi_xml_put(xml, attributes);
    kdi_xml_put(xml, " d=\"");
    size_t begin = xml->out->size;
    kdi_svg_contour *contour = &job->stage->contour;
    contour->paint = paint;
    contour->level = level;
    if (xml->result == KD_OK)
        xml->result = kdi_svg_contour_write(contour, xml->out);
    bool drawn = xml->out->size > begin;
    kdi_xml_put(xml, "\"/>\n");
    if (!drawn && xml->result == KD_OK)
        xml->out->size = before;
    return drawn;
}

static void frame_put_tones(frame_job *job, uint8_t paint)
{
    char attributes[64];
    for (int tone = 0; tone < KDI_SVG_TONES; tone++) {
        kdi_svg_color color = kdi_svg_tone(job->actor, paint, tone);
        snprintf(attributes, sizeof attributes, "fill=\"#%02x%02x%02x\"%s", color.red, color.green, color.blue,
                 tone == 0 ? " stroke=\"#1c2430\"" : "");
        float level = tone == 0 ? -1.0f : (float)tone / (float)KDI_SVG_TONES;
        if (!frame_put_area(job, paint, level, attributes) && tone == 0)
            return;
    }
}

/* Dots that stay where they are while the figure walks over them: its way can be seen. */
static void frame_put_ground(const frame_job *job)
{
    const kdi_svg_stage *stage = job->stage;
    kdi_svg_path path = {job->xml->out, job->xml->result, 0, 0, true};
    int reach = (int)(stage->dot_reach / stage->dot_step);
    double x0 = floor((double)job->centre.x / stage->dot_step), z0 = floor((double)job->centre.z / stage->dot_step);
    kdi_xml_put(job->xml, "<path class=\"d\" d=\"");
    for (int i = -reach; i <= reach + 1; i++) {
        for (int k = -reach; k <= reach + 1; k++) {
            double x = (x0 + i) * stage->dot_step, z = (z0 + k) * stage->dot_step;
            if (hypot(x - (double)job->centre.x, z - (double)job->centre.z) > stage->dot_reach)
                continue;
            kd_vec3 dot = kd_vec3_make((float)x, (float)stage->ground, (float)z);
            kd_vec3 at = kdi_svg_view_to_canvas(&stage->view, kdi_svg_view_point(&stage->view, dot, job->centre));
            if (!(at.x > 0.0f && at.y > 0.0f && at.x < (float)stage->view.width && at.y < (float)stage->view.height))
                continue;
            kdi_svg_path_move(&path, (int32_t)lround((double)at.x * stage->contour.scale),
                              (int32_t)lround((double)at.y * stage->contour.scale));
            kdi_svg_path_letter(&path, 'h');
            kdi_svg_path_letter(&path, '0');
        }
    }
    if (job->xml->result == KD_OK)
        job->xml->result = path.result;
    kdi_xml_put(job->xml, "\"/>\n");
}

void kdi_svg_frame_write(kdi_svg_stage *stage, const kdi_svg_actor *actor, kd_vec3 centre, kdi_xml_out *xml)
{
    frame_job job = {stage, actor, centre, xml};
    bool used[KDI_SVG_PAINTS + 1] = {false};
    stage->contour.tolerance = FRAME_TOLERANCE;
    stage->contour.least_area = FRAME_LEAST_AREA;
    frame_put_ground(&job);
    frame_draw(&job, true);
    frame_put_area(&job, KDI_SVG_NOTHING, 0.0f, "class=\"s\"");
    frame_draw(&job, false);
    kdi_svg_canvas_shade_edges(&stage->canvas, FRAME_EDGE_DEPTH, FRAME_EDGE_RADIUS, FRAME_EDGE_SHADE);
    for (int32_t m = 0; m < actor->mesh_count; m++)
        for (int32_t part = 0; part < actor->meshes[m].part_count; part++)
            used[kdi_svg_paint(actor->meshes[m].parts[part].material)] = true;
    for (int paint = 1; paint <= KDI_SVG_PAINTS; paint++)
        if (used[paint])
            frame_put_tones(&job, (uint8_t)paint);
}
