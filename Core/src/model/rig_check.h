/* What the parts of kd_rig_validate share: the rig with its tables of names, the place they speak of, the report. */
#ifndef KDI_MODEL_RIG_CHECK_H
#define KDI_MODEL_RIG_CHECK_H

#include "kinedriver/suggestion.h"
#include "model/rig_names.h"
#include "model/rig_walk.h"
#include "text/findings.h"

typedef struct kdi_rig_check {
    const kd_rig *rig;
    const kd_skeleton *skeleton; /* or NULL */
    kd_findings *findings;
    kd_result result; /* code of the first error */
    kdi_rig_names names;
    kdi_name_table rig_joints;      /* to the index in rig->joints */
    kdi_name_table skeleton_joints; /* to the index in skeleton->joints */
    int offers_left;                /* comparisons with similar names cost much: only the first errors get them */
    kdi_visit visit;                /* the item that findings speak of … */
    const char *attribute;          /* … the attribute of it that the next one is about, or NULL … */
    kdi_place place;                /* … with its path where one was asked for */
    char path[2 * KD_ERROR_PATH_SIZE];
} kdi_rig_check;

/* From here on findings speak of this item. */
void kdi_rig_check_enter(kdi_rig_check *check, const kdi_visit *visit);
void kdi_rig_check_enter_node(kdi_rig_check *check, const kd_node *node);
void kdi_rig_check_enter_section(kdi_rig_check *check, const char *element, const void *item, int32_t index);

/* The place of that item for a finding. Its path is only made while findings are still kept: most rigs have none, and
 * hostile ones too many. */
const kdi_place *kdi_rig_check_place(kdi_rig_check *check);

/* Keeps the code of the first error. */
void kdi_rig_check_keep(kdi_rig_check *check, kd_result code);

#define KDI_RIG_ERROR(check, code, ...) \
    kdi_rig_check_keep((check), KDI_ERROR((check)->findings, (code), kdi_rig_check_place(check), __VA_ARGS__))
#define KDI_RIG_WARNING(check, code, ...) \
    KDI_WARNING((check)->findings, (code), kdi_rig_check_place(check), __VA_ARGS__)

/* About an attribute of the item: the path ends with "/@name". */
#define KDI_RIG_ERROR_AT(check, name, code, ...) ((check)->attribute = (name), KDI_RIG_ERROR(check, code, __VA_ARGS__))
#define KDI_RIG_WARNING_AT(check, name, code, ...) \
    ((check)->attribute = (name), KDI_RIG_WARNING(check, code, __VA_ARGS__))

/* "; did you mean 'x'?" among nodes and groups, groups alone, the joints of the skeleton, or the ports of a node; or
 * "". */
const char *kdi_rig_check_suggest_node(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE]);
const char *kdi_rig_check_suggest_group(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE]);
const char *kdi_rig_check_suggest_joint(kdi_rig_check *check, const char *name, char text[KD_SUGGESTION_TEXT_SIZE]);
const char *kdi_rig_check_suggest_port(kdi_rig_check *check, const kd_node *node, const char *name,
                                       char text[KD_SUGGESTION_TEXT_SIZE]);

/* The parts. The first must pass before any other is asked: they trust pointers, counts and enums. */
void kdi_rig_check_structure(kdi_rig_check *check);
void kdi_rig_check_values(kdi_rig_check *check); /* every attribute by its row of the format table */
void kdi_rig_check_names(kdi_rig_check *check);  /* makes the tables */
void kdi_rig_check_nodes(kdi_rig_check *check);  /* rules of the node types */
void kdi_rig_check_rbf(kdi_rig_check *check, const kd_rbf_interp *rbf);
void kdi_rig_check_connections(kdi_rig_check *check); /* ends, types, units */
void kdi_rig_check_order(kdi_rig_check *check);       /* circles, order, nodes without effect */

#endif
