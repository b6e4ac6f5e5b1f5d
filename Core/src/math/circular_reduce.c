/* Angles of many turns: which quarter turn, and the rest to full float precision, for every float from 2 up to 3.4e38.
 * x is an integer times a power of two, so only a window of the binary digits of 2 / pi decides the fraction of x * 2 /
 * pi: what lies above it gives whole turns, what lies below is too small to matter. (Payne and Hanek 1983.) */
#include "math/circular.h"

/* 2 / pi = 0.1010001011111001..., 32 zeros before the point. */
static const uint32_t circular_two_over_pi[9] = {
    UINT32_C(0x00000000), UINT32_C(0xA2F9836E), UINT32_C(0x4E441529), UINT32_C(0xFC2757D1), UINT32_C(0xF534DDC0),
    UINT32_C(0xDB629599), UINT32_C(0x3C439041), UINT32_C(0xFE5163AB), UINT32_C(0xDEBBC561),
};

static uint64_t circular_digits(uint32_t first)
{
    uint32_t word = first / 32, shift = first % 32;
    uint64_t high = ((uint64_t)circular_two_over_pi[word] << 32) | circular_two_over_pi[word + 1];
    uint64_t low = circular_two_over_pi[word + 2];
    return shift == 0 ? high : (high << shift) | (low >> (32 - shift));
}

kdi_quarter kdi_quarter_from_large(float x)
{
    uint32_t bits = kdi_float_bits(x);
    int32_t exponent = (int32_t)(bits >> 23) - 150;
    uint64_t significand = (bits & UINT32_C(0x7FFFFF)) | UINT32_C(0x800000);
    /* 96 digits of which the first, times the significand's last bit, counts two quarter turns. */
    uint32_t first = (uint32_t)(exponent - 2 + 32);
    uint64_t high = circular_digits(first);
    uint64_t low = circular_digits(first + 64) >> 32;
    /* The upper 64 bits of the product modulo 2^96: a turn is 2^64. */
    uint64_t turn = high * significand + ((low * significand) >> 32);
    uint64_t rounded = turn + (UINT64_C(1) << 61);
    kdi_quarter result;
    result.quarter = (uint32_t)(rounded >> 62);
    /* What is left, from -2^61 to 2^61, times pi / 2 * 2^-62. */
    int64_t rest = (int64_t)(rounded & ((UINT64_C(1) << 62) - 1)) - (INT64_C(1) << 61);
    result.angle = (double)rest * 3.4061215800865545e-19;
    return result;
}
