/* Asks the processor; on other machines than x86 the answer is known. */
#include "base/cpu.h"

#if defined(_MSC_VER) && !defined(__clang__) && (defined(_M_X64) || defined(_M_IX86))
#include <immintrin.h>
#include <intrin.h>

bool kdi_cpu_has_avx2(void)
{
    int leaf[4];
    __cpuid(leaf, 0);
    if (leaf[0] < 7)
        return false;
    __cpuidex(leaf, 1, 0);
    bool keeps = (leaf[2] & (1 << 27)) != 0 && (leaf[2] & (1 << 28)) != 0 && (_xgetbv(0) & 6) == 6;
    __cpuidex(leaf, 7, 0);
    return keeps && (leaf[1] & (1 << 5)) != 0;
}
#elif (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
bool kdi_cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#else
bool kdi_cpu_has_avx2(void)
{
    return false;
}
#endif
