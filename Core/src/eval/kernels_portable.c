/* The steps of a program for every machine of the target. */
#include "eval/steps.h"

void kdi_steps_portable(const kd_program *program, int32_t lod, int32_t lanes, float *registers)
{
    steps_run(program, lod, lanes, registers);
}
