/* Checks of a rig that is nothing but an RBF model. */
#include "io/rbf_validate.h"

#include "text/findings.h"

kd_result kdi_rbf_validate(const kd_rig *rig, kd_findings *findings)
{
    kd_findings all = kd_findings_make(&findings->allocator);
    kd_result result = kd_rig_validate(rig, NULL, &all);
    for (size_t i = 0; i < all.count; i++) {
        const kd_error *error = &all.items[i].error;
        const kdi_place place = {error->line, error->column, error->path};
        if (error->code != KD_UNUSED)
            kdi_report(findings, all.items[i].severity, error->code, &place, "%s", error->text);
    }
    if (result != KD_OK && all.count == 0)
        KDI_ERROR(findings, result, NULL, "%s", kd_result_text(result));
    kd_findings_free(&all);
    return result;
}
