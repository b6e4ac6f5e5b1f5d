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

kdi_steps_function kdi_backend_steps(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend != KD_BACKEND_PORTABLE && kdi_cpu_has_avx2())
        return kdi_steps_avx2;
#else
    (void)backend;
#endif
    return kdi_steps_portable;
}
