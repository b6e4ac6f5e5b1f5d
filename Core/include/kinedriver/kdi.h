/* KDI files: a rig document as XML. The format is specified in Core/docs/kdi.md and Resources/kdi.rng. */
#ifndef KINEDRIVER_KDI_H
#define KINEDRIVER_KDI_H

#include "kinedriver/buffer.h"
#include "kinedriver/file.h"
#include "kinedriver/findings.h"
#include "kinedriver/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a KDI file and checks all of it (kd_rig_validate without a skeleton). All problems are reported, not only the
 * first; with any error *rig is NULL and the code of the first one is returned. Nodes that are not in an evaluation
 * order are sorted with a warning (desc->strict: an error). desc NULL: the defaults. Free the rig with kd_rig_free.
 * Several threads may read at once after libxml2 has been initialised by xmlInitParser or by a first call. */
kd_result kd_kdi_read(const void *data, size_t size, const kd_read_desc *desc, kd_rig **rig, kd_findings *findings);

/* Appends the rig as a KDI file: nodes in evaluation order, attributes that have their default left out, numbers in the
 * shortest form that reads back equal. The rig must be valid; KD_VALUE or KD_NUMBER, with a finding, for what a file
 * cannot hold. On failure `out` is as before. */
kd_result kd_kdi_write(const kd_rig *rig, kd_buffer *out, kd_findings *findings);

/* Appends the RELAX NG schema of the format, or the reference tables of its specification (Markdown). */
kd_result kd_kdi_write_schema(kd_buffer *out);
kd_result kd_kdi_write_tables(kd_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
