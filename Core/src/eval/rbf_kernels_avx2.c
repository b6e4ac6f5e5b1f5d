/* RBF evaluation for x86 processors with AVX2, chosen at run time; empty where the build has no such instructions. FMA
 * stays off: a fused multiply-add rounds once instead of twice and would change the bits. */
#if defined(KDI_HAVE_AVX2)
#define RBF_RUNNER kdi_rbf_run_avx2
#include "eval/rbf_lanes.h"
#else
typedef int kdi_rbf_no_avx2; /* a file must not be empty */
#endif
