/* Which instruction sets this machine has. */
#include "base/cpu.h"
#include "eval/run.h"

bool kd_backend_available(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend == KD_BACKEND_AVX2)
        return kdi_cpu_has_avx2();
#endif
    return backend == KD_BACKEND_BEST || backend == KD_BACKEND_PORTABLE;
}

const kdi_backend *kdi_backend_find(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend != KD_BACKEND_PORTABLE && kdi_cpu_has_avx2())
        return &KDI_BACKEND_AVX2;
#else
    (void)backend;
#endif
    return &KDI_BACKEND_PORTABLE;
}
