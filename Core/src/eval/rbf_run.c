/* RBF evaluation: the choice between the copies. */
#include "eval/rbf_run.h"

#include "base/assert.h"
#include "base/cpu.h"

kdi_rbf_runner *kdi_rbf_find(kd_backend backend)
{
#if defined(KDI_HAVE_AVX2)
    if (backend != KD_BACKEND_PORTABLE && kdi_cpu_has_avx2())
        return kdi_rbf_run_avx2;
#else
    (void)backend;
#endif
    return kdi_rbf_run_portable;
}

void kd_rbf_run(const kd_rbf_code *code, float *registers)
{
    kdi_rbf_find(KD_BACKEND_BEST)(code, registers, 1);
}

void kd_rbf_run_batch(const kd_rbf_code *code, float *registers, int lanes)
{
    KD_ASSERT(lanes > 0 && lanes % KD_RBF_LANE_STEP == 0);
    kdi_rbf_find(KD_BACKEND_BEST)(code, registers, (size_t)lanes);
}
