/* LinkWith: keys become pieces of cubic curves. A smooth key gets a slope that never overshoots its neighbours (Fritsch
 * and Carlson 1980, the weighted harmonic mean of the slopes on both sides, none at a peak). */
#include "compile/rig_compile.h"

#include "math/float.h"

static double curve_secant(const kd_curve_key *a, const kd_curve_key *b)
{
    return (b->out - a->out) / (b->in - a->in);
}

static double curve_smooth_slope(const kd_link_with *link, int32_t key)
{
    const kd_curve_key *keys = link->keys;
    if (link->key_count < 2)
        return 0.0;
    if (key == 0)
        return curve_secant(&keys[0], &keys[1]);
    if (key == link->key_count - 1)
        return curve_secant(&keys[key - 1], &keys[key]);
    double before = curve_secant(&keys[key - 1], &keys[key]), after = curve_secant(&keys[key], &keys[key + 1]);
    if (before * after <= 0.0)
        return 0.0;
    double length_before = keys[key].in - keys[key - 1].in, length_after = keys[key + 1].in - keys[key].in;
    double w_before = 2.0 * length_after + length_before, w_after = length_after + 2.0 * length_before;
    return (w_before + w_after) / (w_before / before + w_after / after);
}

/* Slopes at both ends of the piece from a key to the next. */
static void curve_slopes(const kd_link_with *link, int32_t key, double *first, double *last)
{
    const kd_curve_key *a = &link->keys[key], *b = a + 1;
    switch (a->shape) {
    case KD_KEY_STEPPED:
        *first = *last = 0.0;
        break;
    case KD_KEY_LINEAR:
        *first = *last = curve_secant(a, b);
        break;
    case KD_KEY_SMOOTH:
        *first = curve_smooth_slope(link, key);
        *last = curve_smooth_slope(link, key + 1);
        break;
    default:
        *first = a->out_slope;
        *last = b->in_slope;
        break;
    }
}

static kdi_curve_piece curve_piece(const kd_link_with *link, int32_t key)
{
    const kd_curve_key *a = &link->keys[key], *b = a + 1;
    double length = b->in - a->in, first, last;
    bool is_bezier = a->shape == KD_KEY_BEZIER;
    curve_slopes(link, key, &first, &last);
    double w1 = is_bezier ? a->out_weight : 1.0 / 3.0, w2 = is_bezier ? b->in_weight : 1.0 / 3.0;
    double y0 = a->out, y3 = a->shape == KD_KEY_STEPPED ? a->out : b->out;
    double y1 = y0 + w1 * length * first, y2 = y3 - w2 * length * last;
    kdi_curve_piece piece = {kdi_build_number(a->in), kdi_build_number(1.0 / length), {0}, 0, 0};
    piece.c[0] = kdi_build_number(y0);
    piece.c[1] = kdi_build_number(3.0 * (y1 - y0));
    piece.c[2] = kdi_build_number(3.0 * (y2 - 2.0 * y1 + y0));
    piece.c[3] = kdi_build_number(y3 - 3.0 * y2 + 3.0 * y1 - y0);
    piece.bend1 = is_bezier ? (float)(w1 - 1.0 / 3.0) : 0.0f;
    piece.bend2 = is_bezier ? (float)(1.0 / 3.0 - w2) : 0.0f;
    return piece;
}

/* Before the first key or after the last: level, or straight on. */
static kdi_curve_piece curve_outside(const kd_curve_key *key, bool goes_on, double slope)
{
    kdi_curve_piece piece = {kdi_build_number(key->in),
                             1.0f,
                             {kdi_build_number(key->out), goes_on ? kdi_build_number(slope) : 0.0f, 0, 0},
                             0,
                             0};
    return piece;
}

void kdi_compile_curve(rig_compile *compile, const kd_node *node)
{
    const kd_link_with *link = &node->as.link_with;
    kdi_program_build *build = &compile->build;
    int32_t pieces = link->key_count - 1;
    const kd_curve_key *first = &link->keys[0], *last = &link->keys[pieces];
    kdi_curve curve = {(uint32_t)pieces, link->before == KD_OUTSIDE_CYCLE && pieces > 0,
                       link->after == KD_OUTSIDE_CYCLE && pieces > 0, kdi_build_number(first->in),
                       kdi_build_number(last->in)};
    uint32_t place = (uint32_t)(build->data.size / 4);
    double slope_first = 0, slope_last = 0, unused;
    if (pieces > 0) {
        curve_slopes(link, 0, &slope_first, &unused);
        curve_slopes(link, pieces - 1, &unused, &slope_last);
    }
    kd_result result = kd_buffer_append(&build->data, &curve, sizeof curve);
    for (int32_t i = -1; i <= pieces && result == KD_OK; i++) {
        kdi_curve_piece piece = i < 0         ? curve_outside(first, link->before == KD_OUTSIDE_LINEAR, slope_first)
                                : i == pieces ? curve_outside(last, link->after == KD_OUTSIDE_LINEAR, slope_last)
                                              : curve_piece(link, i);
        result = kd_buffer_append(&build->data, &piece, sizeof piece);
    }
    compile->is_out_of_memory |= result != KD_OK;
    const kdi_place_id operands[2] = {kdi_compile_input(compile, "in", KDI_PLACE_ZERO), kdi_compile_influence(compile)};
    const float parameters[1] = {kdi_float_from_bits(place)};
    kdi_compile_output(compile, "out", kdi_build_op(build, KDI_OP_CURVE, operands, parameters));
}
