/* Pictures of solved RBFs: above, a slice as heat map or with one input the curve; below, the function along the middle
 * of the slice and what each key adds to it. */
#include "compile/rbf_plot.h"

#include "base/allocator.h"
#include "text/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLOT_COLUMNS = 141, PLOT_ROWS = 106, PLOT_SAMPLES = 241, PLOT_TERMS_MAX = 64 };

typedef struct plot_work {
    const kd_rbf_interp *rbf;
    kd_rbf_plot_desc desc;
    kd_findings *findings;
    kd_allocator allocator;
    kdi_svg svg;
    int32_t in, out, sum;
    double at[KD_RBF_COMPONENT_MAX]; /* the place that the slice goes through */
    double low[KD_RBF_COMPONENT_MAX], high[KD_RBF_COMPONENT_MAX];
    kdi_rbf_system system;
    kdi_rbf_solution solution;
} plot_work;

kd_rbf_plot_desc kd_rbf_plot_desc_default(void)
{
    kd_rbf_plot_desc desc = {0, 0, 1, NULL};
    return desc;
}

/* The name of the port that a component belongs to, with x y z for those of vectors. */
static void plot_name(int32_t component, const char *name, int32_t type, int32_t first, char text[64])
{
    snprintf(text, 64, type == KD_VALUE_FLOAT ? "%.50s" : "%.50s.%c", name, "xyz"[(component - first) % 3]);
}

static void plot_input_name(const plot_work *w, int32_t component, char text[64])
{
    for (int32_t i = 0, first = 0; i < w->rbf->input_count; i++) {
        int32_t count = w->rbf->inputs[i].type == KD_VALUE_FLOAT ? 1 : 3;
        if (component < first + count) {
            plot_name(component, w->rbf->inputs[i].name, w->rbf->inputs[i].type, first, text);
            return;
        }
        first += count;
    }
}

static void plot_output_name(const plot_work *w, char text[64])
{
    for (int32_t i = 0, first = 0; i < w->rbf->output_count; i++) {
        int32_t type = w->rbf->outputs[i].type, count = type == KD_VALUE_FLOAT ? 1 : type == KD_VALUE_VEC3 ? 3 : 4;
        if (w->desc.output < first + count) {
            plot_name(w->desc.output, w->rbf->outputs[i].name, type, first, text);
            return;
        }
        first += count;
    }
}

static kd_result plot_check(plot_work *w)
{
    bool plain[KD_RBF_COMPONENT_MAX];
    int32_t components[KD_RBF_COMPONENT_MAX];
    kdi_rbf_sizes sizes = kdi_rbf_measure(w->rbf);
    kdi_rbf_plain_components(w->rbf, plain);
    kdi_rbf_sum_components(w->rbf, components);
    w->in = sizes.in;
    w->out = sizes.out;
    w->sum = -1;
    for (int32_t o = 0; o < sizes.sums; o++)
        w->sum = components[o] == w->desc.output ? o : w->sum;
    for (int32_t i = 0; i < w->rbf->input_count; i++)
        if (w->rbf->inputs[i].type == KD_VALUE_QUAT)
            return KDI_ERROR(w->findings, KD_UNSUPPORTED, NULL, "only RBFs without rotations as inputs can be drawn");
    if (w->desc.output < 0 || w->desc.output >= w->out)
        return KDI_ERROR(w->findings, KD_INDEX, NULL, "the outputs have %d components; there is none with number %d",
                         (int)w->out, (int)w->desc.output + 1);
    if (w->desc.x < 0 || w->desc.x >= w->in || (w->in > 1 && (w->desc.y < 0 || w->desc.y >= w->in)) ||
        (w->in > 1 && w->desc.x == w->desc.y))
        return KDI_ERROR(w->findings, KD_INDEX, NULL, "two different ones of the %d components of the inputs are drawn",
                         (int)w->in);
    for (int32_t i = 0, at = 0; i < w->rbf->output_count; at += w->rbf->outputs[i].type == KD_VALUE_FLOAT ? 1 : 3, i++)
        if (w->rbf->outputs[i].type == KD_VALUE_QUAT && w->desc.output >= at)
            return KDI_ERROR(w->findings, KD_UNSUPPORTED, NULL, "components of rotations cannot be drawn");
    return KD_OK;
}

/* The range of a component with room on both sides. */
static void plot_range(const plot_work *w, int32_t component, double *low, double *high)
{
    double margin = 0.15 * (w->high[component] - w->low[component]);
    margin = margin > 0 ? margin : 0.5;
    *low = w->low[component] - margin;
    *high = w->high[component] + margin;
}

/* Values on a grid of places; columns along x, rows along y. */
static kd_result plot_sample(const plot_work *w, const kdi_plot_frame *frame, int columns, int rows, double *values)
{
    size_t in = (size_t)w->in, out = (size_t)w->out, count = (size_t)columns * (size_t)rows;
    double *places = (double *)kdi_allocate(&w->allocator, count * (in + out), sizeof *places);
    if (!places)
        return KDI_ERROR(w->findings, KD_OUT_OF_MEMORY, NULL, "no memory for a picture");
    for (size_t i = 0; i < count; i++) {
        double *place = places + i * in;
        memcpy(place, w->at, in * sizeof *place);
        place[w->desc.x] =
            frame->x_low + (frame->x_high - frame->x_low) * (double)(i % (size_t)columns) / (columns - 1);
        if (rows > 1)
            place[w->desc.y] =
                frame->y_low + (frame->y_high - frame->y_low) * (double)(i / (size_t)columns) / (rows - 1);
    }
    kd_result result = kd_rbf_evaluate(w->rbf, places, (int32_t)count, places + count * in, &w->allocator, w->findings);
    for (size_t i = 0; i < count && result == KD_OK; i++)
        values[i] = places[count * in + i * out + (size_t)w->desc.output];
    kdi_free(&w->allocator, places, count * (in + out) * sizeof *places);
    return result;
}

static void plot_extent(const double *values, size_t count, double *low, double *high)
{
    for (size_t i = 0; i < count; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
}

/* Keys as dots in the colour of what they want; with a title for the mouse. */
static void plot_keys(plot_work *w, const kdi_plot_frame *frame, const kdi_plot_field *field)
{
    char attributes[64], colour[8];
    for (int32_t i = 0; i < w->rbf->key_count; i++) {
        const kd_rbf_key *key = &w->rbf->keys[i];
        if (key->mute)
            continue;
        double value = key->out.items[w->desc.output];
        double x = key->in.items[w->desc.x], y = field ? key->in.items[w->desc.y] : value;
        kdi_plot_colour(field && field->high > field->low ? (value - field->low) / (field->high - field->low) : 0.9,
                        colour);
        snprintf(attributes, sizeof attributes, "fill=\"%s\" stroke=\"#111111\" stroke-width=\"1.5\"", colour);
        kdi_svg_circle(&w->svg, kdi_plot_x(frame, x), kdi_plot_y(frame, y), 4.5, attributes);
    }
}

static kd_result plot_heat(plot_work *w, kdi_plot_frame *frame)
{
    char x_name[64], y_name[64], output[64], title[240];
    double *values = (double *)kdi_allocate(&w->allocator, PLOT_COLUMNS * PLOT_ROWS, sizeof *values);
    if (!values)
        return KDI_ERROR(w->findings, KD_OUT_OF_MEMORY, NULL, "no memory for a picture");
    kd_result result = plot_sample(w, frame, PLOT_COLUMNS, PLOT_ROWS, values);
    if (result == KD_OK) {
        kdi_plot_field field = {PLOT_COLUMNS, PLOT_ROWS, values, INFINITY, -INFINITY};
        plot_extent(values, PLOT_COLUMNS * PLOT_ROWS, &field.low, &field.high);
        plot_input_name(w, w->desc.x, x_name);
        plot_input_name(w, w->desc.y, y_name);
        plot_output_name(w, output);
        snprintf(title, sizeof title, "%s over %s (across) and %s (up)", output, x_name, y_name);
        kdi_plot_heat(&w->svg, frame, &field);
        kdi_plot_axes(&w->svg, frame, x_name, title);
        plot_keys(w, frame, &field);
        kdi_plot_legend(&w->svg, frame, &field);
    }
    kdi_free(&w->allocator, values, PLOT_COLUMNS * PLOT_ROWS * sizeof *values);
    return result;
}

/* What a key adds along the x axis through the place. */
static double plot_term(const plot_work *w, int32_t place, double x)
{
    double in[KD_RBF_COMPONENT_MAX], features[9 * KD_RBF_COMPONENT_MAX], square = 0;
    const kdi_rbf_system *system = &w->system;
    const double *key = system->features + (size_t)place * (size_t)system->sizes.features;
    memcpy(in, w->at, (size_t)w->in * sizeof *in);
    in[w->desc.x] = x;
    kdi_rbf_clamp(w->rbf, w->low, w->high, in);
    kdi_rbf_features(w->rbf, in, features, NULL);
    for (int32_t f = 0; f < system->sizes.features; f++)
        square += (features[f] - key[f]) * (features[f] - key[f]);
    square *= system->shape.factor * system->shape.factor * system->factors[place];
    return w->solution.weights[(size_t)w->sum * (size_t)system->place_count + (size_t)place] *
           kdi_rbf_phi(&system->shape, square);
}

static void plot_curve(plot_work *w, const kdi_plot_frame *frame, const double *values, const char *attributes)
{
    kdi_svg_path_begin(&w->svg, attributes);
    for (int i = 0; i < PLOT_SAMPLES; i++)
        kdi_svg_path_point(&w->svg, frame->left + frame->width * i / (PLOT_SAMPLES - 1), kdi_plot_y(frame, values[i]),
                           i == 0);
    kdi_svg_path_end(&w->svg);
}

static double plot_sample_x(const kdi_plot_frame *frame, int i)
{
    return frame->x_low + (frame->x_high - frame->x_low) * i / (PLOT_SAMPLES - 1);
}

/* The curve of the function alone, with its keys: one input. */
static kd_result plot_function(plot_work *w, kdi_plot_frame *frame)
{
    double values[PLOT_SAMPLES];
    char x_name[64], output[64];
    kd_result result = plot_sample(w, frame, PLOT_SAMPLES, 1, values);
    double low = INFINITY, high = -INFINITY;
    plot_extent(values, PLOT_SAMPLES, &low, &high);
    for (int32_t i = 0; i < w->rbf->key_count; i++)
        plot_extent(&w->rbf->keys[i].out.items[w->desc.output], w->rbf->keys[i].mute ? 0 : 1, &low, &high);
    double margin = high > low ? 0.08 * (high - low) : 0.5;
    frame->y_low = low - margin;
    frame->y_high = high + margin;
    plot_input_name(w, w->desc.x, x_name);
    plot_output_name(w, output);
    kdi_plot_axes(&w->svg, frame, x_name, output);
    plot_curve(w, frame, values, "stroke=\"#2b5f9e\" stroke-width=\"2.2\"");
    plot_keys(w, frame, NULL);
    return result;
}

/* Colours that are told apart on white, over and over. */
static void plot_term_colour(int32_t term, char text[8])
{
    static const char *const colours[] = {"#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98",
                                          "#117a65", "#a04000", "#5d6d7e", "#cb4398", "#6b8e23"};
    snprintf(text, 8, "%s", colours[term % 10]);
}

/* Below: the terms of the keys, thin, and the function, thick. */
static kd_result plot_terms(plot_work *w, kdi_plot_frame *frame)
{
    int32_t count = w->system.place_count < PLOT_TERMS_MAX ? w->system.place_count : PLOT_TERMS_MAX;
    double values[PLOT_SAMPLES], low = INFINITY, high = -INFINITY;
    char x_name[64], attributes[64], colour[8];
    kd_result result = plot_sample(w, frame, PLOT_SAMPLES, 1, values);
    plot_extent(values, PLOT_SAMPLES, &low, &high);
    for (int32_t p = 0; p < count; p++)
        for (int i = 0; i < PLOT_SAMPLES; i++) {
            double term = plot_term(w, p, plot_sample_x(frame, i));
            plot_extent(&term, 1, &low, &high);
        }
    double margin = high > low ? 0.06 * (high - low) : 0.5;
    frame->y_low = low - margin;
    frame->y_high = high + margin;
    plot_input_name(w, w->desc.x, x_name);
    kdi_plot_axes(&w->svg, frame, x_name,
                  w->in > 1 ? "along the middle: the function (thick) and what each key adds (thin)"
                            : "the function (thick) and what each key adds (thin)");
    for (int32_t p = 0; p < count; p++) {
        double terms[PLOT_SAMPLES];
        for (int i = 0; i < PLOT_SAMPLES; i++)
            terms[i] = plot_term(w, p, plot_sample_x(frame, i));
        plot_term_colour(p, colour);
        snprintf(attributes, sizeof attributes, "stroke=\"%s\" stroke-width=\"1.2\"", colour);
        plot_curve(w, frame, terms, attributes);
    }
    plot_curve(w, frame, values, "stroke=\"#111111\" stroke-width=\"2.2\"");
    return result;
}

static kd_result plot_draw(plot_work *w, kd_buffer *text)
{
    kdi_plot_frame above = {64, 34, 560, 420, 0, 1, 0, 1}, below = {64, 524, 560, 200, 0, 1, 0, 1};
    if (w->in == 1)
        above.height = 260, below.top = 364;
    plot_range(w, w->desc.x, &above.x_low, &above.x_high);
    if (w->in > 1)
        plot_range(w, w->desc.y, &above.y_low, &above.y_high);
    below.x_low = above.x_low;
    below.x_high = above.x_high;
    w->svg = kdi_svg_begin(text, 720, below.top + below.height + 50);
    kd_result result = w->in > 1 ? plot_heat(w, &above) : plot_function(w, &above);
    if (result == KD_OK)
        result = plot_terms(w, &below);
    if (result == KD_OK && kdi_svg_end(&w->svg) != KD_OK)
        result = KDI_ERROR(w->findings, KD_OUT_OF_MEMORY, NULL, "no memory for a picture");
    return result;
}

kd_result kd_rbf_plot(const kd_rbf_interp *rbf, const kd_rbf_plot_desc *desc, kd_buffer *svg, kd_findings *findings)
{
    plot_work w;
    memset(&w, 0, sizeof w);
    w.rbf = rbf;
    w.desc = *desc;
    w.findings = findings;
    w.allocator = svg->allocator;
    kd_result result = kdi_rbf_check(rbf, findings);
    if (result == KD_OK)
        result = plot_check(&w);
    if (result != KD_OK)
        return result;
    if (!kd_rbf_is_solved(rbf))
        return KDI_ERROR(findings, KD_KEY, NULL, "the RBF has no weights: solve it first");
    kdi_rbf_ranges(rbf, w.low, w.high);
    for (int32_t c = 0; c < w.in; c++)
        w.at[c] = desc->fixed ? desc->fixed[c] : (w.low[c] + w.high[c]) / 2;
    result = kdi_rbf_system_build(&w.system, rbf, NULL, 0, &w.allocator);
    if (result == KD_OK)
        result = kdi_rbf_restore(rbf, &w.system, &w.solution);
    if (result != KD_OK)
        KDI_ERROR(findings, result, NULL, "no memory for a picture");
    size_t before = svg->size;
    if (result == KD_OK)
        result = plot_draw(&w, svg);
    if (result != KD_OK)
        svg->size = before;
    kdi_rbf_system_free(&w.system);
    return result;
}
