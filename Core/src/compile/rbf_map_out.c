/* Outputs of RBF nodes as sums, the numbers that are interpolated: differences from the base, rotation vectors,
 * logarithms. */
#include "compile/rbf_map.h"

#include "model/kdi_format.h"

#include <math.h>

double kdi_rbf_base(const kd_rbf_output *output, int32_t component)
{
    if (output->base.count > component)
        return output->base.items[component];
    if (output->type == KD_VALUE_QUAT)
        return component == 3 ? 1 : 0;
    return output->kind == KD_RBF_OUTPUT_LOG_SCALE ? 1 : 0;
}

static void map_base_quat(const kd_rbf_output *output, double *q)
{
    double square = 0;
    for (int32_t c = 0; c < 4; c++) {
        q[c] = kdi_rbf_base(output, c);
        square += q[c] * q[c];
    }
    for (int32_t c = 0; c < 4; c++)
        q[c] = square > 1e-24 ? q[c] / sqrt(square) : c == 3;
}

static void map_product(const double *a, const double *b, double *c)
{
    c[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    c[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    c[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    c[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* The rotation vector of what turns the base into q, for q and -q alike. */
static void map_rotation_vector(const kd_rbf_output *output, const double *q, double *v)
{
    double base[4], turn[4];
    map_base_quat(output, base);
    for (int i = 0; i < 3; i++)
        base[i] = -base[i];
    map_product(base, q, turn);
    double sign = turn[3] < 0 ? -1 : 1;
    double sine = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    double factor = sine > 1e-150 ? sign * 2 * atan2(sine, sign * turn[3]) / sine : 0;
    for (int i = 0; i < 3; i++)
        v[i] = turn[i] * factor;
}

void kdi_rbf_targets(const kd_rbf_interp *rbf, const kd_rbf_key *key, double *sums)
{
    const double *out = key->out.items;
    for (int32_t i = 0; i < rbf->output_count; i++) {
        const kd_rbf_output *output = &rbf->outputs[i];
        int32_t components = kdi_value_components(output->type);
        if (output->type == KD_VALUE_QUAT)
            map_rotation_vector(output, out, sums);
        for (int32_t c = 0; c < components && output->type != KD_VALUE_QUAT; c++) {
            double base = kdi_rbf_base(output, c);
            sums[c] = output->kind == KD_RBF_OUTPUT_LOG_SCALE ? log(out[c]) - log(base) : out[c] - base;
        }
        int32_t count = components == 4 ? 3 : components;
        for (int32_t c = 0; c < count; c++)
            *sums++ *= key->influence;
        out += components;
    }
}

void kdi_rbf_bases(const kd_rbf_interp *rbf, double *sums)
{
    for (int32_t i = 0; i < rbf->output_count; i++) {
        const kd_rbf_output *output = &rbf->outputs[i];
        int32_t count = output->type == KD_VALUE_FLOAT ? 1 : 3;
        for (int32_t c = 0; c < count; c++) {
            double base = kdi_rbf_base(output, c);
            *sums++ = output->type == KD_VALUE_QUAT ? 0 : output->kind == KD_RBF_OUTPUT_LOG_SCALE ? log(base) : base;
        }
    }
}

static void map_output_rotation(const kd_rbf_output *output, const double *v, double *out)
{
    double base[4], angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double factor = angle > 1e-150 ? sin(angle / 2) / angle : 0.5;
    double turn[4] = {v[0] * factor, v[1] * factor, v[2] * factor, cos(angle / 2)};
    map_base_quat(output, base);
    map_product(base, turn, out);
}

static void map_normalize(const kd_rbf_interp *rbf, double *out)
{
    double sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        double limit = rbf->normalize == KD_RBF_NORMALIZE_ABOVE_ONE ? 1 : 1e-6;
        double factor = pass && rbf->normalize != KD_RBF_NORMALIZE_NONE && sum > limit ? 1 / sum : 1;
        double *at = out;
        for (int32_t i = 0; i < rbf->output_count; i++) {
            const kd_rbf_output *output = &rbf->outputs[i];
            int32_t components = kdi_value_components(output->type);
            for (int32_t c = 0; c < components; c++, at++) {
                if (output->type == KD_VALUE_QUAT || output->kind == KD_RBF_OUTPUT_LOG_SCALE)
                    continue;
                *at = rbf->non_negative && *at < 0 ? 0 : *at * factor;
                sum += pass ? 0 : *at;
            }
        }
    }
}

void kdi_rbf_outputs(const kd_rbf_interp *rbf, const double *sums, double *out)
{
    double *at = out;
    for (int32_t i = 0; i < rbf->output_count; i++) {
        const kd_rbf_output *output = &rbf->outputs[i];
        int32_t components = kdi_value_components(output->type);
        if (output->type == KD_VALUE_QUAT)
            map_output_rotation(output, sums, at);
        for (int32_t c = 0; c < components && output->type != KD_VALUE_QUAT; c++)
            at[c] = output->kind == KD_RBF_OUTPUT_LOG_SCALE ? exp(fmax(fmin(sums[c], 34.5), -34.5)) : sums[c];
        sums += components == 4 ? 3 : components;
        at += components;
    }
    map_normalize(rbf, out);
}

void kdi_rbf_sum_components(const kd_rbf_interp *rbf, int32_t *components)
{
    for (int32_t i = 0, at = 0; i < rbf->output_count; i++) {
        int32_t count = kdi_value_components(rbf->outputs[i].type);
        for (int32_t c = 0; c < (count == 4 ? 3 : count); c++)
            *components++ = at + c;
        at += count;
    }
}

void kdi_rbf_sum_outputs(const kd_rbf_interp *rbf, int32_t *outputs)
{
    for (int32_t i = 0; i < rbf->output_count; i++)
        for (int32_t c = 0; c < (rbf->outputs[i].type == KD_VALUE_FLOAT ? 1 : 3); c++)
            *outputs++ = i;
}
