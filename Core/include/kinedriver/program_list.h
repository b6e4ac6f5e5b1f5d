/* What a program does, as text for people. */
#ifndef KINEDRIVER_PROGRAM_LIST_H
#define KINEDRIVER_PROGRAM_LIST_H

#include "kinedriver/buffer.h"
#include "kinedriver/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends header, joints, inputs, outputs, nodes and all steps with their instructions, one a line:
 *     v12 = LINK v11, arm.influence  {0 90 0 2 1 1}
 * Registers go by what they hold: joint.rotate, node.influence, #0.5 for a constant, node.port where the program keeps
 * probes; v and s followed by a number are values of the frame and state that lives on. KD_OK or KD_OUT_OF_MEMORY. */
kd_result kd_program_list(const kd_program *program, kd_buffer *text);

#ifdef __cplusplus
}
#endif
#endif
