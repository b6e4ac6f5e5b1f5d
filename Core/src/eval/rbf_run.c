/* RBF evaluation: the choice between the copies. */
#include "eval/rbf_run.h"

#include "base/assert.h"
#include "kinedriver/eval.h"

static kdi_rbf_runner *rbf_runner(void)
{
#if defined(KDI_HAVE_AVX2)
    if (kd_backend_available(KD_BACKEND_AVX2))
        return kdi_rbf_run_avx2;
#endif
    return kdi_rbf_run_portable;
}

void kd_rbf_run(const kd_rbf_code *code, float *registers)
{
    rbf_runner()(code, registers, 1);
}

void kd_rbf_run_batch(const kd_rbf_code *code, float *registers, int lanes)
{
    KD_ASSERT(lanes > 0 && lanes % KD_RBF_LANE_STEP == 0);
    rbf_runner()(code, registers, (size_t)lanes);
}
