/* The inner loops of RBF evaluation: distances to the keys, kernel, weighted sums. Of one character (width 1) eight
 * keys lie in lanes, of a batch (width 8) eight characters. The order of every sum is fixed: features one after the
 * other; of the keys eight partial sums, key by key modulo eight, joined as ((0+1)+(2+3))+((4+5)+(6+7)) and added to
 * constant and linear term. Compiled once for the baseline (rbf_kernels_portable.c) and once for AVX2. */
#ifndef KDI_EVAL_RBF_KERNELS_H
#define KDI_EVAL_RBF_KERNELS_H

#include "eval/rbf_run.h"
#include "eval/rbf_wide.h"

/* Rows of eight whose kernel is computed side by side: enough to hide how long a single operation takes. */
enum { RBF_ROWS = 4 };

/* Number i of a list that belongs to the code: eight from there on, or the one for all characters. */
W8_INLINE kdi_w8 rbf_known(const float *list, size_t i, int width)
{
    return width == 1 ? kdi_w8_load(list + i) : kdi_w8_set(list[i]);
}

/* Feature f: the one for all keys, or those of eight characters. */
W8_INLINE kdi_w8 rbf_feature(const float *z, size_t f, int width)
{
    return width == 1 ? kdi_w8_set(z[f]) : kdi_w8_load(z + 8 * f);
}

/* The kernel of `count` times eight squares of distances, in place. kernel, count and the power of the thin plate
 * spline are constants where this is inlined. */
W8_INLINE void rbf_phi(kdi_w8 *s, int count, uint32_t kernel, uint32_t power, float bend)
{
    const kdi_w8 one = kdi_w8_set(1.0f);
    kdi_w8 y[RBF_ROWS];
    if (kernel == KDI_RBF_POWER_EVEN)
        kdi_w8_log(y, s, count);
    if (kernel == KDI_RBF_POWER_EVEN && bend != 0.0f)
        for (int i = 0; i < count; i++)
            y[i] = kdi_w8_add(y[i], kdi_w8_set(bend));
    for (int i = 0; i < count; i++) {
        switch (kernel) {
        case KDI_RBF_GAUSSIAN:
            s[i] = kdi_w8_exp_minus(s[i]);
            break;
        case KDI_RBF_MULTIQUADRIC:
            s[i] = kdi_w8_sqrt(kdi_w8_add(one, s[i]));
            break;
        case KDI_RBF_INVERSE_QUADRATIC:
            s[i] = kdi_w8_div(one, kdi_w8_add(one, s[i]));
            break;
        case KDI_RBF_INVERSE_MULTIQUADRIC:
            s[i] = kdi_w8_div(one, kdi_w8_sqrt(kdi_w8_add(one, s[i])));
            break;
        default:
            y[i] = kernel == KDI_RBF_POWER_ODD ? kdi_w8_sqrt(s[i]) : kdi_w8_mul(y[i], s[i]);
            for (uint32_t k = 3; k <= power; k += 2)
                y[i] = kdi_w8_mul(y[i], s[i]);
            s[i] = y[i];
            break;
        }
    }
}

/* Squares of the distances from z to the keys of `count` rows from `row` on, and their kernel. A row is a block of
 * keys, or one key and eight characters. */
W8_INLINE void rbf_row_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                              uint32_t kernel, uint32_t power, int width, size_t row, int count)
{
    const size_t features = code->feature_count, block = features * KDI_RBF_BLOCK, step = width == 1 ? block : 1;
    const float *key = t->keys + (width == 1 ? row * block : row / KDI_RBF_BLOCK * block + row % KDI_RBF_BLOCK);
    kdi_w8 s[RBF_ROWS];
    for (int i = 0; i < count; i++) {
        kdi_w8 off = kdi_w8_sub(rbf_feature(z, 0, width), rbf_known(key, (size_t)i * step, width));
        s[i] = kdi_w8_mul(off, off);
    }
    for (size_t f = 1; f < features; f++) {
        kdi_w8 at = rbf_feature(z, f, width);
        key += KDI_RBF_BLOCK;
        for (int i = 0; i < count; i++) {
            kdi_w8 off = kdi_w8_sub(at, rbf_known(key, (size_t)i * step, width));
            s[i] = kdi_w8_add(s[i], kdi_w8_mul(off, off));
        }
    }
    for (int i = 0; i < count && code->has_radii; i++)
        s[i] = kdi_w8_mul(s[i], rbf_known(t->factors, (row + (size_t)i) * (width == 1 ? KDI_RBF_BLOCK : 1), width));
    rbf_phi(s, count, kernel, power, code->bend);
    for (int i = 0; i < count; i++)
        kdi_w8_store(phi + 8 * (row + (size_t)i), s[i]);
}

/* Values of the kernel for all keys at the place z. */
W8_INLINE void rbf_distances(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                             uint32_t kernel, uint32_t power, int width)
{
    const size_t rows = code->block_count * (size_t)(width == 1 ? 1 : KDI_RBF_BLOCK);
    size_t row = 0;
    for (; row + RBF_ROWS <= rows; row += RBF_ROWS)
        rbf_row_values(code, t, z, phi, kernel, power, width, row, RBF_ROWS);
    for (; width == 1 && row + 2 <= rows; row += 2)
        rbf_row_values(code, t, z, phi, kernel, power, width, row, 2);
    if (width == 1 && row < rows)
        rbf_row_values(code, t, z, phi, kernel, power, width, row, 1);
}

W8_INLINE void rbf_kernel_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                 int width)
{
    switch (code->kernel) {
    case KDI_RBF_POWER_ODD:
        rbf_distances(code, t, z, phi, KDI_RBF_POWER_ODD, code->power, width);
        break;
    case KDI_RBF_POWER_EVEN:
        if (code->power == 2)
            rbf_distances(code, t, z, phi, KDI_RBF_POWER_EVEN, 2, width);
        else
            rbf_distances(code, t, z, phi, KDI_RBF_POWER_EVEN, code->power, width);
        break;
    case KDI_RBF_GAUSSIAN:
        rbf_distances(code, t, z, phi, KDI_RBF_GAUSSIAN, 0, width);
        break;
    case KDI_RBF_MULTIQUADRIC:
        rbf_distances(code, t, z, phi, KDI_RBF_MULTIQUADRIC, 0, width);
        break;
    case KDI_RBF_INVERSE_QUADRATIC:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_QUADRATIC, 0, width);
        break;
    default:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_MULTIQUADRIC, 0, width);
        break;
    }
}

/* Constant and linear term of `count` (1 or 2) times eight sums from o on; width: between rows of the linear term. */
W8_INLINE void rbf_linear_one(const kdi_rbf_tables *t, const float *z, uint32_t features, size_t width, size_t o,
                              float *sums, int count)
{
    const float *row = t->linear + o;
    kdi_w8 sum[2];
    for (int i = 0; i < count; i++)
        sum[i] = kdi_w8_load(t->constants + o + 8 * i);
    for (uint32_t f = 0; f < features; f++, row += width) {
        kdi_w8 at = kdi_w8_set(z[f]);
        for (int i = 0; i < count; i++)
            sum[i] = kdi_w8_add(sum[i], kdi_w8_mul(at, kdi_w8_load(row + 8 * i)));
    }
    for (int i = 0; i < count; i++)
        kdi_w8_store(sums + o + 8 * i, sum[i]);
}

/* Eight weighted sums over the keys, of which the code has `count` (4 or 8); the others are zero. */
W8_INLINE kdi_w8 rbf_weigh_one(const float *weights, const float *phi, size_t keys, int count)
{
    const float *row = weights, *next = weights + 4 * keys, *end = phi + keys;
    kdi_w8 part[8], value = kdi_w8_load(phi);
    for (int i = 0; i < 8; i++)
        part[i] =
            i < count ? kdi_w8_mul(kdi_w8_load(i < 4 ? row + 8 * i : next + 8 * (i - 4)), value) : kdi_w8_set(0.0f);
    for (phi += KDI_RBF_BLOCK; phi < end; phi += KDI_RBF_BLOCK) {
        row += 4 * KDI_RBF_BLOCK;
        next += 4 * KDI_RBF_BLOCK;
        value = kdi_w8_load(phi);
        for (int i = 0; i < count; i++) {
            kdi_w8 weight = kdi_w8_load(i < 4 ? row + 8 * i : next + 8 * (i - 4));
            part[i] = kdi_w8_add(part[i], kdi_w8_mul(weight, value));
        }
    }
    return kdi_w8_sums(part);
}

/* The sums of one character, bounded. phi: room for the values of the kernel. Eight sums are read and written in one
 * piece: reading in one piece what was written in two would wait for memory. */
static inline void rbf_sums_one(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                float *sums)
{
    const size_t keys = (size_t)KDI_RBF_BLOCK * code->block_count;
    const size_t count = kdi_rbf_round_up(code->sum_count, 4), width = kdi_rbf_round_up(code->sum_count, 8);
    const uint32_t features = code->has_linear ? code->feature_count : 0;
    const float *weights = t->weights;
    size_t o = 0;
    for (; o + 16 <= width; o += 16)
        rbf_linear_one(t, z, features, width, o, sums, 2);
    if (o < width)
        rbf_linear_one(t, z, features, width, o, sums, 1);
    if (keys > 0)
        rbf_kernel_values(code, t, z, phi, 1);
    for (o = 0; o < width; o += 8, weights += 8 * keys) {
        kdi_w8 sum = kdi_w8_load(sums + o);
        if (keys > 0 && o + 8 <= count)
            sum = kdi_w8_add(sum, rbf_weigh_one(weights, phi, keys, 8));
        else if (keys > 0)
            sum = kdi_w8_add(sum, rbf_weigh_one(weights, phi, keys, 4));
        kdi_w8_store(sums + o, kdi_w8_bound(sum, KDI_BOUND));
    }
}

/* One sum over the keys for eight characters; weights: [block][4][8] from the sum's own row on. */
W8_INLINE kdi_w8 rbf_weigh_many(const float *weights, const float *phi, size_t blocks)
{
    kdi_w8 part[8];
    for (int i = 0; i < 8; i++)
        part[i] = kdi_w8_mul(kdi_w8_set(weights[i]), kdi_w8_load(phi + 8 * i));
    for (size_t b = 1; b < blocks; b++) {
        weights += 4 * KDI_RBF_BLOCK;
        phi += 8 * KDI_RBF_BLOCK;
        for (int i = 0; i < 8; i++)
            part[i] = kdi_w8_add(part[i], kdi_w8_mul(kdi_w8_set(weights[i]), kdi_w8_load(phi + 8 * i)));
    }
    return kdi_w8_add(kdi_w8_add(kdi_w8_add(part[0], part[1]), kdi_w8_add(part[2], part[3])),
                      kdi_w8_add(kdi_w8_add(part[4], part[5]), kdi_w8_add(part[6], part[7])));
}

/* The sums of eight characters, bounded: z, phi and sums hold eight floats for each of what one character has. */
static inline void rbf_sums_many(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                 float *sums)
{
    const size_t blocks = code->block_count, width = kdi_rbf_round_up(code->sum_count, 8);
    const uint32_t features = code->has_linear ? code->feature_count : 0;
    rbf_kernel_values(code, t, z, phi, 8);
    for (size_t o = 0; o < code->sum_count; o++) {
        const float *row = t->linear + o;
        kdi_w8 sum = kdi_w8_set(t->constants[o]);
        for (uint32_t f = 0; f < features; f++, row += width)
            sum = kdi_w8_add(sum, kdi_w8_mul(rbf_feature(z, f, 8), kdi_w8_set(*row)));
        if (blocks > 0)
            sum = kdi_w8_add(sum, rbf_weigh_many(t->weights + 8 * (o / 4 * 4 * blocks + o % 4), phi, blocks));
        kdi_w8_store(sums + 8 * o, kdi_w8_bound(sum, KDI_BOUND));
    }
}

#endif
