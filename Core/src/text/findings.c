/* The list of findings. */
#include "text/findings.h"

#include "base/allocator.h"
#include "base/text_copy.h"

#include <stdarg.h>
#include <stdio.h>

kd_findings kd_findings_make(const kd_allocator *allocator)
{
    kd_findings findings = {0};
    findings.limit = KD_FINDINGS_DEFAULT_LIMIT;
    findings.allocator = allocator ? *allocator : kd_allocator_default();
    return findings;
}

void kd_findings_free(kd_findings *findings)
{
    kdi_free(&findings->allocator, findings->items, findings->capacity * sizeof *findings->items);
    findings->items = NULL;
    findings->count = 0;
    findings->capacity = 0;
}

const char *kd_severity_text(kd_severity severity)
{
    static const char *const texts[] = {"note", "warning", "error"};
    return texts[severity];
}

static kd_finding *findings_add(kd_findings *findings)
{
    if (findings->count >= findings->limit)
        return NULL;
    void *items = findings->items;
    if (!kdi_reserve(&findings->allocator, &items, &findings->capacity, findings->count + 1, sizeof(kd_finding)))
        return NULL;
    findings->items = (kd_finding *)items;
    return &findings->items[findings->count++];
}

kd_result kdi_report(kd_findings *findings, kd_severity severity, kd_result code, const kdi_place *place,
                     const char *format, ...)
{
    if (!findings)
        return code;
    findings->counts[severity]++;
    kd_finding *finding = findings_add(findings);
    if (!finding)
        return code;
    finding->severity = severity;
    kd_error_set(&finding->error, code, NULL);
    if (place) {
        finding->error.line = place->line;
        finding->error.column = place->column;
        if (place->path)
            kdi_text_copy(finding->error.path, sizeof finding->error.path, place->path);
    }
    char text[1024]; /* longer than the place it goes to, so that the cut is made at a character boundary */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kdi_text_copy(finding->error.text, sizeof finding->error.text, text);
    return code;
}
