/* Random RBF models for tests and benchmarks. */
#ifndef KT_RBF_H
#define KT_RBF_H

#include "support/test.h"

#include "kinedriver/rbf.h"

/* A node of floats with keys in a unit cube and outputs between -1 and 1; not solved. */
kd_rig *kt_rbf_make(int keys, int inputs, int outputs, uint64_t seed);
kd_node *kt_rbf_node(kd_rig *rig);

/* Names kernels 0 to 8: powers 1 to 5, then the kernels with a width. */
enum { KT_RBF_KERNELS = 9 };
void kt_rbf_set_kernel(kd_node *node, int index);
const char *kt_rbf_kernel_name(int index);

/* Solved code for registers: inputs from 0, then outputs, then temporaries. */
typedef struct kt_rbf_code {
    kd_buffer bytes;
    const kd_rbf_code *code;
    int in, out;
} kt_rbf_code;
kt_rbf_code kt_rbf_lower(const kd_rbf_interp *const *nodes, int count);
void kt_rbf_code_free(kt_rbf_code *code);

/* One evaluation in float of what is given in double. */
void kt_rbf_eval(const kt_rbf_code *code, const double *in, double *out);

#endif
