/* The frame rate of keys. Exporters sample at a fixed rate but the file holds only times, rounded to single precision;
 * the rate is found again so that a clip has the frames that were meant, no more and no fewer. */
#include "io/gltf_read.h"

#include <float.h>
#include <math.h>

static double rate_start(const kdi_gltf_times *series, int32_t series_count)
{
    double start = DBL_MAX;
    for (int32_t i = 0; i < series_count; i++)
        start = fmin(start, (double)series[i].times_s[0]);
    return start;
}

bool kdi_gltf_rate_fits(const kdi_gltf_times *series, int32_t series_count, double frame_time_s)
{
    double start = rate_start(series, series_count);
    for (int32_t i = 0; i < series_count; i++)
        for (int32_t k = 0; k < series[i].count; k++) {
            double time = (double)series[i].times_s[k];
            double frames = (time - start) / frame_time_s;
            double off = fabs(frames - floor(frames + 0.5)) * frame_time_s;
            if (off > 1e-3 * frame_time_s + 2.0 * FLT_EPSILON * time)
                return false;
        }
    return true;
}

static double rate_smallest_gap(const kdi_gltf_times *series, int32_t series_count)
{
    double smallest = DBL_MAX;
    for (int32_t i = 0; i < series_count; i++)
        for (int32_t k = 1; k < series[i].count; k++)
            smallest = fmin(smallest, (double)series[i].times_s[k] - (double)series[i].times_s[k - 1]);
    return smallest;
}

static const kdi_gltf_times *rate_longest(const kdi_gltf_times *series, int32_t series_count)
{
    const kdi_gltf_times *longest = &series[0];
    for (int32_t i = 1; i < series_count; i++)
        if (series[i].times_s[series[i].count - 1] - series[i].times_s[0] >
            longest->times_s[longest->count - 1] - longest->times_s[0])
            longest = &series[i];
    return longest;
}

bool kdi_gltf_rate_find(const kdi_gltf_times *series, int32_t series_count, double *frame_time_s)
{
    double gap = rate_smallest_gap(series, series_count);
    if (!(gap >= 0.9e-3 && gap <= 0.11))
        return false;
    /* One gap is known to few digits only; all of them together give the rate to the full precision of the last time.
     */
    const kdi_gltf_times *longest = rate_longest(series, series_count);
    double frames = 0.0;
    for (int32_t k = 1; k < longest->count; k++)
        frames += floor(((double)longest->times_s[k] - (double)longest->times_s[k - 1]) / gap + 0.5);
    double duration = (double)longest->times_s[longest->count - 1] - (double)longest->times_s[0];
    double found = duration / frames;
    double per_second = floor(1.0 / found + 0.5);
    if (fabs(found * per_second - 1.0) < 1e-6)
        found = 1.0 / per_second; /* the rate that was meant, without the rounding of the times */
    if (!(found >= 1e-3 && found <= 0.1) || !kdi_gltf_rate_fits(series, series_count, found))
        return false;
    *frame_time_s = found;
    return true;
}
