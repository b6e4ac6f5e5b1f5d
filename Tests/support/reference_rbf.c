/* The reference for RBFInterp, from Core/docs/rbf.md: distances as chords of angles, the bordered system by elimination
 * in long double, sums one after the other. No weight decay; keys at one place and keys that do not determine the
 * linear term are left to other tests. */
#include "support/rig_reference.h"

#include "model/kdi_format.h"

#include <math.h>

enum { RBF_PLACES_MOST = 48, RBF_COLUMNS_MOST = 24, RBF_SUMS_MOST = 32, RBF_IN_MOST = 24 };

struct ref_rbf {
    const kd_rbf_interp *rbf;
    int keys[RBF_PLACES_MOST]; /* active ones */
    int key_count, columns, sums;
    long double width, unit;
    long double weights[RBF_SUMS_MOST][RBF_PLACES_MOST + RBF_COLUMNS_MOST]; /* of the keys, then the linear term */
    bool doubt;
};

static ref_quat rbf_quat(const long double *x)
{
    long double length = sqrtl(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    ref_quat q = {{x[0] / length, x[1] / length, x[2] / length, x[3] / length}};
    return q;
}

static int rbf_axis(const kd_rbf_input *input)
{
    return input->axis == KD_AXIS_AUTO ? 0 : input->axis / 2;
}

static ref_vec rbf_swung(const kd_rbf_input *input, ref_quat q)
{
    int axis = rbf_axis(input);
    return ref_turn(ref_mat_from_quat(q), ref_vec_make(axis == 0, axis == 1, axis == 2));
}

static long double rbf_twist(const kd_rbf_input *input, ref_quat q)
{
    return 2 * atan2l(q.x[rbf_axis(input)], q.x[3]);
}

/* The chord between two values of one input, squared, without its scale. */
static long double rbf_chord(const kd_rbf_input *input, const long double *a, const long double *b)
{
    if (input->type != KD_VALUE_QUAT) {
        long double square = 0;
        for (int c = 0; c < kdi_value_components(input->type); c++)
            square += (a[c] - b[c]) * (a[c] - b[c]);
        return square;
    }
    ref_quat p = rbf_quat(a), q = rbf_quat(b);
    if (input->metric == KD_RBF_METRIC_SWING) {
        ref_vec way = ref_sub(rbf_swung(input, p), rbf_swung(input, q));
        return ref_dot(way, way);
    }
    long double sine;
    if (input->metric == KD_RBF_METRIC_TWIST)
        sine = sinl((rbf_twist(input, p) - rbf_twist(input, q)) / 2);
    else {
        ref_mat between = ref_mul(ref_transposed(ref_mat_from_quat(p)), ref_mat_from_quat(q));
        long double trace = between.m[0][0] + between.m[1][1] + between.m[2][2];
        sine = sqrtl(fmaxl(3 - trace, 0)) / 2; /* of half the angle whose cosine is (trace - 1) / 2 */
    }
    return 4 * sine * sine;
}

static long double rbf_distance(const kd_rbf_interp *rbf, const long double *a, const long double *b)
{
    long double square = 0;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        long double scale = rbf->inputs[i].scale;
        int components = kdi_value_components(rbf->inputs[i].type);
        square += scale * scale * rbf_chord(&rbf->inputs[i], a, b);
        a += components;
        b += components;
    }
    return sqrtl(square);
}

static long double rbf_kernel(const struct ref_rbf *own, long double r)
{
    long double x = own->width * r, y = 1;
    switch (own->rbf->kernel) {
    case KD_RBF_KERNEL_GAUSSIAN:
        return expl(-x * x);
    case KD_RBF_KERNEL_MULTIQUADRIC:
        return sqrtl(1 + x * x);
    case KD_RBF_KERNEL_INVERSE_QUADRATIC:
        return 1 / (1 + x * x);
    case KD_RBF_KERNEL_INVERSE_MULTIQUADRIC:
        return 1 / sqrtl(1 + x * x);
    default:
        /* In units of the largest distance, which changes the weights only, and keeps the numbers small. */
        for (int k = 0; k < own->rbf->power; k++)
            y *= r / own->unit;
        return own->rbf->power % 2 == 1 ? y : r > 0 ? y * logl(r) : 0;
    }
}

/* One and the features of the linear term; returns how many. */
static int rbf_columns(const kd_rbf_interp *rbf, const long double *x, long double *columns)
{
    int count = 0;
    if (!rbf->linear)
        return 0;
    columns[count++] = 1;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        const kd_rbf_input *input = &rbf->inputs[i];
        int components = kdi_value_components(input->type);
        for (int c = 0; c < components && components < 4; c++)
            columns[count++] = x[c] * input->scale;
        if (components == 4 && input->metric == KD_RBF_METRIC_TWIST)
            columns[count++] = input->scale * sinl(rbf_twist(input, rbf_quat(x)));
        for (int c = 0; c < 3 && components == 4 && input->metric == KD_RBF_METRIC_SWING; c++)
            if (c != rbf_axis(input))
                columns[count++] = input->scale * rbf_swung(input, rbf_quat(x)).x[c];
        for (int c = 0; c < 3 && components == 4 && input->metric == KD_RBF_METRIC_FULL; c++) {
            ref_mat m = ref_mat_from_quat(rbf_quat(x)); /* sine times axis is the odd part of a rotation matrix */
            columns[count++] = input->scale * (m.m[(c + 2) % 3][(c + 1) % 3] - m.m[(c + 1) % 3][(c + 2) % 3]) / 2;
        }
        x += components;
    }
    return count;
}

static long double rbf_base(const kd_rbf_output *output, int c)
{
    if (output->base.count > c)
        return output->base.items[c];
    return output->type == KD_VALUE_QUAT ? c == 3 : output->kind == KD_RBF_OUTPUT_LOG_SCALE;
}

static ref_mat rbf_base_turn(const kd_rbf_output *output)
{
    const long double q[4] = {rbf_base(output, 0), rbf_base(output, 1), rbf_base(output, 2), rbf_base(output, 3)};
    return ref_mat_from_quat(rbf_quat(q));
}

/* What a key wants, seen from the base. */
static int rbf_targets(struct ref_rbf *own, const kd_rbf_key *key, long double *sums)
{
    const double *out = key->out.items;
    int count = 0;
    for (int32_t i = 0; i < own->rbf->output_count; i++) {
        const kd_rbf_output *output = &own->rbf->outputs[i];
        int components = kdi_value_components(output->type);
        if (components == 4) {
            const long double q[4] = {out[0], out[1], out[2], out[3]};
            ref_vec v =
                ref_log(ref_mul(ref_transposed(rbf_base_turn(output)), ref_mat_from_quat(rbf_quat(q))), &own->doubt);
            for (int c = 0; c < 3; c++)
                sums[count++] = v.x[c] * key->influence;
        }
        for (int c = 0; c < components && components < 4; c++)
            sums[count++] =
                key->influence * (output->kind == KD_RBF_OUTPUT_LOG_SCALE ? logl(out[c] / rbf_base(output, c))
                                                                          : out[c] - rbf_base(output, c));
        out += components;
    }
    return count;
}

static void rbf_key_inputs(const kd_rbf_key *key, long double *x)
{
    for (int32_t c = 0; c < key->in.count; c++)
        x[c] = key->in.items[c];
}

/* Unit and width from all pairs of keys. */
static void rbf_measure(struct ref_rbf *own)
{
    const kd_rbf_interp *rbf = own->rbf;
    long double a[RBF_IN_MOST], b[RBF_IN_MOST], sum = 0;
    for (int i = 0; i < own->key_count; i++) {
        long double nearest = INFINITY;
        for (int j = 0; j < own->key_count; j++) {
            rbf_key_inputs(&rbf->keys[own->keys[i]], a);
            rbf_key_inputs(&rbf->keys[own->keys[j]], b);
            long double r = rbf_distance(rbf, a, b);
            own->unit = fmaxl(own->unit, r);
            nearest = i != j ? fminl(nearest, r) : nearest;
        }
        sum += nearest;
    }
    own->doubt |= own->key_count < 2;
    own->unit = own->unit > 0 ? own->unit : 1;
    own->width = rbf->auto_width ? own->key_count / sum : (long double)rbf->width;
}

typedef long double rbf_matrix[RBF_PLACES_MOST + RBF_COLUMNS_MOST][RBF_PLACES_MOST + RBF_COLUMNS_MOST + RBF_SUMS_MOST];

static int rbf_fill(struct ref_rbf *own, rbf_matrix m)
{
    const kd_rbf_interp *rbf = own->rbf;
    long double a[RBF_IN_MOST], b[RBF_IN_MOST], columns[RBF_COLUMNS_MOST], targets[RBF_SUMS_MOST];
    int n = own->key_count;
    for (int i = 0; i < n; i++) {
        rbf_key_inputs(&rbf->keys[own->keys[i]], a);
        own->columns = rbf_columns(rbf, a, columns);
        int size = n + own->columns;
        for (int j = 0; j < n; j++) {
            rbf_key_inputs(&rbf->keys[own->keys[j]], b);
            m[i][j] = rbf_kernel(own, rbf_distance(rbf, a, b) / rbf->keys[own->keys[j]].radius);
        }
        for (int c = 0; c < own->columns; c++)
            m[i][n + c] = m[n + c][i] = columns[c] / (c > 0 ? own->unit : 1);
        own->sums = rbf_targets(own, &rbf->keys[own->keys[i]], targets);
        for (int o = 0; o < own->sums; o++)
            m[i][size + o] = targets[o];
    }
    return n + own->columns;
}

/* Elimination with the largest pivot of all; *doubt where pivots differ too much. */
static void rbf_eliminate(rbf_matrix m, int n, int wide, int *order, bool *doubt)
{
    long double first = 0;
    for (int k = 0; k < n; k++)
        order[k] = k;
    for (int k = 0; k < n; k++) {
        int row = k, column = k;
        for (int i = k; i < n; i++)
            for (int j = k; j < n; j++)
                if (fabsl(m[i][j]) > fabsl(m[row][column]))
                    row = i, column = j;
        for (int j = 0; j < wide; j++) {
            long double keep = m[k][j];
            m[k][j] = m[row][j], m[row][j] = keep;
        }
        for (int i = 0; i < n; i++) {
            long double keep = m[i][k];
            m[i][k] = m[i][column], m[i][column] = keep;
        }
        int keep = order[k];
        order[k] = order[column], order[column] = keep;
        first = fmaxl(first, fabsl(m[k][k]));
        *doubt |= !(fabsl(m[k][k]) > 1e-7L * first);
        for (int i = 0; i < n && !*doubt; i++)
            for (int j = wide - 1; i != k && j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
}

struct ref_rbf *ref_rbf_make(const kd_rbf_interp *rbf)
{
    struct ref_rbf *own = (struct ref_rbf *)calloc(1, sizeof *own);
    own->rbf = rbf;
    for (int32_t i = 0; i < rbf->key_count; i++)
        if (!rbf->keys[i].mute) {
            assert_true(own->key_count < RBF_PLACES_MOST);
            own->keys[own->key_count++] = i;
        }
    own->doubt = rbf->decay > 0 || own->key_count == 0;
    if (own->doubt)
        return own;
    rbf_measure(own);
    rbf_matrix *m = (rbf_matrix *)calloc(1, sizeof *m);
    int order[RBF_PLACES_MOST + RBF_COLUMNS_MOST], size = rbf_fill(own, *m);
    rbf_eliminate(*m, size, size + own->sums, order, &own->doubt);
    for (int o = 0; o < own->sums && !own->doubt; o++)
        for (int k = 0; k < size; k++)
            own->weights[o][order[k]] = (*m)[k][size + o] / (*m)[k][k];
    free(m);
    return own;
}

/* Floats and vectors go at most a margin beyond the keys. */
static void rbf_clamp(const struct ref_rbf *own, long double *x)
{
    const kd_rbf_interp *rbf = own->rbf;
    for (int32_t i = 0, at = 0; i < rbf->input_count && rbf->clamp_inputs; i++) {
        int end = at + kdi_value_components(rbf->inputs[i].type);
        for (; at < end; at++) {
            long double low = INFINITY, high = -INFINITY;
            for (int k = 0; k < own->key_count; k++) {
                low = fminl(low, rbf->keys[own->keys[k]].in.items[at]);
                high = fmaxl(high, rbf->keys[own->keys[k]].in.items[at]);
            }
            long double margin = rbf->clamp_margin * (high - low);
            if (rbf->inputs[i].type == KD_VALUE_QUAT || (x[at] >= low && x[at] <= high))
                continue;
            long double beyond = x[at] > high ? x[at] - high : low - x[at];
            beyond = margin > 0 ? margin * beyond / (margin + beyond) : 0;
            x[at] = x[at] > high ? high + beyond : low - beyond;
        }
    }
}

/* Sums at x without the base, and the size of what was added. */
static void rbf_sums(ref_rig *ref, const struct ref_rbf *own, const long double *x, long double *sums,
                     long double *sizes)
{
    long double columns[RBF_COLUMNS_MOST], key[RBF_IN_MOST], phi[RBF_PLACES_MOST];
    rbf_columns(own->rbf, x, columns);
    for (int k = 0; k < own->key_count; k++) {
        const kd_rbf_key *at = &own->rbf->keys[own->keys[k]];
        rbf_key_inputs(at, key);
        long double r = rbf_distance(own->rbf, x, key);
        ref->doubt |= r > 10 * own->unit; /* farther out distances are held */
        phi[k] = rbf_kernel(own, r / at->radius);
    }
    for (int o = 0; o < own->sums; o++) {
        sums[o] = sizes[o] = 0;
        for (int k = 0; k < own->key_count + own->columns; k++) {
            long double one = own->weights[o][k] * (k < own->key_count   ? phi[k]
                                                    : k > own->key_count ? columns[k - own->key_count] / own->unit
                                                                         : 1);
            sums[o] += one;
            sizes[o] += fabsl(one);
        }
    }
}

static bool rbf_is_plain(const kd_rbf_output *output)
{
    return output->type != KD_VALUE_QUAT && output->kind == KD_RBF_OUTPUT_PLAIN;
}

/* Plain outputs not below zero, then divided by their sum. */
static void rbf_normalize(ref_rig *ref, const kd_rbf_interp *rbf, ref_value *values)
{
    long double sum = 0, size = 0;
    for (int32_t i = 0; i < rbf->output_count; i++)
        for (int c = 0; c < kdi_value_components(rbf->outputs[i].type) && rbf_is_plain(&rbf->outputs[i]); c++) {
            values[i].x[c] = rbf->non_negative ? fmaxl(values[i].x[c], 0) : values[i].x[c];
            sum += values[i].x[c];
            size += values[i].size;
        }
    bool divides = rbf->normalize == KD_RBF_NORMALIZE_ABOVE_ONE ? sum > 1
                   : rbf->normalize == KD_RBF_NORMALIZE_ALWAYS  ? sum > 1e-6L
                                                                : false;
    /* Near the threshold of "always" there is a jump. */
    ref->doubt |= rbf->normalize == KD_RBF_NORMALIZE_ALWAYS && fabsl(sum) < 1e-3L * size + 1e-4L;
    for (int32_t i = 0; i < rbf->output_count && divides; i++)
        for (int c = 0; c < kdi_value_components(rbf->outputs[i].type) && rbf_is_plain(&rbf->outputs[i]); c++) {
            values[i].x[c] /= sum;
            if (c == 0)
                values[i].size = values[i].size / sum * (1 + size / sum);
        }
}

static ref_value rbf_output(ref_rig *ref, const kd_rbf_output *output, const long double *sums,
                            const long double *sizes)
{
    ref_value value = {{0, 0, 0, 0}, 0, false};
    int components = kdi_value_components(output->type);
    if (components == 4) {
        ref->doubt |= fmaxl(sizes[0], fmaxl(sizes[1], sizes[2])) > 4; /* errors count by this size, not by 1 */
        return ref_rotation(ref_mul(rbf_base_turn(output), ref_exp(ref_vec_make(sums[0], sums[1], sums[2]))));
    }
    for (int c = 0; c < components; c++) {
        long double base = rbf_base(output, c);
        bool is_scale = output->kind == KD_RBF_OUTPUT_LOG_SCALE;
        ref->doubt |= is_scale && fabsl(logl(base) + sums[c]) > 30;
        value.x[c] = is_scale ? base * expl(sums[c]) : base + sums[c];
        long double size = is_scale ? value.x[c] * (1 + sizes[c] + fabsl(logl(base))) : sizes[c] + fabsl(base);
        value.size = fmaxl(value.size, size);
    }
    return value;
}

void ref_run_rbf(ref_rig *ref, const ref_node *node, long double influence)
{
    const struct ref_rbf *own = node->rbf;
    const kd_rbf_interp *rbf = own->rbf;
    long double x[RBF_IN_MOST], sums[RBF_SUMS_MOST] = {0}, sizes[RBF_SUMS_MOST] = {0};
    ref_value values[RBF_SUMS_MOST];
    int at = 0, sum = 0;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        ref_value in = ref_input(ref, rbf->inputs[i].name);
        for (int c = 0; c < kdi_value_components(rbf->inputs[i].type); c++)
            x[at++] = in.x[c];
        ref_quat q = rbf->inputs[i].type == KD_VALUE_QUAT ? rbf_quat(in.x) : (ref_quat){{0, 0, 0, 1}};
        int axis = rbf_axis(&rbf->inputs[i]);
        ref->doubt |= rbf->inputs[i].metric == KD_RBF_METRIC_TWIST && hypotl(q.x[axis], q.x[3]) < 0.05L;
    }
    ref->doubt |= own->doubt;
    rbf_clamp(own, x);
    if (!own->doubt)
        rbf_sums(ref, own, x, sums, sizes);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        values[i] = rbf_output(ref, &rbf->outputs[i], sums + sum, sizes + sum);
        sum += rbf->outputs[i].type == KD_VALUE_FLOAT ? 1 : 3;
    }
    rbf_normalize(ref, rbf, values);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        if (rbf->outputs[i].type == KD_VALUE_QUAT) {
            const ref_mat ends[2] = {ref_identity(), ref_mat_from_value(values[i])};
            const long double parts[2] = {1 - influence, influence};
            bool open = false;
            values[i] = ref_rotation(ref_blend(ends, parts, 2, &open));
            values[i].doubt = open && influence > 0 && influence < 1;
        } else
            for (int c = 0; c < 4; c++)
                values[i].x[c] *= influence;
        ref_output(ref, rbf->outputs[i].name, values[i]);
    }
}
