/* One row of the slope-limited search for x86 processors with AVX2; empty where the build has no such instructions. The
 * same additions and comparisons as the portable one, four columns at once. Columns behind the last are computed as
 * well: the margins hold them. */
#include "align/path_row.h"

#if defined(KDI_HAVE_AVX2)
#include <immintrin.h>
#include <string.h>

typedef struct path_lanes {
    __m256d best, code;
} path_lanes;

static inline path_lanes lanes_take(path_lanes lanes, __m256d from, double code)
{
    __m256d less = _mm256_cmp_pd(from, lanes.best, _CMP_LT_OQ);
    lanes.best = _mm256_min_pd(from, lanes.best);
    lanes.code = _mm256_blendv_pd(lanes.code, _mm256_set1_pd(code), less);
    return lanes;
}

static inline void lanes_store_codes(uint8_t *to, __m256d codes, int32_t count)
{
    __m128i words = _mm256_cvtpd_epi32(codes);
    words = _mm_packus_epi32(words, words);
    words = _mm_packus_epi16(words, words);
    int32_t four = _mm_cvtsi128_si32(words);
    memcpy(to, &four, (size_t)(count < 4 ? count : 4));
}

/* Costs and E; the last few columns one by one, where the row of distances ends. */
static void lanes_begin(const kdi_path_row *row)
{
    int32_t c = row->first;
    __m256d weight = _mm256_set1_pd(row->diagonal_weight);
    for (; c + 3 <= row->last; c += 4) {
        __m256d cost = _mm256_cvtps_pd(_mm_loadu_ps(row->values + c));
        _mm256_storeu_pd(row->costs + c, cost);
        _mm256_storeu_pd(row->diagonal + c,
                         _mm256_add_pd(_mm256_mul_pd(weight, cost), _mm256_loadu_pd(row->previous + c - 1)));
    }
    for (; c <= row->last; c++) {
        row->costs[c] = (double)row->values[c];
        row->diagonal[c] = row->diagonal_weight * row->costs[c] + row->previous[c - 1];
    }
    for (c = row->first; c < row->first + row->starts; c++)
        row->diagonal[c] = row->costs[c];
}

static inline void lanes_row(const kdi_path_row *row, int32_t slope)
{
    for (int32_t c = row->first; c <= row->last; c += 4) {
        path_lanes lanes = {_mm256_loadu_pd(row->diagonal + c), _mm256_setzero_pd()};
        __m256d cost = _mm256_loadu_pd(row->costs + c), sum = cost;
        for (int32_t j = 1; j <= slope; j++) {
            lanes = lanes_take(lanes, _mm256_add_pd(sum, _mm256_loadu_pd(row->diagonal + c - j)), (double)j);
            sum = _mm256_add_pd(sum, _mm256_loadu_pd(row->costs + c - j));
        }
        double *down = row->down + c;
        __m256d shorter = _mm256_loadu_pd(down);
        _mm256_storeu_pd(down, _mm256_loadu_pd(row->diagonal + c));
        for (int32_t j = 1; j <= slope; j++) {
            down += row->stride;
            __m256d run = _mm256_add_pd(cost, shorter);
            shorter = _mm256_loadu_pd(down);
            _mm256_storeu_pd(down, run);
            lanes = lanes_take(lanes, run, (double)(slope + j));
        }
        _mm256_storeu_pd(row->best + c, lanes.best);
        lanes_store_codes(row->codes + c, lanes.code, row->last - c + 1);
    }
}

/* The usual limits get loops of fixed length. */
void kdi_path_row_avx2(const kdi_path_row *row)
{
    lanes_begin(row);
    if (row->slope == 2)
        lanes_row(row, 2);
    else if (row->slope == 3)
        lanes_row(row, 3);
    else if (row->slope == 8)
        lanes_row(row, 8);
    else
        lanes_row(row, row->slope);
}
#endif
