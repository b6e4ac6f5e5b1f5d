/* From a rig document to a program. */
#ifndef KINEDRIVER_COMPILE_H
#define KINEDRIVER_COMPILE_H

#include "kinedriver/buffer.h"
#include "kinedriver/findings.h"
#include "kinedriver/rig.h"
#include "kinedriver/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_compile_desc {
    bool probes; /* keeps the values of all ports for kd_instance_probe: for debugging, costs a little time */
    kd_allocator allocator;
} kd_compile_desc;

/* No probes, the default allocator. */
kd_compile_desc kd_compile_desc_default(void);

/* Compiles a rig for a skeleton and appends the program to an empty buffer, ready for kd_program_open. skeleton NULL:
 * the joints that the rig states itself. Rest poses come from the rig where it states them, otherwise from the
 * skeleton. Nodes whose joints the skeleton lacks are left out, with those that depend on them: each gets a
 * KD_JOINT_UNKNOWN warning. desc NULL: the defaults. KD_OK, or the code of the first error in the findings; the buffer
 * is as before then. */
kd_result kd_compile(const kd_rig *rig, const kd_skeleton *skeleton, const kd_compile_desc *desc, kd_buffer *program,
                     kd_findings *findings);

/* Only reports what kd_compile finds inside the nodes beyond kd_rig_validate: mistakes in expressions, each at its
 * place in the file. Needs no skeleton. KD_OK, or the code of the first error; that of kd_rig_validate, without
 * findings, for a rig that does not pass it. */
kd_result kd_compile_check(const kd_rig *rig, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
