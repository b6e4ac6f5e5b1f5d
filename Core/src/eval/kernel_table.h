/* The table of all kernels, once for each file that includes it: those files differ only in the instruction set they
 * are compiled for. */
#ifndef KDI_EVAL_KERNEL_TABLE_H
#define KDI_EVAL_KERNEL_TABLE_H

#include "eval/kernels.h"
#include "eval/kernels_curve.h"
#include "eval/kernels_number.h"
#include "eval/kernels_rotation.h"
#include "eval/kernels_time.h"
#include "eval/kernels_transform.h"

#define KERNEL_ONE(name, in, parameters, out, text)  kernel_one_##name,
#define KERNEL_MANY(name, in, parameters, out, text) kernel_many_##name,

#endif
