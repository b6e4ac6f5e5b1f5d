/* From solved RBF nodes to code for the runtime: features relative to the middle of the keys, weights for distances in
 * the node's unit, all as floats. */
#include "compile/rbf_node.h"
#include "model/kdi_format.h"
#include "program/rbf_code.h"
#include "text/findings.h"

#include <math.h>
#include <string.h>

typedef struct lower_work {
    const kd_rbf_interp *const *nodes;
    int32_t node_count;
    const kd_rbf_lower_desc *desc;
    kdi_rbf_system system;       /* of the first node */
    kdi_rbf_solution *solutions; /* [node] */
    double *centres;             /* [feature], in the measure of distance */
    kd_rbf_code head;
} lower_work;

bool kd_rbf_can_share(const kd_rbf_interp *a, const kd_rbf_interp *b)
{
    if (a->kernel != b->kernel || a->power != b->power || a->auto_width != b->auto_width || a->linear != b->linear ||
        (!a->auto_width && a->width != b->width) || a->clamp_inputs != b->clamp_inputs ||
        (a->clamp_inputs && a->clamp_margin != b->clamp_margin) || a->input_count != b->input_count ||
        a->key_count != b->key_count)
        return false;
    for (int32_t i = 0; i < a->input_count; i++) {
        const kd_rbf_input *x = &a->inputs[i], *y = &b->inputs[i];
        if (x->type != y->type || x->scale != y->scale ||
            (x->type == KD_VALUE_QUAT && (x->metric != y->metric || x->axis != y->axis)))
            return false;
    }
    for (int32_t i = 0; i < a->key_count; i++) {
        const kd_rbf_key *x = &a->keys[i], *y = &b->keys[i];
        if (x->mute != y->mute || x->radius != y->radius || x->in.count != y->in.count)
            return false;
        for (int32_t c = 0; c < x->in.count; c++)
            if (x->in.items[c] != y->in.items[c])
                return false;
    }
    return true;
}

/* A float of bounded size: what is larger was nonsense before. */
static float lower_float(double x)
{
    return x == x ? (float)fmax(fmin(x, 1e30), -1e30) : 0.0f;
}

static uint32_t lower_sums(const lower_work *w)
{
    uint32_t sums = 0;
    for (int32_t i = 0; i < w->node_count; i++)
        sums += (uint32_t)kdi_rbf_measure(w->nodes[i]).sums;
    return sums;
}

static uint32_t lower_kernel(const kd_rbf_interp *rbf)
{
    static const uint32_t kernels[] = {KDI_RBF_POWER_ODD, KDI_RBF_GAUSSIAN, KDI_RBF_MULTIQUADRIC,
                                       KDI_RBF_INVERSE_QUADRATIC, KDI_RBF_INVERSE_MULTIQUADRIC};
    bool even = rbf->kernel == KD_RBF_KERNEL_POLYHARMONIC && rbf->power % 2 == 0;
    return even ? (uint32_t)KDI_RBF_POWER_EVEN : kernels[rbf->kernel];
}

/* Counts of everything that the first node and the number of sums decide. */
static void lower_head(lower_work *w, const kd_rbf_interp *first, int32_t places)
{
    kd_rbf_code *head = &w->head;
    head->magic = KDI_RBF_MAGIC;
    head->kernel = lower_kernel(first);
    head->power = (uint32_t)first->power;
    head->feature_count = (uint32_t)kdi_rbf_measure(first).features;
    head->block_count = kdi_rbf_round_up((uint32_t)places, KDI_RBF_BLOCK) / KDI_RBF_BLOCK;
    head->sum_count = lower_sums(w);
    head->group_count = (uint32_t)w->node_count;
    head->has_linear = first->linear;
    for (int32_t i = 0; i < first->input_count; i++)
        head->input_count += first->inputs[i].type == KD_VALUE_VEC3 ? 3u : 1u;
    for (int32_t n = 0; n < w->node_count; n++)
        for (int32_t i = 0; i < w->nodes[n]->output_count; i++)
            head->output_count += w->nodes[n]->outputs[i].type == KD_VALUE_VEC3 ? 3u : 1u;
    /* The largest distance whose power is still far from overflow. */
    double room = pow(1e20, 1.0 / first->power) / (2 * sqrt((double)head->feature_count));
    bool grows = head->kernel == KDI_RBF_POWER_ODD || head->kernel == KDI_RBF_POWER_EVEN;
    head->limit = grows && room < 1e6 ? (float)room : 1e6f;
}

uint32_t kd_rbf_temporaries(const kd_rbf_interp *const *nodes, int32_t count)
{
    lower_work w;
    int32_t active = 0;
    memset(&w, 0, sizeof w);
    w.nodes = nodes;
    w.node_count = count;
    for (int32_t i = 0; i < nodes[0]->key_count; i++)
        active += !nodes[0]->keys[i].mute;
    lower_head(&w, nodes[0], active); /* keys at one place make it fewer */
    return kdi_rbf_scratch(&w.head);
}

static void lower_number(lower_work *w, kdi_rbf_in *to, int32_t component, double scale, const double *low,
                         const double *high)
{
    const kd_rbf_interp *rbf = w->nodes[0];
    to->kind = KDI_RBF_IN_NUMBER;
    to->registers[0] = w->desc->inputs[component];
    to->centre = lower_float((low[component] + high[component]) / 2);
    to->scale = lower_float(scale * w->system.shape.factor);
    to->low = rbf->clamp_inputs ? lower_float(low[component]) : -1e15f;
    to->high = rbf->clamp_inputs ? lower_float(high[component]) : 1e15f;
    to->margin = rbf->clamp_inputs ? lower_float(rbf->clamp_margin * (high[component] - low[component])) : 0.0f;
}

/* Writes the inputs and the centre of each feature. */
static void lower_inputs(lower_work *w, kdi_rbf_in *to)
{
    const kd_rbf_interp *rbf = w->nodes[0];
    double low[KD_RBF_COMPONENT_MAX], high[KD_RBF_COMPONENT_MAX];
    int32_t feature = 0;
    kdi_rbf_ranges(rbf, low, high);
    for (int32_t i = 0, component = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        int32_t components = kdi_value_components(input->type);
        for (int32_t c = 0; c < components && components < 4; c++, to++) {
            lower_number(w, to, component + c, input->scale, low, high);
            w->centres[feature++] = (double)to->centre * input->scale;
        }
        if (components == 4) {
            bool full = input->metric == KD_RBF_METRIC_FULL;
            to->kind = full                                   ? KDI_RBF_IN_FULL
                       : input->metric == KD_RBF_METRIC_SWING ? KDI_RBF_IN_SWING
                                                              : KDI_RBF_IN_TWIST;
            to->axis = (uint32_t)kdi_rbf_axis(input->axis);
            to->scale = lower_float(input->scale * w->system.shape.factor * (full ? sqrt(0.5) : 1));
            for (int32_t c = 0; c < 4; c++)
                to->registers[c] = w->desc->inputs[component + c];
            feature += (int32_t)kdi_rbf_in_features(to->kind);
            to++;
        }
        component += components;
    }
}

static void lower_outputs(const lower_work *w, kdi_rbf_out *to, kdi_rbf_group *group)
{
    const uint32_t *registers = w->desc->outputs;
    uint32_t sum = 0, item = 0;
    for (int32_t n = 0; n < w->node_count; n++, group++) {
        const kd_rbf_interp *rbf = w->nodes[n];
        group->first = item;
        group->normalize = (uint32_t)rbf->normalize;
        group->non_negative = rbf->non_negative;
        for (int32_t i = 0; i < rbf->output_count; i++) {
            const kd_rbf_output *output = &rbf->outputs[i];
            int32_t components = kdi_value_components(output->type);
            for (int32_t c = 0; c < components; c++, registers++) {
                bool rotation = components == 4;
                if (rotation) {
                    to[item].kind = KDI_RBF_OUT_ROTATION;
                    to[item].registers[c] = *registers;
                    to[item].base[c] = lower_float(kdi_rbf_base(output, c));
                } else {
                    to[item].kind = output->kind == KD_RBF_OUTPUT_LOG_SCALE ? (uint32_t)KDI_RBF_OUT_LOG
                                                                            : (uint32_t)KDI_RBF_OUT_PLAIN;
                    to[item].registers[0] = *registers;
                }
                if (!rotation || c == 0)
                    to[item].sum = sum;
                sum += rotation && c == 3 ? 0 : 1;
                item += !rotation || c == 3;
            }
        }
        group->count = item - group->first;
    }
}

static void lower_keys(const lower_work *w, float *keys, float *factors)
{
    const kdi_rbf_system *system = &w->system;
    size_t features = (size_t)system->sizes.features;
    for (size_t k = 0; k < KDI_RBF_BLOCK * (size_t)w->head.block_count; k++) {
        bool filler = k >= (size_t)system->place_count;
        for (size_t f = 0; f < features; f++)
            keys[(k / 8 * features + f) * 8 + k % 8] =
                filler ? 0.0f
                       : lower_float((system->features[k * features + f] - w->centres[f]) * system->shape.factor);
        if (factors)
            factors[k] = filler ? 1.0f : lower_float(system->factors[k]);
    }
}

/* Whether the weights of a sum are square to constants and to all features; then a factor inside the logarithm of the
 * thin plate spline is but a constant, *moment times its logarithm. */
static bool lower_is_conditioned(const lower_work *w, const double *weights, double *moment)
{
    const kdi_rbf_system *system = &w->system;
    size_t places = (size_t)system->place_count, features = (size_t)system->sizes.features;
    double size = 0, sum = 0;
    *moment = 0;
    for (size_t p = 0; p < places; p++) {
        size += fabs(weights[p]);
        sum += weights[p];
    }
    for (size_t f = 0; f < features; f++) {
        double first = 0;
        for (size_t p = 0; p < places; p++) {
            double z = (system->features[p * features + f] - w->centres[f]) * system->shape.factor;
            first += weights[p] * z;
            *moment += weights[p] * z * z * system->factors[0];
        }
        if (fabs(first) > 1e-9 * size)
            return false;
    }
    return fabs(sum) <= 1e-9 * size;
}

/* True if the logarithm of the unit can be left out of the kernel. */
static bool lower_is_plain(const lower_work *w)
{
    double moment;
    if (w->head.kernel != KDI_RBF_POWER_EVEN || w->head.power != 2 || w->system.has_radii)
        return false;
    for (int32_t n = 0; n < w->node_count; n++) {
        int32_t sums = kdi_rbf_measure(w->nodes[n]).sums;
        for (int32_t o = 0; o < sums; o++)
            if (!lower_is_conditioned(w, w->solutions[n].weights + (size_t)o * (size_t)w->system.place_count, &moment))
                return false;
    }
    return true;
}

/* The row of a linear term as factors of features; returns what that adds to the constant. */
static double lower_linear(const lower_work *w, const double *row, float *to, size_t stride)
{
    const kd_rbf_interp *rbf = w->nodes[0];
    double constant = row[0], factor = w->system.shape.factor;
    size_t feature = 0;
    row++;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        double back = 1 / (input->scale * factor);
        int32_t components = kdi_value_components(input->type);
        if (components < 4) {
            for (int32_t c = 0; c < components; c++, feature++) {
                to[feature * stride] = lower_float(row[c] * back);
                constant += row[c] * w->centres[feature] / input->scale;
            }
        } else if (input->metric == KD_RBF_METRIC_FULL) {
            static const int plus[3] = {7, 2, 3}, minus[3] = {5, 6, 1};
            for (size_t c = 0; c < 3; c++) {
                to[(feature + (size_t)plus[c]) * stride] = lower_float(row[c] * back * sqrt(0.5));
                to[(feature + (size_t)minus[c]) * stride] = lower_float(-row[c] * back * sqrt(0.5));
            }
            feature += 9;
        } else {
            size_t count = input->metric == KD_RBF_METRIC_SWING ? 3 : 2;
            for (size_t c = 0; c < count; c++, feature++)
                to[feature * stride] = lower_float(row[c] * back);
        }
        row += components;
    }
    return constant;
}

static void lower_weights(const lower_work *w, bool plain, float *weights, float *constants, float *linear)
{
    size_t places = (size_t)w->system.place_count, keys = KDI_RBF_BLOCK * (size_t)w->head.block_count, at = 0;
    size_t stride = kdi_rbf_round_up(w->head.sum_count, 8);
    double bases[KD_RBF_COMPONENT_MAX];
    for (int32_t n = 0; n < w->node_count; n++) {
        const kdi_rbf_solution *solution = &w->solutions[n];
        size_t sums = (size_t)kdi_rbf_measure(w->nodes[n]).sums;
        kdi_rbf_bases(w->nodes[n], bases);
        for (size_t o = 0; o < sums; o++, at++) {
            const double *from = solution->weights + o * places;
            double constant = bases[o], moment = 0;
            for (size_t p = 0; p < places; p++)
                weights[at * keys + p] = lower_float(from[p]);
            if (solution->linear)
                constant +=
                    lower_linear(w, solution->linear + o * (size_t)(w->system.sizes.in + 1), linear + at, stride);
            if (plain && lower_is_conditioned(w, from, &moment))
                constant += moment * w->system.shape.bend;
            constants[at] = lower_float(constant);
        }
    }
}

static kd_result lower_prepare(lower_work *w, const kd_allocator *allocator, kd_findings *findings)
{
    for (int32_t n = 0; n < w->node_count; n++) {
        kd_result checked = kdi_rbf_check(w->nodes[n], findings);
        if (checked != KD_OK)
            return checked;
        if (!kd_rbf_is_solved(w->nodes[n]))
            return KDI_ERROR(findings, KD_KEY, NULL, "the RBF has no weights: solve it first");
        if (n > 0 && !kd_rbf_can_share(w->nodes[0], w->nodes[n]))
            return KDI_ERROR(findings, KD_VALUE, NULL, "RBFs of one code need the same inputs, keys and kernel");
    }
    if (w->node_count < 1 || w->node_count > KDI_RBF_GROUP_MAX || lower_sums(w) > KD_RBF_COMPONENT_MAX)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "one RBF code takes 1 to %d nodes with at most %d outputs",
                         KDI_RBF_GROUP_MAX, KD_RBF_COMPONENT_MAX);
    kd_result result = kdi_rbf_system_build(&w->system, w->nodes[0], NULL, 0, allocator);
    if (result == KD_OK) {
        w->solutions = KDI_ARENA_PUSH(&w->system.arena, kdi_rbf_solution, (size_t)w->node_count);
        w->centres = KDI_ARENA_PUSH(&w->system.arena, double, (size_t)w->system.sizes.features);
        result = w->solutions && w->centres ? KD_OK : KD_OUT_OF_MEMORY;
    }
    for (int32_t n = 0; n < w->node_count && result == KD_OK; n++)
        result = kdi_rbf_restore(w->nodes[n], &w->system, &w->solutions[n]);
    return result == KD_OK ? KD_OK : KDI_ERROR(findings, result, NULL, "no memory for the code of an RBF");
}

static kd_result lower_write(lower_work *w, kd_buffer *code, kd_findings *findings)
{
    kd_rbf_code *head = &w->head;
    lower_head(w, w->nodes[0], w->system.place_count);
    head->has_radii = w->system.has_radii || (w->system.place_count > 0 && w->system.factors[0] != 1);
    bool plain = lower_is_plain(w);
    head->bend = plain ? 0.0f : lower_float(w->system.shape.bend);
    head->temporary = w->desc->temporary;
    head->register_count = w->desc->register_count ? w->desc->register_count : head->temporary + kdi_rbf_scratch(head);
    for (int32_t c = 0; c < w->system.sizes.in && !w->desc->register_count; c++)
        if (w->desc->inputs[c] >= head->register_count)
            head->register_count = w->desc->inputs[c] + 1;
    for (int32_t n = 0, at = 0; n < w->node_count && !w->desc->register_count; n++)
        for (int32_t c = 0; c < kd_rbf_output_components(w->nodes[n]); c++, at++)
            if (w->desc->outputs[at] >= head->register_count)
                head->register_count = w->desc->outputs[at] + 1;
    uint64_t size = kdi_rbf_tables_of(head).size;
    if (size > UINT32_C(0x7FFFFFFF))
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the code of the RBF would be larger than 2 GB");
    head->size = (uint32_t)size;
    size_t before = code->size;
    char *to = (char *)kd_buffer_extend(code, (size_t)size);
    if (!to)
        return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the code of an RBF");
    memset(to, 0, (size_t)size);
    memcpy(to, head, sizeof *head);
    kdi_rbf_tables t = kdi_rbf_tables_of((const kd_rbf_code *)(const void *)to);
#define LOWER_AT(type, table) ((type *)(void *)(to + ((const char *)(table)-to)))
    lower_inputs(w, LOWER_AT(kdi_rbf_in, t.inputs));
    lower_outputs(w, LOWER_AT(kdi_rbf_out, t.outputs), LOWER_AT(kdi_rbf_group, t.groups));
    lower_keys(w, LOWER_AT(float, t.keys), t.factors ? LOWER_AT(float, t.factors) : NULL);
    lower_weights(w, plain, LOWER_AT(float, t.weights), LOWER_AT(float, t.constants),
                  t.linear ? LOWER_AT(float, t.linear) : NULL);
#undef LOWER_AT
    kd_error error;
    if (kd_rbf_code_open(to, (size_t)size, &error))
        return KD_OK;
    code->size = before;
    return KDI_ERROR(findings, KD_VALUE, NULL, "the registers given for an RBF do not fit: %s", error.text);
}

kd_result kd_rbf_lower(const kd_rbf_interp *const *nodes, int32_t count, const kd_rbf_lower_desc *desc, kd_buffer *code,
                       kd_findings *findings)
{
    lower_work w;
    memset(&w, 0, sizeof w);
    w.nodes = nodes;
    w.node_count = count;
    w.desc = desc;
    kdi_arena_init(&w.system.arena, &code->allocator, 0);
    kd_result result = lower_prepare(&w, &code->allocator, findings);
    if (result == KD_OK)
        result = lower_write(&w, code, findings);
    kdi_rbf_system_free(&w.system);
    return result;
}
