/* Weights in RBF nodes: from a solution and back. */
#ifndef KDI_COMPILE_RBF_NODE_H
#define KDI_COMPILE_RBF_NODE_H

#include "compile/rbf_system.h"

/* Writes the solution into the node, in the memory of the rig. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rbf_store(kd_rig *rig, kd_rbf_interp *rbf, const kdi_rbf_system *system,
                        const kdi_rbf_solution *solution);

/* The solution that a solved node holds, for a system that was built of it. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kdi_rbf_restore(const kd_rbf_interp *rbf, kdi_rbf_system *system, kdi_rbf_solution *solution);

/* "'name'" or "3", for messages. */
enum { KDI_RBF_NAME_SIZE = 64 };
const char *kdi_rbf_key_name(const kd_rbf_interp *rbf, int32_t key, char text[KDI_RBF_NAME_SIZE]);

#endif
