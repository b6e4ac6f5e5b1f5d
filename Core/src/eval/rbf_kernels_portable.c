/* RBF evaluation for every machine of the target. */
#define RBF_RUNNER kdi_rbf_run_portable
#include "eval/rbf_lanes.h"
