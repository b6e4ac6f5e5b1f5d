/* The inner loops of RBF evaluation: distances to the keys, kernel, weighted sums. Keys lie in lanes. The order of
 * every sum is fixed: features one after the other; of the keys eight partial sums, key by key modulo eight, joined as
 * ((0+1)+(2+3))+((4+5)+(6+7)) and added to constant and linear term. Compiled once for the baseline (rbf_kernels.c) and
 * once for AVX2. */
#ifndef KDI_EVAL_RBF_KERNELS_H
#define KDI_EVAL_RBF_KERNELS_H

#include "eval/rbf_run.h"
#include "eval/rbf_wide.h"

/* The kernel of eight squares of distances. `kernel` is a constant where this is inlined. */
static inline kdi_w8 rbf_phi(kdi_w8 s, uint32_t kernel, uint32_t power, kdi_w8 bend)
{
    kdi_w8 one = kdi_w8_set(1.0f), y;
    switch (kernel) {
    case KDI_RBF_GAUSSIAN:
        return kdi_w8_exp_minus(s);
    case KDI_RBF_MULTIQUADRIC:
        return kdi_w8_sqrt(kdi_w8_add(one, s));
    case KDI_RBF_INVERSE_QUADRATIC:
        return kdi_w8_div(one, kdi_w8_add(one, s));
    case KDI_RBF_INVERSE_MULTIQUADRIC:
        return kdi_w8_div(one, kdi_w8_sqrt(kdi_w8_add(one, s)));
    case KDI_RBF_POWER_ODD:
        y = kdi_w8_sqrt(s);
        for (uint32_t k = 3; k <= power; k += 2)
            y = kdi_w8_mul(y, s);
        return y;
    default:
        y = kdi_w8_add(kdi_w8_log(kdi_w8_max(s, kdi_w8_set(1e-37f))), bend);
        for (uint32_t k = 2; k <= power; k += 2)
            y = kdi_w8_mul(y, s);
        return y;
    }
}

/* Squares of the distances from z to the keys of `count` (1 or 2) blocks, and their kernel. */
static inline void rbf_block_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                    uint32_t kernel, uint32_t block, int count)
{
    const size_t features = code->feature_count;
    const float *key = t->keys + (size_t)block * features * KDI_RBF_BLOCK;
    kdi_w8 s[2];
    for (int i = 0; i < count; i++) {
        kdi_w8 off = kdi_w8_sub(kdi_w8_set(z[0]), kdi_w8_load(key + (size_t)i * features * KDI_RBF_BLOCK));
        s[i] = kdi_w8_mul(off, off);
    }
    for (size_t f = 1; f < features; f++) {
        kdi_w8 at = kdi_w8_set(z[f]);
        for (int i = 0; i < count; i++) {
            kdi_w8 off = kdi_w8_sub(at, kdi_w8_load(key + ((size_t)i * features + f) * KDI_RBF_BLOCK));
            s[i] = kdi_w8_add(s[i], kdi_w8_mul(off, off));
        }
    }
    for (int i = 0; i < count; i++) {
        if (t->factors)
            s[i] = kdi_w8_mul(s[i], kdi_w8_load(t->factors + KDI_RBF_BLOCK * (block + (uint32_t)i)));
        kdi_w8_store(phi + KDI_RBF_BLOCK * (block + (uint32_t)i),
                     rbf_phi(s[i], kernel, code->power, kdi_w8_set(code->bend)));
    }
}

/* Values of the kernel for all keys at the place z. */
static inline void rbf_distances(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi,
                                 uint32_t kernel)
{
    uint32_t b = 0;
    for (; b + 2 <= code->block_count; b += 2)
        rbf_block_values(code, t, z, phi, kernel, b, 2);
    if (b < code->block_count)
        rbf_block_values(code, t, z, phi, kernel, b, 1);
}

static void rbf_kernel_values(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi)
{
    switch (code->kernel) {
    case KDI_RBF_POWER_ODD:
        rbf_distances(code, t, z, phi, KDI_RBF_POWER_ODD);
        break;
    case KDI_RBF_POWER_EVEN:
        rbf_distances(code, t, z, phi, KDI_RBF_POWER_EVEN);
        break;
    case KDI_RBF_GAUSSIAN:
        rbf_distances(code, t, z, phi, KDI_RBF_GAUSSIAN);
        break;
    case KDI_RBF_MULTIQUADRIC:
        rbf_distances(code, t, z, phi, KDI_RBF_MULTIQUADRIC);
        break;
    case KDI_RBF_INVERSE_QUADRATIC:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_QUADRATIC);
        break;
    default:
        rbf_distances(code, t, z, phi, KDI_RBF_INVERSE_MULTIQUADRIC);
        break;
    }
}

static void rbf_linear(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *sums)
{
    const uint32_t width = kdi_rbf_round_up(code->sum_count, 8);
    const uint32_t features = t->linear ? code->feature_count : 0;
    for (uint32_t o = 0; o < width; o += 8) {
        kdi_w8 sum = kdi_w8_load(t->constants + o);
        for (uint32_t f = 0; f < features; f++)
            sum = kdi_w8_add(sum, kdi_w8_mul(kdi_w8_set(z[f]), kdi_w8_load(t->linear + f * width + o)));
        kdi_w8_store(sums + o, sum);
    }
}

/* `count` (4 or 8) sums at once, from the first group of four on. */
static inline void rbf_weigh(const float *weights, const float *phi, uint32_t keys, float *sums, int count)
{
    kdi_w8 part[8];
    const float *row = weights, *next = weights + (size_t)4 * keys;
    kdi_w8 value = kdi_w8_load(phi);
    for (int i = 0; i < count; i++)
        part[i] = kdi_w8_mul(kdi_w8_load((i < 4 ? row : next - 32) + 8 * i), value);
    for (uint32_t k = KDI_RBF_BLOCK; k < keys; k += KDI_RBF_BLOCK) {
        row += 32;
        next += 32;
        value = kdi_w8_load(phi + k);
        for (int i = 0; i < count; i++)
            part[i] = kdi_w8_add(part[i], kdi_w8_mul(kdi_w8_load((i < 4 ? row : next - 32) + 8 * i), value));
    }
    for (int i = 0; i < count; i += 4)
        kdi_w8_add_sums(sums + i, part + i);
}

/* One place z: the sums there. phi: room for the values of the kernel. */
static inline void rbf_sums(const kd_rbf_code *code, const kdi_rbf_tables *t, const float *z, float *phi, float *sums)
{
    const uint32_t keys = KDI_RBF_BLOCK * code->block_count;
    const uint32_t count = kdi_rbf_round_up(code->sum_count, 4);
    uint32_t o = 0;
    rbf_linear(code, t, z, sums);
    if (keys == 0)
        return;
    rbf_kernel_values(code, t, z, phi);
    for (; o + 8 <= count; o += 8)
        rbf_weigh(t->weights + (size_t)o * keys, phi, keys, sums + o, 8);
    if (o < count)
        rbf_weigh(t->weights + (size_t)o * keys, phi, keys, sums + o, 4);
}

#endif
