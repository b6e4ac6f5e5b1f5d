/* kd_rig_validate: all promises of a rig in one go, in an order in which each check may rely on those before it. */
#include "base/arena.h"
#include "model/rig_check.h"

#include <string.h>

enum { VALIDATE_OFFERS = 10000 };

static void validate_meaning(kdi_rig_check *check)
{
    kdi_rig_check_values(check);
    if (kdi_rig_names_make(&check->names, check->rig) != KD_OK) {
        KDI_RIG_ERROR(check, KD_OUT_OF_MEMORY, "no memory for a table of names");
        return;
    }
    kdi_name_table_init(&check->rig_joints, &check->rig->arena->allocator);
    kdi_name_table_init(&check->skeleton_joints, &check->rig->arena->allocator);
    kdi_rig_check_names(check);
    kdi_rig_check_nodes(check);
    kdi_rig_check_connections(check);
    kdi_rig_check_order(check);
    kdi_name_table_free(&check->skeleton_joints);
    kdi_name_table_free(&check->rig_joints);
    kdi_rig_names_free(&check->names);
}

kd_result kd_rig_validate(const kd_rig *rig, const kd_skeleton *skeleton, kd_findings *findings)
{
    kdi_rig_check check;
    memset(&check, 0, sizeof check);
    check.rig = rig;
    check.skeleton = skeleton;
    check.findings = findings;
    check.offers_left = VALIDATE_OFFERS;
    kdi_rig_check_structure(&check);
    if (check.result == KD_OK)
        validate_meaning(&check);
    return check.result;
}
