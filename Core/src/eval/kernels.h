/* Kernels: each computes one instruction in KDI_LANES lanes at once. A kernel is a plain loop over the lanes whose body
 * has no branch, so that a compiler turns it into vector instructions; the arithmetic of a lane is the same whatever
 * the vectors' width, and so are the bits. The same sources are compiled once for the baseline and once for each wider
 * instruction set. */
#ifndef KDI_EVAL_KERNELS_H
#define KDI_EVAL_KERNELS_H

#include "program/layout.h"

#if defined(_MSC_VER)
#define KDI_RESTRICT __restrict
#else
#define KDI_RESTRICT restrict
#endif

typedef float kdi_lanes[KDI_LANES];

/* in: one row for each float of the operands read; p: one for each parameter; out: one for each float written. data:
 * the program's data section. */
typedef void kdi_kernel(const kdi_lanes *KDI_RESTRICT in, const kdi_lanes *KDI_RESTRICT p, kdi_lanes *KDI_RESTRICT out,
                        const uint32_t *data);

#endif
