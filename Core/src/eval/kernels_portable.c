/* The kernels for every machine of the target. */
#include "eval/kernel_table.h"

kdi_kernel *const kdi_kernels_portable[KDI_OP_KERNEL_COUNT] = KERNEL_TABLE;
