/* Curves through samples: cubic pieces whose slopes at the keys come from the samples beside them. A piece that is too
 * far from its samples is cut at the worst of them, until none is; a piece between neighbouring frames is exact. */
#include "align/segment_curves.h"

#include <math.h>
#include <stdbool.h>

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

/* The frame between two keys that is farthest off, by its tolerance; *worst is how many tolerances. */
static int32_t curve_farthest(const curve_fit *fit, int32_t a, int32_t b, double *worst)
{
    int32_t farthest = a;
    double length = b - a;
    *worst = 0;
    for (int32_t frame = a + 1; frame < b; frame++) {
        double u = (frame - a) / length;
        double h1 = u * u * (3 - 2 * u), h2 = u * (1 - u) * (1 - u) * length, h3 = u * u * (u - 1) * length;
        for (int32_t k = 0; k < fit->width; k++) {
            double from = curve_value(fit, a, k), to = curve_value(fit, b, k);
            double made = from + h1 * (to - from) + h2 * (double)(float)curve_slope(fit, a, k) +
                          h3 * (double)(float)curve_slope(fit, b, k);
            double off = fabs(made - curve_value(fit, frame, k)) / fit->tolerances[k];
            if (off > *worst) {
                *worst = off;
                farthest = frame;
            }
        }
    }
    return farthest;
}

static bool curve_add_key(const curve_fit *fit, int32_t frame)
{
    uint32_t number = (uint32_t)frame;
    bool good = kd_buffer_append(fit->frames, &number, sizeof number) == KD_OK;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < fit->width && good; k++) {
            float value = (float)(pass == 0 ? curve_value(fit, frame, k) : curve_slope(fit, frame, k));
            good = kd_buffer_append(fit->keys, &value, sizeof value) == KD_OK;
        }
    return good;
}

/* From a key on: the next key is found by cutting the rest until the first piece is good. */
kd_result kdi_segment_curve_fit(const float *samples, int32_t count, int32_t stride, int32_t width,
                                const double *tolerances, kd_buffer *frames, kd_buffer *keys)
{
    curve_fit fit = {samples, count, stride, width, tolerances, frames, keys};
    double worst;
    int32_t at = 0;
    bool good = curve_add_key(&fit, 0);
    bool is_constant = true;
    for (int32_t i = 1; i < count && is_constant; i++)
        for (int32_t k = 0; k < width; k++)
            is_constant &= fabs(curve_value(&fit, i, k) - curve_value(&fit, 0, k)) <= 0.0;
    while (good && !is_constant && at < count - 1) {
        int32_t end = count - 1, farthest = curve_farthest(&fit, at, end, &worst);
        while (worst > 1) {
            end = farthest;
            farthest = curve_farthest(&fit, at, end, &worst);
        }
        good = curve_add_key(&fit, end);
        at = end;
    }
    return good ? KD_OK : KD_OUT_OF_MEMORY;
}
