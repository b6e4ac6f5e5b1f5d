/* What a KDI file must fulfil before the XML parser sees it. */
#ifndef KDI_IO_KDI_GUARD_H
#define KDI_IO_KDI_GUARD_H

#include "kinedriver/findings.h"
#include "kinedriver/limits.h"

#include <stddef.h>

/* What is in the file, for comparison with what the parser delivers. */
typedef struct kdi_guard_counts {
    size_t elements;
    size_t comments;
} kdi_guard_counts;

/* Size, encoding, no DOCTYPE (hence no entities of its own), depth, attributes of an element, namespaces, lengths of
 * names, tags, texts and comments. KD_OK, or the code of the finding. Linear, without memory. */
kd_result kdi_guard_check(const char *text, size_t size, const kd_limits *limits, kdi_guard_counts *counts,
                          kd_findings *findings);

#endif
