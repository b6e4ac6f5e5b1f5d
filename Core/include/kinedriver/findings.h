/* All that was found in a file, not only the first problem: errors, warnings and notes in file order. */
#ifndef KINEDRIVER_FINDINGS_H
#define KINEDRIVER_FINDINGS_H

#include "kinedriver/allocator.h"
#include "kinedriver/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kd_severity {
    KD_SEVERITY_NOTE,    /* good to know */
    KD_SEVERITY_WARNING, /* usable, but probably not what was meant */
    KD_SEVERITY_ERROR,   /* not usable */
} kd_severity;

typedef struct kd_finding {
    kd_severity severity;
    kd_error error;
} kd_finding;

enum { KD_FINDINGS_DEFAULT_LIMIT = 200 };

typedef struct kd_findings {
    kd_finding *items;
    size_t count;
    size_t capacity;
    size_t limit;     /* of items kept; what comes after is only counted */
    size_t counts[3]; /* by kd_severity, those not kept included */
    kd_allocator allocator;
} kd_findings;

/* An empty list. allocator NULL: the default one. */
kd_findings kd_findings_make(const kd_allocator *allocator);
void kd_findings_free(kd_findings *findings);

/* "note", "warning" or "error". */
const char *kd_severity_text(kd_severity severity);

#ifdef __cplusplus
}
#endif
#endif
