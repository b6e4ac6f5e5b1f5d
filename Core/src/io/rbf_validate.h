/* Checks of a rig that is nothing but an RBF model. */
#ifndef KDI_IO_RBF_VALIDATE_H
#define KDI_IO_RBF_VALIDATE_H

#include "kinedriver/rig.h"

/* All that kd_rig_validate finds, except that a lone node drives nothing. */
kd_result kdi_rbf_validate(const kd_rig *rig, kd_findings *findings);

#endif
