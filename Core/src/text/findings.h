/* How the readers and checks of the authoring half report. */
#ifndef KDI_TEXT_FINDINGS_H
#define KDI_TEXT_FINDINGS_H

#include "kinedriver/findings.h"

#if defined(__GNUC__)
#define KDI_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define KDI_PRINTF(format_index, first_index)
#endif

/* Where a finding was made. All zero where there is no place. */
typedef struct kdi_place {
    int line;
    int column;
    const char *path; /* may be NULL */
} kdi_place;

/* Adds a finding and returns its code, so that a reader can write `return kdi_report(...)`. findings may be NULL. A
 * lack of memory loses the text, never the count. */
kd_result kdi_report(kd_findings *findings, kd_severity severity, kd_result code, const kdi_place *place,
                     const char *format, ...) KDI_PRINTF(5, 6);

#define KDI_ERROR(findings, code, place, ...) kdi_report((findings), KD_SEVERITY_ERROR, (code), (place), __VA_ARGS__)
#define KDI_WARNING(findings, code, place, ...) \
    kdi_report((findings), KD_SEVERITY_WARNING, (code), (place), __VA_ARGS__)
#define KDI_NOTE(findings, code, place, ...) kdi_report((findings), KD_SEVERITY_NOTE, (code), (place), __VA_ARGS__)

#endif
