/* The kernels for x86 processors with AVX2, chosen at run time; empty where the build has no such instructions. FMA
 * stays off: a fused multiply-add rounds once instead of twice and would change the bits. */
#include "eval/kernels.h"

#if defined(KDI_HAVE_AVX2)
#include "eval/kernel_table.h"

kdi_kernel *const kdi_kernels_avx2[KDI_OP_KERNEL_COUNT] = KERNEL_TABLE;
#endif
