/* The one check that evaluation relies on. */
#ifndef KDI_PROGRAM_VERIFY_H
#define KDI_PROGRAM_VERIFY_H

#include "program/layout.h"

/* NULL if every offset, index, register and number of the program is sound, otherwise what is not. The header's magic,
 * version and size have been checked. Linear in the size of the program. */
const char *kdi_program_verify(const kd_program *program);

#endif
