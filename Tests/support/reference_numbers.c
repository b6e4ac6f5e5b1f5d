/* The reference for nodes that turn numbers into numbers: links, driven keys, combinations, followers, expressions, and
 * the values of the host. */
#include "support/rig_reference.h"

#include <math.h>

static long double clamped(long double x, long double low, long double high)
{
    return fminl(fmaxl(x, low), high);
}

/* Outputs that fade towards zero. */
static void output_faded(ref_rig *ref, ref_value value, long double influence)
{
    for (int k = 0; k < 4; k++)
        value.x[k] *= influence;
    ref_output(ref, "out", value);
}

static long double eased(const kd_link *link, long double t)
{
    long double first = 1 - (long double)link->ease_in, last = 1 - (long double)link->ease_out;
    if (t < 0)
        return t * first;
    if (t > 1)
        return 1 + (t - 1) * last;
    /* A Bezier curve with its inner points at a third and two thirds. */
    long double u = 1 - t, y1 = first / 3, y2 = 1 - last / 3;
    return 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t;
}

/* Below 1 - s straight, above 1 + s level, between them the parabola that touches both lines. */
static long double rounded(long double t, long double s)
{
    if (t <= 1 - s)
        return t;
    return t >= 1 + s ? 1 : t - (t - 1 + s) * (t - 1 + s) / (4 * s);
}

static void run_link(ref_rig *ref, const kd_node *node, long double influence)
{
    const kd_link *link = &node->as.link;
    ref_value in = ref_input(ref, "in");
    long double length = (long double)link->in_max - link->in_min, rise = (long double)link->out_max - link->out_min;
    long double t = (in.x[0] - link->in_min) / length;
    if (node->type == KD_NODE_REMAP)
        t = 1 - rounded(1 - rounded(t, link->soft_max), link->soft_min);
    else {
        t = link->before == KD_OUTSIDE_LINEAR ? t : fmaxl(t, 0);
        t = link->after == KD_OUTSIDE_LINEAR ? t : fminl(t, 1);
        t = node->type == KD_NODE_EZ_PARAM_LINK ? eased(link, t) : t;
    }
    long double y = link->out_min + t * rise;
    long double size = fabsl(link->out_min) + fabsl(rise) * (1 + (in.size + fabs(link->in_min)) / fabsl(length));
    output_faded(ref, ref_number(y, size), influence);
}

static long double secant(const kd_curve_key *a)
{
    return ((long double)a[1].out - a[0].out) / ((long double)a[1].in - a[0].in);
}

/* No slope at peaks; elsewhere the harmonic mean of the slopes on both sides, the nearer side counting more. */
static long double smooth_slope(const kd_link_with *link, int32_t i)
{
    const kd_curve_key *keys = link->keys;
    if (i == 0)
        return secant(keys);
    if (i == link->key_count - 1)
        return secant(keys + i - 1);
    long double left = secant(keys + i - 1), right = secant(keys + i);
    long double before = (long double)keys[i].in - keys[i - 1].in, after = (long double)keys[i + 1].in - keys[i].in;
    if (left * right <= 0)
        return 0;
    return 3 * (before + after) / ((2 * after + before) / left + (after + 2 * before) / right);
}

/* The inner points of a piece's Bezier curve. */
static void piece_points(const kd_link_with *link, int32_t i, long double x[4], long double y[4])
{
    const kd_curve_key *a = &link->keys[i], *b = a + 1;
    long double length = (long double)b->in - a->in, out = secant(a), in = out, w1 = 1 / 3.0L, w2 = w1;
    if (a->shape == KD_KEY_SMOOTH)
        out = smooth_slope(link, i), in = smooth_slope(link, i + 1);
    if (a->shape == KD_KEY_BEZIER)
        out = a->out_slope, in = b->in_slope, w1 = a->out_weight, w2 = b->in_weight;
    x[0] = a->in, x[1] = a->in + w1 * length, x[2] = b->in - w2 * length, x[3] = b->in;
    y[0] = a->out, y[1] = a->out + w1 * length * out, y[2] = b->out - w2 * length * in, y[3] = b->out;
}

static long double bezier(const long double p[4], long double u)
{
    long double v = 1 - u;
    return v * v * v * p[0] + 3 * v * v * u * p[1] + 3 * v * u * u * p[2] + u * u * u * p[3];
}

/* Halving until nothing changes: x rises with u. */
static long double piece_value(const kd_link_with *link, int32_t i, long double x, long double *size)
{
    long double px[4], py[4], low = 0, high = 1;
    if (link->keys[i].shape == KD_KEY_STEPPED)
        return link->keys[i].out;
    piece_points(link, i, px, py);
    for (int step = 0; step < 80; step++) {
        long double middle = (low + high) / 2;
        if (bezier(px, middle) < x)
            low = middle;
        else
            high = middle;
    }
    /* How much the curve moves where its argument moves by what a float may be off. */
    long double off = fmaxl(fabsl(x), fabsl(px[3] - px[0])) * 2e-7L, moved = 1e-7L;
    while (moved < 1 && bezier(px, fminl(low + moved, 1)) - bezier(px, low) < off &&
           bezier(px, low) - bezier(px, fmaxl(low - moved, 0)) < off)
        moved *= 2;
    for (int k = 0; k < 4; k++)
        *size = fmaxl(*size, fabsl(py[k]));
    *size += 1e5L * (fabsl(bezier(py, fminl(low + moved, 1)) - bezier(py, low)) +
                     fabsl(bezier(py, low) - bezier(py, fmaxl(low - moved, 0))));
    return bezier(py, low);
}

/* The slope with which a straight line goes on at an end. */
static long double end_slope(const kd_link_with *link, bool at_end)
{
    int32_t piece = at_end ? link->key_count - 2 : 0;
    if (link->key_count < 2 || link->keys[piece].shape == KD_KEY_STEPPED)
        return 0;
    if (link->keys[piece].shape == KD_KEY_BEZIER)
        return at_end ? link->keys[piece + 1].in_slope : link->keys[piece].out_slope;
    return link->keys[piece].shape == KD_KEY_SMOOTH ? smooth_slope(link, at_end ? piece + 1 : piece)
                                                    : secant(link->keys + piece);
}

static long double curve_value(ref_rig *ref, const kd_link_with *link, long double x, long double *size)
{
    int32_t last = link->key_count - 1;
    long double start = link->keys[0].in, end = link->keys[last].in;
    int32_t outside = x < start ? link->before : x > end ? link->after : -1;
    if (outside == KD_OUTSIDE_CYCLE && last > 0) {
        long double turns = (x - start) / (end - start);
        ref->doubt |= fabsl(turns - roundl(turns)) * (end - start) < 1e-5L * (1 + fabsl(x)); /* the seam is a jump */
        x -= floorl(turns) * (end - start);
    } else if (outside >= 0) {
        const kd_curve_key *key = &link->keys[x < start ? 0 : last];
        long double slope = outside == KD_OUTSIDE_LINEAR ? end_slope(link, x > end) : 0;
        *size = fabsl(key->out) + fabsl(slope) * (fabsl(x) + fabs(key->in));
        return key->out + slope * (x - key->in);
    }
    for (int32_t i = 0; i <= last; i++)
        if (i > 0 && link->keys[i - 1].shape == KD_KEY_STEPPED)
            ref->doubt |= fabsl(x - link->keys[i].in) < 1e-5L * (1 + fabsl(x)); /* so is a step */
    int32_t i = 0;
    while (i < last && x >= link->keys[i + 1].in)
        i++;
    return i == last ? (long double)link->keys[i].out : piece_value(link, i, x, size);
}

static void run_combine(ref_rig *ref, const kd_combine *combine, long double influence)
{
    long double result = 0, size = 0;
    for (int32_t i = 0; i < combine->input_count; i++) {
        ref_value value = ref_input(ref, combine->inputs[i].name);
        long double x = value.x[0] * combine->inputs[i].weight, own = value.size * fabs(combine->inputs[i].weight);
        switch (combine->operation) {
        case KD_COMBINE_PRODUCT:
            result = i > 0 ? result * x : x;
            size = i > 0 ? size * own : own;
            continue;
        case KD_COMBINE_MINIMUM:
            result = i > 0 ? fminl(result, x) : x;
            break;
        case KD_COMBINE_MAXIMUM:
            result = i > 0 ? fmaxl(result, x) : x;
            break;
        default:
            result += combine->operation == KD_COMBINE_AVERAGE ? x / combine->input_count : x;
            break;
        }
        size += own;
    }
    output_faded(ref, ref_number(result, size), influence);
}

/* (1 + x) exp(-x) = 1/2: where a critically damped spring has gone half of its way. */
static long double half_way(void)
{
    long double x = 1.7L;
    for (int i = 0; i < 20; i++)
        x -= ((1 + x) * expl(-x) - 0.5L) / (-x * expl(-x));
    return x;
}

/* exp of w t [[0, 1], [-1, -2 damping]] by its series for a small part of the time, squared up: acts on distance and
 * speed / w. */
static void spring_matrix(const kd_damped_follow *follow, long double seconds, long double e[2][2], long double *w)
{
    *w = half_way() / fmaxl(follow->half_life_s, 1e-5L);
    long double t = *w * seconds, a[2][2] = {{0, t}, {-t, -2 * follow->damping * t}};
    int squarings = 0;
    for (long double size = t * (1 + 2 * follow->damping); size > 0.01L; size /= 2)
        squarings++;
    long double term[2][2] = {{1, 0}, {0, 1}};
    e[0][0] = e[1][1] = 1, e[0][1] = e[1][0] = 0;
    for (int n = 1; n < 14; n++) {
        long double next[2][2];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                next[i][j] = (term[i][0] * a[0][j] + term[i][1] * a[1][j]) / (n * powl(2, squarings));
        memcpy(term, next, sizeof term);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                e[i][j] += term[i][j];
    }
    for (; squarings > 0; squarings--) {
        long double next[2][2];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                next[i][j] = e[i][0] * e[0][j] + e[i][1] * e[1][j];
        memcpy(e, next, sizeof next);
    }
}

static void run_follow(ref_rig *ref, ref_node *node, long double influence)
{
    const kd_damped_follow *follow = &node->node->as.follow;
    ref_value target = ref_input(ref, "in");
    bool jump = node->is_new || ref->job->reset || ref_input(ref, "reset").x[0] > 0.5L;
    long double e[2][2], w, away[3];
    spring_matrix(follow, fminl(ref->job->seconds, 1e3L), e, &w);
    ref_mat from = ref_mat_from_value(target);
    bool turns = follow->type == KD_VALUE_QUAT, was_doubtful = node->state.doubt;
    ref_vec way = turns ? ref_log(ref_mul(ref_transposed(from), ref_mat_from_value(node->state)), &ref->doubt)
                        : ref_vec_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        long double d = turns ? way.x[k] : node->state.x[k] - target.x[k], v = node->speed.x[k] / w;
        away[k] = e[0][0] * d + e[0][1] * v;
        node->speed.x[k] = jump ? 0 : w * (e[1][0] * d + e[1][1] * v);
    }
    if (jump)
        node->state = target;
    else if (turns)
        node->state = ref_rotation(ref_mul(from, ref_exp(ref_vec_make(away[0], away[1], away[2]))));
    else
        for (int k = 0; k < 3; k++)
            node->state.x[k] = target.x[k] + away[k];
    node->is_new = false;
    ref->doubt = jump ? target.doubt : ref->doubt || was_doubtful;
    node->state.doubt = ref->doubt;
    node->state.size = fmaxl(node->state.size, target.size);
    if (!turns) {
        output_faded(ref, node->state, influence);
        return;
    }
    const ref_mat ends[2] = {ref_identity(), ref_mat_from_value(node->state)};
    const long double parts[2] = {1 - influence, influence};
    bool open = false;
    ref_value value = ref_rotation(ref_blend(ends, parts, 2, &open));
    value.doubt = open && influence > 0 && influence < 1;
    ref_output(ref, "out", value);
}

static void run_expression(ref_rig *ref, const ref_node *node, long double influence)
{
    const kd_expr *expr = &node->node->as.expr;
    const kd_expr_code *code = kd_expr_code_open(node->code.data, node->code.size, NULL);
    float inputs[256], registers[1024], result[4] = {0, 0, 0, 0};
    int count = 0;
    long double size = 1;
    assert_true(kd_expr_register_count(code) <= 1024);
    for (int32_t i = 0; i < expr->input_count; i++) {
        ref_value value = ref_input(ref, expr->inputs[i].name);
        for (int k = 0; k < (expr->inputs[i].type == KD_VALUE_FLOAT  ? 1
                             : expr->inputs[i].type == KD_VALUE_VEC3 ? 3
                                                                     : 4);
             k++)
            inputs[count++] = (float)value.x[k];
        size = fmaxl(size, value.size);
    }
    kd_expr_eval(code, inputs, registers, result);
    ref_value value = {{result[0], result[1], result[2], result[3]}, size, false};
    if (expr->type != KD_VALUE_QUAT) {
        for (int k = expr->type == KD_VALUE_FLOAT ? 1 : 3; k < 4; k++)
            value.x[k] = 0;
        output_faded(ref, value, influence);
        return;
    }
    const ref_mat ends[2] = {ref_identity(), ref_mat_from_value(value)};
    const long double parts[2] = {1 - influence, influence};
    bool open = false;
    value = ref_rotation(ref_blend(ends, parts, 2, &open));
    value.doubt = open && influence > 0 && influence < 1;
    ref_output(ref, "out", value);
}

static long double host_value(const ref_rig *ref, const kd_node *node)
{
    int32_t index = 0;
    for (int32_t i = 0; i < ref->at; i++)
        index += ref->rig->nodes[i]->type == KD_NODE_EXTERNAL_INPUT;
    const kd_external *external = &node->as.external;
    long double value = ref->job->inputs != NULL ? (long double)ref->job->inputs[index] : external->initial;
    return clamped(isnan(value) ? external->initial : value, external->min, external->max);
}

void ref_run_effector(ref_rig *ref, ref_node *own, long double influence)
{
    const kd_node *node = own->node;
    const kd_external *external = &node->as.external;
    long double size = 0, y;
    ref_value in;
    switch (node->type) {
    case KD_NODE_EXTERNAL_INPUT:
        y = host_value(ref, node);
        ref_output(ref, "out",
                   ref_number(external->initial + (y - external->initial) * influence,
                              fmaxl(fabsl(y), fabs(external->initial))));
        break;
    case KD_NODE_EXTERNAL_OUTPUT:
        in = ref_input(ref, "in");
        y = clamped(ref_is_fed(ref, "in") ? in.x[0] : (long double)external->initial, external->min, external->max);
        own->state = ref_number(external->initial + (y - external->initial) * influence,
                                fmaxl(in.size, fabs(external->initial)));
        own->state.doubt = ref->doubt;
        break;
    case KD_NODE_LINK_WITH:
        in = ref_input(ref, "in");
        y = curve_value(ref, &node->as.link_with, in.x[0], &size);
        output_faded(ref, ref_number(y, size), influence);
        break;
    case KD_NODE_COMBINE:
        run_combine(ref, &node->as.combine, influence);
        break;
    case KD_NODE_DAMPED_FOLLOW:
        run_follow(ref, own, influence);
        break;
    case KD_NODE_EXPR:
        run_expression(ref, own, influence);
        break;
    default:
        run_link(ref, node, influence);
        break;
    }
}
