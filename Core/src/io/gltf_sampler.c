/* Evaluation of animation samplers as the format defines it: step, linear (spherical for rotations), cubic Hermite
 * spline. */
#include "io/gltf_read.h"

#include <math.h>
#include <stddef.h>

static const float *sampler_value(const kdi_gltf_sampler *sampler, int32_t key)
{
    size_t width = (size_t)sampler->width;
    size_t at = sampler->interpolation == KDI_GLTF_CUBICSPLINE ? (size_t)key * 3 + 1 : (size_t)key;
    return sampler->values + at * width;
}

/* Along the shorter arc, at constant speed. The inputs need not be of unit length. */
static void sampler_slerp(const float *a, const float *b, double t, double *value)
{
    double dot = 0.0, square_a = 0.0, square_b = 0.0;
    for (int i = 0; i < 4; i++) {
        dot += (double)a[i] * (double)b[i];
        square_a += (double)a[i] * (double)a[i];
        square_b += (double)b[i] * (double)b[i];
    }
    double length_a = square_a > 0.0 ? sqrt(square_a) : 1.0;
    double length_b = square_b > 0.0 ? sqrt(square_b) : 1.0;
    double cosine = fmin(fabs(dot) / (length_a * length_b), 1.0);
    double factor_a = 1.0 - t;
    double factor_b = t;
    if (cosine < 0.999999) {
        double angle = acos(cosine);
        factor_a = sin((1.0 - t) * angle) / sin(angle);
        factor_b = sin(t * angle) / sin(angle);
    }
    if (dot < 0.0)
        factor_b = -factor_b;
    for (int i = 0; i < 4; i++)
        value[i] = (double)a[i] / length_a * factor_a + (double)b[i] / length_b * factor_b;
}

static void sampler_hermite(const kdi_gltf_sampler *sampler, int32_t key, double span_s, double t, double *value)
{
    const float *a = sampler_value(sampler, key);
    const float *b = sampler_value(sampler, key + 1);
    const float *out_of_a = a + sampler->width;
    const float *into_b = b - sampler->width;
    double t2 = t * t;
    double t3 = t2 * t;
    for (int32_t i = 0; i < sampler->width; i++)
        value[i] = (2.0 * t3 - 3.0 * t2 + 1.0) * (double)a[i] + span_s * (t3 - 2.0 * t2 + t) * (double)out_of_a[i] +
                   (3.0 * t2 - 2.0 * t3) * (double)b[i] + span_s * (t3 - t2) * (double)into_b[i];
}

void kdi_gltf_sample(const kdi_gltf_sampler *sampler, double time_s, double snap_s, int32_t *key, double *value)
{
    const float *times = sampler->times_s;
    int32_t k = *key;
    while (k + 1 < sampler->key_count && (double)times[k + 1] <= time_s + snap_s)
        k++;
    *key = k;
    const float *a = sampler_value(sampler, k);
    bool at_key = k + 1 == sampler->key_count || time_s - (double)times[k] <= snap_s;
    if (at_key || sampler->interpolation == KDI_GLTF_STEP) {
        for (int32_t i = 0; i < sampler->width; i++)
            value[i] = (double)a[i];
        return;
    }
    double span_s = (double)times[k + 1] - (double)times[k];
    double t = (time_s - (double)times[k]) / span_s;
    const float *b = sampler_value(sampler, k + 1);
    if (sampler->interpolation == KDI_GLTF_CUBICSPLINE) {
        sampler_hermite(sampler, k, span_s, t, value);
    } else if (sampler->is_rotation) {
        sampler_slerp(a, b, t, value);
    } else {
        for (int32_t i = 0; i < sampler->width; i++)
            value[i] = (1.0 - t) * (double)a[i] + t * (double)b[i];
    }
}
