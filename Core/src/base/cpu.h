/* What the processor can do beyond the baseline of its kind. */
#ifndef KDI_BASE_CPU_H
#define KDI_BASE_CPU_H

#include <stdbool.h>

/* AVX2, with an operating system that keeps its registers. */
bool kdi_cpu_has_avx2(void);

#endif
