/* The figures of a segment report, measured on the poses that were written: lengths in the clip's units, times in
 * seconds. */
#include "json_text.h"
#include "segment_work.h"

#include <kinedriver/math.h>

#include <math.h>

static double measure_distance(kd_vec3 a, kd_vec3 b)
{
    return (double)kd_vec3_length(kd_vec3_sub(a, b));
}

static kd_vec3 measure_place(const segment_work *work, int32_t frame, int32_t handle)
{
    return work->places[(size_t)frame * (size_t)kd_segments_joint_count(work->segments) +
                        (size_t)kd_segments_handle_joint(work->segments, handle)];
}

static bool measure_is_seam(const segment_work *work, int32_t frame)
{
    return frame > 0 && work->frames[frame].frame == 0.0f;
}

/* Largest distance, over the height, between where a handle had to be at the ends of segments and where it is. */
static double measure_end(const segment_work *work, int32_t handle)
{
    size_t handles = (size_t)kd_segments_handle_count(work->segments);
    double worst = 0;
    for (int32_t f = 1; f < work->frame_count; f++)
        if (measure_is_seam(work, f))
            worst = fmax(worst, measure_distance(work->ends[(size_t)(f - 1) * handles + (size_t)handle],
                                                 measure_place(work, f, handle)));
    return worst / (double)kd_segments_height(work->segments);
}

/* Of feet, which are pinned, and of all. */
static void measure_ends(const segment_work *work, json_t *out)
{
    double feet = 0, all = 0;
    for (int32_t h = 0; h < kd_segments_handle_count(work->segments); h++) {
        double end = measure_end(work, h);
        all = fmax(all, end);
        feet = kd_segments_handle_is_foot(work->segments, h) ? fmax(feet, end) : feet;
    }
    json_object_set_new(out, "end_residual_feet", cli_json_double(feet));
    json_object_set_new(out, "end_residual_all", cli_json_double(all));
}

/* How far planned paths jump between the last frame of a segment, where it was to go, and the next one's first. */
static void measure_seams(const segment_work *work, json_t *out)
{
    int32_t handles = kd_segments_handle_count(work->segments);
    double position = 0, height = (double)kd_segments_height(work->segments);
    for (int32_t f = 1; f < work->frame_count; f++)
        for (int32_t h = 0; h < handles && measure_is_seam(work, f); h++) {
            size_t place = (size_t)f * (size_t)handles + (size_t)h;
            position = fmax(position, measure_distance(work->ends[place - (size_t)handles], work->paths[place]));
        }
    json_object_set_new(out, "seam_position_jump", cli_json_double(position / height));
    json_object_set_new(out, "seam_velocity_jump", cli_json_double((double)work->seam_velocity / height));
}

/* Second difference of a joint's place, per second squared. */
static double measure_acceleration(const segment_work *work, int32_t frame, int32_t joint)
{
    size_t joints = (size_t)kd_segments_joint_count(work->segments);
    const kd_vec3 *p = work->places + (size_t)frame * joints + (size_t)joint;
    kd_vec3 sum = kd_vec3_add(p[joints], *(p - joints));
    double seconds = (double)kd_segments_frame_seconds(work->segments);
    return measure_distance(sum, kd_vec3_scale(*p, 2.0f)) / (seconds * seconds);
}

/* A pop is an acceleration at a seam beyond those between. */
static void measure_pops(const segment_work *work, json_t *out)
{
    double at_seams = 0, between = 0, largest = 0;
    int32_t frame = 0, joint = 0;
    for (int32_t f = 1; f + 1 < work->frame_count; f++) {
        bool is_near = measure_is_seam(work, f) || measure_is_seam(work, f + 1) || measure_is_seam(work, f - 1);
        for (int32_t j = 0; j < kd_segments_joint_count(work->segments); j++) {
            double size = measure_acceleration(work, f, j);
            at_seams = is_near ? fmax(at_seams, size) : at_seams;
            between = is_near ? between : fmax(between, size);
            if (size > largest) {
                largest = size;
                frame = f;
                joint = j;
            }
        }
    }
    json_object_set_new(out, "acceleration_at_seams", cli_json_double(at_seams));
    json_object_set_new(out, "acceleration_between", cli_json_double(between));
    json_object_set_new(out, "acceleration_largest_frame", json_integer(frame));
    json_object_set_new(out, "acceleration_largest_joint",
                        cli_json_text(kd_segments_joint_name(work->segments, joint)));
}

/* Step of a handle in its source, turned as placed. */
static kd_vec3 measure_source_step(const segment_work *work, int32_t frame, int32_t handle)
{
    const segment_frame *at = &work->frames[frame];
    kd_vec3 a = kd_segments_handle_position(work->segments, at->segment, handle, at->frame, NULL);
    kd_vec3 b = kd_segments_handle_position(work->segments, at->segment, handle, at->frame + 1.0f, NULL);
    return kd_quat_rotate(at->placement.rotate, kd_vec3_sub(b, a));
}

/* What linear interpolation would move the handle by in a frame of its segment. */
static double measure_linear_step(const segment_work *work, int32_t frame, int32_t handle)
{
    const segment_frame *at = &work->frames[frame];
    int32_t start = frame - (int32_t)at->frame, handles = kd_segments_handle_count(work->segments);
    int32_t length = kd_segments_info(work->segments, at->segment).length;
    if (start < 0)
        return 0;
    kd_vec3 way = kd_vec3_sub(kd_segments_handle_position(work->segments, at->segment, handle, (float)length, NULL),
                              kd_segments_handle_position(work->segments, at->segment, handle, 0.0f, NULL));
    kd_vec3 end = kd_vec3_add(work->paths[(size_t)start * (size_t)handles + (size_t)handle],
                              kd_quat_rotate(at->placement.rotate, way));
    return measure_distance(end, work->ends[(size_t)frame * (size_t)handles + (size_t)handle]) / length;
}

/* While a foot stands in the source: how far the edit moves it, summed over the stance; the worst stance. Above the
 * source's own slide. */
static json_t *report_foot(const segment_work *work, int32_t handle)
{
    double still =
        0.15 * (double)kd_segments_height(work->segments) * (double)kd_segments_frame_seconds(work->segments);
    double slide = 0, linear = 0, source = 0, worst = 0, worst_linear = 0, worst_source = 0;
    for (int32_t f = 0; f + 1 < work->frame_count; f++) {
        kd_vec3 step = measure_source_step(work, f, handle);
        double size = (double)kd_vec3_length(step);
        if (size >= still) {
            slide = linear = source = 0;
            continue;
        }
        kd_vec3 made = kd_vec3_sub(measure_place(work, f + 1, handle), measure_place(work, f, handle));
        slide += measure_distance(made, step);
        linear += measure_linear_step(work, f, handle);
        source += size;
        worst = fmax(worst, slide);
        worst_linear = fmax(worst_linear, linear);
        worst_source = fmax(worst_source, source);
    }
    json_t *foot = json_object();
    json_object_set_new(foot, "joint", cli_json_text(kd_segments_handle_name(work->segments, handle)));
    json_object_set_new(foot, "added_slide", cli_json_double(worst));
    json_object_set_new(foot, "added_slide_linear", cli_json_double(worst_linear));
    json_object_set_new(foot, "source_slide", cli_json_double(worst_source));
    return foot;
}

/* How far it is from where it had to be, and the root mean square of the change of acceleration against the source,
 * within segments. */
static json_t *measure_handle(const segment_work *work, int32_t handle)
{
    double sum = 0, seconds = (double)kd_segments_frame_seconds(work->segments);
    int32_t count = 0;
    for (int32_t f = 1; f + 1 < work->frame_count; f++) {
        if (work->frames[f].segment != work->frames[f - 1].segment || measure_is_seam(work, f))
            continue;
        kd_vec3 made = kd_vec3_sub(kd_vec3_add(measure_place(work, f + 1, handle), measure_place(work, f - 1, handle)),
                                   kd_vec3_scale(measure_place(work, f, handle), 2.0f));
        kd_vec3 source = kd_vec3_sub(measure_source_step(work, f, handle), measure_source_step(work, f - 1, handle));
        double size = measure_distance(made, source) / (seconds * seconds);
        sum += size * size;
        count++;
    }
    json_t *row = json_object();
    json_object_set_new(row, "joint", cli_json_text(kd_segments_handle_name(work->segments, handle)));
    json_object_set_new(row, "end_residual", cli_json_double(measure_end(work, handle)));
    json_object_set_new(row, "acceleration_change", cli_json_double(count > 0 ? sqrt(sum / count) : 0));
    return row;
}

json_t *cli_segment_measure(const segment_work *work)
{
    json_t *out = json_object(), *feet = json_array(), *handles = json_array();
    double link = 0, pin = 0, steps = 0;
    int32_t most = 0, flips = 0;
    for (int32_t f = 0; f < work->frame_count; f++) {
        const kd_segment_stats *stats = &work->frames[f].stats;
        link = fmax(link, (double)stats->link_error);
        pin = fmax(pin, (double)stats->pin_error);
        steps += stats->iterations;
        most = stats->iterations > most ? stats->iterations : most;
        flips += stats->flips;
    }
    json_object_set_new(out, "frames", json_integer(work->frame_count));
    json_object_set_new(out, "segments", json_integer(work->request_count));
    json_object_set_new(out, "height", cli_json_double((double)kd_segments_height(work->segments)));
    json_object_set_new(out, "link_error", cli_json_double(link));
    json_object_set_new(out, "pin_error", cli_json_double(pin));
    json_object_set_new(out, "solver_steps_mean", cli_json_double(steps / work->frame_count));
    json_object_set_new(out, "solver_steps_most", json_integer(most));
    json_object_set_new(out, "hinges_put_back", json_integer(flips));
    measure_ends(work, out);
    measure_seams(work, out);
    measure_pops(work, out);
    for (int32_t h = 0; h < kd_segments_handle_count(work->segments); h++) {
        if (kd_segments_handle_is_foot(work->segments, h))
            json_array_append_new(feet, report_foot(work, h));
        json_array_append_new(handles, measure_handle(work, h));
    }
    json_object_set_new(out, "feet", feet);
    json_object_set_new(out, "handles", handles);
    return out;
}
