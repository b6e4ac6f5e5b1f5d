/* Which instruction sets this machine has. */
#include "eval/run.h"

#if defined(KDI_HAVE_AVX2) && defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>

static bool backend_has_avx2(void)
{
    int leaf[4];
    __cpuid(leaf, 1);
    bool system_saves = (leaf[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
    __cpuidex(leaf, 7, 0);
    return system_saves && (leaf[1] & (1 << 5)) != 0;
}
#elif defined(KDI_HAVE_AVX2)
static bool backend_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#endif

bool kd_backend_available(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend == KD_BACKEND_AVX2)
        return backend_has_avx2();
#endif
    return backend == KD_BACKEND_BEST || backend == KD_BACKEND_PORTABLE;
}

kdi_steps_function kdi_backend_steps(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend != KD_BACKEND_PORTABLE && backend_has_avx2())
        return kdi_steps_avx2;
#else
    (void)backend;
#endif
    return kdi_steps_portable;
}
