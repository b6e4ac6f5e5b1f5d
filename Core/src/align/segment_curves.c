/* Curves through samples: cubic pieces that share values and slopes at the keys. Each goes as far as one piece can
 * within the tolerance, its slope at the far end chosen by least squares; a piece between neighbouring frames is exact.
 */
#include "align/segment_curves.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { CURVE_MOST_WIDTH = 4 };

typedef struct curve_fit {
    const float *samples;
    int32_t count, stride, width;
    const double *tolerances;
    kd_buffer *frames, *keys;
} curve_fit;

static double curve_value(const curve_fit *fit, int32_t frame, int32_t k)
{
    return (double)fit->samples[(int64_t)frame * fit->stride + k];
}

static double curve_slope(const curve_fit *fit, int32_t frame, int32_t k)
{
    int32_t from = frame > 0 ? frame - 1 : 0, to = frame + 1 < fit->count ? frame + 1 : fit->count - 1;
    return to > from ? (curve_value(fit, to, k) - curve_value(fit, from, k)) / (to - from) : 0;
}

/* The slope at the end of a piece that brings it nearest to its samples; its start and end values and its start's slope
 * are given. */
static double curve_end_slope(const curve_fit *fit, int32_t a, int32_t b, int32_t k, double start_slope)
{
    double length = b - a, from = curve_value(fit, a, k), to = curve_value(fit, b, k), above = 0, below = 0;
    for (int32_t frame = a + 1; frame < b; frame++) {
        double u = (frame - a) / length;
        double h1 = u * u * (3 - 2 * u), h2 = u * (1 - u) * (1 - u) * length, h3 = u * u * (u - 1) * length;
        double rest = curve_value(fit, frame, k) - (from + h1 * (to - from) + h2 * start_slope);
        above += rest * h3;
        below += h3 * h3;
    }
    return below > 0 ? above / below : curve_slope(fit, b, k);
}

/* Whether one piece from a to b is near enough to all samples between; `slopes` at its end are written. */
static bool curve_reaches(const curve_fit *fit, int32_t a, int32_t b, const float *start_slopes, float *slopes)
{
    double length = b - a;
    for (int32_t k = 0; k < fit->width; k++) {
        double from = curve_value(fit, a, k), to = curve_value(fit, b, k), start = (double)start_slopes[k];
        slopes[k] = (float)curve_end_slope(fit, a, b, k, start);
        for (int32_t frame = a + 1; frame < b; frame++) {
            double u = (frame - a) / length;
            double h1 = u * u * (3 - 2 * u), h2 = u * (1 - u) * (1 - u) * length, h3 = u * u * (u - 1) * length;
            double made = from + h1 * (to - from) + h2 * start + h3 * (double)slopes[k];
            if (fabs(made - curve_value(fit, frame, k)) > fit->tolerances[k])
                return false;
        }
    }
    return true;
}

static bool curve_add_key(const curve_fit *fit, int32_t frame, const float *slopes)
{
    uint32_t number = (uint32_t)frame;
    float values[CURVE_MOST_WIDTH];
    for (int32_t k = 0; k < fit->width; k++)
        values[k] = (float)curve_value(fit, frame, k);
    size_t size = (size_t)fit->width * sizeof(float);
    return kd_buffer_append(fit->frames, &number, sizeof number) == KD_OK &&
           kd_buffer_append(fit->keys, values, size) == KD_OK && kd_buffer_append(fit->keys, slopes, size) == KD_OK;
}

static bool curve_is_constant(const curve_fit *fit)
{
    for (int32_t i = 1; i < fit->count; i++)
        for (int32_t k = 0; k < fit->width; k++)
            if (fabs(curve_value(fit, i, k) - curve_value(fit, 0, k)) > 0)
                return false;
    return true;
}

/* From each key as far as one piece can go: twice as far while it can, then the way back by halves. */
static int32_t curve_next_key(const curve_fit *fit, int32_t at, const float *start_slopes, float *slopes)
{
    int32_t last = fit->count - 1, good = at + 1, step = 1;
    curve_reaches(fit, at, good, start_slopes, slopes);
    while (good < last) {
        float tried[CURVE_MOST_WIDTH];
        int32_t end = good + step < last ? good + step : last;
        if (curve_reaches(fit, at, end, start_slopes, tried)) {
            memcpy(slopes, tried, sizeof tried);
            good = end;
            step *= 2;
        } else if (step == 1) {
            break;
        } else {
            step = 1;
        }
    }
    return good;
}

kd_result kdi_segment_curve_fit(const float *samples, int32_t count, int32_t stride, int32_t width,
                                const double *tolerances, kd_buffer *frames, kd_buffer *keys)
{
    curve_fit fit = {samples, count, stride, width, tolerances, frames, keys};
    float slopes[CURVE_MOST_WIDTH] = {0}, next_slopes[CURVE_MOST_WIDTH] = {0};
    bool is_constant = curve_is_constant(&fit);
    for (int32_t k = 0; k < width && !is_constant; k++)
        slopes[k] = (float)curve_slope(&fit, 0, k);
    bool good = curve_add_key(&fit, 0, slopes);
    for (int32_t at = 0; good && !is_constant && at < count - 1;) {
        at = curve_next_key(&fit, at, slopes, next_slopes);
        memcpy(slopes, next_slopes, sizeof slopes);
        good = curve_add_key(&fit, at, slopes);
    }
    return good ? KD_OK : KD_OUT_OF_MEMORY;
}
