/* Point clouds of two motions. */
#include "align/cloud.h"

#include "text/findings.h"

#include <math.h>
#include <string.h>

/* Which point each joint belongs to. A joint that never leaves its parent's place in either motion shares its point. */
typedef struct cloud_points {
    int32_t *point_of_joint;
    double *weights; /* [point] */
    int32_t count;
    double weight;
} cloud_points;

static bool cloud_joint_coincides(const kdi_source *source, int32_t joint)
{
    for (int32_t f = 0; f < source->frame_count; f++) {
        kd_vec3 t = source->locals[(size_t)f * (size_t)source->joint_count + (size_t)joint].translate;
        if (t.x != 0.0f || t.y != 0.0f || t.z != 0.0f)
            return false;
    }
    return true;
}

static bool cloud_points_make(kdi_arena *arena, const kdi_source *a, const kdi_source *b, const float *weights,
                              cloud_points *points)
{
    size_t joints = (size_t)a->joint_count;
    points->point_of_joint = KDI_ARENA_PUSH(arena, int32_t, joints);
    points->weights = KDI_ARENA_PUSH(arena, double, joints);
    points->count = 0;
    points->weight = 0.0;
    if (!points->point_of_joint || !points->weights)
        return false;
    for (int32_t j = 0; j < a->joint_count; j++) {
        int32_t parent = a->skeleton->joints[j].parent;
        /* Tips are no joints of the motion: they carry no weight unless asked for. */
        double weight = weights ? (double)weights[j] : a->skeleton->joints[j].is_tip ? 0.0 : 1.0;
        bool shares = parent != KD_NO_JOINT && cloud_joint_coincides(a, j) && cloud_joint_coincides(b, j);
        int32_t point = shares ? points->point_of_joint[parent] : points->count++;
        points->point_of_joint[j] = point;
        points->weights[point] += weight;
        points->weight += weight;
    }
    return true;
}

/* Weightless points are dropped: the others move up. */
static void cloud_points_pack(cloud_points *points, int32_t joints)
{
    int32_t kept = 0;
    for (int32_t p = 0; p < points->count; p++) {
        bool keep = points->weights[p] > 0.0;
        for (int32_t j = 0; j < joints; j++)
            if (points->point_of_joint[j] == p)
                points->point_of_joint[j] = keep ? kept : -1;
        if (keep)
            points->weights[kept++] = points->weights[p];
    }
    points->count = kept;
}

static bool cloud_allocate(kdi_arena *arena, const kdi_source *source, double step_s, const cloud_points *points,
                           const kd_distance_desc *desc, kdi_cloud *cloud)
{
    size_t frames = (size_t)kdi_source_samples(source, step_s), count = (size_t)points->count;
    size_t span = 2 * (size_t)desc->window + 1;
    cloud->frame_count = (int32_t)frames;
    cloud->point_count = points->count;
    cloud->window = desc->window;
    cloud->align_height = desc->align_height;
    cloud->weight = points->weight;
    cloud->taper = KDI_ARENA_PUSH(arena, double, span);
    cloud->points = KDI_ARENA_PUSH(arena, double, frames *count * 3);
    cloud->norms = KDI_ARENA_PUSH(arena, double, frames);
    cloud->total = KDI_ARENA_PUSH(arena, double, frames);
    cloud->centre = KDI_ARENA_PUSH(arena, double, frames * 3);
    cloud->heights = KDI_ARENA_PUSH(arena, double, count);
    cloud->way = desc->window > 0 ? KDI_ARENA_PUSH(arena, double, frames *span * 3) : NULL;
    return cloud->taper && cloud->points && cloud->norms && cloud->total && cloud->centre && cloud->heights &&
           (desc->window == 0 || cloud->way);
}

/* Positions of the points in (a, b, h), neither centred nor weighted. */
static bool cloud_fill(kdi_arena *arena, const kdi_source *source, const cloud_points *points, int32_t up,
                       kdi_cloud *cloud)
{
    size_t joints = (size_t)source->joint_count, count = (size_t)cloud->point_count;
    kd_transform *models = KDI_ARENA_PUSH(arena, kd_transform, joints);
    double *positions = KDI_ARENA_PUSH(arena, double, joints * 3);
    if (!models || !positions)
        return false;
    for (int32_t f = 0; f < cloud->frame_count; f++) {
        kdi_source_positions(source, kdi_source_sample_frame(source, f, cloud->frame_count), models, positions);
        double *out = cloud->points + (size_t)f * count * 3;
        for (size_t j = 0; j < joints; j++) {
            if (points->point_of_joint[j] < 0)
                continue;
            double *point = out + (size_t)points->point_of_joint[j] * 3;
            for (int axis = 0; axis < 3; axis++)
                point[axis] = positions[j * 3 + (size_t)(up + 1 + axis) % 3];
        }
    }
    return true;
}

/* Heights about their mean over both motions: it cancels in every difference, and smaller numbers lose fewer digits. */
static void cloud_mean_heights(kdi_cloud *a, kdi_cloud *b)
{
    for (int32_t p = 0; p < a->point_count; p++) {
        double sum = 0.0;
        for (int32_t f = 0; f < a->frame_count; f++)
            sum += a->points[((size_t)f * (size_t)a->point_count + (size_t)p) * 3 + 2];
        for (int32_t f = 0; f < b->frame_count; f++)
            sum += b->points[((size_t)f * (size_t)b->point_count + (size_t)p) * 3 + 2];
        a->heights[p] = b->heights[p] = sum / (double)(a->frame_count + b->frame_count);
    }
}

/* Takes the centre out and weights, frame by frame. */
static void cloud_normalise(const cloud_points *points, kdi_cloud *cloud)
{
    for (int32_t f = 0; f < cloud->frame_count; f++) {
        double *frame = cloud->points + (size_t)f * (size_t)cloud->point_count * 3;
        double *centre = cloud->centre + (size_t)f * 3;
        for (int32_t p = 0; p < cloud->point_count; p++) {
            frame[p * 3 + 2] -= cloud->heights[p];
            for (int axis = 0; axis < 3; axis++)
                centre[axis] += points->weights[p] / points->weight * frame[p * 3 + axis];
        }
        double norm = 0.0;
        for (int32_t p = 0; p < cloud->point_count; p++) {
            double root = sqrt(points->weights[p]);
            for (int axis = 0; axis < 3; axis++) {
                double from = axis < 2 || cloud->align_height ? centre[axis] : 0.0;
                frame[p * 3 + axis] = root * (frame[p * 3 + axis] - from);
                norm += frame[p * 3 + axis] * frame[p * 3 + axis];
            }
        }
        cloud->norms[f] = norm;
    }
}

static int32_t cloud_clamp(const kdi_cloud *cloud, int32_t frame)
{
    return frame < 0 ? 0 : frame >= cloud->frame_count ? cloud->frame_count - 1 : frame;
}

/* Beyond its ends a motion stands still. */
static void cloud_make_window(kdi_cloud *cloud)
{
    int32_t w = cloud->window, span = 2 * w + 1;
    for (int32_t k = 0; k < span; k++)
        cloud->taper[k] = (double)(w + 1 - (k < w ? w - k : k - w)) / (double)((w + 1) * (w + 1));
    for (int32_t f = 0; f < cloud->frame_count; f++) {
        double mean[3] = {0.0, 0.0, 0.0}, total = 0.0;
        for (int32_t k = 0; k < span; k++) {
            int32_t frame = cloud_clamp(cloud, f + k - w);
            total += cloud->taper[k] * cloud->norms[frame];
            for (int axis = 0; axis < 3; axis++)
                mean[axis] += cloud->taper[k] * cloud->centre[frame * 3 + axis];
        }
        for (int32_t k = 0; w > 0 && k < span; k++) {
            double *way = cloud->way + ((size_t)f * (size_t)span + (size_t)k) * 3;
            const double *centre = cloud->centre + (size_t)cloud_clamp(cloud, f + k - w) * 3;
            for (int axis = 0; axis < (cloud->align_height ? 3 : 2); axis++) {
                way[axis] = sqrt(cloud->taper[k] * cloud->weight) * (centre[axis] - mean[axis]);
                total += way[axis] * way[axis];
            }
        }
        cloud->total[f] = total;
    }
}

static kd_result cloud_check(const kdi_source *a, const kd_distance_desc *desc, kd_findings *findings)
{
    double sum = 0.0;
    for (int32_t j = 0; j < a->joint_count && desc->joint_weights; j++) {
        if (!(desc->joint_weights[j] >= 0.0f) || !isfinite(desc->joint_weights[j]))
            return KDI_ERROR(findings, KD_RANGE, NULL, "the weight of joint '%s' is below 0 or not a number",
                             a->skeleton->joints[j].name);
        sum += (double)desc->joint_weights[j];
    }
    if (desc->joint_weights && !(sum > 0.0))
        return KDI_ERROR(findings, KD_RANGE, NULL, "all joint weights are 0; one at least must be above");
    if (desc->up_axis < 0 || desc->up_axis > 2)
        return KDI_ERROR(findings, KD_RANGE, NULL, "the up axis is 0, 1 or 2, not %d", (int)desc->up_axis);
    if (desc->window < 0 || desc->window > KDI_CLOUD_MAX_WINDOW)
        return KDI_ERROR(findings, KD_RANGE, NULL, "the window is 0 to %d frames to each side, not %d",
                         KDI_CLOUD_MAX_WINDOW, (int)desc->window);
    return KD_OK;
}

kd_result kdi_clouds_make(kdi_arena *arena, const kdi_source *a, const kdi_source *b, const kd_distance_desc *desc,
                          kdi_cloud *cloud_a, kdi_cloud *cloud_b, kd_findings *findings)
{
    cloud_points points;
    kd_result result = cloud_check(a, desc, findings);
    if (result != KD_OK)
        return result;
    bool good = cloud_points_make(arena, a, b, desc->joint_weights, &points);
    if (good) {
        cloud_points_pack(&points, a->joint_count);
        good = cloud_allocate(arena, a, a->frame_time_s, &points, desc, cloud_a) &&
               cloud_allocate(arena, b, a->frame_time_s, &points, desc, cloud_b) &&
               cloud_fill(arena, a, &points, desc->up_axis, cloud_a) &&
               cloud_fill(arena, b, &points, desc->up_axis, cloud_b);
    }
    if (!good)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the points of the motions");
    cloud_mean_heights(cloud_a, cloud_b);
    cloud_normalise(&points, cloud_a);
    cloud_normalise(&points, cloud_b);
    cloud_make_window(cloud_a);
    cloud_make_window(cloud_b);
    return KD_OK;
}

/* Adds the three sums of products of two lists of points. */
static void cloud_products(const double *p, const double *q, int32_t count, double factor, double sums[3])
{
    double re = 0.0, im = 0.0, up = 0.0;
    for (int32_t i = 0; i < count; i++, p += 3, q += 3) {
        re += p[0] * q[0] + p[1] * q[1];
        im += p[1] * q[0] - p[0] * q[1];
        up += p[2] * q[2];
    }
    sums[0] += factor * re;
    sums[1] += factor * im;
    sums[2] += factor * up;
}

static void cloud_align(const kdi_cloud *a, int32_t row, const kdi_cloud *b, int32_t column, double angle,
                        kdi_alignment *alignment)
{
    double p[3] = {0.0, 0.0, 0.0}, q[3] = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < 2 * a->window + 1; k++)
        for (int axis = 0; axis < 3; axis++) {
            p[axis] += a->taper[k] * a->centre[cloud_clamp(a, row + k - a->window) * 3 + axis];
            q[axis] += b->taper[k] * b->centre[cloud_clamp(b, column + k - b->window) * 3 + axis];
        }
    double c = cos(angle), s = sin(angle);
    alignment->angle_rad = angle;
    alignment->shift[0] = p[0] - (c * q[0] - s * q[1]);
    alignment->shift[1] = p[1] - (s * q[0] + c * q[1]);
    alignment->shift[2] = a->align_height ? p[2] - q[2] : 0.0;
}

double kdi_cloud_distance(const kdi_cloud *a, int32_t row, const kdi_cloud *b, int32_t column, kdi_alignment *alignment)
{
    size_t frame = (size_t)a->point_count * 3, span = 2 * (size_t)a->window + 1;
    double sums[3] = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < (int32_t)span; k++)
        cloud_products(a->points + (size_t)cloud_clamp(a, row + k - a->window) * frame,
                       b->points + (size_t)cloud_clamp(b, column + k - b->window) * frame, a->point_count, a->taper[k],
                       sums);
    if (a->window > 0)
        cloud_products(a->way + (size_t)row * span * 3, b->way + (size_t)column * span * 3, (int32_t)span, 1.0, sums);
    if (alignment)
        cloud_align(a, row, b, column, atan2(sums[1], sums[0]), alignment);
    double square =
        a->total[row] + b->total[column] - 2.0 * sqrt(sums[0] * sums[0] + sums[1] * sums[1]) - 2.0 * sums[2];
    return square > 0.0 ? sqrt(square / a->weight) : 0.0;
}
