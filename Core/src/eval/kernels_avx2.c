/* The steps of a program for x86 processors with AVX2, chosen at run time; empty where the build has no such
 * instructions. FMA stays off: a fused multiply-add rounds once instead of twice and would change the bits. */
#include "eval/run.h"

#if defined(KDI_HAVE_AVX2)
#include "eval/steps.h"

void kdi_steps_avx2(const kd_program *program, int32_t lod, int32_t lanes, float *registers)
{
    steps_run(program, lod, lanes, registers);
}
#endif
