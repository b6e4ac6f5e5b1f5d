/* Moves between memory, where four floats of one node or character lie together, and lanes, where the same float of
 * KDI_LANES of them does. Vectors are put together in registers: lanes stored one by one and read as a whole would
 * have to wait for the memory. */
#ifndef KDI_EVAL_LANE_MOVES_H
#define KDI_EVAL_LANE_MOVES_H

#include "eval/kernels.h"

#if defined(__AVX2__)
#include <immintrin.h>

/* Both halves of a vector from two places, or to two places. */
static inline __m256 move_load_halves(const float *low, const float *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

static inline void move_store_halves(float *low, float *high, __m256 v)
{
    _mm_storeu_ps(low, _mm256_castps256_ps128(v));
    _mm_storeu_ps(high, _mm256_extractf128_ps(v, 1));
}

/* Four vectors as a matrix turned over, in each half for itself. */
static inline void move_transpose(__m256 v[4])
{
    __m256 a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    __m256 c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    v[0] = _mm256_shuffle_ps(a, c, 0x44);
    v[1] = _mm256_shuffle_ps(a, c, 0xEE);
    v[2] = _mm256_shuffle_ps(b, d, 0x44);
    v[3] = _mm256_shuffle_ps(b, d, 0xEE);
}

static inline void move_in_four(const float *const *from, kdi_lanes *rows)
{
    __m256 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = move_load_halves(from[i], from[i + 4]);
    move_transpose(v);
    for (int i = 0; i < 4; i++)
        _mm256_storeu_ps(rows[i], v[i]);
}

static inline void move_out_four(const kdi_lanes *rows, float *const *to)
{
    __m256 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = _mm256_loadu_ps(rows[i]);
    move_transpose(v);
    for (int i = 0; i < 4; i++)
        move_store_halves(to[i], to[i + 4], v[i]);
}

static inline void move_in_one(const float *registers, const uint32_t *places, float *row)
{
    _mm256_storeu_ps(row, _mm256_setr_ps(registers[places[0]], registers[places[1]], registers[places[2]],
                                         registers[places[3]], registers[places[4]], registers[places[5]],
                                         registers[places[6]], registers[places[7]]));
}
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>

static inline void move_in_four(const float *const *from, kdi_lanes *rows)
{
    for (int half = 0; half < KDI_LANES; half += 4) {
        __m128 a = _mm_loadu_ps(from[half]), b = _mm_loadu_ps(from[half + 1]);
        __m128 c = _mm_loadu_ps(from[half + 2]), d = _mm_loadu_ps(from[half + 3]);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(rows[0] + half, a);
        _mm_storeu_ps(rows[1] + half, b);
        _mm_storeu_ps(rows[2] + half, c);
        _mm_storeu_ps(rows[3] + half, d);
    }
}

static inline void move_out_four(const kdi_lanes *rows, float *const *to)
{
    for (int half = 0; half < KDI_LANES; half += 4) {
        __m128 a = _mm_loadu_ps(rows[0] + half), b = _mm_loadu_ps(rows[1] + half);
        __m128 c = _mm_loadu_ps(rows[2] + half), d = _mm_loadu_ps(rows[3] + half);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(to[half], a);
        _mm_storeu_ps(to[half + 1], b);
        _mm_storeu_ps(to[half + 2], c);
        _mm_storeu_ps(to[half + 3], d);
    }
}

static inline void move_in_one(const float *registers, const uint32_t *places, float *row)
{
    for (int half = 0; half < KDI_LANES; half += 4)
        _mm_storeu_ps(row + half, _mm_setr_ps(registers[places[half]], registers[places[half + 1]],
                                              registers[places[half + 2]], registers[places[half + 3]]));
}
#else
static inline void move_in_four(const float *const *from, kdi_lanes *rows)
{
    for (int l = 0; l < KDI_LANES; l++)
        for (int k = 0; k < 4; k++)
            rows[k][l] = from[l][k];
}

static inline void move_out_four(const kdi_lanes *rows, float *const *to)
{
    for (int l = 0; l < KDI_LANES; l++)
        for (int k = 0; k < 4; k++)
            to[l][k] = rows[k][l];
}

static inline void move_in_one(const float *registers, const uint32_t *places, float *row)
{
    for (int l = 0; l < KDI_LANES; l++)
        row[l] = registers[places[l]];
}
#endif

#endif
