/* Inputs of RBF nodes as features, outputs as sums: sizes, checks, inputs. Outputs are in rbf_map_out.c. */
#include "compile/rbf_map.h"

#include "model/kdi_format.h"
#include "text/findings.h"

#include <math.h>
#include <stdio.h>

static int32_t map_features(const kd_rbf_input *input)
{
    if (input->type != KD_VALUE_QUAT)
        return kdi_value_components(input->type);
    return input->metric == KD_RBF_METRIC_FULL ? 9 : input->metric == KD_RBF_METRIC_SWING ? 3 : 2;
}

kdi_rbf_sizes kdi_rbf_measure(const kd_rbf_interp *rbf)
{
    kdi_rbf_sizes sizes = {0, 0, 0, 0};
    for (int32_t i = 0; i < rbf->input_count && sizes.in <= KD_RBF_COMPONENT_MAX; i++) {
        sizes.in += kdi_value_components(rbf->inputs[i].type);
        sizes.features += map_features(&rbf->inputs[i]);
    }
    for (int32_t i = 0; i < rbf->output_count && sizes.out <= KD_RBF_COMPONENT_MAX; i++) {
        int32_t components = kdi_value_components(rbf->outputs[i].type);
        sizes.out += components;
        sizes.sums += components == 4 ? 3 : components;
    }
    return sizes;
}

int32_t kd_rbf_input_components(const kd_rbf_interp *rbf)
{
    return kdi_rbf_measure(rbf).in;
}

int32_t kd_rbf_output_components(const kd_rbf_interp *rbf)
{
    return kdi_rbf_measure(rbf).out;
}

static const char *map_key_name(const kd_rbf_key *key)
{
    return key->name ? key->name : "";
}

static bool map_is_finite(const kd_number_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (!(fabs(list->items[i]) <= 1e30))
            return false;
    return true;
}

static kd_result map_check_ports(const kd_rbf_interp *rbf, const kdi_rbf_sizes *sizes, kd_findings *findings)
{
    if (rbf->input_count == 0 || rbf->output_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "an RBF needs at least one input and one output");
    if (sizes->in > KD_RBF_COMPONENT_MAX || sizes->out > KD_RBF_COMPONENT_MAX || rbf->key_count > KD_RBF_KEY_MAX)
        return KDI_ERROR(findings, KD_LIMIT, NULL,
                         "an RBF has at most %d components of inputs, %d of outputs and %d keys", KD_RBF_COMPONENT_MAX,
                         KD_RBF_COMPONENT_MAX, KD_RBF_KEY_MAX);
    if (rbf->kernel < 0 || rbf->kernel > KD_RBF_KERNEL_INVERSE_MULTIQUADRIC || rbf->power < 1 || rbf->power > 9 ||
        (!rbf->auto_width && !(rbf->width >= 1e-9 && rbf->width <= 1e9)) || !(rbf->decay >= 0 && rbf->decay <= 1e9) ||
        !(rbf->clamp_margin >= 0 && rbf->clamp_margin <= 10))
        return KDI_ERROR(findings, KD_RANGE, NULL,
                         "a setting of the RBF is out of range: power 1 to 9, width 1e-9 to 1e9, decay 0 to 1e9, "
                         "clampMargin 0 to 10");
    for (int32_t i = 0; i < rbf->input_count; i++)
        if (!(rbf->inputs[i].scale >= 1e-9 && rbf->inputs[i].scale <= 1e9))
            return KDI_ERROR(findings, KD_RANGE, NULL, "the scale of input %d is not between 1e-9 and 1e9", (int)i + 1);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        const kd_rbf_output *output = &rbf->outputs[i];
        int32_t components = kdi_value_components(output->type);
        if (output->base.count != 0 && (output->base.count != components || !map_is_finite(&output->base)))
            return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL, "the base of output %d needs %d numbers", (int)i + 1,
                             (int)components);
        if (output->kind == KD_RBF_OUTPUT_LOG_SCALE && output->type == KD_VALUE_QUAT)
            return KDI_ERROR(findings, KD_VALUE, NULL, "output %d is a rotation, which has no logarithm of a scale",
                             (int)i + 1);
    }
    return KD_OK;
}

/* Scales of a key must be above zero. */
static kd_result map_check_scales(const kd_rbf_interp *rbf, const double *values, const char *what,
                                  kd_findings *findings)
{
    for (int32_t i = 0; i < rbf->output_count; i++) {
        int32_t components = kdi_value_components(rbf->outputs[i].type);
        for (int32_t c = 0; c < components; c++, values++)
            if (rbf->outputs[i].kind == KD_RBF_OUTPUT_LOG_SCALE && !(*values > 0))
                return KDI_ERROR(findings, KD_KEY, NULL,
                                 "%s has a scale of %g in output %d; logarithms need scales above 0", what, *values,
                                 (int)i + 1);
    }
    return KD_OK;
}

static kd_result map_check_key(const kd_rbf_interp *rbf, int32_t index, const kdi_rbf_sizes *sizes,
                               kd_findings *findings)
{
    const kd_rbf_key *key = &rbf->keys[index];
    char what[96] = "a key";
    if (key->in.count != sizes->in || key->out.count != sizes->out ||
        (key->weights.count != 0 && key->weights.count != sizes->out))
        return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL,
                         "key %d '%.40s' has %d and %d numbers, but the inputs have %d components and the outputs %d",
                         (int)index + 1, map_key_name(key), (int)key->in.count, (int)key->out.count, (int)sizes->in,
                         (int)sizes->out);
    if (!map_is_finite(&key->in) || !map_is_finite(&key->out) || !map_is_finite(&key->weights) ||
        !(key->radius >= 1e-9 && key->radius <= 1e9) || !(key->influence >= 0 && key->influence <= 1))
        return KDI_ERROR(findings, KD_RANGE, NULL,
                         "key %d '%.40s' has a number that is out of range: radius 1e-9 to 1e9, influence 0 to 1",
                         (int)index + 1, map_key_name(key));
    snprintf(what, sizeof what, "key %d '%.40s'", (int)index + 1, map_key_name(key));
    return map_check_scales(rbf, key->out.items, what, findings);
}

kd_result kdi_rbf_check(const kd_rbf_interp *rbf, kd_findings *findings)
{
    kdi_rbf_sizes sizes = kdi_rbf_measure(rbf);
    kd_result result = map_check_ports(rbf, &sizes, findings);
    for (int32_t i = 0; i < rbf->output_count && result == KD_OK; i++)
        for (int32_t c = 0; c < rbf->outputs[i].base.count && result == KD_OK; c++)
            if (rbf->outputs[i].kind == KD_RBF_OUTPUT_LOG_SCALE && !(rbf->outputs[i].base.items[c] > 0))
                result = KDI_ERROR(findings, KD_RANGE, NULL, "the base of output %d is a scale and must be above 0",
                                   (int)i + 1);
    for (int32_t i = 0; i < rbf->key_count && result == KD_OK; i++)
        if (!rbf->keys[i].mute)
            result = map_check_key(rbf, i, &sizes, findings);
    if (result != KD_OK)
        return result;
    if (rbf->linear_count != 0 && rbf->linear_count != sizes.in + 1)
        return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL,
                         "there are %d rows of linear weights; a solved linear term has %d", (int)rbf->linear_count,
                         (int)sizes.in + 1);
    for (int32_t i = 0; i < rbf->linear_count; i++)
        if (rbf->linears[i].weights.count != sizes.out || !map_is_finite(&rbf->linears[i].weights))
            return KDI_ERROR(findings, KD_COUNT_MISMATCH, NULL, "linear row %d needs %d finite numbers", (int)i + 1,
                             (int)sizes.out);
    return KD_OK;
}

int32_t kdi_rbf_axis(int32_t signed_axis)
{
    return signed_axis == KD_AXIS_AUTO ? 0 : signed_axis / 2;
}

static void map_unit(const double *in, double *q)
{
    double length = sqrt(in[0] * in[0] + in[1] * in[1] + in[2] * in[2] + in[3] * in[3]);
    for (int i = 0; i < 4; i++)
        q[i] = length > 1e-12 ? in[i] / length : i == 3;
}

static void map_matrix(const double *q, double *m)
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    m[0] = 1 - 2 * (y * y + z * z), m[1] = 2 * (x * y - w * z), m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z), m[4] = 1 - 2 * (x * x + z * z), m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y), m[7] = 2 * (y * z + w * x), m[8] = 1 - 2 * (x * x + y * y);
}

/* Features of a rotation; linear: the sine of its vector, of its swing or of its twist. */
static void map_rotation(const kd_rbf_input *input, const double *in, double *features, double linear[4])
{
    double q[4], m[9];
    int32_t axis = kdi_rbf_axis(input->axis);
    map_unit(in, q);
    map_matrix(q, m);
    linear[0] = linear[1] = linear[2] = linear[3] = 0;
    if (input->metric == KD_RBF_METRIC_FULL) {
        for (int i = 0; i < 9; i++)
            features[i] = m[i] * input->scale * sqrt(0.5);
        linear[0] = (m[7] - m[5]) / 2, linear[1] = (m[2] - m[6]) / 2, linear[2] = (m[3] - m[1]) / 2;
    } else if (input->metric == KD_RBF_METRIC_SWING) {
        for (int i = 0; i < 3; i++) {
            features[i] = m[3 * i + axis] * input->scale;
            linear[i] = i == axis ? 0 : m[3 * i + axis];
        }
    } else {
        double a = q[axis], n = a * a + q[3] * q[3];
        double sine = n > 1e-12 ? 2 * a * q[3] / n : 0, cosine = n > 1e-12 ? (q[3] * q[3] - a * a) / n : 1;
        features[0] = sine * input->scale;
        features[1] = cosine * input->scale;
        linear[0] = sine;
    }
}

void kdi_rbf_features(const kd_rbf_interp *rbf, const double *in, double *features, double *linear)
{
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        int32_t components = kdi_value_components(input->type);
        double parts[4];
        if (input->type == KD_VALUE_QUAT)
            map_rotation(input, in, features, parts);
        for (int32_t c = 0; c < components && input->type != KD_VALUE_QUAT; c++) {
            features[c] = in[c] * input->scale;
            parts[c] = in[c];
        }
        for (int32_t c = 0; c < components && linear; c++)
            *linear++ = parts[c];
        features += map_features(input);
        in += components;
    }
}

void kdi_rbf_linear_scales(const kd_rbf_interp *rbf, double *scales)
{
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        int32_t components = kdi_value_components(input->type), axis = kdi_rbf_axis(input->axis);
        for (int32_t c = 0; c < components; c++) {
            bool used = components < 4 || (input->metric == KD_RBF_METRIC_FULL    ? c < 3
                                           : input->metric == KD_RBF_METRIC_SWING ? c < 3 && c != axis
                                                                                  : c == 0);
            *scales++ = used ? input->scale : 0;
        }
    }
}

void kdi_rbf_plain_components(const kd_rbf_interp *rbf, bool *plain)
{
    for (int32_t i = 0; i < rbf->input_count; i++)
        for (int32_t c = 0; c < kdi_value_components(rbf->inputs[i].type); c++)
            *plain++ = rbf->inputs[i].type != KD_VALUE_QUAT;
}

void kdi_rbf_ranges(const kd_rbf_interp *rbf, double *low, double *high)
{
    int32_t components = kdi_rbf_measure(rbf).in;
    bool first = true;
    for (int32_t c = 0; c < components; c++)
        low[c] = high[c] = 0;
    for (int32_t i = 0; i < rbf->key_count; i++) {
        if (rbf->keys[i].mute)
            continue;
        for (int32_t c = 0; c < components; c++) {
            double x = rbf->keys[i].in.items[c];
            low[c] = first || x < low[c] ? x : low[c];
            high[c] = first || x > high[c] ? x : high[c];
        }
        first = false;
    }
}

void kdi_rbf_clamp(const kd_rbf_interp *rbf, const double *low, const double *high, double *in)
{
    for (int32_t i = 0, at = 0; i < rbf->input_count && rbf->clamp_inputs; i++) {
        int32_t end = at + kdi_value_components(rbf->inputs[i].type);
        for (; at < end; at++) {
            double margin = rbf->clamp_margin * (high[at] - low[at]);
            double over = in[at] > high[at] ? in[at] - high[at] : in[at] < low[at] ? low[at] - in[at] : 0;
            if (rbf->inputs[i].type == KD_VALUE_QUAT || over == 0)
                continue;
            double beyond = margin > 0 ? over * margin / (margin + over) : 0;
            in[at] = in[at] > high[at] ? high[at] + beyond : low[at] - beyond;
        }
    }
}
