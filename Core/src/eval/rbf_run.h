/* The copies of RBF evaluation, one for each instruction set. */
#ifndef KDI_EVAL_RBF_RUN_H
#define KDI_EVAL_RBF_RUN_H

#include "kinedriver/eval.h"
#include "program/rbf_code.h"

/* lanes: 1, or a multiple of 8. */
typedef void kdi_rbf_runner(const kd_rbf_code *code, float *registers, size_t lanes);

kdi_rbf_runner kdi_rbf_run_portable;
#if defined(KDI_HAVE_AVX2)
kdi_rbf_runner kdi_rbf_run_avx2;
#endif

kdi_rbf_runner *kdi_rbf_find(kd_backend backend);

#endif
