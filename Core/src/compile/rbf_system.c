/* The linear system of an RBF node: kernel, keys that are active, the places they stand at, distances. */
#include "compile/rbf_system.h"

#include <math.h>
#include <string.h>

bool kdi_rbf_has_width(const kd_rbf_interp *rbf)
{
    return rbf->kernel != KD_RBF_KERNEL_POLYHARMONIC;
}

kdi_rbf_shape kdi_rbf_shape_make(const kd_rbf_interp *rbf, double width, double unit)
{
    kdi_rbf_shape shape = {rbf->kernel, rbf->power, width, 0};
    if (!kdi_rbf_has_width(rbf)) {
        shape.factor = 1 / unit;
        shape.bend = rbf->power % 2 == 0 ? log(unit) : 0;
    }
    return shape;
}

double kdi_rbf_shape_gain(const kdi_rbf_shape *shape)
{
    return shape->kernel == KD_RBF_KERNEL_POLYHARMONIC ? pow(shape->factor, shape->power) : 1;
}

/* s^n for a small whole n. */
static double system_power(double s, int32_t n)
{
    double y = 1;
    while (n-- > 0)
        y *= s;
    return y;
}

double kdi_rbf_phi(const kdi_rbf_shape *shape, double s)
{
    switch (shape->kernel) {
    case KD_RBF_KERNEL_GAUSSIAN:
        return exp(-s);
    case KD_RBF_KERNEL_MULTIQUADRIC:
        return sqrt(1 + s);
    case KD_RBF_KERNEL_INVERSE_QUADRATIC:
        return 1 / (1 + s);
    case KD_RBF_KERNEL_INVERSE_MULTIQUADRIC:
        return 1 / sqrt(1 + s);
    default:
        if (shape->power % 2 != 0)
            return sqrt(s) * system_power(s, shape->power / 2);
        return s > 0 ? system_power(s, shape->power / 2) * (0.5 * log(s) + shape->bend) : 0;
    }
}

void kdi_rbf_system_free(kdi_rbf_system *system)
{
    kdi_arena_free(&system->arena);
}

static double system_square(const double *a, const double *b, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/* All distances between active keys; returns the largest. */
static double system_measure(const double *features, int32_t count, int32_t size, double *squares)
{
    double largest = 0;
    for (int32_t i = 0; i < count; i++) {
        squares[(size_t)i * (size_t)count + (size_t)i] = 0;
        for (int32_t j = 0; j < i; j++) {
            double s = system_square(features + (size_t)i * (size_t)size, features + (size_t)j * (size_t)size, size);
            squares[(size_t)i * (size_t)count + (size_t)j] = squares[(size_t)j * (size_t)count + (size_t)i] = s;
            largest = s > largest ? s : largest;
        }
    }
    return sqrt(largest);
}

/* Numbers the places; squares: of all keys. */
static void system_find_places(kdi_rbf_system *system, const double *squares)
{
    double near = KDI_RBF_SAME_PLACE * system->unit * KDI_RBF_SAME_PLACE * system->unit;
    for (int32_t i = 0; i < system->key_count; i++) {
        int32_t p = 0;
        while (p < system->place_count &&
               squares[(size_t)i * (size_t)system->key_count + (size_t)system->firsts[p]] > near)
            p++;
        if (p == system->place_count)
            system->firsts[system->place_count++] = i;
        system->places[i] = p;
    }
}

/* From keys to places: rows and columns of those that are first. */
static void system_compress(kdi_rbf_system *system)
{
    size_t keys = (size_t)system->key_count, places = (size_t)system->place_count;
    size_t features = (size_t)system->sizes.features, components = (size_t)system->sizes.in;
    for (size_t p = 0; p < places && places < keys; p++) {
        size_t from = (size_t)system->firsts[p];
        memmove(system->features + p * features, system->features + from * features, features * sizeof(double));
        memmove(system->linear + p * components, system->linear + from * components, components * sizeof(double));
        for (size_t q = 0; q < places; q++)
            system->squares[p * places + q] = system->squares[from * keys + (size_t)system->firsts[q]];
    }
}

static void system_fill_targets(kdi_rbf_system *system, double *one)
{
    const kd_rbf_interp *rbf = system->rbf;
    int32_t places = system->place_count, sums = system->sizes.sums;
    double *here = system->factors; /* keys at each place, until the radii are written */
    for (int32_t k = 0; k < system->key_count; k++) {
        int32_t p = system->places[k];
        kdi_rbf_targets(rbf, &rbf->keys[system->keys[k]], one);
        here[p] += 1;
        for (int32_t o = 0; o < sums; o++)
            system->targets[(size_t)o * (size_t)places + (size_t)p] += one[o];
    }
    for (int32_t p = 0; p < places; p++) {
        for (int32_t o = 0; o < sums; o++)
            system->targets[(size_t)o * (size_t)places + (size_t)p] /= here[p];
        double radius = rbf->keys[system->keys[system->firsts[p]]].radius;
        system->factors[p] = 1 / (radius * radius);
        system->has_radii = system->has_radii || system->factors[p] != system->factors[0];
    }
}

/* One over the mean distance of a place from its nearest neighbour. */
static double system_auto_width(const kdi_rbf_system *system)
{
    int32_t count = system->place_count;
    double sum = 0;
    for (int32_t i = 0; i < count; i++) {
        double nearest = INFINITY;
        for (int32_t j = 0; j < count; j++) {
            double s = system->squares[(size_t)i * (size_t)count + (size_t)j];
            nearest = i != j && s < nearest ? s : nearest;
        }
        sum += count > 1 ? sqrt(nearest) : 0;
    }
    return sum > 0 ? count / sum : 1;
}

static bool system_allocate(kdi_rbf_system *system, double **one)
{
    size_t keys = (size_t)system->key_count;
    kdi_arena *arena = &system->arena;
    system->places = KDI_ARENA_PUSH(arena, int32_t, keys);
    system->firsts = KDI_ARENA_PUSH(arena, int32_t, keys);
    system->features = KDI_ARENA_PUSH(arena, double, keys *(size_t)system->sizes.features);
    system->linear = KDI_ARENA_PUSH(arena, double, keys *(size_t)system->sizes.in);
    system->targets = KDI_ARENA_PUSH(arena, double, keys *(size_t)system->sizes.sums);
    system->factors = KDI_ARENA_PUSH(arena, double, keys);
    system->squares = KDI_ARENA_PUSH(arena, double, keys *keys);
    *one = KDI_ARENA_PUSH(arena, double, (size_t)system->sizes.sums);
    return system->places && system->firsts && system->features && system->linear && system->targets &&
           system->factors && system->squares && *one;
}

kd_result kdi_rbf_system_build(kdi_rbf_system *system, const kd_rbf_interp *rbf, const uint8_t *left_out, double width,
                               const kd_allocator *allocator)
{
    double *one;
    memset(system, 0, sizeof *system);
    kdi_arena_init(&system->arena, allocator, 0);
    system->rbf = rbf;
    system->sizes = kdi_rbf_measure(rbf);
    system->keys = KDI_ARENA_PUSH(&system->arena, int32_t, (size_t)rbf->key_count);
    for (int32_t i = 0; i < rbf->key_count && system->keys; i++)
        if (!rbf->keys[i].mute && !(left_out && left_out[i]))
            system->keys[system->key_count++] = i;
    if (!system->keys || !system_allocate(system, &one))
        return KD_OUT_OF_MEMORY;
    for (int32_t k = 0; k < system->key_count; k++)
        kdi_rbf_features(rbf, rbf->keys[system->keys[k]].in.items,
                         system->features + (size_t)k * (size_t)system->sizes.features,
                         system->linear + (size_t)k * (size_t)system->sizes.in);
    double largest = system_measure(system->features, system->key_count, system->sizes.features, system->squares);
    system->unit = largest > 1e-150 ? largest : 1;
    system_find_places(system, system->squares);
    system_compress(system);
    system_fill_targets(system, one);
    system->width = 1;
    if (kdi_rbf_has_width(rbf))
        system->width = width > 0 ? width : rbf->auto_width ? system_auto_width(system) : rbf->width;
    system->shape = kdi_rbf_shape_make(rbf, system->width, system->unit);
    return KD_OK;
}

void kdi_rbf_solution_sums(const kdi_rbf_system *system, const kdi_rbf_solution *solution, const double *features,
                           const double *linear, double *sums)
{
    size_t places = (size_t)system->place_count, size = (size_t)system->sizes.features;
    int32_t components = system->sizes.in;
    for (int32_t o = 0; o < system->sizes.sums; o++) {
        const double *row = solution->linear ? solution->linear + (size_t)o * (size_t)(components + 1) : NULL;
        sums[o] = row ? row[0] : 0;
        for (int32_t c = 0; c < components && row; c++)
            sums[o] += row[1 + c] * linear[c];
    }
    double scale = system->shape.factor * system->shape.factor;
    for (size_t p = 0; p < places; p++) {
        double s = system_square(features, system->features + p * size, system->sizes.features);
        double phi = kdi_rbf_phi(&system->shape, s * scale * system->factors[p]);
        for (int32_t o = 0; o < system->sizes.sums; o++)
            sums[o] += solution->weights[(size_t)o * places + p] * phi;
    }
}
