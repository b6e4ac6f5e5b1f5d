/* A parallel projection: angle about the vertical, then pitch. */
#include "io/svg_view.h"

#include "kinedriver/math.h"

#include <math.h>

kd_vec3 kdi_svg_view_direction(const kdi_svg_view *view, kd_vec3 direction)
{
    double x = (double)direction.x, y = (double)direction.y, z = (double)direction.z;
    double right = x * view->cos_angle - z * view->sin_angle;
    double towards = x * view->sin_angle + z * view->cos_angle;
    return kd_vec3_make((float)right, (float)(y * view->cos_pitch - towards * view->sin_pitch),
                        (float)(y * view->sin_pitch + towards * view->cos_pitch));
}

kd_vec3 kdi_svg_view_point(const kdi_svg_view *view, kd_vec3 point, kd_vec3 centre)
{
    return kdi_svg_view_direction(view, kd_vec3_sub(point, centre));
}

kd_vec3 kdi_svg_view_to_canvas(const kdi_svg_view *view, kd_vec3 seen)
{
    double x = ((double)seen.x - view->middle_x) * view->samples_per_unit + 0.5 * view->width;
    double y = (view->middle_y - (double)seen.y) * view->samples_per_unit + 0.5 * view->height;
    return kd_vec3_make((float)x, (float)y, (float)((double)seen.z * view->samples_per_unit));
}

kdi_svg_box kdi_svg_box_empty(void)
{
    kdi_svg_box box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    return box;
}

void kdi_svg_box_add(kdi_svg_box *box, kd_vec3 point)
{
    const double parts[3] = {(double)point.x, (double)point.y, (double)point.z};
    for (int i = 0; i < 3; i++) {
        if (!isfinite(parts[i]))
            continue;
        box->low[i] = fmin(box->low[i], parts[i]);
        box->high[i] = fmax(box->high[i], parts[i]);
    }
}

void kdi_svg_view_fit(kdi_svg_view *view, const kdi_svg_box *box, double margin, double zoom)
{
    const double least = 1e-9; /* a single point still has a scale */
    double wide = fmax(box->high[0] - box->low[0], least), tall = fmax(box->high[1] - box->low[1], least);
    double room = 2.0 * margin * KDI_SVG_SAMPLES;
    double fit = fmin((view->width - room) / wide, (view->height - room) / tall);
    view->samples_per_unit = fit * zoom;
    view->middle_x = 0.5 * (box->low[0] + box->high[0]);
    view->middle_y = 0.5 * (box->low[1] + box->high[1]);
}
