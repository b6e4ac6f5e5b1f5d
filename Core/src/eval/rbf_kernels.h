/* The inner loops of RBF evaluation: distances to the keys, kernel, weighted sums. Keys lie in lanes. The order of
 * every sum is fixed: features one after the other; of the keys eight partial sums, key by key modulo eight, joined as
 * ((0+1)+(2+3))+((4+5)+(6+7)) and added to constant and linear term. Compiled once for the baseline (rbf_kernels.c) and
 * once for AVX2. */
#ifndef KDI_EVAL_RBF_KERNELS_H
#define KDI_EVAL_RBF_KERNELS_H

#include "eval/rbf_run.h"
#include "eval/rbf_wide.h"

/* Blocks of keys whose kernel is computed side by side: enough to hide how long a single operation takes. */
enum { RBF_BLOCKS = 4 };

/* The kernel of `count` times eight squares of distances, in place. kernel, count and the power of the thin plate
 * spline are constants where this is inlined. */
W8_INLINE void rbf_phi(kdi_w8 *s, int count, uint32_t kernel, uint32_t power, float bend)
{
    const kdi_w8 one = kdi_w8_set(1.0f);
    kdi_w8 y[RBF_BLOCKS];
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

/* Squares of the distances from z to the keys of `count` blocks from `block` on, and their kernel. */
W8_INLINE void rbf_block_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                uint32_t kernel, uint32_t power, size_t block, int count)
{
    const size_t features = code->feature_count, stride = features * KDI_RBF_BLOCK;
    const float *key = t->keys + block * stride;
    kdi_w8 s[RBF_BLOCKS];
    for (int i = 0; i < count; i++) {
        kdi_w8 off = kdi_w8_sub(kdi_w8_set(z[0]), kdi_w8_load(key + (size_t)i * stride));
        s[i] = kdi_w8_mul(off, off);
    }
    for (size_t f = 1; f < features; f++) {
        kdi_w8 at = kdi_w8_set(z[f]);
        key += KDI_RBF_BLOCK;
        for (int i = 0; i < count; i++) {
            kdi_w8 off = kdi_w8_sub(at, kdi_w8_load(key + (size_t)i * stride));
            s[i] = kdi_w8_add(s[i], kdi_w8_mul(off, off));
        }
    }
    phi += block * KDI_RBF_BLOCK;
    for (int i = 0; i < count && code->has_radii; i++)
        s[i] = kdi_w8_mul(s[i], kdi_w8_load(t->factors + KDI_RBF_BLOCK * (block + (size_t)i)));
    rbf_phi(s, count, kernel, power, code->bend);
    for (int i = 0; i < count; i++)
        kdi_w8_store(phi + KDI_RBF_BLOCK * i, s[i]);
}

/* Values of the kernel for all keys at the place z. */
W8_INLINE void rbf_distances(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                             uint32_t kernel, uint32_t power)
{
    size_t b = 0;
    for (; b + RBF_BLOCKS <= code->block_count; b += RBF_BLOCKS)
        rbf_block_values(code, t, z, phi, kernel, power, b, RBF_BLOCKS);
    for (; b < code->block_count; b++)
        rbf_block_values(code, t, z, phi, kernel, power, b, 1);
}

static void rbf_kernel_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi)
{
    switch (code->kernel) {
    case KDI_RBF_POWER_ODD:
        rbf_distances(code, t, z, phi, KDI_RBF_POWER_ODD, code->power);
        break;
    case KDI_RBF_POWER_EVEN:
        if (code->power == 2)
            rbf_distances(code, t, z, phi, KDI_RBF_POWER_EVEN, 2);
        else
            rbf_distances(code, t, z, phi, KDI_RBF_POWER_EVEN, code->power);
        break;
    case KDI_RBF_GAUSSIAN:
        rbf_distances(code, t, z, phi, KDI_RBF_GAUSSIAN, 0);
        break;
    case KDI_RBF_MULTIQUADRIC:
        rbf_distances(code, t, z, phi, KDI_RBF_MULTIQUADRIC, 0);
        break;
    case KDI_RBF_INVERSE_QUADRATIC:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_QUADRATIC, 0);
        break;
    default:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_MULTIQUADRIC, 0);
        break;
    }
}

/* Constant and linear term of `count` (1 or 2) times eight sums from o on; width: between rows of the linear term. */
W8_INLINE void rbf_linear(const kdi_rbf_tables *t, const float *z, uint32_t features, size_t width, size_t o,
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
W8_INLINE kdi_w8 rbf_weigh(const float *weights, const float *phi, size_t keys, int count)
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

/* One place z: the sums there, bounded. phi: room for the values of the kernel. Eight sums are read and written in one
 * piece: reading in one piece what was written in two would wait for memory. */
static inline void rbf_sums(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi, float *sums)
{
    const size_t keys = (size_t)KDI_RBF_BLOCK * code->block_count;
    const size_t count = kdi_rbf_round_up(code->sum_count, 4), width = kdi_rbf_round_up(code->sum_count, 8);
    const uint32_t features = code->has_linear ? code->feature_count : 0;
    const float *weights = t->weights;
    size_t o = 0;
    for (; o + 16 <= width; o += 16)
        rbf_linear(t, z, features, width, o, sums, 2);
    if (o < width)
        rbf_linear(t, z, features, width, o, sums, 1);
    if (keys > 0)
        rbf_kernel_values(code, t, z, phi);
    for (o = 0; o < width; o += 8, weights += 8 * keys) {
        kdi_w8 sum = kdi_w8_load(sums + o);
        if (keys > 0 && o + 8 <= count)
            sum = kdi_w8_add(sum, rbf_weigh(weights, phi, keys, 8));
        else if (keys > 0)
            sum = kdi_w8_add(sum, rbf_weigh(weights, phi, keys, 4));
        kdi_w8_store(sums + o, kdi_w8_bound(sum, KDI_BOUND));
    }
}

#endif
