/* Sums of products in plain C: for machines without AVX2, and to test the others against. */
#include "align/distance_tile.h"

static void portable_panel(const kdi_products *job, const float *left, const float *right, float *to)
{
    float re[KDI_PANEL] = {0}, im[KDI_PANEL] = {0}, up[KDI_PANEL] = {0};
    for (int32_t p = 0; p < job->point_count; p++, left += 3, right += 3 * KDI_PANEL)
        for (int i = 0; i < KDI_PANEL; i++) {
            float a = right[i], b = right[KDI_PANEL + i], h = right[2 * KDI_PANEL + i];
            re[i] += left[0] * a + left[1] * b;
            im[i] += left[1] * a - left[0] * b;
            up[i] += left[2] * h;
        }
    for (int i = 0; i < KDI_PANEL; i++) {
        to[i] = re[i];
        to[job->plane + (size_t)i] = im[i];
        to[2 * job->plane + (size_t)i] = up[i];
    }
}

static void portable_products(const kdi_products *job)
{
    size_t frame = (size_t)job->point_count * 3;
    for (int32_t panel = 0; panel < job->panels; panel++)
        for (int32_t r = 0; r < job->rows; r++)
            portable_panel(job, job->left + (size_t)r * frame, job->right + (size_t)panel * frame * KDI_PANEL,
                           job->sums + (size_t)r * job->stride + (size_t)panel * KDI_PANEL);
}

static void portable_combine(const kdi_combine *job)
{
    tile_combine(job);
}

const kdi_distance_kernels kdi_distance_portable = {portable_products, portable_combine};
