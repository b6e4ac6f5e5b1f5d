/* Sums of products for x86 processors with AVX2 and FMA, chosen at run time; empty where the build has no such
 * instructions. Four rows by eight columns at once: twelve sums and the three loaded vectors fill the registers. */
#include "align/distance.h"

#if defined(KDI_HAVE_AVX2)
#include "align/distance_tile.h"

#include <immintrin.h>

static inline void avx2_store(const kdi_products *job, float *to, __m256 re, __m256 im, __m256 up)
{
    _mm256_storeu_ps(to, re);
    _mm256_storeu_ps(to + job->plane, im);
    _mm256_storeu_ps(to + 2 * job->plane, up);
}

#define AVX2_ROW(i)                                                   \
    {                                                                 \
        __m256 x = _mm256_broadcast_ss(left + (i)*frame);             \
        __m256 y = _mm256_broadcast_ss(left + (i)*frame + 1);         \
        __m256 z = _mm256_broadcast_ss(left + (i)*frame + 2);         \
        re##i = _mm256_fmadd_ps(y, b, _mm256_fmadd_ps(x, a, re##i));  \
        im##i = _mm256_fnmadd_ps(x, b, _mm256_fmadd_ps(y, a, im##i)); \
        up##i = _mm256_fmadd_ps(z, h, up##i);                         \
    }

static void avx2_four_rows(const kdi_products *job, const float *left, const float *right, float *to)
{
    size_t frame = (size_t)job->point_count * 3;
    __m256 re0 = _mm256_setzero_ps(), re1 = re0, re2 = re0, re3 = re0;
    __m256 im0 = re0, im1 = re0, im2 = re0, im3 = re0, up0 = re0, up1 = re0, up2 = re0, up3 = re0;
    for (int32_t p = 0; p < job->point_count; p++, left += 3, right += 3 * KDI_PANEL) {
        __m256 a = _mm256_loadu_ps(right), b = _mm256_loadu_ps(right + KDI_PANEL);
        __m256 h = _mm256_loadu_ps(right + 2 * KDI_PANEL);
        AVX2_ROW(0)
        AVX2_ROW(1)
        AVX2_ROW(2)
        AVX2_ROW(3)
    }
    avx2_store(job, to, re0, im0, up0);
    avx2_store(job, to + job->stride, re1, im1, up1);
    avx2_store(job, to + 2 * job->stride, re2, im2, up2);
    avx2_store(job, to + 3 * job->stride, re3, im3, up3);
}

static void avx2_one_row(const kdi_products *job, const float *left, const float *right, float *to)
{
    size_t frame = 0;
    __m256 re0 = _mm256_setzero_ps(), im0 = re0, up0 = re0;
    for (int32_t p = 0; p < job->point_count; p++, left += 3, right += 3 * KDI_PANEL) {
        __m256 a = _mm256_loadu_ps(right), b = _mm256_loadu_ps(right + KDI_PANEL);
        __m256 h = _mm256_loadu_ps(right + 2 * KDI_PANEL);
        AVX2_ROW(0)
    }
    avx2_store(job, to, re0, im0, up0);
}

static void avx2_products(const kdi_products *job)
{
    size_t frame = (size_t)job->point_count * 3;
    for (int32_t panel = 0; panel < job->panels; panel++) {
        const float *right = job->right + (size_t)panel * frame * KDI_PANEL;
        float *to = job->sums + (size_t)panel * KDI_PANEL;
        int32_t r = 0;
        for (; r + 4 <= job->rows; r += 4)
            avx2_four_rows(job, job->left + (size_t)r * frame, right, to + (size_t)r * job->stride);
        for (; r < job->rows; r++)
            avx2_one_row(job, job->left + (size_t)r * frame, right, to + (size_t)r * job->stride);
    }
}

static void avx2_combine(const kdi_combine *job)
{
    tile_combine(job);
}

const kdi_distance_kernels kdi_distance_avx2 = {avx2_products, avx2_combine};
#endif
