/* The report on a solved RBF. */
#ifndef KDI_COMPILE_RBF_REPORT_H
#define KDI_COMPILE_RBF_REPORT_H

#include "compile/rbf_system.h"

/* Fills a report anew. Where the solution does not know the errors of functions without a key, they are solved one by
 * one. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rbf_report_fill(kd_rbf_report *report, const kdi_rbf_system *system, const kdi_rbf_solution *solution);

#endif
