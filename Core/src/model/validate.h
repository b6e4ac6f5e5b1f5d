/* What the checks of a scene's parts share: the place they speak of and the tally of elements that break a promise. */
#ifndef KDI_MODEL_VALIDATE_H
#define KDI_MODEL_VALIDATE_H

#include "kinedriver/scene.h"

#include <stdbool.h>

enum { KDI_CHECK_PATH_SIZE = 2 * KD_ERROR_PATH_SIZE };

typedef struct kdi_check {
    const kd_scene *scene;
    kd_findings *findings;
    kd_result result; /* of the first violation */
    char path[KDI_CHECK_PATH_SIZE];
} kdi_check;

/* Elements of one array that break one promise: one finding tells the first and how many there are, so that an array
 * full of the same mistake does not drown the others. */
typedef struct kdi_tally {
    size_t first;
    size_t count;
} kdi_tally;

void kdi_tally_add(kdi_tally *tally, size_t element);

/* One finding if the tally is not empty: "<what> at <element> <first>" and the count. */
void kdi_check_tally(kdi_check *check, const kdi_tally *tally, kd_result code, const char *element, const char *what);

/* One finding with the check's path. */
void kdi_check_fail(kdi_check *check, kd_result code, const char *text);

/* Makes the path "kind name", or "parent/kind name" where parent is not empty; a name that cannot be shown becomes
 * "#index". */
void kdi_check_enter(kdi_check *check, const char *parent, const char *kind, const char *name, int32_t index);

/* A name must exist and be UTF-8. */
bool kdi_check_name(kdi_check *check, const char *name);

/* count floats at values, in elements of `stride` floats, must be finite. */
void kdi_check_finite(kdi_check *check, const float *values, size_t count, size_t stride, const char *element,
                      const char *what);

bool kdi_is_finite(float value);
bool kdi_is_unit(kd_quat q); /* to 1e-4, which is what rounding in any file format leaves */

void kdi_mesh_validate(kdi_check *check, const kd_mesh *mesh, int32_t index);

#endif
