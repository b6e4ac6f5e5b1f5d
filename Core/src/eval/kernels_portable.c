/* The steps of a program for every machine of the target. */
#define STEPS_BACKEND KD_BACKEND_PORTABLE
#include "eval/poses.h"
#include "eval/steps.h"

const kdi_backend KDI_BACKEND_PORTABLE = {poses_read, steps_run, poses_write};
