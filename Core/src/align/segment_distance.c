/* How well two segments fit together: the measure by which loops and joins are found. */
#include "kinedriver/segment.h"

#include <math.h>

/* Handles and where they are a quarter of a second later, in the plane relative to their mean. */
typedef struct distance_cloud {
    double x[2 * KD_SEGMENT_MOST_TARGETS], y[2 * KD_SEGMENT_MOST_TARGETS], z[2 * KD_SEGMENT_MOST_TARGETS];
} distance_cloud;

/* What a handle counts: the less it moves in both segments, the less it can be moved by an edit. */
static double distance_weight(const kd_segments *segments, int32_t segment, int32_t next, int32_t handle)
{
    double travel = (double)kd_segments_handle_travel(segments, segment, handle) +
                    (double)kd_segments_handle_travel(segments, next, handle);
    return 1.0 / (travel / (double)kd_segments_height(segments) + 0.05);
}

static void distance_fill(const kd_segments *segments, int32_t segment, bool at_end, const double *weights,
                          distance_cloud *cloud)
{
    int32_t handles = kd_segments_handle_count(segments);
    float frame = at_end ? (float)kd_segments_info(segments, segment).length : 0.0f;
    double ahead = 0.25 / (double)kd_segments_frame_seconds(segments), mean_x = 0, mean_z = 0;
    for (int32_t i = 0; i < handles; i++) {
        kd_vec3 p = kd_segments_handle_position(segments, segment, i, frame, NULL);
        kd_vec3 v = kd_segments_handle_velocity(segments, segment, i, at_end);
        for (int32_t k = 0; k < 2; k++) {
            cloud->x[2 * i + k] = (double)p.x + k * ahead * (double)v.x;
            cloud->y[2 * i + k] = (double)p.y + k * ahead * (double)v.y;
            cloud->z[2 * i + k] = (double)p.z + k * ahead * (double)v.z;
            mean_x += cloud->x[2 * i + k] * weights[i];
            mean_z += cloud->z[2 * i + k] * weights[i];
        }
    }
    for (int32_t i = 0; i < 2 * handles; i++) {
        cloud->x[i] -= mean_x;
        cloud->z[i] -= mean_z;
    }
}

/* With the best turn about the vertical the cross term is the length of a complex sum. */
float kd_segments_distance(const kd_segments *segments, int32_t segment, int32_t next)
{
    distance_cloud a, b;
    int32_t count = kd_segments_handle_count(segments);
    double squares = 0, cosine = 0, sine = 0, total = 0, weights[KD_SEGMENT_MOST_TARGETS] = {0};
    for (int32_t i = 0; i < count; i++) {
        weights[i] = distance_weight(segments, segment, next, i);
        total += 2 * weights[i];
    }
    for (int32_t i = 0; i < count; i++)
        weights[i] /= total;
    distance_fill(segments, segment, true, weights, &a);
    distance_fill(segments, next, false, weights, &b);
    for (int32_t i = 0; i < 2 * count; i++) {
        double dy = a.y[i] - b.y[i], w = weights[i / 2];
        squares += w * (a.x[i] * a.x[i] + a.z[i] * a.z[i] + b.x[i] * b.x[i] + b.z[i] * b.z[i] + dy * dy);
        cosine += w * (a.x[i] * b.x[i] + a.z[i] * b.z[i]);
        sine += w * (a.x[i] * b.z[i] - a.z[i] * b.x[i]);
    }
    double rest = fmax(0, squares - 2 * sqrt(cosine * cosine + sine * sine));
    return (float)(sqrt(rest) / (double)kd_segments_height(segments));
}
