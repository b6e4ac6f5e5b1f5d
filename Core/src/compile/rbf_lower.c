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
    int32_t *order;              /* [feature]: its place in the code */
    int32_t *places;             /* [sum, node after node]: its place in the code */
    kd_rbf_code head;
} lower_work;

/* The tables of the code, to be written. */
typedef struct lower_tables {
    float *centres, *scales, *lows, *highs, *margins, *keys, *factors, *weights, *constants, *linear;
    uint32_t *number_registers, *sum_registers;
    kdi_rbf_turn *turns;
    kdi_rbf_made *made;
    kdi_rbf_group *groups;
} lower_tables;

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

/* Outputs that are made of sums. */
static uint32_t lower_made_count(const kd_rbf_output *output)
{
    if (output->type == KD_VALUE_QUAT)
        return 1;
    return output->kind == KD_RBF_OUTPUT_LOG_SCALE ? (uint32_t)kdi_value_components(output->type) : 0;
}

static bool lower_has_group(const kd_rbf_interp *rbf)
{
    return rbf->non_negative || rbf->normalize != KD_RBF_NORMALIZE_NONE;
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
    for (int32_t n = 0; n < w->node_count; n++)
        head->group_count += lower_has_group(w->nodes[n]);
    head->has_linear = first->linear;
    head->has_clamp = first->clamp_inputs;
    for (int32_t i = 0; i < first->input_count; i++) {
        head->number_count +=
            first->inputs[i].type == KD_VALUE_QUAT ? 0 : (uint32_t)kdi_value_components(first->inputs[i].type);
        head->turn_count += first->inputs[i].type == KD_VALUE_QUAT;
    }
    for (int32_t n = 0; n < w->node_count; n++)
        for (int32_t i = 0; i < w->nodes[n]->output_count; i++)
            head->made_count += lower_made_count(&w->nodes[n]->outputs[i]);
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

/* Numbers come first, then rotations: the place of each of the node's features in the code. */
static void lower_feature_order(lower_work *w)
{
    const kd_rbf_interp *rbf = w->nodes[0];
    int32_t number = 0, turn = (int32_t)w->head.number_count, from = 0;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        bool plain = input->type != KD_VALUE_QUAT;
        int32_t count =
            plain ? kdi_value_components(input->type) : (int32_t)kdi_rbf_turn_features((uint32_t)input->metric);
        for (int32_t f = 0; f < count; f++)
            w->order[from++] = plain ? number++ : turn++;
    }
}

/* Writes the inputs and the centre of each feature. */
static void lower_inputs(lower_work *w, const lower_tables *t)
{
    const kd_rbf_interp *rbf = w->nodes[0];
    double low[KD_RBF_COMPONENT_MAX], high[KD_RBF_COMPONENT_MAX], factor = w->system.shape.factor;
    const uint32_t *registers = w->desc->inputs;
    kdi_rbf_turn *turn = t->turns;
    int32_t feature = 0, number = 0, component = 0;
    kdi_rbf_ranges(rbf, low, high);
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        int32_t end = component + kdi_value_components(input->type);
        if (input->type == KD_VALUE_QUAT) {
            turn->kind = (uint32_t)input->metric; /* of the same order */
            turn->axis = (uint32_t)kdi_rbf_axis(input->axis);
            turn->scale = lower_float(input->scale * factor * (input->metric == KD_RBF_METRIC_FULL ? sqrt(0.5) : 1));
            memcpy(turn->registers, registers + component, sizeof turn->registers);
            feature += (int32_t)kdi_rbf_turn_features(turn->kind);
            turn++;
            component = end;
        }
        for (; component < end; component++, number++, feature++) {
            t->number_registers[number] = registers[component];
            t->centres[number] = lower_float((low[component] + high[component]) / 2);
            t->scales[number] = lower_float(input->scale * factor);
            w->centres[feature] = (double)t->centres[number] * input->scale;
            if (!rbf->clamp_inputs)
                continue;
            t->lows[number] = lower_float(low[component]);
            t->highs[number] = lower_float(high[component]);
            t->margins[number] = lower_float(rbf->clamp_margin * (high[component] - low[component]));
        }
    }
}

/* Outputs in two passes: those that are sums as they are, then those made of sums. Writes the code's place of each of a
 * node's sums. */
static void lower_outputs(lower_work *w, const lower_tables *t)
{
    const uint32_t *registers = w->desc->outputs;
    kdi_rbf_made *made = t->made;
    kdi_rbf_group *group = t->groups;
    int32_t *places = w->places;
    uint32_t next = 0;
    for (int32_t n = 0; n < w->node_count; n++) {
        const kd_rbf_interp *rbf = w->nodes[n];
        uint32_t first = next;
        for (int pass = 0; pass < 2; pass++) {
            int32_t component = 0, sum = 0;
            for (int32_t i = 0; i < rbf->output_count; i++) {
                const kd_rbf_output *output = &rbf->outputs[i];
                int32_t components = kdi_value_components(output->type), sums = components == 4 ? 3 : components;
                bool is_made = lower_made_count(output) > 0;
                for (int32_t c = 0; c < sums && is_made == (pass == 1); c++) {
                    places[sum + c] = (int32_t)next;
                    t->sum_registers[next] = registers[component + c];
                    if (is_made && (c == 0 || components < 4)) {
                        made->kind = components == 4 ? (uint32_t)KDI_RBF_MADE_ROTATION : (uint32_t)KDI_RBF_MADE_SCALE;
                        made->sum = next;
                        memcpy(made->registers, registers + component + c,
                               (components == 4 ? 4u : 1u) * sizeof *registers);
                        for (int32_t b = 0; b < 4 && components == 4; b++)
                            made->base[b] = lower_float(kdi_rbf_base(output, b));
                        made++;
                    }
                    next++;
                }
                component += components;
                sum += sums;
            }
            if (pass == 0 && lower_has_group(rbf)) {
                group->first = first;
                group->count = next - first;
                group->normalize = (uint32_t)rbf->normalize;
                group->non_negative = rbf->non_negative;
                group++;
            }
        }
        places += kdi_rbf_measure(rbf).sums;
        registers += kd_rbf_output_components(rbf);
    }
}

static void lower_keys(const lower_work *w, float *keys, float *factors)
{
    const kdi_rbf_system *system = &w->system;
    size_t features = (size_t)system->sizes.features;
    for (size_t k = 0; k < KDI_RBF_BLOCK * (size_t)w->head.block_count; k++) {
        bool filler = k >= (size_t)system->place_count;
        for (size_t f = 0; f < features; f++)
            keys[(k / 8 * features + (size_t)w->order[f]) * 8 + k % 8] =
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
                to[(size_t)w->order[feature] * stride] = lower_float(row[c] * back);
                constant += row[c] * w->centres[feature] / input->scale;
            }
        } else if (input->metric == KD_RBF_METRIC_FULL) {
            static const int plus[3] = {7, 2, 3}, minus[3] = {5, 6, 1};
            for (size_t c = 0; c < 3; c++) {
                to[(size_t)w->order[feature + (size_t)plus[c]] * stride] = lower_float(row[c] * back * sqrt(0.5));
                to[(size_t)w->order[feature + (size_t)minus[c]] * stride] = lower_float(-row[c] * back * sqrt(0.5));
            }
            feature += 9;
        } else {
            size_t count = input->metric == KD_RBF_METRIC_SWING ? 3 : 2;
            for (size_t c = 0; c < count; c++, feature++)
                to[(size_t)w->order[feature] * stride] = lower_float(row[c] * back);
        }
        row += components;
    }
    return constant;
}

static void lower_weights(const lower_work *w, bool plain, const lower_tables *t)
{
    size_t count = (size_t)w->system.place_count, keys = KDI_RBF_BLOCK * (size_t)w->head.block_count;
    size_t stride = kdi_rbf_round_up(w->head.sum_count, 8);
    const int32_t *places = w->places;
    double gain = w->head.kernel == KDI_RBF_POWER_EVEN ? 0.5 : 1; /* the code's kernel is twice the node's */
    double bases[KD_RBF_COMPONENT_MAX];
    for (int32_t n = 0; n < w->node_count; n++) {
        const kdi_rbf_solution *solution = &w->solutions[n];
        size_t sums = (size_t)kdi_rbf_measure(w->nodes[n]).sums;
        kdi_rbf_bases(w->nodes[n], bases);
        for (size_t o = 0; o < sums; o++) {
            const double *from = solution->weights + o * count;
            size_t at = (size_t)*places++;
            double constant = bases[o], moment = 0;
            for (size_t p = 0; p < count; p++)
                t->weights[at / 4 * 4 * keys + p / 8 * 32 + at % 4 * 8 + p % 8] = lower_float(from[p] * gain);
            if (solution->linear)
                constant +=
                    lower_linear(w, solution->linear + o * (size_t)(w->system.sizes.in + 1), t->linear + at, stride);
            if (plain && lower_is_conditioned(w, from, &moment))
                constant += moment * w->system.shape.bend;
            t->constants[at] = lower_float(constant);
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
        w->order = KDI_ARENA_PUSH(&w->system.arena, int32_t, (size_t)w->system.sizes.features);
        w->places = KDI_ARENA_PUSH(&w->system.arena, int32_t, lower_sums(w));
        result = w->solutions && w->centres && w->order && w->places ? KD_OK : KD_OUT_OF_MEMORY;
    }
    for (int32_t n = 0; n < w->node_count && result == KD_OK; n++)
        result = kdi_rbf_restore(w->nodes[n], &w->system, &w->solutions[n]);
    return result == KD_OK ? KD_OK : KDI_ERROR(findings, result, NULL, "no memory for the code of an RBF");
}

/* The registers that the code needs. */
static uint32_t lower_registers(const lower_work *w)
{
    uint32_t count = w->desc->temporary + kdi_rbf_scratch(&w->head);
    int32_t outputs = 0;
    for (int32_t n = 0; n < w->node_count; n++)
        outputs += kd_rbf_output_components(w->nodes[n]);
    for (int32_t c = 0; c < w->system.sizes.in; c++)
        count = w->desc->inputs[c] >= count ? w->desc->inputs[c] + 1 : count;
    for (int32_t c = 0; c < outputs; c++)
        count = w->desc->outputs[c] >= count ? w->desc->outputs[c] + 1 : count;
    return count;
}

static void lower_fill(lower_work *w, char *to, bool plain)
{
    kdi_rbf_tables from = kdi_rbf_tables_of((const kd_rbf_code *)(const void *)to);
    lower_tables t;
#define LOWER_TABLE(type, table) t.table = from.table ? (type *)(void *)(to + ((const char *)from.table - to)) : NULL
    LOWER_TABLE(float, centres);
    LOWER_TABLE(float, scales);
    LOWER_TABLE(float, lows);
    LOWER_TABLE(float, highs);
    LOWER_TABLE(float, margins);
    LOWER_TABLE(float, keys);
    LOWER_TABLE(float, factors);
    LOWER_TABLE(float, weights);
    LOWER_TABLE(float, constants);
    LOWER_TABLE(float, linear);
    LOWER_TABLE(uint32_t, number_registers);
    LOWER_TABLE(uint32_t, sum_registers);
    LOWER_TABLE(kdi_rbf_turn, turns);
    LOWER_TABLE(kdi_rbf_made, made);
    LOWER_TABLE(kdi_rbf_group, groups);
#undef LOWER_TABLE
    lower_inputs(w, &t);
    lower_outputs(w, &t);
    lower_keys(w, t.keys, t.factors);
    lower_weights(w, plain, &t);
}

static kd_result lower_write(lower_work *w, kd_buffer *code, kd_findings *findings)
{
    kd_rbf_code *head = &w->head;
    lower_head(w, w->nodes[0], w->system.place_count);
    lower_feature_order(w);
    head->has_radii = w->system.has_radii || (w->system.place_count > 0 && w->system.factors[0] != 1);
    bool plain = lower_is_plain(w);
    head->bend = plain ? 0.0f : lower_float(2 * w->system.shape.bend);
    head->temporary = w->desc->temporary;
    head->register_count = w->desc->register_count ? w->desc->register_count : lower_registers(w);
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
    lower_fill(w, to, plain);
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
