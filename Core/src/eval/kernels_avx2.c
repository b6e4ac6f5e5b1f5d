/* The steps of a program for x86 processors with AVX2, chosen at run time; empty where the build has no such
 * instructions. FMA stays off: a fused multiply-add rounds once instead of twice and would change the bits. */
#include "eval/run.h"

#if defined(KDI_HAVE_AVX2)
#define STEPS_BACKEND KD_BACKEND_AVX2
#include "eval/poses.h"
#include "eval/steps.h"

const kdi_backend KDI_BACKEND_AVX2 = {poses_read, steps_run, poses_write};
#endif
