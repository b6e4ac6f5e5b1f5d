/* KDI documents for tests: reading with checks, and random rigs that are valid. */
#ifndef KT_KDI_H
#define KT_KDI_H

#include "kinedriver/kdi.h"
#include "support/test.h"

/* Reads text that must be a KDI file without findings worse than warnings. */
kd_rig *kt_kdi_read(const void *text, size_t size);

/* Writes a rig; fails the test on any finding. */
kd_buffer kt_kdi_write(const kd_rig *rig);

/* A kt_reader: what is read must be valid, and writing and reading it again must give an equal rig and the same bytes.
 */
kd_result kt_kdi_reader(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings);

/* A valid rig of about node_count nodes with every kind of value, text and comment; all from the seed. */
kd_rig *kt_kdi_random_rig(uint64_t seed, int node_count);

#endif
